"""The jobs that wait for a worker, and which of them is the next."""

from collections import deque
from collections.abc import Collection, Iterable

from theorem_checks.running.catalogue import Origin
from theorem_checks.running.job import Job

__all__ = ["Waiting"]


class Waiting:
    """Jobs by file: what may take long first.

    Those of one file are run one after the other as long as there are others: a worker that has
    imported the file goes on with it, and checks that need the same training do not wait for each
    other, each holding a core.
    """

    def __init__(self, jobs: Iterable[Job]) -> None:
        files: dict[Origin, list[Job]] = {}
        for job in jobs:
            files.setdefault(job.origin, []).append(job)
        self._files = {
            origin: deque(sorted(files[origin], key=lambda job: -job.seconds))
            for origin in sorted(files, key=lambda origin: -max(j.seconds for j in files[origin]))
        }

    def take(self, busy: Collection[Origin]) -> Job | None:
        """Take the next job, of a file that is not busy if there is one; None if none waits."""
        free = (origin for origin in self._files if origin not in busy)
        origin = next(free, None) or next(iter(self._files), None)
        if origin is None:
            return None
        job = self._files[origin].popleft()
        if not self._files[origin]:
            del self._files[origin]
        return job
