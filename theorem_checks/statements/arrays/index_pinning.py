"""Entry functions once more, at single places, where they have to say what they said for all.

An entry function is called on indices, which stand for all places at once. One that asks for the
type of what it is given, or that remembers how often it was called, may have said something else
than it says elsewhere. So it is called again on values of the indices (`PinnedIndex`), with
numbers in place of its scalars, and has to say the same expression.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, TypeAlias

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.arrays.index_expressions import (
    IndexExpression,
    IndexLike,
    Opaque,
    Renamed,
    Scalar,
    scalar,
)
from theorem_checks.statements.arrays.index_families import Family
from theorem_checks.statements.arrays.index_relations import AtMost, Delta, Lag
from theorem_checks.statements.arrays.indices import Index, PinnedIndex
from theorem_checks.statements.arrays.tensors import Entry
from theorem_checks.statements.questions import are_answered_otherwise

__all__ = ["Point", "require_same_at_places"]

Point: TypeAlias = Mapping[sp.Basic, sp.Basic]
"""Numbers for the symbols of scalars."""

_PLACES = 20
_VALUES = (0, 1, 2, 3, 5, 11, 64, 1000)


def require_same_at_places(
    name: str,
    entry: Callable[..., IndexLike],
    said: IndexExpression,
    parts: Sequence[Family],
    point: Point,
) -> None:
    """Call an entry function at single places, and compare with what it `said` for all of them.

    It is called as it is: who hands it in sees to it that it is traced.

    **Arguments**: its `name`, for messages; the families of its block, one for each axis; the
    `point` at which the function has numbers in place of its scalars.

    **Raises** `ArgumentError` naming the first place where it says something else.
    """
    if are_answered_otherwise():  # and the same at single places, where they are decided
        return
    indices = [index for axis, part in enumerate(parts) for index in part.indices(axis)]
    for values in _places(parts):
        pinned = map(PinnedIndex, indices, values)
        try:
            found = scalar(entry(*pinned))
        except ZeroDivisionError:  # at these numbers the entry has no value
            continue
        if not _alike(found, said, {}, {}, point):
            at = ", ".join(f"{i!r} = {v}" for i, v in zip(indices, values, strict=True))
            raise ArgumentError(
                name,
                found,
                f"{said!r}, as for all places",
                f"It says so {f'at {at}' if at else 'when it is called again'}. An entry function"
                " may not ask for the type of what it is given, nor remember its calls.",
            )


def _places(parts: Sequence[Family]) -> tuple[tuple[int, ...], ...]:
    """About twenty values of the indices that belong to the families: small, equal, far apart."""
    sizes = (tuple(int(s) if s.is_Integer else None for s in part.sizes) for part in parts)
    return _places_in(tuple((own, part.increasing) for own, part in zip(sizes, parts, strict=True)))


@cache
def _places_in(
    parts: tuple[tuple[tuple[int | None, ...], bool], ...],
) -> tuple[tuple[int, ...], ...]:
    """The places, by the sizes that are numbers and whether indices do not fall; none of size 0."""
    sizes = [size for own, _ in parts for size in own]
    if 0 in sizes:
        return ()
    found: dict[tuple[int, ...], None] = {}
    for number in range(8 * _PLACES):
        start, step = number % 8, number // 8
        drawn = [_VALUES[(start + step * k) % 8] for k in range(len(sizes))]
        place = tuple(v if s is None else v % s for v, s in zip(drawn, sizes, strict=True))
        if _is_member(parts, place):
            found[place] = None
        if len(found) == _PLACES:
            break
    return tuple(found)


def _is_member(parts: Sequence[tuple[Sequence[Any], bool]], place: tuple[int, ...]) -> bool:
    start = 0
    for sizes, increasing in parts:
        own = place[start : start + len(sizes)]
        if increasing and any(one > other for one, other in pairwise(own)):
            return False
        start += len(own)
    return True


Names = Mapping[str, Any]


def _alike(
    one: IndexExpression, other: IndexExpression, names: Names, others: Names, point: Point
) -> bool:
    """Whether two expressions are the same but for the names of bound indices.

    `names` and `others` say what stands for the indices of each; scalars are taken at the point.
    """
    if one is other and all(names.get(n, n) == others.get(n, n) for n in one.free):
        return True
    if isinstance(one, Scalar) and isinstance(other, Scalar):
        return _same_number(one.value.xreplace(point), other.value.xreplace(point))
    if type(one) is not type(other) or len(one.parts) != len(other.parts):
        return False
    if isinstance(one, Entry) and isinstance(other, Entry):
        same = one.tensor is other.tensor
        return same and _called(one.indices, names) == _called(other.indices, others)
    if isinstance(one, Delta | AtMost | Lag) and isinstance(other, Delta | AtMost | Lag):
        return _called(one.indices, names) == _called(other.indices, others)
    if isinstance(one, Renamed) and isinstance(other, Renamed):
        names = {**names, **_renamed(one, names)}
        others = {**others, **_renamed(other, others)}
    if _of_function(one, names) != _of_function(other, others):
        return False
    if [i.range for i in one.within] != [i.range for i in other.within]:
        return False
    labels = [object() for _ in one.within]
    names = {**names, **dict(zip((i.name for i in one.within), labels, strict=True))}
    others = {**others, **dict(zip((i.name for i in other.within), labels, strict=True))}
    pairs = zip(one.parts, other.parts, strict=True)
    return all(_alike(a, b, names, others, point) for a, b in pairs)


def _of_function(e: IndexExpression, names: Names) -> Any:
    """Of which function, and which component of it, an expression is the value."""
    return (e.name, _called(e.own, names)) if isinstance(e, Opaque) else None


def _called(indices: Sequence[Index], names: Names) -> list[Any]:
    return [names.get(index.name, index.name) for index in indices]


def _renamed(e: Renamed, names: Names) -> dict[str, Any]:
    return {old: names.get(new.name, new.name) for old, new in e.names.items()}


def _same_number(one: Any, other: Any) -> bool:
    return one == other or sp.simplify(one - other).is_zero is True
