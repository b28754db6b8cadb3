"""`prove` chooses who decides a statement, says whom, and names the rule where it needs more."""

from collections.abc import Callable
from typing import Any

import pytest
import sympy as sp

from constructions import arrays
from theorem_checks import (
    All,
    ArgumentError,
    AtMost,
    Equal,
    ExactnessError,
    ForAll,
    ForReals,
    Gaussian,
    Implies,
    Less,
    Limit,
    Mean,
    PowersVanish,
    RandomVector,
    SameOutputs,
    Verdict,
    WithProbability,
    normal_mean,
    prove,
    reals,
    relu,
    softmax,
    squared_norm,
)
from theorem_checks.proving.choosing import what_takes
from theorem_checks.statements.worlds.symbolic import Symbolic

a, b = sp.symbols("a b", real=True)
k, N = sp.symbols("k N", integer=True, positive=True)
w = Symbolic()
n = w.size("n")
A, x, y = w.array("A", n, n), w.array("x", n), w.array("y", n)
W = w.with_radius("W", n, 1)
square = squared_norm(RandomVector("g", N, Gaussian(1)))

PROVED = {
    "prove_for_all": lambda: a**2 + b**2 >= 2 * a * b,
    "prove_identity": lambda: sp.Eq((a + b) ** 2, a**2 + 2 * a * b + b**2),
    "prove_ranges": lambda: Equal(sp.Sum(k, (k, 1, N)), N * (N + 1) / 2),
    "prove_equal_arrays": lambda: Equal((A @ x) @ y, x @ (A.T @ y)),
    "prove_equal_arrays ": lambda: Equal(softmax(x).sum(), x.sum() * 0 + 1),
    "prove_arrays_ordered": lambda: AtMost((x @ y) * (x @ y), (x @ x) * (y @ y)),
    "prove_moment": lambda: Mean(square, N),
    "prove_sign": lambda: Less(0, N + 1),
    "prove_sign_by_derivatives": lambda: AtMost(1 + a, sp.exp(a)),
    "prove_sign_by_derivatives ": lambda: Implies(
        All((AtMost(0, a), AtMost(a, 1))), AtMost(a**2, a)
    ),
    "prove_for_all ": lambda: ForReals(relu(reals("u")) >= 0),
    "by_chernoff": lambda: WithProbability(Less(square, 2 * N), 1 - (2 / sp.E) ** (N / 2)),
    "by_chebyshev": lambda: WithProbability(AtMost(square, 2 * N), 1 - 2 / N),
    "by_markov": lambda: WithProbability(Less(square, 3 * N), sp.Rational(2, 3)),
    "by_sure_event": lambda: WithProbability(AtMost(0, square), 1),
    "prove_by_induction": lambda: ForAll(k, 1, AtMost(k, 2**k)),
    "vanishing": lambda: Implies(w.given[0], PowersVanish(W)),
    "by_gaussian_integrals": lambda: normal_mean(relu, 1, 1 / sp.sqrt(2 * sp.pi)),
    "arithmetic": lambda: Implies(AtMost(a, b), AtMost(a**3, b**3)),
    "part_by_part": lambda: Implies(
        AtMost(0, a), All((AtMost(1 - a, sp.exp(-a)), AtMost(sp.exp(-a), 1 - a + a**2 / 2)))
    ),
    "eliminating": lambda: Implies(Equal(y, 2 * x), AtMost(4 * (x @ x), y @ y)),
    "conjunction": lambda: All((AtMost(0, a**2), Equal(a, a))),
}


@pytest.mark.parametrize("rule", PROVED)
def test_a_statement_goes_to_who_decides_it(rule: str):
    found = prove(PROVED[rule]())
    assert found.verdict is Verdict.PROVED, found
    assert found.rule == rule.strip()
    assert found.is_sealed


def test_of_what_is_implied_together_the_part_that_is_false_is_named():
    bounds = All((AtMost(1 - a, sp.exp(-a)), AtMost(sp.exp(-a), 1 - a + a**2 / 3)))
    found = prove(Implies(AtMost(0, a), bounds))
    assert found.verdict is Verdict.REFUTED
    assert "part 2" in found.reason


def test_it_is_said_why_others_do_not_do():
    found = prove(PROVED["by_markov"]())
    assert "by by_markov" in found.reason
    assert "by_chernoff: " in found.reason
    open_ = prove(WithProbability(Less(square, N), sp.Rational(1, 2)))
    assert open_.verdict is Verdict.UNDECIDED
    for rule in ("by_chernoff", "by_chebyshev", "by_markov", "by_sure_event"):
        assert rule in open_.reason


@pytest.mark.parametrize(
    ("statement", "error", "said"),
    [
        (lambda: Equal(0.5 * a, a / 2), ExactnessError, "expected an exact value"),
        (lambda: Implies(Equal(A @ x, A @ y), Equal(x, y)), ArgumentError, "`replacing`"),
        (lambda: SameOutputs(*(_machine(),) * 2), ArgumentError, "`simulation"),
    ],
)
def test_what_is_decided_otherwise_names_the_rule(
    statement: Callable[[], Any], error: type[Exception], said: str
):
    with pytest.raises(error, match=said):
        prove(statement())


def test_what_is_no_statement_is_told_what_statements_are():
    for other in (relu(reals("u")) >= 0, "a <= b"):
        assert "goes into `ForReals`" in what_takes(other)


class _Sums:
    def __init__(self, none: Any) -> None:
        self.none = none

    def initial_state(self) -> Any:
        return self.none

    def step(self, state: Any, token: Any) -> tuple[Any, Any]:
        return state + token, state + token


def _machine() -> Any:
    world = Symbolic()
    d = world.size("d")
    return world.machine(_Sums(world.zeros(d)), world.array("token", d))


def test_what_is_false_is_not_proved():
    for false in (
        WithProbability(Less(square, N / 9), sp.Rational(8, 9)),
        ForAll(k, 1, AtMost(3 * k, 2**k)),
        Implies(AtMost(a, b), AtMost(a**2, b**2)),
        normal_mean(relu, 1, 1),
        Implies(Equal(y, 2 * x), AtMost(5 * (x @ x), y @ y)),
    ):
        assert prove(false).verdict is not Verdict.PROVED


def test_infinity_may_be_that_of_sympy():
    said = Limit(N, (N + 1) / N, sp.oo, 1)
    assert said.is_same(Limit(N, (N + 1) / N, "oo", 1))
    assert prove(said).verdict is Verdict.PROVED


def test_an_equation_under_a_hypothesis_names_the_rules_that_take_it():
    w = Symbolic({})
    n = w.size("n")
    A, v, one = w.array("A", n, n), w.array("v", n), w.ones(n)
    said = Implies(Equal(A.T @ one, one), Equal(one @ A @ v, one @ v))
    with pytest.raises(ArgumentError, match="`replacing`") as raised:
        prove(said)
    assert str(raised.value).count("is not valid") == 1


def test_under_bounds_of_eigenvalues_the_rules_of_these_are_named():
    w = Symbolic({})
    n = w.size("n")
    A, x = w.symmetric("A", n, 0, 1), w.array("x", n)
    said = Implies(w.given[-1], AtMost(0, x @ arrays.relu(A @ x)))
    with pytest.raises(
        ArgumentError, match=r"⪯ A .*\(Implies\).*`by_eigenvalues\(conclusion, z\)`"
    ):
        prove(said)
