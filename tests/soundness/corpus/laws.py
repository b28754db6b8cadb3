"""Laws that no random variable has."""

from collections.abc import Callable
from functools import partial

import sympy as sp

from tests.soundness.cases import Case, Slip, Truth, outright
from theorem_checks import (
    IID,
    Discrete,
    Evidence,
    Gaussian,
    Rademacher,
    RandomVector,
    Uniform,
    entry,
    prove_moment,
    squared_norm,
)

__all__ = ["CASES"]

_law = partial(Case, "prove_moment")

d, n = sp.symbols("d n", integer=True, positive=True)
s, k = sp.symbols("s k", positive=True)
p = sp.Symbol("p", positive=True)
real = sp.Symbol("r", real=True)


def _power(order: int, law: Callable[[], object], mean: object) -> Callable[[], Evidence]:
    """Ask whether the entries of a law have a mean power."""

    def ask() -> Evidence:
        vector = RandomVector("w", n, law())  # pyright: ignore
        return outright(prove_moment(entry(vector, 0) ** order, mean))  # pyright: ignore

    return ask


CASES = (
    _law(
        Slip.LAW,
        "E w^4 = 1/2 where E w = 0 and E w^2 = 1: a fourth moment is at least 1",
        Truth.EMPTY,
        _power(4, lambda: IID(moments={1: 0, 2: 1, 4: "1/2"}), sp.Rational(1, 2)),
    ),
    _law(
        Slip.LAW,
        "E w^3 = 5 where E w = 0, E w^2 = 1, E w^4 = 2: a kurtosis of 2 allows a skewness of 1",
        Truth.EMPTY,
        _power(3, lambda: IID(moments={1: 0, 2: 1, 3: 5, 4: 2}), 5),
    ),
    _law(
        Slip.LAW,
        "E w^2 = 1 where E w = 2: a second moment is at least 4",
        Truth.EMPTY,
        _power(2, lambda: IID(moments={1: 2, 2: 1}), 1),
    ),
    _law(
        Slip.LAW,
        "E w^6 = 2 where E w^2 = 1 and E w^4 = 2: by Cauchy and Schwarz it is at least 4",
        Truth.EMPTY,
        _power(6, lambda: IID(moments={2: 1, 4: 2, 6: 2}, symmetric=True), 2),
    ),
    _law(
        Slip.LAW,
        "E w^4 = 0 from cumulants 0, 1, 0, -3: it is at least 1",
        Truth.EMPTY,
        _power(4, lambda: IID(cumulants={1: 0, 2: 1, 3: 0, 4: -3}), 0),
    ),
    _law(
        Slip.LAW,
        "E w^2 = -1 for a variance of -1",
        Truth.EMPTY,
        _power(2, lambda: Gaussian(-1), -1),
    ),
    _law(
        Slip.LAW,
        "E w^2 = -s for a sign times the root of -s, s > 0",
        Truth.EMPTY,
        _power(2, lambda: Rademacher(-s), -s),
    ),
    _law(
        Slip.LAW,
        "E w^2 = -1 - r^2 for uniform w and real r",
        Truth.EMPTY,
        _power(2, lambda: Uniform(-1 - real**2), -1 - real**2),
    ),
    _law(
        Slip.HIDDEN_ASSUMPTION,
        "E w = 1 + p for the value 1 with probability 1 + p and 0 with -p, where p > 0",
        Truth.EMPTY,
        _power(1, lambda: Discrete({1: 1 + p, 0: -p}), 1 + p),
    ),
    _law(
        Slip.EMPTY,
        "E w = 0 for a law on no values",
        Truth.EMPTY,
        _power(1, lambda: Discrete({}), 0),
    ),
    _law(
        Slip.CONSTANT,
        "E w = 2/3 for probabilities 1/3 at 1 and 1/3 at 2, which sum to 2/3",
        Truth.EMPTY,
        _power(1, lambda: Discrete({1: "1/3", 2: "1/3"}), 1),
    ),
    _law(
        Slip.CONTRADICTION,
        "E w^3 = 1 for a symmetric law",
        Truth.EMPTY,
        _power(3, lambda: IID(moments={1: 0, 2: 1, 3: 1}, symmetric=True), 1),
    ),
    _law(
        Slip.FLOAT,
        "E w^2 = 1/10 for a variance of 0.1",
        Truth.NO_STATEMENT,
        _power(2, lambda: Gaussian(0.1), sp.Rational(1, 10)),  # pyright: ignore
    ),
    _law(
        Slip.FLOAT,
        "E w = 0 for 1 and -1 with probability 0.5",
        Truth.NO_STATEMENT,
        _power(1, lambda: Discrete({1: 0.5, -1: 0.5}), 0),  # pyright: ignore
    ),
    _law(
        Slip.LAW,
        "E w^2 = 0 for the constant 0, a law of variance 0: true",
        Truth.TRUE,
        _power(2, lambda: Gaussian(0), 0),
    ),
    _law(
        Slip.LAW,
        "E w^4 = s^2/2 where E w = 0 and E w^2 = s > 0: it is at least s^2",
        Truth.EMPTY,
        _power(4, lambda: IID(moments={1: 0, 2: s, 4: s**2 / 2}), s**2 / 2),
    ),
    _law(
        Slip.LAW,
        "E w^4 = s^2 k for every kurtosis k below 1, as k = -c for c > 0: there is none",
        Truth.EMPTY,
        _power(4, lambda: IID(variance=s, kurtosis=-k), -k * s**2),
    ),
    _law(
        Slip.LAW,
        "E w^4 = 3 s^2 for a law of skewness 2 and kurtosis 3: a kurtosis is at least 1 + 4",
        Truth.EMPTY,
        _power(4, lambda: IID(variance=s, skewness=2, kurtosis=3), 3 * s**2),
    ),
    _law(
        Slip.LAW,
        "E w^2 = s where E w = 1 + s, s > 0: it is at least (1 + s)^2",
        Truth.EMPTY,
        _power(2, lambda: IID(moments={1: 1 + s, 2: s}), s),
    ),
    _law(
        Slip.LAW,
        "E w^4 = 1 + s where E w^2 = 0, s > 0: such a w is 0",
        Truth.EMPTY,
        _power(4, lambda: IID(moments={1: 0, 2: 0, 4: 1 + s}), 1 + s),
    ),
    _law(
        Slip.LAW,
        "E w^2 = the imaginary unit, for a Gaussian of this variance",
        Truth.EMPTY,
        _power(2, lambda: Gaussian(sp.I), sp.I),
    ),
    _law(
        Slip.HIDDEN_ASSUMPTION,
        "E w^2 = 0 for a Gaussian of variance 1 whose mean is the imaginary unit",
        Truth.EMPTY,
        _power(2, lambda: Gaussian(1, sp.I), 0),
    ),
    _law(
        Slip.HIDDEN_ASSUMPTION,
        "E w^2 = -1 for values i and -i with probability 1/2: entries are real",
        Truth.EMPTY,
        _power(2, lambda: Discrete({sp.I: "1/2", -sp.I: "1/2"}), -1),
    ),
    _law(
        Slip.EDGE_SIZE,
        "E |w|^2 = n (n - 2) for n entries of variance n - 2: at n = 1 there is no such law",
        Truth.FALSE,
        lambda: outright(
            prove_moment(squared_norm(RandomVector("w", n, Gaussian(n - 2))), n * (n - 2))
        ),
    ),
    _law(
        Slip.POLE,
        "E |w|^2 = n/(n - 1) for n entries of variance 1/(n - 1): at n = 1 it is not defined",
        Truth.FALSE,
        lambda: outright(
            prove_moment(squared_norm(RandomVector("w", n, Gaussian(1 / (n - 1)))), n / (n - 1))
        ),
    ),
    _law(
        Slip.EDGE_SIZE,
        "E w^4 = n - 5 for entries of kurtosis n - 5: at n = 5 it is 0, and there is no such law",
        Truth.FALSE,
        _power(4, lambda: IID(variance=1, kurtosis=n - 5), n - 5),
    ),
    _law(
        Slip.EDGE_SIZE,
        "E w = n for the value 1 with probability n and 0 with 1 - n: at n = 2 that is -1",
        Truth.FALSE,
        _power(1, lambda: Discrete({1: n, 0: 1 - n}), n),
    ),
    _law(
        Slip.CONTRADICTION,
        "E w^2 = v for a variance v that is imaginary",
        Truth.EMPTY,
        _power(
            2,
            lambda: Gaussian(sp.Symbol("v", imaginary=True)),
            sp.Symbol("v", imaginary=True),
        ),
    ),
)
