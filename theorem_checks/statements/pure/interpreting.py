"""What pure functions give, by the data that was read of them: to hold against what they do."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import flint

from theorem_checks.statements.pure.expressions import Term
from theorem_checks.statements.pure.functions import PureFunction

__all__ = ["Interpreter"]

_PLAIN: dict[str, Callable[..., Any]] = {
    "neg": lambda a: -a,
    "not": lambda a: not a,
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


@dataclass(frozen=True)
class Interpreter:
    """Computes the values of terms, by functions and classes of records by name."""

    functions: Mapping[str, PureFunction]
    classes: Mapping[str, Any]

    def call(self, name: str, given: tuple[Any, ...]) -> Any:
        """What a function gives."""
        function = self.functions[name]
        names = (one for one, _ in function.arguments)
        return self.value(function.body, dict(zip(names, given, strict=True)))

    def value(self, term: Term, at: Mapping[str, Any]) -> Any:
        """The value of a term, given those of its variables."""
        kind, *parts = term
        if kind in _PLAIN:
            return _PLAIN[kind](*(self.value(part, at) for part in parts))
        return getattr(self, f"_{kind}")(at, *parts)

    def _var(self, at: Mapping[str, Any], name: str) -> Any:
        return at[name]

    def _number(self, _at: Mapping[str, Any], value: str) -> Any:
        return flint.fmpq(int(value))

    def _nat(self, _at: Mapping[str, Any], value: str) -> int:
        return int(value)

    def _bool(self, _at: Mapping[str, Any], value: str) -> bool:
        return value == "true"

    def _if(self, at: Mapping[str, Any], test: Term, body: Term, other: Term) -> Any:
        return self.value(body if self.value(test, at) else other, at)

    def _and(self, at: Mapping[str, Any], one: Term, other: Term) -> bool:
        return self.value(one, at) and self.value(other, at)

    def _or(self, at: Mapping[str, Any], one: Term, other: Term) -> bool:
        return self.value(one, at) or self.value(other, at)

    def _call(self, at: Mapping[str, Any], name: str, *parts: Term) -> Any:
        return self.call(name, tuple(self.value(part, at) for part in parts))

    def _make(self, at: Mapping[str, Any], name: str, *parts: Term) -> Any:
        return self.classes[name](*(self.value(part, at) for part in parts))

    def _member(self, at: Mapping[str, Any], _union: str, _name: str, term: Term) -> Any:
        return self.value(term, at)

    def _field(self, at: Mapping[str, Any], _record: str, name: str, term: Term) -> Any:
        return getattr(self.value(term, at), name)

    def _map(self, at: Mapping[str, Any], pattern: Term, body: Term, many: Term) -> Any:
        return tuple(self.value(body, _bound(at, pattern, one)) for one in self.value(many, at))

    def _filter(self, at: Mapping[str, Any], pattern: Term, test: Term, many: Term) -> Any:
        found = self.value(many, at)
        return tuple(one for one in found if self.value(test, _bound(at, pattern, one)))

    def _fold(
        self, at: Mapping[str, Any], held: Term, pattern: Term, body: Term, start: Term, many: Term
    ) -> Any:
        value = self.value(start, at)
        for one in self.value(many, at):
            value = self.value(body, _bound(_bound(at, held, value), pattern, one))
        return value

    def _let(self, at: Mapping[str, Any], pattern: Term, value: Term, rest: Term) -> Any:
        return self.value(rest, _bound(at, pattern, self.value(value, at)))

    def _match(self, at: Mapping[str, Any], _union: str, term: Term, *cases: Any) -> Any:
        found = self.value(term, at)
        for name, names, body in cases:
            if type(found) is self.classes[name]:
                return self.value(body, {**at, **dict(zip(names, found, strict=True))})
        raise AssertionError("no case")


def _bound(at: Mapping[str, Any], pattern: Term, value: Any) -> Mapping[str, Any]:
    """The variables, with those of a pattern."""
    kind, *parts = pattern
    if kind == "var":
        return {**at, parts[0]: value}
    for part, one in zip(parts, value, strict=True):
        at = _bound(at, part, one)
    return at
