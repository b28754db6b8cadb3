"""The types of what pure functions compute with, read from the annotations of Python.

A type is a nested tuple: `("nat",)` for an `int` that is not negative, `("num",)` for an exact
number, and for `Any`, which may be one, `("bool",)`, `("seq", T)` for `tuple[T, ...]`,
`("pair", T, ...)` for `tuple[T, S]`, `("record", name)` for a `NamedTuple`, and
`("union", name)` for a union of such.
"""

import collections
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import flint

from theorem_checks.errors import TheoremChecksError

__all__ = ["BOOL", "NAT", "NUM", "NotPureError", "Type", "Types", "is_number_type"]

Type: TypeAlias = tuple[Any, ...]
NAT, NUM, BOOL = ("nat",), ("num",), ("bool",)


class NotPureError(TheoremChecksError):
    """Something in a function is not of the subset; says what, on which line, what is allowed."""

    def __init__(self, where: str, found: str, allowed: str) -> None:
        super().__init__(f"{where}: {found} is not in the subset of pure functions; {allowed}.")


class _Plain(NamedTuple):
    """What a `NamedTuple` has of its own."""

    field: int


@cache
def _as_made(fields: tuple[str, ...]) -> Any:
    """A `NamedTuple` with these fields, as nothing has changed it."""
    return collections.namedtuple("first", fields)


def _are_as_made(cls: Any) -> bool:
    """Whether a `NamedTuple` makes, gives and matches its fields as it did when it was made."""
    own, first = vars(cls), _as_made(cls._fields)
    made, found = first.__new__, cls.__new__
    if type(cls) is not type or own.get("__match_args__") != cls._fields:
        return False
    code, builder = (getattr(one, "__code__", None) for one in (made, found))
    if code is None or builder is None or code.co_code != builder.co_code:
        return False
    if code.co_names != builder.co_names or found.__globals__["_tuple_new"] is not tuple.__new__:
        return False
    getters = [(type(own.get(one)), own.get(one)) for one in cls._fields]
    wanted = [vars(first)[one] for one in cls._fields]
    return all(
        kind is type(one) and found.__reduce__()[1][0] == one.__reduce__()[1][0]
        for (kind, found), one in zip(getters, wanted, strict=True)
    )


def _held_by(cls: Any) -> Any:
    """What a record is read of."""
    hints = typing.get_type_hints(cls)
    return cls.__name__, cls.__bases__, {*vars(cls)}, cls._fields, cls._field_defaults, hints


_OF_NAMED_TUPLES = {*vars(_Plain)} | {"__orig_bases__", "__annotations__", "__firstlineno__"}
_ALLOWED = "use int, bool, an exact number, tuples, a NamedTuple, or a union of NamedTuples"


def is_number_type(annotation: Any) -> bool:
    """Whether an annotation is that of exact numbers: FLINT's rationals, alone or with others."""
    if annotation is flint.fmpq:
        return True
    parts = typing.get_args(annotation) if isinstance(annotation, types.UnionType) else ()
    others = [one for one in parts if one is not flint.fmpq]
    return len(others) < len(parts) and all(_may_be_exact(one) for one in others)


def _may_be_exact(other: Any) -> bool:
    """Whether a type is none of those that are known to round, or to be no number."""
    if not isinstance(other, type) or issubclass(other, tuple | float):
        return False
    return other.__module__.split(".")[0] not in ("builtins", "flint", "numpy")


@dataclass
class Types:
    """The records and unions that were read so far.

    **Fields**: `classes`, by name; `records`, the fields of each with their types; `unions`, the
    names of the records of each; `order`, in which each follows what it is made of.
    """

    classes: dict[str, Any] = field(default_factory=dict)
    records: dict[str, tuple[tuple[str, Type], ...]] = field(default_factory=dict)
    unions: dict[str, tuple[str, ...]] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    _held: dict[str, Any] = field(default_factory=dict)

    @property
    def are_as_they_were(self) -> bool:
        """Whether all records are as they were when they were read."""
        return all(
            _held_by(cls) == self._held[name] and _are_as_made(cls)
            for name, cls in self.classes.items()
        )

    @property
    def data(self) -> Any:
        """All of it as nested tuples."""
        return tuple(
            (name, "record", self.records[name])
            if name in self.records
            else (name, "union", self.unions[name])
            for name in self.order
        )

    def read(self, annotation: Any, where: str) -> Type:
        """The type of an annotation. **Raises** `NotPureError` for another one."""
        if annotation is int:
            return NAT
        if annotation is bool:
            return BOOL
        if annotation is Any or is_number_type(annotation):
            return NUM
        parts = typing.get_args(annotation)
        if typing.get_origin(annotation) is tuple and parts:
            return self._tuple(parts, where)
        if isinstance(annotation, types.UnionType):
            return self._union(parts, where)
        if isinstance(annotation, type) and hasattr(annotation, "_fields"):
            return self._record(annotation, where)
        raise NotPureError(where, f"the type {annotation!r}", _ALLOWED)

    def _tuple(self, parts: tuple[Any, ...], where: str) -> Type:
        if len(parts) == 2 and parts[1] is Ellipsis:
            return "seq", self.read(parts[0], where)
        if len(parts) < 2 or Ellipsis in parts:
            raise NotPureError(where, f"tuple{list(parts)}", "use tuple[T, ...], or two types")
        return "pair", *(self.read(part, where) for part in parts)

    def _record(self, cls: Any, where: str) -> Type:
        name = cls.__name__
        if self.classes.get(name, cls) is not cls:
            raise NotPureError(where, f"a second class {name}", "give each class its own name")
        if name in self.classes:
            if name not in self.records:
                raise NotPureError(where, f"{name}, which holds itself", _ALLOWED)
            return "record", name
        own = {*vars(cls)} - _OF_NAMED_TUPLES - {*cls._fields}
        if cls.__bases__ != (tuple,) or own or cls._field_defaults or not cls._fields:
            what = f"{name}, a class with {', '.join(sorted(own)) or 'bases or defaults'}"
            raise NotPureError(where, what, "a NamedTuple has fields alone, without defaults")
        if not _are_as_made(cls) or not (name.isidentifier() and name.isascii()):
            raise NotPureError(where, f"{name!r}, a NamedTuple that was changed", _ALLOWED)
        self.classes[name] = cls
        self._held[name] = _held_by(cls)
        fields = typing.get_type_hints(cls)
        read = tuple((one, self.read(fields[one], f"{name}.{one}")) for one in cls._fields)
        self.records[name] = read
        self.order.append(name)
        return "record", name

    def _union(self, parts: tuple[Any, ...], where: str) -> Type:
        members = [self.read(part, where) for part in parts]
        if any(kind != "record" for kind, *_ in members):
            raise NotPureError(where, "a union of these types", _ALLOWED)
        names = tuple(name for _, name in members)
        name = f"any_{names[0]}"
        while self.unions.get(name, names) != names:
            name += "_"
        if name not in self.unions:
            self.unions[name] = names
            self.order.append(name)
        return "union", name

    def fields_of(self, name: str) -> Mapping[str, Type]:
        """The fields of a record, with their types."""
        return dict(self.records[name])
