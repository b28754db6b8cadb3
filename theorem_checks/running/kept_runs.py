"""What a run found, kept so that asking the same again imports no claim and reads no evidence.

A run rests on the files that may declare claims, the code that they import, the toolkit, what is
installed, where modules are looked up, and what else it names: what the ledger holds, for one. As
long as all of these are as they were, files by size and time of change, a new run would come to
the same end. It is kept beside the ledger, where there is one, and only if all was as expected.
"""

import contextlib
import hashlib
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
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
from theorem_checks.running.validation import UNREADABLE

__all__ = ["KeptRun", "KeptVerification", "code_of", "stamps"]

MOST = 20  # questions, of which those answered longest ago are forgotten
TOOLKIT = Path(__file__).parents[1]

Json = Any


class KeptRun:
    """A run that may have been made before, with all around it as it is now.

    Make it before any claim is imported, so that no later edit is taken for what a run has seen.

    **Arguments**: the `name` of the file for such runs, beside the ledger; `question`, what is
    asked for (`targets` and options), JSON-ready; `beside`, what else tells questions apart.
    """

    def __init__(self, name: str, question: Mapping[str, Any], beside: str = "") -> None:
        self._file = name
        self._around = _around(question["targets"])
        asked = [dict(question), beside, str(Path.cwd())]
        self._name = hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()

    def state(self) -> Json:
        """What the run rests on beside files and variables, as it is now."""
        return None

    def found_before(self) -> Json:
        """What the run would find, or None if anything is not as it was, or not known."""
        try:
            kept = _runs(_path(self._file))[self._name]
            if kept.pop("checksum") != _checksum(kept):
                return None
            if self._around is None or kept["around"] != self._around:
                return None
            if kept["state"] != self.state() or kept["files"] != stamps(kept["files"]):
                return None
            if not unchanged({"files": {}, "environment": kept["environment"]}, {}):
                return None
        except (OSError, *UNREADABLE):
            return None
        return kept["run"]

    @property
    def can_be_kept(self) -> bool:
        """Whether all around it is known, and there is a folder for it."""
        return self._around is not None and _path(self._file).parent.is_dir()

    def write(self, run: Json, files: Json, environment: Json, state: Json) -> None:
        """Keep what was found, with the stamps of all files that it rests on."""
        path = _path(self._file)
        runs = _runs(path)
        runs.pop(self._name, None)
        kept = {"around": self._around, "files": files, "environment": environment}
        kept |= {"state": state, "run": run}
        runs[self._name] = {**kept, "checksum": _checksum(kept)}
        text = json.dumps(dict(list(runs.items())[-MOST:]))
        partial = path.with_suffix(f".{os.getpid()}")
        partial.write_text(text, encoding="utf-8")
        partial.replace(path)


class KeptVerification(KeptRun):
    """A run of `verify` that may have been made before.

    **Arguments**: `question`, as for `KeptRun`; `ledger` where results are kept, `default_path()`
    if None.
    """

    def __init__(self, question: Mapping[str, Any], *, ledger: Path | None = None) -> None:
        self._started = time.perf_counter()
        self._ledger = ledger or default_path()
        super().__init__("verified", question, str(self._ledger.absolute()))

    def state(self) -> str:
        """What the ledger holds."""
        with Ledger(self._ledger, writable=False) as kept:
            return kept.state()

    def read(self) -> RunSummary | None:
        """Return what the run would find, or None if anything is not as it was, or not known."""
        try:
            run = RunSummary.from_json(self.found_before())
        except UNREADABLE:
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
        if not self.can_be_kept or not report.ok or report.warnings:
            return
        with contextlib.suppress(OSError, LedgerError):
            files = code_of(catalogue, fingerprints)
            if files is not None and _all_kept(report, ledger):
                reads = ledger.reads()
                files |= stamps(reads["files"])
                summary = summary_of(report).to_json()
                self.write(summary, files, reads["environment"], ledger.state())


def _path(name: str) -> Path:
    return default_path().with_name(f"{name}.json")


def _runs(path: Path) -> dict[str, Json]:
    try:
        runs = json.loads(path.read_text(encoding="utf-8"))
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
        "targets": stamps(str(target.file) for target in (*known.values(), *asked)),
        "skipped": stamps(map(str, skipped)),
        "toolkit": stamps(str(file) for file in sorted(_toolkit())),
        "installed": [[folder, list(then)] for folder, then in installed_folders()],
    }


def code_of(catalogue: Catalogue, fingerprints: Fingerprints) -> Json:
    """The stamps of all code that the claims import, as it was read; None if some was missing."""
    closures = [fingerprints.closure(found.origin) for found in catalogue.found.values()]
    if any(closure.missing for closure in closures):
        return None
    return {str(file): list(then) for one in closures for file, then in one.files.items()}


def _toolkit() -> Iterator[Path]:
    """The code of the toolkit, and what of Rocq's is in it."""
    for kind in ("*.py", "*.v"):
        yield from TOOLKIT.rglob(kind)


def _all_kept(report: Report, ledger: Ledger) -> bool:
    results = (result for outcome in report.outcomes for result in outcome.results)
    return all(ledger.has(result.job.key) for result in results)


def stamps(files: Iterable[str]) -> dict[str, list[int]]:
    """What tells of each file that it was edited."""
    return {file: list(stamp(file)) for file in files}
