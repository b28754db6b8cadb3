"""Solvers that count their steps."""

from theorem_checks.solving import smt
from theorem_checks.solving.counting import counting_steps, steps_allowed
from theorem_checks.solving.smt import prove_for_all
from theorem_checks.statements.reals.terms import reals
from theorem_checks.verdicts.kinds import Verdict

x, y = reals("x y")
CLAIM = x * x + y * y >= 2 * x * y


def test_z3_alone_is_asked_by_steps(monkeypatch):
    asked = []
    ask = smt.ask_all

    def noting(solvers, formulas, budget, **more):
        asked.append((tuple(solvers), budget.rlimit))
        return ask(solvers, formulas, budget, **more)

    monkeypatch.setattr(smt, "ask_all", noting)
    with counting_steps(200_000):
        assert prove_for_all(CLAIM, seconds=0.001).verdict is Verdict.PROVED
    assert set(asked) == {(("z3",), 200_000)}


def test_too_few_steps_decide_nothing():
    with counting_steps(1):
        assert prove_for_all(x * x * y * y + 1 >= 2 * x * y).verdict is Verdict.UNDECIDED
    assert steps_allowed() is None
    assert prove_for_all(x * x * y * y + 1 >= 2 * x * y).verdict is Verdict.PROVED
