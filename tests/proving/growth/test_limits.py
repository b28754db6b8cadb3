"""Limits of rational functions at infinity."""

import pytest
import sympy as sp

from theorem_checks import ArgumentError, Limit, Verdict, prove, prove_limit

m, k = sp.symbols("m k", integer=True, positive=True)
c, p = sp.symbols("c p", positive=True)
x, a = sp.symbols("x a", real=True)

TRUE = [
    Limit(m, (c * m + m + 1) / m, "oo", c + 1),
    Limit(x, (2 * x**3 - x) / (x**3 + x**2 + 1), "oo", 2),
    Limit(m, 1 / m + 1 / m**2, "oo", 0),
    Limit(x, a / x + a, "oo", a),
    Limit(m, m / (m + c) - p, "oo", 1 - p),
    Limit(x, sp.Integer(3), "oo", 3),
    Limit(x, (x - a) / (x + a), "oo", 1),
    Limit(x, x / ((m * k - m + 1) * x**2 + 1), "oo", 0),  # where k is 1 or more
]
FALSE = [
    Limit(m, (c * m + m + 1) / m, "oo", c),
    Limit(x, x**2 / (x + 1), "oo", 1),
    Limit(x, a + 1 / x, "oo", 0),  # at a = 0 it is true
    Limit(m, (m + 1) / (2 * m), "oo", 1),
]
OPEN = [
    Limit(x, 1 / (a * x + 1), "oo", 0),  # at a = 0 it is 1
    Limit(x, x / (a * x**2 + x + 1), "oo", 0),  # at a = 0 it goes to 1
    Limit(x, sp.exp(-x), "oo", 0),
    Limit(x, sp.sqrt(x**2 + 1) / x, "oo", 1),
]


@pytest.mark.parametrize("said", TRUE, ids=str)
def test_a_limit_is_proved_by_degrees(said):
    found = prove(said)
    assert found.verdict is Verdict.PROVED
    assert found.statement is not None
    assert found.statement.key == said.key
    assert not found.conditions


@pytest.mark.parametrize("said", FALSE, ids=str)
def test_a_wrong_limit_is_refuted(said):
    assert prove(said).verdict is Verdict.REFUTED


@pytest.mark.parametrize("said", OPEN, ids=str)
def test_what_depends_on_other_symbols_is_left_open(said):
    assert prove(said).verdict is Verdict.UNDECIDED


def test_the_limit_of_a_counterexample_is_said():
    found = prove_limit(Limit(m, (c * m + m + 1) / m, "oo", c))
    assert found.counterexample is not None
    assert (found.counterexample.claimed, found.counterexample.found) == ("c", "c + 1")
    endless = prove_limit(Limit(x, x, "oo", 0)).counterexample
    assert endless is not None
    assert endless.found == "no limit"


@pytest.mark.parametrize(
    "said",
    [
        Limit(sp.Symbol("e", even=True, positive=True), sp.Integer(1), "oo", 1),
        Limit(x, 1 / x, 0, 0),
    ],
    ids=["even", "at 0"],
)
def test_another_kind_of_limit_is_an_error(said):
    with pytest.raises(ArgumentError, match=r"all large real numbers|at infinity"):
        prove_limit(said)
