"""What the words on the command line stand for: claims by path, or by id."""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from theorem_checks.errors import ArgumentError
from theorem_checks.running.catalogue import Problem
from theorem_checks.running.discovery import Catalogue, UnknownClaim, discover, select
from theorem_checks.running.finding import installed_targets
from theorem_checks.running.listing import kept_entries
from theorem_checks.running.naming import files_by_list, files_by_text

__all__ = ["Chosen", "broken_files", "find", "patterns_alone"]


_MOST = 2000
"""How many files are looked through for the id of a claim that is not installed."""

_NOT_OWN = ("__pycache__", "node_modules", "site-packages")


@dataclass(frozen=True)
class Chosen:
    """The claims that were asked for; `targets` has the words that find each one again, by id."""

    catalogue: Catalogue
    targets: dict[str, str] = field(default_factory=dict)


Watch = Callable[[str, int, int], None]


def find(targets: Iterable[str], watch: Watch = lambda *_: None) -> Chosen:
    """Find the claims that the targets name; without any, all that are installed.

    A target is a file or a folder; 'FILE::PATTERN'; or else a pattern on the ids of the claims
    that are installed. A pattern is an id, or a glob such as 'paper/lemma-*'. As few files as can
    be are imported: those that a kept list names, or that have the id in their text.

    **Arguments**: `watch` is told what is read, how much of it is through, and how much there is.

    **Raises** `ArgumentError` for a path that does not exist, `UnknownClaim` for a pattern that
    matches nothing.
    """
    paths, within, patterns = _sorted_out(targets)
    own = [discover(paths, entry_points=False, watch=watch)] if paths else []
    own += [_within(file, pattern) for file, pattern in within]
    parts = [Chosen(catalogue, _in_files(catalogue)) for catalogue in own]
    if patterns or not parts:
        parts.append(Chosen(_installed(patterns, watch)))
    return _joined(parts)


def patterns_alone(targets: Iterable[str]) -> list[str] | None:
    """The targets, where all of them are patterns on ids; None where one names a file or folder."""
    paths, within, patterns = _sorted_out(targets)
    return None if paths or within else patterns


def _sorted_out(targets: Iterable[str]) -> tuple[list[str], list[tuple[str, str]], list[str]]:
    paths, within, patterns = [], [], []
    for target in dict.fromkeys(targets):
        path, separator, pattern = target.partition("::")
        if not path.strip() or (separator and not pattern.strip()):
            raise ArgumentError("target", target, "an id, a pattern, a file, a folder, or FILE::ID")
        if separator:
            if not Path(path).exists():
                hint = _where_else(pattern, path, f"The current folder is {Path.cwd()}.")
                raise ArgumentError(
                    "target", target, "a file or folder that exists before the ::", hint
                )
            within.append((path, pattern))
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
    try:
        return select(catalogue, [pattern])
    except UnknownClaim as error:
        raise UnknownClaim(
            "claim", pattern, f"the id of a claim in {file}", _where_else(pattern, file, error.hint)
        ) from None


def _where_else(pattern: str, file: str, hint: str) -> str:
    """Which other files name the claim that was looked for in a file; `hint` if none does."""
    installed, _ = installed_targets()
    others = [
        _from_here(other)
        for other in files_by_text([pattern], installed) or ()
        if other != Path(file).resolve()
    ]
    if not others:
        return hint
    return f"It is named in {' and '.join(others)}; its id alone finds it, too."


def _installed(patterns: list[str], watch: Watch) -> Catalogue:
    quick = _of_few_files(patterns, watch) if patterns else None
    if quick is not None:
        return quick
    catalogue = discover(watch=watch)
    try:
        return select(catalogue, patterns)
    except UnknownClaim as error:
        return broken_files(error, catalogue)


def broken_files(error: UnknownClaim, catalogue: Catalogue | None) -> Catalogue:
    """What is wrong with the files in whose text an id stands that no claim has.

    **Raises** `UnknownClaim`, with how other claims are found, where nothing is wrong with one.
    """
    problems = catalogue.problems if catalogue is not None else ()
    broken = tuple(one for one in problems if _is_named_in(one, str(error.value)))
    if catalogue is None or not broken:
        hint = f"{error.hint} {_in_own_files(str(error.value))}"
        raise UnknownClaim("claim", error.value, error.expected, hint.strip()) from None
    return Catalogue({}, broken, catalogue.known, catalogue.skipped)


def _in_own_files(name: str) -> str:
    """How a claim in a file of one's own is found; where files from here on name it, in these."""
    quoted = (f'"{name}"'.encode(), f"'{name}'".encode())
    named = [
        file for file in islice(_files_from_here(), _MOST) if any(q in _text(file) for q in quoted)
    ]
    if not named:
        return "A claim in a file of your own is found by FILE or FILE::ID."
    return (
        f"No installed claim has it. Give its file: {' or '.join(f'{f}::{name}' for f in named)}."
    )


def _files_from_here() -> Iterator[str]:
    """The files with code in the current folder and below it, not those of environments."""
    for folder, inner, files in os.walk("."):
        inner[:] = sorted(
            one
            for one in inner
            if one not in _NOT_OWN
            and not one.startswith(".")
            and not Path(folder, one, "pyvenv.cfg").exists()
        )
        for file in sorted(files):
            if file.endswith(".py"):
                yield os.path.normpath(os.path.join(folder, file))


def _text(file: str) -> bytes:
    try:
        return Path(file).read_bytes()
    except OSError:
        return b""


def _is_named_in(problem: Problem, name: str) -> bool:
    """Whether the file with which something is wrong has this id in its text."""
    file = Path(problem.where.rpartition(":")[0] or problem.where)
    return file.is_file() and f'"{name}"' in file.read_text(encoding="utf-8", errors="replace")


def _of_few_files(patterns: list[str], watch: Watch) -> Catalogue | None:
    """The claims of these patterns, by the files that seem to have them; None to look at all."""
    installed = installed_targets()
    kept = kept_entries()
    files = files_by_list(patterns, kept) if kept else files_by_text(patterns, installed[0])
    if not files:
        return None
    try:
        found = discover(files, entry_points=False, installed=installed, watch=watch)
    except ArgumentError:
        return None
    try:
        chosen = select(found, patterns)
    except ArgumentError:  # such as a claim that has moved, or lost its id
        return Catalogue({}, found.problems, None, found.skipped) if found.problems else None
    if kept is None or kept.edited:
        return chosen
    known = {name for entry in kept.entries for name in (entry["id"], *entry["covers"])}
    return Catalogue(chosen.found, chosen.problems, frozenset(known), chosen.skipped)


def _in_files(catalogue: Catalogue) -> dict[str, str]:
    """How to name each claim of a file: by the file, as seen from here, and its id."""
    return {name: f"{_from_here(found.file)}::{name}" for name, found in catalogue.found.items()}


def _from_here(file: Path) -> str:
    here = Path.cwd()
    return str(file.relative_to(here) if file.is_relative_to(here) else file)


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
