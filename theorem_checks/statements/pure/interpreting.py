"""What pure functions give, by the data that was read of them: to hold against what they do.

Each term is gone through once, and becomes a function of the values of its variables.
"""

from collections.abc import Callable, Mapping
from typing import Any

import flint

from theorem_checks.statements.pure.expressions import Term
from theorem_checks.statements.pure.functions import PureFunction

__all__ = ["Interpreter"]

Places = Mapping[str, Any]
"""The values of variables, by name."""
Value = Callable[[Places], Any]
"""A term, made ready to be computed."""

_PLAIN: dict[str, Callable[..., Any]] = {
    "neg": lambda a: -a,
    "not": lambda a: not a,
    "inverse": lambda a: 1 / a,
    "add nat": lambda a, b: a + b,
    "add num": lambda a, b: a + b,
    "mul nat": lambda a, b: a * b,
    "mul num": lambda a, b: a * b,
    "div": lambda a, b: a // b,
    "mod": lambda a, b: a % b,
    "repeated": lambda a, n: (a,) * n,
    "joined": lambda a, b: a + b,
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
for _name, _compared in {
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
}.items():
    _PLAIN[f"{_name} nat"] = _PLAIN[f"{_name} num"] = _compared


class Interpreter:
    """Computes the values of terms, by functions and classes of records by name."""

    def __init__(self, functions: Mapping[str, PureFunction], classes: Mapping[str, Any]) -> None:
        self._functions, self._classes = functions, classes
        self._bodies: dict[str, Value] = {}

    def made(self, term: Term) -> Value:
        """A term as a function of the values of its variables."""
        kind, *parts = term
        if kind not in _PLAIN:
            return getattr(self, f"_{kind}")(*parts)
        plain, values = _PLAIN[kind], [self.made(part) for part in parts]
        if len(values) == 1:
            (one,) = values
            return lambda at: plain(one(at))
        if len(values) == 2:
            one, other = values
            return lambda at: plain(one(at), other(at))
        return lambda at: plain(*[value(at) for value in values])

    def _body(self, name: str) -> Value:
        if name not in self._bodies:
            self._bodies[name] = self.made(self._functions[name].body)
        return self._bodies[name]

    def _var(self, name: str) -> Value:
        return lambda at: at[name]

    def _number(self, value: str) -> Value:
        return _always(flint.fmpq(int(value)))

    def _nat(self, value: str) -> Value:
        return _always(int(value))

    def _bool(self, value: str) -> Value:
        return _always(value == "true")

    def _if(self, test: Term, body: Term, other: Term) -> Value:
        asked, then, otherwise = self.made(test), self.made(body), self.made(other)
        return lambda at: then(at) if asked(at) else otherwise(at)

    def _and(self, one: Term, other: Term) -> Value:
        first, second = self.made(one), self.made(other)
        return lambda at: first(at) and second(at)

    def _or(self, one: Term, other: Term) -> Value:
        first, second = self.made(one), self.made(other)
        return lambda at: first(at) or second(at)

    def _call(self, name: str, *parts: Term) -> Value:
        values, body = [self.made(part) for part in parts], self._body(name)
        names = [one for one, _ in self._functions[name].arguments]
        return lambda at: body({one: value(at) for one, value in zip(names, values, strict=True)})

    def _make(self, name: str, *parts: Term) -> Value:
        values, record = [self.made(part) for part in parts], self._classes[name]
        return lambda at: record(*[value(at) for value in values])

    def _member(self, _union: str, _name: str, term: Term) -> Value:
        return self.made(term)

    def _field(self, _record: str, name: str, term: Term) -> Value:
        record = self.made(term)
        return lambda at: getattr(record(at), name)

    def _map(self, pattern: Term, body: Term, many: Term) -> Value:
        bound, each, found = _binder(pattern), self.made(body), self.made(many)
        return lambda at: tuple([each(bound(at, one)) for one in found(at)])

    def _filter(self, pattern: Term, test: Term, many: Term) -> Value:
        bound, asked, found = _binder(pattern), self.made(test), self.made(many)
        return lambda at: tuple([one for one in found(at) if asked(bound(at, one))])

    def _fold(self, held: Term, pattern: Term, body: Term, start: Term, many: Term) -> Value:
        holding, bound = _binder(held), _binder(pattern)
        first, after, found = self.made(start), self.made(body), self.made(many)

        def folded(at: Places) -> Any:
            value = first(at)
            for one in found(at):
                value = after(bound(holding(at, value), one))
            return value

        return folded

    def _let(self, pattern: Term, value: Term, rest: Term) -> Value:
        bound, held, after = _binder(pattern), self.made(value), self.made(rest)
        return lambda at: after(bound(at, held(at)))

    def _match(self, _union: str, term: Term, *cases: Any) -> Value:
        found = self.made(term)
        bodies = {self._classes[name]: (names, self.made(body)) for name, names, body in cases}

        def matched(at: Places) -> Any:
            record = found(at)
            names, body = bodies[type(record)]
            return body({**at, **dict(zip(names, record, strict=True))})

        return matched


def _always(value: Any) -> Value:
    return lambda _at: value


def _binder(pattern: Term) -> Callable[[Places, Any], Places]:
    """What binds the variables of a pattern to the parts of a value."""
    kind, *parts = pattern
    if kind == "var":
        (name,) = parts
        return lambda at, value: {**at, name: value}
    binders = [_binder(part) for part in parts]

    def bound(at: Places, value: Any) -> Places:
        for bind, one in zip(binders, value, strict=True):
            at = bind(at, one)
        return at

    return bound
