"""Two proofs that are the same but for a few letters: what stands in one for what in the other.

The gates of a cell, and the blocks of a state, are treated one like the other. A reader who has
read the proof of one wants to be told which letters to put into it.
"""

import re
from functools import lru_cache

from theorem_checks.deriving.proved_statement import ProvedStatement

__all__ = ["outline", "renaming", "shown_of"]

MOST = 4
"""In how many letters or numbers proofs may differ that are told as one."""

_PIECE = re.compile(r"\\[A-Za-z]+|\d+|[A-Za-z]+|\s+|.", re.DOTALL)
_LETTER = re.compile(
    r"\d+|[A-Za-z]+|\\(?:alpha|beta|gamma|delta|epsilon|varepsilon|zeta|eta|theta|iota|kappa|lambda"
    r"|mu|nu|xi|pi|rho|sigma|tau|phi|varphi|chi|psi|omega|Gamma|Delta|Theta|Lambda|Xi|Pi|Sigma|Phi"
    r"|Psi|Omega)"
)
_GAP = "\0"


def shown_of(one: ProvedStatement) -> tuple[str, ...]:
    """The formulas that are shown of a statement, but for those of its parts."""
    lines = (line.latex for line in (*one.lines, *one.entries))
    return (one.statement, *one.hypotheses, *one.using, *one.invariant, *lines)


@lru_cache(maxsize=20_000)
def outline(latex: str) -> int:
    """What a formula has in common with those that differ from it in letters and numbers alone."""
    return hash(tuple(_GAP if _LETTER.fullmatch(piece) else piece for piece in _pieces(latex)))


def renaming(one: ProvedStatement, other: ProvedStatement) -> tuple[tuple[str, str], ...] | None:
    """What stands in the other proof for what in the first, where nothing else is different.

    Each letter has one counterpart, and no two of them have the same. None where the formulas
    differ in more than that, or in more letters than a reader wants to keep in mind.

    **Arguments**: two statements with as many parts, by the same rules.
    """
    there: dict[str, str] = {}
    back: dict[str, str] = {}
    for a, b in zip(one.walk(), other.walk(), strict=True):
        for first, second in zip(shown_of(a), shown_of(b), strict=True):
            if not _goes_over(first, second, there, back):
                return None
    changed = tuple((_upright(x), _upright(y)) for x, y in there.items() if x != y)
    return changed if len(changed) <= MOST else None


def _upright(piece: str) -> str:
    """A letter or a number as a formula, and so a word of several letters."""
    return rf"\text{{{piece}}}" if piece.isalpha() and len(piece) > 1 else piece


def _goes_over(first: str, second: str, there: dict[str, str], back: dict[str, str]) -> bool:
    """Whether a formula is another one by these counterparts, to which new ones are added."""
    pieces, others = _pieces(first), _pieces(second)
    if len(pieces) != len(others):
        return False
    for x, y in zip(pieces, others, strict=True):
        if _LETTER.fullmatch(x) and _LETTER.fullmatch(y):
            if there.setdefault(x, y) != y or back.setdefault(y, x) != x:
                return False
        elif x != y:
            return False
    return True


@lru_cache(maxsize=2_000)
def _pieces(latex: str) -> tuple[str, ...]:
    return tuple(_PIECE.findall(latex))
