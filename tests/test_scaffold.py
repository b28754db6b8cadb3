"""The claim that `theorem-checks new` writes: each part of it says and refutes what it is to."""

from fractions import Fraction

import pytest

from theorem_checks import Less, Verdict, instances_of
from theorem_checks.scaffold import LEAKY_SUM, check_by_running, says, state
from theorem_checks.statements.worlds.symbolic import Symbolic

OFF_BY_ONE, NEVER_FORGETS = (mutant.subject for mutant in LEAKY_SUM.mutants)
(LATE,) = (mutant.subject for mutant in LEAKY_SUM.late)


def by_hand(a, t):
    h = Fraction(0)
    for _ in range(t):
        h = a * h + 1
    return h


@pytest.mark.parametrize("a", [Fraction(0), Fraction(1, 2), Fraction(-3)])
@pytest.mark.parametrize("t", [0, 1, 5, 89, 90])
def test_the_formula_and_its_mutants_are_what_they_are_called(a, t):
    assert state(a, t) == by_hand(a, t)
    assert OFF_BY_ONE(a, t) == by_hand(a, t + 1)
    assert NEVER_FORGETS(a, t) == t
    assert LATE(a, t) == by_hand(a, t if t < 90 else t + 1)


@pytest.mark.parametrize(
    ("subject", "verdict"),
    [
        (state, Verdict.HOLDS),
        (OFF_BY_ONE, Verdict.REFUTED),
        (NEVER_FORGETS, Verdict.REFUTED),
        (lambda a, t: state(a, t) + (a < 1), Verdict.REFUTED),
        (lambda a, t: state(a, t) + (a > 1), Verdict.REFUTED),
        (LATE, Verdict.HOLDS),
    ],
)
def test_it_is_run_for_leaks_of_all_sizes(subject, verdict):
    assert check_by_running(subject).verdict is verdict


def test_it_speaks_of_leaks_below_1():
    assert instances_of(says)(state).verdict is Verdict.HOLDS
    world = Symbolic()
    says(state, world)
    a = world.symbols["a"]
    assert any(one.is_same(Less(a, 1)) for one in world.hypotheses)
