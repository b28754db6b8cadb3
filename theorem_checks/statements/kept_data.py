"""Data of conclusions that were written before: they are the same while all in them is the same.

A proof asks for the data of the same conclusions again and again. What stands in one is looked at
each time, down to its leaves, as for an index expression (`index_data`): other objects in the
places of some are other data. What cannot be looked at so is written each time.
"""

from dataclasses import fields
from functools import cache
from operator import attrgetter, is_
from typing import Any

import sympy as sp

from theorem_checks.statements.arrays.index_expressions import IndexExpression
from theorem_checks.statements.arrays.symbolic_arrays import SymbolicArray
from theorem_checks.statements.index_data import data_as_read
from theorem_checks.statements.machines import Machine
from theorem_checks.statements.places import place_of

__all__ = ["keep", "keep_key", "kept"]

_MOST_KEPT = 20_000  # conclusions

_OF_MACHINES = ("start", "state", "token", "after", "output")  # which are their data

_own = attrgetter("__dict__")


class _UnreadableError(Exception):
    """Something stands in a conclusion of which one does not see whether it has changed."""


class Kept:
    """The `data` of a conclusion, and its `key` and `latex` once they were made."""

    def __init__(self, conclusion: Any, data: Any) -> None:
        self.conclusion, self.data = conclusion, data
        self.key = self.latex = ""
        self._parts: list[Any] = []
        self._kinds: list[type] = []
        self._owns: list[dict[str, Any]] = []
        self._owners: list[dict[str, Any]] = []
        self._names: list[str] = []  # in each of these, and what stands there
        self._values: list[Any] = []
        self._blocks: list[tuple[dict[Any, Any], tuple[Any, ...], tuple[Any, ...]]] = []
        self._expressions: list[tuple[IndexExpression, Any]] = []
        self._inner: list[Kept] = []
        for value in self._held(conclusion, _fields_of(type(conclusion))):
            self._see(value)

    @property
    def is_as_it_was(self) -> bool:
        """Whether the same objects stand in the conclusion as when it was written."""
        return (
            all(map(is_, map(dict.get, self._owners, self._names), self._values))
            and all(map(is_, map(type, self._parts), self._kinds))
            and all(map(is_, map(_own, self._parts), self._owns))
            and all(map(_are_as_they_were, self._blocks))
            and all(data_as_read(e) is data for e, data in self._expressions)
            and all(one.is_as_it_was for one in self._inner)
        )

    def _held(self, part: Any, names: tuple[str, ...]) -> list[Any]:
        """What stands in an object under some names."""
        own = vars(part)
        if not own.keys() >= {*names}:
            raise _UnreadableError
        self._parts.append(part)
        self._kinds.append(type(part))
        self._owns.append(own)
        values = [own[name] for name in names]
        self._owners += [own] * len(names)
        self._names += names
        self._values += values
        return values

    def _see(self, value: Any) -> None:
        kind = type(value)
        if kind is tuple:
            for inner in value:
                self._see(inner)
        elif kind is SymbolicArray:
            self._array(value)
        elif kind is Machine:
            self._see(tuple(self._held(value, _OF_MACHINES)))
        elif isinstance(value, IndexExpression):
            self._expression(value)
        elif (inner := _kept.get(place_of(value))) is not None and inner.conclusion is value:
            self._inner.append(inner)
        elif not isinstance(value, sp.Basic) and kind not in (str, int, bool):
            raise _UnreadableError

    def _array(self, array: SymbolicArray) -> None:
        axes, blocks = self._held(array, ("axes", "blocks"))
        for axis in axes:
            for family in axis:
                self._held(family, ("sizes", "increasing"))
        self._blocks.append((blocks, tuple(blocks), tuple(blocks.values())))
        for block in blocks.values():
            self._expression(block)

    def _expression(self, e: IndexExpression) -> None:
        if (data := data_as_read(e)) is None:
            raise _UnreadableError
        self._expressions.append((e, data))


_kept: dict[int, Kept] = {}  # by place: each keeps its conclusion, so that no other comes there


def kept(conclusion: Any) -> Kept | None:
    """What was written of a conclusion, if all in it is as it was."""
    known = _kept.get(place_of(conclusion))
    if known is None or not known.is_as_it_was:
        return None
    return known


def keep(conclusion: Any, data: Any) -> None:
    """Keep the data of a conclusion that were just written, if one can see that they are right."""
    try:
        made = Kept(conclusion, data)
    except _UnreadableError:
        _kept.pop(place_of(conclusion), None)
        return
    if len(_kept) >= _MOST_KEPT:
        _kept.clear()
    _kept[place_of(conclusion)] = made


def keep_key(conclusion: Any, data: Any, key: str) -> None:
    """Keep the key of the data that were just written, where these are kept."""
    known = _kept.get(place_of(conclusion))
    if known is not None and known.data is data:
        known.key = key


def _are_as_they_were(blocks: tuple[dict[Any, Any], tuple[Any, ...], tuple[Any, ...]]) -> bool:
    now, places, values = blocks
    same = len(now) == len(places) and all(map(is_, now, places))
    return same and all(map(is_, now.values(), values))


@cache
def _fields_of(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))  # pyright: ignore[reportArgumentType]
