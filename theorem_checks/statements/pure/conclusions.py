"""Statements about pure functions: two calls give the same, whatever they are handed.

The functions are read from their source; what is said speaks of what was read, of all of it. Data
of every size and form counts: all records of the types, of which nothing is assumed.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import flint

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.names_in_latex import text_latex
from theorem_checks.statements.pure.data_types import Type
from theorem_checks.statements.pure.expressions import Term
from theorem_checks.statements.pure.functions import Reader
from theorem_checks.statements.pure.interpreting import value_by_data

__all__ = ["PureCall", "PureSide", "SameValues", "pure", "pure_each"]

_DRAWS = 40  # arguments at one instance
_LONGEST = 4
_MOST_SIDES = 100  # that are kept
_ENTRY = "each'"  # no argument is called so, as it is no identifier


@dataclass(frozen=True)
class PureCall:
    """A pure function with what it is handed: other calls, or arguments by name.

    With `each` it is called for each entry of the last one.
    """

    function: Callable[..., Any]
    arguments: tuple["PureCall | str", ...]
    each: bool = False

    def run(self, given: Mapping[str, Any]) -> Any:
        """What the function itself gives."""
        parts = self.arguments
        values = [given[p] if isinstance(p, str) else p.run(given) for p in parts]
        if not self.each:
            return self.function(*values)
        *fixed, many = values
        return tuple(self.function(*fixed, one) for one in many)

    @property
    def said(self) -> str:
        """The call, for a reader."""
        parts = (p if isinstance(p, str) else p.said for p in self.arguments)
        told = f"{getattr(self.function, '__name__', self.function)}({', '.join(parts)})"
        return f"each {told}" if self.each else told


def pure(function: Callable[..., Any], *arguments: "PureCall | str") -> PureCall:
    """Name what a function gives for an argument, or for what others give: a side of `SameValues`.

    **Arguments**: the function, written in the subset that docs/statements.md tells; for each of
    its arguments another call, or the name of what is any value of the argument's type.
    """
    return PureCall(function, _calls_and_names(arguments))


def pure_each(function: Callable[..., Any], *arguments: "PureCall | str") -> PureCall:
    """Name all that a function gives for the entries of its last argument, one after the other.

    **Arguments**: as for `pure`; the last one is a tuple of what the function takes there.
    """
    if not arguments:
        raise ArgumentError("arguments", arguments, "at least the one that is gone through")
    return PureCall(function, _calls_and_names(arguments), each=True)


def _calls_and_names(arguments: "tuple[PureCall | str, ...]") -> "tuple[PureCall | str, ...]":
    for one in arguments:
        if not isinstance(one, PureCall | str) or (isinstance(one, str) and not one.isidentifier()):
            raise ArgumentError("arguments", one, "calls by pure(...), and names")
    return arguments


@dataclass(frozen=True, eq=False)
class PureSide:
    """One side: a call that was read, with all types and functions that it uses.

    **Fields**: `arguments`, by name with their types; `result`, its type; `term`, the call;
    `reader`, which read it; `call`, what runs.
    """

    arguments: tuple[tuple[str, Type], ...]
    result: Type
    term: Term
    reader: Reader = field(repr=False)
    call: PureCall = field(repr=False)
    _ran: dict[str, Any] = field(repr=False, init=False, default_factory=dict)

    @property
    def data(self) -> Any:
        """Nested tuples of strings that say all of it."""
        return ("PureSide", self.arguments, self.result, self.term, self.reader.data)

    @property
    def said(self) -> str:
        """The side, for a reader: what a function returns that returns an argument, or True."""
        return self._said(self.call)

    def _said(self, call: PureCall) -> str:
        parts = [p if isinstance(p, str) else self._said(p) for p in call.arguments]
        function = self.reader.read(call.function)
        if not call.each and function.body == ("bool", "true"):
            return "true"
        names = [("var", name) for name, _ in function.arguments]
        if not call.each and function.body in names:
            return parts[names.index(function.body)]
        told = f"{call.function.__name__}({', '.join(parts)})"
        return f"each {told}" if call.each else told

    @cached_property
    def run(self) -> Callable[[Mapping[str, Any]], Any]:
        """The value for what is given, by what was read."""
        free = [name for name, _ in self.arguments]
        return value_by_data(self.term, free, self.reader.functions, self.reader.types.classes)

    def run_itself(self, many: Iterable[Mapping[str, Any]]) -> Iterator[Any]:
        """What the functions themselves give for each of many; once for the same arguments.

        It is the same again, as pure functions read nothing but what is looked at here.
        """
        if not self.reader.would_read_the_same:
            self._ran.clear()
        for given in many:
            # By text: records of two classes are equal as tuples.
            key = repr([given[name] for name, _ in self.arguments])
            if key not in self._ran:
                self._ran[key] = self.call.run(given)
            yield self._ran[key]

    def drawn(self, seed: int) -> Iterator[dict[str, Any]]:
        """Arguments of every form: records in records, small numbers, short tuples."""
        source = random.Random(seed)  # noqa: S311  # no secret hangs on it
        for number in range(_DRAWS):
            longest = 1 + number % _LONGEST
            yield {name: self._any(kind, source, longest) for name, kind in self.arguments}

    def _any(self, kind: Type, source: random.Random, longest: int) -> Any:
        name, *parts = kind
        if name == "nat":
            return source.randint(0, 3)
        if name == "num":
            return flint.fmpq(source.choice((0, 1, 1, -1, 2, -3)), source.choice((1, 1, 2)))
        if name == "bool":
            return source.random() < 0.5
        if name == "seq":
            return tuple(
                self._any(parts[0], source, longest) for _ in range(source.randint(0, longest))
            )
        if name == "pair":
            return tuple(self._any(part, source, longest) for part in parts)
        types = self.reader.types
        record = source.choice(types.unions[parts[0]]) if name == "union" else parts[0]
        fields = types.records[record]
        return types.classes[record](*(self._any(part, source, longest) for _, part in fields))


_sides: dict[PureCall, PureSide] = {}


def side_of(call: PureCall) -> PureSide:
    """Read a call, or find what was read of it, if all that it was read of is as it was.

    **Raises** `NotPureError`, `ArgumentError` where a name has two types.
    """
    try:
        known = _sides.get(call)
    except TypeError:  # of what is no function: to read it says so
        return _read(call)
    if known is None or not known.reader.would_read_the_same:
        if len(_sides) >= _MOST_SIDES:
            _sides.clear()
        known = _sides[call] = _read(call)
    return known


def _read(call: PureCall) -> PureSide:
    reader = Reader()
    arguments: dict[str, Type] = {}

    def read(one: PureCall) -> tuple[Term, Type]:
        function = reader.read(one.function)
        if len(one.arguments) != len(function.arguments):
            many = f"{len(function.arguments)} arguments of {function.name}"
            raise ArgumentError("arguments", one.said, many)
        terms = []
        types = [kind for _, kind in function.arguments]
        if one.each:
            types[-1] = "seq", types[-1]
        for part, wanted in zip(one.arguments, types, strict=True):
            if isinstance(part, str):
                term, kind = ("var", part), arguments.setdefault(part, wanted)
            else:
                term, kind = read(part)
            if kind != wanted:
                raise ArgumentError("arguments", one.said, f"arguments of the type {wanted}")
            terms.append(term)
        if not one.each:
            return ("call", function.name, *terms), function.result
        *fixed, many = terms
        entry = ("var", _ENTRY)
        called = ("call", function.name, *fixed, entry)
        return ("map", entry, called, many), ("seq", function.result)

    term, result = read(call)
    return PureSide(tuple(sorted(arguments.items())), result, term, reader, call)


@dataclass(frozen=True, eq=False)
class SameValues(Conclusion):
    """Two calls of pure functions give the same, whatever they are handed.

    Numbers are those of any ordered field, such as the real ones, and computed with exactly.

    **Arguments**: `one` and `other`, calls by `pure(...)`.
    """

    one: PureSide
    other: PureSide

    def __init__(self, one: PureCall | PureSide, other: PureCall | PureSide) -> None:
        for name, side in (("one", one), ("other", other)):
            if not isinstance(side, PureCall | PureSide):
                raise ArgumentError(name, side, "a call by pure(function, ...)")
            object.__setattr__(self, name, side_of(side) if isinstance(side, PureCall) else side)
        if self.one.result != self.other.result:
            raise ArgumentError(
                "other", self.other.call.said, f"a call that gives {self.one.result}"
            )
        mine, theirs = dict(self.one.arguments), dict(self.other.arguments)
        if any(theirs.get(name, kind) != kind for name, kind in mine.items()):
            raise ArgumentError("other", self.other.call.said, "one type for each name")

    @property
    def arguments(self) -> dict[str, Type]:
        """What it is said for all values of, with the types."""
        return dict(sorted({*self.one.arguments, *self.other.arguments}))

    @property
    def data(self) -> Any:  # noqa: D102
        return ("SameValues", self.one.data, self.other.data)

    def mapped(self, change: Callable[[Any], Any]) -> Conclusion:  # noqa: ARG002, D102
        return self

    def fails_on(self, seed: int) -> tuple[dict[str, Any], Any, Any] | None:
        """Arguments on which the functions themselves differ, with both values."""
        ones, others = self.one.drawn(seed), self.other.drawn(seed + 1)
        drawn = [{**other, **one} for one, other in zip(ones, others, strict=True)]
        values = self.one.run_itself(drawn), self.other.run_itself(drawn)
        for given, one, other in zip(drawn, *values, strict=True):
            if one != other:
                return given, one, other
        return None

    @property
    def latex(self) -> str:  # noqa: D102
        one, other = self.one.said, self.other.said
        told = rf"{text_latex(one)} = {text_latex(other)}"
        if "true" in (one, other):
            told = rf"{text_latex(other if one == 'true' else one)} \text{{ is true}}"
        names = ", ".join(map(text_latex, self.arguments))
        return rf"{told} \;\text{{for all }} {names}" if names else told
