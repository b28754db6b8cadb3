"""What a worker does to itself: bounds on memory and processor time, and death with its parent.

Each bound is set where the system has it. The parent enforces limits as well, by the clock and
by resident memory; these here act at once, and when no parent is left.
"""

import contextlib
import os
import select
import signal
import threading
import time
from collections.abc import Iterator

import psutil

try:
    import fcntl
    import resource
except ImportError:  # Windows
    fcntl = resource = None

__all__ = ["bounded", "children", "die", "die_when_orphaned", "tied_to_parent"]

MEGABYTE = 2**20
CORES = os.cpu_count() or 1
STACKS_MB = 512 + 32 * CORES  # stacks of threads count as data, though hardly any of it is used
PARENT_SECONDS = 1.0


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


def children() -> frozenset[int]:
    """The ids of this process's children, be they alive or ended and not waited for."""
    if hasattr(os, "waitid"):  # most often there are none, and this is much the faster way
        try:
            os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            return frozenset()
    return frozenset(child.pid for child in psutil.Process().children())


def die() -> None:
    """End this process at once, with all processes that it has started in its group."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def die_when_orphaned() -> None:
    """Watch, in a thread, for the end of the parent."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(PARENT_SECONDS)
        die()

    threading.Thread(target=watch, daemon=True).start()


@contextlib.contextmanager
def tied_to_parent(pipe: int) -> Iterator[None]:
    """Let the kernel kill the process group when the other end of `pipe` closes.

    A thread cannot do it while a C function, such as a huge `pow`, holds the interpreter. The
    parent must not write to the pipe meanwhile. Only Linux can be asked this.
    """
    if fcntl is None or not hasattr(fcntl, "F_SETSIG") or os.getpgrp() != os.getpid():
        yield
        return
    flags = fcntl.fcntl(pipe, fcntl.F_GETFL)
    fcntl.fcntl(pipe, fcntl.F_SETOWN, -os.getpgrp())
    fcntl.fcntl(pipe, fcntl.F_SETSIG, signal.SIGKILL)
    fcntl.fcntl(pipe, fcntl.F_SETFL, flags | os.O_ASYNC)
    if _hung_up(pipe):  # before the kernel was asked
        die()
    try:
        yield
    finally:
        fcntl.fcntl(pipe, fcntl.F_SETFL, flags)


def _hung_up(pipe: int) -> bool:
    poll = select.poll()
    poll.register(pipe, 0)
    return any(events & select.POLLHUP for _, events in poll.poll(0))


def _lower(name: int, value: int) -> None:
    assert resource is not None
    _, hard = resource.getrlimit(name)
    soft = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(name, (soft, hard))
