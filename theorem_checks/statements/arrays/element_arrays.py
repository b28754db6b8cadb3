"""Small arrays of exact elements of any commutative semiring, on which networks run.

The elements may be rationals, polynomials or degrees: what a network computes over each of them
is asked in `degrees`. An array names its system in `__number_system__`, so a step function that
uses only `+`, `-`, `*`, `@` and what the system offers runs on it unchanged.

Sizes are known, elements are not: an array has a shape and a length, and answers no question about
what is in it (`statements.questions`), whatever the system. The elements themselves are for the
engines (`elements_of`).
"""

import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, ClassVar, NoReturn

import numpy as np
import sympy as sp

from theorem_checks.errors import ArgumentError, DivisionByZeroError
from theorem_checks.statements.arrays.changing_numbers import Changing
from theorem_checks.statements.arrays.element_functions import (
    absolute_of,
    entry_by_entry,
    largest_of,
    logarithm_of,
    reciprocal_of,
    root_of,
    singular_value_of,
)
from theorem_checks.statements.arrays.index_families import Family, parts_of
from theorem_checks.statements.arrays.index_values import Instance, values_of
from theorem_checks.statements.arrays.symbolic_array import IN_PLACE_OF, SymbolicArray, of_axis
from theorem_checks.statements.exact import to_expression, to_fraction
from theorem_checks.statements.questions import (
    SymbolicValue,
    refuse,
    refuse_no_polynomial,
    refuse_operation,
)
from theorem_checks.statements.scalars import SymbolicScalar
from theorem_checks.statements.values.irrational import Irrational

__all__ = ["ElementArray", "ElementSystem", "ShapeError", "constants_of", "elements_of"]

_OPERATIONS = (
    "Arrays have +, -, *, /, @, **, abs, .T, .shape, .sum(), .trace(), and the functions of"
    " constructions.arrays, such as outer, concatenate, zeros, ones, exp, relu."
)
_WAY_OUT = (
    f"To claim a == b write Equal(a, b), a <= b AtMost(a, b). {_OPERATIONS} Where code branches on"
    " what is in an array, prove the cases apart; for a degree put linear functions in the place of"
    " what is no polynomial."
)


class ShapeError(ArgumentError):
    """Arrays do not fit that are to be added or multiplied, or have no such place."""


class _PlaceError(ShapeError, IndexError):
    """There is no such place; as an `IndexError` it ends a loop over the first axis."""


_ZERO = Fraction(0)
_SHORT = 1000  # bits of a denominator with which integers are still faster than fractions


@dataclass(frozen=True)
class ElementSystem:
    """A commutative semiring, by its `name`, the type of its `element`s, and its `constant`s.

    `constant` turns a `Fraction` into an element. Beside rationals stand exponentials of them, as
    expressions of SymPy.
    """

    name: str
    element: type
    constant: Callable[[Fraction], Any]

    def __str__(self) -> str:
        return self.name

    def admits(self, other: object) -> bool:
        """Whether arrays of another system may enter: those of exact numbers, as constants."""
        return self == other or not isinstance(other, ElementSystem)

    def array(self, values: Any, name: str = "values") -> "ElementArray":
        """Convert elements, exact numbers, nested lists or an array of them.

        **Raises** `ExactnessError` for a float.
        """
        if isinstance(values, ElementArray):
            if values.__number_system__ is self:
                return values
            values = values._elements
        raw = np.array(constants_of(values), dtype=object)
        if self.element is Fraction:
            found = (_rational(v, name) for v in raw.flat)
        else:
            own, constant = self.element, self.constant
            found = (v if isinstance(v, own) else constant(to_fraction(v, name)) for v in raw.flat)
        entries = np.fromiter(found, dtype=object, count=raw.size)
        return ElementArray(entries.reshape(raw.shape), self)

    def zeros(self, shape: tuple[int, ...]) -> "ElementArray":
        """Return zeros of a shape."""
        return ElementArray(np.full(shape, self.constant(Fraction(0)), dtype=object), self)

    def ones(self, shape: tuple[int, ...]) -> "ElementArray":
        """Return ones of a shape."""
        return ElementArray(np.full(shape, self.constant(Fraction(1)), dtype=object), self)

    def concatenate(self, parts: Sequence[Any]) -> "ElementArray":
        """Join arrays along their first axis."""
        own = [self.array(part)._elements for part in parts]
        if len({part.shape[1:] for part in own}) > 1 or not own[0].ndim:
            shapes = [part.shape for part in own]
            hint = "Matrices side by side: concatenate([A, B], axis=1)."
            raise ShapeError("parts", shapes, "equal sizes after the first one", hint)
        return ElementArray(np.concatenate(own), self)

    def stack(self, parts: Sequence[Any]) -> "ElementArray":
        """Stack arrays of one shape along a new first axis."""
        return ElementArray(np.stack([self.array(p)._elements for p in parts]), self)

    def outer(self, u: Any, v: Any) -> "ElementArray":
        """Return the matrix of all products of two vectors."""
        first, second = self.array(u)._elements, self.array(v)._elements
        return ElementArray(np.multiply.outer(first, second), self)

    def convolve(self, weights: Any, filters: Any, xs: Any) -> "ElementArray":
        """Return the sums of w_j L_j x_{t-j} over j <= t."""
        scales, lags, tokens = (self.array(part)._elements for part in (weights, filters, xs))
        found = self.zeros((len(tokens), lags.shape[1]))._elements
        for j in range(len(tokens)):
            found[j:] = found[j:] + scales[j] * (tokens[: len(tokens) - j] @ lags[j].T)
        return ElementArray(found, self)

    def shift_in(self, window: Any, row: Any) -> "ElementArray":
        """Return the rows of a window moved on by one: `row` is the first, the last one is lost."""
        rows, first = self.array(window)._elements, self.array(row)._elements
        if rows.shape[1:] != first.shape:
            raise ShapeError("row", first.shape, f"the shape {rows.shape[1:]} of the rows")
        return ElementArray(np.concatenate([first[None], rows])[:-1], self)

    def last_row(self, window: Any) -> "ElementArray":
        """Return the last row of a window."""
        return self.array(window)[-1]

    def apply_kernel(self, kernel: Any, window: Any) -> "ElementArray":
        """Return the sum over j of K_j w_j."""
        matrices, rows = self.array(kernel)._elements, self.array(window)._elements
        if matrices.ndim != 3 or rows.shape != (len(matrices), matrices.shape[2]):
            raise ShapeError("kernel", matrices.shape, f"matrices for rows of shape {rows.shape}")
        found = self.zeros((matrices.shape[1],))._elements
        for matrix, row in zip(matrices, rows, strict=True):
            found = found + _multiplied(matrix, row)
        return ElementArray(found, self)

    def scan(self, step: Callable[[Any, Any], tuple[Any, Any]], state: Any, xs: Any) -> Any:
        """Run `state, y = step(state, x)` along the first axis of `xs`, at least once."""
        outputs = []
        for x in self.array(xs):
            state, y = step(state, x)
            outputs.append(y)
        return state, self._stacked(outputs)

    def _stacked(self, outputs: list[Any]) -> Any:
        first = outputs[0]
        if isinstance(first, dict):
            return {key: self._stacked([y[key] for y in outputs]) for key in first}
        if isinstance(first, tuple | list):
            return type(first)(self._stacked(list(part)) for part in zip(*outputs, strict=True))
        return self.stack(outputs)

    def exp(self, x: Any) -> "ElementArray":
        """Return the exponential of each entry, of real numbers; refuse it of all else."""
        self._require_reals("exp", x)
        return self._each(lambda value: _of_real(sp.exp, value), x)

    def log(self, x: Any) -> "ElementArray":
        """Return the logarithm of each entry, 0 of what is not positive."""
        self._require_reals("log", x)
        return self._each(logarithm_of, x)

    def sqrt(self, x: Any) -> "ElementArray":
        """Return the square root of each entry, 0 of what is negative."""
        self._require_reals("sqrt", x)
        return self._each(root_of, x)

    def reciprocal(self, x: Any) -> "ElementArray":
        """Return 1 divided by each entry, and 0 where that is 0."""
        self._require_reals("1/", x)
        return self._each(reciprocal_of, x)

    def absolute(self, x: Any) -> "ElementArray":
        """Return the absolute value of each entry."""
        self._require_reals("abs", x)
        return self._each(absolute_of, x)

    def largest(self, x: Any) -> "ElementArray":
        """Return the largest of the entries of a vector, 0 if there are none."""
        return self._single(largest_of(self._vector("largest", x).flat))

    def exceeds(self, a: Any, b: Any) -> "ElementArray":
        """Return 1 where an entry of `a` is larger than that of `b`, else 0; of rationals."""
        more = self.relu(self.array(a) - b)
        return more * self.reciprocal(more)

    def norm_inf(self, x: Any) -> "ElementArray":
        """Return the largest absolute value of the entries of a vector, 0 if there are none."""
        return self._single(largest_of(map(absolute_of, self._vector("norm_inf", x).flat)))

    def norm_op(self, x: Any) -> "ElementArray":
        """Return the largest singular value of a matrix, 0 if it has no entries."""
        self._require_reals("norm_op", x)
        return self._single(singular_value_of(self.array(x)._elements))

    def _require_reals(self, function: str, x: Any) -> None:
        if self.element is not Fraction:
            _refuse(function, x)

    def _vector(self, function: str, x: Any) -> np.ndarray:
        values = self.array(x)._elements
        if self.element is not Fraction or values.ndim != 1:
            _refuse(function, x)
        return values

    def _each(self, function: Callable[[Any], Any], x: Any) -> "ElementArray":
        return ElementArray(entry_by_entry(function, self.array(x)._elements), self)

    def _single(self, value: Any) -> "ElementArray":
        single = np.empty((), dtype=object)
        single[()] = value
        return ElementArray(single, self)

    def sigmoid(self, x: Any) -> "ElementArray":
        """Return 1/(1 + e^-x) of each entry x, of real numbers; refuse it of all else."""
        self._require_reals("sigmoid", x)
        return self._each(lambda value: _of_real(lambda u: 1 / (1 + sp.exp(-u)), value), x)

    def tanh(self, x: Any) -> "ElementArray":
        """Return 1 - 2/(1 + e^(2x)) of each entry x, of real numbers; refuse it of all else."""
        self._require_reals("tanh", x)
        return self._each(lambda value: _of_real(lambda u: 1 - 2 / (1 + sp.exp(2 * u)), value), x)

    def relu(self, x: Any) -> "ElementArray":
        """Return the larger of each entry and 0, of rationals; refuse it of all else."""
        if self.element is not Fraction:
            _refuse("relu", x)
        values = self.array(x)._elements
        positive = np.empty(values.shape, dtype=object)
        for place, value in np.ndenumerate(values):
            positive[place] = max(value, Fraction(0))
        return ElementArray(positive, self)


def _of_real(function: Callable[[sp.Expr], sp.Expr], value: Any) -> sp.Expr:
    """A function of a number, one symbol of which stands for it where it is written long."""
    argument = to_expression(value)
    if not argument.has(sp.exp, Irrational):
        return function(argument)
    return Irrational(function(Irrational(argument)))


class ElementArray(SymbolicValue):
    """An array of elements of one system; make it with `SYSTEM.array(values)`."""

    __array_ufunc__ = None  # NumPy leaves operators to this class
    _op_priority = 1e9  # and so does SymPy
    _way_out: ClassVar[str] = _WAY_OUT

    def __init__(self, elements: np.ndarray, system: ElementSystem) -> None:
        self._elements = elements
        self.__number_system__ = system

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes."""
        return self._elements.shape

    @property
    def T(self) -> "ElementArray":
        """The transpose."""
        return self._new(self._elements.T)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        refuse_operation(name, self, IN_PLACE_OF.get(name, _OPERATIONS))

    def __len__(self) -> int:
        return len(self._elements)

    def __getitem__(self, place: Any) -> "ElementArray":
        try:
            return self._new(self._elements[place])
        except IndexError:
            hint = "An axis with at least 2 places has a size w.size(name, least=2)."
            expected = f"a place in an array of shape {self.shape}"
            raise _PlaceError("place", place, expected, hint) from None

    def __add__(self, other: Any) -> "ElementArray":
        if (both := self._fractions(other)) is not None:
            one, number = both
            return self._number(one + number if one and number else one or number)
        return self._new(_together(operator.add, self._elements, self._other(other)))

    def __mul__(self, other: Any) -> "ElementArray":
        if (both := self._fractions(other)) is not None:
            one, number = both
            if not one or not number:  # as most are that an entry adds up
                return self._number(_ZERO)
            return self._number(one if number == 1 else one * number)
        return self._new(_together(operator.mul, self._elements, self._other(other)))

    def __matmul__(self, other: Any) -> "ElementArray":
        return self._new(_multiplied(self._elements, self._other(other)))

    def __rmatmul__(self, other: Any) -> "ElementArray":
        return self._new(_multiplied(self._other(other), self._elements))

    def sum(self, axis: int | None = None, **_: None) -> "ElementArray":
        """The sum of all entries, or along one axis of a vector or a matrix."""
        rank = self._elements.ndim
        if axis is None or (rank < 2 and of_axis(axis, rank) == 0):
            return self._new(self._elements.sum())
        if rank > 2:
            raise ArgumentError("self", self, "a vector or a matrix")
        one = self.__number_system__.ones((self.shape[of_axis(axis, rank)],))
        return self @ one if of_axis(axis, rank) else one @ self

    def trace(self) -> "ElementArray":
        """The sum of the entries on the diagonal of a square matrix."""
        if self._elements.ndim != 2 or len(set(self.shape)) != 1:
            raise ArgumentError("self", self, "a square matrix")
        return self._new(self._elements.trace())

    def __pow__(self, exponent: Any) -> "ElementArray":
        if not isinstance(exponent, int) or exponent < 0:
            refuse_no_polynomial(self, exponent)
        result = self.__number_system__.ones(self.shape)
        for _ in range(exponent):
            result = result * self
        return result

    def __truediv__(self, other: Any) -> "ElementArray":
        if self.__number_system__.element is not Fraction:
            refuse_no_polynomial(self, other)
        below = self._other(other)
        if not all(below.flat):
            place = [*map(bool, below.flat)].index(False)
            above = self._elements.flat
            over = above[place] if len(above) == below.size else above[0] if len(above) else 0
            told = f"({over})" if "/" in str(over) else over
            raise DivisionByZeroError(f"{told} / 0", of_symbols=False)
        return self._new(_together(operator.truediv, self._elements, below))

    def __neg__(self) -> "ElementArray":
        return self * -1

    def __sub__(self, other: Any) -> "ElementArray":
        if (both := self._fractions(other)) is not None:
            return self._number(both[0] - both[1])
        return self + self._new(self._other(other)) * -1

    def __rsub__(self, other: Any) -> "ElementArray":
        return self * -1 + other

    __radd__ = __add__
    __rmul__ = __mul__

    def __rtruediv__(self, other: Any) -> "ElementArray":
        return self._new(self._other(other)) / self

    def __abs__(self) -> "ElementArray":
        return self.__number_system__.absolute(self)

    __rpow__ = refuse_no_polynomial
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = refuse_no_polynomial

    def __repr__(self) -> str:
        return f"an array of shape {self.shape} of {self.__number_system__}"

    def _fractions(self, other: Any) -> tuple[Fraction, Fraction] | None:
        """Both operands where they are single fractions; NumPy is slow with these."""
        if self._elements.ndim or self.__number_system__.element is not Fraction:
            return None
        own = self._elements[()]
        kind = type(other)
        if kind is ElementArray:
            if other.__number_system__ is not self.__number_system__ or other._elements.ndim:
                return None
            other = other._elements[()]
        elif kind is int:
            other = to_fraction(other)
        return (own, other) if type(own) is Fraction and type(other) is Fraction else None

    def _number(self, value: Any) -> "ElementArray":
        single = np.empty((), dtype=object)
        single[()] = value
        return ElementArray(single, self.__number_system__)

    def _other(self, other: Any) -> np.ndarray:
        return self.__number_system__.array(other, "operand")._elements

    def _new(self, entries: Any) -> "ElementArray":
        if isinstance(entries, np.ndarray) and entries.size:
            return ElementArray(entries, self.__number_system__)
        if isinstance(entries, self.__number_system__.element):
            return self._number(entries)
        return self.__number_system__.array(entries)


def _rational(value: Any, name: str) -> Any:
    """An exact number as a fraction; fractions, and expressions beside them, stay as they are."""
    if type(value) is Fraction or isinstance(value, sp.Expr | Fraction | Changing):
        return value
    if isinstance(value, SymbolicScalar) and not value.expression.is_Rational:
        return value.expression  # such as the logarithm of a size
    return to_fraction(value, name)


def _together(operate: Callable[[Any, Any], Any], one: np.ndarray, other: np.ndarray) -> Any:
    """A sum or a product, entry by entry."""
    if one.shape == other.shape or not one.ndim or not other.ndim:
        return operate(one, other)
    try:
        np.broadcast_shapes(one.shape, other.shape)
    except ValueError:
        expected = f"what fits {one.shape}, entry by entry"
        raise ShapeError("the shape of other", other.shape, expected) from None
    return operate(one, other)


def _multiplied(one: np.ndarray, other: np.ndarray) -> Any:
    if not one.ndim or not other.ndim or one.shape[-1] != other.shape[-2:][0]:
        inner = f" on its left, with the size {one.shape[-1]} first" if one.ndim else ""
        turned = one.ndim == 2 and other.shape[-2:][:1] == one.shape[:1]
        hint = "The transpose fits, A.T @ x." if turned else ""
        raise ShapeError("the shape of other", other.shape, f"what fits {one.shape}{inner}", hint)
    return _product(one, other)


def _product(one: np.ndarray, other: np.ndarray) -> Any:
    """The product of arrays; of fractions over a small denominator by that of integers."""
    left, right = _over_one_denominator(one), _over_one_denominator(other)
    if left is None or right is None:
        with np.errstate(all="ignore"):  # flags of floats that SymPy tries inside of exact entries
            return one @ other
    found, below = left[0] @ right[0], left[1] * right[1]
    if not isinstance(found, np.ndarray):
        return Fraction(found, below)
    entries = (Fraction(entry, below) for entry in found.flat)
    return np.fromiter(entries, dtype=object, count=found.size).reshape(found.shape)


def _over_one_denominator(entries: np.ndarray) -> tuple[np.ndarray, int] | None:
    """Numerators and their denominator; None for what is no fraction, or has a large one."""
    numbers = list(entries.flat)
    if not all(type(number) is Fraction for number in numbers):
        return None
    below = math.lcm(*(number.denominator for number in numbers))
    if below.bit_length() > _SHORT:
        return None
    above = (number.numerator * (below // number.denominator) for number in numbers)
    return np.fromiter(above, dtype=object, count=len(numbers)).reshape(entries.shape), below


def constants_of(value: Any) -> Any:
    """An array of symbolic axes that are numbers, and of constants, as NumPy's: `ones(3)`.

    Anything else is returned as it is.
    """
    if not isinstance(value, SymbolicArray):
        return value
    shape = tuple(int(size) for size in value.shape)
    found = np.full(shape, Fraction(0), dtype=object)
    nothing = Instance({}, {})
    for block, entries in value.blocks.items():
        (table,) = values_of([entries], nothing)
        starts = [
            sum(int(part.members) for part in axis[:number])
            for axis, number in zip(value.axes, block, strict=True)
        ]
        parts = parts_of(value.axes, block)
        own = [part.indices(place) for place, part in enumerate(parts)]
        for at in product(*(product(*(range(int(s)) for s in part.sizes)) for part in parts)):
            values = {
                index.name: position
                for indices, positions in zip(own, at, strict=True)
                for index, position in zip(indices, positions, strict=True)
            }
            place = tuple(
                start + _place(part, positions)
                for start, part, positions in zip(starts, parts, at, strict=True)
            )
            found[place] = Fraction(table[tuple(values[name] for name in entries.order)])
    return found


def _place(part: Family, positions: Sequence[int]) -> int:
    """The place of an index tuple in its family, of which the last index runs fastest."""
    if part.increasing:
        raise ArgumentError("array", part, "families of all index tuples, in a concrete world")
    found = 0
    for size, position in zip(part.sizes, positions, strict=True):
        found = found * int(size) + position
    return found


def elements_of(array: ElementArray) -> np.ndarray:
    """The elements, for an engine; a network has no business with them."""
    return array._elements


def _refuse(function: str, x: object) -> NoReturn:
    refuse(f"{function} of {x!r}", x, _WAY_OUT)
