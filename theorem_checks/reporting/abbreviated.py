"""Proofs in which a long formula is written once: (1), (2), ... where it comes again.

The statement of a proof by induction stands, with its hypotheses, in base and step and in all that
these are made of. Written out each time it makes megabytes of a proof of two hundred steps.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from theorem_checks.deriving.labels import in_ranges
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
    """Return steps in which each long formula that comes again has a number from the first time."""
    found = [(step, _Pieces.of(step.latex)) for step in steps]
    shown = [pieces for step, pieces in found if not step.again]
    counted = Counter(piece for pieces in shown for piece in pieces.all)
    labels: dict[str, int] = {}
    written = []
    for step, pieces in found:
        if step.again:
            written.append(step)
            continue
        given = _AND.join(_written(pieces.hypotheses, counted, labels))
        said = _AND.join(_written(pieces.body, counted, labels))
        if len(pieces.hypotheses) > 1 and _AND in given:
            given = rf"\Big({given}\Big)"
        written.append(replace(step, latex=f"{given}{_IMPLIES}{said}" if given else said))
    return tuple(written)


def _written(pieces: Sequence[str], counted: Counter[str], labels: dict[str, int]) -> list[str]:
    """The pieces, those with a number that were told before as it, next to each other as ranges."""
    made: list[str] = []
    known: list[int] = []
    for piece in pieces:
        if piece in labels:
            known.append(labels[piece])
            continue
        if known:
            made.append(_numbers(known))
            known = []
        if counted[piece] > 1 and len(piece) > LONG:
            labels[piece] = len(labels) + 1
            made.append(rf"\text{{({labels[piece]})}}\; {_not_too_long(piece)}")
        else:
            made.append(_not_too_long(piece))
    return [*made, _numbers(known)] if known else made


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
