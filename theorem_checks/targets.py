"""What the words on the command line stand for: claims by path, or by id."""

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from theorem_checks.errors import ArgumentError
from theorem_checks.running.discovery import Catalogue, UnknownClaim, discover, select

__all__ = ["Chosen", "find"]


@dataclass(frozen=True)
class Chosen:
    """The claims that were asked for; `targets` has the words that find each one again, by id."""

    catalogue: Catalogue
    targets: dict[str, str] = field(default_factory=dict)


def find(targets: Iterable[str]) -> Chosen:
    """Find the claims that the targets name; without any, all that are installed.

    A target is a file or a folder; 'FILE::PATTERN'; or else a pattern on the ids of the claims
    that are installed. A pattern is an id, or a glob such as 'paper/lemma-*'.

    **Raises** `ArgumentError` for a path that does not exist, `UnknownClaim` for a pattern that
    matches nothing.
    """
    paths, within, patterns = _sorted_out(targets)
    own = [discover(paths, entry_points=False)] if paths else []
    own += [_within(file, pattern) for file, pattern in within]
    parts = [Chosen(catalogue, _in_files(catalogue)) for catalogue in own]
    if patterns or not parts:
        parts.append(Chosen(_installed(patterns)))
    return _joined(parts)


def _sorted_out(targets: Iterable[str]) -> tuple[list[str], list[tuple[str, str]], list[str]]:
    paths, within, patterns = [], [], []
    for target in dict.fromkeys(targets):
        path, separator, pattern = target.partition("::")
        if not path.strip() or (separator and not pattern.strip()):
            raise ArgumentError("target", target, "an id, a pattern, a file, a folder, or FILE::ID")
        if separator:
            within.append((_existing(path), pattern))
        elif Path(target).exists():
            paths.append(target)
        elif _looks_like_a_path(target):
            paths.append(_existing(target))
        else:
            patterns.append(target)
    return paths, within, patterns


def _looks_like_a_path(target: str) -> bool:
    return target.endswith((".py", os.sep)) or target.startswith((".", "~", os.sep))


def _existing(path: str) -> str:
    if not Path(path).exists():
        raise ArgumentError(
            "target",
            path,
            "a file or folder that exists",
            f"The current folder is {Path.cwd()}.",
        )
    return path


def _within(file: str, pattern: str) -> Catalogue:
    catalogue = discover([file], entry_points=False)
    if not catalogue.found and catalogue.problems:
        return catalogue  # the file could not be read: that is what there is to say
    return select(catalogue, [pattern])


def _installed(patterns: list[str]) -> Catalogue:
    try:
        return select(discover(), patterns)
    except UnknownClaim as error:
        hint = f"{error.hint} A claim in a file of your own is found by FILE or FILE::ID."
        raise UnknownClaim("claim", error.value, error.expected, hint.strip()) from None


def _in_files(catalogue: Catalogue) -> dict[str, str]:
    """How to name each claim of a file: by the file, as seen from here, and its id."""
    here = Path.cwd()
    files = {name: found.file for name, found in catalogue.found.items()}
    return {
        name: f"{file.relative_to(here) if file.is_relative_to(here) else file}::{name}"
        for name, file in files.items()
    }


def _joined(parts: list[Chosen]) -> Chosen:
    """All parts in their order; of two claims with one id, the first."""
    found, targets, problems = {}, {}, {}
    for part in parts:
        problems |= dict.fromkeys(part.catalogue.problems)
        for name, one in part.catalogue.found.items():
            if name not in found:
                found[name] = one
                targets[name] = part.targets.get(name, name)
    names = [part.catalogue.known for part in parts if part.catalogue.known is not None]
    known = frozenset(found).union(*names) if names else None
    skipped = dict.fromkeys(file for part in parts for file in part.catalogue.skipped)
    return Chosen(Catalogue(found, tuple(problems), known, tuple(skipped)), targets)
