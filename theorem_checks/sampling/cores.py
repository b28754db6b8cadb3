"""How many cores of a CPU a run may take."""

import multiprocessing
import os

from theorem_checks.errors import ArgumentError
from theorem_checks.processors import processors

__all__ = ["cores_to_use"]

CORES = "THEOREM_CHECKS_CORES"


def cores_to_use(stated: int | None) -> int:
    """Return how many cores a run may take.

    What is not `stated` is read from `THEOREM_CHECKS_CORES`. Without either, a process that is
    one of several takes one core, and any other all that it is allowed to run on.

    **Raises** `ArgumentError` for a number that is not positive.
    """
    text = os.environ.get(CORES, "") if stated is None else str(stated)
    if text:
        if not text.isdecimal() or not int(text):
            raise ArgumentError("cores", text, "a positive number", f"It may come from {CORES}.")
        return int(text)
    return 1 if _one_of_several() else processors()


def _one_of_several() -> bool:
    """Whether processes beside this one were started to use the other cores."""
    return multiprocessing.parent_process() is not None or "PYTEST_XDIST_WORKER" in os.environ
