"""What is true after each token of a machine of a fixed size: what is proved, and what is not."""

from fractions import Fraction
from typing import Any

import pytest

from tests.proving.machines.on_lists import Machine
from theorem_checks import Count, Throughout, Verdict, implies, invariant, maximum, proof_of, where
from theorem_checks.errors import ArgumentError, UndecidedQuestionError
from theorem_checks.judging.judge import at_instances
from theorem_checks.statements.reals.terms import entries_named, program_of
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.symbolic import Symbolic


def bits(_state: Any, x: Any) -> Any:
    return (x[0] == 0) | (x[0] == 1)


def any_token(_state: Any, _x: Any) -> bool:
    return True


# s[0] counts ones less zeros, s[1] counts ones
MAJORITY = Machine(
    (0, 0),
    lambda s, x: (
        [s[0] + 2 * x - 1, s[1] + x],
        [maximum(s[0] + 2 * x - 1, 0) - maximum(s[0] + 2 * x - 2, 0)],
    ),
)
lead, ones = entries_named("s", (2,))
LEAD = Count(lead, (1, -1), (0,))


def is_majority(s: Any, _x: Any, y: Any) -> Any:
    return y[0] == where(s[0] > 0, 1, 0)


def said(machine: Machine, allowed: Any, what: Any) -> Throughout:
    return Symbolic().throughout(machine, 1, allowed, what)


def test_an_integer_that_is_counted_decides() -> None:
    statement = said(MAJORITY, bits, is_majority)
    found = invariant(statement, counts=(LEAD,))
    assert found.verdict is Verdict.PROVED
    assert found.is_sealed
    assert invariant(statement).verdict is Verdict.UNDECIDED  # half of a bit more is not excluded


def test_a_formula_that_is_kept_decides() -> None:
    statement = said(MAJORITY, bits, lambda s, x, y: s[0] <= s[1])
    assert invariant(statement).verdict is Verdict.UNDECIDED
    assert invariant(statement, lead <= ones).verdict is Verdict.PROVED


@pytest.mark.parametrize(
    ("kept", "counts"),
    [
        ((ones <= -1,), ()),  # false at first
        ((ones <= 1,), ()),  # not kept
        ((ones >= 0,), ()),  # not enough
        ((), (Count(lead, (1,), (0,)),)),  # it changes by -1, too
        ((), (Count(lead * Fraction(1, 2), (1, -1), (0,)),)),  # it changes by a half
        ((), (Count(lead + Fraction(1, 2), (1, -1), (0,)),)),  # no integer at first
    ],
)
def test_what_is_no_invariant_proves_nothing(kept: Any, counts: Any) -> None:
    found = invariant(said(MAJORITY, bits, is_majority), *kept, counts=counts)
    assert found.verdict is Verdict.UNDECIDED


def test_what_is_false_is_never_proved_and_refuted_at_instances() -> None:
    def wrong(s: Any, x: Any, y: Any) -> Any:
        return y[0] == where(s[0] >= 0, 1, 0)

    assert invariant(said(MAJORITY, bits, wrong), counts=(LEAD,)).verdict is Verdict.UNDECIDED
    refuted = at_instances(lambda m, w: w.throughout(m, 1, bits, wrong), MAJORITY)
    assert refuted.verdict is Verdict.REFUTED


def test_all_tokens_that_are_not_excluded_count() -> None:
    # true of bits, and false of other tokens
    statement = said(MAJORITY, any_token, is_majority)
    assert invariant(statement, counts=(LEAD,)).verdict is Verdict.UNDECIDED


def test_no_token_is_allowed() -> None:
    never = said(MAJORITY, lambda s, x: (x[0] > 0) & (x[0] < 0), is_majority)
    assert invariant(never).verdict is not Verdict.PROVED


def test_what_is_allowed_may_depend_on_the_state_before() -> None:
    """The second token is as large as the first one."""
    keeps = Machine((0, 0), lambda s, x: ([s[0] + 1, x], [x - s[1]]))
    time, _ = entries_named("s", (2,))

    def same(s: Any, x: Any) -> Any:
        return implies(s[0] != 0, x[0] == s[1])

    def is_nothing(s: Any, _x: Any, y: Any) -> Any:
        return implies(s[0] != 1, y[0] == 0)

    found = invariant(said(keeps, same, is_nothing), (time == 0) | (time >= 1))
    assert found.verdict is Verdict.PROVED


def test_formulas_are_about_the_state_alone() -> None:
    (x,) = entries_named("x", (1,))
    statement = said(MAJORITY, bits, is_majority)
    with pytest.raises(ArgumentError, match=r"entries s\[i\] of the state"):
        invariant(statement, x >= 0)
    with pytest.raises(ArgumentError, match="integers by which"):
        invariant(statement, counts=(Count(lead, (True,), (0,)),))


def test_a_statement_is_about_what_is_there() -> None:
    made = said(MAJORITY, bits, is_majority)
    (y,) = entries_named("y", (1,))
    (far,) = entries_named("s", (3,))[2:]
    for formulas in ((y >= 0, y >= 0), (lead >= 0, far >= 0)):
        with pytest.raises(ArgumentError, match="entries of the state"):
            Throughout(made.steps, program_of(*formulas))


def test_a_machine_that_asks_is_refused() -> None:
    asks = Machine((0,), lambda s, x: ([s[0] + x], [s[0] if x < 100 else x]))
    with pytest.raises(UndecidedQuestionError):
        said(asks, bits, is_majority)


def test_a_machine_that_is_late_is_not_proved() -> None:
    def late(s: list[Any], x: Any) -> tuple[list[Any], list[Any]]:
        return [s[0] + x], [s[0] + x + maximum(s[0] - 10**6, 0)]

    def total(s: Any, _x: Any, y: Any) -> Any:
        return y[0] == s[0]

    statement = said(Machine((0,), late), bits, total)
    (one,) = entries_named("s", (1,))
    assert invariant(statement, one >= 0).verdict is Verdict.UNDECIDED


def test_a_check_reads_the_subject() -> None:
    def says(machine: Machine, w: Any) -> Throughout:
        return w.throughout(machine, 1, bits, is_majority)

    check = proof_of(says, lambda c: invariant(c, counts=(LEAD,)))
    assert check(MAJORITY).verdict is Verdict.PROVED
    slow = Machine((0, 0), lambda s, x: ([s[0] + 2 * x - 1, s[1] + x], [maximum(s[0], 0)]))
    assert check(slow).verdict is Verdict.REFUTED


def test_tokens_to_try_are_drawn_where_few_are_allowed() -> None:
    """Of all tokens but 1/97 a random one is none; what it leads to is looked at."""

    def rare(_s: Any, x: Any) -> Any:
        return x[0] == Fraction(1, 97)

    def says(machine: Machine, w: Any, drawn: Any = None) -> Throughout:
        return w.throughout(machine, 1, rare, lambda s, x, y: s[0] <= 0, drawn)

    summed = Machine((0,), lambda s, x: ([s[0] + x], [s[0]]))
    assert at_instances(says, summed).verdict is Verdict.HOLDS  # no token is found
    found = at_instances(lambda m, w: says(m, w, lambda s, _: [Fraction(1, 97)]), summed)
    assert found.verdict is Verdict.REFUTED
    wrong = at_instances(lambda m, w: says(m, w, lambda s, _: [Fraction(1, 96)]), summed)
    assert wrong.verdict is Verdict.HOLDS  # what is drawn and not allowed is not looked at


def test_where_a_formula_is_not_kept_is_told() -> None:
    found = invariant(said(MAJORITY, bits, is_majority), ones <= 1, counts=(LEAD,))
    assert found.reason.startswith("Of the invariant this is not seen: kept 1. It fails at ")


def test_it_is_said_for_readers() -> None:
    made = said(MAJORITY, bits, is_majority)
    assert "all sequences of tokens" in made.latex

    def long(s: Any, _x: Any, y: Any) -> Any:
        return is_majority([s[0] + sum([s[0] * k for k in range(300)])], _x, y)

    assert "operations" in said(MAJORITY, bits, long).latex
    assert made.is_same(said(MAJORITY, bits, is_majority))
    assert not made.is_same(said(MAJORITY, any_token, is_majority))
    assert isinstance(Concrete({}, 1).throughout(MAJORITY, 1, bits, is_majority), Throughout)
