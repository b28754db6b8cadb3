"""What is declared of all installed claims, kept from the last time: then few files are imported.

The list is of use as long as the same files may declare claims and the toolkit is as it was. Files
of claims that were edited since, or rest on code that was, by size and time of change, are named,
to be read again. It is kept beside the ledger, in the folder of the project.
"""

import contextlib
import json
import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

from theorem_checks.running.finding import installed_targets
from theorem_checks.running.ledger import default_path, hidden_from_git
from theorem_checks.running.loading import stamp

__all__ = ["Kept", "Rests", "keep_entries", "kept_entries", "make_folder"]

TOOLKIT = Path(__file__).parents[1]

Entries = list[dict[str, Any]]
Rests = Mapping[str, Mapping[str, list[int]]]


@dataclass(frozen=True)
class Kept:
    """What was kept of all installed claims.

    **Fields**: the `entries`; `declaring`, the files that declared claims by their text; `rests`,
    the code on which each file with claims rests, with its stamps; `edited`, the files that were
    edited since, or rest on code that was, so that their entries may be out of date.
    """

    entries: Entries
    declaring: frozenset[str] = frozenset()
    rests: Rests = field(default_factory=dict)
    edited: frozenset[str] = frozenset()


def kept_entries() -> Kept | None:
    """Return what was kept of all installed claims, or None where it is of no use."""
    try:
        kept = json.loads(_path().read_text(encoding="utf-8"))
        if kept["made_by"] != _maker() or _targets() != kept["targets"]:
            return None
        if any(_state(name) != state for name, state in kept["toolkit"].items()):
            return None
        names = list(kept["files"])
        changed = {
            number for number, name in enumerate(names) if _state(name) != kept["files"][name]
        }
        if not changed:
            return Kept(kept["entries"])
        edited = {names[number] for number in changed}.intersection(kept["targets"])
        edited |= {t for t, numbers in kept["rests"].items() if not changed.isdisjoint(numbers)}
        rests = {
            target: {names[number]: kept["files"][names[number]] for number in numbers}
            for target, numbers in kept["rests"].items()
        }
        return Kept(kept["entries"], frozenset(kept["declaring"]), rests, frozenset(edited))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def keep_entries(
    entries: Iterable[Mapping[str, Any]],
    declaring: Iterable[str] = (),
    rests: Rests | None = None,
) -> None:
    """Keep what is declared of all installed claims, which were just imported without a problem.

    Where there is no folder for the ledger, or it cannot be written, nothing is kept.

    **Arguments**: as the fields of `Kept`; the toolkit's own code is left out of `rests`.
    """
    targets = _targets()
    if targets is None or not _path().parent.is_dir():
        return
    states = {name: _state(name) for name in targets}
    own = {
        target: {name: state for name, state in files.items() if not _is_ours(name)}
        for target, files in (rests or {}).items()
    }
    for files in own.values():
        states |= files
    numbers = {name: number for number, name in enumerate(states)}
    kept = {
        "made_by": _maker(),
        "targets": targets,
        "toolkit": {name: _state(name) for name in _imported()},
        "files": states,
        "declaring": sorted(declaring),
        "rests": {target: [numbers[name] for name in files] for target, files in own.items()},
        "entries": list(entries),
    }
    with contextlib.suppress(OSError):
        partial = _path().with_suffix(f".{os.getpid()}")
        partial.write_text(json.dumps(kept), encoding="utf-8")
        partial.replace(_path())


def make_folder() -> None:
    """Make the folder in which results and lists are kept, if claims of this folder are installed.

    Elsewhere nothing is made: who lists claims from the folder of something else leaves no trace.
    """
    folder, here = _path().parent, Path.cwd()
    if folder.is_dir() or not any(Path(name).is_relative_to(here) for name in _targets() or ()):
        return
    with contextlib.suppress(OSError):
        folder.mkdir()
        hidden_from_git(folder)


def _path() -> Path:
    return default_path().with_name("catalogue.json")


def _maker() -> list[str]:
    return [version("theorem-checks"), sys.version, str(Path(__file__).parent)]


def _targets() -> list[str] | None:
    """The files that may declare claims; None where an entry point leads nowhere."""
    targets, problems = installed_targets()
    return None if problems else [str(file) for file in targets]


def _imported() -> Iterable[str]:
    """The files of this process that are the user's: outside of the interpreter's folders."""
    inside = tuple({sys.prefix, sys.base_prefix, sys.exec_prefix})
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and not file.startswith(inside):
            yield file


def _is_ours(name: str) -> bool:
    return name.startswith(f"{TOOLKIT}{os.sep}")


def _state(name: str) -> list[int] | None:
    found = list(stamp(name))
    return found if any(found) else None
