"""What is declared of all installed claims, kept from the last time, so that no file is imported.

The list is of use as long as the files that declare the claims, and those of the project that they
import, are the ones it was made from, by size and time of change. It is kept beside the ledger,
where there is one.
"""

import contextlib
import json
import os
import sys
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from theorem_checks.running.finding import installed_targets
from theorem_checks.running.ledger import default_path

__all__ = ["keep_entries", "kept_entries"]

Entries = list[dict[str, Any]]


def kept_entries() -> Entries | None:
    """Return what was kept of all installed claims, or None where it is not of the files there."""
    try:
        kept = json.loads(_path().read_text(encoding="utf-8"))
        files, entries = kept["files"], kept["entries"]
        if kept["made_by"] != _maker() or _targets() != kept["targets"]:
            return None
        return entries if all(_state(name) == state for name, state in files.items()) else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def keep_entries(entries: Iterable[Mapping[str, Any]]) -> None:
    """Keep what is declared of all installed claims, which were just imported without a problem.

    Where there is no folder for the ledger yet, or it cannot be written, nothing is kept.
    """
    targets = _targets()
    if targets is None or not _path().parent.is_dir():
        return
    files = {name: _state(name) for name in {*targets, *_imported(targets)}}
    kept = {"made_by": _maker(), "targets": targets, "files": files, "entries": list(entries)}
    with contextlib.suppress(OSError):
        partial = _path().with_suffix(f".{os.getpid()}")
        partial.write_text(json.dumps(kept), encoding="utf-8")
        partial.replace(_path())


def _path() -> Path:
    return default_path().with_name("catalogue.json")


def _maker() -> list[str]:
    return [version("theorem-checks"), sys.version, str(Path(__file__).parent)]


def _targets() -> list[str] | None:
    """The files that may declare claims; None where an entry point leads nowhere."""
    targets, problems = installed_targets()
    return None if problems else [str(file) for file in targets]


def _imported(targets: list[str]) -> Iterable[str]:
    """The files of modules that are the user's: outside of the interpreter's folders."""
    own = {str(Path(target).parent) for target in targets}
    inside = tuple({sys.prefix, sys.base_prefix, sys.exec_prefix})
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and (not file.startswith(inside) or str(Path(file).parent) in own):
            yield file


def _state(name: str) -> list[int] | None:
    try:
        found = Path(name).stat()
    except OSError:
        return None
    return [found.st_mtime_ns, found.st_ctime_ns, found.st_size]
