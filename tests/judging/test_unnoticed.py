"""A statement that is the same of a mutant does not speak of what that changes."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from types import SimpleNamespace
from typing import Any

from theorem_checks import (
    All,
    AtMost,
    Claim,
    Conclusion,
    Counterexample,
    Equal,
    Evidence,
    Mutant,
    Source,
    Verdict,
    World,
    check,
    conjunction,
    proof_of,
    prove,
)
from theorem_checks.judging import judge
from theorem_checks.judging.judge import judged


@dataclass(frozen=True)
class Formulas:
    """Two formulas for n + n, of which the statement reads one."""

    read: Callable[[Any], Any] = lambda n: n + n
    unread: Callable[[Any], Any] = lambda n: 2 * n


def says(formulas: Formulas, w: World) -> Conclusion:
    """The one that is read is 2 n."""
    n = w.size("n")
    return Equal(formulas.read(n), 2 * n)


@check("exact")
def check_both(formulas: Formulas) -> Evidence:
    """Both are 2 n, for n = 1, 2, 3."""
    for n in (1, 2, 3):
        for value in (formulas.read(n), formulas.unread(n)):
            if value != 2 * n:
                return Evidence.refuted(Counterexample({"n": n}, str(2 * n), str(value)))
    return Evidence.holds("n = 1, 2, 3")


RIGHT = Formulas()
READ, UNREAD = replace(RIGHT, read=lambda n: n), replace(RIGHT, unread=lambda n: n)


def branches(n: Any) -> Any:
    """Ask what is not decided for a symbol."""
    return 2 * n if n < 90 else n


def claimed(*mutants: Mutant) -> Claim:
    return Claim(
        id="t/both",
        title="Both are twice n",
        source=Source("p", "q"),
        statement="n + n = 2n",
        subject=RIGHT,
        says=says,
        checks=(
            proof_of(says).killing("read"),
            check_both.killing(*(one.name for one in mutants[1:])),
        ),
        mutants=mutants,
    )


def test_a_claim_is_not_proved_with_a_mutant_of_which_it_says_the_same():
    claim = claimed(Mutant("read", READ), Mutant("unread", UNREAD))
    proof = claim.checks[0]
    with_all = proof(claim.subject, **claim.beside("claim"))
    assert with_all.verdict is Verdict.UNDECIDED
    assert "the same of mutant unread" in with_all.reason
    assert not claim.verify().ok


def test_a_claim_is_proved_where_it_says_another_thing_of_each_mutant():
    late = replace(RIGHT, read=branches)  # has no trace, so that nothing is proved of it
    claim = claimed(Mutant("read", READ), Mutant("thrice", replace(RIGHT, read=lambda n: 3 * n)))
    assert claim.verify().ok
    assert judged(says, prove, RIGHT, unkilled={"late": late}).verdict is Verdict.PROVED


def test_a_claim_is_not_proved_where_the_proof_proves_what_it_says_of_a_mutant():
    def at_most(formulas: Formulas, w: World) -> Conclusion:
        n = w.size("n")
        return AtMost(formulas.read(n), 3 * n)

    mutant = replace(RIGHT, read=lambda n: 3 * n)
    assert judged(at_most, prove, RIGHT).verdict is Verdict.PROVED
    found = judged(at_most, prove, RIGHT, unkilled={"thrice": mutant})
    assert found.verdict is Verdict.UNDECIDED
    assert "proves of mutant thrice, too" in found.reason
    more = replace(RIGHT, read=lambda n: 4 * n)
    assert judged(at_most, prove, RIGHT, unkilled={"more": more}).verdict is Verdict.PROVED


def test_what_is_named_to_no_purpose_is_not_noticed():
    def to_no_purpose(formulas: Formulas, w: World) -> Conclusion:
        n = w.size("n")
        return Equal(formulas.read(n) + formulas.unread(n), 2 * n + formulas.unread(n))

    found = judged(to_no_purpose, prove, RIGHT, unkilled={"unread": UNREAD})
    assert found.verdict is Verdict.UNDECIDED
    assert "mutant unread, too" in found.reason


def test_what_is_named_to_no_purpose_in_a_part_is_not_noticed_by_a_proof_of_other_parts():
    def both(formulas: Formulas, w: World) -> All:
        n = w.size("n")
        return All((Equal(formulas.read(n), 2 * n), Equal(formulas.unread(n), formulas.unread(n))))

    def by_what_stands_there(whole: All) -> Evidence:
        one, other = whole.parts
        assert isinstance(other, Equal)
        assert str(other.lhs) == "2*n"
        return conjunction(whole, prove(one), prove(other))

    found = judged(both, by_what_stands_there, RIGHT, unkilled={"unread": UNREAD})
    assert found.verdict is Verdict.UNDECIDED
    assert "mutant unread, too" in found.reason
    read = judged(both, by_what_stands_there, RIGHT, unkilled={"read": READ})
    assert read.verdict is Verdict.PROVED


def run_in_vain(formulas: Formulas, w: World) -> Conclusion:
    """The one that is read is 2 n; the other one is called, and what it returns left."""
    n = w.size("n")
    w.call(formulas.unread, n)
    return Equal(w.call(formulas.read, n), 2 * n)


def test_a_mutant_that_branches_is_not_noticed_where_no_branch_is_read():
    unread, read = replace(RIGHT, unread=branches), replace(RIGHT, read=branches)
    found = judged(run_in_vain, prove, RIGHT, unkilled={"unread": unread})
    assert "mutant unread" in found.reason
    assert judged(run_in_vain, prove, RIGHT, unkilled={"read": read}).verdict is Verdict.PROVED


def test_a_late_mutant_of_which_no_branch_is_read_is_not_noticed():
    unread, read = replace(RIGHT, unread=branches), replace(RIGHT, read=branches)
    found = judged(run_in_vain, prove, RIGHT, late={"unread": unread})
    assert found.verdict is Verdict.UNDECIDED
    assert "the same of late mutant unread" in found.reason
    turned = replace(RIGHT, read=lambda n: n if n >= 90 else 2 * n)
    for late in (read, turned):
        assert judged(run_in_vain, prove, RIGHT, late={"late": late}).verdict is Verdict.PROVED


def test_a_mutant_that_is_wrong_on_its_first_branch_alone_is_noticed():
    early = replace(RIGHT, read=lambda n: n if n < 3 else 2 * n)
    assert judged(says, prove, RIGHT, unkilled={"early": early}).verdict is Verdict.PROVED


def test_proofs_are_asked_about_no_mutant_that_one_is_to_kill():
    claim = claimed(Mutant("read", READ), Mutant("unread", UNREAD))
    assert claim.beside("claim")["unkilled"] == {"unread": UNREAD}
    assert claim.beside("mutant:unread") == {"mutates": (RIGHT,), "is_late": False}


def test_a_mutant_that_differs_in_one_case_is_noticed():
    def at_two(n: Any) -> Any:
        return n - n if n != 2 else n - n + 1

    def said(subject: Any, w: World) -> Conclusion:
        n = w.size("n")
        return Equal(w.call(subject, n), n - n)

    found = judged(said, prove, lambda n: n - n, cases={"n": 3}, unkilled={"at-two": at_two})
    assert found.verdict is Verdict.PROVED
    same = judged(said, prove, lambda n: n - n, cases={"n": 3}, unkilled={"same": lambda n: 0 * n})
    assert "mutant same" in same.reason


def test_what_is_argued_may_be_said_of_more_than_is_read():
    words = proof_of(says, words="Both are the same by a sentence.")
    assert words(RIGHT, unkilled={"unread": UNREAD}).verdict is Verdict.ARGUED


def test_a_proof_has_as_long_for_a_mutant_as_for_the_statement(monkeypatch):
    def concludes(_proof, _said, seconds, **_):
        had.append(seconds)

    had, ticks = [], count(1000, 10)
    clock = SimpleNamespace(perf_counter=lambda: float(next(ticks)))
    monkeypatch.setattr(judge, "time", clock)
    monkeypatch.setattr(judge, "concludes", concludes)
    found = judged(says, prove, RIGHT, unkilled={"read": replace(RIGHT, read=branches)})
    assert found.verdict is Verdict.PROVED
    assert had == [30]
