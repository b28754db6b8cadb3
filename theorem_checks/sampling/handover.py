"""When a run on a CPU goes on in workers: once it has lasted, and only if they can be had."""

import time
from textwrap import shorten

from theorem_checks.sampling.sources import Devices, Drawn, Workers
from theorem_checks.sampling.workers import WorkerError

__all__ = ["Relief"]

LASTING = 5.0  # seconds: what it takes to start workers, on a machine that does other things too
LONGEST = 200  # characters of a reason


class Relief:
    """Workers that take over a run from this process. To be closed.

    A run of which nobody knows when it ends is worth workers when it has lasted as long as they
    take to start, and may go on for as long.

    **Arguments**: the `devices` on which the run begins. **Fields**: `failure`, why it has to do
    without workers; `size`, how many of them took over.
    """

    def __init__(self, devices: Devices) -> None:
        self.failure, self.size = "", 0
        self._devices = devices
        self._began = time.monotonic()
        self._workers: Workers | None = None

    def ready(self, first: int, sample: Drawn, done: int, left: int) -> Workers | None:
        """Return the workers as soon as they can take over.

        **Arguments**: the `first` span of the batch `sample`; how many blocks are `done`, and how
        many are `left` at most.
        """
        if self.failure or not left or not self._devices.can_share:
            return None
        elapsed = time.monotonic() - self._began
        try:
            if self._workers is None:
                if min(elapsed, elapsed * left / done) >= LASTING:
                    self._workers = Workers(self._devices, first, sample)
            elif self._workers.ready():
                self.size = self._devices.cores
                return self._workers
        except WorkerError as error:
            self.fail(error)
        return None

    def fail(self, error: WorkerError) -> None:
        """Do without workers from now on."""
        self.failure = shorten(str(error), LONGEST)
        self.close()

    def close(self) -> None:
        """End the workers."""
        if self._workers is not None:
            self._workers.close()
            self._workers = None
