r"""Traces of products of powers of Gaussian matrices, with exponents that are symbols.

:math:`\operatorname{tr}(C W^j F F^\top (W^\top)^j C^\top)` for a lag j, sums of such products over
ranges of symbolic length, and their polynomials. The entries of a matrix are independent and
normal, with mean 0 and one variance; matrices of different names are independent.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from inspect import signature
from itertools import count, product
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.exact import to_expression
from theorem_checks.statements.moments.ring import RingOperators
from theorem_checks.statements.scalars import SymbolicScalar

__all__ = ["Factor", "GaussianMatrix", "Traces", "Word", "pairings", "sum_over"]


def pairings(letters: Any) -> Any:
    """The number of ways to pair off so many things, (k - 1)!! for an even k, 1 for none."""
    found = sp.factorial2(_expression(letters, "letters") - 1)
    return SymbolicScalar(found) if isinstance(letters, SymbolicScalar) else found


def _expression(value: Any, name: str) -> sp.Expr:
    return value.expression if isinstance(value, SymbolicScalar) else to_expression(value, name)


@dataclass(frozen=True)
class GaussianMatrix:
    """A matrix of independent normal entries of mean 0, of which powers may be taken.

    **Fields**: `name`, which tells it from others; `rows`, `columns`, its sizes; `variance`, that
    of an entry.

    `W @ V`, `W ** j` for a square one, and `W.T` are words.
    """

    name: str
    rows: Any
    columns: Any
    variance: Any

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.isidentifier():
            raise ArgumentError("name", self.name, "a name, such as 'W'")
        for name in ("rows", "columns", "variance"):
            object.__setattr__(self, name, _expression(getattr(self, name), name))

    @property
    def T(self) -> "Word":
        """The transpose."""
        return self._word.T

    @property
    def _word(self) -> "Word":
        return Word((Factor(self, sp.Integer(1), False),))

    def __pow__(self, exponent: Any) -> "Word":
        return Word((Factor(self, exponent, False),))

    def __matmul__(self, other: "GaussianMatrix | Word") -> "Word":
        return self._word @ other


@dataclass(frozen=True)
class Factor:
    """A power of a matrix, or of its transpose.

    **Fields**: `matrix`; `exponent`, an expression, which stands for an integer from 0 on;
    `transposed`.
    """

    matrix: GaussianMatrix
    exponent: Any
    transposed: bool

    def __post_init__(self) -> None:
        object.__setattr__(self, "exponent", sp.expand(_expression(self.exponent, "exponent")))
        if self.exponent != 1 and self.matrix.rows != self.matrix.columns:
            expected = "1, for a matrix that is not square"
            raise ArgumentError("exponent", self.exponent, expected)

    @property
    def sides(self) -> tuple[sp.Expr, sp.Expr]:
        """Its numbers of rows and columns."""
        sides = self.matrix.rows, self.matrix.columns
        return sides[::-1] if self.transposed else sides


@dataclass(frozen=True)
class Word:
    """A product of powers of matrices and transposes, with `V @ W`, `word.T`, `word.trace()`."""

    factors: tuple[Factor, ...]

    def __post_init__(self) -> None:
        for one, other in zip(self.factors, self.factors[1:], strict=False):
            if one.sides[1] != other.sides[0]:
                sizes = f"{one.sides[1]} columns by {other.sides[0]} rows"
                raise ArgumentError("factors", sizes, "matrices that can be multiplied")

    @property
    def T(self) -> "Word":
        """The transpose."""
        turned = (replace(f, transposed=not f.transposed) for f in reversed(self.factors))
        return Word(tuple(turned))

    def __matmul__(self, other: "GaussianMatrix | Word") -> "Word":
        after = other if isinstance(other, Word) else other**1
        return Word((*self.factors, *after.factors))

    def trace(self) -> "Traces":
        """The trace of the product, a statistic; of one row and one column, its entry."""
        ends = self.factors[0].sides[0], self.factors[-1].sides[1]
        if ends[0] != ends[1]:
            expected = "a square matrix, to have a trace"
            raise ArgumentError("word", f"{ends[0]} x {ends[1]}", expected)
        return Traces(((sp.Integer(1), (), (self,)),))


Summand = tuple[sp.Expr, tuple[tuple[sp.Symbol, sp.Expr], ...], tuple[Word, ...]]
"""A coefficient, the ranges (a, k) over which it is summed, 0 <= a < k, and the traces."""

_BOUND = "_a"
_fresh = count()


@dataclass(frozen=True, eq=False)
class Traces(RingOperators):
    """A polynomial in traces of words, summed over ranges; with `+`, `-`, `*`, `**` and `/`.

    **Raises** `UndecidedQuestionError` for a question about its value, such as `==`.
    """

    summands: tuple[Summand, ...]

    _way_out = "Say what its mean is by MeanWithin."

    def __add__(self, other: Any) -> "Traces":
        return Traces((*self.summands, *_traces(other).summands))

    def __mul__(self, other: Any) -> "Traces":
        return Traces(tuple(_multiplied(self, _traces(other))))

    def __truediv__(self, scalar: Any) -> "Traces":
        return self * (1 / _expression(scalar, "divisor"))

    @classmethod
    def _like(cls, value: Any) -> "Traces":
        return _traces(value)

    @property
    def matrices(self) -> tuple[GaussianMatrix, ...]:
        """All matrices in it, each once, by name."""
        found = {f.matrix: None for _, _, words in self.summands for w in words for f in w.factors}
        return tuple(sorted(found, key=lambda matrix: matrix.name))

    @property
    def bound(self) -> tuple[sp.Symbol, ...]:
        """The symbols over which it sums."""
        return tuple(dict.fromkeys(a for _, ranges, _ in self.summands for a, _ in ranges))

    def mapped(self, change: Callable[[Any], Any]) -> "Traces":
        """The same with every expression in it changed, bound symbols apart."""
        made: dict[GaussianMatrix, GaussianMatrix] = {}
        for matrix in self.matrices:
            sides = (change(side) for side in (matrix.rows, matrix.columns, matrix.variance))
            made[matrix] = GaussianMatrix(matrix.name, *sides)

        def factor(one: Factor) -> Factor:
            return Factor(made[one.matrix], change(one.exponent), one.transposed)

        return Traces(
            tuple(
                (
                    change(coefficient),
                    tuple((a, change(size)) for a, size in ranges),
                    tuple(Word(tuple(map(factor, word.factors))) for word in words),
                )
                for coefficient, ranges, words in self.summands
            )
        )

    def at_numbers(self) -> Iterator[tuple[sp.Expr, tuple[Word, ...]]]:
        """Coefficients and traces, with the sums written out.

        **Raises** `ArgumentError` where a range is no number.
        """
        for coefficient, ranges, words in self.summands:
            if any(not size.is_Integer for _, size in ranges):
                raise ArgumentError("ranges", ranges, "ranges of known length")
            for values in product(*(range(int(size)) for _, size in ranges)):
                pairs = zip(ranges, values, strict=True)
                point: dict[Any, Any] = {a: sp.Integer(v) for (a, _), v in pairs}
                yield coefficient.subs(point), tuple(_with(word, point) for word in words)


def _with(word: Word, point: Mapping[Any, Any]) -> Word:
    return Word(tuple(replace(f, exponent=f.exponent.subs(point)) for f in word.factors))


def _traces(value: Any) -> Traces:
    if isinstance(value, Traces):
        return value
    if isinstance(value, Word | GaussianMatrix):
        raise ArgumentError("other", value, "a number or a polynomial in traces", "Take its trace.")
    return Traces(((_expression(value, "other"), (), ()),))  # 0, too: a limit may be so at a lag


def _multiplied(one: Traces, other: Traces) -> Iterator[Summand]:
    for (c, ranges, words), (d, more, others) in product(one.summands, other.summands):
        taken = {a for a, _ in ranges}
        again = {a: _new() if a in taken else a for a, _ in more}
        renamed = tuple((again[a], size) for a, size in more)
        changed = tuple(_with(word, again) for word in others)
        yield c * d.xreplace(again), (*ranges, *renamed), (*words, *changed)


def _new() -> sp.Symbol:
    return sp.Symbol(f"{_BOUND}{next(_fresh)}", integer=True, nonnegative=True)


def sum_over(summand: Callable[..., Traces], *sizes: Any) -> Traces:
    """The sum over 0 <= a < sizes[0], 0 <= b < sizes[1], ... of what a function of them returns.

    **Raises** `ArgumentError` for a function of another number of arguments.
    """
    if len(signature(summand).parameters) != len(sizes):
        raise ArgumentError("sizes", sizes, "one for each argument of the function")
    bound = [_new() for _ in sizes]
    inner = _traces(summand(*map(SymbolicScalar, bound)))
    counts = [_expression(size, "sizes") for size in sizes]
    ranges = tuple(zip(bound, counts, strict=True))
    return Traces(tuple((c, (*ranges, *more), words) for c, more, words in inner.summands))
