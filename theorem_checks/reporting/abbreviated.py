"""Proofs in which a long formula is written once: (1), (2), ... where it comes again.

The statement of a proof by induction stands, with its hypotheses, in base and step and in all that
these are made of. Written out each time it makes megabytes of a proof of two hundred steps.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from theorem_checks.deriving.labels import in_ranges
from theorem_checks.deriving.long_sides import LongSides, Named
from theorem_checks.reporting.concluded import Step
from theorem_checks.statements.plain_text import conjuncts

__all__ = ["abbreviated"]

LONG = 60
"""Of how many characters a formula gets a number where it comes again."""

LONGEST = 1500
"""Of how many characters a formula is only said to be there: nobody reads it on a page."""

_IMPLIES = r" \implies "
_AND = r"\quad\text{and}\quad "


@dataclass(frozen=True)
class _Pieces:
    """A statement by its hypotheses, if it has some, and what it says of them."""

    hypotheses: tuple[str, ...]
    body: tuple[str, ...]

    @classmethod
    def of(cls, latex: str) -> "_Pieces":
        line = " ".join(latex.split())
        given, sign, said = _parted(line)
        if not sign:
            return cls((), _conjuncts(line))
        return cls(_conjuncts(_without_brackets(given)), _conjuncts(said))

    @property
    def all(self) -> tuple[str, ...]:
        return (*self.hypotheses, *self.body)


def _conjuncts(latex: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in conjuncts(latex))


def abbreviated(steps: Iterable[Step]) -> tuple[Step, ...]:
    """Return steps in which each long formula that comes again has a number from the first time.

    Long sides of equations go by names, which are told behind the first formula with them.
    """
    found = [(step, _Pieces.of(step.latex)) for step in steps]
    writer = _Writer.of([pieces for step, pieces in found if not step.again])
    written = []
    for step, pieces in found:
        if step.again:
            written.append(step)
            continue
        given = _AND.join(writer.written(pieces.hypotheses))
        said = _AND.join(writer.written(pieces.body))
        if len(pieces.hypotheses) > 1 and _AND in given:
            given = rf"\Big({given}\Big)"
        latex = f"{given}{_IMPLIES}{said}" if given else said
        written.append(replace(step, latex=latex + writer.told()))
    return tuple(written)


@dataclass
class _Writer:
    """Writes pieces of statements: how often they come, which have a number, what sides are called.

    `named`: the names that came up since they were last told.
    """

    counted: Counter[str]
    sides: LongSides
    labels: dict[str, int] = field(default_factory=dict)
    named: list[Named] = field(default_factory=list)

    @classmethod
    def of(cls, shown: Iterable[_Pieces]) -> Self:
        """A writer for statements in the order in which they are shown."""
        every = [piece for pieces in shown for piece in pieces.all]
        counted = Counter(every)
        seen: set[str] = set()
        written = []  # a piece with a number stands once
        for piece in every:
            told = piece in seen and cls._has_number(piece, counted)
            if not told and len(piece) <= LONGEST:
                written.append(piece)
            seen.add(piece)
        return cls(counted, LongSides.of(written))

    @staticmethod
    def _has_number(piece: str, counted: Counter[str]) -> bool:
        return counted[piece] > 1 and len(piece) > LONG

    def written(self, pieces: Sequence[str]) -> list[str]:
        """The pieces, those with a number that were told before as it, in rows as ranges."""
        made: list[str] = []
        known: list[int] = []
        for piece in pieces:
            if piece in self.labels:
                known.append(self.labels[piece])
                continue
            if known:
                made.append(_numbers(known))
                known = []
            said = _not_too_long(piece)
            if said == piece:
                said = self.sides.written(piece)
                self.named += self.sides.told_by(piece)
            if self._has_number(piece, self.counted):
                self.labels[piece] = len(self.labels) + 1
                said = rf"\text{{({self.labels[piece]})}}\; {said}"
            made.append(said)
        return [*made, _numbers(known)] if known else made

    def told(self) -> str:
        """What the names stand for that came up."""
        defined = r",\; ".join(named.defined() for named in self.named)
        self.named.clear()
        return rf"\quad\text{{where }} {defined}" if defined else ""


def _numbers(known: Sequence[int]) -> str:
    return rf"\text{{{in_ranges(map(str, known))}}}"


def _not_too_long(latex: str) -> str:
    if len(latex) <= LONGEST:
        return latex
    length = f"{len(latex):,}".replace(",", r"\,")  # which is no space inside of \text
    return rf"\text{{a formula of }}{length}\text{{ characters}}"


def _parted(line: str) -> tuple[str, str, str]:
    """A statement at its first implication that stands in no braces and no brackets."""
    depth, place = 0, 0
    while (place := line.find(_IMPLIES, place)) >= 0:
        before = line[:place]
        depth = sum(before.count(mark) for mark in "({[") - sum(before.count(m) for m in ")}]")
        if depth == 0:
            return before, _IMPLIES, line[place + len(_IMPLIES) :]
        place += len(_IMPLIES)
    return line, "", ""


def _without_brackets(given: str) -> str:
    """Hypotheses without the large brackets in which several of them stand."""
    start, end = r"\Big(", r"\Big)"
    inner = given[len(start) : -len(end)]
    enclosed = given.startswith(start) and given.endswith(end)
    return inner if enclosed and inner.count("(") == inner.count(")") else given
