"""Expectations, variances and joint cumulants of statistics, with symbolic dimensions."""

from collections import Counter
from itertools import chain, combinations
from math import prod

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.moments.cumulants import NetworkEngine
from theorem_checks.proving.moments.labelling import Labeller
from theorem_checks.proving.moments.residuals import residual_expression
from theorem_checks.proving.moments.settings import Component, Setting
from theorem_checks.proving.moments.values import Value, scaled, summed_up
from theorem_checks.proving.moments.walks import edges_of_words, words_of_edges
from theorem_checks.proving.moments.words import WordEngine
from theorem_checks.statements.exact import ExactLike
from theorem_checks.statements.moments.law import require_known
from theorem_checks.statements.moments.networks import Monomial
from theorem_checks.statements.moments.statistics import Statistic, as_statistic, symbols_of

__all__ = ["covariance", "expectation", "expectation_by_constants", "joint_cumulant", "variance"]


def expectation(statistic: Statistic | ExactLike) -> sp.Expr:
    """The expectation of a statistic, exactly, for all dimensions.

    A product of entries of independent tensors is reduced entry by entry, words in Gaussian
    matrices by Stein's identity and all else by cumulants; an index that no entry bears any more
    sums to its dimension.

    **Arguments**: `statistic`, built of `trace`, `entry`, `squared_norm`, `inner`, `quadratic`,
    `bilinear` and `contract`.

    **Returns** an expanded SymPy expression: a polynomial in the dimensions, with coefficients in
    the parameters of the laws and of the statistic. Constant matrices stay in it as traces,
    entries and sums of matrix symbols, and symbolic fixed indices as Kronecker deltas.

    **Raises** `MissingMomentError`, which names a moment that the result depends on and a law
    was not given; `ExactnessError` for a float.

    **Scope**: all dimensions from 0 on, and above the integer indices in `entry`.
    """
    parts = expectation_by_constants(as_statistic(statistic))
    return sp.Add(*(sp.expand(coefficient * constants) for constants, coefficient in parts.items()))


def variance(statistic: Statistic) -> sp.Expr:
    """The variance of a statistic, exactly; see `expectation`."""
    return joint_cumulant(statistic, statistic)


def covariance(one: Statistic, other: Statistic) -> sp.Expr:
    """The covariance of two statistics, exactly; see `expectation`."""
    return joint_cumulant(one, other)


def joint_cumulant(*statistics: Statistic) -> sp.Expr:
    """The joint cumulant of statistics, exactly; see `expectation`.

    That is the mean of one, the covariance of two, and of three equal ones the third central
    moment. By kappa(S_1, ..., S_m) = E[S_1...S_m] - sum kappa(S_i: i in A) E[prod S_i: i not in A],
    over the sets A that contain 1 but not all.
    """
    if not statistics:
        raise ArgumentError("statistics", statistics, "at least one statistic")

    def mean(of: tuple[int, ...]) -> sp.Expr:
        return expectation(prod((statistics[k] for k in of), start=as_statistic(1)))

    def cumulant(first: int, others: tuple[int, ...]) -> sp.Expr:
        total = mean((first, *others))
        for chosen in chain.from_iterable(combinations(others, k) for k in range(len(others))):
            rest = tuple(k for k in others if k not in chosen)
            total = total - cumulant(first, chosen) * mean(rest)
        return total

    return sp.expand(cumulant(0, tuple(range(1, len(statistics)))))


def expectation_by_constants(statistic: Statistic) -> dict[sp.Expr, sp.Expr]:
    """The expectation as a linear combination of products of constants (1 if there are none).

    Each product comes once, with a coefficient that is not expanded and may be 0. Different
    products are linearly independent as functions of the constants in large dimensions.
    """
    symbols_of(statistic)
    calculation = _Calculation(statistic)
    total: dict[sp.Expr, sp.Expr] = {}
    for monomial, factor in statistic.terms.items():
        for residual, polynomial in calculation.value(monomial).items():
            constants = residual_expression(residual, calculation.setting)
            if constants == 0:  # different integer indices were made equal
                continue
            term = factor * calculation.setting.to_expression(polynomial)
            total[constants] = total.get(constants, sp.S.Zero) + term
    for coefficient in total.values():
        require_known(sp.expand(coefficient), f"E[{statistic!r}]")
    return total


class _Calculation:
    """The two engines for the monomials of one statistic, with what they remember."""

    def __init__(self, statistic: Statistic) -> None:
        self.setting = Setting(statistic)
        self._labeller = Labeller()
        self._words = WordEngine(self.setting)
        self._networks = NetworkEngine(self.setting, self._labeller)

    def value(self, monomial: Monomial) -> Value[Component]:
        edges = self.setting.encoded(monomial)
        if self._words.accepts(edges):
            return self._relabelled(self._words.expectation(words_of_edges(edges, self.setting)))
        return self._networks.expectation(edges)

    def _relabelled(self, value: Value[bytes]) -> Value[Component]:
        """Lay out words of constants as networks."""
        return summed_up(
            scaled(
                {(): polynomial},
                self._labeller.components(Counter(edges_of_words(words, self.setting))),
                self.setting.ring.constant(1),
            )
            for words, polynomial in value.items()
        )
