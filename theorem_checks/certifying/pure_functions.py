"""Pure functions as definitions for Rocq: the data that was read, word by word.

Each function takes first of what kind its numbers are: `(N : numbers)`, of `rocq/Functions.v`.
"""

from collections.abc import Sequence
from typing import Any

from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.statements.pure.conclusions import SameValues
from theorem_checks.statements.pure.data_types import Type
from theorem_checks.statements.pure.expressions import Term

__all__ = ["definitions_of", "values_statement"]

_TO_TYPES = {"nat": "nat", "num": "(num N)", "bool": "bool"}
_OF_NUMBERS = {
    "lt": "~~ nge0 N (nsub N {0} {1})",
    "le": "nge0 N (nsub N {1} {0})",
    "gt": "~~ nge0 N (nsub N {1} {0})",
    "ge": "nge0 N (nsub N {0} {1})",
    "eq": "nis0 N (nsub N {0} {1})",
    "ne": "~~ nis0 N (nsub N {0} {1})",
}
_TEMPLATES = {
    "nat": "{0}%N",
    "bool": "{0}",
    "neg": "nopp N {0}",
    "not": "~~ {0}",
    "inverse": "ninv N {0}",
    "and": "{0} && {1}",
    "or": "{0} || {1}",
    "add nat": "addn {0} {1}",
    "mul nat": "muln {0} {1}",
    "div": "divn {0} {1}",
    "mod": "modn {0} {1}",
    "lt nat": "leq (S {0}) {1}",
    "le nat": "leq {0} {1}",
    "gt nat": "leq (S {1}) {0}",
    "ge nat": "leq {1} {0}",
    "eq nat": "eqn {0} {1}",
    "ne nat": "~~ eqn {0} {1}",
    "add num": "nadd N {0} {1}",
    "mul num": "nmul N {0} {1}",
    "repeated": "nseq {1} {0}",
    "joined": "cat {0} {1}",
    "if": "if {0} then {1} else {2}",
    "last": "last {0} {1}",
    "entry": "nth {0} {1} {2}",
    "take": "take {0} {1}",
    "drop": "drop {0} {1}",
    "size": "size {0}",
    "all": "all id {0}",
    "any": "has id {0}",
    "greatest": "foldr maxn 0%N {0}",
    "sum nat": "sumn {0}",
    "sum num": "nsum N {0} {1}",
    "flat": "flatten {0}",
    "zip": "zip {0} {1}",
    "range": "iota_to {0} {1}",
    "enumerate": "enumerated _ {0}",
} | {f"{name} num": text for name, text in _OF_NUMBERS.items()}


def definitions_of(data: Any) -> str:
    """All types and functions that were read, as definitions, in their order."""
    types, functions = data
    lines = []
    for name, kind, parts in types:
        if kind == "record":
            fields = "; ".join(f"get_{name}_{one} : {type_text(found)}" for one, found in parts)
            lines.append(f"Record T_{name} (N : numbers) := make_{name} {{ {fields} }}.")
        else:
            cases = " ".join(f"| of_{name}_{one} (_ : T_{one} N)" for one in parts)
            lines.append(f"Inductive T_{name} (N : numbers) := {cases}.")
    for name, arguments, result, body in functions:
        given = " ".join(f"(v_{one} : {type_text(kind)})" for one, kind in arguments)
        text = _Text().of(body)
        lines.append(
            f"Definition f_{name} (N : numbers) {given} : {type_text(result)} :=\n  {text}."
        )
    return "\n".join(lines)


def type_text(kind: Type) -> str:
    """A type."""
    name, *parts = kind
    if name in _TO_TYPES:
        return _TO_TYPES[name]
    if name == "seq":
        return f"(seq {type_text(parts[0])})"
    if name == "pair":
        return f"({' * '.join(map(type_text, parts))})%type"
    return f"(T_{parts[0]} N)"


def values_statement(parts: Sequence[SameValues]) -> str:
    """That calls of pure functions give the same, as definitions of all that they use."""
    types: dict[str, Any] = {}
    functions: dict[str, Any] = {}
    for side in (side for part in parts for side in (part.one, part.other)):
        read_types, read_functions = side.reader.data
        for table, found in ((types, read_types), (functions, read_functions)):
            for one in found:
                if table.setdefault(one[0], one) != one:
                    raise NoFormError(f"two that are called {one[0]}")
    said = []
    for part in parts:
        given = " ".join(f"(v_{one} : {type_text(kind)})" for one, kind in part.arguments.items())
        one, other = (_Text().of(side.term) for side in (part.one, part.other))
        all_given = f"forall {given},\n    " if given else ""
        said.append(f"({all_given}{one} = {other})")
    together = " /\\\n  ".join(said)
    definitions = definitions_of((tuple(types.values()), tuple(functions.values())))
    head = "Definition statement : Prop := forall F : realFieldType, let N := all_of F in"
    return f"{definitions}\n{head}\n  {together}."


class _Text:
    """Writes terms."""

    def of(self, term: Term) -> str:
        """A term, in parentheses where it has parts."""
        kind, *parts = term
        if kind in _TEMPLATES:
            texts = parts if kind in ("nat", "bool") else map(self.of, parts)
            return f"({_TEMPLATES[kind].format(*texts)})"
        return getattr(self, f"_{kind}")(*parts)

    def _var(self, name: str) -> str:
        return f"v_{name}"

    def _number(self, value: str) -> str:
        return f"(n{value} N)"

    def _list(self, *parts: Term) -> str:
        return f"[:: {'; '.join(map(self.of, parts))}]" if parts else "[::]"

    def _pair(self, *parts: Term) -> str:
        return f"({', '.join(map(self.of, parts))})"

    def _call(self, name: str, *parts: Term) -> str:
        return f"(f_{name} N {' '.join(map(self.of, parts))})"

    def _make(self, name: str, *parts: Term) -> str:
        return f"(make_{name} N {' '.join(map(self.of, parts))})"

    def _member(self, union: str, name: str, term: Term) -> str:
        return f"(of_{union}_{name} N {self.of(term)})"

    def _field(self, record: str, name: str, term: Term) -> str:
        return f"(get_{record}_{name} N {self.of(term)})"

    def _function(self, pattern: Term, body: Term) -> str:
        return f"(fun {self._bound(pattern)} => {self.of(body)})"

    def _bound(self, pattern: Term) -> str:
        return f"'{self.of(pattern)}" if pattern[0] == "pair" else self.of(pattern)

    def _map(self, pattern: Term, body: Term, many: Term) -> str:
        return f"(map {self._function(pattern, body)} {self.of(many)})"

    def _filter(self, pattern: Term, test: Term, many: Term) -> str:
        return f"(filter {self._function(pattern, test)} {self.of(many)})"

    def _fold(self, held: Term, pattern: Term, body: Term, start: Term, many: Term) -> str:
        step = f"(fun {self._bound(held)} {self._bound(pattern)} =>\n    {self.of(body)})"
        return f"(foldl {step} {self.of(start)} {self.of(many)})"

    def _let(self, pattern: Term, value: Term, rest: Term) -> str:
        return f"(let {self._bound(pattern)} := {self.of(value)} in\n  {self.of(rest)})"

    def _match(self, union: str, term: Term, *cases: tuple[str, tuple[str, ...], Term]) -> str:
        told = []
        for name, names, body in cases:
            bound = " ".join("_" if one == "_" else f"v_{one}" for one in names)
            told.append(f"| of_{union}_{name} (make_{name} {bound}) => {self.of(body)}")
        return f"(match {self.of(term)} with\n  " + "\n  ".join(told) + "\n  end)"
