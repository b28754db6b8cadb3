"""Places in a paper, as sources write them: which ones a text names, and whether one is in another.

'Secs. 3.2 and 4.1' names two sections, 'eqs. (12) to (15)' four equations, 'App. C.2, eq. (43)' an
appendix and an equation. Folders of claims are named by sections, too: `s3_1_linear_attention`.
"""

import re
from collections.abc import Iterator
from pathlib import PurePath

__all__ = ["is_at", "is_same_place", "leading_parts"]

Place = tuple[str, str]
"""A kind, such as 'sec', and a label, such as '3.1'."""

_KINDS = {
    "sec": ("sec", "secs", "section", "sections"),
    "app": ("app", "apps", "appendix", "appendices"),
    "eq": ("eq", "eqs", "equation", "equations"),
    "fig": ("fig", "figs", "figure", "figures"),
    "tab": ("tab", "table", "tables"),
    "theorem": ("theorem", "theorems", "thm"),
    "prop": ("proposition", "propositions", "prop"),
    "lemma": ("lemma", "lemmas"),
    "listing": ("listing", "listings", "lst"),
    "algorithm": ("algorithm", "algorithms", "alg"),
    "case": ("case", "cases"),
    "line": ("line", "lines"),
    "footnote": ("footnote", "footnotes"),
}
_KIND_OF = {word: kind for kind, words in _KINDS.items() for word in words}
_LABEL = r"\(?(?:[A-Z](?:\.\d+)*|\d+(?:\.\d+)*[A-Z]?)(?![a-z])\)?(?:\([a-z]\))?"
_NAMED = re.compile(
    rf"\b(?P<word>[A-Za-z]+)\.?\s+(?P<labels>{_LABEL}(?:(?:,?\s+and\s+|,\s+|\s+to\s+|-){_LABEL})*)"
)


def is_at(wanted: str, place: str, file: str = "") -> bool:
    """Whether a place, or the folder of a file, is at what is wanted.

    Everything that is wanted has to be named; a section contains its subsections, and a theorem
    its parts. What names no place is looked for as a text, whatever its case.
    """
    places = _named(wanted)
    if not places:
        return wanted.casefold() in place.casefold()
    there = _named(place) | _of_folders(file)
    return all(any(_within(one, other) for other in there) for one in places)


def is_same_place(wanted: str, place: str) -> bool:
    """Whether a place is what is wanted, and no more and no less: not 'App. A, eq. (20)'."""
    return bool(named := _named(wanted)) and named == _named(place)


def leading_parts(wanted: str) -> Iterator[str]:
    """A text, and the parts at its beginning that name a place or end at a comma; longest first."""
    yield wanted
    words = wanted.split()
    for count in range(len(words) - 1, 0, -1):
        part = " ".join(words[:count])
        if part.endswith((",", ";")) or _named(part) != _named(" ".join(words[: count - 1])):
            yield part.rstrip(",;")


def _named(text: str) -> set[Place]:
    """The places that a text names."""
    found = set()
    for match in _NAMED.finditer(text):
        kind = _KIND_OF.get(match["word"].casefold())
        if kind is None:
            continue
        found |= {(kind, label) for label in _labels(match["labels"])}
    return found


def _labels(text: str) -> list[str]:
    """The labels in a list of them, a range of numbers spelt out."""
    labels: list[str] = []
    parts = re.split(rf"({_LABEL})", text)
    for joint, part in zip(parts[::2], parts[1::2], strict=False):
        label = _bare(part)
        if joint.strip() in ("to", "-") and label.isdigit() and labels[-1].isdigit():
            labels += map(str, range(int(labels[-1]) + 1, int(label)))
        labels.append(label)
    return labels


def _bare(label: str) -> str:
    """A label without the brackets around it; those of a part stay: '3.3(b)'."""
    return re.sub(r"^\((.*?)\)", r"\1", label)


def _of_folders(file: str) -> set[Place]:
    """The sections that the folders of a file are named by."""
    found = set()
    for folder in PurePath(file).parts[:-1]:
        if match := re.match(r"s(\d+(?:_\d+)*)_", folder):
            found.add(("sec", match[1].replace("_", ".")))
        elif match := re.match(r"([a-z])(\d+(?:_\d+)*)?_", folder):
            found.add(("app", ".".join(filter(None, (match[1].upper(), match[2])))))
    return found


def _within(one: Place, other: Place) -> bool:
    """Whether the second place is the first, or a part of it."""
    (kind, label), (its_kind, its_label) = one, other
    inner = its_label.removeprefix(label)
    return kind == its_kind and its_label.startswith(label) and (not inner or inner[0] in ".(")
