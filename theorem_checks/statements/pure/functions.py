"""Pure functions, read from their source into data: what they call is read with them.

What is read is the text of the function; that its code is this text is looked at. Functions go
through tuples by `for` and comprehensions, and do not call themselves, so that each ends.
"""

import ast
import inspect
import linecache
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from operator import is_
from types import CodeType, FunctionType
from typing import Any

import flint

from theorem_checks.statements.pure.data_types import BOOL, NUM, NotPureError, Type, Types
from theorem_checks.statements.pure.expressions import Expressions, Names, Term

__all__ = ["PureFunction", "Reader"]

_STATEMENTS = "use assignments to names, for, if and match that return, and return"
_NAMED = (tuple, len, sum, all, any, max, zip, range, enumerate, isinstance)
_BUILT_IN = {one.__name__: one for one in _NAMED}


@dataclass(frozen=True)
class PureFunction:
    """A function that was read: its name, its arguments with their types, its result, its body."""

    name: str
    arguments: tuple[tuple[str, Type], ...]
    result: Type
    body: Term

    @property
    def data(self) -> Any:
        """All of it as nested tuples."""
        return self.name, self.arguments, self.result, self.body


@dataclass
class Reader:
    """Reads functions, each once, and after all that it calls.

    **Fields**: `types` that they compute with; `functions` in order; `own`, what each was read of.
    """

    types: Types = field(default_factory=Types)
    functions: list[PureFunction] = field(default_factory=list)
    own: dict[str, Any] = field(default_factory=dict)
    _grounds: list["_Grounds"] = field(default_factory=list)
    _reading: list[Any] = field(default_factory=list)
    _taken: set[str] = field(default_factory=set)

    def read(self, function: Any) -> PureFunction:
        """Read a function, or find what was read of it.

        **Raises** `NotPureError` for what is not in the subset, with the line and what is.
        """
        for read in self.functions:
            if self.own[read.name] is function:
                return read
        where = getattr(function, "__qualname__", repr(function))
        if not isinstance(function, FunctionType) or any(one is function for one in self._reading):
            raise NotPureError(where, f"{where!s}", "name functions that do not call themselves")
        self._reading.append(function)
        grounds = _Grounds(function)
        made = _Function(self, function, grounds.names).read(self._name(function.__name__))
        self._reading.pop()
        self._grounds.append(grounds)
        self.functions.append(made)
        self.own[made.name] = function
        return made

    def _name(self, plain: str) -> str:
        while plain in self._taken:
            plain += "_"
        self._taken.add(plain)
        return plain

    @property
    def would_read_the_same(self) -> bool:
        """Whether all that functions and types were read of is as it was."""
        return all(one.are_as_they_were for one in self._grounds) and self.types.are_as_they_were

    @property
    def data(self) -> Any:
        """All types and functions as nested tuples."""
        return self.types.data, tuple(one.data for one in self.functions)


class _Grounds:
    """What a function is read of: what it holds, and the `names` that it sees."""

    def __init__(self, function: FunctionType) -> None:
        self.names = Names(function.__globals__)
        self._function, self._held = function, _held_by(function)

    @property
    def are_as_they_were(self) -> bool:
        held = _held_by(self._function)
        return (
            len(held) == len(self._held)
            and all(map(is_, held, self._held))
            and _has_built_in(self._function)
            and self.names.are_as_they_were
        )


def _held_by(function: FunctionType) -> tuple[Any, ...]:
    told = inspect.get_annotations(function)
    defaults = function.__defaults__, function.__kwdefaults__
    return (
        function.__code__,
        function.__name__,
        function.__closure__,
        *defaults,
        *told,
        *(told.values()),
    )


def _has_built_in(function: FunctionType) -> bool:
    """Whether Python's own names mean in a function what they mean."""
    return all(function.__builtins__.get(one) is held for one, held in _BUILT_IN.items())


class _Function:
    """Reads one function."""

    def __init__(self, reader: Reader, function: FunctionType, names: Names) -> None:
        self.reader, self.function, self.names = reader, function, names
        self.file = function.__code__.co_filename.rsplit("/", 1)[-1]
        self.start = function.__code__.co_firstlineno
        self.expressions = Expressions(reader.types, self._called, names, self.where)

    def where(self, node: ast.AST) -> str:
        return (
            f"{self.file}:{self.start + getattr(node, 'lineno', 1) - 1}, {self.function.__name__}"
        )

    def _called(self, function: Any) -> tuple[str, tuple[Type, ...], Type]:
        made = self.reader.read(function)
        return made.name, tuple(kind for _, kind in made.arguments), made.result

    def read(self, name: str) -> PureFunction:
        tree = self._tree()
        given = inspect.get_annotations(self.function)
        arguments = []
        for one in tree.args.args:
            if one.arg not in given:
                raise self.refused(one, "annotate each argument, and the result")
            arguments.append((one.arg, self.reader.types.read(given[one.arg], self.where(one))))
        if "return" not in given:
            raise self.refused(tree, "annotate each argument, and the result", "no type of result")
        self.result = self.reader.types.read(given["return"], self.where(tree))
        for one, kind in zip(tree.args.args, arguments, strict=True):
            self.expressions.pattern(ast.Name(one.arg, lineno=one.lineno), kind[1])
        return PureFunction(name, tuple(arguments), self.result, self.block(tree.body))

    def refused(self, node: ast.AST, allowed: str, what: str = "") -> NotPureError:
        return self.expressions.refused(node, allowed, what)

    def _tree(self) -> ast.FunctionDef:
        """The source of the function. **Raises** `NotPureError` where it is not what is run."""
        function, name = self.function, self.function.__name__
        plain = "a function that is written by def, without decorators, defaults and closures"
        try:
            tree, is_what_runs = _source_of(function.__code__)
        except (OSError, SyntaxError) as error:
            raise NotPureError(name, "a function without its source", plain) from error
        if not isinstance(tree, ast.FunctionDef) or tree.decorator_list or function.__closure__:
            raise NotPureError(self.where(tree), f"`{name}`", plain)
        if not (name.isidentifier() and name.isascii()):  # it is written into theorems
            raise NotPureError(self.where(tree), f"the name {name!r}", plain)
        if not _has_built_in(function):
            changed = "Python's own names keep their meaning"
            raise NotPureError(
                self.where(tree), f"`{name}`, with other built-in functions", changed
            )
        args = tree.args
        others = (args.posonlyargs, args.kwonlyargs, args.vararg, args.kwarg, args.defaults)
        if any(others) or function.__defaults__ or function.__kwdefaults__:
            raise self.refused(tree, "its arguments have names, and no defaults", f"`{name}`")
        if not is_what_runs:
            raise NotPureError(self.where(tree), f"`{name}`, whose code is not its source", plain)
        return tree

    def block(self, body: Sequence[ast.stmt]) -> Term:
        """The term of statements, of which the last ones return."""
        if not body:
            raise NotPureError(self.function.__name__, "a way that does not return", _STATEMENTS)
        first, *rest = body
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            return self.block(rest)
        if isinstance(first, ast.Return) and first.value is not None and not rest:
            return self.expressions.of(first.value, self.result)
        if isinstance(first, ast.If):
            return self._if(first, rest)
        if isinstance(first, ast.Match) and not rest:
            return self._match(first)
        return self._then(first, lambda: self.block(rest))

    def _if(self, node: ast.If, rest: Sequence[ast.stmt]) -> Term:
        if (is_so := self._kind_asked(node.test)) is not None:
            return self.block(node.body if is_so else [*node.orelse, *rest])
        test, before = self.expressions.of(node.test, BOOL), dict(self.expressions.known)
        body = self.block(node.body)
        self.expressions.known = dict(before)
        other = self.block([*node.orelse, *rest])
        return "if", test, body, other

    def _kind_asked(self, test: ast.expr) -> bool | None:
        """What `isinstance(x, C)` says of a number x, in a module of arithmetic; None of others."""
        if not isinstance(test, ast.Call) or ast.unparse(test.func) != "isinstance":
            return None
        names, known = self.names, self.expressions.known
        asked = [ast.unparse(one) for one in test.args]
        kind = names.get(asked[-1]) if asked else None
        if (
            names.get("__arithmetic__") is not True
            or "isinstance" in names
            or "isinstance" in known
        ):
            raise self.refused(test, "only a module with `__arithmetic__ = True` asks for kinds")
        if len(asked) != 2 or known.get(asked[0]) != NUM or not isinstance(kind, type):
            raise self.refused(test, "ask of a number whether it is of a class, by their names")
        return issubclass(flint.fmpq, kind)

    def _match(self, node: ast.Match) -> Term:
        term, kind = self.expressions.typed(node.subject)
        if kind[0] != "union":
            raise self.refused(node.subject, "match tells the records of a union apart")
        members, cases = list(self.reader.types.unions[kind[1]]), []
        for case in node.cases:
            before = dict(self.expressions.known)
            name, names = self._pattern(case)
            if name not in members:
                raise self.refused(case.pattern, f"one case for each of {', '.join(members)}")
            members.remove(name)
            cases.append((name, names, self.block(case.body)))
            self.expressions.known = before
        if members:
            raise self.refused(node.subject, f"there is no case for {', '.join(members)}")
        return "match", kind[1], term, *cases

    def _pattern(self, case: ast.match_case) -> tuple[str, Term]:
        """`case Record(a, b)`: the record, and the names of its fields."""
        pattern, allowed = case.pattern, "write `case Record(a, b):`, a name or _ for each field"
        if case.guard is not None or not isinstance(pattern, ast.MatchClass):
            raise self.refused(pattern, allowed)
        cls = self.names.get(ast.unparse(pattern.cls))
        kind = self.reader.types.read(cls, self.where(pattern))
        fields = self.reader.types.fields_of(kind[1]) if kind[0] == "record" else {}
        parts = pattern.patterns
        if len(parts) != len(fields) or pattern.kwd_attrs or not fields:
            raise self.refused(pattern, allowed)
        names: list[str] = []
        for part, found in zip(parts, fields.values(), strict=True):
            if not isinstance(part, ast.MatchAs) or part.pattern is not None or part.name in names:
                raise self.refused(part, allowed)
            names.append(part.name or "_")
            if part.name:
                self.expressions.pattern(ast.Name(part.name, lineno=pattern.lineno), found)
        return kind[1], tuple(names)

    def _then(self, node: ast.stmt, rest: Callable[[], Term]) -> Term:
        """An assignment or a loop, and what comes after it."""
        if isinstance(node, ast.For):
            term, names = self._fold(node)
            pattern = tuple(("var", name) for name in names)
            return "let", _one_or_more(pattern), term, rest()
        if isinstance(node, ast.Assign) and _pairs(node):
            assert isinstance(node.value, ast.Tuple)
            parts = [self.expressions.typed(one) for one in node.value.elts]
            term, kind = ("pair", *(one for one, _ in parts)), ("pair", *(t for _, t in parts))
            target: ast.expr = node.targets[0]
        elif isinstance(node, ast.Assign) and len(node.targets) == 1:
            wanted = self.expressions.known.get(ast.unparse(node.targets[0]))
            term, kind = self.expressions.typed(node.value, wanted)
            target = node.targets[0]
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            kind = self._annotation(node.annotation)
            term, target = self.expressions.of(node.value, kind), node.target
        else:
            raise self.refused(node, _STATEMENTS)
        held = self.expressions.known.get(ast.unparse(target))
        if held is not None and held != kind:
            if held[0] != "union" or kind[0] != "record":
                raise self.refused(node, f"a variable of type {held} keeps it, and is no {kind}")
            term, kind = self.expressions.of(node.value, held), held  # type: ignore[arg-type]
        return "let", self.expressions.pattern(target, kind), term, rest()

    def _fold(self, node: ast.For) -> tuple[Term, list[str]]:
        """A loop as a fold: over the variables that were there before, and change in it."""
        if node.orelse:
            raise self.refused(node.orelse[0], "a loop has no else")
        expressions, before = self.expressions, dict(self.expressions.known)
        names = [name for name in before if name in {*_assigned(node.body)}]
        if {*_assigned(node.body)} & {*_names(node.target)} or {*_names(node.target)} & {*before}:
            raise self.refused(node.target, "a loop's names are new, and do not change in it")
        if not names:
            raise self.refused(node, "a loop changes variables that are there before it")
        many, pattern = expressions.over(node.iter, node.target)
        result = _one_or_more(tuple(("var", name) for name in names))
        body = self._loop(node.body, result)
        if any(expressions.known[name] != before[name] for name in names):
            raise self.refused(node, "a variable keeps its type in a loop")
        expressions.known = before
        return ("fold", result, pattern, body, result, many), names

    def _loop(self, body: Sequence[ast.stmt], result: Term) -> Term:
        if not body:
            return result
        return self._then(body[0], lambda: self._loop(body[1:], result))

    def _annotation(self, node: ast.expr) -> Type:
        """The type that a variable is told to have."""
        names = self.names
        if isinstance(node, ast.Name):
            built_in = {"int": int, "bool": bool}
            return self.reader.types.read(
                names.get(node.id, built_in.get(node.id)), self.where(node)
            )
        if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "tuple":
            parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            if len(parts) == 2 and ast.unparse(parts[1]) == "...":
                return "seq", self._annotation(parts[0])
            if len(parts) > 1:
                return "pair", *map(self._annotation, parts)
        raise self.refused(node, "annotate by names of types and by tuple[...]")


@cache
def _source_of(code: CodeType) -> tuple[ast.stmt, bool]:
    """The source of code, and whether it compiles to this code."""
    with suppress(SyntaxError, IndexError):
        tree, is_what_runs = _read_from(_lines_of(code), code)
        if is_what_runs:
            return tree, True
    return _read_from(inspect.getsource(code), code)


def _read_from(text: str, code: CodeType) -> tuple[ast.stmt, bool]:
    """The first statement of a text, and whether it compiles to this code."""
    module = ast.parse(textwrap.dedent(text))
    compiled = compile(module, code.co_filename, "exec", dont_inherit=True)
    made = next((one for one in compiled.co_consts if isinstance(one, CodeType)), None)
    return module.body[0], made is not None and _told(made) == _told(code)


def _lines_of(code: CodeType) -> str:
    """What stands where the code says that it was written.

    `inspect.getsource` first looks at every module that is loaded, for the one that it is of.
    """
    linecache.checkcache(code.co_filename)
    lines = linecache.getlines(code.co_filename)
    return "".join(inspect.getblock(lines[code.co_firstlineno - 1 :]))


def _told(code: CodeType) -> Any:
    """What a piece of code does, whatever lines it stands on, and whatever it says of itself."""
    consts = tuple(
        _told(one) if isinstance(one, CodeType) else (type(one).__name__, repr(one))
        for one in code.co_consts
    )
    return code.co_name, code.co_code, consts, code.co_names, code.co_varnames, code.co_freevars


def _assigned(body: Sequence[ast.stmt]) -> Iterator[str]:
    """The names that statements set."""
    for node in body:
        for part in ast.walk(node):
            targets = part.targets if isinstance(part, ast.Assign) else ()
            targets = (part.target,) if isinstance(part, ast.AnnAssign) else targets
            for target in targets:
                yield from _names(target)


def _pairs(node: ast.Assign) -> bool:
    """Whether names are set to as many values side by side."""
    target, value = node.targets[0], node.value
    if len(node.targets) > 1 or isinstance(target, ast.Name):
        return False
    if not isinstance(target, ast.Tuple) or not isinstance(value, ast.Tuple):
        return False
    starred = any(isinstance(one, ast.Starred) for one in value.elts)
    return not starred and len(target.elts) == len(value.elts) > 1


def _names(target: ast.expr) -> Iterator[str]:
    return (part.id for part in ast.walk(target) if isinstance(part, ast.Name))


def _one_or_more(terms: tuple[Term, ...]) -> Term:
    return terms[0] if len(terms) == 1 else ("pair", *terms)
