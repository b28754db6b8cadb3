"""Relations of SymPy in place of statements."""

from typing import Any

import pytest
import sympy as sp

from theorem_checks import ArgumentError, AtMost, Equal, Less, Verdict, prove, prove_inequality

x: Any = sp.Symbol("x", real=True)
y: Any = sp.Symbol("y", real=True)
z: Any = sp.Symbol("z")


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (x * y <= (x**2 + y**2) / 2, AtMost(x * y, (x**2 + y**2) / 2)),
        (sp.exp(x) > x, Less(x, sp.exp(x))),
        (1 - x < 2 - x - y + x, Less(1 - x, 2 - y)),
        (
            sp.Eq((x + y) ** 2, x**2 + 2 * x * y + y**2),
            Equal((x + y) ** 2, sp.expand((x + y) ** 2)),
        ),
    ],
)
def test_a_relation_is_the_statement_that_it_makes(said, meant):
    found, other = prove(said), prove(meant)
    assert found.verdict is other.verdict
    assert found.statement is not None
    assert found.statement.key == meant.key


def test_a_relation_says_which_of_its_sides_is_larger_in_a_box():
    box = {"z": (0, 5)}
    assert prove_inequality(sp.tanh(z) <= z, box, touching=[0]).verdict is Verdict.PROVED
    assert prove_inequality(z >= sp.tanh(z), box, touching=[0]).verdict is Verdict.PROVED
    assert prove_inequality(sp.tanh(z) >= z, box, touching=[0]).verdict is Verdict.REFUTED
    assert prove_inequality(sp.tanh(z) < z, box, touching=[0]).verdict is Verdict.REFUTED


@pytest.mark.parametrize("said", [x**2 >= 0, x < x, True])
def test_what_sympy_has_decided_says_nothing_any_more(said):
    with pytest.raises(ArgumentError, match="decided by itself"):
        prove(said)
    with pytest.raises(ArgumentError, match="decided by itself"):
        prove_inequality(said, {"x": (0, 1)})


def test_other_relations_are_named():
    unequal: Any = sp.Ne(x, y)
    with pytest.raises(ArgumentError, match="one of =, <=, <, >= and >"):
        prove(unequal)
    with pytest.raises(ArgumentError, match="an inequality"):
        prove_inequality(sp.Eq(z, 1), {"z": (0, 1)})
    with pytest.raises(ArgumentError, match="relation"):
        prove_inequality(z, {"z": (0, 1)})
