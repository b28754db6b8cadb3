"""Run jobs by worker processes, so that nothing that a check does can spoil anything else.

`run_job` does all of it in the process that calls it: it takes an idle worker or starts one, which
holds the check to its limits, and turns every bad end into UNDECIDED with the reason. So any
executor can run it, in threads or in processes, here or on another machine.
"""

import atexit
import os
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from theorem_checks.checks import DEFAULT_MEMORY_MB
from theorem_checks.claims import Claim
from theorem_checks.errors import TheoremChecksError
from theorem_checks.running.catalogue import Origin, Problem
from theorem_checks.running.declared import claim_from
from theorem_checks.running.fingerprint import closure_seen, key_now
from theorem_checks.running.job import Job
from theorem_checks.running.loading import base_path, current_folder, file_of
from theorem_checks.running.lost import Lost
from theorem_checks.running.process import WorkerProcess
from theorem_checks.running.reading import digest_of
from theorem_checks.verdicts.evidence import Evidence

__all__ = ["IMPORT_SECONDS", "claims_in", "close_workers", "run_job"]

IMPORT_SECONDS = 120.0
SHARED = frozenset(
    {"theorem_checks", "constructions"}
    | {"flint", "hypothesis", "jax", "mpmath", "networkx", "numpy", "scipy", "sympy"}
)
LATER = {  # what a library imports when it is first used, which most checks do
    "numpy": ("numpy.random",),
    "sympy": ("sympy.assumptions.wrapper", "sympy.tensor.tensor"),
}


class _Pool:
    """The workers of this process: those at rest, and all of them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: list[WorkerProcess] = []
        self._all: set[WorkerProcess] = set()

    def take(self, origin: Origin) -> WorkerProcess | None:
        """Take an idle worker, one that has loaded the origin if there is any."""
        with self._lock:
            for worker in [w for w in self._idle if not (w.alive and w.fits)]:
                self._idle.remove(worker)
                self._all.discard(worker)
                worker.kill()
            self._idle.sort(key=lambda worker: origin in worker.loaded)
            return self._idle.pop() if self._idle else None

    def start(self) -> WorkerProcess:
        """Start a worker; it counts as taken."""
        worker = WorkerProcess()
        with self._lock:
            self._all.add(worker)
        return worker

    def give_back(self, worker: WorkerProcess) -> None:
        """Let a worker wait for the next job, unless it has ended."""
        if not worker.alive:
            self.drop(worker)
            return
        with self._lock:
            if worker in self._all:
                self._idle.append(worker)

    def drop(self, worker: WorkerProcess) -> None:
        """Kill a worker for good."""
        with self._lock:
            self._all.discard(worker)
        worker.kill()

    def close(self) -> None:
        """Kill all workers, those at work included."""
        with self._lock:
            doomed, self._all, self._idle = self._all, set(), []
        for worker in doomed:
            worker.kill()

    def forget(self) -> None:
        """Forget the workers of the parent, in a process that was forked from it."""
        strangers, self._all, self._idle = self._all, set(), []
        self._lock = threading.Lock()  # a thread that is not here may hold the old one
        for worker in strangers:
            worker.forget()


_pool = _Pool()
atexit.register(_pool.close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.forget)


def run_job(spec: Mapping[str, Any]) -> dict[str, Any]:
    """Run one job in a worker process, within its limits.

    **Arguments**: `spec` is `Job.to_json()`.

    **Returns** `{"evidence": Evidence.to_json(), "finished": bool, "note": str, "reads": Reads}`,
    the last with what the check has read beside code (`reading.Reads`). It is finished,
    and may be kept under the job's key, only if the check itself returned the evidence; after an
    exception, a limit or the end of the process it is not, and the evidence is UNDECIDED with the
    reason. Nor is it if the code, or the version of a library, is not what it was when the job
    was planned; then the note says so.
    """
    job = Job.from_json(spec)
    started = time.perf_counter()
    try:
        worker, loaded = _worker_with(job.origin, IMPORT_SECONDS)
    except _NotLoaded as end:
        return _unfinished(job, f"Its file could not be imported. {end}", started)
    started = time.perf_counter()
    request = {"do": "run", "job": dict(spec), "cwd": current_folder()}
    try:
        answer = worker.ask(request, seconds=job.seconds, file=loaded["loaded"])
    except Lost as end:
        _pool.give_back(worker)
        return _unfinished(job, f"The check {end}", started)
    except BaseException:
        _pool.drop(worker)
        raise
    evidence, finished, note = answer["evidence"], answer["finished"], ""
    if not finished:
        evidence["reason"] += worker.noise.last_lines()
    _pool.give_back(worker)
    if finished and job.key and job.key != key_now(job.origin, job.question):
        finished, note = False, _CHANGED.format(job.origin)
    reads = _beside_code(job.origin, answer["reads"])
    return {"evidence": evidence, "finished": finished, "note": note, "reads": reads}


def claims_in(
    origin: Origin, file: Path, seconds: float = IMPORT_SECONDS
) -> tuple[tuple[Claim, ...], tuple[Problem, ...]]:
    """Have the `file` of an origin imported by a worker; return its claims, and what is wrong.

    The subjects and functions of the claims stay where they are (`declared.Elsewhere`).
    """
    try:
        worker, loaded = _worker_with(origin, seconds, describe=True)
    except _NotLoaded as end:
        return (), (end.problem,)
    _pool.give_back(worker)
    if (other := Path(loaded["loaded"]).resolve()) != file:
        wrong = f"Its module name is {origin}, which {other} already has. Rename one of the two."
        return (), (Problem(str(file), wrong),)
    problems = tuple(Problem(**problem) for problem in loaded["problems"])
    try:
        return tuple(map(claim_from, loaded["claims"])), problems
    except (TheoremChecksError, ValueError, TypeError, KeyError) as error:
        wrong = f"What it declares cannot be told: {type(error).__name__}: {error}"
        return (), (*problems, Problem(str(file), wrong))


def close_workers() -> None:
    """Kill all worker processes that this process has started, those at work included."""
    _pool.close()


class _NotLoaded(Exception):  # noqa: N818 (a finding, reported as a problem)
    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def _worker_with(
    origin: Origin, seconds: float, *, describe: bool = False
) -> tuple[WorkerProcess, Mapping[str, Any]]:
    """Return a worker that has loaded the origin, and what it said; it counts as taken.

    Where its process ends by itself meanwhile, as the system may have it, that is tried again once.
    """
    file = str(file_of(origin))
    request = {
        "do": "load",
        "origin": origin.to_json(),
        "path": base_path(),
        "cwd": current_folder(),
        "seconds": seconds,
        "memory_mb": DEFAULT_MEMORY_MB,
        "modules": _shared_modules(origin),
        "describe": describe,
    }
    again = True
    while True:
        idle = _pool.take(origin)
        try:
            worker = idle or _pool.start()
        except OSError as error:
            raise _NotLoaded(Problem(file, f"No worker process can be started: {error}.")) from None
        try:
            answer = worker.ask(request, seconds=seconds, file=file)
        except Lost as end:
            _pool.give_back(worker)
            if end.by_itself and again:
                again = False
                continue
            raise _NotLoaded(Problem(file, f"Importing it {end}")) from None
        except BaseException:
            _pool.drop(worker)
            raise
        if "stale" in answer:
            _pool.drop(worker)
            continue
        if "problem" in answer:
            _pool.give_back(worker)
            raise _NotLoaded(Problem(**answer["problem"]))
        worker.loaded.add(origin)
        return worker, answer


def _shared_modules(origin: Origin) -> list[str]:
    """The modules that a worker may load for several files: of the toolkit, and of libraries.

    They are those to which the file's own imports lead, in whatever order files come.
    """
    loaded = closure_seen(origin).at_import
    shared = {name for name in loaded if name.partition(".")[0] in SHARED}
    return sorted(shared.union(*(LATER.get(name, ()) for name in shared)))


def _unfinished(job: Job, reason: str, started: float) -> dict[str, Any]:
    seconds = time.perf_counter() - started
    evidence = Evidence.undecided(reason, kind=job.kind, seed=job.seed, seconds=seconds)
    return {"evidence": evidence.to_json(), "finished": False, "note": "", "reads": {}}


def _beside_code(origin: Origin, reads: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """What a check has read beside the code that its file leads to: modules by name, too."""
    known = {str(file) for file in closure_seen(origin).files}
    more = {file: digest_of(file) for file in reads["code"] if file not in known}
    return {"files": reads["files"] | more, "environment": reads["environment"]}


_CHANGED = (
    "{} or something that it imports was changed after the run was planned: its results are shown,"
    " but not kept."
)
