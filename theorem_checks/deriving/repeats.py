"""A proof that comes again inside of one derivation: told where it comes first, and its number.

A part that two others rest on is proved in each of them, statement and proof alike. A reader who
has read it once needs to be told where.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from theorem_checks.deriving.proved_statement import ProvedStatement
from theorem_checks.statements.plain_text import plain_text

__all__ = ["without_repeats"]

LONG = 120
"""Of how many characters of plain text a statement alone is told by its number, too."""

Proved = TypeVar("Proved", bound=ProvedStatement)


def without_repeats(whole: Proved) -> Proved:
    """Return a derivation in which a proof that came before is named by the number it has there.

    Only what has a proof to be read, parts or lines, is named so, and what is long by itself.
    """
    return _Repeats().told(whole, "")


@dataclass
class _Repeats:
    """What was read so far: by what is alike in two of them, the numbers of statements."""

    numbers: dict[int, str] = field(default_factory=dict)
    alike: dict[Hashable, int] = field(default_factory=dict)
    known: dict[int, int] = field(default_factory=dict)

    def told(self, one: Proved, number: str) -> Proved:
        """A statement and its parts in order, those that came before without what is in them."""
        parts: list[Proved] = []
        for place, part in enumerate(one.parts, 1):
            own = f"{number}{place}."
            before = self.numbers.get(self._kind(part)) if _is_worth_it(part) else None
            parts.append(_named(part, before) if before else self.told(part, own))
            self.numbers.setdefault(self._kind(part), own.rstrip("."))
        return replace(one, parts=tuple(parts))

    def _kind(self, one: ProvedStatement) -> int:
        """A number that two statements share if all is the same that is shown of them."""
        if id(one) not in self.known:
            shown = (
                *(one.statement, one.hypotheses, one.rule, one.verdict, one.conditions),
                *(one.using, one.invariant, one.lines, one.entries, one.words, one.rests_on),
                tuple((self._kind(part), part.name) for part in one.parts),
            )
            self.known[id(one)] = self.alike.setdefault(shown, len(self.alike))
        return self.known[id(one)]


def _is_worth_it(one: ProvedStatement) -> bool:
    """Whether there is a proof to be read, or a statement that fills more than a line."""
    return bool(one.parts) or len(one.lines) > 1 or len(plain_text(one.statement)) > LONG


def _named(one: Proved, number: str) -> Proved:
    """A statement without its proof, which stands elsewhere."""
    left = replace(one, invariant=(), conditions=(), lines=(), entries=(), parts=(), words=())
    return replace(left, as_in=number, instances=())
