"""A worker seen from its parent: start it, ask it, and end it with all that is below it."""

import contextlib
import json
import os
import queue
import secrets
import signal
import subprocess
import sys
import threading
import time
from typing import Any

from theorem_checks.running import trees
from theorem_checks.running.catalogue import Origin
from theorem_checks.running.large_json import read_json
from theorem_checks.running.loading import base_path
from theorem_checks.running.lost import Lost
from theorem_checks.running.noise import Noise

__all__ = ["WorkerProcess"]

PATIENCE_SECONDS = 10.0  # beyond a limit that the worker itself holds a check to
END_SECONDS = 1.0  # for a process that has closed its pipes to be gone
POLL_SECONDS = 0.5

_START = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[1]);"
    " from theorem_checks.running.worker import main; main()"
)
_ENVIRONMENT = {  # unless the user has set them
    "PYTHONHASHSEED": "0",
    "SYMPY_CACHE_SIZE": "10000",  # of each function; most claims ask again of more than 1,000
    "JAX_ENABLE_X64": "1",
    "XLA_PYTHON_CLIENT_PREALLOCATE": "false",  # several workers may share an accelerator
    "THEOREM_CHECKS_CORES": "1",  # the other cores have workers of their own
    "PJRT_NPROC": "1",  # so XLA's pool has one thread; and bits do not depend on how many there are
    "OPENBLAS_NUM_THREADS": "1",  # for the same reason; and what has threads is not forked
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}
_OF_THE_MOMENT = frozenset({"PYTEST_CURRENT_TEST"})  # which pytest changes before each test


class WorkerProcess:
    """One worker process, in a process group of its own. `ask` it one thing at a time."""

    def __init__(self) -> None:
        self.loaded: set[Origin] = set()
        self._environment = _environment()
        self._mark = secrets.token_hex(16)
        self._process = subprocess.Popen(  # noqa: S603 (our own interpreter and program)
            [sys.executable, "-P", "-c", _START, json.dumps(base_path())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env={**_ENVIRONMENT, **self._environment, trees.MARK: self._mark},
            start_new_session=True,
        )
        self._answers: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._killed = False
        assert self._process.stderr is not None
        self.noise = Noise(self._process.stderr)
        self._reader = threading.Thread(target=self._collect_answers, daemon=True)
        self._reader.start()

    @property
    def alive(self) -> bool:
        """Whether the process still runs."""
        return not self._killed and self._process.poll() is None

    @property
    def fits(self) -> bool:
        """Whether the environment is still the one that it was started with."""
        return self._environment == _environment()

    def ask(self, request: dict[str, Any], *, seconds: float, file: str) -> dict[str, Any]:
        """Send a request that the worker holds to `seconds`, and wait for the answer.

        **Raises** `Lost` if a limit was exceeded, or the process of the check or the worker has
        come to an end; unless the worker is still `alive`, it is dead with all that was below it.
        The message names a line of `file`, where the process could still tell.
        """
        self.noise.clear()
        request = {**request, "id": secrets.token_hex(8)}
        try:
            self._send(json.dumps(request).encode() + b"\n")
            answer = self._await(seconds, request["id"])
            if "lost" in answer:
                raise Lost(answer["lost"], by_itself=answer["by_itself"])
        except Lost as end:
            place = self.noise.place_in(file)
            told = f"{end}{', at ' if place else ''}{place}.{self.noise.last_lines()}"
            raise Lost(told, by_itself=end.by_itself) from None
        except BaseException:  # Ctrl-C, for one
            self.kill()
            raise
        return answer

    def kill(self) -> None:
        """End the worker and all that is below it. Killing twice does no harm.

        A worker that is as it should be ends all that below it itself, when its pipe is closed. Of
        what has left it in another way, the mark in the environment tells.
        """
        if self._killed:
            return
        self._killed = True
        with contextlib.suppress(OSError):
            self._process.stdin.close()  # pyright: ignore[reportOptionalMemberAccess]
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(END_SECONDS)
        trees.end(self._process.pid)
        with contextlib.suppress(OSError):
            self._process.kill()
        self._process.wait()
        deadline = time.monotonic() + PATIENCE_SECONDS
        while (left := trees.marked(self._mark)) and time.monotonic() < deadline:
            for process in left:
                with contextlib.suppress(OSError):
                    os.kill(process, signal.SIGKILL)
            time.sleep(POLL_SECONDS / 100)
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
        except (OSError, ValueError):  # it has ended, or was killed meanwhile
            raise self._lost() from None

    def _await(self, seconds: float, name: str) -> dict[str, Any]:
        deadline = time.monotonic() + seconds + PATIENCE_SECONDS
        while True:
            try:
                line = self._answers.get(timeout=POLL_SECONDS)
            except queue.Empty:
                if time.monotonic() > deadline:  # someone has stopped the worker
                    self.kill()
                    raise Lost(f"was stopped at its limit of {seconds:g} s") from None
                continue
            if line is None:
                raise self._lost()
            try:
                answer = read_json(line)
                if answer["id"] == name:
                    return answer
            except (ValueError, TypeError, KeyError):
                pass
            self.kill()  # someone has found the pipe
            raise Lost("gave an answer that makes no sense")

    def _lost(self) -> Lost:
        """How the worker ended, of which nothing is left."""
        by_itself = not self._killed
        how = self._how_it_ended() if by_itself else "was ended with its worker"
        self.kill()
        return Lost(how, by_itself=by_itself)

    def _how_it_ended(self) -> str:
        try:
            code = self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            return "closed the pipe to its parent"
        if code >= 0:
            return f"lost its worker, which ended with exit code {code}"
        return f"lost its worker, which {trees.killed_by(-code)}"

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


def _environment() -> dict[str, str]:
    """The environment of this process, without what is of the moment: no check can know that."""
    return {name: value for name, value in os.environ.items() if name not in _OF_THE_MOMENT}
