"""Run the checks of a catalogue and judge what they found."""

from concurrent.futures import Executor
from typing import Literal, Protocol

from theorem_checks.claims import Tier
from theorem_checks.running.catalogue import Catalogue
from theorem_checks.running.ledger import Ledger
from theorem_checks.running.outcomes import Report, Result
from theorem_checks.running.plan import Job

__all__ = ["Watcher", "verify"]


class Watcher(Protocol):
    """Told of the progress of a run, always in the thread that called `verify`."""

    def planned(self, total: int, cached: int) -> None:
        """The run has `total` jobs, `cached` of which the ledger answers."""

    def started(self, job: Job) -> None:
        """A job was handed to the executor."""

    def finished(self, result: Result) -> None:
        """A job ended; called for the results from the ledger, too."""


def verify(
    catalogue: Catalogue,
    *,
    tier: Tier | Literal["quick", "deep"] = Tier.QUICK,
    fresh: bool = False,
    jobs: int | None = None,
    ledger: Ledger | None = None,
    executor: Executor | None = None,
    seed: int = 0,
    watch: Watcher | None = None,
) -> Report:
    """Run the checks of a catalogue that the ledger cannot answer, and judge the results.

    **Arguments**

    - `tier`: 'quick' or 'deep'. `seed` of the run. `fresh`: run everything anew.
    - `jobs`: how many checks at a time; by default as many as there are processors.
    - `ledger`: where results are looked up and kept; nowhere if None.
    - `executor`: any executor in the style of `concurrent.futures`, instead of threads; each job
      starts a process with its limits wherever the executor runs it.
    - `watch`: told of progress.
    """
    raise NotImplementedError
