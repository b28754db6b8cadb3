"""Tails from means and variances that are false: other laws, signs, sides, dependent numbers."""

from fractions import Fraction
from functools import partial

import sympy as sp

from tests.soundness.cases import NOT_PROVED, Case, Slip, Truth, outright
from theorem_checks import (
    IID,
    All,
    AtMost,
    Bounded,
    Gaussian,
    Implies,
    Less,
    RandomMatrix,
    RandomVector,
    WithProbability,
    by_chebyshev,
    by_chernoff,
    by_markov,
    by_sure_event,
    contract,
    entry,
    exp,
    inner,
    squared_norm,
)
from theorem_checks.judging.judge import statement_of

_chebyshev = partial(Case, "by_chebyshev")
_markov = partial(Case, "by_markov")
_bernstein = partial(Case, "by_chernoff")
_surely = partial(Case, "by_sure_event")

n = sp.Symbol("n", integer=True, positive=True)
a = sp.Symbol("a", real=True)


def _near(
    failing=lambda n, e, v: v / (n * e**2),
    *,
    law=lambda mu, v: IID(variance=v, mean=mu),
    total=lambda y: contract("i", y),
    events=lambda mean, mu, e: (AtMost(mu - e, mean), AtMost(mean, mu + e)),
    sign=True,
):
    """The mean of n numbers lies near mu, with something changed."""

    def says(_, w):
        n, v, mu = w.size("n"), w.number("v", positive=True), w.number("mu")
        e = w.number("e", positive=True) if sign else w.number("e")
        mean = total(RandomVector("y", n, law(mu, v))) / n
        return WithProbability(All(events(mean, mu, e)), 1 - failing(n, e, v))

    return lambda: outright(by_chebyshev(statement_of(says, None)))


def _length(failing=lambda t: 1 / t, *, known="unit", square=squared_norm, law=None, strict=True):
    """The length of a projection lies below a level, with something changed."""

    def says(_, w):
        m, d, t = w.size("m"), w.size("d"), w.number("t", positive=strict or None)
        A = RandomMatrix("A", m, d, law(m) if law else IID(variance=1 / m))
        x = w.constant("x", d, known=known)
        return WithProbability(Less(square(A @ x), t), 1 - failing(t))

    return lambda: outright(by_markov(statement_of(says, None)))


def _sum(bound, *, reach=1, least=True, middle=0):
    """The mean of bounded numbers of some variance lies near theirs, with something changed."""

    def says(_, w):
        n, e = w.size("n"), w.number("e", positive=True)
        b, v, mu = w.number("b", positive=True), w.number("v", positive=True), w.number("mu")
        law = Bounded(mu - reach * b, mu + reach * b, mu + middle, v)
        mean = contract("i", RandomVector("y", n, law)) / n
        near = WithProbability(AtMost(mean, mu + e), 1 - bound(n, e, b, v))
        return Implies(AtMost(v, b**2), near) if least else near

    return lambda: outright(by_chernoff(statement_of(says, None)))


def _exponent(n, e, b, v, *, third=Fraction(1, 3)):
    return exp(-n * e**2 / (2 * (v + b * e * third)))


def _two_names():
    """What is known of x is said of y."""

    def says(_, w):
        m, d = w.size("m"), w.size("d")
        A, y = RandomMatrix("A", m, d, Gaussian(1 / m)), w.constant("y", d)
        w.constant("x", d, known="unit")
        return WithProbability(AtMost(squared_norm(A @ y), 9), Fraction(8, 9))

    return by_markov(statement_of(says, None))


CASES = (
    _chebyshev(
        Slip.CONSTANT, "half of Chebyshev's bound: signs are off by 1 at n = 1", Truth.FALSE,
        _near(lambda n, e, v: v / (2 * n * e**2)),
    ),
    _chebyshev(
        Slip.CONSTANT, "v / (n^2 e^2): the mean of normal numbers is as wide as n^(-1/2)",
        Truth.FALSE, _near(lambda n, e, v: v / (n * e) ** 2),
    ),
    _chebyshev(
        Slip.LAW, "n times one number, over n: it does not come nearer with n", Truth.FALSE,
        _near(total=lambda y: entry(y, 0) * y.shape[0]),
    ),
    _chebyshev(
        Slip.HIDDEN_ASSUMPTION, "for e of any sign: at e = -1 nothing lies between", Truth.FALSE,
        _near(sign=False),
    ),
    _chebyshev(
        Slip.ORDER_OF_EVALUATION, "mu + e <= mean <= mu - e: nothing is so", Truth.FALSE,
        _near(events=lambda mean, mu, e: (AtMost(mu + e, mean), AtMost(mean, mu - e))),
    ),
    _chebyshev(
        Slip.CONSTANT, "above mu + e is where the mean is", Truth.FALSE,
        _near(events=lambda mean, mu, e: (Less(mu + e, mean),)),
    ),
    _chebyshev(
        Slip.CONSTANT, "one side is nearer than is said: mu - e/2", Truth.FALSE,
        _near(events=lambda mean, mu, e: (AtMost(mu - e / 2, mean), AtMost(mean, mu + e))),
    ),
    _chebyshev(
        Slip.LAW, "numbers around 0 lie near mu: at mu = 9 they do not", Truth.FALSE,
        _near(law=lambda mu, v: IID(variance=v)),
    ),
    _chebyshev(
        Slip.LAW, "of a law without a variance that is known", Truth.FALSE,
        _near(law=lambda mu, v: Bounded(mu - 1, mu + 1, mu)),
    ),
    _chebyshev(
        Slip.EDGE_SIZE, "nothing fails at n = 1,001", Truth.FALSE,
        _near(lambda n, e, v: v * (1001 - n) / (n * e**2)),
    ),
    _chebyshev(
        Slip.CONTRADICTION, "numbers of a variance that is more than their range allows",
        Truth.EMPTY,
        _near(lambda n, e, v: 4 / (n * e**2), law=lambda mu, v: Bounded(mu - 1, mu + 1, mu, 4)),
        NOT_PROVED,
    ),
    _chebyshev(Slip.CONSTANT, "Chebyshev's bound for a mean", Truth.TRUE, _near()),
    _markov(
        Slip.CONSTANT, "half of Markov's bound: one sign at m = d = 1, t = 1", Truth.FALSE,
        _length(lambda t: 1 / (2 * t)),
    ),
    _markov(
        Slip.HIDDEN_ASSUMPTION, "for x of any length: |x| = 9", Truth.FALSE, _length(known=""),
    ),
    _markov(Slip.NAME, "x has length 1, and y is projected: y = 10 x", Truth.FALSE, _two_names),
    _markov(
        Slip.LAW, "the sum of entries of A x has mean 0, and is often below 0", Truth.FALSE,
        _length(lambda t: 0 * t, square=lambda y: contract("i", y)),
    ),
    _markov(
        Slip.LAW, "entries of variance 1: the mean is m", Truth.FALSE,
        _length(law=lambda m: IID(variance=1)),
    ),
    _markov(
        Slip.HIDDEN_ASSUMPTION, "below a level t of any sign, at least 1 - 1/t: t = -1",
        Truth.FALSE, _length(strict=False),
    ),
    _markov(
        Slip.LAW, "the product of two numbers that are not negative only by chance", Truth.FALSE,
        lambda: by_markov(WithProbability(
            Less(inner(RandomVector("x", n), RandomVector("y", n)), 1), 1
        )),
    ),
    _markov(
        Slip.LAW, "numbers from -1 on of mean 0 are never more than 1/2", Truth.FALSE,
        lambda: by_markov(WithProbability(
            Less(contract("i", RandomVector("x", n, Bounded(-1, 1, 0))), sp.Rational(1, 2)), 1
        )),
    ),
    _markov(Slip.CONSTANT, "Markov's bound for a length", Truth.TRUE, _length()),
    _bernstein(
        Slip.CONSTANT, "without b: e^(-n e^2 / (2 v)), of what is rare and large", Truth.FALSE,
        _sum(lambda *at: _exponent(*at, third=Fraction(0))),
    ),
    _bernstein(
        Slip.HIDDEN_ASSUMPTION, "of numbers up to 2 b off: v small, one of them is", Truth.FALSE,
        _sum(_exponent, reach=10),
    ),
    _bernstein(
        Slip.LAW, "of a mean that is larger by 1", Truth.FALSE, _sum(_exponent, middle=1),
    ),
    _bernstein(
        Slip.CONTRADICTION, "of any variance: there is no such law for v > b^2", Truth.EMPTY,
        _sum(_exponent, least=False), NOT_PROVED,
    ),
    _bernstein(Slip.CONSTANT, "Bernstein's bound itself", Truth.TRUE, _sum(_exponent)),
    _surely(
        Slip.LAW, "an inner product is not negative", Truth.FALSE,
        lambda: by_sure_event(WithProbability(
            AtMost(0, inner(RandomVector("x", n), RandomVector("y", n))), 1
        )),
    ),
    _surely(
        Slip.EDGE_SIZE, "a square is positive: at 0 it is not", Truth.FALSE,
        lambda: by_sure_event(WithProbability(
            Less(0, squared_norm(RandomVector("x", n, Bounded(0, 1, 0)))), 1
        )),
    ),
    _surely(
        Slip.CONTRADICTION, "a square is not negative, with probability 2", Truth.FALSE,
        lambda: by_sure_event(WithProbability(AtMost(0, squared_norm(RandomVector("x", n))), 2)),
    ),
    _surely(
        Slip.CONSTANT, "a x^2 is not negative: a = -1", Truth.FALSE,
        lambda: by_sure_event(
            WithProbability(AtMost(0, squared_norm(RandomVector("x", n)) * a), 1)
        ),
    ),
    _surely(
        Slip.LAW, "entries from a on are not negative: a = -1", Truth.FALSE,
        lambda: by_sure_event(WithProbability(
            AtMost(0, contract("i", RandomVector("x", n, Bounded(a, a + 1, a)))), 1
        )),
    ),
    _surely(
        Slip.NAME, "two entries of one vector, at the places 0 and 1, are in order", Truth.FALSE,
        lambda: by_sure_event(WithProbability(
            AtMost(entry(RandomVector("x", 2), 0), entry(RandomVector("x", 2), 1)), 1
        )),
    ),
    _surely(
        Slip.ORDER_OF_FACTORS, "x_0 x_1 <= |x|^2 / 2 in two dimensions, as 0 <= (x_0 - x_1)^2",
        Truth.TRUE,
        lambda: by_sure_event(WithProbability(AtMost(
            entry(RandomVector("x", 2), 0) * entry(RandomVector("x", 2), 1) * 2,
            entry(RandomVector("x", 2), 0) ** 2 + entry(RandomVector("x", 2), 1) ** 2,
        ), 1)),
    ),
)  # fmt: skip
