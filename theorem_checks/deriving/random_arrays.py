"""What is known of the random arrays in a statement: their sizes, and the moments of an entry.

An expectation is computed from nothing else, so that a reader who has these can follow each term.
"""

from collections.abc import Iterator

import sympy as sp
from sympy.core.function import AppliedUndef

from theorem_checks.errors import TheoremChecksError
from theorem_checks.statements.conclusions import (
    All,
    Conclusion,
    ForAll,
    Implies,
    Mean,
    UniqueMinimum,
)
from theorem_checks.statements.moments.statistics import Statistic
from theorem_checks.statements.moments.tensors import Tensor
from theorem_checks.statements.names_in_latex import name_latex
from theorem_checks.statements.numbers_in_latex import number_latex

__all__ = ["laws_told"]

MOST = 8
"""Of which order moments are told, if there are products with so many entries of one array."""

_INDICES = "ijklmnpq"


def laws_told(conclusion: Conclusion) -> tuple[str, ...]:
    """The random arrays of a statement, a line each, in the order in which they come."""
    degrees: dict[Tensor, int] = {}
    for statistic in _statistics(conclusion):
        for monomial in statistic.terms:
            edges = [edge.tensor for network in monomial for edge in network]
            for tensor in dict.fromkeys(edges):
                degrees[tensor] = max(degrees.get(tensor, 0), edges.count(tensor))
    return tuple(
        _told(tensor, min(degree, MOST)) for tensor, degree in degrees.items() if tensor.law
    )


def _statistics(said: Conclusion) -> Iterator[Statistic]:
    if isinstance(said, All):
        for part in said.parts:
            yield from _statistics(part)
    elif isinstance(said, Implies | ForAll):
        yield from _statistics(said.body)
    elif isinstance(said, Mean | UniqueMinimum):
        both = (said.statistic, said.formula if isinstance(said, Mean) else None)
        yield from (one for one in both if isinstance(one, Statistic))


def _told(tensor: Tensor, degree: int) -> str:
    """The size of an array, and the moments of an entry up to a degree; what is 0 at once."""
    name = name_latex(tensor.name)
    size = r" \times ".join(map(number_latex, tensor.shape))
    within = rf"{name} \in \mathbb{{R}}^{{{size}}}:\;" if size else rf"{name}:\;"
    entry = rf"{{{name}}}_{{{_INDICES[: len(tensor.shape)]}}}" if size else name
    known: dict[str, list[str]] = {}
    for order in range(1, degree + 1):
        raised = rf"{entry}^{{{order}}}" if order > 1 else entry
        if (value := _moment(tensor, order)) is not None:
            known.setdefault(number_latex(value), []).append(rf"\mathbb{{E}}[{raised}]")
    zeros = known.pop("0", [])
    equal = [" = ".join([*means, value]) for value, means in known.items()]
    moments = [*([" = ".join([*zeros, "0"])] if zeros else []), *equal]
    said = r",\; ".join(moments)
    return rf"{within} \text{{independent entries, }} {said}"


def _moment(tensor: Tensor, order: int) -> sp.Expr | None:
    """A moment of an entry; None where the law does not say, or has none."""
    try:
        found = tensor.law.moment(order) if tensor.law is not None else None
    except (TheoremChecksError, ArithmeticError, ValueError):
        return None
    return None if found is None or found.atoms(AppliedUndef) else found
