"""The SMT solvers, each in a process of its own: one text in, one answer out.

The process is started by this one, or comes from a nursery, where a worker has one: there it is
forked from a process that has the solvers loaded, which takes a tenth of the time.
"""

import atexit
import contextlib
import json
import math
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

from theorem_checks.errors import TheoremChecksError
from theorem_checks.solving.algebraic import Root
from theorem_checks.solving.smtlib import script
from theorem_checks.statements.reals.evaluation import variables
from theorem_checks.statements.reals.terms import Formula

try:
    import resource
except ImportError:  # Windows
    resource = None

__all__ = ["SOLVERS", "Answer", "Budget", "SolverError", "ask_all"]

SOLVERS = ("z3", "cvc5")
CHILD = Path(__file__).with_name("solver_child.py")
MOST_DECIDED = 1_000  # questions whose answers are kept
AFTERWARDS_SECONDS = 1.0  # for the others, when one has found a point
LEAST_SECONDS, TIMES = 3.0, 2.0  # for the others, when one has found that there is no point
AHEAD_SECONDS = 0.2  # for the first one, before the others are asked, where one answer is enough
NURSERY = "THEOREM_CHECKS_SOLVERS"  # where the nursery of a worker listens


class SolverError(TheoremChecksError):
    """A solver failed, or said what exact evaluation shows to be wrong."""


@dataclass(frozen=True)
class Budget:
    """What a solver may spend on one query: `seconds`, and for z3 also its own unit of work.

    z3's `rlimit` counts steps, and so does not depend on how busy the machine is.
    """

    seconds: float | int
    rlimit: int


@dataclass(frozen=True)
class Answer:
    """What a solver said: `sat` with a model, `unsat`, or `unknown` with its reason.

    A model that is not `exact` has rationals close to its algebraic numbers.
    """

    status: Literal["sat", "unsat", "unknown"]
    reason: str = ""
    model: Mapping[str, Fraction | Root] = field(default_factory=dict)
    exact: bool = True


def ask_all(
    solvers: Iterable[str], formulas: Sequence[Formula], budget: Budget, *, one: bool = False
) -> dict[str, Answer]:
    """Ask several solvers at the same time whether the formulas hold together at some point.

    A point with exact values speaks for itself; once one has found one, the others have little
    time left. Once one has found that there is none, they have twice its time, and at least
    `LEAST_SECONDS`: where they say nothing until then, that is a proof by one of them. A question
    that was decided in this process is not asked again.

    **Arguments**: `one`, whether one answer that decides is enough: the first solver has a start
    then, and none is waited for once one knows.
    """
    asked = list(solvers)
    query = {"text": script(formulas), "names": variables(*formulas), **vars(budget)}
    question = (query["text"], *query["names"], *asked, budget, one)
    with _lock:
        if question in _decided:
            return dict(_decided[question])
        running: dict[str, _Process] = {}
        try:
            found = _answers(asked, query, running, one=one)
        except BaseException:  # an answer that nobody read must not meet the next query
            for process in running.values():
                process.close()
            raise
        enough = any if one else all
        if enough(answer.status != "unknown" for answer in found.values()):
            if len(_decided) >= MOST_DECIDED:
                _decided.clear()
            _decided[question] = found
        return dict(found)


def _answers(
    solvers: Sequence[str], query: Mapping[str, Any], running: "dict[str, _Process]", *, one: bool
) -> dict[str, Answer]:
    """The answers, as they come."""
    found: dict[str, Answer] = {}
    waiting: dict[Future[Answer], str] = {}
    readers = ThreadPoolExecutor(len(solvers))
    began, deadline = time.monotonic(), math.inf
    while len(found) < len(solvers) and (left := deadline - time.monotonic()) > 0:
        for name in solvers[len(running) : len(running) + 1 if one else None]:
            running[name] = process = _process(name)
            process.send(query)
            waiting[readers.submit(process.receive)] = name
        if len(running) < len(solvers):
            left = AHEAD_SECONDS
        done, _ = wait(waiting, None if left == math.inf else left, FIRST_COMPLETED)
        for reader in done:
            found[waiting.pop(reader)] = answer = reader.result()
            if one and answer.status == "unsat":
                deadline = 0.0
            elif answer.status == "unsat":
                now = time.monotonic()
                deadline = min(deadline, now + max(LEAST_SECONDS, TIMES * (now - began)))
            elif answer.status == "sat" and answer.exact:
                deadline = 0.0 if one else min(deadline, time.monotonic() + AFTERWARDS_SECONDS)
    readers.shutdown(wait=False)
    for name in waiting.values():
        running[name].close()
    silent = Answer("unknown", "not waited for, as another one knows")
    return {name: found.get(name, silent) for name in solvers}


class _Process:
    """A child that waits for queries; it ends itself when a query runs over time."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.child = _nursling(name) or _started(name)

    def send(self, query: Mapping[str, Any]) -> None:
        assert self.child.stdin is not None
        self._bound_memory()
        self.child.stdin.write(json.dumps(query) + "\n")
        self.child.stdin.flush()

    def receive(self) -> Answer:
        assert self.child.stdout is not None
        line = self.child.stdout.readline()
        if not line:
            return Answer("unknown", f"ended by {_cause(self.child.wait())}")
        answer = json.loads(line)
        if answer["status"] == "error":
            raise SolverError(f"{self.name} failed: {answer['reason']}")
        model = {name: _value(given) for name, given in answer.get("model", {}).items()}
        exact = answer.get("exact", True)
        return Answer(answer["status"], answer.get("reason", ""), model, exact)

    def close(self) -> None:
        """End it; who asks next gets another one, as this one may take a moment to be gone."""
        _processes.pop((os.getpid(), self.name), None)
        self.child.kill()
        self.child.communicate()

    def _bound_memory(self) -> None:
        """Give the child this process's own bound, which may be another than at its start."""
        if resource is None or not hasattr(resource, "prlimit"):  # only Linux has it
            return
        data = resource.RLIMIT_DATA
        with contextlib.suppress(ProcessLookupError):  # it is gone: `receive` will say so
            resource.prlimit(self.child.pid, data, resource.getrlimit(data))


class _Nursling:
    """A child of a nursery, which is used as one of this process."""

    def __init__(self, name: str, connection: socket.socket) -> None:
        self.stdin, self.stdout = connection.makefile("w"), connection.makefile("r")
        self._connection = connection
        self.pid = int(self.stdout.readline())
        self.stdin.write(f"{name}\n")

    def poll(self) -> int | None:
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return -signal.SIGALRM  # who ends otherwise, has said so
        return None

    def wait(self) -> int:
        """Wait for its end; a query over time is the end that it comes to."""
        while (code := self.poll()) is None:
            time.sleep(0.001)
        return code

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    def communicate(self) -> None:
        for stream in (self.stdin, self.stdout, self._connection):
            with contextlib.suppress(OSError):
                stream.close()


def _nursling(name: str) -> _Nursling | None:
    address = os.environ.get(NURSERY)
    if not address:
        return None
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.connect(f"\0{address}")
        return _Nursling(name, connection)
    except (OSError, ValueError):  # it is not there any more
        connection.close()
        return None


def _started(name: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-P", str(CHILD), name]
    return subprocess.Popen(  # noqa: S603 (our own file, by this interpreter)
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


_lock = threading.Lock()
_decided: dict[tuple[Any, ...], dict[str, Answer]] = {}
_processes: dict[tuple[int, str], _Process] = {}


def _process(name: str) -> _Process:
    """The child for this solver, started anew if it ended or belongs to a parent process."""
    key = (os.getpid(), name)
    process = _processes.get(key)
    if process is None or process.child.poll() is not None:
        if process is not None:
            process.close()
        process = _processes[key] = _Process(name)
    return process


@atexit.register
def _close_all() -> None:
    for (pid, _), process in list(_processes.items()):
        if pid == os.getpid():
            process.close()


def _cause(code: int) -> str:
    return "the time limit" if code == -signal.SIGALRM else f"exit status {code}"


def _value(given: Any) -> Fraction | Root:
    if isinstance(given, str):
        return Fraction(given)
    return Root(tuple(given["coefficients"]), given["index"])
