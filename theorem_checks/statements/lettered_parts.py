"""The letters (a), (b), ... of what a statement joins by 'and', all of it in one row.

Derivations and counterexamples name a part by the same letter: parts of parts are counted on, as
they are read on.
"""

from collections.abc import Sequence

from theorem_checks.statements.conclusions import All, Conclusion, Implies
from theorem_checks.statements.letters import letter_at

__all__ = ["count_of_parts", "part_by_letter"]


def count_of_parts(said: Conclusion) -> int:
    """How many statements stand in a row in a conclusion, those of inner conjunctions as well."""
    if isinstance(said, All):
        return sum(map(count_of_parts, said.parts))
    return 1


def part_by_letter(said: Conclusion, place: Sequence[int]) -> str:
    """A part by its letter, and the first and last letter of all: 'part (b) of (a)-(e)'.

    **Arguments**: the `place`, a number from 1 on for each conjunction that the part is in. Of one
    that has itself several parts, that it is these: 'parts (b)-(d) of (a)-(e)'. '' where what is
    said, under its hypotheses, joins nothing.
    """
    while isinstance(said, Implies):
        said = said.body
    count, first = count_of_parts(said), 0
    if count < 2:
        return ""
    for number in place:
        if not isinstance(said, All):
            break
        first += sum(map(count_of_parts, said.parts[: number - 1]))
        said = said.parts[number - 1]
    last = first + count_of_parts(said) - 1
    of_all = f"of {letter_at(0)}–{letter_at(count - 1)}"
    if first == last:
        return f"part {letter_at(first)} {of_all}"
    return f"parts {letter_at(first)}–{letter_at(last)} {of_all}"
