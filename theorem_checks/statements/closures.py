"""What a Python function takes from outside, where SymPy's symbols would answer every question.

SymPy says of its own symbols that `d == 3` is False. So while an engine calls an author's function,
the symbols that the function holds by itself are put aside: in its variables, its defaults, the
globals that its code names, and whatever these hold. In their place stand symbolic scalars, which
compute, and answer what is decided for all values. When the function has returned, everything is
as it was.
"""

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from dis import EXTENDED_ARG, opmap
from fractions import Fraction
from functools import cache, partial
from operator import is_
from types import CodeType, FunctionType, MappingProxyType, MethodType, ModuleType, SimpleNamespace
from typing import Any, ClassVar, NoReturn

import numpy as np
import sympy as sp

from theorem_checks.statements.places import place_of
from theorem_checks.statements.questions import SymbolicCollection, refuse
from theorem_checks.statements.scalars import SymbolicScalar

__all__ = ["LookedInto", "guarded", "taken_from_outside"]

_LIBRARIES = sys.stdlib_module_names | {
    *("theorem_checks", "beartype", "jaxtyping", "hypothesis", "pytest", "_pytest", "rich"),
    *("numpy", "scipy", "sympy", "mpmath", "flint", "jax", "jaxlib", "z3", "cvc5", "networkx"),
}
"""Where no symbols of an author are looked for; what he put into their containers is."""

_SHIPPED = "constructions"
"""The package whose modules and classes hold no symbols by themselves, which a test of it shows.

Its objects, and the functions and classes that are made of an author's values, are looked into."""

_DEEPEST = 60  # objects in objects that are looked into at once
_LOAD_GLOBAL, _LOAD_NAME = opmap["LOAD_GLOBAL"], opmap["LOAD_NAME"]
_PLAIN = frozenset({type(None), bool, int, str, bytes, float, Fraction, SymbolicScalar})
_CONTAINERS = (
    *(list, tuple, set, frozenset, deque, dict, MappingProxyType, np.ndarray),
    *(partial, SimpleNamespace),
)


@contextmanager
def guarded(*values: Any) -> Iterator[list[Any]]:
    """Put symbolic scalars in place of the SymPy expressions that functions hold, for a while.

    **Yields** the values, to be used in place of those that were given.
    """
    guard = _Guard()
    try:
        yield [guard.seen("an argument", value) for value in values]
    finally:
        guard.undo()


def taken_from_outside(function: Any) -> list[tuple[str, sp.Basic]]:
    """The SymPy expressions with symbols that a function takes from outside, and their places."""
    guard = _Guard()
    try:
        guard.seen(getattr(function, "__name__", "the function"), function)
    finally:
        guard.undo()
    return guard.found


class LookedInto:
    """What was looked into for symbols; what several functions share is looked into once."""

    def __init__(self) -> None:
        self._guard = _Guard()

    def holds_symbols(self, *functions: Any) -> bool:
        """Whether functions take SymPy expressions with symbols from outside."""
        for function in functions:
            self._guard.seen("a function", function)
        if not self._guard.found:
            return False
        self._guard.undo()
        self._guard = _Guard()
        return True


class _Withheld(SymbolicCollection):
    """What has symbols in it and cannot be guarded: it may be there, and may not be used."""

    _way_out: ClassVar[str] = (
        "Hand the function numbers, symbols and lists of them, and compute with these."
    )

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return self._name

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):
            raise AttributeError(name)
        refuse(f"{self!r}.{name}", self, self._way_out)

    def __getitem__(self, place: Any) -> NoReturn:
        refuse(f"{self!r}[...]", self, self._way_out)


class _Guard:
    """One walk through what functions hold: what was found, and how it is put back."""

    def __init__(self) -> None:
        self.found: list[tuple[str, sp.Basic]] = []
        self._known: dict[int, tuple[Any, Any]] = {}  # keeps the values, so that no id is reused
        self._classes: set[type] = set()
        self._kinds: set[type] = set()  # of objects whose class is the author's
        self._slots: dict[type, tuple[str, ...]] = {}  # of classes that were met, and their bases
        self._spaces: dict[tuple[int, int], _Looked] = {}  # by the places of code and globals
        self._steps: list[Callable[[], object]] = []
        self._depth = 0
        self._left: list[tuple[str, Any]] = []  # objects that were met too deep

    def undo(self) -> None:
        """Put everything back, the last one first."""
        for step in reversed(self._steps):
            step()

    def seen(self, name: str, value: Any) -> Any:
        """What a function gets to see in place of a value; mostly the value itself."""
        kind = type(value)
        if kind in _PLAIN:
            return value
        place = place_of(value)
        known = self._known.get(place)
        if known is not None:
            return known[1]
        is_function, is_object = kind is FunctionType, kind in self._kinds  # as most others are
        if not is_function and not is_object:
            if isinstance(value, sp.Basic):
                return self._expression(name, value)
            if isinstance(value, int | str | bytes | float):
                return value
        self._known[place] = value, value  # while it is looked into, for what holds itself
        self._depth += 1
        if is_function:
            self._function(value)
            new = value
        else:
            new = self._object(name, value) if is_object else self._inside(name, value)
        self._depth -= 1
        if new is not value:
            self._known[place] = value, new
        while self._left and not self._depth:
            self._look_into(*self._left.pop())
        return new

    def _look_into(self, name: str, value: Any) -> None:
        """Guard what an object holds that was met too deep, such as the last one of a long chain.

        What holds it has been handed on as it is, so nothing can stand in its place.
        """
        self._depth += 1
        done = self._attributes(name, value)
        self._depth -= 1
        if not done:
            refuse(name, value, "Hold symbols in objects that let themselves be changed.")

    def _expression(self, name: str, value: sp.Basic) -> Any:
        if not value.free_symbols:
            return value
        self.found.append((name, value))
        if isinstance(value, sp.Expr) and not isinstance(value, sp.MatrixExpr | sp.MatrixBase):
            return SymbolicScalar(value)
        return _Withheld(name)

    def _inside(self, name: str, value: Any) -> Any:
        if isinstance(value, sp.MatrixBase):
            self.found += [(f"an entry of {name}", e) for e in value if e.free_symbols]
            return _Withheld(name) if value.free_symbols else value
        if isinstance(value, type):
            self._class(value)
        elif isinstance(value, staticmethod | classmethod | MethodType | property):
            self.seen(f"the object of {name}", getattr(value, "__self__", None))
            self.seen(name, value.fget if isinstance(value, property) else value.__func__)
        elif isinstance(value, _CONTAINERS):
            return self._container(name, value)
        elif not _is_of_library(type(value).__module__):
            self._class(type(value))
            self._kinds.add(type(value))
            return self._object(name, value)
        elif (inner := getattr(value, "__wrapped__", None)) is not None:
            self.seen(name, inner)
        return value

    def _object(self, name: str, value: Any) -> Any:
        """An object of a class of the author that was looked into, with its parts guarded."""
        if self._depth > _DEEPEST:
            self._left.append((name, value))
        elif not self._attributes(name, value):
            return _Withheld(name)
        return value

    def _function(self, function: FunctionType) -> None:
        home, code = _home_of(function), function.__code__
        of_library = _is_of_library(function.__module__ or "") and _is_of_library(home)
        for number, cell in enumerate(function.__closure__ or ()):
            try:
                held = cell.cell_contents
            except ValueError:  # a variable that has no value yet
                continue
            if self._stays(held):
                continue
            if not of_library or callable(held) or not _is_of_library(type(held).__module__):
                name = code.co_freevars[number]
                self._put(name, held, setattr, cell, "cell_contents")
        if of_library:
            self.seen(function.__name__, getattr(function, "__wrapped__", None))
            return
        if not _is_shipped(home):
            self._globals(function.__globals__, code)
        for defaults in ("__defaults__", "__kwdefaults__"):
            if (held := getattr(function, defaults)) is not None:
                name = f"a default of {function.__name__}"
                self._put(name, held, setattr, function, defaults)

    def _globals(self, space: dict[str, Any], code: CodeType) -> None:
        """What the names in code stand for: globals, and what modules of the author have."""
        places = place_of(code), place_of(space)
        known = self._spaces.get(places)
        if known is not None and known.is_as_it_was:  # as that of an inner function made anew
            return
        looked, modules = _Looked(code, space), sys.modules
        for names, all_names in _names_in(code):
            self._named(space, names, looked)
            for name in all_names:
                looked.at(space, name)
                looked.at(modules, name)
                if name in space:
                    module = space[name]
                elif name in modules:
                    module = modules[name]
                else:
                    continue
                if isinstance(module, ModuleType) and not _is_of_library(module.__name__):
                    self._named(module.__dict__, all_names, looked)
        self._spaces[places] = looked

    def _named(self, space: dict[str, Any], names: Iterable[str], looked: "_Looked") -> None:
        for name in names:
            if name in space and not self._stays(value := space[name]):
                self._put(name, value, space.__setitem__, name)
            looked.at(space, name)

    def _stays(self, value: Any) -> bool:
        """Whether a value stands for itself: it is plain, or was looked into."""
        if type(value) in _PLAIN:
            return True
        known = self._known.get(place_of(value))
        return known is not None and known[1] is value

    def _class(self, kind: type) -> None:
        """The methods and attributes of a class of the author, and of those that it inherits."""
        if kind in self._classes:
            return
        for base in kind.__mro__:
            if _is_of_library(base.__module__) or base in self._classes or _stands_as_shipped(base):
                continue
            self._classes.add(base)
            for name, held in list(vars(base).items()):
                if name not in ("__dict__", "__weakref__", "__doc__", "__module__"):
                    self._put(f"{base.__name__}.{name}", held, type.__setattr__, base, name)

    def _attributes(self, name: str, value: Any) -> bool:
        """Guard what an object holds; False if it does not let itself be changed."""
        kind = type(value)
        if (slots := self._slots.get(kind)) is None:
            slots = self._slots[kind] = _all_slots(kind)
        held = getattr(value, "__dict__", {})
        if slots:
            held = {key: getattr(value, key) for key in slots if hasattr(value, key)} | held
        for key, part in list(held.items()):
            if self._stays(part):
                continue
            try:
                self._put(f"{name}.{key}", part, object.__setattr__, value, key)
            except (AttributeError, TypeError):
                return False
        return True

    def _container(self, name: str, value: Any) -> Any:
        """A container with its parts guarded: itself where nothing changes, else a new one."""
        if isinstance(value, SimpleNamespace):
            return value if self._attributes(name, value) else _Withheld(name)
        if isinstance(value, partial):
            parts = [value.func, list(value.args), value.keywords]
            func, given, named = new = [self.seen(f"an argument of {name}", p) for p in parts]
            return value if _same(new, parts) else partial(func, *given, **named)
        if isinstance(value, np.ndarray):
            return self._array(name, value)
        if isinstance(value, Mapping):
            return self._mapping(name, value)
        return self._listed(name, value)

    def _listed(self, name: str, value: Any) -> Any:
        parts = list(value)
        new = [self.seen(f"an item of {name}", part) for part in parts]
        if _same(new, parts):
            return value
        if isinstance(value, set | frozenset):
            return _Withheld(name)
        if isinstance(value, tuple):
            return value._make(new) if hasattr(value, "_make") else type(value)(new)  # type: ignore
        changed = copy(value)
        for place, part in enumerate(new):
            changed[place] = part
        return changed

    def _array(self, name: str, value: np.ndarray) -> np.ndarray:
        if value.dtype != object:
            return value
        parts = list(value.flat)
        new = [self.seen(f"an item of {name}", part) for part in parts]
        if _same(new, parts):
            return value
        changed = value.copy()
        for place, part in enumerate(new):
            changed.flat[place] = part
        return changed

    def _mapping(self, name: str, value: Mapping[Any, Any]) -> Any:
        keys = list(value)
        if not _same([self.seen(f"a key of {name}", key) for key in keys], keys):
            return _Withheld(name)
        new = {key: self.seen(f"an item of {name}", part) for key, part in value.items()}
        if _same(list(new.values()), list(value.values())):
            return value
        changed = copy(value) if isinstance(value, dict) else {}
        changed.update(new)
        return changed

    def _put(self, name: str, value: Any, put: Callable[..., object], *place: Any) -> None:
        new = self.seen(name, value)
        if new is not value:
            put(*place, new)
            self._steps.append(partial(put, *place, value))


class _Looked:
    """Where names in code were looked up, and what stood there when that had been guarded."""

    def __init__(self, code: CodeType, space: dict[str, Any]) -> None:
        self._kept = code, space  # so that no other comes in their places
        self._spaces: list[dict[str, Any]] = []
        self._names: list[str] = []
        self._values: list[Any] = []

    def at(self, space: dict[str, Any], name: str) -> None:
        """Note what stands at a name, if anything does."""
        self._spaces.append(space)
        self._names.append(name)
        self._values.append(space.get(name))

    @property
    def is_as_it_was(self) -> bool:
        """Whether the same values stand there."""
        # By maps, as they run without Python's own steps.
        return all(map(is_, map(dict.get, self._spaces, self._names), self._values))


def _same(new: list[Any], old: list[Any]) -> bool:
    return all(one is other for one, other in zip(new, old, strict=True))


def _all_slots(kind: type) -> tuple[str, ...]:
    """The slots of a class and of those that it inherits, which are what they were made."""
    return tuple(dict.fromkeys(s for base in kind.__mro__ for s in _slots(base)))


def _slots(kind: type) -> tuple[str, ...]:
    slots = vars(kind).get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)


_Names = tuple[tuple[frozenset[str], tuple[str, ...]], ...]
_names_known: dict[int, tuple[CodeType, _Names]] = {}  # by place: a hash reads all of the code


def _names_in(code: CodeType) -> _Names:
    """The names in the code of a function, and of those inside of it: of globals, and all."""
    place = place_of(code)
    if (known := _names_known.get(place)) is None:
        names = tuple((_globals_of(part), part.co_names) for part in _codes(code))
        known = _names_known[place] = code, names
    return known[1]


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of a function and of those that are defined inside of it."""
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _codes(part)


def _globals_of(code: CodeType) -> frozenset[str]:
    """The names that are looked up among globals; others are those of attributes."""
    names, raw, found, extended = code.co_names, code.co_code, set(), 0
    for place in range(0, len(raw), 2):  # `dis` takes thirty times as long
        operation, argument = raw[place], raw[place + 1] | extended
        extended = argument << 8 if operation == EXTENDED_ARG else 0
        if operation == _LOAD_GLOBAL:
            found.add(names[argument >> 1])
        elif operation == _LOAD_NAME:
            found.add(names[argument])
    return frozenset(found)


def _home_of(function: FunctionType) -> str:
    """The module whose globals a function sees; `wraps` puts another one into `__module__`."""
    return function.__globals__.get("__name__", function.__module__ or "")


@cache
def _is_of_library(module: str) -> bool:
    return module.partition(".")[0] in _LIBRARIES


@cache
def _is_shipped(module: str) -> bool:
    return module.partition(".")[0] == _SHIPPED


def _stands_as_shipped(kind: type) -> bool:
    """Whether a class stands in a module of the package, so that no values of an author made it."""
    if not _is_shipped(kind.__module__):
        return False
    module = sys.modules.get(kind.__module__)
    return getattr(module, kind.__qualname__, None) is kind
