r"""What a linear RNN of given width has at initialisation, exactly.

`finite_width(n, T, nu_W, nu_F, nu_C)` gives, for every lag, mean and standard deviation of the
coefficient R_jj of the tangent kernel and of L_j, beside their limits; `coefficient` the same of
any R_jk, which for j != k the limit does not have; `least_width` the width from which the mean is
within a wanted relative error of the limit, deviation included or not.

One input and one output: for n_x and n_y of them the kernel is the same coefficient times I.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import sympy as sp

from proofs.linear_rnn.s2_linear_rnns.equation_4 import C, F, W, n, nu_C, nu_F, nu_W
from proofs.linear_rnn.s3_3_rnn_parametrization.theorem_3_3_a import word
from theorem_checks import ArgumentError, expectation, inner, to_fraction, variance

__all__ = [
    "CoefficientMoments",
    "LagMoments",
    "coefficient",
    "finite_width",
    "gradient_of",
    "kernel_mean",
    "kernel_of",
    "kernel_statistic",
    "kernel_variance",
    "leading_variance",
    "least_width",
    "plot_finite_width",
]

MOST_LAG_OF_MEANS = 14  # some 15 seconds, once in a process
MOST_LAG_OF_VARIANCES = 5  # some 3


@dataclass(frozen=True)
class LagMoments:
    """Exact moments at one lag and width, in the rationals that the variances are.

    **Fields**: `lag`; `mean` and `variance` of R_jj (the variance is None above lag 5), and its
    term of order 1/n, `leading_variance`, at every lag; `limit`, rho_j; `response`, E L_j^2;
    `response_limit`, nu_C nu_F nu_W^j.
    """

    lag: int
    mean: Fraction
    variance: Fraction | None
    leading_variance: Fraction
    limit: Fraction
    response: Fraction
    response_limit: Fraction

    @property
    def deviation(self) -> float | None:
        """The standard deviation of R_jj."""
        return None if self.variance is None else float(self.variance) ** 0.5

    @property
    def leading_deviation(self) -> float:
        """The standard deviation of R_jj to the leading order in 1/n."""
        return float(self.leading_variance) ** 0.5

    @property
    def relative_error(self) -> Fraction:
        """How far the mean is off the limit, relative to the limit."""
        return self.mean / self.limit - 1


@dataclass(frozen=True)
class CoefficientMoments:
    """Exact moments of R_jk at a width.

    **Fields**: the lags `j` and `k`; `mean`; `variance`, None if a lag is above 5; `limit`, which
    is rho_j for j = k and else 0.
    """

    j: int
    k: int
    mean: Fraction
    variance: Fraction | None
    limit: Fraction

    @property
    def deviation(self) -> float | None:
        """The standard deviation of R_jk."""
        return None if self.variance is None else float(self.variance) ** 0.5


def gradient_of(W: Any, F: Any, C: Any, j: int) -> tuple[Any, Any, list[tuple[Any, Any]]]:
    r"""Return the gradients of n^{(j+1)/2} L_j = C W^j F by C and by F, and that by W.

    The last is the sum of the outer products u v^T of the pairs, one for each place of W.
    """
    right, left = [F], [C]  # W^lag F and (W^T)^lag C
    for _ in range(j):
        right.append(W @ right[-1])
        left.append(W.T @ left[-1])
    return right[j], left[j], [(left[a], right[j - 1 - a]) for a in range(j)]


def kernel_of(W: Any, F: Any, C: Any, j: int, k: int) -> Any:
    r"""Return n^{(j+k+2)/2} R_jk, the inner product of the gradients of L_j and L_k."""
    (*one, by_W), (*other, by_W2) = (gradient_of(W, F, C, lag) for lag in (j, k))
    total = inner(one[0], other[0]) + inner(one[1], other[1])
    for u, v in by_W:
        for u2, v2 in by_W2:
            total = total + inner(u, u2) * inner(v, v2)
    return total


@cache
def kernel_statistic(j: int, k: int) -> Any:
    """Return n^{(j+k+2)/2} R_jk at initialisation; see `kernel_of`."""
    return kernel_of(W, F, C, j, k)


@cache
def kernel_mean(j: int, k: int) -> sp.Expr:
    """Return E R_jk, a polynomial in 1/n and the variances; 0 where j + k is odd."""
    if (j + k) % 2:
        return sp.Integer(0)
    mean = sp.sympify(expectation(kernel_statistic(j, k)))
    return sp.expand(mean / n ** sp.Rational(j + k + 2, 2))


@cache
def kernel_variance(j: int, k: int | None = None) -> sp.Expr:
    """Return Var R_jk, or Var R_jj, a polynomial in 1/n and the variances."""
    other = j if k is None else k
    return sp.expand(sp.sympify(variance(kernel_statistic(j, other))) / n ** (j + other + 2))


def leading_variance(j: Any, w: Any = nu_W, f: Any = nu_F, c: Any = nu_C) -> Any:
    """Return the limit of n Var R_jj, for a lag and variances that are numbers or symbols."""
    places = j * (j + 1) * (2 * j + 1) * c**2 * f**2 * Fraction(2, 3)
    return (
        2 * (j + 1) * (c**2 + f**2) * w ** (2 * j)
        + 2 * j * (j + 1) * c * f * (c + f) * w ** (2 * j - 1)
        + places * w ** (2 * j - 2)
    )


def finite_width(width: int, T: int, nu_W: Any, nu_F: Any = 1, nu_C: Any = 1) -> list[LagMoments]:
    """Return the exact moments at every lag below T.

    **Arguments**: the number of hidden units; `T` <= 15; the variances of W, F and C, exact and
    positive: integers, fractions, strings such as '3/10'.

    **Raises** `ArgumentError` for a width or T out of range, and for a variance that is not
    positive; `ExactnessError` for a float.
    """
    _within_range("T", T, 1, MOST_LAG_OF_MEANS + 1)
    point = _point(width, nu_W, nu_F, nu_C)
    return [_at(lag, point) for lag in range(T)]


def coefficient(
    width: int, j: int, k: int, nu_W: Any, nu_F: Any = 1, nu_C: Any = 1
) -> CoefficientMoments:
    """Return the exact moments of the coefficient R_jk at two lags.

    **Arguments**: as in `finite_width`; lags from 0 to 14.

    **Raises** as `finite_width` does, and `ArgumentError` for a lag out of range.
    """
    for name, lag in (("j", j), ("k", k)):
        _within_range(name, lag, 0, MOST_LAG_OF_MEANS)
    point = _point(width, nu_W, nu_F, nu_C)
    first, last = sorted((j, k))
    known = last <= MOST_LAG_OF_VARIANCES
    return CoefficientMoments(
        j,
        k,
        _value(kernel_mean(first, last), point),
        _value(kernel_variance(first, last), point) if known else None,
        _value(_rho(j), point) if j == k else Fraction(0),
    )


def least_width(
    relative: Any, T: int, nu_W: Any, nu_F: Any = 1, nu_C: Any = 1, *, deviations: int = 0
) -> int:
    """Return the least width from which on R_jj is this near to rho_j, relative to it, at all lags.

    **Arguments**: the wanted `relative` error, exact; `deviations`, how many standard deviations
    are added to the distance of the mean (0: the mean alone; then T may be up to 15, else 6); the
    others as in `finite_width`.

    Found by doubling and bisection, since the distance of the mean falls with the width: it is a
    polynomial in 1/n whose coefficients count pairings.

    **Raises** as `finite_width` does, and for a relative error that is not positive.
    """
    wanted = _positive("relative", relative)
    _within_range("T", T, 1, MOST_LAG_OF_MEANS + 1)
    if deviations and not 1 <= T <= MOST_LAG_OF_VARIANCES + 1:
        raise ArgumentError("T", T, f"at most {MOST_LAG_OF_VARIANCES + 1} with deviations")

    def near(width: int) -> bool:
        point = _point(width, nu_W, nu_F, nu_C)
        return all(_is_near(lag, point, wanted, deviations) for lag in range(T))

    high = 1
    while not near(high):
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if near(middle) else (middle, high)
    return high


def plot_finite_width(moments: Sequence[LagMoments], axes: Any = None) -> Any:
    """Draw rho_j, and mean and standard deviation at the width; return Matplotlib's axes.

    Above lag 5 the deviation is that to the leading order.
    """
    if axes is None:
        import matplotlib.pyplot as plt

        _, axes = plt.subplots()
    lags = [one.lag for one in moments]
    axes.plot(lags, [float(one.limit) for one in moments], "k_", label=r"limit $\rho_j$")
    axes.errorbar(
        lags,
        [float(one.mean) for one in moments],
        yerr=[one.deviation or one.leading_deviation for one in moments],
        fmt="o",
        label=r"$R_{jj}$, mean and deviation",
    )
    axes.set_xlabel("lag j")
    axes.set_yscale("log")
    axes.legend()
    return axes


def _at(lag: int, point: dict[Any, Any]) -> LagMoments:
    words = expectation(word(lag, lag)) if lag else n
    response_limit = nu_C * nu_F * nu_W**lag
    known = lag <= MOST_LAG_OF_VARIANCES
    return LagMoments(
        lag=lag,
        mean=_value(kernel_mean(lag, lag), point),
        variance=_value(kernel_variance(lag), point) if known else None,
        leading_variance=_value(leading_variance(lag) / n, point),
        limit=_value(_rho(lag), point),
        response=_value(response_limit * sp.sympify(words) / n ** (lag + 1), point),
        response_limit=_value(response_limit, point),
    )


def _rho(lag: int) -> sp.Expr:
    """rho_j of eq. (21)."""
    return nu_C * (lag * nu_F * nu_W ** (lag - 1) + nu_W**lag) + nu_F * nu_W**lag


def _value(expression: Any, point: dict[Any, Any]) -> Fraction:
    return to_fraction(sp.sympify(expression).subs(point))


def _is_near(lag: int, point: dict[Any, Any], wanted: Fraction, deviations: int) -> bool:
    """Whether |mean - limit| + deviations * sd <= wanted * limit, without a root."""
    limit = _value(_rho(lag), point)
    room = wanted * limit - abs(_value(kernel_mean(lag, lag), point) - limit)
    if room < 0 or not deviations:
        return room >= 0
    return deviations**2 * _value(kernel_variance(lag), point) <= room**2


def _point(width: int, w: Any, f: Any, c: Any) -> dict[Any, Any]:
    _within_range("width", width, 1)
    given = {nu_W: ("nu_W", w), nu_F: ("nu_F", f), nu_C: ("nu_C", c)}
    values = {symbol: _positive(name, value) for symbol, (name, value) in given.items()}
    exact = {symbol: sp.Rational(v.numerator, v.denominator) for symbol, v in values.items()}
    return {**exact, n: sp.Integer(width)}


def _within_range(name: str, value: Any, least: int, most: int | None = None) -> None:
    if not isinstance(value, int) or value < least or (most is not None and value > most):
        ends = f"of at least {least}" if most is None else f"from {least} to {most}"
        raise ArgumentError(name, value, f"an integer {ends}")


def _positive(name: str, value: Any) -> Fraction:
    exact = to_fraction(value, name)
    if exact <= 0:
        raise ArgumentError(name, value, "a positive number")
    return exact
