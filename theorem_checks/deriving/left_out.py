"""A derivation that is too long to be read: steps entry by entry, and the deepest proofs, left out.

Which proofs are left out is told where they would stand, in `left_out`. What a proof says above
them stays: the statement, what stands in it, the invariant, base and step.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from theorem_checks.deriving.alike import shown_of
from theorem_checks.deriving.layout import LONG
from theorem_checks.deriving.long_sides import Named
from theorem_checks.deriving.proved_statement import ProvedStatement

__all__ = ["fitting", "without_the_deepest"]

TRIES = 8
AROUND = 120
"""How many characters stand around what is said of a statement: its number, its rule."""

_NAME = re.compile(r"(?:\\[A-Za-z]+|[A-Z])_\{\d+\}")

Proved = TypeVar("Proved", bound=ProvedStatement)
Place = tuple[int, ...]
"""The numbers of a statement: (1, 3) for the one that is called 1.3."""


def fitting(whole: Proved, write: Callable[[Proved], str], most: int) -> str:
    """Return what is written of a derivation, of which as much is left out as makes it fit.

    **Arguments**: `most`, how many characters it may have. Where the statement and its first parts
    alone have more, these are written all the same.
    """
    text, room = write(whole), most
    for _ in range(TRIES):
        if len(text) <= most:
            break
        text = write(without_the_deepest(whole, room))
        room = room * most // max(len(text), most * 21 // 20)
    return text


def without_the_deepest(whole: Proved, room: int) -> Proved:
    """Return a derivation of about so many characters, if parts of its parts are enough to leave.

    Left out are steps entry by entry, the longest first; then proofs, from the deepest up.
    """
    there = dict(_places(whole, ()))
    too_much = sum(map(_length, there.values())) - room
    entries = {place: _of_entries(one) for place, one in there.items() if one.entries}
    without, too_much = _chosen(entries, too_much)
    lengths = {p: _length(o) - (_of_entries(o) if p in without else 0) for p, o in there.items()}
    cut: set[Place] = set()
    for depth in range(max(map(len, there)), 0, -1):
        below = {p: 0 for p, one in there.items() if len(p) == depth and one.parts}
        for place, length in lengths.items():
            above = place[:depth]
            if len(place) > depth and above in below and not _is_below(place, cut):
                below[above] += length
        chosen, too_much = _chosen(below, too_much)
        cut |= chosen
    return _Shorter[Proved](whole, without, cut).made()


def _places(one: Proved, place: Place) -> Iterator[tuple[Place, Proved]]:
    """Each statement by its numbers."""
    yield place, one
    for number, part in enumerate(one.parts, 1):
        yield from _places(part, (*place, number))


def _chosen(sizes: dict[Place, int], too_much: int) -> tuple[set[Place], int]:
    """Those that have to go, and how much is still too much without them.

    The largest ones, and at last the least one that is enough.
    """
    chosen: set[Place] = set()
    left = sorted((place for place in sizes if sizes[place]), key=lambda place: -sizes[place])
    while left and too_much > 0:
        enough = [place for place in left if sizes[place] >= too_much]
        place = enough[-1] if enough else left[0]
        left.remove(place)
        chosen.add(place)
        too_much -= sizes[place]
    return chosen, too_much


def _is_below(place: Place, cut: set[Place]) -> bool:
    """Whether a statement is part of one whose proof is left out."""
    return any(place[:depth] in cut for depth in range(1, len(place)))


def _length(one: ProvedStatement) -> int:
    """About how many characters are shown of a statement, but for its parts."""
    shown = (*one.using, *one.invariant, *(line.latex for line in one.lines))
    named = (t for name in one.named for t in {name.short, name.latex} if len(t) <= LONG)
    said = len(one.consequence or one.statement)
    return AROUND + said + sum(map(len, (*shown, *named))) + _of_entries(one)


def _of_entries(one: ProvedStatement) -> int:
    return sum(len(line.latex) for line in one.entries)


@dataclass(frozen=True)
class _Shorter(Generic[Proved]):
    """A derivation, the places of those `without` entries, and of those whose proofs are `cut`."""

    whole: Proved
    without: set[Place]
    cut: set[Place]

    def made(self) -> Proved:
        """The derivation without these, in which all names are told that are used."""
        short = self._short(self.whole, (), frozenset())
        used = self._used(short)
        return self._short(self.whole, (), used)

    def _short(self, one: Proved, place: Place, used: frozenset[str]) -> Proved:
        left: list[str] = []
        named = one.named
        if place in self.without:
            one = replace(one, entries=())
        if not place and self.without:
            left.append(f"the steps entry by entry of {_statements(len(self.without))}")
        if place in self.cut:
            count = sum(1 for _ in one.walk()) - 1
            left.append(f"the proof{'s' * (count > 1)} of {_statements(count)}")
            inside = (name for part in one.parts for below in part.walk() for name in below.named)
            named = (*named, *(name for name in inside if _letter(name) in used))
            one = replace(one, parts=())
        if one.as_in and _is_below(tuple(map(int, one.as_in.split("."))), self.cut):
            left.append("that proof")
        parts = (self._short(p, (*place, n), used) for n, p in enumerate(one.parts, 1))
        return replace(one, named=named, left_out=tuple(left), parts=tuple(parts))

    def _used(self, short: Proved) -> frozenset[str]:
        """The letters of names that stand in what is left, or in what such names stand for."""
        told = {_letter(name): name for one in self.whole.walk() for name in one.named}
        waiting = list(_letters(text for one in short.walk() for text in _formulas(one)))
        used: set[str] = set()
        while waiting:
            letter = waiting.pop()
            if letter in told and letter not in used:
                used.add(letter)
                waiting += _letters([told[letter].short])
        return frozenset(used)


def _statements(count: int) -> str:
    return f"{count} statement{'s' * (count > 1)}"


def _formulas(one: ProvedStatement) -> Iterable[str]:
    named = (name.short for name in one.named)
    return (*shown_of(one), one.consequence, *named)


def _letters(formulas: Iterable[str]) -> set[str]:
    return {letter for latex in formulas for letter in _NAME.findall(latex)}


def _letter(name: Named) -> str:
    """A name without what it is said of: P_1 of P_1(n)."""
    found = _NAME.match(name.name)
    return found[0] if found else name.name
