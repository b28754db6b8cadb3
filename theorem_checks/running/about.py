"""What claims are about, by words of what is said of them and of the files in which they stand."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["is_about", "words_of_none"]

_DOCSTRING = re.compile(r'(?:\s|#.*\n)*[rR]?"""(.*?)"""', re.DOTALL)


def is_about(words: str, entry: Mapping[str, Any]) -> bool:
    """Whether all words stand in what is said of a claim; case and backslashes do not matter.

    Some of them, not all, may stand in the docstring of its file instead.

    **Arguments**: `entry`, what is declared of a claim, as `claim_entry` has it.
    """
    wanted, own = _plain(words).split(), _own(entry)
    apart = [word for word in wanted if word not in own]
    if not apart:
        return True
    return len(apart) < len(wanted) and all(word in _said_of(entry["file"]) for word in apart)


def words_of_none(words: str, entries: Sequence[Mapping[str, Any]]) -> list[str]:
    """Those of the words that stand in nothing that is said of any claim itself."""
    said = [_own(entry) for entry in entries]
    return [word for word in _plain(words).split() if not any(word in own for own in said)]


def _own(entry: Mapping[str, Any]) -> str:
    """What is said of a claim itself, and not of its file."""
    said = [entry["id"], entry["title"], entry["statement"], entry.get("notes", "")]
    return _plain(" ".join([*said, entry["source"]["place"], *entry.get("assumptions", ())]))


@cache
def _said_of(file: str) -> str:
    """The docstring of a file; '' where there is none, or the file cannot be read."""
    try:
        found = _DOCSTRING.match(Path(file).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ""
    return _plain(found[1]) if found else ""


def _plain(text: str) -> str:
    return text.replace("\\", "").casefold()
