"""What a run found, kept so that asking the same again imports no claim and reads no evidence.

A run rests on the files that may declare claims, the code that they import, the toolkit, what is
installed, where modules are looked up, and what the ledger holds. As long as all of these are as
they were, files by size and time of change, a new run would come to the same end. It is kept
beside the ledger, where there is one, and only if all was as expected.
"""

import contextlib
import hashlib
import json
import os
import sys
import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from theorem_checks.errors import ArgumentError
from theorem_checks.running.catalogue import Catalogue
from theorem_checks.running.distributions import installed_folders
from theorem_checks.running.finding import installed_targets, targets_of_paths
from theorem_checks.running.fingerprint import Fingerprints
from theorem_checks.running.ledger import Ledger, LedgerError, default_path
from theorem_checks.running.loading import base_path, stamp
from theorem_checks.running.outcomes import Report
from theorem_checks.running.reading import unchanged
from theorem_checks.running.summary import RunSummary, summary_of
from theorem_checks.running.taking import UNREADABLE

__all__ = ["KeptRun"]

MOST = 20  # questions, of which those answered longest ago are forgotten
TOOLKIT = Path(__file__).parents[1]

Json = Any


class KeptRun:
    """A run that may have been made before, with all around it as it is now.

    Make it before any claim is imported, so that no later edit is taken for what a run has seen.

    **Arguments**: `question`, what is asked for (`targets` and options), JSON-ready; `ledger`
    where results are kept, `default_path()` if None.
    """

    def __init__(self, question: Mapping[str, Any], *, ledger: Path | None = None) -> None:
        self._started = time.perf_counter()
        self._ledger = ledger or default_path()
        self._around = _around(question["targets"])
        asked = [dict(question), str(self._ledger.absolute()), str(Path.cwd())]
        self._name = hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()

    def read(self) -> RunSummary | None:
        """Return what the run would find, or None if anything is not as it was, or not known."""
        try:
            kept = _runs()[self._name]
            if kept.pop("checksum") != _checksum(kept):
                return None
            if self._around is None or kept["around"] != self._around:
                return None
            if kept["ledger"] != _state(self._ledger) or kept["files"] != _stamps(kept["files"]):
                return None
            if not unchanged({"files": {}, "environment": kept["environment"]}, {}):
                return None
            run = RunSummary.from_json(kept["run"])
        except (OSError, *UNREADABLE):
            return None
        seconds = time.perf_counter() - self._started
        return replace(run, from_ledger=run.results, seconds=seconds)

    def keep(
        self, report: Report, catalogue: Catalogue, fingerprints: Fingerprints, ledger: Ledger
    ) -> None:
        """Keep what came of the run, if all was as expected and the ledger has every result.

        Where there is no folder for the ledger yet, or it cannot be written, nothing is kept.
        `fingerprints` are those by which the run looked its results up.
        """
        if self._around is None or not report.ok or report.warnings or not _path().parent.is_dir():
            return
        with contextlib.suppress(OSError, LedgerError):
            files = _code(catalogue, fingerprints)
            if files is not None and _all_kept(report, ledger):
                reads = ledger.reads()
                files |= _stamps(reads["files"])
                self._write(files, reads["environment"], ledger.state(), summary_of(report))

    def _write(self, files: Json, environment: Json, state: str, run: RunSummary) -> None:
        runs = _runs()
        runs.pop(self._name, None)
        kept = {"around": self._around, "files": files, "environment": environment}
        kept |= {"ledger": state, "run": run.to_json()}
        runs[self._name] = {**kept, "checksum": _checksum(kept)}
        text = json.dumps(dict(list(runs.items())[-MOST:]))
        partial = _path().with_suffix(f".{os.getpid()}")
        partial.write_text(text, encoding="utf-8")
        partial.replace(_path())


def _path() -> Path:
    return default_path().with_name("verified.json")


def _runs() -> dict[str, Json]:
    try:
        runs = json.loads(_path().read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return runs if isinstance(runs, dict) else {}


def _checksum(kept: Json) -> str:
    """A digest of what was kept, which a slip of an editor or a disk changes."""
    return hashlib.blake2b(json.dumps(kept, sort_keys=True).encode(), digest_size=16).hexdigest()


def _around(targets: Iterable[str]) -> Json:
    """All but the code that the claims import; None where something is wrong with a file."""
    paths = [path for path in (name.partition("::")[0] for name in targets) if Path(path).exists()]
    known, problems = installed_targets()
    try:
        asked, skipped, more = targets_of_paths(paths, known)
    except ArgumentError:
        return None
    if problems or more:
        return None
    return {
        "python": [sys.version, sys.prefix, *base_path()],
        "targets": _stamps(str(target.file) for target in (*known.values(), *asked)),
        "skipped": _stamps(map(str, skipped)),
        "toolkit": _stamps(str(file) for file in sorted(TOOLKIT.rglob("*.py"))),
        "installed": [[folder, list(then)] for folder, then in installed_folders()],
    }


def _code(catalogue: Catalogue, fingerprints: Fingerprints) -> Json:
    """The stamps of all code that the claims import, as it was read; None if some was missing."""
    closures = [fingerprints.closure(found.origin) for found in catalogue.found.values()]
    if any(closure.missing for closure in closures):
        return None
    return {str(file): list(then) for one in closures for file, then in one.files.items()}


def _all_kept(report: Report, ledger: Ledger) -> bool:
    results = (result for outcome in report.outcomes for result in outcome.results)
    return all(ledger.has(result.job.key) for result in results)


def _stamps(files: Iterable[str]) -> dict[str, list[int]]:
    return {file: list(stamp(file)) for file in files}


def _state(ledger: Path) -> str:
    with Ledger(ledger, writable=False) as kept:
        return kept.state()
