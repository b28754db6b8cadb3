"""Derivatives of functions of arrays: at all sizes, at numbers, and against JAX's."""

from fractions import Fraction

import numpy as np
import pytest

from theorem_checks import (
    All,
    ArgumentError,
    Equal,
    Implies,
    Less,
    Verdict,
    given,
    log,
    prove,
    sqrt,
)
from theorem_checks.judging.instances import difference_at
from theorem_checks.judging.judge import judged
from theorem_checks.statements.arrays import derivatives
from theorem_checks.statements.arrays.element_arrays import elements_of
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.symbolic import Symbolic


def outer(u, v):
    return u.__number_system__.outer(u, v)


# Theorem 1 of ten that a new user tried from the documents alone


def loss(S, k, v):
    error = S @ k - v
    return error @ error / 2


def delta_rule(S, k, v, beta):
    return S - outer(S @ k - v, k) * beta


def says_delta_rule(rule, w):
    """It is a gradient step of rate beta; and if |k| = beta = 1, the memory returns v."""
    p, d, beta = w.size("p"), w.size("d"), w.number("beta")
    S, k, v = w.array("S", p, d), w.array("k", d), w.array("v", p)
    unit = w.array("u", d, known="unit")
    step = S - w.derivative(lambda X: loss(X, k, v), S) * beta
    return All((Equal(rule(S, k, v, beta), step), Equal(rule(S, unit, v, 1) @ unit, v)))


def test_the_delta_rule_is_a_gradient_step_for_all_sizes():
    found = judged(says_delta_rule, prove, delta_rule)
    assert found.verdict is Verdict.PROVED
    assert found.scope == (
        "all positive integer p, positive integer d, real beta, real S (p, d), k (d), v (p),"
        " real unit vectors u (d)"
    )


MUTANTS = {
    "forgets": lambda S, k, v, beta: S + outer(v, k) * beta,
    "ascends": lambda S, k, v, beta: delta_rule(S, k, v, -beta),
    "right of keys of norm 1 and beta = 1 only": lambda S, k, v, beta: delta_rule(S, k, v, 1),
    "not linear in the key": lambda S, k, v, beta: S - outer(S @ k - v, k * k * k) * beta,
}


@pytest.mark.parametrize("name", MUTANTS)
def test_another_rule_is_refuted(name):
    assert judged(says_delta_rule, prove, MUTANTS[name]).verdict is Verdict.REFUTED


def test_a_rule_that_is_another_one_at_large_sizes_is_not_proved():
    def late(S, k, v, beta):
        return delta_rule(S, k, v, beta if S.shape[1] < 50 else 2 * beta)

    assert judged(says_delta_rule, prove, late).verdict is Verdict.REFUTED


# Rules


def of_forms(form, w):
    """Gradient, Hessian and Jacobian."""
    d = w.size("d")
    A, x = w.array("A", d, d), w.array("x", d)

    def gradient(at):
        return w.derivative(lambda y: form(A, y), at)

    parts = (
        Equal(gradient(x), A @ x + A.T @ x),
        Equal(w.derivative(gradient, x), A + A.T),
        Equal(w.derivative(lambda y: A @ y, x), A),
    )
    return All(parts)


def test_gradient_hessian_and_jacobian_of_a_form():
    assert judged(of_forms, prove, lambda A, x: x @ (A @ x)).verdict is Verdict.PROVED
    half = judged(of_forms, prove, lambda A, x: x @ (A @ x) / 2)
    assert half.verdict is Verdict.REFUTED


def of_a_trace(_, w):
    """The derivative of tr(B X X^T), whose indices are summed in the derivative as well."""
    n, m = w.size("n"), w.size("m")
    B, X = w.array("B", n, n), w.array("X", n, m)

    def trace(Y):
        product = B @ (Y @ Y.T)
        one = w.identity(n)
        ones = w.ones(n)
        return ones @ ((product * one) @ ones)

    return Equal(w.derivative(trace, X), B @ X + B.T @ X)


def test_the_derivative_of_a_trace():
    assert prove(of_a_trace(None, Symbolic())).verdict is Verdict.PROVED
    at_numbers = of_a_trace(None, Concrete({"n": 3, "m": 2}))
    assert difference_at(at_numbers, Concrete({})) is None


def of_what_is_bound(_, w):
    """|x|^4, in which x stands inside of sums twice."""
    d = w.size("d")
    x = w.array("x", d)
    four = w.entries(lambda h, i: 4 * x[i] * h.sum(lambda j: x[j] * x[j], d), d)
    return Equal(w.derivative(lambda y: (y @ y) * (y @ y), x), four)


def test_no_index_is_captured():
    assert judged(of_what_is_bound, prove, None).verdict is Verdict.PROVED


def test_of_a_vector_of_which_something_is_known_the_entries_are_free():
    def says(_, w):
        u = w.array("u", w.size("d"), known="unit")
        return Equal(w.derivative(lambda x: x @ x, u), u * 2)

    assert judged(says, prove, None).verdict is Verdict.PROVED


REFUSED = {
    "a positive part": lambda w, x: x.__number_system__.relu(x) @ x,
    "a quotient": lambda w, x: (x @ x) / (1 + x.sum()),
    "a root": lambda w, x: x.__number_system__.sqrt(x @ x),
    "a number": lambda w, x: 1,
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_polynomial_is_refused(name):
    w = Symbolic()
    x = w.array("x", w.size("d"))
    with pytest.raises(ArgumentError):
        w.derivative(lambda y: REFUSED[name](w, y), x)


def test_at_numbers_what_is_no_polynomial_of_low_degree_is_derived_by_symbols():
    w = Concrete({"d": 2})
    x = w.array("x", w.size("d"))
    found = w.derivative(lambda y: (y @ y) ** 5, x), w.derivative(lambda y: 1 / (1 + y @ y), x)
    expected = x * 10 * (x @ x) ** 4, x * -2 / (1 + x @ x) ** 2
    for one, other in zip(found, expected, strict=True):
        assert not any(a - b for a, b in zip(elements_of(one), elements_of(other), strict=True))
    with pytest.raises(ArgumentError):  # which has kinks
        w.derivative(lambda y: abs(y.sum() - x.sum() - 3), x)


def test_derivatives_agree_with_those_of_jax():
    jax = pytest.importorskip("jax")

    def value(X, A):
        return ((X @ A) * X) @ (A @ X) + X @ X

    w = Concrete({"d": 3}, 5)
    d = w.size("d")
    A, x = w.array("A", d, d), w.array("x", d)
    own = elements_of(w.derivative(lambda y: value(y, A), x))
    numbers = [np.array(elements_of(part).astype(float)) for part in (x, A)]
    theirs = jax.grad(value)(*numbers)
    np.testing.assert_allclose(own.astype(float), theirs, rtol=1e-4)
    assert all(isinstance(entry, Fraction) for entry in own.flat)


def test_the_derivative_at_a_number_is_refused_with_what_to_do():
    with pytest.raises(ArgumentError, match=r"w\.array\('z'\), which has no axes"):
        Symbolic().derivative(lambda x: x * x, Symbolic().number("x"))


def of_a_quotient(slope, w, *, where_defined=True):
    """The derivative of a / b, entry by entry, where b, which may be negative, is not 0."""
    n, m = w.size("n"), w.size("m")
    a, b, g = w.array("a", n, m), w.array("b", n, small=True), w.array("g", n, m)
    column = outer(b, b.__number_system__.ones((1,)))

    def of(column):
        return (g * (a / column)).sum()

    below = column * column
    found = w.derivative(of, column, where_defined=where_defined)
    return Implies(Less(below * 0, below), Equal(found, slope(g, a, column)))


def of_the_rule(g, a, column):
    each = g.__number_system__.ones((g.shape[1], 1))
    return -((g * a / column) @ each) / column


def by_the_rule(statement):
    return given(statement, prove(statement.body))


def test_the_quotient_rule_for_all_sizes():
    assert judged(of_a_quotient, by_the_rule, of_the_rule).verdict is Verdict.PROVED


def _lost_sign(g, a, column):
    return -of_the_rule(g, a, column)


def _divided_once(g, a, column):
    return -((g * a) @ g.__number_system__.ones((g.shape[1], 1))) / column


def _late(g, a, column):
    found = of_the_rule(g, a, column)
    return found if g.shape[1] < 50 else found * 2


@pytest.mark.parametrize("slope", [_lost_sign, _divided_once, _late])
def test_what_is_not_the_quotient_rule_is_not_proved(slope):
    assert judged(of_a_quotient, by_the_rule, slope).verdict is Verdict.REFUTED


def test_divisors_that_may_be_0_are_allowed_only_where_it_is_said():
    with pytest.raises(ArgumentError, match="seen to be positive"):
        of_a_quotient(of_the_rule, Symbolic(), where_defined=False)
    w = Symbolic()
    x = w.array("x", w.size("n"))
    for function in (log, sqrt):
        with pytest.raises(ArgumentError, match="seen to be positive"):
            w.derivative(function, x, where_defined=True)


def test_what_a_quotient_is_at_0_is_not_derived():
    """x^2/x is x at 0 too, with the slope 1, which the rule for quotients does not give there."""
    w = Symbolic()
    x = w.array("x")
    slope = w.derivative(lambda x: x * x / x, x, where_defined=True)
    assert prove(Equal(slope, x * 0 + 1)).verdict is not Verdict.PROVED


def test_at_numbers_quotients_are_derived_as_by_symbols():
    w = Concrete({"n": 3}, 1)
    x = w.array("x", w.size("n"))

    def quotient(x):
        return (x * x) / (x.sum() * x + 5 * x)

    by_numbers = elements_of(w.derivative(quotient, x))
    by_symbols = derivatives._by_symbols(quotient, x)
    assert (by_numbers == by_symbols).all()
