r"""The formal solution of a recurrence at infinity, in balls, with a bound of what it leaves.

With :math:`x = 1/k` and :math:`\hat p_i(x) = x^s p_i(1/x)`, the truncated solution
:math:`f(k) = \rho^k k^\theta \sum_{j \le m} c_j x^j` put into the recurrence leaves

.. math:: \frac{1}{\rho^k k^\theta k^s} \sum_i p_i(k) f(k+i)
    = \sum_{j \le m} c_j x^j \sum_i \hat p_i(x) \rho^i (1 + ix)^{\theta - j} =: r(x) .

The coefficients of r up to :math:`x^{m+1}` vanish, by the choice of rho, theta and the
:math:`c_j`; so :math:`|r(x)| \le K x^{m+2}` on :math:`[0, X]`, and K is computed here.
"""

from dataclasses import dataclass

from flint import acb, arb

__all__ = ["FormalSolution", "formal_solution"]

_EXTRA = 12  # coefficients of r that are computed beyond those that vanish


@dataclass(frozen=True)
class FormalSolution:
    r"""One solution, truncated: rho, theta, the :math:`c_j`, and K, as balls.

    `residual` is None where no bound was found on the interval: make it shorter.
    """

    root: acb
    exponent: acb
    series: tuple[acb, ...]
    residual: arb | None

    def factor(self, shift: int, x: acb) -> acb:
        r"""Return :math:`f(k + i) / (\rho^k k^\theta)` for i = `shift` and x = 1/k."""
        base = 1 + shift * x
        y = x / base
        value = acb(0)
        for coefficient in reversed(self.series):
            value = value * y + coefficient
        return self.root**shift * (base**self.exponent) * value


def formal_solution(
    table: list[list[acb]], root: acb, exponent: acb, terms: int, longest: arb
) -> FormalSolution:
    """Compute the first `terms` coefficients after 1, and the bound on [0, `longest`].

    **Arguments**: `table[i][l]`, the coefficients of the recurrence by falling powers of k.
    """
    last = terms + 1 + _EXTRA
    powers = [root**i for i in range(len(table))]
    rows: list[list[acb]] = []
    series: list[acb] = []
    for n in range(terms + 1):
        rows.append(_row(table, powers, exponent - n, last - n))
        known = sum((c * rows[j][n + 1 - j] for j, c in enumerate(series)), acb(0))
        # R_n has 0 in front of x^0, since rho is a root, so that c_n enters with x^(n+1) first
        series.append(-known / rows[n][1] if n else acb(1))
    left = [
        sum((c * rows[j][e - j] for j, c in enumerate(series)), acb(0))
        for e in range(terms + 2, last + 1)
    ]
    bound = sum((abs(c) * longest**j for j, c in enumerate(left)), arb(0))
    for j, c in enumerate(series):
        tail = _tail(table, powers, exponent - j, last - j, longest)
        if tail is None:
            return FormalSolution(root, exponent, tuple(series), None)
        bound += abs(c) * tail * longest ** (last - terms - 1)
    return FormalSolution(root, exponent, tuple(series), bound.upper())


def _row(table: list[list[acb]], powers: list[acb], exponent: acb, last: int) -> list[acb]:
    r"""The coefficients of :math:`\sum_i \hat p_i(x) \rho^i (1 + ix)^\alpha` up to x^last."""
    row = [acb(0)] * (last + 1)
    for i, coefficients in enumerate(table):
        binomial = acb(1)
        for q in range(last + 1):
            for a, p in enumerate(coefficients[: last + 1 - q]):
                row[a + q] += powers[i] * p * binomial
            binomial *= (exponent - q) * i / (q + 1)
            if i == 0:
                break
    return row


def _tail(
    table: list[list[acb]], powers: list[acb], exponent: acb, last: int, longest: arb
) -> arb | None:
    """Bound, over [0, longest], what `_row` leaves out, divided by x^(last + 1)."""
    total = arb(0)
    for i, coefficients in enumerate(table):
        for a, p in enumerate(coefficients):
            first = max(last + 1 - a, 0)
            rest = _binomial_tail(exponent, i, first, longest)
            if rest is None:
                return None
            total += abs(powers[i]) * abs(p) * rest * longest ** max(a - last - 1, 0)
    return total


def _binomial_tail(exponent: acb, i: int, first: int, longest: arb) -> arb | None:
    r"""Bound :math:`x^{-Q} \sum_{q \ge Q} |\binom{\alpha}{q}| (ix)^q` for Q = `first`.

    The ratio of two terms is at most i x max(1, (|alpha| + Q)/(Q + 1)).
    """
    if i == 0:
        return arb(1 if first == 0 else 0)
    term = arb(1)
    for q in range(first):
        term *= abs(exponent - q) * i / (q + 1)
    ratio = i * longest * arb(1).max((abs(exponent) + first) / (first + 1))
    return term / (1 - ratio) if ratio < 1 else None
