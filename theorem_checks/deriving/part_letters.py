"""The letters (a), (b), ... of what a statement joins by 'and', and of the parts that prove it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from theorem_checks.deriving.conjunctions import once
from theorem_checks.deriving.proved_statement import ProvedStatement
from theorem_checks.statements.letters import letter_at, roman_at
from theorem_checks.statements.plain_text import conjuncts, plain_text

__all__ = ["Letters", "bare", "is_balanced"]

_ONE_BY_ONE = ("conjunction", "given each")
"""Rules with a part for each of what a statement joins, in its order."""


@dataclass(frozen=True)
class Letters:
    """The letters (a), (b), ... of what a statement joins by 'and', for the parts that prove it.

    **Fields**: the `conjuncts`; `of_parts`, by the place of a part, the place of the conjunct that
    it concludes. Without a part that concludes one, told or not, there are no letters, but for
    what is proved as a whole.
    """

    conjuncts: tuple[str, ...] = ()
    of_parts: Mapping[int, int] = field(default_factory=dict)
    first: int = 0
    is_inner: bool = False

    @classmethod
    def of(
        cls,
        whole: ProvedStatement,
        first: int = 0,
        *,
        is_inner: bool = False,
        is_whole: bool = False,
    ) -> Self:
        """The letters of a statement: each part takes the first conjunct that it says.

        `first` is the place of the first letter: 0 for (a), or for (i) of one that `is_inner`. If
        it `is_whole`, it is all that is proved.
        """
        said = [one.strip() for one in conjuncts(whole.consequence or whole.statement)]
        statement, consequence = whole.says
        left = {place: bare(one) for place, one in enumerate(conjuncts(consequence or statement))}
        found: dict[int, int] = {}
        for place, part in enumerate(whole.parts, 1):
            says = set(map(bare, part.says))
            match = next((number for number, one in left.items() if one in says), None)
            if match is not None:
                found[place] = match
                del left[match]
        if not found and whole.rule in _ONE_BY_ONE and len(said) == len(whole.parts):
            found = {place: place - 1 for place in range(1, len(said) + 1)}  # said of any entry
        has_letters = len(said) > 1 and (found or whole.seen or is_whole)
        return cls(tuple(said), found, first, is_inner) if has_letters else cls()

    def __bool__(self) -> bool:
        return bool(self.conjuncts)

    @property
    def rows(self) -> list[str]:
        """Each conjunct behind its letter, in LaTeX, and the same in a row behind those of all."""
        told: list[tuple[list[int], str]] = []
        for place, said in enumerate(self.conjuncts if self else ()):
            if told and told[-1][1] == said:
                told[-1][0].append(place)
            else:
                told.append(([place], said))
        return [rf"\text{{{self._between(places)}}}\; {once(said)}" for places, said in told]

    def _between(self, places: list[int]) -> str:
        """The letters of conjuncts that follow each other, in brackets."""
        first, *_, last = (self._letter(place) for place in (places[0], *places))
        return first if len(places) == 1 else f"{first}–{last}"

    def _letter(self, place: int) -> str:
        """The letter of a conjunct."""
        return (roman_at if self.is_inner else letter_at)(self.first + place)

    def place_of(self, part: ProvedStatement) -> int | None:
        """The place of the first letter of a part that says some conjuncts in a row."""
        own = [bare(one.strip()) for one in conjuncts(part.consequence or part.statement)]
        whole = list(map(bare, self.conjuncts))
        starts = range(len(whole) - len(own) + 1)
        return next((self.first + at for at in starts if whole[at : at + len(own)] == own), None)

    def head(self, place: int, name: str) -> str:
        """What a part is called: the letter of what it says, in place of which part it is."""
        if place not in self.of_parts:
            return name_of(name)
        letter = self._letter(self.of_parts[place])
        return f"{letter} {name_of(name)}".rstrip()


def name_of(name: str) -> str:
    """The name of a part, unless it is a number, which stands before it as well."""
    return "" if re.fullmatch(r"(part|step) \d+", name) else name


def bare(latex: str) -> str:
    """A conjunct without the brackets that it may stand in, in plain text."""
    text = plain_text(latex)
    inner = text[1:-1]
    return inner if text[:1] == "(" and is_balanced(inner) else text


def is_balanced(text: str) -> bool:
    """Whether each bracket of a text that is closed in it was opened in it."""
    depth = 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            return False
    return depth == 0
