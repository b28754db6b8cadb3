"""What claims are about, by words of what is said of them and of the files in which they stand.

A word counts in any of its forms ('vanishing', 'vanishes'), and an abbreviation as what it is short
for ('NTK'). Where few claims have the words themselves, those of the titles of their paper and of
their section count as theirs.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import log
from pathlib import Path
from typing import Any

__all__ = ["FEW", "about", "has_words", "is_about", "nearest", "of_each_word"]

FEW = 5
NEAR = 10  # how many claims are listed that have most of the words
AROUND = 0.5  # what a word counts for that stands beside what is said of a claim, and not in it

_SAME = (
    ("neural tangent kernel", "tangent kernel", "ntk"),
    ("in-context learning", "in-context", "icl"),
    ("recurrent neural network", "recurrent network", "rnn"),
    ("multilayer perceptron", "perceptron", "mlp"),
    ("linear recurrent unit", "lru"),
    ("gated recurrent unit", "gru"),
    ("long short-term memory", "short-term memory", "lstm"),
    ("gradient descent", "sgd"),
    ("singular value", "svd"),
)
"""Words of the field that stand for the same."""

_ALSO = (("impulse response", "lag", "filter", "coefficient"),)
"""Words of the field, each with others that do for it beside further words, not the other way."""

_FILLERS = {"a", "an", "and", "at", "by", "for", "in", "is", "of", "on", "or", "the", "to", "with"}
"""Words that are not asked for where others are."""

_ENDINGS = ("ations", "ation", "ating", "ated", "ates", "ate", "ings", "ing", "ions", "ion")
_ENDINGS += ("ive", "ed", "es", "ly", "e")
_SHORTEST = 5  # what has to be left of a word that loses its ending; of a plural, three letters
_SHORT = r"(?:e|s|es|ed|ing)?(?!\w)"  # what may follow where four letters are left: biased, bias
_DOCSTRING = re.compile(r'(?:\s|#.*\n)*[rR]?"""(.*?)"""', re.DOTALL)

Entry = Mapping[str, Any]
Word = tuple[str, ...]
"""A word that is wanted, as words or phrases any of which will do."""


def about(words: str, entries: Sequence[Entry]) -> list[Entry]:
    """The claims that all words are about; where they are few, by the titles above them, too.

    **Arguments**: `entries`, what is declared of claims, as `claim_entry` has it.
    """
    found = [entry for entry in entries if is_about(words, entry)]
    if len(found) >= FEW:
        return found
    return [entry for entry in entries if is_about(words, entry, with_titles=True)]


def is_about(words: str, entry: Entry, *, with_titles: bool = False) -> bool:
    """Whether all words stand in what is said of a claim; case and backslashes do not matter.

    Some of them, not all, may stand in the docstring of its file instead. `with_titles`: what is
    said of its paper and of its section counts as said of the claim.
    """
    wanted, own = _wanted(words), _own(entry)
    if with_titles:
        own = f"{own} {_titles(entry)}"
    apart = [word for word in wanted if not _has(own, word)]
    if not apart:
        return True
    more = f"{own} {_said_of(entry['file'])}"
    return any(_has_part(own, word) for word in wanted) and all(_has(more, one) for one in apart)


def has_words(words: str, text: str) -> bool:
    """Whether a text has all of the words, each in some form."""
    said = _plain(text)
    return all(_has(said, word) for word in _wanted(words))


def of_each_word(words: str, entries: Sequence[Entry]) -> dict[str, int]:
    """In how many claims each of the words stands by itself."""
    said = [f"{_own(entry)} {_titles(entry)}" for entry in entries]
    return {word[0]: sum(_has(text, word) for text in said) for word in _wanted(words)}


def nearest(words: str, entries: Sequence[Entry]) -> list[tuple[Entry, list[str]]]:
    """The claims that have most of the words, two at least, each with those that it lacks.

    A word weighs the more the fewer claims have it; and half where it stands not in what is said of
    the claim, but in the titles above it or in its file. Those of the most weight come first.
    """
    wanted, counts = _wanted(words), of_each_word(words, entries)
    rare = {word: log((2 + len(entries)) / (1 + count)) for word, count in counts.items()}
    found = []
    for entry in entries:
        own, around = _own(entry), f"{_titles(entry)} {_said_of(entry['file'])}"
        text = f"{own} {around}"
        has = [word for word in wanted if _has(text, word)]
        if len(has) > 1 and 2 * len(has) > len(wanted):
            weight = sum(rare[word[0]] * (1 if _has(own, word) else AROUND) for word in has)
            found.append((weight, entry, [word[0] for word in wanted if word not in has]))
    found.sort(key=lambda one: -one[0])
    return [(entry, lacks) for _, entry, lacks in found[:NEAR]]


def _wanted(words: str) -> list[Word]:
    """The words, each with what stands for the same; some that belong together are one."""
    left, wanted = _plain(words), []
    for group in (*_SAME, *_ALSO):
        for phrase in group[:1] if group in _ALSO else group:
            spelt = "[- ]".join(map(re.escape, _apart(phrase).split()))
            written = re.compile(rf"(?<!\w){spelt}s?(?!\w)")
            if written.search(left):
                left = written.sub(" ", left, count=1)
                wanted.append((phrase, *(other for other in group if other != phrase)))
                break
    others = left.split()
    telling = [word for word in others if word not in _FILLERS]
    if len(wanted) == 1 and not telling and wanted[0] in _ALSO:
        wanted = [wanted[0][:1]]
    return wanted + [(word,) for word in telling or (others if not wanted else ())]


def _has(text: str, word: Word) -> bool:
    """Whether a text has all words of a phrase that will do, each in some form."""
    return any(all(_stands(part, text) for part in phrase.split()) for phrase in word)


def _has_part(text: str, word: Word) -> bool:
    return any(_stands(part, text) for phrase in word for part in phrase.split())


def _stands(word: str, text: str) -> bool:
    wanted, there = _spelt(word), _spelt(text)
    return (
        wanted in there
        or any(written(wanted) in written(there) for written in (_apart, _joined))
        or any(re.search(rf"(?<!\w){stem}", there) for stem in _stems(wanted))
    )


@cache
def _apart(text: str) -> str:
    """A text with hyphenated words apart: short term as short-term."""
    return text.replace("-", " ")


@cache
def _joined(text: str) -> str:
    """A text with hyphenated words as one: nonlinear as non-linear."""
    return text.replace("-", "")


@cache
def _spelt(text: str) -> str:
    """A text in one spelling, which is none for a reader: normalizer as normaliser."""
    return text.replace("iz", "is").replace("yz", "ys")


def _stems(word: str) -> Iterator[str]:
    """What is left of a word without an ending that its other forms do not have, as a pattern.

    Of a short word they are whole words: *bias* of *biased*, and of *scaled* no *scalar*.
    """
    if not word.isalpha():
        return
    if word.endswith("y") and len(word) > 3:
        yield f"{word[:-1]}i"
    if word.endswith("ies") and len(word) > 4:
        yield f"{word[:-3]}y"
    if word.endswith("s") and not word.endswith("ss") and len(word) > 3:
        yield word.removesuffix("s")
    for ending in _ENDINGS:
        left = word.removesuffix(ending)
        if left != word and len(left) >= _SHORTEST:
            yield left
            return
        if left != word and len(left) == _SHORTEST - 1:
            yield left + _SHORT


def _own(entry: Entry) -> str:
    """What is said of a claim itself, and not of its file."""
    said = [entry["id"], entry["title"], entry["statement"], entry.get("notes", "")]
    return _plain(" ".join([*said, entry["source"]["place"], *entry.get("assumptions", ())]))


def _titles(entry: Entry) -> str:
    """The title of the paper, and what the folders of section and paper say of themselves."""
    section = Path(entry["file"]).parent
    said = [_said_of(str(folder / "__init__.py")) for folder in (section, section.parent)]
    return " ".join([_plain(entry["source"]["paper"]), *said])


@cache
def _said_of(file: str) -> str:
    """The docstring of a file; '' where there is none, or the file cannot be read."""
    try:
        found = _DOCSTRING.match(Path(file).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ""
    return _plain(found[1]) if found else ""


def _plain(text: str) -> str:
    return " ".join(text.replace("\\", "").casefold().split())
