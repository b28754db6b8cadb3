"""Vectors and matrices whose sizes are symbols, on which networks run.

An axis is a direct sum of families of indices: the hidden units of a network may be the units
(i, j) with i, j < d, and then the units j < d. An array has, for each choice of one family per
axis, a block: an expression in index notation in the families' indices (`index_sums`). The
operators `+`, `-`, `*` (entry by entry), `@`, and `concatenate`, `ones`, `outer` act on blocks, so
a step function that uses only these runs on symbolic arrays as it runs on numbers, and 'this
network computes that map' is proved for all sizes with the code that is simulated:

    d = sympy.Symbol("d", integer=True, positive=True)
    x, kv, q = family("x", d), family("kv", d, d), family("q", d)
    S, W_Q = symbol_array("S", x, x), symbol_array("W_Q", x, x)
    state = array_of({("kv",): lambda i, j: S[i, j]}, (kv, q))

`prove_equal_arrays` decides equality block by block, with what `prove_index_identity` decides.
"""

import random
from collections.abc import Callable, Mapping
from functools import partial
from itertools import product
from types import SimpleNamespace
from typing import Any, TypeAlias

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.arrays.index_expressions import (
    IndexExpression,
    IndexLike,
    Scalar,
    scalar,
)
from theorem_checks.statements.arrays.index_families import (
    Axis,
    Block,
    Family,
    axes_of,
    family,
    masked,
    number_of,
    parts_of,
)
from theorem_checks.statements.arrays.index_pinning import Point, require_same_at_places
from theorem_checks.statements.arrays.index_relations import delta
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.lags import follows
from theorem_checks.statements.arrays.symbolic_array import (
    SymbolicArray,
    SymbolicSystem,
    concatenate,
    ones,
    outer,
    zeros,
)
from theorem_checks.statements.arrays.tensors import Tensor
from theorem_checks.statements.exact import to_fraction
from theorem_checks.statements.scalars import divisors_recorded, symbolic, unwrapped
from theorem_checks.statements.tracing import caller_of
from theorem_checks.statements.values.points import Domain

__all__ = [
    "Axis",
    "Family",
    "SymbolicArray",
    "SymbolicSystem",
    "array_of",
    "concatenate",
    "described",
    "family",
    "matrix_unit",
    "ones",
    "outer",
    "symbol_array",
    "with_parts",
    "zeros",
]

_SEED = 20_000_003  # fixed, so that a verdict is the same every time

Entry: TypeAlias = Callable[..., IndexLike]
"""An entry function: from the indices of a block's families to its entries."""


def array_of(entries: Mapping[tuple[str, ...], Entry], *axes: Family | Axis) -> SymbolicArray:
    """Make an array from an entry function for each block.

    **Arguments**: `entries`, from the names of one family per axis to a function of the families'
    indices, those of the first axis first; the `axes`, each a family or a tuple of families.

    An entry function is called on indices, and then on values of them at some places, where it has
    to say the same.

    **Raises** `ArgumentError` for a family that an axis does not have, for an entry with free
    indices that it was not given, and for one that is another at single places;
    `UndecidedQuestionError` for an entry function that asks what is not decided for all places.
    """
    return _array_of(entries, entries, {}, axes_of(axes))


def matrix_unit(axes: tuple[Axis, Axis], i: Index, k: Index) -> SymbolicArray:
    """The matrix that is 1 at i and k, and 0 elsewhere, on two axes of one family each.

    As weights of an equation of matrices: the weights of its entry at i and k.
    """
    (row,), (column,) = (axis[0].indices(n) for n, axis in enumerate(axes))
    return SymbolicArray(axes, {(0, 0): scalar(delta(row, i) * delta(column, k))})


def with_parts(array: SymbolicArray, entries: Mapping[tuple[str, ...], Entry]) -> SymbolicArray:
    """Return an array with other entries in the blocks of some families, and the rest as it is.

    **Arguments**: `entries`, from the names of one family per axis to an entry function; see
    `array_of`.
    """
    made = array_of(entries, *array.axes)
    changed = {
        tuple(number_of(axis, name) for axis, name in zip(array.axes, names, strict=True))
        for names in entries
    }
    left = {place: block for place, block in array.blocks.items() if place not in changed}
    return SymbolicArray(array.axes, {**left, **made.blocks})


def _array_of(
    entries: Mapping[tuple[str, ...], Entry],
    again: Mapping[tuple[str, ...], Entry],
    point: Point,
    axes: tuple[Axis, ...],
) -> SymbolicArray:
    """The array of entry functions, which are called `again` with their scalars at a point."""
    blocks: dict[Block, IndexExpression] = {}
    called = caller_of(*entries.values(), *again.values())
    for names, entry in entries.items():
        if len(names) != len(axes):
            raise ArgumentError("entries", names, f"one family for each of {len(axes)} axes")
        block = tuple(number_of(axis, name) for axis, name in zip(axes, names, strict=True))
        parts = parts_of(axes, block)
        given = [index for number, part in enumerate(parts) for index in part.indices(number)]
        with divisors_recorded() as divisors:
            value = scalar(called(entry, *given))
        own = {index.name: index for index in given}
        foreign = [n for n, i in value.free.items() if n not in own or not i.same(own[n])]
        if foreign:
            raise ArgumentError(f"entry of {names}", foreign, "no free indices of its own")
        at_places = partial(called, again[names])
        require_same_at_places(f"entry of {names}", at_places, value, parts, point)
        if isinstance(value, Scalar) and value.value == 0 and not divisors:
            continue  # a block that is absent is 0
        for divisor in dict.fromkeys(divisors):  # SymPy has cancelled some, which may be 0
            value = value * divisor * (1 / divisor)
        blocks[block] = masked(value, parts)
    return SymbolicArray(axes, blocks)


def symbol_array(name: str | Tensor, *axes: Family | Axis) -> SymbolicArray:
    """Make an array of independent entries, free for every block.

    The tensors are called `name`, or where an axis has several families `name_family`, with the
    number of the block if a family stands there more than once. A `Tensor` in place of the name
    brings its symmetry or inverse.
    """
    placed = axes_of(axes)
    many = any(len(axis) > 1 for axis in placed)
    blocks: dict[Block, IndexExpression] = {}
    for block in product(*(range(len(axis)) for axis in placed)):
        parts = parts_of(placed, block)
        given = tuple(index for number, part in enumerate(parts) for index in part.indices(number))
        if isinstance(name, Tensor):
            if many:
                raise ArgumentError("name", name, "a name, as the axes have several families")
            tensor = name
        else:
            own = [_label(axis, n) for axis, n in zip(placed, block, strict=True) if len(axis) > 1]
            tensor = Tensor("_".join([name, *own]), len(given))
        blocks[block] = masked(tensor[given], parts)
    return SymbolicArray(placed, blocks)


def _label(axis: Axis, block: int) -> str:
    """The name of a family, with its place where another one has the same name."""
    names = [part.name for part in axis]
    return names[block] if names.count(names[block]) == 1 else f"{names[block]}.{block + 1}"


def described(array: Any, sizes: Mapping[str, Any], parameters: Mapping[str, Any]) -> SymbolicArray:
    """Make an array from a description by families and entry functions.

    **Arguments**

    - `array`, an object with `axes`, for each axis the families (with attributes `name`, `ranges`,
      pairs of an index and the name of its size, and `increasing`); and `entries`, from family
      names to functions `(w, *indices)`, where `w` has `delta`, `follows` and the parameters.
    - `sizes`: the value of each size name, a symbol or a number.
    - `parameters`: tensors or symbolic arrays, by name, or exact scalars. The entry functions get
      symbolic scalars for expressions.
    """
    axes = tuple(
        tuple(
            family(part.name, *(sizes[size] for _, size in part.ranges), increasing=part.increasing)
            for part in axis
        )
        for axis in array.axes
    )
    scalars = [value for value in map(unwrapped, parameters.values()) if isinstance(value, sp.Expr)]
    source = random.Random(_SEED)  # noqa: S311  # no secret hangs on it
    numbers = next(Domain(scalars, []).random_points(1, source), {})
    point: Point = {s: sp.Rational(v.numerator, v.denominator) for s, v in numbers.items()}

    def with_given(convert: Callable[[Any], Any]) -> dict[tuple[str, ...], Entry]:
        values = {name: convert(unwrapped(value)) for name, value in parameters.items()}
        given = SimpleNamespace(delta=delta, follows=follows, **values)
        return {names: partial(entry, given) for names, entry in array.entries.items()}

    def symbol(value: Any) -> Any:
        return symbolic(value) if isinstance(value, sp.Expr) else value

    def number(value: Any) -> Any:
        if not isinstance(value, sp.Expr):
            return value
        at_point = value.xreplace(point)
        return to_fraction(at_point) if at_point.is_Rational else symbolic(at_point)

    return _array_of(with_given(symbol), with_given(number), point, axes)
