"""Executors on other machines: the schedulers that `theorem-checks verify --scheduler` reaches."""

import contextlib
import re
from collections.abc import Iterator
from concurrent.futures import Executor

from theorem_checks.errors import ArgumentError, TheoremChecksError

__all__ = ["SchedulerError", "dask_executor"]

CONNECT_SECONDS = 10.0
_ADDRESS = re.compile(r"\w+://\S+|\S+:\d+|.+\.json")


class SchedulerError(TheoremChecksError):
    """A scheduler cannot be reached, or has no workers, or Dask is not installed."""


@contextlib.contextmanager
def dask_executor(address: str, *, timeout: float = CONNECT_SECONDS) -> Iterator[Executor]:
    """Yield an executor that runs jobs on the workers of a Dask cluster.

    Each job is one task, and starts a process with its limits on the machine of the worker that
    takes it; a worker that dies in the middle has its tasks taken over by the others. The
    machines need the same code and the same versions: a result from other code is shown, with
    a warning, but not kept.

    **Arguments**: `address` of the scheduler, such as 'tcp://10.0.0.7:8786', or the path of the
    file that `dask scheduler --scheduler-file` writes, ending in '.json'. `timeout` in seconds,
    for the scheduler to answer.

    **Raises** `SchedulerError` if Dask is missing, nobody answers, or there are no workers;
    `ArgumentError` for what is no address.
    """
    if not _ADDRESS.fullmatch(address):
        expected = "an address such as tcp://10.0.0.7:8786, or a scheduler's file (.json)"
        raise ArgumentError("--scheduler", address, expected)
    try:
        from distributed import Client
    except ImportError as error:
        raise SchedulerError(
            "A scheduler needs Dask, which is not installed."
            " Install the extra: pip install 'theorem-checks[dask]'."
        ) from error
    in_a_file = address.endswith(".json")
    try:
        client = Client(
            address=None if in_a_file else address,
            scheduler_file=address if in_a_file else None,
            timeout=timeout,
            set_as_default=False,
        )
    except (OSError, ValueError, TimeoutError) as error:
        raise SchedulerError(
            f"No Dask scheduler answers at {address} ({type(error).__name__})."
            " Start one with `dask scheduler`, and workers with `dask worker ADDRESS`."
        ) from error
    with client:
        if not client.scheduler_info(n_workers=-1)["workers"]:
            raise SchedulerError(
                f"The scheduler at {address} has no workers. Start some: `dask worker {address}`."
            )
        yield client.get_executor(pure=False)
