"""Means of functions of normal numbers, wrong by a constant, at an end, or for other laws."""

from functools import partial

import sympy as sp

from tests.soundness.cases import NOT_PROVED, Case, Slip, Truth, outright
from theorem_checks import (
    Gaussian,
    Implies,
    Rademacher,
    RandomMatrix,
    RandomVector,
    acos,
    asin,
    atan,
    by_gaussian_integrals,
    entry,
    erf,
    exp,
    heaviside,
    inner,
    normal_mean,
    quadratic,
    relu,
    sqrt,
    squared_norm,
    tanh,
    units_mean,
)
from theorem_checks.judging.judge import judged, statement_of
from theorem_checks.statements.conclusions import All, AtMost, Mean
from theorem_checks.statements.moments.tensors import ConstantVector
from theorem_checks.statements.normal_means import UNIT

_case = partial(Case, "by_gaussian_integrals")
PI = sp.pi


def _arc_cosine(a, b, c):
    return (sqrt(a * b - c**2) + c * (PI - acos(c / sqrt(a * b)))) / (2 * PI)


def _orthant(a, b, c):
    return (PI - acos(c / sqrt(a * b))) / (2 * PI)


def _both(of):
    return lambda u, v: of(u) * of(v)


def _two(function, formula, *, sort="positive", hypothesis=lambda a, b, c: AtMost(c**2, a * b)):
    """A mean of two numbers of variances a and b and covariance c."""

    def says(_, w):
        a, b, c = w.number("a", **{sort: True}), w.number("b", **{sort: True}), w.number("c")
        mean = normal_mean(function, [[a, c], [c, b]], formula(a, b, c))
        return Implies(hypothesis(a, b, c), mean) if hypothesis else mean

    return lambda: outright(by_gaussian_integrals(statement_of(says, None)))


def _layer(formula, *, law=None, other=None, second=None, more=lambda m, d: 0, positive=True):
    """The mean over a layer of m units, with something changed."""

    def says(_, w):
        m, d = w.size("m"), w.size("d")
        x, y, z = (w.constant(name, d) for name in "xyz")
        sign = {"positive": True} if positive else {}
        a, b = w.value("a", squared_norm(x), **sign), w.value("b", squared_norm(y), **sign)
        c = w.value("c", inner(x, z if other else y))
        W = RandomMatrix("W", m, d, law or Gaussian())
        V = RandomMatrix("V", m, d) if second else W
        both = lambda u, v: relu(u) * relu(v) / m  # noqa: E731
        return units_mean(both, (W @ x, V @ y), formula(a, b, c) + more(m, d))

    return lambda: outright(by_gaussian_integrals(statement_of(says, None)))


def _stein(function, slope, *, covariance=lambda A: A @ A.T):
    """E z_i f(x . z) = (Sigma x)_i E f'(x . z) for z = A g."""

    def says(_, w):
        i, n = w.size("i", least=0), w.size("n")
        n = i + n
        A, x = w.constant("A", n, n), w.constant("x", n)
        z, S, own = A @ RandomVector("g", n), A @ A.T, covariance(A)
        w.value("a", entry(S, i, i), positive=True)
        w.value("b", quadratic(x, S), positive=True)
        w.value("e", entry(S @ x, i))
        c = w.value("c", entry(own @ x, i))
        return units_mean(
            lambda u, v: u * function(v) - c * slope(v), (entry(z, i), inner(x, z)), 0
        )

    return lambda: outright(by_gaussian_integrals(statement_of(says, None)))


def _one(function, formula, relation="=", variance=None):
    def says(_, w):
        s = w.number("s", positive=True) if variance is None else variance
        return normal_mean(function, s, formula(s), relation)

    return lambda: outright(by_gaussian_integrals(statement_of(says, None)))


def _with_parameter():
    """The function calls its argument as the statement calls another number."""

    def says(_, w):
        t = w.number("t")
        return normal_mean(lambda s: exp(t * s), 1, exp(t**2 / 2))

    return by_gaussian_integrals(statement_of(says, None))


def _captured():
    """E e^(t s) for a number t, with the argument called t as well: not E e^(s^2)."""

    def says(_, w):
        number = w.number("t")
        return normal_mean(lambda t: exp(-number * t * t), 1, 1 / sqrt(1 + 2 * number))

    return by_gaussian_integrals(statement_of(says, None))


def _contradicting():
    def says(_, w):
        a, b, c = w.number("a", positive=True), w.number("b", positive=True), w.number("c")
        known = AtMost(c**2, a * b), AtMost(2 * a * b, c**2)
        mean = normal_mean(_both(relu), [[a, c], [c, b]], 7 * _arc_cosine(a, b, c))
        return Implies(All(known), mean)

    return judged(says, by_gaussian_integrals, None)


def _unfolded(a, b, c):
    return (sqrt(a * b - c**2) + c * acos(c / sqrt(a * b))) / (2 * PI)


def _by_slope(a, b, c):
    return sp.Rational(1, 4) + atan(c / sqrt(a * b - c**2)) / (2 * PI)


def _of_the_unit():
    """The squares of what the units get, times their numbers, add up to m a and one such number."""
    x, a = ConstantVector("x", 3), sp.Symbol("a", positive=True)
    W = RandomMatrix("W", 4, 3)
    said = units_mean(lambda u: u**2 * UNIT, W @ x, 4 * a * UNIT)
    return outright(by_gaussian_integrals(Implies(Mean(squared_norm(x), a), said)))


CASES = (
    _case(
        Slip.CONSTANT, "the arc-cosine kernel over pi: twice the mean", Truth.FALSE,
        _two(_both(relu), lambda a, b, c: 2 * _arc_cosine(a, b, c)),
    ),
    _case(
        Slip.CONSTANT, "the angle in place of pi less the angle: 0 in place of a at u = v",
        Truth.FALSE,
        _two(_both(relu), _unfolded),
    ),
    _case(
        Slip.CONSTANT, "both positive with the angle over 2 pi: 0 at u = v, not 1/2", Truth.FALSE,
        _two(_both(heaviside), lambda a, b, c: acos(c / sqrt(a * b)) / (2 * PI)),
    ),
    _case(
        Slip.CONSTANT, "erf with variances in place of 1 + 2 a, 1 + 2 b: 1 in place of less",
        Truth.FALSE, _two(_both(erf), lambda a, b, c: 2 / PI * asin(c / sqrt(a * b))),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION, "for all a, b, c: there are no numbers with c^2 > a b",
        Truth.FALSE, _two(_both(relu), _arc_cosine, hypothesis=None), never=NOT_PROVED,
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION, "variances that may be 0: a quotient by 0", Truth.FALSE,
        _two(_both(heaviside), _orthant, sort="nonnegative"), never=NOT_PROVED,
    ),
    _case(
        Slip.POLE, "by an arc tangent up to c^2 = a b, where it divides by 0", Truth.FALSE,
        _two(_both(heaviside), _by_slope),
        never=NOT_PROVED,
    ),
    _case(
        Slip.KINK, "|c| in place of c: false for c < 0", Truth.FALSE,
        _two(_both(relu), lambda a, b, c: _arc_cosine(a, b, abs(c))),
    ),
    _case(
        Slip.KINK, "one more from c = 5 on, where a derivative does not tell", Truth.FALSE,
        _two(_both(relu), lambda a, b, c: _arc_cosine(a, b, c) + heaviside(c - 5)),
    ),
    _case(
        Slip.KINK, "one more at c^2 = a b alone: 2 at u = v, a = 1", Truth.FALSE,
        _two(_both(relu), lambda a, b, c: _arc_cosine(a, b, c) + c**2 // (a * b)),
    ),
    _case(
        Slip.KINK, "atan(c + 5) + atan(1 / (c + 5)) is pi/2, and -pi/2 for c < -5", Truth.FALSE,
        _two(
            _both(relu),
            lambda a, b, c: _arc_cosine(a, b, c) + atan(c + 5) + atan(1 / (c + 5)) - PI / 2,
        ),
    ),
    _case(
        Slip.POLE, "Stein's formula for a step, by its slope where it has one, 0", Truth.FALSE,
        _stein(heaviside, lambda v: 0 * v),
    ),
    _case(
        Slip.CONSTANT, "Stein's formula for ReLU with ReLU for its slope", Truth.FALSE,
        _stein(relu, relu),
    ),
    _case(
        Slip.TRANSPOSE, "Stein's formula with A^T A in place of A A^T", Truth.FALSE,
        _stein(relu, heaviside, covariance=lambda A: A.T @ A),
    ),
    _case(Slip.LAW, "signs for weights", Truth.FALSE, _layer(_arc_cosine, law=Rademacher())),
    _case(Slip.LAW, "weights of mean 1", Truth.FALSE, _layer(_arc_cosine, law=Gaussian(1, 1))),
    _case(Slip.LAW, "weights of variance 2", Truth.FALSE, _layer(_arc_cosine, law=Gaussian(2))),
    _case(
        Slip.LAW, "two layers that are independent: no covariance", Truth.FALSE,
        _layer(_arc_cosine, second=True),
    ),
    _case(
        Slip.NAME, "c is the product of x with another vector", Truth.FALSE,
        _layer(_arc_cosine, other=True),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION, "inputs that may be 0: a quotient by 0", Truth.FALSE,
        _layer(_arc_cosine, positive=False), never=NOT_PROVED,
    ),
    _case(
        Slip.EDGE_SIZE, "right for one and two units, or in one and two dimensions", Truth.FALSE,
        _layer(_arc_cosine, more=lambda m, d: (m - 1) * (m - 2) * (d - 1) * (d - 2)),
    ),
    _case(
        Slip.EDGE_SIZE, "one unit, or many, in one dimension or many", Truth.TRUE,
        _layer(_arc_cosine),
    ),
    _case(Slip.NAME, "an argument called as the variance", Truth.TRUE, _with_parameter),
    _case(
        Slip.NAME, "an argument called as a number that may be negative: no mean below -1/2",
        Truth.FALSE, _captured, never=NOT_PROVED,
    ),
    _case(
        Slip.CONTRADICTION, "seven times the kernel, for c^2 <= a b and c^2 >= 2 a b", Truth.EMPTY,
        _contradicting,
    ),
    _case(
        Slip.FLOAT, "0.5 for the mean of a step", Truth.NO_STATEMENT,
        _one(heaviside, lambda s: 0.5),
    ),
    _case(
        Slip.CONSTANT, "E relu = sqrt(s / pi)", Truth.FALSE, _one(relu, lambda s: sqrt(s / PI)),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION, "E e^(z^2 / 4) for all variances: none from 2 on", Truth.FALSE,
        _one(lambda z: exp(z * z / 4), lambda s: 1 / sqrt(1 - s / 2)), never=NOT_PROVED,
    ),
    _case(
        Slip.CONSTANT, "E tanh^2 <= 0.394: it is 0.39429", Truth.FALSE,
        _one(lambda z: tanh(z) ** 2, lambda s: sp.Rational(394, 1000), "<=", 1),
    ),
    _case(
        Slip.CONSTANT, "E relu^2 <= 1/2 less 10^-40", Truth.FALSE,
        _one(lambda z: relu(z) ** 2, lambda s: sp.Rational(1, 2) - sp.Rational(1, 10**40), "<=", 1),
    ),
    _case(
        Slip.CONSTANT, "E relu^2 <= 1/2: equal", Truth.TRUE,
        _one(lambda z: relu(z) ** 2, lambda s: sp.Rational(1, 2), "<=", 1),
    ),
    _case(
        Slip.NAME, "the number of a unit, which is bound, in what is said of all units",
        Truth.NO_STATEMENT, _of_the_unit,
    ),
)  # fmt: skip
