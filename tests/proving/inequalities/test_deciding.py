"""Inequalities as statements: by signs, by solvers, by balls in a box."""

import pytest
import sympy as sp

from theorem_checks import (
    All,
    AtMost,
    Evidence,
    Implies,
    Less,
    TheoremChecksError,
    Verdict,
    prove,
)
from theorem_checks.statements.seals import require_concluded

x, y = sp.symbols("x y", real=True)
n = sp.Symbol("n", integer=True, positive=True)
BOX = All((AtMost(0, x), AtMost(x, 1)))

TRUE = [
    AtMost(2 * x * y, x**2 + y**2),
    Less(0, x**2 - x + 1),
    AtMost(2 * n, n**2 + 1),
    AtMost(1 / (x**2 + 1), 1),
    Implies(BOX, Less(sp.sin(x), 2)),
    Implies(BOX, AtMost(sp.exp(x), 3)),
]
FALSE = [
    AtMost(x**2 + y**2, 2 * x * y - 1),
    Less(0, x**2),
    Implies(BOX, AtMost(sp.exp(x), 2)),
    Implies(BOX, Less(2, sp.sin(x))),
    Less(2 * n, n**2 + 1),
]


@pytest.mark.parametrize("said", TRUE)
def test_true_ones_are_concluded(said):
    found = prove(said)
    assert found.verdict is Verdict.PROVED
    require_concluded(found, said, "found")
    assert found.is_sealed


@pytest.mark.parametrize("said", FALSE)
def test_false_ones_are_not_proved(said):
    assert prove(said).verdict is not Verdict.PROVED


@pytest.mark.parametrize(
    "hypothesis",
    [
        AtMost(0, x**2),
        All((AtMost(0, x), AtMost(x, 1), AtMost(0, y))),
        All((AtMost(0, x), AtMost(x, y))),
    ],
)
def test_what_is_no_box_is_not_taken_for_one(hypothesis):
    assert prove(Implies(hypothesis, AtMost(sp.exp(x), 2))).verdict is Verdict.UNDECIDED


def test_a_box_that_leaves_a_symbol_out_decides_nothing():
    try:
        found = prove(Implies(BOX, AtMost(sp.exp(x), 3 + y**2)))
    except TheoremChecksError:
        return
    assert isinstance(found, Evidence)
    assert found.verdict is not Verdict.PROVED
