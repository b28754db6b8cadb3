"""What a Python function takes from outside, where SymPy's symbols answer every question."""

from collections.abc import Iterator, Mapping
from functools import partial
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np
import sympy as sp

__all__ = ["taken_from_outside"]

_LIBRARIES = ("sympy", "numpy", "theorem_checks", "beartype")
_DEEPEST = 8


def taken_from_outside(function: Any) -> Iterator[tuple[str, sp.Basic]]:
    """Yield the SymPy expressions that a function takes from outside, with where they stand.

    Looked at are its variables and defaults, and what these hold: other functions of the author,
    arguments of `partial`, lists, tuples, sets, mappings, arrays and attributes.
    """
    yield from _within(getattr(function, "__name__", "the function"), function, set(), 0)


def _within(place: str, value: Any, seen: set[int], depth: int) -> Iterator[tuple[str, sp.Basic]]:
    if isinstance(value, sp.Basic):
        yield place, value
    elif id(value) not in seen and depth <= _DEEPEST and not _is_of_library(value):
        seen.add(id(value))
        for name, part in _parts(place, value):
            yield from _within(name, part, seen, depth + 1)


def _parts(place: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, FunctionType):
        yield from _of_function(value)
    elif isinstance(value, MethodType):
        yield f"the object of {place}", value.__self__
        yield place, value.__func__
    elif isinstance(value, partial):
        yield from ((f"an argument of {place}", part) for part in value.args)
        yield from value.keywords.items()
        yield place, value.func
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield f"a key of {place}", key
            yield f"an item of {place}", part
    elif isinstance(value, list | tuple | set | frozenset):
        yield from ((f"an item of {place}", part) for part in value)
    elif isinstance(value, np.ndarray):
        objects = value.flat if value.dtype == object else ()
        yield from ((f"an item of {place}", part) for part in objects)
    else:
        for name, part in getattr(value, "__dict__", {}).items():
            yield f"{place}.{name}", part
        called = getattr(type(value), "__call__", None)  # noqa: B004
        if isinstance(called, FunctionType):
            yield place, called


def _of_function(function: FunctionType) -> Iterator[tuple[str, Any]]:
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        yield name, cell.cell_contents
    for name in _names(function.__code__):
        if name in function.__globals__:
            yield name, function.__globals__[name]
    named: dict[str, Any] = function.__kwdefaults__ or {}
    for default in (*(function.__defaults__ or ()), *named.values()):
        yield f"a default of {function.__name__}", default


def _names(code: CodeType) -> set[str]:
    """The names of globals in a function and in those that are defined inside of it."""
    inner = (_names(part) for part in code.co_consts if isinstance(part, CodeType))
    return set(code.co_names).union(*inner)


def _is_of_library(value: Any) -> bool:
    if isinstance(value, ModuleType | type | str | bytes | int | float):
        return True
    if isinstance(value, np.ndarray | partial | MethodType):
        return False
    kind = value if isinstance(value, FunctionType) else type(value)
    return str(kind.__module__).partition(".")[0] in _LIBRARIES
