"""Processes that draw samples for this one, each on one core.

In one process XLA spreads each operation over a pool of threads, which spend much of a second
core on waiting for each other. The size of the pool is fixed when JAX starts, so a run that lasts
goes on in other processes, each with a pool of one thread. They get the program itself, as
`jax.export` writes it, and answer with the bytes of arrays.
"""

import contextlib
import json
import os
import queue
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from theorem_checks.errors import TheoremChecksError
from theorem_checks.sampling.worker import TASK, Order

__all__ = ["Team", "WorkerError"]

_START = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[1]);"
    " from theorem_checks.sampling.worker import main; main()"
)
_ENVIRONMENT = {
    "PJRT_NPROC": "1",  # threads in the pool of XLA
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "JAX_PLATFORMS": "cpu",
    "JAX_ENABLE_X64": "1",
}
END_SECONDS = 5.0  # for a process that has closed its pipe to be gone


class WorkerError(TheoremChecksError):
    """Workers cannot be had, or are of no use; the message says why: 'a worker ended ...'."""


class Team:
    """Workers that run one program. To be closed.

    **Arguments**: how many workers; the `order` and the `program` that each of them gets; the
    bytes that a span adds to an answer; a `trial`, the task that each is given first, and
    `require`, which raises `WorkerError` for an answer that is not the right one.
    """

    def __init__(
        self,
        workers: int,
        order: Order,
        program: bytes,
        span_bytes: int,
        *,
        trial: tuple[int, int],
        require: Callable[[bytes], None],
    ) -> None:
        self._span_bytes = span_bytes
        self._workers: list[_Worker] = []
        self._idle: queue.SimpleQueue[_Worker] = queue.SimpleQueue()
        self._threads = ThreadPoolExecutor(workers, "sampling-worker")

        def introduce(worker: _Worker) -> None:
            worker.tell(order.to_line() + program)
            require(worker.ask(*trial, trial[1] * span_bytes))
            self._idle.put(worker)

        try:
            for _ in range(workers):
                self._workers.append(_Worker())
        except OSError as error:
            self.close()
            raise WorkerError(f"a worker could not be started: {error}") from None
        self._arrivals = [self._threads.submit(introduce, worker) for worker in self._workers]

    @property
    def size(self) -> int:
        """How many workers there are."""
        return len(self._workers)

    def ready(self) -> bool:
        """Whether all workers have passed their trial. **Raises** `WorkerError` if one failed."""
        arrived = [arrival for arrival in self._arrivals if arrival.done()]
        for arrival in arrived:
            arrival.result()
        return len(arrived) == self.size

    def ask(self, first: int, count: int) -> "Future[bytes]":
        """Have `count` spans drawn from number `first` on; a lost worker raises `WorkerError`."""
        return self._threads.submit(self._ask, first, count)

    def close(self) -> None:
        """End all workers, whatever they do, and wait until they are gone."""
        for worker in self._workers:
            worker.kill()
        self._threads.shutdown(cancel_futures=True)
        for worker in self._workers:
            worker.close()

    def _ask(self, first: int, count: int) -> bytes:
        worker = self._idle.get()
        try:
            return worker.ask(first, count, count * self._span_bytes)
        finally:
            self._idle.put(worker)


class _Worker:
    """One worker process, seen from its parent."""

    def __init__(self) -> None:
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 (closed with the worker)
        self._process = subprocess.Popen(  # noqa: S603 (our own interpreter and program)
            [sys.executable, "-P", "-c", _START, json.dumps([str(entry) for entry in sys.path])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            env={**os.environ, **_ENVIRONMENT},
            start_new_session=True,  # Ctrl-C is for the parent, which ends its workers
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._tasks, self._answers = self._process.stdin, self._process.stdout

    def tell(self, words: bytes) -> None:
        """Send something. **Raises** `WorkerError` if nobody listens."""
        try:
            self._tasks.write(words)
            self._tasks.flush()
        except OSError:
            raise WorkerError(self._how_it_ended()) from None

    def ask(self, first: int, count: int, size: int) -> bytes:
        """Give a task, and return its answer of that size. **Raises** `WorkerError`."""
        self.tell(TASK.pack(first, count))
        answer = self._answers.read(size)
        if len(answer) < size:
            raise WorkerError(self._how_it_ended())
        return answer

    def kill(self) -> None:
        """End the process at once."""
        self._process.kill()

    def close(self) -> None:
        """Let go of a process that was killed."""
        self._process.wait()
        for pipe in (self._tasks, self._answers, self._said):
            with contextlib.suppress(OSError):  # what could not be sent any more
                pipe.close()

    def _how_it_ended(self) -> str:
        try:
            code = self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            return "a worker closed the pipe to its parent"
        self._said.seek(0)
        lines = self._said.read().decode(errors="replace").strip().splitlines()
        last = f": {lines[-1]}" if lines else ""
        return f"a worker ended with exit code {code}{last}"
