"""Which installed files may hold the claims that are asked for, found without importing any."""

from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path

from theorem_checks.running.catalogue import unknown_claim
from theorem_checks.running.finding import Target, declares_claims
from theorem_checks.running.kept_sources import sources_kept
from theorem_checks.running.listing import Kept

__all__ = ["files_by_list", "files_by_text"]


def files_by_list(patterns: Iterable[str], kept: Kept) -> list[Path] | None:
    """The files whose claims a kept list has under the patterns, and those edited since.

    None where a pattern matches nothing in the list, and files were edited since: all of them have
    to be looked at then.

    **Raises** `UnknownClaim` for a pattern that matches nothing, where none was.
    """
    named = {name: e["file"] for e in kept.entries for name in (e["id"], *e["covers"])}
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
