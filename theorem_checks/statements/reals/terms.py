"""Real terms and formulas: what the solver and the piecewise-linear engine decide about.

A `Term` is built from variables and exact constants by +, -, *, /, powers, `relu`, `maximum`,
`minimum`, `abs` and `where`; comparing terms gives a `Formula`. Both are plain trees: nothing is
simplified, so that what is decided is what was written.
"""

import operator
from fractions import Fraction
from functools import reduce
from typing import Any, ClassVar

import numpy as np

from theorem_checks.errors import ArgumentError, require_integer
from theorem_checks.statements.places import place_of
from theorem_checks.statements.programs import Operations, Program
from theorem_checks.statements.questions import (
    SymbolicNumber,
    SymbolicValue,
    being_asked,
    decided_or_refused,
)
from theorem_checks.statements.reals.evaluation import evaluate, variables
from theorem_checks.statements.reals.exactness import exact_rational
from theorem_checks.statements.reals.nodes import Node, fold, nodes

__all__ = [
    "Formula",
    "Term",
    "constant",
    "entries_named",
    "iff",
    "implies",
    "nodes_of",
    "program_of",
    "reals",
    "where",
]

_SMTLIB_WORDS = frozenset(
    {
        "_",
        "abs",
        "and",
        "as",
        "assert",
        "distinct",
        "div",
        "exists",
        "exit",
        "false",
        "forall",
        "ite",
    }
    | {"is_int", "let", "match", "mod", "not", "or", "par", "pop", "push", "reset", "select"}
    | {"store", "to_int", "to_real", "true", "xor"}
)


class Term(Node, SymbolicNumber):
    """A real number as an expression in variables; see `reals`.

    Comparisons with ==, !=, <, <=, >, >= give a `Formula`; any other question is refused. Numbers
    beside a term are ints, Fractions or strings such as '3/10'; a float raises `ExactnessError`.
    """

    _way_out: ClassVar[str] = (
        "Use where(condition, a, b), relu, abs, maximum or minimum of theorem_checks, or prove each"
        " case by itself, with an assumption."
    )

    def __add__(self, other: object) -> Any:
        return _combined("+", self, other)

    def __radd__(self, other: object) -> Any:
        return _combined("+", other, self)

    def __sub__(self, other: object) -> Any:
        return _combined("-", self, other)

    def __rsub__(self, other: object) -> Any:
        return _combined("-", other, self)

    def __mul__(self, other: object) -> Any:
        return _combined("*", self, other)

    def __rmul__(self, other: object) -> Any:
        return _combined("*", other, self)

    def __truediv__(self, other: object) -> Any:
        return _combined("/", self, other)

    def __rtruediv__(self, other: object) -> Any:
        return _combined("/", other, self)

    def __neg__(self) -> "Term":
        return Term("*", (constant(-1), self))

    def __pos__(self) -> "Term":
        return self

    def __abs__(self) -> "Term":
        return self.maximum(-self)

    def __pow__(self, exponent: int) -> "Term":
        require_integer("exponent", exponent)
        power = reduce(operator.mul, [self] * abs(exponent), constant(1))
        return power if exponent >= 0 else 1 / power

    def maximum(self, other: object) -> "Term":
        """The larger of this and another term."""
        return Term("max", (self, _term(other)))

    def minimum(self, other: object) -> "Term":
        """The smaller of this and another term."""
        return Term("min", (self, _term(other)))

    def __le__(self, other: object) -> "Formula":
        return Formula("<=", (self, _term(other)))

    def __lt__(self, other: object) -> "Formula":
        return Formula("<", (self, _term(other)))

    def __ge__(self, other: object) -> "Formula":
        return Formula("<=", (_term(other), self))

    def __gt__(self, other: object) -> "Formula":
        return Formula("<", (_term(other), self))

    def __eq__(self, other: object) -> "Formula":  # pyright: ignore[reportIncompatibleMethodOverride]
        return Formula("=", (self, _term(other)))

    def __ne__(self, other: object) -> "Formula":  # pyright: ignore[reportIncompatibleMethodOverride]
        return ~(self == other)

    __hash__ = SymbolicNumber.__hash__  # pyright: ignore[reportAssignmentType]

    def __repr__(self) -> str:
        return _text(self)


class Formula(Node, SymbolicValue):
    """A statement about reals, from comparisons by &, |, ~, `implies` and `iff`.

    It is true or false only at a point, so it has no truth value in Python: write
    `(a < b) & (b < c)` and not `a < b < c`.
    """

    _way_out: ClassVar[str] = (
        "Branch by where(condition, a, b) of theorem_checks. Join formulas by &, | and ~, and"
        " decide them with prove_for_all; write (a < b) & (b < c) for a < b < c."
    )

    def __and__(self, other: "Formula") -> "Formula":
        return Formula("and", (self, _formula(other)))

    def __or__(self, other: "Formula") -> "Formula":
        return Formula("or", (self, _formula(other)))

    def __invert__(self) -> "Formula":
        return Formula("not", (self,))

    def __bool__(self) -> bool:
        return decided_or_refused(f"bool({self!r})", self._at_one, self, self._way_out)

    def _at_one(self) -> bool:
        """Whether the formula is true where every variable is 1."""
        return bool(evaluate(self, dict.fromkeys(variables(self), Fraction(1))))

    def __repr__(self) -> str:
        return _text(self)

    def __str__(self) -> str:
        """The formula, to be printed; as a function is traced it is refused like any question."""
        return super().__str__() if being_asked() else _text(self)


def entries_named(name: str, shape: tuple[int, ...]) -> np.ndarray:
    """An array of variables name[0,0], name[0,1], ...; no variable of `reals` has such a name."""
    _require_plain(name, "name")
    array = np.empty(shape, dtype=object)
    for index in np.ndindex(shape):
        array[index] = Term("variable", (f"{name}[{','.join(map(str, index))}]",))
    array.flags.writeable = False
    return array


def _require_plain(word: str, name: str) -> None:
    if not (word.isidentifier() and word.isascii()) or word in _SMTLIB_WORDS:
        raise ArgumentError(name, word, "ASCII identifiers that mean nothing in SMT-LIB")


def reals(names: str) -> Any:
    """Make real variables.

    **Arguments**: `names`, separated by spaces, as in `x, y = reals("x y")`.

    **Returns** a `Term` for a single name, else a tuple of terms.
    """
    words = names.split()
    for word in words:
        _require_plain(word, "names")
    if not words or len(set(words)) < len(words):
        raise ArgumentError("names", names, "at least one name, each once")
    terms = [Term("variable", (word,)) for word in words]
    return tuple(terms) if len(terms) > 1 else terms[0]


def constant(value: object) -> Term:
    """An exact number as a term. **Raises** `ExactnessError` for a float."""
    return Term("constant", (exact_rational(value, "a number beside a term"),))


def where(condition: Any, then: Any, otherwise: Any) -> Any:
    """The term that is `then` where the condition holds and `otherwise` elsewhere.

    Both branches have to be defined everywhere: a division by zero in the branch not taken makes
    the whole undefined. Where the condition is a truth value, the branch itself is returned.
    """
    if isinstance(condition, bool | np.bool_):
        return then if condition else otherwise
    return Term("where", (_formula(condition), _term(then), _term(otherwise)))


def implies(premise: Any, conclusion: Any) -> Any:
    """The formula 'if `premise`, then `conclusion`'; of truth values, a truth value."""
    if isinstance(premise, bool | np.bool_):
        return conclusion if premise else True
    if isinstance(conclusion, bool | np.bool_):
        return True if conclusion else ~_formula(premise)
    return ~_formula(premise) | _formula(conclusion)


def iff(one: Any, other: Any) -> Any:
    """The formula '`one` if and only if `other`'; of truth values, a truth value."""
    if isinstance(other, bool | np.bool_):
        one, other = other, one
    if isinstance(one, bool | np.bool_):
        return other if one else implies(other, False)
    return implies(one, other) & implies(other, one)


def program_of(*roots: Node) -> Program:
    """Terms or formulas as data: each operation once, none of them carried out."""
    operations, numbers = Operations(), dict[int, str]()
    for node in nodes(*roots):
        children = node.children
        below = [numbers[place_of(c)] for c in children] if children else map(str, node.args)
        numbers[place_of(node)] = str(operations.number_of((node.op, *below)))
    return operations.program(*(int(numbers[place_of(root)]) for root in roots))


def nodes_of(program: Program) -> list[Any]:
    """The results of a program as the terms and formulas that they were."""
    made: list[Node] = []
    for op, *arguments in program[:-1]:
        if op == "constant":
            made.append(constant(arguments[0]))
        elif op == "variable":
            made.append(Term(op, tuple(arguments)))
        else:
            kind = Formula if op in _OF_FORMULAS else Term
            made.append(kind(op, tuple(made[int(place)] for place in arguments)))
    return [made[int(place)] for place in program[-1][1:]]


_OF_FORMULAS = ("<=", "<", "=", "and", "or", "not")


def _term(value: object) -> Term:
    if isinstance(value, Formula):
        raise ArgumentError("a term", value, "a number or a term", "Use where(formula, 1, 0).")
    return value if isinstance(value, Term) else constant(value)


def _formula(value: object) -> Formula:
    if not isinstance(value, Formula):
        raise ArgumentError("a formula", value, "a comparison of terms", "Put it in parentheses.")
    return value


def _combined(op: str, left: object, right: object) -> Any:
    for side in (left, right):
        if type(side) is not Term and hasattr(side, "__len__") and not isinstance(side, str):
            return NotImplemented  # arrays do their own arithmetic, entry by entry
    return Term(op, (_term(left), _term(right)))


_INFIX = {op: op for op in "+-*/"} | {"<=": "<=", "<": "<", "=": "==", "and": "&", "or": "|"}


MOST_TEXT = 2000  # characters: what is shared is written again wherever it stands


_BINDS = {"or": 1, "and": 2, "<=": 3, "<": 3, "=": 3, "+": 4, "-": 4, "*": 5, "/": 5, "not": 6}
_ATOM = 9


def _text(root: Node) -> str:
    """A node as one would write it, with as many parentheses as Python needs."""

    def write(node: Node, parts: list[tuple[str, int]]) -> tuple[str, int]:
        if node.op in ("variable", "constant"):
            text = str(node.args[0])
            return text, 4 if text.startswith("-") else 5 if "/" in text else _ATOM
        binds = _BINDS.get(node.op, _ATOM)
        if node.op == "*" and parts[0][0] == "1":
            return parts[1]
        if node.op == "*" and parts[0][0] == "-1":
            return _cut(f"-{_within(parts[1], 5)}"), 4
        if node.op in _INFIX:
            left = _within(parts[0], 6 if binds < 3 and parts[0][1] == 3 else binds)
            tight = node.op in "-/" or binds == 3 or (binds < 3 and parts[1][1] == 3)
            right = _within(parts[1], binds + tight if parts[1][1] != 3 or binds > 2 else 6)
            return _cut(f"{left} {_INFIX[node.op]} {right}"), binds
        if node.op == "not":
            return f"~{_within(parts[0], _ATOM)}", binds
        return _cut(f"{node.op}({', '.join(text for text, _ in parts)})"), _ATOM

    return fold(root, write)[0]


def _within(part: tuple[str, int], least: int) -> str:
    text, binds = part
    return text if binds >= least else f"({text})"


def _cut(text: str) -> str:
    """A long text without its middle."""
    half = MOST_TEXT // 2
    return text if len(text) <= MOST_TEXT else f"{text[:half]} ... {text[-half:]}"
