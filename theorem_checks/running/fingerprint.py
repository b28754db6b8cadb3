"""The key of a result: a hash of everything that it depends on."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from theorem_checks.running.plan import Job

__all__ = ["Fingerprints"]


class Fingerprints:
    """The keys of jobs."""

    def key(self, job: "Job") -> str:
        """Return the key of a job."""
        raise NotImplementedError
