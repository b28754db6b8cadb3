"""A proof that comes again inside of one derivation: told where it comes first, and its number.

A part that two others rest on is proved in each of them, statement and proof alike. A reader who
has read it once needs to be told where; and where it comes with other letters, with which.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from theorem_checks.deriving.alike import outline, renaming, shown_of
from theorem_checks.deriving.proved_statement import ProvedStatement
from theorem_checks.statements.plain_text import plain_text

__all__ = ["without_repeats"]

LONG = 120
"""Of how many characters of plain text a statement alone is told by its number, too."""

MOST_TRIED = 8
"""With how many proofs of the same outline one is compared, letter by letter."""

Proved = TypeVar("Proved", bound=ProvedStatement)


def without_repeats(whole: Proved) -> Proved:
    """Return a derivation in which a proof that came before is named by the number it has there.

    Only what has a proof to be read, parts or lines, is named so, and what is long by itself. A
    proof that is the same but for a few letters is named with these, in `instead`.
    """
    return _Repeats().told(whole, "")


@dataclass
class _Repeats:
    """What was read so far: by what is alike in two of them, the numbers of statements."""

    numbers: dict[int, str] = field(default_factory=dict)
    read: dict[int, list[tuple[str, ProvedStatement]]] = field(default_factory=dict)
    alike: dict[Hashable, int] = field(default_factory=dict)
    kinds: dict[int, int] = field(default_factory=dict)
    outlines: dict[int, int] = field(default_factory=dict)

    def told(self, one: Proved, number: str) -> Proved:
        """A statement and its parts in order, those that came before without what is in them."""
        parts: list[Proved] = []
        for place, part in enumerate(one.parts, 1):
            own = f"{number}{place}."
            known = self._before(part)
            parts.append(_named(part, *known) if known else self.told(part, own))
            self.numbers.setdefault(self._kind(part), own.rstrip("."))
            if not known and _has_a_proof(part):
                self.read.setdefault(self._outline(part), []).append((own.rstrip("."), part))
        return replace(one, parts=tuple(parts))

    def _before(self, one: ProvedStatement) -> tuple[str, tuple[tuple[str, str], ...]] | None:
        """The number of a proof that came before, and with what in place of what."""
        if not _is_worth_it(one):
            return None
        if (same := self.numbers.get(self._kind(one))) is not None:
            return same, ()
        others = self.read.get(self._outline(one), ())[:MOST_TRIED] if _has_a_proof(one) else ()
        for number, other in others:
            if instead := renaming(other, one):
                return number, instead
        return None

    def _kind(self, one: ProvedStatement) -> int:
        """A number that two statements share if all is the same that is shown of them."""
        if id(one) not in self.kinds:
            shown = (*_said_of(one), shown_of(one), tuple(map(self._kind, one.parts)))
            names = tuple(part.name for part in one.parts)
            self.kinds[id(one)] = self.alike.setdefault((shown, names), len(self.alike))
        return self.kinds[id(one)]

    def _outline(self, one: ProvedStatement) -> int:
        """A number that two statements share if they may be the same but for letters."""
        if id(one) not in self.outlines:
            formulas = tuple(map(outline, shown_of(one)))
            shown = (*_said_of(one), formulas, tuple(map(self._outline, one.parts)))
            self.outlines[id(one)] = self.alike.setdefault((shown, None), len(self.alike))
        return self.outlines[id(one)]


def _said_of(one: ProvedStatement) -> tuple[Hashable, ...]:
    """What is shown of a statement beside formulas, and how many of these there are."""
    reasons = tuple(line.why for line in (*one.lines, *one.entries))
    counts = tuple(map(len, (one.hypotheses, one.using, one.invariant, one.lines)))
    return (one.rule, one.verdict, one.conditions, reasons, counts, one.words, one.rests_on)


def _is_worth_it(one: ProvedStatement) -> bool:
    """Whether there is a proof to be read, or a statement that fills more than a line."""
    return _has_a_proof(one) or len(plain_text(one.statement)) > LONG


def _has_a_proof(one: ProvedStatement) -> bool:
    """Whether there is more to be read than the statement, and its rule."""
    return bool(one.parts) or len(one.lines) > 1


def _named(one: Proved, number: str, instead: tuple[tuple[str, str], ...]) -> Proved:
    """A statement without its proof, which stands elsewhere."""
    left = replace(one, invariant=(), conditions=(), lines=(), entries=(), parts=(), words=())
    return replace(left, as_in=number, instead=instead, instances=())
