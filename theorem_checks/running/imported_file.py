"""A process that has imported a file of claims: its solvers, and the wait for what it answers."""

import math
import os
import secrets
import select
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import theorem_checks
from theorem_checks.running import trees
from theorem_checks.running.checking import MOST_BYTES
from theorem_checks.running.large_json import read_json
from theorem_checks.running.loading import stamp
from theorem_checks.running.lost import Lost

__all__ = ["POLL_SECONDS", "ImportedFile", "Json", "Solvers", "Watch"]


END_SECONDS = 1.0  # for a process that has closed its pipes, or answered, to be gone
POLL_SECONDS = 0.05
Json = dict[str, Any]


@dataclass
class ImportedFile:
    """A file that was imported, and the process that has done so."""

    process: int
    orders: socket.socket
    path: list[str]
    forks: bool = True
    stamps: Mapping[str, list[int]] = field(default_factory=dict)
    claims: list[Any] = field(default_factory=list)
    problems: list[Any] = field(default_factory=list)  # of claims that are declared wrongly
    loaded: str = ""
    before_mb: float = 0.0
    rests: bool = False  # whether the process of its last check is known to have ended

    @property
    def unchanged(self) -> bool:
        """Whether all that it was made of is as it was."""
        return all(stamp(file) == tuple(then) for file, then in self.stamps.items())


class Solvers:
    """A nursery of SMT solvers for the checks, started when the first one asks for it."""

    def __init__(self) -> None:
        self.process = 0
        self._listener: socket.socket | None = None
        if sys.platform != "linux":  # addresses that are no files are a matter of Linux
            return
        self._listener = socket.socket(socket.AF_UNIX)
        address = f"theorem-checks-{secrets.token_hex(8)}"
        self._listener.bind(f"\0{address}")
        self._listener.listen()
        os.environ["THEOREM_CHECKS_SOLVERS"] = address

    @property
    def waiting(self) -> list[int]:
        """The descriptor to watch for the first who asks."""
        return [] if self.process or self._listener is None else [self._listener.fileno()]

    def start(self) -> None:
        """Start the nursery; it answers who waits already."""
        assert self._listener is not None
        listener = self._listener.fileno()
        program = Path(theorem_checks.__file__).parent / "solving" / "solver_child.py"
        nursery = subprocess.Popen(  # noqa: S603 (our own file, by this interpreter)
            [sys.executable, "-P", str(program), "nursery", str(listener)],
            stdin=subprocess.DEVNULL,
            pass_fds=[listener],
        )
        self.process = nursery.pid
        nursery.returncode = 0  # it is not waited for

    def end_children(self) -> None:
        """End the solvers that the nursery has made, and take note if it has ended itself."""
        if self.process and os.waitpid(self.process, os.WNOHANG)[0]:
            self.process = 0
        if self.process:
            trees.end(self.process)


class Watch:
    """Waits for the answer of a file's process, or of the check that is forked from it."""

    def __init__(self, file: ImportedFile, answers: int, requests: int, solvers: Solvers) -> None:
        self._file, self._answers, self._requests = file, answers, requests
        self._solvers = solvers
        self._text = bytearray()
        self._status: int | None = None  # of the process of the check
        self._gone = self._closed = False
        self._since = 0.0  # when there was nothing left to wait for but the end
        self._is_forked = bool(file.loaded) and file.forks

    @property
    def has_ended(self) -> bool:
        """Whether the process of the check is known to have ended."""
        return self._status is not None

    @property
    def is_over(self) -> bool:
        """Whether all has been said, or nothing more can be."""
        if self._status is not None or (self._gone and self._closed):
            return True
        has_answered = self._text.endswith(b"\n")
        if has_answered and not self._is_forked:
            return True
        if not (self._gone or self._closed or has_answered):
            return False
        self._since = self._since or time.monotonic()
        limit = math.inf if self._gone and not self._is_forked else END_SECONDS
        return time.monotonic() - self._since > limit

    def look(self, seconds: float) -> None:
        """Wait for what comes next."""
        waiting = [self._requests, *self._solvers.waiting]
        waiting += [] if self._gone else [self._file.orders.fileno()]
        waiting += [] if self._closed else [self._answers]
        ready, _, _ = select.select(waiting, [], [], seconds)
        if self._requests in ready:  # nothing can come but the end of the parent
            trees.end(os.getpid())
            os._exit(1)
        if self._answers in ready:
            self._read()
        if not self._gone and self._file.orders.fileno() in ready:
            self._hear()
        if set(self._solvers.waiting).intersection(ready):
            self._solvers.start()

    def answer(self) -> Json:
        """Return the answer; raise `Lost` if there is none."""
        while not self._closed and select.select([self._answers], [], [], 0)[0]:
            self._read()
        if not self._text.endswith(b"\n"):
            raise Lost(self._how_it_ended(), by_itself=True)
        try:
            answer = read_json(self._text)
            assert isinstance(answer, dict)
        except (ValueError, AssertionError, RecursionError):  # someone has found the pipe
            raise Lost("gave an answer that makes no sense") from None
        return answer

    def _read(self) -> None:
        chunk = os.read(self._answers, 2**20)
        self._text += chunk
        self._closed = not chunk
        if len(self._text) > 2 * MOST_BYTES:
            raise Lost("gave an answer that is too long")

    def _hear(self) -> None:
        try:
            said = self._file.orders.recv(64)
        except OSError:
            said = b""
        if not said:
            self._gone = True
            return
        try:
            self._status = int(said)
        except ValueError:
            raise Lost("gave an answer that makes no sense") from None

    def _how_it_ended(self) -> str:
        status = self._status
        if status is None and self._gone:
            status = self._of_file()
        if status is None:
            return "closed the pipe to its parent"
        if status >= 0:
            return f"ended its process with exit code {status}"
        return trees.killed_by(-status)

    def _of_file(self) -> int | None:
        """The exit code of the process of the file, which has closed its socket."""
        deadline = time.monotonic() + END_SECONDS
        while time.monotonic() < deadline:
            try:
                pid, status = os.waitpid(self._file.process, os.WNOHANG)
            except ChildProcessError:
                return None
            if pid:
                return os.waitstatus_to_exitcode(status)
            time.sleep(POLL_SECONDS / 10)
        return None
