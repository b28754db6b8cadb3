"""Bounds on memory and processor time that a process sets for itself.

Each is set where the system has it. The worker enforces limits as well, by the clock and by
resident memory; these here act at once.
"""

import contextlib
import os
from collections.abc import Iterator

import psutil

try:
    import resource
except ImportError:  # Windows
    resource = None

__all__ = ["bounded"]

MEGABYTE = 2**20
CORES = os.cpu_count() or 1
STACKS_MB = 512 + 32 * CORES  # stacks of threads count as data, though hardly any of it is used


@contextlib.contextmanager
def bounded(seconds: float, memory_mb: int) -> Iterator[None]:
    """Bound the data segment and the processor time of what is run inside.

    Memory counts from what is in use now, so that libraries which are loaded already cost a
    check nothing. Processor time is bounded for `seconds` of all processors, as a backstop.
    """
    if resource is None:
        yield
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    cpu = used.ru_utime + used.ru_stime + seconds * CORES + 60
    data = getattr(psutil.Process().memory_info(), "data", None)  # only Linux tells, or enforces
    old = [(name, resource.getrlimit(name)) for name in (resource.RLIMIT_CPU, resource.RLIMIT_DATA)]
    _lower(resource.RLIMIT_CPU, int(cpu))
    if data is not None:
        _lower(resource.RLIMIT_DATA, int(data + (memory_mb + STACKS_MB) * MEGABYTE))
    try:
        yield
    finally:
        for name, limits in old:
            resource.setrlimit(name, limits)


def _lower(name: int, value: int) -> None:
    assert resource is not None
    _, hard = resource.getrlimit(name)
    soft = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(name, (soft, hard))
