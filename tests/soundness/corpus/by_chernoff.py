"""Tails that are false, of dependent or other numbers, or on the other side of the level."""

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
    Rademacher,
    RandomMatrix,
    RandomVector,
    WithProbability,
    by_chernoff,
    contract,
    entry,
    exp,
    log,
    squared_norm,
)
from theorem_checks.judging.judge import statement_of

_case = partial(Case, "by_chernoff")


def _exponent(m, e):
    return (e**3 - e**2) * m * Fraction(1, 4)


def _projection(
    bound=lambda m, e: 2 * exp(_exponent(m, e)),
    *,
    law=lambda m: Gaussian(1 / m),
    known="unit",
    least=True,
    events=lambda s, e: (AtMost(1 - e, s), AtMost(s, 1 + e)),
    square=squared_norm,
    sign=True,
):
    """The tail of a random projection, with something changed."""

    def says(_, w):
        m, d = w.size("m"), w.size("d")
        e = w.number("e", positive=True) if sign else w.number("e")
        A, x = RandomMatrix("A", m, d, law(m)), w.constant("x", d, known=known)
        near = WithProbability(All(events(square(A @ x), e)), 1 - bound(m, e))
        return Implies(Less(e, 1), near) if least else near

    return lambda: by_chernoff(statement_of(says, None))


def _loss(
    enough=lambda e, p: (log(2) - log(p)) / (2 * e**2), *, high=1, low=0, total=None, first=0
):
    """The risk of one hypothesis, with something changed."""

    def says(_, w):
        n, e, p = w.size("n"), w.number("e", positive=True), w.number("p", positive=True)
        mu = w.number("mu")
        loss = RandomVector("loss", n, Bounded(low, high, mu))
        mean = (total or (lambda y: contract("i", y)))(loss) / n
        near = All((AtMost(mu - e, mean), AtMost(mean, mu + e)))
        known = AtMost(low, mu), AtMost(mu, high), AtMost(enough(e, p), n)
        return Implies(All(known[first:]), WithProbability(near, 1 - p))

    return lambda: outright(by_chernoff(statement_of(says, None)))


def _two_names():
    """What is known of x is said of y."""

    def says(_, w):
        m, d = w.size("m"), w.size("d")
        A, y = RandomMatrix("A", m, d, Gaussian(1 / m)), w.constant("y", d)
        w.constant("x", d, known="unit")
        return WithProbability(AtMost(squared_norm(A @ y), 9), 1 - exp(-m))

    return by_chernoff(statement_of(says, None))


CASES = (
    _case(
        Slip.CONSTANT, "P(|A x|^2 < 1 + e) is small: at m = 1000, e = 1/2 it is nearly 1",
        Truth.FALSE, _projection(events=lambda s, e: (AtMost(1 + e, s),)),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION, "1 + e <= |A x|^2 <= 1 - e is likely: nothing is so",
        Truth.FALSE, _projection(events=lambda s, e: (AtMost(1 + e, s), AtMost(s, 1 - e))),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION, "the tail for x of any length: |x| = 10", Truth.FALSE,
        _projection(known=""),
    ),
    _case(Slip.NAME, "x has length 1, and y is projected: y = 10 x", Truth.FALSE, _two_names),
    _case(
        Slip.LAW, "entries of variance 1: the mean of |A x|^2 is m", Truth.FALSE,
        _projection(law=lambda m: Gaussian(1)),
    ),
    _case(
        Slip.LAW, "entries of mean 1: the mean of |A x|^2 is 1 + m (sum x)^2", Truth.FALSE,
        _projection(law=lambda m: Gaussian(1 / m, 1)),
    ),
    _case(
        Slip.LAW, "any law of kurtosis m^9: at m = 100 nearly all entries are 0, and so is |A x|",
        Truth.FALSE, _projection(law=lambda m: IID(variance=1 / m, kurtosis=m**9)),
    ),
    _case(
        Slip.CONSTANT, "2 exp(-(e^2 - e^3) m): at m = 1000, e = 1/5 it is 2 e^-32, the tail 1e-6",
        Truth.FALSE, _projection(lambda m, e: 2 * exp(4 * _exponent(m, e))),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION, "2 exp(-e^2 m / 8) for all e > 0: at e = 10, m = 1 it is 7e-6",
        Truth.FALSE,
        _projection(lambda m, e: 2 * exp(-(e**2) * m * Fraction(1, 8)), least=False),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION, "the tail for e < 0, too: at e = -1, m = 100 nothing lies between",
        Truth.FALSE, _projection(sign=False),
    ),
    _case(
        Slip.EDGE_SIZE, "less than nothing fails from m = 1,001 on", Truth.FALSE,
        _projection(lambda m, e: 2 * exp(_exponent(m, e)) * (1001 - m)),
    ),
    _case(
        Slip.LAW, "all entries of A x are the first one: the mean of squares is one square",
        Truth.FALSE, _projection(square=lambda y: entry(y, 0) ** 2 * y.shape[0]),
    ),
    _case(
        Slip.TRANSPOSE, "the square of the sum of entries: its mean is 1, its tail that of one",
        Truth.FALSE, _projection(square=lambda y: contract("ij,kj", y, y)),
    ),
    _case(
        Slip.POLE, "2 exp(-m / (1 - e)): at e = 9/10, m = 10 it is 2 e^-100", Truth.FALSE,
        _projection(lambda m, e: 2 * exp(-m / (1 - e))),
    ),
    _case(
        Slip.CONSTANT, "log(2/p) / (4 e^2) losses are enough: at mu = 1/2, small e and p = 1/10^4",
        Truth.FALSE, _loss(lambda e, p: (log(2) - log(p)) / (4 * e**2)),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION, "losses on [0, 2] need no more: signs of mean 1 are as wide",
        Truth.FALSE, _loss(high=2),
    ),
    _case(
        Slip.LAW, "the sum of squares of losses on [0, 1] is near n mu: it is so for 0 and 1 only",
        Truth.FALSE, _loss(total=squared_norm),
    ),
    _case(
        Slip.EMPTY, "one loss is enough for every e and p", Truth.FALSE, _loss(lambda e, p: 1),
    ),
    _case(
        Slip.LAW, "random signs on the scale of a normal law: no fact is about them", Truth.FALSE,
        lambda: by_chernoff(
            WithProbability(
                AtMost(squared_norm(RandomVector("s", 4, Rademacher())), 3), sp.Rational(1, 9)
            )
        ),
    ),
    _case(
        Slip.CONTRADICTION, "an event is likelier than 1", Truth.FALSE,
        lambda: by_chernoff(WithProbability(AtMost(squared_norm(RandomVector("g", 4)), 99), 2)),
    ),
    _case(
        Slip.CONSTANT, "one side alone fails half as often: it does", Truth.TRUE,
        _projection(
            lambda m, e: exp(_exponent(m, e)), events=lambda s, e: (AtMost(s, 1 + e),)
        ),
    ),
    _case(Slip.CONSTANT, "log(2/p) / (2 e^2) losses are enough: they are", Truth.TRUE, _loss()),
    _case(
        Slip.CONTRADICTION, "losses in [0, 1] of any mean: there are none of mean 5", Truth.EMPTY,
        _loss(first=2), NOT_PROVED,
    ),
    _case(
        Slip.CONTRADICTION, "losses in [1, 0]: there are none", Truth.EMPTY,
        _loss(low=1, high=0), NOT_PROVED,
    ),
)  # fmt: skip
