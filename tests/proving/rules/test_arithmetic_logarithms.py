"""Logarithms of numbers in `arithmetic` and in orders: what follows, and what must not."""

import pytest
import sympy as sp

from theorem_checks import (
    All,
    ArgumentError,
    AtMost,
    Equal,
    Implies,
    Less,
    Verdict,
    arithmetic,
    at_numbers,
    prove,
)

p, q = sp.symbols("p q", positive=True)
x, y, t = sp.symbols("x y t", real=True)
z = sp.Symbol("z", nonnegative=True)
n, m = sp.symbols("n m", negative=True)
log = sp.log

TRUE = {
    "a product": AtMost(log(p * q), log(p) + log(q)),
    "a quotient": Equal(log(p / (p + q)), log(p) - log(p + q)),
    "a power": Equal(log(p**2 * q**x), 2 * log(p) + x * log(q)),
    "a sign": Less(log(p / (p + q)), 0),
    "the tangent": AtMost(log(p * q), p + q - 2),
    "the order": Implies(Less(p, q), Less(log(p), log(q))),
    "the order, turned": Implies(AtMost(log(p), log(q)), AtMost(p, q)),
    "two negative factors": Equal(log(n * m), log(-n) + log(-m)),
    "what is positive by a hypothesis": Implies(Less(0, x), AtMost(log(x * p), log(x) + log(p))),
    "a difference": Implies(Less(q, p), AtMost(log(p - q), p - q - 1)),
    "in a bounded range": Implies(All((Less(0, x), Less(x, 1))), Less(log(x) + log(1 - x), 0)),
}
FALSE = {
    "a product": Less(log(p * q), log(p) + log(q)),
    "a quotient": AtMost(log(p / q), log(p)),
    "a sum": AtMost(log(p + q), log(p) + log(q)),
    "a constant": AtMost(log(p * q), p + q - sp.Rational(21, 10)),
    "of any sign": AtMost(log(x), x - 1),
    "what may be 0": AtMost(log(z), z),
    "a product of any sign": AtMost(log(x * y), log(x) + log(y)),
    "a square of what may be 0": AtMost(log(x**2), x**2 - 1),
    "a square of any sign": Equal(log(x**2), 2 * log(x)),
    "the order of any": Implies(Less(x, y), Less(log(x), log(y))),
    "the order of what may be 0": Implies(Less(z, p), Less(log(z), log(p))),
    "the order, turned": Implies(Less(p, q), Less(log(q), log(p))),
    "a difference": AtMost(log(p - q), p - q - 1),
    "positive at one end": Implies(Less(0, x), Less(log(x) + log(1 - x), 0)),
    "of a negative number": AtMost(log(-x), -x),
}


@pytest.mark.parametrize("name", TRUE)
def test_it_follows(name):
    assert arithmetic(TRUE[name]).verdict is Verdict.PROVED


@pytest.mark.parametrize("name", FALSE)
def test_it_does_not_follow(name):
    assert arithmetic(FALSE[name]).verdict is not Verdict.PROVED


@pytest.mark.parametrize(
    "said", [AtMost(log(n), 0), AtMost(log(n * p), 0), Equal(log(n * m), log(n) + log(m))]
)
def test_logarithms_of_negative_numbers_are_refused(said):
    with pytest.raises(ArgumentError, match="known to be real"):
        arithmetic(said)


def test_orders_take_products_apart_where_all_are_positive():
    assert prove(AtMost(log(p * q), log(p) + log(q))).verdict is Verdict.PROVED
    assert prove(AtMost(log(n * m), log(-n) + log(-m))).verdict is Verdict.PROVED
    for said in (
        AtMost(log(x * p), log(x) + log(p)),  # of complex numbers where x is negative
        AtMost(log(n * m), log(n) + log(m)),
        Less(log(p * q), log(p) + log(q)),
        AtMost(log(p * q), log(p) + 2 * log(q)),
    ):
        assert prove(said).verdict is not Verdict.PROVED


def _discriminator(better):
    D, best = sp.Symbol("D", real=True), p / (p + q)

    def value(guess):
        return p * log(guess) + q * log(1 - guess)

    tangent = Implies(Less(0, t), AtMost(log(t), t - 1))
    ratios = D * (p + q) / p, (1 - D) * (p + q) / q
    known = [at_numbers(tangent, {t: ratio}) for ratio in ratios]
    inside, said = All((Less(0, D), Less(D, 1))), AtMost(value(D), value(best) - better)
    return arithmetic(Implies(inside, said), *known), arithmetic(said, *known)


def test_the_best_discriminator():
    inside, anywhere = _discriminator(0)
    assert inside.verdict is Verdict.PROVED
    assert anywhere.verdict is not Verdict.PROVED  # D may be 2
    assert _discriminator(p / 100)[0].verdict is not Verdict.PROVED
