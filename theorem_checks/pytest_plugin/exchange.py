"""The results of a session, shared by its processes: each job is run once."""

import contextlib
import json
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from theorem_checks.running.job import Job
from theorem_checks.running.ledger import Ledger, LedgerError
from theorem_checks.running.outcomes import Result
from theorem_checks.running.reading import Reads
from theorem_checks.running.supervise import close_workers, run_job
from theorem_checks.running.validation import UNREADABLE, received, validated
from theorem_checks.verdicts.evidence import Evidence

try:
    import fcntl
except ImportError:  # no POSIX: two processes may then come to run the same job
    fcntl = None

__all__ = ["Exchange"]


class Exchange:
    """Runs a job, unless a process of this session has done so, or the ledger has its result.

    The processes of pytest-xdist share a folder with a file for each result, and with a lock for
    each job: whoever needs a result that another one is just finding waits for it. A job waits
    for no other, so nothing can come to a standstill.
    """

    SHARED = "theorem_checks_results"

    def __init__(self, config: pytest.Config) -> None:
        self._ledger = _ledger(config)
        self._seen: dict[Job, Result] = {}  # by this process
        workerinput = getattr(config, "workerinput", {})
        self._owned = self.SHARED not in workerinput
        self.folder = Path(
            tempfile.mkdtemp(prefix="theorem-checks-") if self._owned else workerinput[self.SHARED]
        )
        self.folder.mkdir(parents=True, exist_ok=True)  # a worker may be on another machine

    def result(self, job: Job) -> Result:
        """Return the result of a job; run it if nobody has."""
        if job not in self._seen:
            self._seen[job] = self._found(job)
        return self._seen[job]

    def has(self, job: Job) -> bool:
        """Whether the result of a job is at hand."""
        return job in self._seen or self._known(job) is not None

    def close(self) -> None:
        """Close the ledger, and remove what was shared."""
        close_workers()
        if self._ledger:
            self._ledger.close()
        if self._owned:
            shutil.rmtree(self.folder, ignore_errors=True)

    def _found(self, job: Job) -> Result:
        with self._lock(job):
            if known := self._known(job):
                return known
            answer = run_job(job.to_json())
            evidence, finished = received(job, answer)
            self._share(job, evidence)
            self._keep(job, evidence, finished, answer["reads"])
            return Result(job, evidence)

    def _known(self, job: Job) -> Result | None:
        with contextlib.suppress(FileNotFoundError, *UNREADABLE):  # it is run, or run again
            text = self._file(job).read_text(encoding="utf-8")
            return Result(job, validated(json.loads(text)))
        evidence = self._ledger.get(job.key) if self._ledger else None
        return Result(job, evidence, from_ledger=True) if evidence is not None else None

    def _share(self, job: Job, evidence: Evidence) -> None:
        draft = self._file(job).with_suffix(".draft")
        draft.write_text(json.dumps(evidence.to_json()), encoding="utf-8")
        draft.replace(self._file(job))  # nobody sees half of it

    def _keep(self, job: Job, evidence: Evidence, finished: bool, reads: Reads) -> None:
        if self._ledger is None:
            return
        try:
            self._ledger.put(job, evidence, finished=finished, reads=reads)
        except LedgerError as error:
            warnings.warn(pytest.PytestWarning(str(error)), stacklevel=2)

    def _file(self, job: Job) -> Path:
        return self.folder / f"{job.key}.json"

    @contextlib.contextmanager
    def _lock(self, job: Job) -> Iterator[None]:
        with self._file(job).with_suffix(".lock").open("w") as lock:
            if fcntl:
                fcntl.flock(lock, fcntl.LOCK_EX)  # released when the file is closed
            yield


def _ledger(config: pytest.Config) -> Ledger | None:
    path = config.getoption("claims_ledger")
    if path is None:
        return None
    try:
        return Ledger(config.invocation_params.dir / path)
    except LedgerError as error:
        raise pytest.UsageError(f"--claims-ledger: {error}") from error
