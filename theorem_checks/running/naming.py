"""Which installed files may hold the claims that are asked for, found without importing any."""

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from theorem_checks.running.catalogue import unknown_claim
from theorem_checks.running.finding import Target, declares_claims
from theorem_checks.running.kept_sources import sources_kept
from theorem_checks.running.listing import Kept

__all__ = ["entries_named", "files_by_list", "files_by_text"]


def entries_named(
    patterns: Iterable[str], entries: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    """The entries of a list of claims whose ids, or those that they cover, match a pattern.

    **Raises** `UnknownClaim` for a pattern that matches nothing.
    """
    wanted: set[str] = set()
    for pattern in patterns:
        found = {e["id"] for e in entries if any(fnmatchcase(n, pattern) for n in _names(e))}
        if not found:
            raise unknown_claim(pattern, [name for e in entries for name in _names(e)])
        wanted |= found
    return [entry for entry in entries if entry["id"] in wanted]


def _names(entry: Mapping[str, Any]) -> tuple[str, ...]:
    return entry["id"], *entry["covers"]


def files_by_list(patterns: Iterable[str], kept: Kept) -> list[Path] | None:
    """The files whose claims a kept list has under the patterns, and those edited since.

    None where a pattern matches nothing in the list, and files were edited since: all of them have
    to be looked at then.

    **Raises** `UnknownClaim` for a pattern that matches nothing, where none was.
    """
    named = {name: e["file"] for e in kept.entries for name in _names(e)}
    found: dict[str, None] = {}
    for pattern in patterns:
        files = [file for name, file in named.items() if fnmatchcase(name, pattern)]
        if not files and kept.edited:
            return None
        if not files:
            raise unknown_claim(pattern, list(named))
        found |= dict.fromkeys(files)
    return list(map(Path, {**found, **dict.fromkeys(sorted(kept.edited))}))


def files_by_text(patterns: Iterable[str], installed: Mapping[Path, Target]) -> list[Path] | None:
    """The files of claims in which each pattern stands in quotes, letter by letter.

    None where one of them stands in none: it may be no id, or one that is put together.
    """
    wanted = [(f'"{name}"'.encode(), f"'{name}'".encode()) for name in patterns]
    found: dict[bytes, list[Target]] = {double: [] for double, _ in wanted}
    for file, target in installed.items():
        try:
            text = file.read_bytes()
        except OSError:
            continue
        for double, single in wanted:
            if double in text or single in text:
                found[double].append(target)
    with sources_kept():
        declaring = {
            target.file: None
            for targets in found.values()
            for target in dict.fromkeys(targets)
            if declares_claims(target)
        }
    if not all(any(one.file in declaring for one in targets) for targets in found.values()):
        return None
    return list(declaring)
