"""The figures and tables that a paper printed, by the places that claims name."""

import re
from collections.abc import Iterable, Mapping

from theorem_checks.reporting.standing import Standing

__all__ = ["figures_named", "figures_of_papers"]

_NUMBER = r"\d+[A-Z]?"
_NAMED = re.compile(
    rf"\b(Fig|Tab)(?:ure|le)?s?\.?\s+({_NUMBER}(?:(?:,\s*|\s+and\s+|\s+to\s+){_NUMBER})*)"
)
_WORDS = {"Fig": "Figure", "Tab": "Table"}


def figures_named(place: str) -> tuple[str, ...]:
    """Return the figures and tables that a place names: 'Sec. 5, Figs 1 to 3' names three."""
    named: dict[str, None] = {}
    for word, numbers in _NAMED.findall(place):
        named |= dict.fromkeys(f"{_WORDS[word]} {number}" for number in _expanded(numbers))
    return tuple(named)


def figures_of_papers(
    standings: Iterable[Standing],
) -> Mapping[str, Mapping[str, tuple[Standing, ...]]]:
    """Return for each paper, in the order of the claims, its figures with the claims on them."""
    papers: dict[str, dict[str, tuple[Standing, ...]]] = {}
    for standing in standings:
        source = standing.found.claim.source
        figures = papers.setdefault(source.paper, {})
        for name in figures_named(source.place):
            figures[name] = (*figures.get(name, ()), standing)
    return {paper: dict(sorted(each.items(), key=_in_print)) for paper, each in papers.items()}


def _expanded(numbers: str) -> list[str]:
    found = re.findall(rf"(\sto\s+)?({_NUMBER})", numbers)
    expanded: list[str] = []
    for to, number in found:
        if to and expanded and number.isdigit() and expanded[-1].isdigit():
            expanded += [str(i) for i in range(int(expanded[-1]) + 1, int(number))]
        expanded.append(number)
    return expanded


def _in_print(named: tuple[str, object]) -> tuple[str, int, str]:
    word, number = named[0].split()
    digits = re.match(r"\d+", number)
    return word, int(digits[0]) if digits else 0, number
