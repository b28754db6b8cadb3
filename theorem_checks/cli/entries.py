"""What is declared of all installed claims: as it was kept, or read anew where files changed."""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from theorem_checks.cli.catalogues import find_watched

if TYPE_CHECKING:
    from theorem_checks.running.catalogue import Catalogue
    from theorem_checks.running.listing import Kept, Rests

__all__ = ["entries_of", "installed_entries"]

Entries = list[dict[str, Any]]

LINKS = ("id", "covers", "repairs", "repaired_by")


def entries_of(targets: Sequence[str]) -> "tuple[Entries, Catalogue | None]":
    """The entries of the claims that the targets name, and what was read of them.

    Patterns on ids are looked up in what was kept of all installed claims, which is made where
    there is none, but for ids as they stand: their file is found by its text.

    **Raises** what `theorem_checks.targets.find` does.
    """
    from theorem_checks.running.catalogue import UnknownClaim
    from theorem_checks.running.listing import kept_entries
    from theorem_checks.running.naming import entries_named
    from theorem_checks.targets import broken_files, patterns_alone

    patterns = patterns_alone(targets)
    if patterns is None or not (any(map(_is_glob, patterns)) or kept_entries()):
        catalogue = find_watched(targets).catalogue
        return _entries_of(catalogue), catalogue
    entries, looked_at = installed_entries()
    try:
        return entries_named(patterns, entries), looked_at
    except UnknownClaim as error:
        return [], broken_files(error, looked_at)


def _is_glob(pattern: str) -> bool:
    return any(sign in pattern for sign in "*?[")


def installed_entries() -> "tuple[Entries, Catalogue | None]":
    """The entries of all installed claims, and what was read of them, None where that is not all.

    What was read is kept for the next time, where nothing is wrong with it.
    """
    from theorem_checks.running.listing import kept_entries

    kept = kept_entries()
    if kept is not None and not kept.edited:
        return kept.entries, None
    renewed = _renewed(kept) if kept is not None else None
    return (renewed, None) if renewed is not None else _all_read()


def _renewed(kept: "Kept") -> Entries | None:
    """The entries, those of edited files read again; None where all has to be looked at.

    That is so where other files declare claims than before, or the edited ones have other claims,
    or other links between claims: what this does to the rest is for a whole look to say.
    """
    began, declaring = time.time_ns(), _declaring()
    edited = sorted(kept.edited & declaring)
    if declaring != kept.declaring or not edited:
        return None
    catalogue = find_watched(edited).catalogue
    old = [entry for entry in kept.entries if entry["file"] in kept.edited]
    new = _entries_of(catalogue)
    if catalogue.problems or _links(old) != _links(new):
        return None
    by_id = {entry["id"]: entry for entry in new}
    entries = [by_id.get(entry["id"], entry) for entry in kept.entries]
    _keep(entries, declaring, {**kept.rests, **_rests(catalogue)}, began)
    return entries


def _all_read() -> "tuple[Entries, Catalogue]":
    from theorem_checks.running.listing import make_folder

    began = time.time_ns()
    make_folder()
    catalogue = find_watched(()).catalogue
    entries = _entries_of(catalogue)
    if not catalogue.problems:
        _keep(entries, _declaring(), _rests(catalogue), began)
    return entries, catalogue


def _keep(entries: Entries, declaring: frozenset[str], rests: "Rests", began: int) -> None:
    """Keep the entries, unless a file was edited since all this `began`, in nanoseconds."""
    from theorem_checks.running.listing import keep_entries

    if all(then[1] < began for files in rests.values() for then in files.values()):
        keep_entries(entries, declaring, rests)


def _declaring() -> frozenset[str]:
    """The installed files that declare claims, by their text."""
    from theorem_checks.running.finding import declares_claims, installed_targets
    from theorem_checks.running.kept_sources import sources_kept
    from theorem_checks.running.loading import search_path
    from theorem_checks.running.modules import Modules

    modules = Modules(search_path(None))
    with sources_kept():
        found = installed_targets()[0].items()
        return frozenset(str(file) for file, one in found if declares_claims(one, modules))


def _entries_of(catalogue: "Catalogue") -> Entries:
    from theorem_checks.reporting.as_json import claim_entry

    return [claim_entry(one) for one in catalogue.found.values()]


def _rests(catalogue: "Catalogue") -> dict[str, dict[str, list[int]]]:
    """The code on which each file with claims rests, with its stamps."""
    from theorem_checks.running.fingerprint import Fingerprints

    fingerprints = Fingerprints()
    origins = {str(one.file): one.origin for one in catalogue.found.values()}
    return {
        file: {str(path): list(then) for path, then in fingerprints.closure(origin).files.items()}
        for file, origin in origins.items()
    }


def _links(entries: Entries) -> dict[str, list[Any]]:
    return {entry["id"]: [entry[name] for name in LINKS] for entry in entries}
