"""A worker seen from its parent: start it, ask it, hold it to its limits, kill it."""

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import psutil

from theorem_checks.running.catalogue import Origin
from theorem_checks.running.loading import base_path
from theorem_checks.running.memory import MemoryMeter, descendants
from theorem_checks.running.noise import Noise

__all__ = ["Lost", "WorkerProcess"]

GRACE_SECONDS = 0.3  # for the worker to say where it is when its time runs out
END_SECONDS = 1.0  # for a process that has closed its pipes to be gone
POLL_SECONDS = 0.05

_START = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[1]);"
    " from theorem_checks.running.worker import main; main()"
)
_ENVIRONMENT = {  # unless the user has set them
    "PYTHONHASHSEED": "0",
    "JAX_ENABLE_X64": "1",
    "XLA_PYTHON_CLIENT_PREALLOCATE": "false",  # several workers may share an accelerator
    "THEOREM_CHECKS_CORES": "1",  # the other cores have workers of their own
    "PJRT_NPROC": "1",  # so XLA's pool has one thread; and bits do not depend on how many there are
}


class Lost(Exception):  # noqa: N818 (an end, not an error: a check may have earned it)
    """A worker came to a bad end, or was brought to it; the message says how: 'was killed ...'.

    `by_itself` is true if it was not stopped at a limit.
    """

    def __init__(self, how: str, *, by_itself: bool = False) -> None:
        super().__init__(how)
        self.by_itself = by_itself


class WorkerProcess:
    """One worker process, in a process group of its own. `ask` it one thing at a time."""

    def __init__(self) -> None:
        self.loaded: dict[Origin, str] = {}
        self._process = subprocess.Popen(  # noqa: S603 (our own interpreter and program)
            [sys.executable, "-P", "-c", _START, json.dumps(base_path())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env={**_ENVIRONMENT, **os.environ},
            start_new_session=True,
        )
        self._watched = psutil.Process(self._process.pid)
        self._answers: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._killed = False
        self._has_children = False
        assert self._process.stderr is not None
        self.noise = Noise(self._process.stderr)
        self._reader = threading.Thread(target=self._collect_answers, daemon=True)
        self._reader.start()

    @property
    def alive(self) -> bool:
        """Whether the process still runs."""
        return not self._killed and self._process.poll() is None

    def ask(
        self, request: dict[str, Any], *, seconds: float, memory_mb: int, file: str
    ) -> dict[str, Any]:
        """Send a request, and wait for the answer within the limits.

        **Raises** `Lost` if the worker exceeds a limit, or ends; it is dead then, with all its
        children. The message names a line of `file`, where the worker could still tell.
        """
        self.noise.clear()
        try:
            meter = MemoryMeter(self._watched, has_children=self._has_children)
            self._send(json.dumps(request).encode() + b"\n")
            answer = self._await(seconds, memory_mb, meter)
        except Lost as end:
            self.kill()
            place = self.noise.place_in(file)
            told = f"{end}{', at ' if place else ''}{place}.{self.noise.last_lines()}"
            raise Lost(told, by_itself=end.by_itself) from None
        except BaseException:  # Ctrl-C, for one
            self.kill()
            raise
        self._has_children = answer.get("has_children", self._has_children)
        return answer

    def kill(self) -> None:
        """Kill the worker and all that it has started. Killing twice does no harm."""
        if self._killed:
            return
        self._killed = True
        kin = descendants(self._watched)
        _kill_group(self._process)
        for process in kin:  # some may have left the group
            with contextlib.suppress(psutil.Error):
                process.kill()
        self._process.wait()
        for thread in (self._reader, self.noise.thread):
            thread.join(timeout=1)
        self._close()

    def forget(self) -> None:
        """Let go of a worker that belongs to the process from which this one was forked."""
        self._killed = True
        self._process.returncode = 0
        self._close()

    def _close(self) -> None:
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            with contextlib.suppress(OSError):
                stream.close()  # pyright: ignore[reportOptionalMemberAccess]

    def _send(self, data: bytes) -> None:
        assert self._process.stdin is not None
        try:
            while data:
                data = data[self._process.stdin.write(data) :]
        except BrokenPipeError:
            raise Lost(self._how_it_ended(), by_itself=True) from None

    def _await(self, seconds: float, memory_mb: int, meter: MemoryMeter) -> dict[str, Any]:
        deadline = time.monotonic() + seconds + GRACE_SECONDS
        while True:
            try:
                line = self._answers.get(timeout=POLL_SECONDS)
            except queue.Empty:
                if time.monotonic() > deadline:
                    raise Lost(f"was stopped at its limit of {seconds:g} s") from None
                if meter.grown_mb() > memory_mb:
                    raise Lost(f"was stopped at its limit of {memory_mb:g} MB of memory") from None
                continue
            if line is None:
                raise Lost(self._how_it_ended(), by_itself=True)
            try:
                return json.loads(line)
            except ValueError:  # someone has found the pipe
                raise Lost("gave an answer that makes no sense") from None

    def _how_it_ended(self) -> str:
        try:
            code = self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            return "closed the pipe to its parent"
        if code >= 0:
            return f"ended its process with exit code {code}"
        name = signal.Signals(-code).name if -code in set(signal.Signals) else "?"
        hint = ", as the system does when memory runs out" if name == "SIGKILL" else ""
        return f"was killed by signal {-code} ({name}){hint}"

    def _collect_answers(self) -> None:
        stream, rest = self._process.stdout, bytearray()
        assert stream is not None
        with contextlib.suppress(OSError, ValueError):  # closed meanwhile
            while chunk := stream.read(64 * 1024):
                rest += chunk
                if b"\n" in chunk:
                    *lines, rest = rest.split(b"\n")
                    for line in lines:
                        self._answers.put(bytes(line))
        self._answers.put(None)


def _kill_group(process: "subprocess.Popen[bytes]") -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
