"""Run jobs in worker processes, so that nothing that a check does can spoil anything else.

`run_job` does all of it in the process that calls it: it takes an idle worker or starts one,
holds it to the job's limits, and turns every bad end into UNDECIDED with the reason. So any
executor can run it, in threads or in processes, here or on another machine.
"""

import atexit
import os
import threading
import time
from collections.abc import Mapping
from typing import Any

from theorem_checks.claims import DEFAULT_MEMORY_MB
from theorem_checks.running.catalogue import Origin, Problem
from theorem_checks.running.fingerprint import key_now
from theorem_checks.running.job import Job
from theorem_checks.running.loading import base_path, file_of
from theorem_checks.running.process import Lost, WorkerProcess
from theorem_checks.running.state import current_folder
from theorem_checks.verdicts import Evidence

__all__ = ["IMPORT_SECONDS", "close_workers", "run_job", "try_import"]

IMPORT_SECONDS = 120.0


class _Pool:
    """The workers of this process: those at rest, and all of them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: list[WorkerProcess] = []
        self._all: set[WorkerProcess] = set()

    def take(self, origin: Origin) -> WorkerProcess | None:
        """Take an idle worker, one that has loaded the origin if there is any."""
        with self._lock:
            for worker in [w for w in self._idle if not w.alive]:
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
        """Let a worker wait for the next job."""
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

    **Returns** `{"evidence": Evidence.to_json(), "finished": bool, "note": str}`. It is finished,
    and may be kept under the job's key, only if the check itself returned the evidence; after an
    exception, a limit or the end of the process it is not, and the evidence is UNDECIDED with the
    reason. Nor is it if the code, or the version of a library, is not what it was when the job
    was planned; then the note says so.
    """
    job = Job.from_json(spec)
    started = time.perf_counter()
    try:
        worker = _worker_with(job.origin, IMPORT_SECONDS)
    except _NotLoaded as end:
        return _unfinished(job, f"Its file could not be imported. {end}", started)
    started = time.perf_counter()
    try:
        answer = worker.ask(
            {"do": "run", "job": dict(spec)},
            seconds=job.seconds,
            memory_mb=job.memory_mb,
            file=worker.loaded[job.origin],
        )
    except Lost as end:
        _pool.drop(worker)
        return _unfinished(job, f"The check {end}", started)
    except BaseException:
        _pool.drop(worker)
        raise
    evidence, finished, note = answer["evidence"], answer["finished"], ""
    if not finished:
        evidence["reason"] += worker.noise.last_lines()
    (_pool.give_back if answer["clean"] else _pool.drop)(worker)
    if finished and job.key and job.key != key_now(job.origin, job.question):
        finished, note = False, _CHANGED.format(job.origin)
    return {"evidence": evidence, "finished": finished, "note": note}


def try_import(origin: Origin, seconds: float = IMPORT_SECONDS) -> Problem | None:
    """Import a file in a worker, and return what went wrong, if anything did."""
    try:
        _pool.give_back(_worker_with(origin, seconds))
    except _NotLoaded as end:
        return end.problem
    return None


def close_workers() -> None:
    """Kill all worker processes that this process has started, those at work included."""
    _pool.close()


class _NotLoaded(Exception):  # noqa: N818 (a finding, reported as a problem)
    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def _worker_with(origin: Origin, seconds: float) -> WorkerProcess:
    """Return a worker that has loaded the origin; it counts as taken."""
    request = {
        "do": "load",
        "origin": origin.to_json(),
        "path": base_path(),
        "cwd": current_folder(),
        "seconds": seconds,
        "memory_mb": DEFAULT_MEMORY_MB,
    }
    file = str(file_of(origin))
    while True:
        idle = _pool.take(origin)
        try:
            worker = idle or _pool.start()
        except OSError as error:
            raise _NotLoaded(Problem(file, f"No worker process can be started: {error}.")) from None
        try:
            answer = worker.ask(request, seconds=seconds, memory_mb=DEFAULT_MEMORY_MB, file=file)
        except Lost as end:
            _pool.drop(worker)
            if idle and end.by_itself:  # it may have been about to end when it was taken
                continue
            raise _NotLoaded(Problem(file, f"Importing it {end}")) from None
        except BaseException:
            _pool.drop(worker)
            raise
        if "stale" in answer:
            _pool.drop(worker)
            continue
        if "problem" in answer:
            _pool.drop(worker)
            raise _NotLoaded(Problem(**answer["problem"]))
        worker.loaded[origin] = answer["loaded"]
        return worker


def _unfinished(job: Job, reason: str, started: float) -> dict[str, Any]:
    seconds = time.perf_counter() - started
    evidence = Evidence.undecided(reason, kind=job.kind, seed=job.seed, seconds=seconds)
    return {"evidence": evidence.to_json(), "finished": False, "note": ""}


_CHANGED = (
    "{} or something that it imports was changed after the run was planned: its results are shown,"
    " but not kept."
)
