"""Several hosts, or several processes on one: one test on the devices of all of them.

Every process runs the same program. A batch of samples is computed on the devices of all, then
every process has all of its values, runs the same test on them and comes to the same verdict.
"""

import hashlib
import os
import socket
import time
from collections.abc import Mapping

import jax
import numpy as np

from theorem_checks.errors import ArgumentError, TheoremChecksError

__all__ = ["HostsError", "everywhere", "join_hosts", "require_agreement"]

COORDINATOR = "THEOREM_CHECKS_COORDINATOR"
PROCESSES = "THEOREM_CHECKS_PROCESSES"
PROCESS = "THEOREM_CHECKS_PROCESS"
BETWEEN_TRIES = 0.1  # seconds


class HostsError(TheoremChecksError):
    """The processes of a run could not be joined, or are not running the same check."""


def join_hosts(
    coordinator: str | None = None,
    processes: int | None = None,
    process: int | None = None,
    *,
    timeout: float = 60.0,
) -> None:
    """Join this process to the others of a run; from then on tests use the devices of all.

    To be called once in every process, before JAX computes anything. All processes then have to
    call the same tests with the same seeds in the same order.

    **Arguments**: the `coordinator`, 'host:port' of process 0, which has to be free there; the
    number of `processes`; the number of this `process`, from 0 on. What is not given is read from
    the environment: `THEOREM_CHECKS_COORDINATOR`, `THEOREM_CHECKS_PROCESSES` and
    `THEOREM_CHECKS_PROCESS`. Process 0 waits for the others, and they for it, for `timeout`
    seconds.

    **Raises** `ArgumentError` for what is missing or makes no sense; `HostsError` if the
    coordinator cannot be reached, or not all processes arrive.
    """
    address = coordinator or os.environ.get(COORDINATOR, "")
    count = _number("processes", processes, PROCESSES)
    number = _number("process", process, PROCESS)
    name, _, port = address.rpartition(":")
    if not name or not port.isdigit():
        raise ArgumentError("coordinator", address, f"'host:port', as argument or in {COORDINATOR}")
    if count < 1:
        raise ArgumentError("processes", count, "a positive number of processes")
    if not 0 <= number < count:
        raise ArgumentError("process", number, f"a number from 0 to {count - 1}")
    began = time.monotonic()
    if number:
        _wait_for(name, int(port), timeout)
    left = max(1, round(timeout - (time.monotonic() - began)))
    try:
        jax.distributed.initialize(address, count, number, initialization_timeout=left)
    except RuntimeError as error:
        raise HostsError(
            f"Process {number} of {count} did not join the others at {address} within"
            f" {timeout:g} s: {str(error).splitlines()[0]}. Start all {count} processes, each with"
            " its own number, and join before JAX is used."
        ) from error


def everywhere(batch: jax.Array) -> np.ndarray:
    """Return an array that is spread over hosts, the whole of it, on each of them."""
    from jax.experimental import multihost_utils

    with jax.enable_x64(True):
        return np.asarray(multihost_utils.process_allgather(batch, tiled=True))


def require_agreement(facts: Mapping[str, str]) -> None:
    """Raise `HostsError` unless all processes call this with the same facts.

    **Arguments**: the `facts` by name; the names are the same on all hosts.
    """
    digests = [hashlib.sha256(f"{name}\0{fact}".encode()).digest() for name, fact in facts.items()]
    mine = np.frombuffer(b"".join(digests), dtype=np.uint32).reshape(len(facts), -1)
    from jax.experimental import multihost_utils

    theirs = np.asarray(multihost_utils.process_allgather(mine))
    same = (theirs == theirs[0]).all(axis=(0, 2))
    differing = [name for name, equal in zip(facts, same, strict=True) if not equal]
    if differing:
        name = differing[0]
        raise HostsError(
            f"The hosts do not run the same test: they disagree on {', '.join(differing)}. On"
            f" process {jax.process_index()}, {name} is {facts[name]!r:.200}. Every process has to"
            " call the same tests with the same seeds in the same order."
        )


def _number(name: str, given: int | None, variable: str) -> int:
    text = os.environ.get(variable, "") if given is None else str(given)
    if not text.lstrip("-").isdigit():
        raise ArgumentError(
            name, given if text == "" else text, f"an int, or {variable} set to one"
        )
    return int(text)


def _wait_for(name: str, port: int, timeout: float) -> None:
    """Wait until something listens there: JAX itself would end the process without an error."""
    deadline = time.monotonic() + timeout
    while True:
        try:
            socket.create_connection((name, port), timeout=max(BETWEEN_TRIES, 1.0)).close()
        except OSError as error:
            if time.monotonic() > deadline:
                raise HostsError(
                    f"No coordinator could be reached at {name}:{port} within {timeout:g} s"
                    f" ({error}). Start process 0 there, and look for a firewall between the hosts."
                ) from None
            time.sleep(BETWEEN_TRIES)
        else:
            return
