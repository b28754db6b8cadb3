"""Solvers in their own processes survive what happens to them."""

import os
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from theorem_checks.solving import solvers
from theorem_checks.solving.algebraic import Root
from theorem_checks.solving.solvers import SOLVERS, Answer, Budget, SolverError, ask_all
from theorem_checks.statements.reals.terms import reals

x, y = reals("x y")
BUDGET = Budget(seconds=5, rlimit=10**8)


@pytest.fixture(autouse=True)
def nothing_is_known(monkeypatch):
    """No question was decided before."""
    monkeypatch.setattr(solvers, "_decided", {})


@pytest.mark.parametrize("name", SOLVERS)
def test_each_answers_sat_with_a_model_and_unsat(name):
    answer = ask_all([name], [2 * x == 1, y > x], BUDGET)[name]
    assert answer.status == "sat"
    assert answer.model["x"] == Fraction(1, 2)
    assert Fraction(str(answer.model["y"])) > Fraction(1, 2)
    assert ask_all([name], [x > y, y > x], BUDGET)[name].status == "unsat"


def test_algebraic_values():
    answers = ask_all(SOLVERS, [x * x == 2, x > 0], BUDGET)
    assert answers["z3"].model == {"x": Root((-2, 0, 1), 1)}
    assert not answers["cvc5"].exact


def test_a_child_that_died_is_replaced():
    ask_all(["z3"], [x > y], BUDGET)
    child = solvers._processes[os.getpid(), "z3"].child
    child.kill()
    child.wait()
    assert ask_all(["z3"], [y > x], BUDGET)["z3"].status == "sat"


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux has prlimit")
def test_a_child_has_the_memory_of_its_parent_and_time_of_its_own():
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    for terabytes in (2, 1, 3):  # whatever it was at its start
        resource.setrlimit(resource.RLIMIT_DATA, (terabytes * 2**40, hard))
        try:
            ask_all(["z3"], [x > y + terabytes], BUDGET)
        finally:
            resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))
        pid = solvers._processes[os.getpid(), "z3"].child.pid
        assert resource.prlimit(pid, resource.RLIMIT_DATA) == (terabytes * 2**40, hard)
        soft_time, hard_time = resource.prlimit(pid, resource.RLIMIT_CPU)
        assert soft_time == hard_time


def test_a_solver_that_its_alarm_has_ended_met_the_time_limit(monkeypatch):
    ask_all(["z3"], [x > y], BUDGET)
    process = solvers._processes[os.getpid(), "z3"]
    monkeypatch.setattr(process, "send", lambda _: os.kill(process.child.pid, signal.SIGALRM))
    found = ask_all(["z3"], [y > x], BUDGET)["z3"]
    assert (found.status, found.reason) == ("unknown", "ended by the time limit")


def test_a_solver_that_fails_says_so_and_goes_on(monkeypatch):
    monkeypatch.setattr(solvers, "script", lambda formulas: "(assert (= 1")
    with pytest.raises(SolverError, match="z3"):
        ask_all(["z3"], [x > y], BUDGET)
    monkeypatch.undo()
    assert ask_all(["z3"], [x > y], BUDGET)["z3"].status == "sat"


def test_nothing_is_left_running_behind():
    program = (
        "from theorem_checks.solving.solvers import *\n"
        "from theorem_checks.solving import solvers\n"
        "from theorem_checks.statements.reals.terms import reals\n"
        "x = reals('x')\n"
        "ask_all(SOLVERS, [x > 0], Budget(5, 10**8))\n"
        "print(*(p.child.pid for p in solvers._processes.values()))\n"
    )
    said = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert said.stderr == ""
    for pid in map(int, said.stdout.split()):
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


class Pretended(solvers._Process):
    """A solver that answers at once, or when it is ended."""

    def __init__(self, answer: Answer | None) -> None:
        self.answer, self.ended = answer, threading.Event()

    def send(self, query: Mapping[str, Any]) -> None:
        """It knows what it will say."""

    def receive(self) -> Answer:
        if self.answer is None:
            self.ended.wait(10)
        return self.answer or Answer("unknown", "ended")

    def close(self) -> None:
        self.ended.set()


def answers_of(
    pretended: Mapping[str, Pretended], monkeypatch: pytest.MonkeyPatch, *, one: bool = False
) -> dict[str, Answer]:
    monkeypatch.setattr(solvers, "_process", pretended.__getitem__)
    return ask_all(list(pretended), [x > y], BUDGET, one=one)


def test_one_that_has_found_a_point_leaves_the_others_little_time(monkeypatch):
    monkeypatch.setattr(solvers, "AFTERWARDS_SECONDS", 0.01)
    found, slow = Pretended(Answer("sat", model={"x": Fraction(1)})), Pretended(None)
    answers = answers_of({"cvc5": slow, "z3": found}, monkeypatch)
    assert answers["z3"].status == "sat"
    assert "another one knows" in answers["cvc5"].reason
    assert slow.ended.is_set()


@pytest.mark.parametrize("said", [Answer("unsat"), Answer("sat", exact=False)])
def test_what_is_no_exact_point_leaves_the_others_all_their_time(said, monkeypatch):
    monkeypatch.setattr(solvers, "AFTERWARDS_SECONDS", 0.01)
    slow = Pretended(None)
    threading.Timer(0.2, slow.ended.set).start()
    answers = answers_of({"z3": Pretended(said), "cvc5": slow}, monkeypatch)
    assert answers["cvc5"].reason == "ended"


def test_one_that_has_found_that_there_is_no_point_leaves_the_others_twice_its_time(monkeypatch):
    monkeypatch.setattr(solvers, "LEAST_SECONDS", 0.01)
    slow = Pretended(None)
    answers = answers_of({"z3": Pretended(Answer("unsat")), "cvc5": slow}, monkeypatch)
    assert answers["z3"].status == "unsat"
    assert (answers["cvc5"].status, slow.ended.is_set()) == ("unknown", True)
    monkeypatch.setattr(solvers, "LEAST_SECONDS", 5.0)
    threading.Timer(0.1, (late := Pretended(None)).ended.set).start()
    monkeypatch.setattr(late, "receive", lambda: late.ended.wait(10) and Answer("unsat"))
    monkeypatch.setattr(solvers, "_decided", {})
    answers = answers_of({"z3": Pretended(Answer("unsat")), "cvc5": late}, monkeypatch)
    assert answers["cvc5"].status == "unsat"


def test_a_question_that_was_decided_is_not_asked_again(monkeypatch):
    first = answers_of({"z3": Pretended(Answer("unsat"))}, monkeypatch)
    assert answers_of({"z3": Pretended(Answer("sat"))}, monkeypatch) == first
    monkeypatch.setattr(solvers, "_process", {"z3": Pretended(Answer("sat"))}.__getitem__)
    assert ask_all(["z3"], [y > x], BUDGET)["z3"].status == "sat"
    assert ask_all(["z3"], [x > y], Budget(6, 10**8))["z3"].status == "sat"


def test_a_question_that_was_not_decided_is_asked_again(monkeypatch):
    answers_of({"z3": Pretended(Answer("unknown"))}, monkeypatch)
    assert answers_of({"z3": Pretended(Answer("unsat"))}, monkeypatch)["z3"].status == "unsat"


@pytest.mark.parametrize("said", [Answer("unsat"), Answer("sat", model={"x": Fraction(1)})])
@pytest.mark.parametrize("order", [("z3", "cvc5"), ("cvc5", "z3")])
def test_where_one_is_enough_nobody_waits_for_the_others(said, order, monkeypatch):
    monkeypatch.setattr(solvers, "AHEAD_SECONDS", 0.01)
    slow = Pretended(None)
    both = {"z3": Pretended(said), "cvc5": slow}
    answers = answers_of({name: both[name] for name in order}, monkeypatch, one=True)
    assert answers["z3"].status == said.status
    assert "another one knows" in answers["cvc5"].reason
    assert slow.ended.is_set() == (order[0] == "cvc5")  # else it was not even asked


def test_a_point_that_is_not_exact_is_not_enough(monkeypatch):
    both = {"cvc5": Pretended(Answer("sat", exact=False)), "z3": Pretended(Answer("unsat"))}
    assert answers_of(both, monkeypatch, one=True)["z3"].status == "unsat"


def test_at_the_end_a_process_closes_its_own_children_alone(monkeypatch: pytest.MonkeyPatch):
    closed: list[int] = []

    class Child:
        def __init__(self, pid: int) -> None:
            self.pid = pid

        def close(self) -> None:
            closed.append(self.pid)

    own = os.getpid()
    children = {(pid, "z3"): Child(pid) for pid in (own - 1, own, own + 1)}
    monkeypatch.setattr(solvers, "_processes", children)
    solvers._close_all()
    assert closed == [own]
