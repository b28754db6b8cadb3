r"""Long cases by a name: $\theta_{c,d}$ for 1 where one thing is so of c and d, and 0 otherwise.

A step that decides by comparing has the comparison as a factor of all that it makes, at one place
and at the next. A reader wants it once, as a function of the places.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from theorem_checks.deriving.implications import Implication
from theorem_checks.deriving.long_sides import Named
from theorem_checks.deriving.proved_statement import Line, ProvedStatement
from theorem_checks.statements.plain_text import plain_text

__all__ = ["with_cases_named"]

LONG = 40
"""Of how many characters of plain text cases have a name."""

OFTEN = 4
"""How often those of one name stand there at least."""

_CASES = re.compile(r"\\begin\{cases\}(?:(?!\\begin\{cases\}).)*?\\end\{cases\}", re.DOTALL)
_PLACES = re.compile(r"_\{([^{}]*,[^{}]*)\}")
_LETTER = re.compile(r"[a-z]'?")
_NAMES = (r"\theta", r"\chi", r"\zeta", r"\vartheta")

Proved = TypeVar("Proved", bound=ProvedStatement)


def with_cases_named(whole: Proved) -> tuple[Proved, tuple[Named, ...]]:
    """Return a derivation in which long cases go by names, and what these stand for."""
    formulas = [latex for one in whole.walk() for latex in _formulas(one)]
    counted = Counter(found for latex in formulas for found in _CASES.findall(latex))
    known = {sign for latex in formulas for sign in re.findall(r"\\[A-Za-z]+", latex)}
    letters = iter([letter for letter in _NAMES if letter not in known])
    groups: dict[str, list[str]] = {}
    for cases in counted:
        if len(plain_text(cases)) > LONG:
            groups.setdefault(_PLACES.sub("_", cases), []).append(cases)
    names: dict[str, str] = {}
    told: list[Named] = []
    for some in groups.values():
        if sum(counted[cases] for cases in some) < OFTEN:
            continue
        found = _Function.of(some)
        if found is None or (letter := next(letters, None)) is None:
            continue
        names |= {cases: found.at(letter, cases) for cases in some}
        told.append(Named(names[found.said], found.said, found.said))
    if not names:
        return whole, ()
    return _mapped(whole, lambda latex: _by_names(latex, names)), tuple(told)


@dataclass(frozen=True)
class _Function:
    """Cases as a function of some of the places that stand in them.

    **Fields**: those that are `said`, at letters; which of their places it is a function of, `at`.
    """

    said: str
    places: tuple[int, ...]

    @classmethod
    def of(cls, some: Iterable[str]) -> "_Function | None":
        """The function of cases that differ by their places; None where none are at letters."""
        rows = {cases: _places(cases) for cases in some}
        first: dict[tuple[str, ...], int] = {}
        for number, column in enumerate(zip(*rows.values(), strict=True)):
            if len({*column}) > 1 or _LETTER.fullmatch(column[0]):
                first.setdefault(column, number)
        places = tuple(first.values())
        for cases, row in rows.items():
            own = [row[place] for place in places]
            if own and all(map(_LETTER.fullmatch, own)) and len({*own}) == len(own):
                return cls(cases, places)
        return None

    def at(self, letter: str, cases: str) -> str:
        """The name of some of these cases, with their places."""
        row = _places(cases)
        return f"{letter}_{{{','.join(row[place] for place in self.places)}}}"


def _places(cases: str) -> list[str]:
    """What sequences are taken at in cases, one place after the other."""
    return [place.strip() for some in _PLACES.findall(cases) for place in some.split(",")]


def _by_names(latex: str, names: Mapping[str, str]) -> str:
    for cases, name in names.items():
        latex = latex.replace(rf"\left({cases}\right)", name).replace(cases, name)
    return latex


def _formulas(one: ProvedStatement) -> Iterator[str]:
    """What is shown of a statement."""
    yield from (one.consequence or one.statement, *one.hypotheses, *one.using)
    yield from (line.latex for line in one.lines)


def _mapped(one: Proved, change: Callable[[str], str]) -> Proved:
    """A derivation with other formulas."""

    def each(formulas: Iterable[str]) -> tuple[str, ...]:
        return tuple(map(change, formulas))

    def lines(some: Iterable[Line]) -> tuple[Line, ...]:
        return tuple(replace(line, latex=change(line.latex)) for line in some)

    told = one.by_name
    if told is not None:
        told = Implication(each(told.hypotheses), change(told.consequence))
    return replace(
        one,
        statement=change(one.statement),
        consequence=change(one.consequence),
        hypotheses=each(one.hypotheses),
        using=each(one.using),
        instances=each(one.instances),
        invariant=each(one.invariant),
        by_name=told,
        lines=lines(one.lines),
        entries=lines(one.entries),
        parts=tuple(_mapped(part, change) for part in one.parts),
    )
