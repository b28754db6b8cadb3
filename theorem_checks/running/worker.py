"""The worker: a process that loads claims files and runs one check at a time.

It reads requests from its standard input and answers on what was its standard output, one JSON
object a line. Before anything else it moves both to descriptors of its own, so that a check finds
an empty standard input, and what it prints goes to the parent's record of noise.

Requests and answers:

- `{"do": "load", "origin", "path", "cwd", "seconds", "memory_mb"}` imports a file. The answer is
  `{"loaded": FILE}`, or `{"problem": {"where", "message", "detail"}}`, or `{"stale": true}` if a
  module of this process was edited since, or is in the way of another of its name; the parent
  then takes a fresh worker.
- `{"do": "run", "job"}` runs a job whose origin is loaded. The answer is `{"evidence",
  "finished", "clean", "has_children"}`; a worker that is not clean must not be used again. One
  that is may still have the SMT solvers as children, which wait for the next check.
"""

import contextlib
import contextvars
import faulthandler
import json
import os
import queue
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from platform import python_version
from typing import Any, BinaryIO

from theorem_checks.claims import Claim
from theorem_checks.errors import CheckError, ClaimError
from theorem_checks.running.catalogue import Origin
from theorem_checks.running.job import Job
from theorem_checks.running.limits import (
    bounded,
    children,
    die,
    die_when_orphaned,
    tied_to_parent,
)
from theorem_checks.running.loading import Stamp, claims_of, file_of, load, reset_path, stamp
from theorem_checks.running.modules import is_installed
from theorem_checks.running.noise import END_OF_NOISE
from theorem_checks.running.siblings import usurped_in
from theorem_checks.running.state import Snapshot, note_newcomers
from theorem_checks.running.tracebacks import blame, brief
from theorem_checks.verdicts import Evidence

__all__ = ["Worker", "main"]

IDLE_SECONDS = 600.0
MOST_BYTES = 64 * 2**20  # of one answer


class Worker:
    """What a worker process knows: its state at the start, and after loading each file."""

    def __init__(self) -> None:
        self._base = Snapshot()
        self._after_loading: dict[Origin, Snapshot] = {}
        self._folder: str | None = None
        self._seen: set[str] = set()
        self._stamps: dict[str, Stamp] = {}  # of those seen that may be edited

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Do what a request asks for."""
        if request["do"] == "load":
            return self._load(Origin.from_json(request["origin"]), request)
        return self._run(Job.from_json(request["job"]))

    def _load(self, origin: Origin, request: dict[str, Any]) -> dict[str, Any]:
        if self._after_loading and (self._is_stale() or usurped_in(origin)):
            return {"stale": True}
        self._folder = request["cwd"]
        self._restore(self._base)
        reset_path(request["path"])
        try:
            with _timed(request["seconds"]), bounded(request["seconds"], request["memory_mb"]):
                claims_of(load(origin))
        except BaseException as error:
            found = blame(error, file_of(origin))
            return {"problem": vars(found)}
        if origin not in self._after_loading:
            self._after_loading[origin] = Snapshot()
        self._note_modules()
        return {"loaded": str(file_of(origin))}

    def _run(self, job: Job) -> dict[str, Any]:
        self._restore(self._after_loading[job.origin])
        before = threading.active_count()
        out_of_memory = False
        try:
            evidence, finished = _find_and_run(job), True
            if (size := len(json.dumps(evidence.to_json()))) > MOST_BYTES:
                raise CheckError(f"{job.check} returned evidence that is too long: {size} bytes.")
        except MemoryError as error:
            out_of_memory = True
            evidence = _undecided(job, f"ran out of its {job.memory_mb} MB of memory:", error)
            finished = False
        except CheckError as error:
            evidence, finished = _undecided(job, str(error), None), False
        except BaseException as error:
            evidence, finished = _undecided(job, "raised", error), False
        self._note_modules()
        left = children()
        alone = threading.active_count() <= before and left <= _waiting_solvers()
        return {
            "evidence": evidence.to_json(),
            "finished": finished,
            "clean": alone and not out_of_memory and self._recovers(job.origin),
            "has_children": bool(left),
        }

    def _restore(self, state: Snapshot) -> None:
        state.restore()
        if self._folder is not None:
            os.chdir(self._folder)

    def _recovers(self, origin: Origin) -> bool:
        """Put the global state back, and say whether that could be done."""
        try:
            self._restore(self._after_loading[origin])
        except Exception:
            return False
        return True

    def _note_modules(self) -> None:
        for module in list(sys.modules.values()):
            file = getattr(module, "__dict__", {}).get("__file__")  # never that of a lazy one
            if isinstance(file, str) and file not in self._seen:
                self._seen.add(file)
                if not is_installed(file):
                    self._stamps[file] = stamp(file)

    def _is_stale(self) -> bool:
        return any(stamp(file) != then for file, then in self._stamps.items())


def main() -> None:
    """Serve requests until the parent closes the pipe, or none comes for ten minutes."""
    requests, answers = _private_streams()
    faulthandler.enable(file=2)
    waiting: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(requests, waiting), daemon=True).start()
    die_when_orphaned()
    note_newcomers()
    worker = Worker()
    while (request := _next(waiting)) is not None:
        with tied_to_parent(requests.fileno()):
            answer = json.dumps(worker.answer(request)).encode()
        with contextlib.suppress(OSError):  # a check may have closed it
            os.write(2, END_OF_NOISE)
        answers.write(answer + b"\n")
        answers.flush()


def _private_streams() -> tuple[BinaryIO, BinaryIO]:
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(  # pyright: ignore[reportAttributeAccessIssue]
            encoding="utf-8", errors="backslashreplace", line_buffering=True
        )
    return requests, answers


def _listen(requests: BinaryIO, waiting: "queue.SimpleQueue[bytes]") -> None:
    for line in requests:
        waiting.put(line)
    die()


def _next(waiting: "queue.SimpleQueue[bytes]") -> dict[str, Any] | None:
    try:
        return json.loads(waiting.get(timeout=IDLE_SECONDS))
    except queue.Empty:
        return None


def _find_and_run(job: Job) -> Evidence:
    claims = {claim.id: claim for claim in claims_of(load(job.origin))}
    if job.claim not in claims:
        raise ClaimError(f"{job.origin} has no claim {job.claim} any more.")
    claim: Claim = claims[job.claim]
    check, subject = claim.check_named(job.check), claim.subject_of(job.variant)
    with _timed(job.seconds), bounded(job.seconds, job.memory_mb):
        evidence = contextvars.Context().run(check, subject, seed=job.seed or 0)
    versions = {"python": python_version(), **dict(job.versions), **evidence.versions}
    return replace(evidence, versions=versions)


def _waiting_solvers() -> frozenset[int]:
    solvers = sys.modules.get("theorem_checks.solving.solvers")
    return solvers.waiting_children() if solvers else frozenset()


@contextlib.contextmanager
def _timed(seconds: float) -> Iterator[None]:
    """Report where the process is, when its time is up and the parent is about to kill it.

    The report comes from C, so it is made even if what runs never lets go of the interpreter.
    """
    faulthandler.dump_traceback_later(seconds, exit=False, file=2)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


def _undecided(job: Job, what: str, error: BaseException | None) -> Evidence:
    if error is None:
        return Evidence.undecided(brief(what), kind=job.kind, seed=job.seed)
    found = blame(error, file_of(job.origin))
    reason = f"The check {what} {found.message} at {found.where}."
    return Evidence.undecided(brief(reason), kind=job.kind, seed=job.seed)
