"""Symbolic fixed indices: which of them are equal, case by case."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.moments.networks import Edge, Fixed, Monomial, join
from theorem_checks.statements.moments.statistics import Statistic

__all__ = ["cases_of_labels", "in_case"]

Case: TypeAlias = Mapping[Any, int]
"""An integer for each symbolic index."""


def cases_of_labels(statistic: Statistic) -> Iterator[dict[sp.Symbol, int]]:
    """Yield integers for the symbolic indices, one choice for each way in which some are equal.

    The expectation depends on the indices only through which are equal (to each other or to an
    integer index), since the entries of a tensor have one law and constants are arbitrary.
    """
    integers = {int(label) for label in statistic.labels if isinstance(label, sp.Integer)}
    symbols = {label for label in statistic.labels if isinstance(label, sp.Symbol)}
    yield from _extended({}, sorted(symbols, key=str), integers)


def in_case(statistic: Statistic, case: Case) -> Statistic:
    """The statistic with integers for its symbolic indices, in Kronecker deltas too.

    **Raises** `ArgumentError` if a coefficient depends on an index in any other way.
    """
    terms: dict[Monomial, sp.Expr] = {}
    for monomial, coefficient in statistic.terms.items():
        placed = join(*(tuple(_edge_in_case(e, case) for e in network) for network in monomial))
        terms[placed] = terms.get(placed, sp.S.Zero) + _coefficient_in_case(coefficient, case)
    return Statistic(terms)


def _extended(
    case: Case, symbols: list[sp.Symbol], taken: set[int]
) -> Iterator[dict[sp.Symbol, int]]:
    if not symbols:
        yield dict(case)
        return
    first, *rest = symbols
    new = next(k for k in range(len(taken) + 1) if k not in taken)
    for value in sorted({*taken, new}):
        yield from _extended({**case, first: value}, rest, taken | {value})


def _edge_in_case(edge: Edge, case: Case) -> Edge:
    return Edge(
        edge.tensor,
        tuple(
            Fixed(sp.Integer(case[i.label])) if isinstance(i, Fixed) and i.label in case else i
            for i in edge.indices
        ),
    )


def _coefficient_in_case(coefficient: sp.Expr, case: Case) -> sp.Expr:
    decided: Any = coefficient.replace(
        lambda e: isinstance(e, sp.KroneckerDelta), lambda e: e.subs(list(case.items()))
    )
    if loose := sorted(str(symbol) for symbol in decided.free_symbols & case.keys()):
        hint = "The expectation depends on it only through Kronecker deltas."
        raise ArgumentError("formula", coefficient, f"no index {loose[0]} by itself", hint)
    return decided
