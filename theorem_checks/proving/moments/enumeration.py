"""Expectations at integer sizes by brute force over the indices, in exact arithmetic.

Nothing of the recursions is used, and moments instead of cumulants. See `placements` for how
indices are enumerated.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import perm, prod
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.moments.placements import (
    Budget,
    Placements,
    Tally,
    numbered_fixed,
)
from theorem_checks.statements.exact import ExactLike, to_expression
from theorem_checks.statements.moments.law import require_known
from theorem_checks.statements.moments.networks import Monomial, fixed_vertices
from theorem_checks.statements.moments.statistics import Statistic, as_statistic
from theorem_checks.statements.moments.tensors import Tensor

__all__ = ["DEFAULT_BUDGET", "brute_force", "expectation_at"]

DEFAULT_BUDGET = 2_000_000
"""Steps that a second route may take, such as index values tried: some twenty seconds."""


def expectation_at(
    statistic: Statistic | ExactLike,
    at: Mapping[sp.Symbol, int],
    constants: Mapping[str, Sequence[Any] | sp.MatrixBase] | None = None,
    *,
    budget: int = DEFAULT_BUDGET,
) -> sp.Expr:
    """The expectation of a statistic at integer sizes, by brute force.

    **Arguments**

    - `at`: an integer for each symbol in dimensions and fixed indices (others may stay symbols).
    - `constants`: for each constant matrix or vector, by name, a matrix or nested lists.
    - `budget`: how many steps, index values tried, it may take.

    **Raises** `BudgetExceededError`; `MissingMomentError`; `ArgumentError` if a size or a
    constant is missing or does not fit; `ExactnessError` for a float.
    """
    matrices = {name: _exact_matrix(rows, name) for name, rows in (constants or {}).items()}
    return brute_force(as_statistic(statistic), at, matrices, Budget(budget))


def brute_force(
    statistic: Statistic,
    at: Mapping[sp.Symbol, int],
    constants: Mapping[str, sp.MatrixBase],
    budget: Budget,
) -> sp.Expr:
    """`expectation_at` on a budget that is shared with other calculations."""
    total = sp.S.Zero
    for monomial, coefficient in statistic.terms.items():
        total += coefficient * _monomial_at(monomial, at, constants, budget)
    return require_known(sp.expand(total.subs(list(at.items()))), f"E[{statistic!r}]")


def _monomial_at(
    monomial: Monomial,
    at: Mapping[sp.Symbol, int],
    matrices: Mapping[str, sp.MatrixBase],
    budget: Budget,
) -> sp.Expr:
    tensors = dict.fromkeys(edge.tensor for network in monomial for edge in network)
    sizes = {size: _integer(size, at, least=0) for tensor in tensors for size in tensor.shape}
    labels = {label: _integer(label, at, least=0) for _, label in fixed_vertices(monomial)}
    fixed, named = numbered_fixed([monomial], labels.__getitem__)
    for size, label in fixed:
        if labels[label] >= sizes[size]:
            raise ArgumentError(str(label), labels[label], f"an index below {size}={sizes[size]}")
    for tensor in tensors:
        if tensor.law is None:  # its entries differ, so all values are told apart
            _require_shape(matrices, tensor, sizes)
            named |= {size: sizes[size] for size in tensor.shape}
            fixed |= {(d, label): labels[label] for d, label in fixed if d in tensor.shape}
    placements = Placements(monomial, fixed, named, sizes, budget)
    tables = {t.name: _table(matrices[t.name]) for t in tensors if t.law is None}
    sums: dict[Tally, Any] = {}
    for placement in placements:
        value: Any = prod(
            perm(sizes[d] - m, placement.used[d] - m) for d, m in placements.named.items()
        )
        for tensor, place in placements.constants(placement):
            value = value * tables[tensor.name][(*place, 0)[:2]]
        sums[placement.tally] = sums.get(placement.tally, 0) + value
    found = ((tally, _expression(number)) for tally, number in sums.items())
    return sp.Add(*(placements.moments(tally) * number for tally, number in found))


def _table(matrix: sp.MatrixBase) -> dict[tuple[int, ...], Any]:
    """The entries by place, rational ones as numbers of Python, which are faster."""
    places = product(range(matrix.rows), range(matrix.cols))
    return {(i, j): _number(matrix[i, j]) for i, j in places}


def _number(entry: Any) -> Any:
    if isinstance(entry, sp.Integer):
        return int(entry)
    return Fraction(int(entry.p), int(entry.q)) if isinstance(entry, sp.Rational) else entry


def _expression(number: Any) -> sp.Expr:
    """A sum of products of entries as an expression, whichever they were."""
    if isinstance(number, Fraction):
        return sp.Rational(number.numerator, number.denominator)
    return sp.sympify(number)


def _integer(expression: sp.Expr, at: Mapping[sp.Symbol, int], least: int) -> int:
    value = expression.subs(list(at.items()))
    if not isinstance(value, sp.Integer) or value < least:
        expected = f"an integer from {least}"
        raise ArgumentError(f"at[{expression}]", value, expected, "Give it in `at`.")
    return int(value)


def _exact_matrix(rows: Sequence[Any] | sp.MatrixBase, name: str) -> sp.MatrixBase:
    matrix = sp.Matrix(rows)
    return matrix.applyfunc(lambda value: to_expression(value, f"constants[{name!r}]"))


def _require_shape(
    matrices: Mapping[str, sp.MatrixBase], tensor: Tensor, sizes: Mapping[sp.Expr, int]
) -> None:
    wanted = (*(sizes[size] for size in tensor.shape), 1)[:2]
    if tensor.name not in matrices or matrices[tensor.name].shape != wanted:
        raise ArgumentError(
            "constants", sorted(matrices), f"a value of shape {wanted} for {tensor.name}"
        )
