"""Expressions of pure functions, read into terms with their types.

A term is a nested tuple: its kind, and its parts. Whatever could fail or be of two readings, such
as `x[i]` by itself, is refused.
"""

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import flint

from theorem_checks.statements.pure.data_types import BOOL, NAT, NUM, NotPureError, Type, Types

__all__ = ["Expressions", "Names", "Term"]

Term: TypeAlias = tuple[Any, ...]
Typed: TypeAlias = tuple[Term, Type]

_CALLS = "call tuple(...), len, sum, all, any, max(..., default=0), or a pure function by its name"
_COMPARED = {
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
    ast.Eq: "eq",
    ast.NotEq: "ne",
}
_EXPRESSIONS = "use names, fields, tuples, arithmetic, comparisons, `if` and `else`, and calls"
_EMPTY: Term = ("list",)


_NOTHING = object()


class Names:
    """The names that a function sees beyond its own; notes what they were when they were asked."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self._names = names
        self._asked: dict[str, Any] = {}

    def get(self, name: str, default: Any = None) -> Any:
        """What a name stands for."""
        found = self._asked[name] = self._names.get(name, _NOTHING)
        return default if found is _NOTHING else found

    def __contains__(self, name: str) -> bool:
        return self.get(name, _NOTHING) is not _NOTHING

    @property
    def are_as_they_were(self) -> bool:
        """Whether all that was asked would be answered as it was."""
        return all(self._names.get(name, _NOTHING) is held for name, held in self._asked.items())


@dataclass
class Expressions:
    """Reads the expressions of one function.

    **Fields**: `types`; `called(function)`, which has another function read, and gives its name,
    the types of its arguments and of its result; the `names` that the function sees beyond its own;
    `where`, for messages; `known`, the types of its variables at this place.
    """

    types: Types
    called: Callable[[Any], tuple[str, tuple[Type, ...], Type]]
    names: Names
    where: Callable[[ast.AST], str]
    known: dict[str, Type] = field(default_factory=dict)

    def refused(self, node: ast.AST, allowed: str, what: str = "") -> NotPureError:
        """The error for a node."""
        return NotPureError(self.where(node), what or f"`{ast.unparse(node)}`", allowed)

    def of(self, node: ast.expr, wanted: Type) -> Term:
        """The term of an expression that is to have a type."""
        term, found = self.typed(node, wanted)
        if found == wanted:
            return term
        kind, *rest = wanted
        if kind == "union" and found[0] == "record" and found[1] in self.types.unions[rest[0]]:
            return "member", rest[0], found[1], term
        raise self.refused(node, f"it has the type {found}, where {wanted} is expected")

    def typed(self, node: ast.expr, wanted: Type | None = None) -> Typed:
        """The term of an expression, and its type; `wanted` tells what an empty tuple holds."""
        read = getattr(self, f"_{type(node).__name__.lower()}", None)
        if read is None:
            raise self.refused(node, _EXPRESSIONS)
        return read(node, wanted)

    def _name(self, node: ast.Name, _wanted: Type | None) -> Typed:
        if node.id in self.known:
            return ("var", node.id), self.known[node.id]
        value = self.names.get(node.id)
        if type(value) is flint.fmpq and value in (0, 1):
            return ("number", str(value)), NUM
        raise self.refused(node, "a name is an argument, was set before, or is an exact 0 or 1")

    def _constant(self, node: ast.Constant, wanted: Type | None) -> Typed:
        value = node.value
        if isinstance(value, bool):
            return ("bool", str(value).lower()), BOOL
        if isinstance(value, int) and wanted == NUM and value in (0, 1):
            return ("number", str(value)), NUM
        if isinstance(value, int) and value >= 0:
            return ("nat", str(value)), NAT
        raise self.refused(node, "write integers from 0 on, True and False")

    def _tuple(self, node: ast.Tuple, wanted: Type | None) -> Typed:
        if wanted is not None and wanted[0] == "pair":
            if len(node.elts) != len(wanted) - 1:
                raise self.refused(node, f"a tuple of {len(wanted) - 1} parts is expected")
            parts = zip(node.elts, wanted[1:], strict=True)
            return ("pair", *(self.of(one, kind) for one, kind in parts)), wanted
        kind = wanted[1] if wanted is not None and wanted[0] == "seq" else None
        parts = []
        for one in node.elts:
            if isinstance(one, ast.Starred):
                if isinstance(one.value, ast.GeneratorExp):
                    term, kind = self._each(one.value, kind)
                    parts.append(term)
                    continue
                term, found = self.typed(one.value, None if kind is None else ("seq", kind))
                if found[0] != "seq":
                    raise self.refused(one, "a star stands before a tuple[T, ...]")
                kind = self._one_type(one, kind, found[1])
                parts.append(term)
            elif kind is None:
                term, kind = self.typed(one)
                parts.append(("list", term))
            else:
                parts.append(("list", self.of(one, kind)))
        if kind is None:
            raise self.refused(node, "say what an empty tuple holds: `name: tuple[T, ...] = ()`")
        return _joined(parts), ("seq", kind)

    def _one_type(self, node: ast.AST, kind: Type | None, found: Type) -> Type:
        if kind is not None and kind != found:
            raise self.refused(node, f"it holds {found}, where {kind} is expected")
        return found

    def _attribute(self, node: ast.Attribute, _wanted: Type | None) -> Typed:
        term, found = self.typed(node.value)
        if found[0] != "record" or node.attr not in self.types.fields_of(found[1]):
            raise self.refused(node, "only fields of a NamedTuple are read")
        return ("field", found[1], node.attr, term), self.types.fields_of(found[1])[node.attr]

    def _unaryop(self, node: ast.UnaryOp, _wanted: Type | None) -> Typed:
        if isinstance(node.op, ast.Not):
            return ("not", self.of(node.operand, BOOL)), BOOL
        if isinstance(node.op, ast.USub):
            return ("neg", self.of(node.operand, NUM)), NUM
        raise self.refused(node, "use `not`, and - of an exact number")

    def _boolop(self, node: ast.BoolOp, _wanted: Type | None) -> Typed:
        kind = "and" if isinstance(node.op, ast.And) else "or"
        first, *rest = (self.of(one, BOOL) for one in node.values)
        for one in rest:
            first = (kind, first, one)
        return first, BOOL

    def _binop(self, node: ast.BinOp, wanted: Type | None) -> Typed:
        left, found = self.typed(node.left, wanted)
        kind, op = found[0], type(node.op)
        if op is ast.Mult and kind == "seq" and left[0] == "list" and len(left) == 2:
            return ("repeated", left[1], self.of(node.right, NAT)), found
        if op is ast.Add and kind == "seq":
            return ("joined", left, self.of(node.right, found)), found
        if op in (ast.Add, ast.Mult) and kind in ("nat", "num"):
            name = "add" if op is ast.Add else "mul"
            return (f"{name} {kind}", left, self.of(node.right, found)), found
        if op is ast.Sub and kind == "num":
            return ("add num", left, ("neg", self.of(node.right, NUM))), NUM
        if op in (ast.FloorDiv, ast.Mod) and kind == "nat" and _positive(node.right):
            right = self.of(node.right, NAT)
            return ("div" if op is ast.FloorDiv else "mod", left, right), NAT
        allowed = "add and multiply integers or exact numbers, subtract exact numbers, join tuples"
        divided = "divide an integer by one that is written out, and invert a number by"
        raise self.refused(node, f"{allowed}, {divided} `ONE / a if a != 0 else d`, ONE an exact 1")

    def _compare(self, node: ast.Compare, _wanted: Type | None) -> Typed:
        op = _COMPARED.get(type(node.ops[0]))
        left, found = self.typed(node.left)
        if len(node.ops) > 1 or op is None or found not in (NAT, NUM):
            raise self.refused(node, "compare two integers, or two exact numbers")
        return (f"{op} {found[0]}", left, self.of(node.comparators[0], found)), BOOL

    def _ifexp(self, node: ast.IfExp, wanted: Type | None) -> Typed:
        if (found := self._entry(node) or self._inverse(node)) is not None:
            return found
        test = self.of(node.test, BOOL)
        body, kind = self.typed(node.body, wanted)
        if wanted is not None and wanted[0] == "union":
            return ("if", test, self.of(node.body, wanted), self.of(node.orelse, wanted)), wanted
        return ("if", test, body, self.of(node.orelse, kind)), kind

    def _entry(self, node: ast.IfExp) -> Typed | None:
        """`x[i] if i < len(x) else d`, `len(x) > i` too, and `x[-1] if x else d`."""
        body = node.body
        if not isinstance(body, ast.Subscript) or isinstance(body.slice, ast.Slice):
            return None
        # By trees: the text of `(a if c else b) < n` is that of another test.
        index, many, test = (ast.dump(one) for one in (body.slice, body.value, node.test))
        size = ast.Call(ast.Name("len", ast.Load()), [body.value], [])
        inside = (
            ast.Compare(body.slice, [ast.Lt()], [size]),
            ast.Compare(size, [ast.Gt()], [body.slice]),
        )
        if test not in (*map(ast.dump, inside), many):
            return None
        term, found = self.typed(body.value)
        if found[0] != "seq" or "len" in self.names or "len" in self.known:
            return None
        default = self.of(node.orelse, found[1])
        if index == ast.dump(ast.parse("-1", mode="eval").body) and test == many:
            return ("last", default, term), found[1]
        if test == many:
            return None
        return ("entry", default, term, self.of(body.slice, NAT)), found[1]

    def _inverse(self, node: ast.IfExp) -> Typed | None:
        """`one / a if a != 0 else d`, where `one` names an exact 1: so that no integers divide."""
        body = node.body
        if not isinstance(body, ast.BinOp) or not isinstance(body.op, ast.Div):
            return None
        test = ast.Compare(body.right, [ast.NotEq()], [ast.Constant(0)])
        if ast.dump(test) != ast.dump(node.test) or not isinstance(body.left, ast.Name):
            return None
        if self.typed(body.left) != (("number", "1"), NUM):
            return None
        divisor = self.of(body.right, NUM)
        asked = ("ne num", divisor, ("number", "0"))
        return ("if", asked, ("inverse", divisor), self.of(node.orelse, NUM)), NUM

    def _subscript(self, node: ast.Subscript, _wanted: Type | None) -> Typed:
        cut = node.slice
        term, found = self.typed(node.value)
        if found[0] != "seq" or not isinstance(cut, ast.Slice) or cut.step is not None:
            allowed = "read entries as `x[i] if i < len(x) else d` or `x[-1] if x else d`"
            raise self.refused(node, f"{allowed}, and cut by x[:i] and x[i:]")
        if cut.upper is not None:
            term = ("take", self.of(cut.upper, NAT), term)
        return (term if cut.lower is None else ("drop", self.of(cut.lower, NAT), term)), found

    def _call(self, node: ast.Call, wanted: Type | None) -> Typed:
        if not isinstance(node.func, ast.Name) or node.func.id in self.known:
            raise self.refused(node, _CALLS)
        name = node.func.id
        if name not in self.names:
            return self._built_in(name, node, wanted)
        value = self.names.get(name)
        if isinstance(value, type):
            return self._made(node, value)
        if node.keywords or any(isinstance(one, ast.Starred) for one in node.args):
            raise self.refused(node, "hand a pure function its arguments by place")
        called, arguments, result = self.called(value)
        if len(node.args) != len(arguments):
            raise self.refused(node, f"{name} takes {len(arguments)} arguments")
        terms = (self.of(one, kind) for one, kind in zip(node.args, arguments, strict=True))
        return ("call", called, *terms), result

    def _made(self, node: ast.Call, cls: type) -> Typed:
        kind = self.types.read(cls, self.where(node))
        if kind[0] != "record":
            raise self.refused(node, "only a NamedTuple is made by its name")
        fields = self.types.fields_of(kind[1])
        given = dict(zip(fields, node.args, strict=False))
        given |= {str(one.arg): one.value for one in node.keywords}
        if {*given} != {*fields} or len(node.args) + len(node.keywords) != len(fields):
            raise self.refused(node, f"give each of {', '.join(fields)} once")
        return ("make", kind[1], *(self.of(given[n], t) for n, t in fields.items())), kind

    def _built_in(self, name: str, node: ast.Call, wanted: Type | None) -> Typed:
        first, *rest = [*node.args, None]
        more = {str(one.arg): ast.unparse(one.value) for one in node.keywords}
        if name == "len" and first is not None and rest == [None] and not more:
            term, found = self.typed(first)
            if found[0] == "seq":
                return ("size", term), NAT
        if first is None or not isinstance(first, ast.GeneratorExp):
            raise self.refused(node, _CALLS)
        if name == "tuple" and rest == [None] and not more:
            kind = wanted[1] if wanted is not None and wanted[0] == "seq" else None
            term, found = self._each(first, kind)
            return term, ("seq", found)
        if name in ("all", "any") and rest == [None] and not more:
            return (name, self._each(first, BOOL)[0]), BOOL
        if name == "max" and rest == [None] and more == {"default": "0"}:
            return ("greatest", self._each(first, NAT)[0]), NAT
        if name == "sum" and rest == [None] and not more:
            return ("sum nat", self._each(first, NAT)[0]), NAT
        if name == "sum" and rest[1:] == [None] and rest[0] is not None and not more:
            return ("sum num", self.of(rest[0], NUM), self._each(first, NUM)[0]), NUM
        raise self.refused(node, f"{_CALLS}; sums of exact numbers are told where they start")

    def _each(self, node: ast.GeneratorExp, kind: Type | None) -> Typed:
        """All that a generator gives, of which a type is wanted."""
        before = dict(self.known)
        made = []
        for part in node.generators:
            term, pattern = self.over(part.iter, part.target)
            made.append((term, pattern, [self.of(test, BOOL) for test in part.ifs]))
        if kind is None:
            term, kind = self.typed(node.elt)
        else:
            term = self.of(node.elt, kind)
        self.known = before
        for number, (many, pattern, tests) in enumerate(reversed(made)):
            kept = many
            for test in tests:
                kept = ("filter", pattern, test, kept)
            term = ("map", pattern, term, kept)
            term = ("flat", term) if number else term
        return term, kind

    def over(self, node: ast.expr, target: ast.expr) -> tuple[Term, Term]:
        """What is gone through, and the pattern for one of it, whose names are known from here."""
        term, kind = self._iterated(node)
        pattern = self.pattern(target, kind)
        return term, pattern

    def pattern(self, target: ast.expr, kind: Type) -> Term:
        """A name, or a tuple of names, for a value of a type."""
        if isinstance(target, ast.Name):
            if target.id in self.names or not target.id.isascii():
                raise self.refused(target, "name a variable unlike all that the module names")
            self.known[target.id] = kind
            return "var", target.id
        if (
            isinstance(target, ast.Tuple)
            and kind[0] == "pair"
            and len(target.elts) == len(kind) - 1
        ):
            names = [ast.unparse(one) for one in target.elts]
            if len({*names}) == len(names):
                parts = zip(target.elts, kind[1:], strict=True)
                return "pair", *(self.pattern(one, part) for one, part in parts)
        raise self.refused(target, f"use names, one for each part of {kind}")

    def _iterated(self, node: ast.expr) -> Typed:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            name, args = node.func.id, node.args
            shadowed = name in self.names or name in self.known
            told = {str(one.arg): ast.unparse(one.value) for one in node.keywords}
            if not shadowed and name == "zip" and len(args) == 2 and told == {"strict": "False"}:
                (one, left), (other, right) = map(self._iterated, args)
                return ("zip", one, other), ("pair", left, right)
            if not shadowed and name == "range" and len(args) in (1, 2) and not told:
                ends = [self.of(one, NAT) for one in args]
                return ("range", *([("nat", "0")] if len(args) == 1 else []), *ends), NAT
            if not shadowed and name == "enumerate" and len(args) == 1 and not told:
                term, kind = self._iterated(args[0])
                return ("enumerate", term), ("pair", NAT, kind)
        term, found = self.typed(node)
        if found[0] != "seq":
            raise self.refused(node, "go through a tuple[T, ...], zip, range or enumerate")
        return term, found[1]


def _joined(parts: list[Term]) -> Term:
    """Tuples one after the other; lists side by side are one."""
    made: list[Term] = []
    for part in parts:
        if made and made[-1][0] == part[0] == "list":
            made[-1] = (*made[-1], *part[1:])
        else:
            made.append(part)
    term = made.pop() if made else _EMPTY
    for part in reversed(made):
        term = ("joined", part, term)
    return term


def _positive(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int and node.value > 0
