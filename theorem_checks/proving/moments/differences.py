"""The smallest sizes at which two statements of an expectation differ, in exact numbers."""

import itertools
import random
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

import sympy as sp

from theorem_checks.statements.exact import unique_symbols
from theorem_checks.statements.moments.networks import fixed_vertices
from theorem_checks.statements.moments.statistics import Statistic
from theorem_checks.statements.values.points import Domain
from theorem_checks.verdicts.counterexamples import Counterexample

__all__ = ["Constants", "ExpectationAt", "Sizes", "first_difference"]

Sizes: TypeAlias = Mapping[sp.Symbol, int]
Constants: TypeAlias = Mapping[str, sp.MatrixBase]

ExpectationAt: TypeAlias = Callable[[Statistic, Sizes, Constants], sp.Expr]
"""How a route computes an expectation at integer sizes, for given constants."""

_MOST_SIZES = 300
_MOST_TRIED = 5000  # sizes that may not be admissible
_TRIALS_OF_CONSTANTS = 4


def first_difference(
    statistic: Statistic, formula: Statistic, expectation_at: ExpectationAt
) -> Counterexample | None:
    """The first sizes, in the order of their sum, at which formula and expectation differ.

    Fixed indices have to be integers. Parameters take the first small rational values that show
    the difference and that some law has; constants take small integers.

    **Returns** the counterexample with both values, or None if a few hundred sizes show none.
    """
    for sizes in itertools.islice(_sizes(formula - statistic), _MOST_SIZES):
        for constants in _constants(formula - statistic, sizes):
            claimed = expectation_at(formula, sizes, constants)
            found = expectation_at(statistic, sizes, constants)
            for point in _parameters(claimed, found, statistic, sizes):
                values = [side.subs(point) for side in (claimed, found)]
                if all(value.is_Rational for value in values) and values[0] != values[1]:
                    where = [
                        *sizes.items(),
                        *point,
                        *((c, m.tolist()) for c, m in constants.items()),
                    ]
                    return Counterexample(
                        {str(name): value for name, value in where},
                        claimed=str(values[0]),
                        found=str(values[1]),
                    )
    return None


def _sizes(statistic: Statistic) -> Iterator[dict[sp.Symbol, int]]:
    """Yield admissible sizes by increasing sum, from 0 on where the symbol may be 0."""
    least = dict.fromkeys(statistic.sizes, 0)
    for monomial in statistic.terms:
        for size, label in fixed_vertices(monomial):
            least[size] = max(least[size], int(label) + 1)
    symbols = unique_symbols(least, "the dimensions")
    compositions = (v for total in itertools.count() for v in _compositions(total, len(symbols)))
    for values in itertools.islice(compositions, _MOST_TRIED) if symbols else [()]:
        if not all(map(_may_be, symbols, values)):
            continue
        sizes = dict(zip(symbols, values, strict=True))
        at = {size: size.subs(list(sizes.items())) for size in least}
        if all(at[size].is_Integer and at[size] >= least[size] for size in least):
            yield sizes


def _may_be(symbol: sp.Symbol, value: int) -> bool:
    """Whether a symbol's assumptions allow this value."""
    number = sp.Integer(value)
    known = symbol.assumptions0.items()
    return all(getattr(number, f"is_{fact}", None) in (said, None) for fact, said in known)


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write a total as an ordered sum of nonnegative parts."""
    if parts == 0:
        yield ()
    elif parts == 1:
        yield (total,)
    else:
        for first in range(total + 1):
            yield from ((first, *rest) for rest in _compositions(total - first, parts - 1))


def _constants(statistic: Statistic, sizes: Sizes) -> Iterator[dict[str, sp.MatrixBase]]:
    """Yield a few values for the constants: small integers."""
    constants = [tensor for tensor in statistic.tensors if tensor.law is None]
    for trial in range(_TRIALS_OF_CONSTANTS if constants else 1):
        source = random.Random(trial)  # noqa: S311 - reproducible, and no secret
        values: dict[str, sp.MatrixBase] = {}
        for tensor in constants:
            at = (int(size.subs(list(sizes.items()))) for size in tensor.shape)
            rows, columns = (*at, 1)[:2]
            entries = source.choices(range(-2, 3), k=rows * columns)
            values[tensor.name] = sp.Matrix(rows, columns, entries)
        yield values


def _parameters(
    claimed: sp.Expr, found: sp.Expr, statistic: Statistic, sizes: Sizes
) -> Iterator[list[tuple[sp.Symbol, sp.Expr]]]:
    """Yield values of the parameters that some law has, or () if the sides are equal."""
    if sp.expand(claimed - found) == 0:
        return
    laws = {tensor.law for tensor in statistic.tensors if tensor.law is not None}
    for point in Domain([claimed, found], ()).small_points():
        values: list[tuple[sp.Symbol, sp.Expr]] = [
            (s, sp.Rational(v.numerator, v.denominator)) for s, v in point.items()
        ]
        if all(law.is_possible_at([*sizes.items(), *values]) for law in laws):
            yield values
