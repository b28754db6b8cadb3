"""What pure functions give, by the data that was read of them: to hold against what they do.

Each term is gone through once, and becomes a function of a frame: a list with a place for each
variable that is bound in the body of its function.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import add, eq, floordiv, ge, gt, itemgetter, le, lt, mod, mul, ne, neg
from operator import not_ as no
from typing import Any

import flint

from theorem_checks.statements.pure.expressions import Term
from theorem_checks.statements.pure.functions import PureFunction

__all__ = ["value_by_data"]

Frame = list[Any]
"""The values of the variables of one function, by their places."""
Value = Callable[[Frame], Any]
"""A term, made ready to be computed."""

_PLAIN: dict[str, Callable[..., Any]] = {
    "neg": neg,
    "not": no,
    "inverse": lambda a: 1 / a,
    "add nat": add,
    "add num": add,
    "mul nat": mul,
    "mul num": mul,
    "div": floordiv,
    "mod": mod,
    "repeated": lambda a, n: (a,) * n,
    "joined": add,
    "last": lambda d, s: s[-1] if s else d,
    "entry": lambda d, s, i: s[i] if i < len(s) else d,
    "take": lambda n, s: s[:n],
    "drop": lambda n, s: s[n:],
    "size": len,
    "all": all,
    "any": any,
    "greatest": lambda s: max(s, default=0),
    "sum nat": sum,
    "sum num": lambda a, s: sum(s, a),
    "flat": lambda s: tuple(a for part in s for a in part),
    "zip": lambda a, b: tuple(zip(a, b, strict=False)),
    "range": lambda a, b: tuple(range(a, b)),
    "enumerate": lambda s: tuple(enumerate(s)),
    "list": lambda *parts: parts,
    "pair": lambda *parts: parts,
}
for _name, _compared in {"lt": lt, "le": le, "gt": gt, "ge": ge, "eq": eq, "ne": ne}.items():
    _PLAIN[f"{_name} nat"] = _PLAIN[f"{_name} num"] = _compared


_GOING_THROUGH = {"all", "any", "greatest", "sum nat", "sum num", "flat"}
"""Kinds that go through their last part once."""


def value_by_data(
    term: Term, free: Sequence[str], functions: Iterable[PureFunction], classes: Mapping[str, Any]
) -> Callable[[Mapping[str, Any]], Any]:
    """A term as a function of the values of its `free` variables, by name.

    **Arguments**: `functions` that it calls, each after all that it calls itself; `classes` of
    records, by name.
    """
    called: dict[str, Callable[..., Any]] = {}
    for function in functions:
        names = [name for name, _ in function.arguments]
        called[function.name] = _Body(names, called, classes).function(function.body)
    whole = _Body(free, called, classes).function(term)
    return lambda given: whole(*[given[name] for name in free])


class _Body:
    """The body of one function: gives each variable that it binds a place in the frame."""

    def __init__(
        self,
        arguments: Iterable[str],
        functions: Mapping[str, Callable[..., Any]],
        classes: Mapping[str, Any],
    ) -> None:
        self._functions, self._classes = functions, classes
        self._places = {name: place for place, name in enumerate(arguments)}
        self._size = len(self._places)

    def function(self, body: Term) -> Callable[..., Any]:
        """The function of its arguments, in order."""
        many, made = len(self._places), self._made(body)
        rest = [None] * (self._size - many)
        return lambda *arguments: made([*arguments, *rest])

    def _made(self, term: Term) -> Value:
        kind, *parts = term
        if kind not in _PLAIN:
            return getattr(self, f"_{kind}")(*parts)
        plain = _PLAIN[kind]
        if kind in _GOING_THROUGH:
            *before, many = parts
            values = [*map(self._made, before), self._entries(many)]
        else:
            values = [self._made(part) for part in parts]
        return _applied(plain, values)

    def _entries(self, term: Term) -> Value:
        """What a term has one after the other, for a use that goes through it once."""
        if term[0] != "map":
            return self._made(term)
        _, pattern, body, many = term
        found = self._entries(many)
        bind, each = self._bound(pattern, body)

        def entries(frame: Frame) -> Any:
            for one in found(frame):
                bind(frame, one)
                yield each(frame)

        return entries

    def _bound(self, pattern: Term, body: Term) -> tuple[Callable[[Frame, Any], None], Value]:
        """What binds the variables of a pattern, and a term in which they are bound."""
        before = self._places
        self._places = dict(before)
        bind = self._binder(pattern)
        made = self._made(body)
        self._places = before
        return bind, made

    def _binder(self, pattern: Term) -> Callable[[Frame, Any], None]:
        kind, *parts = pattern
        if kind == "var":
            (name,) = parts
            place = self._place(name)

            def bind(frame: Frame, value: Any) -> None:
                frame[place] = value

            return bind
        if all(part[0] == "var" for part in parts):
            places = [self._place(name) for _, name in parts]

            def bind_all(frame: Frame, values: Any) -> None:
                for place, value in zip(places, values, strict=True):
                    frame[place] = value

            return bind_all
        binders = [self._binder(part) for part in parts]

        def bind_parts(frame: Frame, value: Any) -> None:
            for bind, one in zip(binders, value, strict=True):
                bind(frame, one)

        return bind_parts

    def _place(self, name: str) -> int:
        self._places[name] = self._size
        self._size += 1
        return self._places[name]

    def _var(self, name: str) -> Value:
        return itemgetter(self._places[name])

    def _number(self, value: str) -> Value:
        return _always(flint.fmpq(int(value)))

    def _nat(self, value: str) -> Value:
        return _always(int(value))

    def _bool(self, value: str) -> Value:
        return _always(value == "true")

    def _if(self, test: Term, body: Term, other: Term) -> Value:
        asked, then, otherwise = self._made(test), self._made(body), self._made(other)
        return lambda frame: then(frame) if asked(frame) else otherwise(frame)

    def _and(self, one: Term, other: Term) -> Value:
        first, second = self._made(one), self._made(other)
        return lambda frame: first(frame) and second(frame)

    def _or(self, one: Term, other: Term) -> Value:
        first, second = self._made(one), self._made(other)
        return lambda frame: first(frame) or second(frame)

    def _call(self, name: str, *parts: Term) -> Value:
        return _applied(self._functions[name], [self._made(part) for part in parts])

    def _make(self, name: str, *parts: Term) -> Value:
        return _applied(self._classes[name], [self._made(part) for part in parts])

    def _member(self, _union: str, _name: str, term: Term) -> Value:
        return self._made(term)

    def _field(self, record: str, name: str, term: Term) -> Value:
        found, field = self._made(term), itemgetter(self._classes[record]._fields.index(name))
        return lambda frame: field(found(frame))

    def _map(self, pattern: Term, body: Term, many: Term) -> Value:
        found = self._entries(many)
        bind, each = self._bound(pattern, body)

        def mapped(frame: Frame) -> Any:
            values = []
            for one in found(frame):
                bind(frame, one)
                values.append(each(frame))
            return tuple(values)

        return mapped

    def _filter(self, pattern: Term, test: Term, many: Term) -> Value:
        found = self._entries(many)
        bind, asked = self._bound(pattern, test)

        def filtered(frame: Frame) -> Any:
            values = []
            for one in found(frame):
                bind(frame, one)
                if asked(frame):
                    values.append(one)
            return tuple(values)

        return filtered

    def _fold(self, held: Term, pattern: Term, body: Term, start: Term, many: Term) -> Value:
        first, found = self._made(start), self._entries(many)
        bind, after = self._bound(("pair", held, pattern), body)

        def folded(frame: Frame) -> Any:
            value = first(frame)
            for one in found(frame):
                bind(frame, (value, one))
                value = after(frame)
            return value

        return folded

    def _let(self, pattern: Term, value: Term, rest: Term) -> Value:
        held = self._made(value)
        bind, after = self._bound(pattern, rest)

        def let(frame: Frame) -> Any:
            bind(frame, held(frame))
            return after(frame)

        return let

    def _match(self, _union: str, term: Term, *cases: Any) -> Value:
        found = self._made(term)
        bodies = {
            self._classes[name]: self._bound(("pair", *(("var", one) for one in names)), body)
            for name, names, body in cases
        }

        def matched(frame: Frame) -> Any:
            record = found(frame)
            bind, body = bodies[type(record)]
            bind(frame, record)
            return body(frame)

        return matched


def _always(value: Any) -> Value:
    return lambda _frame: value


def _applied(function: Callable[..., Any], values: list[Value]) -> Value:
    """What a function gives of values."""
    if len(values) == 1:
        (one,) = values
        return lambda frame: function(one(frame))
    if len(values) == 2:
        one, other = values
        return lambda frame: function(one(frame), other(frame))
    if len(values) == 3:
        one, other, third = values
        return lambda frame: function(one(frame), other(frame), third(frame))
    return lambda frame: function(*[value(frame) for value in values])
