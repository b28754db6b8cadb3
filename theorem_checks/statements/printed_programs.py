r"""Programs in LaTeX: their results as formulas, with names for what is long or stands often.

A program that fits into a few lines is printed as the formulas that it is made of. In a longer one
what is used more than once gets a name, `u_1 = \operatorname{ReLU}(x - \lambda)`, and stands behind
'where'; of one that is too long even so, it is said how large it is. Parentheses stand where the
precedence of the signs asks for them; nothing is simplified, but that 0 + x and 1 x are printed as
x. A choice of 1 and 0 is its condition in square brackets.
"""

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import NamedTuple

from theorem_checks.statements.names_in_latex import name_latex
from theorem_checks.statements.programs import LEAVES, Program

__all__ = ["PrintedProgram", "named", "printed", "variables_in"]

_LONGEST, _LONGEST_WITH_NAMES = 600, 1500  # characters of a program that is printed
_WORTH_A_NAME, _TOO_LONG_A_TERM = 24, 160  # characters of what is used again, and of any term

_IFF, _IMPLIES, _OR, _AND, _NOT, _COMPARED, _SUM, _PRODUCT, _ATOM = range(9)
_JOINED = {"or": (r"\lor", _OR), "and": (r"\land", _AND)}
_COMPARISONS = {"<=": r"\le", "=": "=", "<": "<"}
_NEGATED = {"<=": ">", "=": r"\ne", "<": r"\ge"}  # of real numbers
_FORMULAS = ("or", "and", "not", *_COMPARISONS)
_UNNUMBERED = re.compile(r"(?:[a-z]|\\xi)_\{\\langle\d+\\rangle\}")
_LETTERS = "uvwrqpabcdefgh"


@dataclass(frozen=True)
class PrintedProgram:
    """The `results` of a program in LaTeX; `where` says what their names stand for, or is empty.

    `number`, of how many names it is not said what they stand for.
    """

    results: tuple[str, ...]
    where: str = ""
    number: int = 0


def printed(program: Program, *, names: bool = True) -> PrintedProgram:
    """The results of a program; where they are long, of how many operations they are made.

    **Arguments**: `names`, whether parts may get names, which are the same in each program.
    """
    plain = _Printing(program, names=False).whole()
    if plain is not None:
        return plain
    shared = _Printing(program, names=True).whole() if names else None
    if shared is not None:
        return shared
    count = sum(name not in LEAVES for name, *_ in program[:-1])
    outlined = _Outline(program, names=True).whole() if names else None
    if outlined is not None:
        return replace(outlined, where=f"{outlined.where}{_size(outlined.number, count)}")
    return PrintedProgram((_size(len(program[-1]) - 1, count),))


def _size(number: int, count: int) -> str:
    """How many results a program has, of how many operations."""
    said = f"{number} result{'s' if number > 1 else ''} of a program of {count} operations"
    return rf"\text{{{said}}}"


def variables_in(program: Program) -> list[str]:
    """The variables of a program, in LaTeX."""
    return [named(rest[0]) for name, *rest in program if name == "variable"]


class _Text(NamedTuple):
    """What is printed of an operation, and how closely its outermost sign binds."""

    said: str
    binds: int

    def within(self, binds: int) -> str:
        """The text as a part of what binds so closely."""
        return self.said if self.binds >= binds else rf"\left({self.said}\right)"


class _Printing:
    """One way through a program, operation by operation."""

    def __init__(self, program: Program, *, names: bool) -> None:
        *self.operations, (_, *results) = program
        self.results = [int(place) for place in results]
        self.texts: list[_Text] = []
        self.definitions: list[str] = []
        self.names = names
        used = Counter(int(a) for op, *rest in self.operations if op not in LEAVES for a in rest)
        self.used = used + Counter(self.results)
        taken = {named(rest[0])[0] for op, *rest in self.operations if op == "variable"}
        self.letter = next((one for one in _LETTERS if one not in taken), r"\xi")

    def whole(self) -> PrintedProgram | None:
        """All results; None if they are too long."""
        for place, (op, *arguments) in enumerate(self.operations):
            text = self.operation(op, arguments)
            if self.worth_a_name(place, text):
                self.definitions.append(
                    f"{self.letter}_{{{len(self.definitions) + 1}}} = {text.said}"
                )
                text = _Text(f"{self.letter}_{{{len(self.definitions)}}}", _ATOM)
            if len(text.said) > _LONGEST:
                return None
            self.texts.append(text)
        binds = _AND if len(self.results) > 1 else _IFF
        found = tuple(self.texts[place].within(binds) for place in self.results)
        where = r"\quad\text{where } " + r",\; ".join(self.definitions) if self.definitions else ""
        most = _LONGEST_WITH_NAMES if self.names else _LONGEST
        return PrintedProgram(found, where) if sum(map(len, (*found, where))) <= most else None

    def worth_a_name(self, place: int, text: _Text) -> bool:
        """Whether a term is named, and no longer written out."""
        if not self.names or self.operations[place][0] in (*LEAVES, *_FORMULAS):
            return False
        again = self.used[place] > 1 and len(text.said) > _WORTH_A_NAME
        return again or len(text.said) > _TOO_LONG_A_TERM

    def operation(self, op: str, arguments: list[str]) -> _Text:
        if op == "variable":
            return _Text(named(arguments[0]), _ATOM)
        if op == "constant":
            return _number(arguments[0])
        places = [int(a) for a in arguments]
        if op in _FORMULAS:
            return self.formula(op, places)
        parts = [self.texts[place] for place in places]
        if op in ("+", "-"):
            return self.sum(op, places)
        if op == "*":
            return self.product(places)
        if op == "/":
            return _Text(rf"\frac{{{parts[0].said}}}{{{parts[1].said}}}", _PRODUCT)
        if op == "max":
            return self.largest(places)
        if op == "where":
            return self.choice(places)
        return _called(rf"\{op}" if op == "min" else rf"\operatorname{{{op}}}", parts)

    def choice(self, places: list[int]) -> _Text:
        """One of two by a condition; of 1 and 0, the condition in brackets."""
        condition, one, other = (self.texts[place].said for place in places)
        if self.is_number(places[1], "1") and self.is_number(places[2], "0"):
            return _Text(rf"\left[{condition}\right]", _ATOM)
        return _Text(
            rf"\left({one} \text{{ if }} {condition}\text{{, else }} {other}\right)", _ATOM
        )

    def largest(self, places: list[int]) -> _Text:
        """A maximum, as ReLU of the other where one is 0, and as a size where one is negated."""
        one, other = (self.texts[place] for place in places)
        if self.is_number(places[0], "0"):
            return _called(r"\operatorname{ReLU}", [other])
        if self.is_number(places[1], "0"):
            return _called(r"\operatorname{ReLU}", [one])
        if self.negated(places[1]) == places[0]:
            return _Text(rf"\left|{one.said}\right|", _ATOM)
        return _called(r"\max", [one, other])

    def formula(self, op: str, places: list[int]) -> _Text:
        parts = [self.texts[place] for place in places]
        if op in _COMPARISONS:
            sides = [part.within(_SUM) for part in parts]
            return _Text(f"{sides[0]} {_COMPARISONS[op]} {sides[1]}", _COMPARED)
        if op == "not":
            inner, *sides = self.operations[places[0]]
            if inner in _NEGATED:
                left, right = (self.texts[int(a)].within(_SUM) for a in sides)
                return _Text(f"{left} {_NEGATED[inner]} {right}", _COMPARED)
            return _Text(rf"\lnot {parts[0].within(_ATOM)}", _NOT)
        if (both := self.equivalent(op, places)) is not None:
            left, right = (self.texts[place].within(_OR) for place in both)
            return _Text(rf"{left} \iff {right}", _IFF)
        if (one := self.implied(op, places)) is not None:
            left, right = (self.texts[place].within(_OR) for place in one)
            return _Text(rf"{left} \implies {right}", _IMPLIES)
        sign, binds = _JOINED[op]
        return _Text(f" {sign} ".join(part.within(binds) for part in parts), binds)

    def implied(self, op: str, places: list[int]) -> tuple[int, int] | None:
        """Premise and conclusion of `not a or b`."""
        if op != "or" or self.operations[places[0]][0] != "not":
            return None
        return int(self.operations[places[0]][1]), places[1]

    def equivalent(self, op: str, places: list[int]) -> tuple[int, int] | None:
        """Both sides of `(a implies b) and (b implies a)`."""
        if op != "and":
            return None
        ways = [self.implied(o, [int(a) for a in rest]) for o, *rest in self.at(places)]
        forth, back = ways
        return forth if forth and back and forth == back[::-1] else None

    def at(self, places: list[int]) -> list[tuple[str, ...]]:
        return [
            self.operations[place] if self.operations[place][0] in ("or", "and") else ("leaf",)
            for place in places
        ]

    def sum(self, op: str, places: list[int]) -> _Text:
        if op == "+" and self.is_number(places[0], "0"):  # with which `sum` of Python begins
            return self.texts[places[1]]
        left = self.texts[places[0]].within(_SUM)
        right = self.texts[places[1]]
        if op == "+" and right.said.startswith("-") and right.binds >= _SUM:
            return _Text(f"{left} - {right.said[1:]}", _SUM)
        return _Text(f"{left} {op} {right.within(_SUM if op == '+' else _PRODUCT)}", _SUM)

    def product(self, places: list[int]) -> _Text:
        one, other = places
        if self.is_number(one, "-1"):
            return _Text(f"-{self.texts[other].within(_PRODUCT)}", _SUM)
        if self.is_number(one, "1"):
            return self.texts[other]
        if self.is_number(other, "1"):
            return self.texts[one]
        if (power := self.power(one, other)) is not None:
            base, exponent = power
            return _Text(f"{self.texts[base].within(_ATOM)}^{{{exponent}}}", _PRODUCT)
        negative = self.operations[one][0] == "constant" and self.texts[one].binds == _SUM
        left = self.texts[one].said if negative else self.texts[one].within(_PRODUCT)
        right = self.texts[other].within(_PRODUCT)
        sign = r" \cdot " if right[0].isdigit() or right.startswith(r"\frac") else r"\, "
        return _Text(f"{left}{sign}{right}", _SUM if negative else _PRODUCT)

    def power(self, one: int, other: int) -> tuple[int, int] | None:
        """Base and exponent of `x x`, `(x x) x`, `(1 x) x` and so on, as powers are made."""
        if self.operations[other][0] == "constant":
            return None
        if one == other:
            return other, 2
        op, *arguments = self.operations[one]
        if op != "*":
            return None
        first, last = map(int, arguments)
        if last == other and self.is_number(first, "1"):
            return other, 2
        below = self.power(first, last)
        return (other, below[1] + 1) if below and below[0] == other else None

    def is_number(self, place: int, value: str) -> bool:
        return self.operations[place] == ("constant", value)

    def negated(self, place: int) -> int | None:
        """Of which operation this one is the negative."""
        op, *arguments = self.operations[place]
        if op == "*" and self.is_number(int(arguments[0]), "-1"):
            return int(arguments[1])
        return None


class _Outline(_Printing):
    """Formulas about results that are too long to be printed, and have names."""

    def whole(self) -> PrintedProgram | None:
        """All results; None where one is no formula, or they are too long as well."""
        if any(self.operations[place][0] not in _FORMULAS for place in self.results):
            return None
        for place, (op, *arguments) in enumerate(self.operations):
            text = self.operation(op, arguments)
            if self.worth_a_name(place, text):
                text = self.nameless(place)
            self.texts.append(text)
        binds = _AND if len(self.results) > 1 else _IFF
        whole = "\0".join(self.texts[place].within(binds) for place in self.results)
        named = list(dict.fromkeys(_UNNUMBERED.findall(whole)))
        for number, name in enumerate(named, 1):
            whole = whole.replace(name, f"{self.letter}_{{{number}}}")
        if not named or len(whole) > _LONGEST:
            return None
        names = ", ".join(f"{self.letter}_{{{number}}}" for number in range(1, len(named) + 1))
        where = rf"\quad\text{{where }} {names} \text{{ {'are' if len(named) > 1 else 'is'} }}"
        return PrintedProgram(tuple(whole.split("\0")), where, len(named))

    def nameless(self, place: int) -> _Text:
        return _Text(rf"{self.letter}_{{\langle{place}\rangle}}", _ATOM)

    def formula(self, op: str, places: list[int]) -> _Text:
        """A formula; a side that is made of what is too long has a name as a whole."""
        for place in places:
            if op in _COMPARISONS and _UNNUMBERED.search(self.texts[place].said):
                self.texts[place] = self.nameless(place)
        return super().formula(op, places)


def _called(name: str, parts: list[_Text]) -> _Text:
    return _Text(rf"{name}\left({', '.join(part.said for part in parts)}\right)", _ATOM)


def _number(value: str) -> _Text:
    sign, digits = ("-", value[1:]) if value.startswith("-") else ("", value)
    top, _, bottom = digits.partition("/")
    said = rf"\frac{{{top}}}{{{bottom}}}" if bottom else top
    return _Text(sign + said, _SUM if sign else _PRODUCT if bottom else _ATOM)


def named(name: str) -> str:
    """A variable in LaTeX, x[0,1] as an entry."""
    word, _, entry = name.partition("[")
    said = name_latex(word)
    if not entry:
        return said
    inner = f"{said[:-1]}," if said.endswith("}") and "_{" in said else f"{said}_{{"
    return f"{inner}{entry.removesuffix(']')}}}"
