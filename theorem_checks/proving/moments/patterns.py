"""Expectations for all sizes at once by enumeration: the second route to a proof.

A kind of placement (see `placements`) that uses k new values of a dimension of size n, beside m
that are told apart, stands for (n - m)(n - m - 1)...(n - m - k + 1) assignments. So one
enumeration without limits gives the expectation as a polynomial in the sizes, for all of them.

Constants make new values that their entries touch worth telling apart: what is left of them is a
pattern, a product of their entries summed over different values.
"""

import itertools
from collections import Counter
from typing import TypeAlias

import sympy as sp

from theorem_checks.proving.moments.placements import Budget, Placements, Tally, numbered_fixed
from theorem_checks.statements.moments.statistics import Statistic

__all__ = ["Pattern", "expectation_by_patterns"]

Pattern: TypeAlias = tuple[tuple[str, tuple[int, ...]], ...]
"""A product of entries of constants, by name and index values, least among its renamings."""


def expectation_by_patterns(statistic: Statistic, budget: Budget) -> dict[Pattern, sp.Expr]:
    """The expectation for all sizes, as a linear combination of patterns of constants.

    Without constants there is just the empty pattern. Coefficients are not expanded. Fixed
    indices have to be integers. The expectation is 0 for all sizes and constants if every
    coefficient is; and only if, because patterns are linearly independent in large dimensions.

    **Raises** `BudgetExceededError`.
    """
    fixed, named = numbered_fixed(statistic.terms, int)
    total: dict[Pattern, sp.Expr] = {}
    for monomial, coefficient in statistic.terms.items():
        placements = Placements(monomial, fixed, named, {}, budget)
        for pattern, expression in _by_pattern(placements, budget).items():
            total[pattern] = total.get(pattern, sp.S.Zero) + coefficient * expression
    return total


def _by_pattern(placements: Placements, budget: Budget) -> dict[Pattern, sp.Expr]:
    """Sum over all placements: for each pattern a polynomial in sizes and moments."""
    kinds: Counter[tuple[Pattern, tuple[tuple[sp.Expr, int, int], ...], Tally]] = Counter()
    seen: dict[tuple[_Entry, ...], tuple[Pattern, Counter[sp.Expr]]] = {}
    for placement in placements:
        entries = tuple(
            (tensor.name, tuple(zip(tensor.shape, values, strict=True)))
            for tensor, values in placements.constants(placement)
        )
        if entries not in seen:
            seen[entries] = _pattern(entries, placements.named, budget)
        pattern, touched = seen[entries]
        told_apart = {d: m + touched[d] for d, m in placements.named.items()}
        free = tuple((d, m, placement.used[d] - m) for d, m in told_apart.items())
        kinds[pattern, free, placement.tally] += 1
    total: dict[Pattern, sp.Expr] = {}
    for (pattern, free, tally), count in kinds.items():
        ways = sp.Mul(*(sp.ff(size - apart, k) for size, apart, k in free))
        total[pattern] = total.get(pattern, sp.S.Zero) + count * ways * placements.moments(tally)
    return total


_Entry: TypeAlias = tuple[str, tuple[tuple[sp.Expr, int], ...]]  # a name; dimensions and values


def _pattern(
    entries: tuple[_Entry, ...], named: dict[sp.Expr, int], budget: Budget
) -> tuple[Pattern, Counter[sp.Expr]]:
    """The least renaming of the values that are not named; how many there are, by dimension."""
    new = sorted(
        {(d, v) for _, places in entries for d, v in places if v >= named[d]},
        key=lambda place: (str(place[0]), place[1]),
    )
    touched = Counter(d for d, _ in new)
    renamings = (
        itertools.permutations(range(named[d], named[d] + count)) for d, count in touched.items()
    )
    forms = []
    for values in itertools.product(*renamings):
        budget.spend()
        names = dict(zip(new, itertools.chain(*values), strict=True))
        renamed = (
            (name, tuple(names.get((d, v), v) for d, v in places)) for name, places in entries
        )
        forms.append(tuple(sorted(renamed)))
    return min(forms), touched
