r"""Long sides of equations by a name: $S_1 := \dots$, told where it first comes.

A proof has a long sum as a side of what it says, as the first of its lines, and again in the parts
that come after. A reader wants it once; and of a sum of twenty terms the first three, until asked.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Self

from theorem_checks.statements.plain_text import plain_text

__all__ = ["LongSides", "Named", "free_letter", "terms_of"]

LONG = 70
"""Of how many characters of plain text a side has a name where it comes again."""

LONGEST = 300
"""Of how many characters a sum has one where it comes once; it is told by its first terms."""

AT_ALL = 600
"""Of how many characters what is no sum is only said to be there."""

FEW = 3
"""How many terms of a folded sum are told."""

_BETWEEN = re.compile(
    r"\s(?:=|<|>)\s|\\(?:leq?|geq?|neq?|in|implies|iff|land|lor|succeq|preceq|forall|exists|quad)"
    r"(?![A-Za-z])|\\text\{[^{}]*\}|:?\\;|,\\,"
)
"""What stands between the sides of a statement: relations, connectives and words."""

_MEAN = re.compile(
    r"(?P<before>(?:\\left\|)?\\mathbb\{E\} \\left\[)(?P<of>.*)(?P<after>\\right\].*)", re.DOTALL
)
"""The mean of something, in LaTeX, or how far that is from a number."""

_BINDS = re.compile(
    r"(?<!\\arg)\\(?:sum|prod|mapsto|max|min|sup|inf|int|lim|limsup|liminf)(?![A-Za-z])"
)
_AROUND = re.compile(r"\\(?:[bB]igg?[lr]?|left|right)\s*$")
_NAMES_OF_ITS_OWN = (r"\text{where }", r"\begin")
_LETTERS = ("S", "Q", "R", "F", "G", "Z", r"\Psi", r"\Xi")


@dataclass(frozen=True)
class Named:
    """A name, what it stands for, and a shorter form of that, the same where it is short."""

    name: str
    latex: str
    short: str

    @property
    def is_folded(self) -> bool:
        """Whether the shorter form leaves terms out."""
        return self.short != self.latex

    def defined(self, *, full: bool = False) -> str:
        """The definition, as a formula."""
        return f"{self.name} := {self.latex if full else self.short}"


@dataclass
class LongSides:
    """The names of long sides, by their LaTeX; `told`, those of which a reader knows."""

    names: Mapping[str, str]
    told: set[str] = field(default_factory=set)

    @classmethod
    def of(
        cls, formulas: Iterable[str], theorem: Iterable[str] = (), beside: Iterable[str] = ()
    ) -> Self:
        """The names for formulas that stand one after the other, each as often as it is shown.

        **Arguments**: `theorem`, what stands before them and is written out, but for sides that
        are too long for that: see `folded`; `beside`, what else is shown, whose letters are taken.
        """
        shown, first = [list(map(_on_one_line, some)) for some in (formulas, theorem)]
        counted = Counter(side for latex in shown for side in _sides(latex))
        apart = {side for latex in first for side in _sides(latex)}
        long = {side: len(plain_text(side)) for side in {*counted, *apart} if len(side) > LONG}
        chosen = {
            side
            for side, length in long.items()
            if length > LONG and (counted[side] > 1 or _is_too_long(side, length))
        }
        while chosen:
            made = cls(dict.fromkeys(chosen, f"{_LETTERS[0]}_{{0}}"))
            dropped = {
                side  # which is short by the names of what stands in it
                for side in chosen
                if len(plain_text(made._replaced(side, inside=True))) <= LONG
            }
            if not dropped:
                used = Counter([*made._used(shown), *made.folded._used(first)])
                dropped = {
                    side
                    for side in chosen
                    if used[side] < (1 if _is_too_long(side, long[side]) else 2)
                }
            if not dropped:
                break
            chosen -= dropped
        order = [side for latex in (*first, *shown) for side in _sides(latex) if side in chosen]
        letter = free_letter([*first, *shown, *beside], _LETTERS, r"\mathcal{S}")
        numbered = enumerate(dict.fromkeys(order), 1)
        return cls({side: f"{letter}_{{{number}}}" for number, side in numbered})

    @property
    def folded(self) -> Self:
        """Those alone which are too long to be written out anywhere."""
        names = {side: name for side, name in self.names.items() if _folded(side) != side}
        return type(self)(names, self.told)

    def written(self, latex: str) -> str:
        """A formula with names for its long sides; as it is where there are none."""
        if not self.names:
            return latex
        line = _on_one_line(latex)
        found = self._replaced(line)
        return latex if found == line else found

    def told_by(self, latex: str) -> Iterator[Named]:
        """What has to be told beside a formula as it was: each name in it that is not known."""
        for side in _outermost(_on_one_line(latex), self.names):
            name = self.names[side]
            if name in self.told:
                continue
            self.told.add(name)
            inner = self._replaced(side, inside=True)
            yield Named(name, inner, _folded(inner))
            yield from self._told_inside(side)

    def _told_inside(self, side: str) -> Iterator[Named]:
        for inner in _groups(side):
            yield from self.told_by(inner)

    def _replaced(self, latex: str, *, inside: bool = False) -> str:
        """The same with names; of a side that has one what stands `inside` of it."""
        if not inside and any(own in latex for own in _NAMES_OF_ITS_OWN):
            return latex
        for start, end in reversed(list(_places(latex))):
            side = latex[start:end]
            if not inside and side in self.names:
                said = self.names[side]
            else:
                said = side
                for first, last in reversed(list(_group_places(side))):
                    said = said[:first] + self._replaced(side[first:last]) + said[last:]
            latex = latex[:start] + said + latex[end:]
        return latex

    def _used(self, shown: Iterable[str]) -> Iterator[str]:
        """The sides that are replaced: in what is shown, and once in each definition."""
        told: set[str] = set()
        stack = [side for latex in shown for side in _outermost(latex, self.names)]
        while stack:
            side = stack.pop()
            yield side
            if side not in told:
                told.add(side)
                stack += [s for inner in _groups(side) for s in _outermost(inner, self.names)]


def terms_of(latex: str) -> list[str]:
    """The terms of a sum, each but the first with its sign."""
    cuts, depth = [0], 0
    for place, character in enumerate(latex):
        depth += (character in "{([") - (character in "})]")
        if depth == 0 and character in "+-" and latex[place - 1 : place + 2] == f" {character} ":
            cuts.append(place)
    ends = [*cuts[1:], len(latex)]
    found = [latex[start:end].strip() for start, end in zip(cuts, ends, strict=True)]
    return [term for term in found if term]


def _folded(latex: str) -> str:
    """The first terms of a long sum, and how many more there are; of what is no sum its length.

    Of the mean of a sum, or of how far that is from a number, the first terms of that sum.
    """
    length = len(plain_text(latex))
    if length <= LONGEST:
        return latex
    if (mean := _MEAN.fullmatch(latex)) is not None and len(terms_of(mean["of"])) > 1:
        folded = _folded_sum(mean["of"], few=1)
        return f"{mean['before']}{folded}{mean['after']}" if folded else latex
    if folded := _folded_sum(latex):
        return folded
    if length <= AT_ALL:
        return latex
    terms = terms_of(latex)
    what = f"a sum of {len(terms)} terms" if len(terms) > 1 else "a term"
    return rf"\text{{{what} of {length} letters}}"


def _folded_sum(latex: str, few: int = FEW) -> str:
    """The first terms of a sum, and how many more there are; '' where these are too long."""
    terms = terms_of(latex)
    told = terms[:few]
    while told and len(plain_text(" ".join(told))) > LONGEST:
        told.pop()
    if not told or len(terms) <= len(told) + 1:
        return ""
    return " ".join([*told, rf"+ \dots\;\text{{({len(terms) - len(told)} more terms)}}"])


def _is_too_long(side: str, length: int) -> bool:
    return length > LONGEST and _folded(side) != side


def _on_one_line(latex: str) -> str:
    return " ".join(latex.split())


def _sides(latex: str) -> Iterator[str]:
    """All that may have a name: sides, and what stands in brackets where no index is bound."""
    if any(own in latex for own in _NAMES_OF_ITS_OWN):
        return
    for start, end in _places(latex):
        if not _is_statement(latex[start:end]):
            yield latex[start:end]
        for inner in _groups(latex[start:end]):
            yield from _sides(inner)


def _outermost(latex: str, names: Mapping[str, str]) -> Iterator[str]:
    """The sides that have a name and stand in no other one."""
    if any(own in latex for own in _NAMES_OF_ITS_OWN):
        return
    for start, end in _places(latex):
        side = latex[start:end]
        if side in names:
            yield side
        else:
            for inner in _groups(side):
                yield from _outermost(inner, names)


def _places(latex: str) -> Iterator[tuple[int, int]]:
    """Where the sides of a formula stand: between what is between them, outside of brackets."""
    cuts = []
    for found in _BETWEEN.finditer(latex):
        before = latex[: found.start()]
        if all(before.count(a) == before.count(b) for a, b in ("{}", "()", "[]")):
            cuts.append(found.span())
    start = 0
    for first, last in [*cuts, (len(latex), len(latex))]:
        side = latex[start:first]
        lead, room = len(side) - len(side.lstrip()), len(side.rstrip())
        if room > lead:
            yield start + lead, start + room
        start = last


def _is_statement(side: str) -> bool:
    """Whether what stands between two signs is a statement in brackets, and no term."""
    return r"\implies" in side or r"\text{and}" in side


def _groups(side: str) -> Iterator[str]:
    """What stands in the outermost brackets of a side in which no index is bound."""
    return (side[start:end] for start, end in _group_places(side))


def _group_places(side: str) -> Iterator[tuple[int, int]]:
    if _BINDS.search(side) and not _is_statement(side):
        return
    depth, start = 0, 0
    for place, character in enumerate(side):
        if character in "([":
            start = place + 1 if depth == 0 else start
            depth += 1
        elif character in ")]":
            depth -= 1
            if depth == 0:
                around = _AROUND.search(side[start:place])
                yield start, start + around.start() if around else place


def free_letter(formulas: Iterable[str], letters: Iterable[str], other: str) -> str:
    """The first of some letters that stands in no formula; where there is none, the other one."""
    known = {one for latex in formulas for one in re.findall(r"\\[A-Za-z]+|[A-Za-z]", latex)}
    return next((letter for letter in letters if letter not in known), other)
