"""Which claims of a list are of a place, or about something; and what to try where none is."""

from collections.abc import Mapping, Sequence
from typing import Any

from theorem_checks.cli.statuses import note, stop
from theorem_checks.errors import ArgumentError
from theorem_checks.reporting.words import plural
from theorem_checks.running.about import FEW, about, nearest, of_each_word
from theorem_checks.running.places import is_at, is_same_place, leading_parts

__all__ = ["about_words", "at_place"]

NAMED = 3
"""How many claims are named that have most of the words, where none is to be listed."""

Entries = list[dict[str, Any]]


def at_place(source: str, entries: Entries) -> Entries:
    """The claims of a place, or of the longest leading part of it that has any, which is said.

    **Raises** `ArgumentError` where no part has one.
    """
    for part in leading_parts(source):
        found = [e for e in entries if is_at(part, e["source"]["place"], e["file"])]
        if found and part != source:
            note(f"No claim is from {source!r}; these are from {part!r}.")
        if found:
            return _with_the_place_first(part, found)
    hint = (
        "Write 'Sec. 3.1', 'App. C', 'eq. (43)', 'Theorem 3.3', or words of the place;"
        " --about WORDS looks in titles, statements and notes."
    )
    raise ArgumentError("--source", source, "a place that one of the claims is from", hint)


def _with_the_place_first(place: str, entries: Entries) -> Entries:
    """The claims, those of papers first that have one of the place itself and not of a part.

    Of a paper first those whose place begins so, and of these what is in the text.
    """
    whole = {e["source"]["paper"] for e in entries if is_same_place(place, e["source"]["place"])}
    papers = [*dict.fromkeys(e["source"]["paper"] for e in entries)]

    def order(entry: dict[str, Any]) -> tuple[bool, int, bool, bool]:
        paper, there = entry["source"]["paper"], entry["source"]["place"].casefold()
        begins = there.startswith(place.casefold())
        return paper not in whole, papers.index(paper), not begins, "beyond the text" in there

    return sorted(entries, key=order)


def about_words(words: str, entries: Entries, *, all_of_them: bool = False) -> Entries:
    """The claims that have all of the words; else those that have most, which is said.

    Where there are none of these either, or `all_of_them` are asked for, it says what to try, and
    ends.
    """
    if found := about(words, entries):
        return [dict(entry) for entry in [*found, *_beside(words, found, entries, all_of_them)]]
    counts = of_each_word(words, entries)
    said = ", ".join(map(repr, [word for word, count in counts.items() if not count]))
    message = f"No claim has {said}." if said else f"No claim has all of {words!r}."
    near = nearest(words, entries)
    if near and not all_of_them:
        note(f"{message} These have most of the words, the nearest first.")
        return [dict(entry) for entry, _ in near]
    if others := [f"{word!r} ({plural(n, 'claim')})" for word, n in counts.items() if n]:
        message += f" Without the rest there is {', '.join(others)}."
    named = [f"{entry['id']}, without {_listed(lacks)}" for entry, lacks in near[:NAMED] if lacks]
    if named:
        message += f" The nearest: {'; '.join(named)}."
    stop(
        f"{message} Try fewer words, a part of a word, or --source 'Sec. 3.1' with the place in"
        " the paper."
    )


def _beside(
    words: str, found: Sequence[Mapping[str, Any]], entries: Entries, all_of_them: bool
) -> Entries:
    """The claims that lack one of three words or more, where those that have all are few."""
    if all_of_them or len(found) >= FEW:
        return []
    near = [
        (entry, lacks)
        for entry, lacks in nearest(words, entries)
        if len(lacks) == 1 and len(of_each_word(words, ())) > 2
    ]
    if not near:
        return []
    have = ", ".join(entry["id"] for entry in found)
    note(f"All words are those of {have}; the others lack one of them.")
    return [dict(entry) for entry, _ in near]


def _listed(words: list[str]) -> str:
    return ", ".join(map(repr, words))
