r"""Straight-line programs as data, and what is said of the degrees of their results.

A program is a sequence of operations on variables and exact constants, each on what earlier ones
gave; nothing in it is simplified or expanded, so that it is what an author's function did, and no
longer than that. As data it is nested tuples of strings: `("+", "0", "2")` adds the results of the
operations 0 and 2.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.conclusions import Conclusion

__all__ = [
    "Degree",
    "DegreeAtMost",
    "Operations",
    "Program",
    "Recorded",
    "printed",
    "variables_in",
]

Program: TypeAlias = tuple[tuple[str, ...], ...]
"""The operations, each once, and at the end `("results", ...)`, the numbers of those returned."""

_LONGEST = 600  # characters of a program that is printed

_INFIX = {"<=": r"\le", "=": "=", "<": "<", "and": r"\land", "or": r"\lor", "+": "+", "-": "-"}
_LEAVES = ("variable", "constant")
_GREEK = frozenset(
    "alpha beta gamma delta epsilon eta theta kappa lambda mu nu rho sigma tau phi omega".split()  # noqa: SIM905
)


class Operations:
    """Operations as they are written down, each once."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, ...], int] = {}

    def add(self, name: str, *arguments: object) -> int:
        """The number of an operation on a name, a constant, or the results of others."""
        operation = (name, *map(str, arguments))
        return self._numbers.setdefault(operation, len(self._numbers))

    def program(self, *results: int) -> Program:
        """All operations, of which some results are returned."""
        return (*self._numbers, ("results", *map(str, results)))


@dataclass(frozen=True)
class Recorded:
    """An element of a commutative ring that is known by the operations that made it."""

    operations: Operations
    number: int

    def __add__(self, other: "Recorded") -> "Recorded":
        return Recorded(self.operations, self.operations.add("+", self.number, other.number))

    def __mul__(self, other: "Recorded") -> "Recorded":
        return Recorded(self.operations, self.operations.add("*", self.number, other.number))


@dataclass(frozen=True, eq=False)
class DegreeAtMost(Conclusion):
    """No result of a program has a total degree above `bound` in the variables `inputs`.

    This is for all values of the other variables.
    """

    program: Program
    inputs: tuple[str, ...]
    bound: int

    def __post_init__(self) -> None:
        _require_program(self.program)
        if not set(self.inputs) or not all(isinstance(name, str) for name in self.inputs):
            raise ArgumentError("inputs", self.inputs, "names of variables")

    _sign = r"\le"

    def mapped(self, change: Callable[[Any], Any]) -> Conclusion:  # noqa: ARG002, D102
        return self

    @property
    def latex(self) -> str:  # noqa: D102
        results = r",\; ".join(printed(self.program))
        names = ", ".join(map(_named, self.inputs))
        return rf"\deg_{{{names}}} \left({results}\right) {self._sign} {self.bound}"


class Degree(DegreeAtMost):
    """The largest total degree of the results of a program is `bound`; -1 where all are 0."""

    _sign = "="


def _require_program(program: Any) -> None:
    """Raise `ArgumentError` for what is no program."""
    parts = program if isinstance(program, tuple) else ()
    if len(parts) < 2 or not all(isinstance(part, tuple) for part in parts):
        raise ArgumentError("program", program, "operations and their results")
    for place, (name, *arguments) in enumerate(parts):
        if name not in _LEAVES and not all(a.isdigit() and int(a) < place for a in arguments):
            raise ArgumentError(f"operation {place}", parts[place], "one on earlier results")


def variables_in(program: Program) -> list[str]:
    """The variables of a program, in LaTeX."""
    return [_named(rest[0]) for name, *rest in program if name == "variable"]


def _named(name: str) -> str:
    """A variable in LaTeX: nu_W with its index, x[0,1] as an entry."""
    word, _, entry = name.partition("[")
    letter, _, index = word.partition("_")
    shown = rf"\{letter}" if letter in _GREEK else letter
    shown = shown if len(letter) == 1 or letter in _GREEK else rf"\text{{{letter}}}"
    below = ",".join(part for part in (index.replace("_", r"\_"), entry.removesuffix("]")) if part)
    return rf"{shown}_{{{below}}}" if below else shown


def printed(program: Program) -> list[str]:
    """The results of a program; where they are long, of how many operations they are made."""
    texts: list[str] = []
    for name, *arguments in program[:-1]:
        parts = arguments if name in _LEAVES else [texts[int(place)] for place in arguments]
        texts.append(_operation(name, parts))
    found = [texts[int(place)] for place in program[-1][1:]]
    if sum(map(len, found)) <= _LONGEST:
        return found
    count = sum(name not in _LEAVES for name, *_ in program[:-1])
    return [rf"\text{{{len(found)} results of a program of {count} operations}}"]


def _operation(name: str, parts: Sequence[str]) -> str:
    if any(len(part) > _LONGEST for part in parts):
        return "x" * (_LONGEST + 1)  # too long to be printed, whatever is made of it
    if name == "variable":
        return _named(parts[0])
    if name == "constant":
        top, _, bottom = parts[0].partition("/")
        return rf"\frac{{{top}}}{{{bottom}}}" if bottom else top
    if name in _INFIX:
        return rf"({parts[0]} {_INFIX[name]} {parts[1]})"
    if name == "*":
        return rf"{parts[0]}\, {parts[1]}"
    if name == "/":
        return rf"\frac{{{parts[0]}}}{{{parts[1]}}}"
    if name == "not":
        return rf"\lnot {parts[0]}"
    return rf"\operatorname{{{name}}}({', '.join(parts)})"
