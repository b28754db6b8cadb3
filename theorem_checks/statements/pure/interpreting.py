"""What pure functions give, by the data that was read of them: to hold against what they do.

Each term becomes code of Python, made of the data alone: syntax trees of a few forms, with names
that are made here. A variable is a local one; what is bound, and loops, are statements, which stand
before the expression in which their value is used. No term does anything but to give its value, so
that it is the same whenever it is computed.
"""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import floordiv, mod
from types import CodeType, FunctionType
from typing import Any

import flint

from theorem_checks.statements.pure.expressions import Term
from theorem_checks.statements.pure.functions import PureFunction

__all__ = ["value_by_data"]

_BINARY: dict[str, ast.operator] = {
    "add nat": ast.Add(),
    "add num": ast.Add(),
    "mul nat": ast.Mult(),
    "mul num": ast.Mult(),
    "joined": ast.Add(),
}
_COMPARED: dict[str, ast.cmpop] = {
    f"{name} {kind}": op
    for kind in ("nat", "num")
    for name, op in {
        "lt": ast.Lt(),
        "le": ast.LtE(),
        "gt": ast.Gt(),
        "ge": ast.GtE(),
        "eq": ast.Eq(),
        "ne": ast.NotEq(),
    }.items()
}
_PLAIN: dict[str, Callable[..., Any]] = {
    "inverse": lambda a: 1 / a,
    "div": floordiv,
    "mod": mod,
    "repeated": lambda a, n: (a,) * n,
    "last": lambda d, s: s[-1] if s else d,
    "entry": lambda d, s, i: s[i] if i < len(s) else d,
    "take": lambda n, s: s[:n],
    "drop": lambda n, s: s[n:],
    "size": len,
    "zip": lambda a, b: tuple(zip(a, b, strict=False)),
    "range": lambda a, b: tuple(range(a, b)),
    "enumerate": lambda s: tuple(enumerate(s)),
    "greatest": lambda s: max(s, default=0),
}
_GONE_THROUGH = {"zip": zip, "range": range, "enumerate": enumerate}
"""Kinds of which a loop needs no tuple."""
_IN_STATEMENTS = {"let", "match"}
_IN_LOOPS = {"map", "filter", "flat", "fold", "all", "any", "greatest", "sum nat", "sum num"}


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
        called[function.name] = _Code(called, classes).function(names, function.body)
    whole = _Code(called, classes).function(free, term)
    return lambda given: whole(*[given[name] for name in free])


class _Code:
    """The code of one function.

    `_block` has the statements where one is at; `_known`, the variables of the data, by the names
    that they have in the code, each its own.
    """

    def __init__(
        self, functions: Mapping[str, Callable[..., Any]], classes: Mapping[str, Any]
    ) -> None:
        self._functions, self._classes = functions, classes
        self._known: dict[str, str] = {}
        self._block: list[ast.stmt] = []
        self._held: dict[str, Any] = {}
        self._made = 0

    def function(self, arguments: Iterable[str], body: Term) -> Callable[..., Any]:
        """The function of its arguments, in order."""
        module = ast.parse("def value(): pass")
        (tree,) = module.body
        assert isinstance(tree, ast.FunctionDef)
        tree.args.args = [ast.arg(self._bound(name)) for name in arguments]
        tree.body = self._put(body, ast.Return)
        made = compile(ast.fix_missing_locations(module), "<what was read>", "exec")
        (code,) = (one for one in made.co_consts if isinstance(one, CodeType))
        return FunctionType(code, self._held)

    def _fresh(self) -> str:
        self._made += 1
        return f"v{self._made}"

    def _variable(self) -> tuple[ast.Name, ast.Name]:
        """A new variable of the code: as it is read, and as it is set."""
        name = self._fresh()
        return ast.Name(name, ast.Load()), ast.Name(name, ast.Store())

    def _bound(self, name: str) -> str:
        """A new variable of the code for one of the data."""
        made = self._known[name] = self._fresh()
        return made

    def _hold(self, value: Any) -> ast.expr:
        """What the code has from here, by a name."""
        name = f"held{len(self._held)}"
        self._held[name] = value
        return ast.Name(name, ast.Load())

    def _call(self, function: Any, *values: ast.expr) -> ast.expr:
        return ast.Call(self._hold(function), [*values], [])

    def _target(self, pattern: Term) -> ast.expr:
        """What is assigned to, to bind the variables of a pattern."""
        kind, *parts = pattern
        if kind == "var":
            return ast.Name(self._bound(parts[0]), ast.Store())
        return ast.Tuple([self._target(part) for part in parts], ast.Store())

    def _bind(self, pattern: Term, value: ast.expr) -> None:
        self._block.append(ast.Assign([self._target(pattern)], value))

    def _inside(self, fill: Callable[[], None]) -> list[ast.stmt]:
        """The statements of a block by itself; what is bound in it is not known after it."""
        block, known = self._block, self._known
        self._block, self._known = [], dict(known)
        fill()
        made = self._block
        self._block, self._known = block, known
        return made

    def _put(self, term: Term, done: Callable[[ast.expr], ast.stmt]) -> list[ast.stmt]:
        """A block that ends in what is `done` with the value of a term, on each of its ways."""
        return self._inside(lambda: self._end(term, done))

    def _end(self, term: Term, done: Callable[[ast.expr], ast.stmt]) -> None:
        kind, *parts = term
        if kind == "let":
            pattern, value, rest = parts
            self._bind(pattern, self._of(value))
            self._end(rest, done)
        elif kind == "if":
            asked, body, other = parts
            made = self._of(asked)
            self._block.append(ast.If(made, self._put(body, done), self._put(other, done)))
        elif kind == "match":
            self._block += self._cases(parts[1], parts[2:], done)
        else:
            self._block.append(done(self._of(term)))

    def _cases(
        self, term: Term, cases: Sequence[Any], done: Callable[[ast.expr], ast.stmt]
    ) -> list[ast.stmt]:
        """What is done in the case of each record."""
        (record, of_record), (kind, of_kind) = self._variable(), self._variable()
        self._block.append(ast.Assign([of_record], self._of(term)))
        self._block.append(ast.Assign([of_kind], self._call(type, record)))
        made: list[ast.stmt] = [ast.Raise(self._hold(LookupError("no case of a match")))]
        for name, names, body in reversed(cases):
            pattern = ("pair", *(("var", one) for one in names))

            def fill(pattern: Term = pattern, body: Term = body) -> None:
                self._bind(pattern, record)
                self._end(body, done)

            asked = ast.Compare(kind, [ast.Is()], [self._hold(self._classes[name])])
            made = [ast.If(asked, self._inside(fill), made)]
        return made

    def _of(self, term: Term) -> ast.expr:
        """The expression for a term, behind the statements that it needs."""
        kind, *parts = term
        if kind in _IN_STATEMENTS:
            return self._held_at_the_end(term)
        if kind in _IN_LOOPS:
            return getattr(self, f"_{kind.replace(' ', '_')}")(*parts)
        if kind == "var":
            return ast.Name(self._known[parts[0]], ast.Load())
        if kind in ("nat", "bool"):
            return ast.Constant(int(parts[0]) if kind == "nat" else parts[0] == "true")
        if kind == "number":
            return self._hold(flint.fmpq(int(parts[0])))
        if kind in ("if", "and", "or"):
            return self._asked(term)
        if kind == "member":
            return self._of(parts[2])
        if kind == "field":
            record, name, found = parts
            place = ast.Constant(self._classes[record]._fields.index(name))
            return ast.Subscript(self._of(found), place, ast.Load())
        if kind in ("call", "make"):
            name, *parts = parts
            called = self._functions[name] if kind == "call" else self._classes[name]
            return self._call(called, *map(self._of, parts))
        return self._computed(kind, [self._of(part) for part in parts])

    def _computed(self, kind: str, values: list[ast.expr]) -> ast.expr:
        """What operators and functions of Python give."""
        if kind in ("list", "pair"):
            return ast.Tuple(values, ast.Load())
        if kind in ("neg", "not"):
            return ast.UnaryOp(ast.USub() if kind == "neg" else ast.Not(), *values)
        if kind in _BINARY:
            return ast.BinOp(values[0], _BINARY[kind], values[1])
        if kind in _COMPARED:
            return ast.Compare(values[0], [_COMPARED[kind]], values[1:])
        return self._call(_PLAIN[kind], *values)

    def _held_at_the_end(self, term: Term) -> ast.expr:
        """A variable that holds the value of a term at the end of each of its ways."""
        held, target = self._variable()
        self._block += self._put(term, lambda value: ast.Assign([target], value))
        return held

    def _asked(self, term: Term) -> ast.expr:
        """A term that may leave out a part, whose statements then are left out, too."""
        kind, asked, *parts = term
        first = self._of(asked)
        if all(map(_is_expression, parts)):
            values = map(self._of, parts)
            if kind == "if":
                return ast.IfExp(first, *values)
            return ast.BoolOp(ast.And() if kind == "and" else ast.Or(), [first, *values])
        held, target = self._variable()
        ways = [self._put(part, lambda value: ast.Assign([target], value)) for part in parts]
        if kind != "if":
            self._block.append(ast.Assign([target], first))
            first, skipped = held, [ast.Pass()]
            ways = [*ways, skipped] if kind == "and" else [skipped, *ways]
        self._block.append(ast.If(first, *ways))
        return held

    def _loop(self, pattern: Term, many: Term, fill: Callable[[], None]) -> None:
        """A loop with a pattern that is bound to all that a term has, one after the other.

        What maps give need not be kept, nor what is filtered.
        """
        kind, *parts = many
        known = self._known
        if kind == "map":
            own, body, inner = parts

            def bound() -> None:
                value, self._known = self._of(body), dict(known)
                self._bind(pattern, value)
                fill()

            self._loop(own, inner, bound)
        elif kind == "filter":
            own, test, inner = parts

            def asked() -> None:
                made = self._of(test)
                self._block.append(ast.If(made, self._inside(fill), []))

            if own == pattern:
                self._loop(own, inner, asked)
                return
            one = ("var", f"{self._made} filtered")  # no variable is called so

            def asked_of_one() -> None:
                kept = self._known[one[1]]
                self._bind(own, ast.Name(kept, ast.Load()))
                made, self._known = self._of(test), dict(known)

                def passed() -> None:
                    self._bind(pattern, ast.Name(kept, ast.Load()))
                    fill()

                self._block.append(ast.If(made, self._inside(passed), []))

            self._loop(one, inner, asked_of_one)
        else:
            if kind in _GONE_THROUGH:
                found = self._call(_GONE_THROUGH[kind], *map(self._of, parts))
            else:
                found = self._of(many)
            targets: list[ast.expr] = []

            def filled() -> None:
                targets.append(self._target(pattern))
                fill()

            body = self._inside(filled)
            self._block.append(ast.For(targets[0], found, body, []))

    def _each(self, many: Term, step: Callable[[ast.expr], ast.stmt]) -> None:
        """A step with each of many."""
        one = ("var", "each one")  # no variable is called so
        if many[0] == "map":
            _, pattern, body, many = many
        else:
            own = many[1] if many[0] == "filter" else one
            pattern = body = own if own[0] == "var" else one
        self._loop(pattern, many, lambda: self._block.append(step(self._of(body))))

    def _list(self, many: Term, method: str = "append") -> ast.expr:
        """A list of many, or of the entries of each."""
        held, target = self._variable()
        self._block.append(ast.Assign([target], ast.List([], ast.Load())))
        add = ast.Attribute(held, method, ast.Load())
        self._each(many, lambda one: ast.Expr(ast.Call(add, [one], [])))
        return held

    def _map(self, pattern: Term, body: Term, many: Term) -> ast.expr:
        return self._call(tuple, self._list(("map", pattern, body, many)))

    def _filter(self, pattern: Term, test: Term, many: Term) -> ast.expr:
        return self._call(tuple, self._list(("filter", pattern, test, many)))

    def _flat(self, many: Term) -> ast.expr:
        return self._call(tuple, self._list(many, "extend"))

    def _greatest(self, many: Term) -> ast.expr:
        return self._call(_PLAIN["greatest"], self._list(many))

    def _sum_nat(self, many: Term) -> ast.expr:
        return self._sum_num(("nat", "0"), many)

    def _sum_num(self, start: Term, many: Term) -> ast.expr:
        held, target = self._variable()
        self._block.append(ast.Assign([target], self._of(start)))
        self._each(many, lambda one: ast.Assign([target], ast.BinOp(held, ast.Add(), one)))
        return held

    def _all(self, many: Term) -> ast.expr:
        return self._until(many, found=False)

    def _any(self, many: Term) -> ast.expr:
        return self._until(many, found=True)

    def _until(self, many: Term, *, found: bool) -> ast.expr:
        """Whether one of many is what is looked for: then no other one is looked at."""
        held, target = self._variable()
        self._block.append(ast.Assign([target], ast.Constant(not found)))
        stop = [ast.Assign([target], ast.Constant(found)), ast.Break()]

        def step(one: ast.expr) -> ast.stmt:
            return ast.If(one if found else ast.UnaryOp(ast.Not(), one), stop, [])

        self._each(many, step)
        return held

    def _fold(self, held: Term, pattern: Term, body: Term, start: Term, many: Term) -> ast.expr:
        outside = self._known
        value, self._known = self._of(start), dict(outside)
        self._bind(held, value)
        inside, self._known = self._known, outside

        def step() -> None:
            self._known = inside | {name: self._known[name] for name in _names(pattern)}
            after = self._of(body)
            self._block.append(ast.Assign([_named(held, inside, ast.Store())], after))

        self._loop(pattern, many, step)
        return _named(held, inside, ast.Load())


def _is_expression(term: Term) -> bool:
    """Whether a term needs no statements."""
    if term[0] in _IN_STATEMENTS or term[0] in _IN_LOOPS:
        return False
    return all(_is_expression(part) for part in term if isinstance(part, tuple))


def _names(pattern: Term) -> Iterator[str]:
    kind, *parts = pattern
    if kind == "var":
        yield parts[0]
    else:
        for part in parts:
            yield from _names(part)


def _named(pattern: Term, known: Mapping[str, str], use: ast.expr_context) -> ast.expr:
    """A pattern by the variables of the code."""
    kind, *parts = pattern
    if kind == "var":
        return ast.Name(known[parts[0]], use)
    return ast.Tuple([_named(part, known, use) for part in parts], use)
