"""Index expressions as nodes for printing, without what contributes nothing to the eye.

Factors of 1, deltas of summed indices and sums over nothing are resolved here, on a copy: what is
decided and compared is the expression as it stands.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import sympy as sp

from theorem_checks.statements.arrays.index_expressions import (
    IndexExpression,
    Opaque,
    Plus,
    Positive,
    Renamed,
    Scalar,
    Summed,
    Times,
)
from theorem_checks.statements.arrays.index_relations import AtMost, Delta, Lag
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.known_functions import EXPONENTIAL, RECIPROCAL
from theorem_checks.statements.arrays.tensors import Entry
from theorem_checks.statements.numbers_in_latex import number_latex

__all__ = ["ZERO", "ShownNode", "letter_of"]


@dataclass(frozen=True)
class ShownNode:
    """A node of an expression for printing, with a name of its own for each bound index."""

    kind: str
    parts: tuple["ShownNode", ...] = ()
    names: tuple[str, ...] = ()
    value: Any = None

    @classmethod
    def of(cls, e: IndexExpression, *, as_written: bool = False) -> "ShownNode":
        """The node of an expression, without what contributes nothing, or `as_written`."""
        found = _made(e, {}, count())
        return found if as_written else _simplified(found)

    def renamed(self, old: str, new: str) -> "ShownNode":
        """The node with another index in place of one."""
        return replace(
            self,
            parts=tuple(part.renamed(old, new) for part in self.parts),
            names=tuple(new if name == old else name for name in self.names),
        )

    @property
    def mentioned(self) -> frozenset[str]:
        """The indices that stand in it."""
        own = frozenset(self.names) if self.kind != "sum" else frozenset()
        return own.union(*(part.mentioned for part in self.parts))

    @property
    def numbers(self) -> frozenset[str]:
        """The symbols that stand in its numbers, as they are written."""
        values = self.value if isinstance(self.value, tuple) else (self.value,)
        symbols = {x for value in values if isinstance(value, sp.Basic) for x in value.free_symbols}
        return frozenset(map(number_latex, symbols)).union(*(part.numbers for part in self.parts))


def _made(e: IndexExpression, names: Mapping[str, str], fresh: Iterator[int]) -> ShownNode:
    def called(index: Index) -> str:
        return names.get(index.name, index.name)

    if isinstance(e, Scalar):
        return ShownNode("number", value=e.value)
    if isinstance(e, Entry):
        called_so = tuple(map(called, e.indices))
        if e.tensor.power_of:
            kind = "matrixpower" if e.tensor.matrix else "power"
            kind = "overtime" if e.tensor.over_time else kind
            return ShownNode(kind, names=called_so, value=e.tensor.power_of)
        return ShownNode("entry", names=called_so, value=e.tensor.name)
    if isinstance(e, Delta | AtMost | Lag):
        return ShownNode(type(e).__name__, names=tuple(map(called, e.indices)))
    if isinstance(e, Renamed):
        inner = {old: called(new) for old, new in e.names.items()}
        return _made(e.body, {**names, **inner}, fresh)
    if isinstance(e, Plus | Times):
        kind = "plus" if isinstance(e, Plus) else "times"
        return ShownNode(kind, tuple(_made(part, names, fresh) for part in e.parts))
    if isinstance(e, Positive):
        return ShownNode("positive", (_made(e.body, names, fresh),))
    if isinstance(e, Opaque):
        own = {i.name: f"{letter_of(i.name)}#{next(fresh)}" for i in e.bound}
        called_so = (*own.values(), *map(called, e.own))
        return ShownNode(
            "opaque", (_made(e.body, {**names, **own}, fresh),), called_so, (e.name, len(e.bound))
        )
    assert isinstance(e, Summed)
    own = {i.name: f"{letter_of(i.name)}#{next(fresh)}" for i in e.indices}
    body = _made(e.body, {**names, **own}, fresh)
    sizes = tuple(index.range for index in e.indices)
    return ShownNode("sum", (body,), tuple(own.values()), sizes)


ZERO, ONE = (ShownNode("number", value=sp.Integer(n)) for n in (0, 1))


def _simplified(node: ShownNode) -> ShownNode:
    parts = tuple(map(_simplified, node.parts))
    if node.kind == "plus":
        flat = _together(_flat("plus", parts), sp.Add)
        kept = _without_pairs(tuple(part for part in flat if part != ZERO))
        kept = _with_strict_orders(_with_successors(kept))
        return kept[0] if len(kept) == 1 else replace(node, parts=kept) if kept else ZERO
    if node.kind == "times":
        flat = _together(_flat("times", parts), sp.Mul)
        if ZERO in flat:
            return ZERO
        kept = tuple(part for place, part in enumerate(flat) if not _is_idle(flat, place))
        return kept[0] if len(kept) == 1 else replace(node, parts=kept) if kept else ONE
    if node.kind == "sum":
        return _contracted(replace(node, parts=parts))
    if node.kind == "positive":
        (body,) = parts
        known = body.kind == "number" and body.value.is_number
        if body.kind == "positive":
            return body
        return replace(body, value=sp.Max(body.value, 0)) if known else replace(node, parts=parts)
    if node.kind == "opaque":
        (body,) = parts
        if node.value[0] == EXPONENTIAL and body == ZERO:
            return ONE
        if node.value[0] == RECIPROCAL and body.kind == "number" and body.value.is_Rational:
            return replace(body, value=1 / body.value) if body.value else replace(node, parts=parts)
    return replace(node, parts=parts)


def _is_idle(factors: tuple[ShownNode, ...], place: int) -> bool:
    """Whether a factor contributes nothing: a 1, or a bracket of 0 and 1 that stands before."""
    factor = factors[place]
    if factor.kind == "Delta" and len(set(factor.names)) == 1:
        return True
    return factor == ONE or (factor.kind in ("AtMost", "Delta") and factor in factors[:place])


def _without_pairs(terms: tuple[ShownNode, ...]) -> tuple[ShownNode, ...]:
    """Terms without those of which others are the negative."""
    left = list(terms)
    for term in terms:
        factors = term.parts if term.kind == "times" else ()
        if not factors or factors[0] != ShownNode("number", value=sp.Integer(-1)):
            continue
        rest = factors[1] if len(factors) == 2 else replace(term, parts=factors[1:])
        if rest in left and term in left:
            left.remove(rest)
            left.remove(term)
    return tuple(left)


def _with_successors(parts: tuple[ShownNode, ...]) -> tuple[ShownNode, ...]:
    """Terms with [i = k + 1] for [i = k] + [i = k + 1] - [i = k], which is a lag of 0 or of 1."""
    for part in parts:
        (lag,) = part.parts if part.kind == "sum" else (part,)
        if lag.kind != "Lag" or part.value != (2,) or part.names != lag.names[2:]:
            continue
        for other in parts:
            is_less = other.kind == "times" and other.parts[0].value == -1
            same = other.parts[1:] if is_less else ()
            if [(d.kind, {*d.names}) for d in same] == [("Delta", {*lag.names[:2]})]:
                rest = (
                    p if p is not part else ShownNode("follows", names=lag.names[:2]) for p in parts
                )
                return tuple(p for p in rest if p is not other)
    return parts


def _with_strict_orders(parts: tuple[ShownNode, ...]) -> tuple[ShownNode, ...]:
    """Terms with [i < j] for [i <= j] - [i = j]."""
    for place, part in enumerate(parts):
        for other in parts if part.kind == "AtMost" else ():
            is_less = other.kind == "times" and other.parts[0].value == -1
            same = other.parts[1:] if is_less else ()
            if [(d.kind, {*d.names}) for d in same] == [("Delta", {*part.names})]:
                strict = replace(part, kind="before")
                rest = (*parts[:place], strict, *parts[place + 1 :])
                return _with_strict_orders(tuple(p for p in rest if p is not other))
    return parts


def _together(
    parts: tuple[ShownNode, ...], joined: Callable[..., sp.Expr]
) -> tuple[ShownNode, ...]:
    """Terms or factors with the numbers among them as one, 1 - 8 as -7, where the first stands."""
    numbers = [part for part in parts if part.kind == "number" and part.value.is_Rational]
    if len(numbers) < 2:
        return parts
    total = ShownNode("number", value=joined(*(part.value for part in numbers)))
    others = [part for part in parts if not any(part is one for one in numbers)]
    others.insert(parts.index(numbers[0]), total)
    return tuple(others)


def _flat(kind: str, parts: tuple[ShownNode, ...]) -> tuple[ShownNode, ...]:
    return tuple(
        inner for part in parts for inner in (part.parts if part.kind == kind else (part,))
    )


def _contracted(node: ShownNode) -> ShownNode:
    """A sum without the indices that a delta fixes, and without those that stand nowhere."""
    (body,) = node.parts
    if body == ZERO:
        return ZERO
    factors = body.parts if body.kind == "times" else (body,)
    for place, factor in enumerate(factors):
        bound = [name for name in factor.names if name in node.names]
        if factor.kind == "Delta" and bound and factor.names[0] != factor.names[1]:
            old = bound[0]
            (new,) = set(factor.names) - {old}
            rest = ShownNode("times", (*factors[:place], *factors[place + 1 :])).renamed(old, new)
            return _simplified(_without(node, old, rest))
    if not node.names:
        return body
    for name, size in zip(node.names, node.value, strict=True):
        if name not in body.mentioned:
            times = ShownNode("times", (ShownNode("number", value=size), body))
            return _simplified(_without(node, name, times))
    return node


def _without(node: ShownNode, name: str, body: ShownNode) -> ShownNode:
    """A sum over one index less, of another body."""
    kept = [(n, s) for n, s in zip(node.names, node.value, strict=True) if n != name]
    return replace(
        node, parts=(body,), names=tuple(n for n, _ in kept), value=tuple(s for _, s in kept)
    )


def letter_of(name: str) -> str:
    """The letter of an index, whose name may have a number behind it."""
    return name.partition("#")[0]
