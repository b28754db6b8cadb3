"""Trees of processes: who is in one, how much memory it takes, and how all of it ends."""

import contextlib
import ctypes
import os
import signal
import sys
import time
from collections.abc import Collection, Iterable
from pathlib import Path

import psutil

__all__ = [
    "MARK",
    "adopt_orphans",
    "children_of",
    "descendants",
    "die_with_parent",
    "end",
    "killed_by",
    "marked",
    "proportional_mb",
    "resident_mb",
]

MARK = "THEOREM_CHECKS_TREE"
"""The environment variable by which the processes of one worker know each other."""

MEGABYTE = 2**20
PAGE = os.sysconf("SC_PAGESIZE") if hasattr(os, "sysconf") else 4096
END_SECONDS = 5.0
PAUSE_SECONDS = 0.002
_SET_PDEATHSIG, _SET_CHILD_SUBREAPER = 1, 36  # of prctl, in Linux
_LINUX = sys.platform == "linux"
_libc = ctypes.CDLL(None, use_errno=True) if _LINUX else None


def adopt_orphans() -> None:
    """Make this process the parent of those below it whose own parent ends. Linux alone can."""
    if _libc is not None:
        _libc.prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def die_with_parent(parent: int) -> None:
    """Let the kernel kill this process when its parent, the process `parent`, has ended."""
    if _libc is not None:
        _libc.prctl(_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:  # it ended before the kernel was asked
        os._exit(1)


def children_of(pid: int) -> list[int]:
    """The children of a process, be they alive or ended and not waited for; none if it is gone."""
    if not _LINUX:
        try:
            return [child.pid for child in psutil.Process(pid).children()]
        except psutil.Error:
            return []
    found: list[int] = []
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with contextlib.suppress(OSError):
                text = Path(f"/proc/{pid}/task/{thread}/children").read_bytes()
                found += map(int, text.split())
    return found


def descendants(pid: int, leave: Collection[int] = ()) -> list[int]:
    """All processes below one, but for those in `leave` and what is below these."""
    found: list[int] = []
    waiting = [pid]
    while waiting:
        new = [child for child in children_of(waiting.pop()) if child not in leave]
        found += new
        waiting += new
    return found


def end(pid: int, leave: Collection[int] = ()) -> bool:
    """Kill all processes below this one or another, but for those in `leave`, until none is left.

    **Returns** whether none is: one that waits in the kernel may take its time.
    """
    own = pid == os.getpid()
    deadline = time.monotonic() + END_SECONDS
    while left := descendants(pid, leave):
        for sent in (signal.SIGSTOP, signal.SIGKILL):  # what stands still makes no children
            for process in left:
                with contextlib.suppress(OSError):
                    os.kill(process, sent)
        if own:
            _bury(left)
        if time.monotonic() > deadline:
            return False
        if not own or descendants(pid, leave):
            time.sleep(PAUSE_SECONDS)
    return True


def _bury(processes: Iterable[int]) -> None:
    for process in processes:
        with contextlib.suppress(ChildProcessError):  # the child of another one
            os.waitpid(process, os.WNOHANG)


def marked(mark: str) -> list[int]:
    """The processes that were started below a worker with this mark, wherever they are now.

    Those that took it from their environment, and then executed another program, are not found.
    """
    if not _LINUX:
        return []
    wanted, found = f"{MARK}={mark}".encode(), []
    for name in os.listdir("/proc"):
        with contextlib.suppress(OSError):
            if name.isdigit() and wanted in Path(f"/proc/{name}/environ").read_bytes().split(b"\0"):
                found.append(int(name))
    return found


def resident_mb(processes: Iterable[int]) -> float:
    """The memory in which these processes stand, what they share counted for each."""
    if not _LINUX:
        return sum(map(_resident, processes)) / MEGABYTE
    pages = 0
    for pid in processes:
        with contextlib.suppress(OSError, IndexError):
            pages += int(Path(f"/proc/{pid}/statm").read_bytes().split()[1])
    return pages * PAGE / MEGABYTE


def proportional_mb(processes: Iterable[int]) -> float:
    """The memory that these processes take, what several share counted in parts."""
    if not _LINUX:
        return resident_mb(processes)
    kilobytes = 0
    for pid in processes:
        with contextlib.suppress(OSError, IndexError):
            text = Path(f"/proc/{pid}/smaps_rollup").read_bytes()
            kilobytes += int(text.partition(b"\nPss:")[2].split()[0])
    return kilobytes / 1024


def _resident(pid: int) -> int:
    try:
        return psutil.Process(pid).memory_info().rss
    except psutil.Error:
        return 0


def killed_by(number: int) -> str:
    """How a process ended that a signal killed, by the signal's number."""
    name = signal.Signals(number).name if number in set(signal.Signals) else "?"
    hint = ", as the system does when memory runs out" if name == "SIGKILL" else ""
    return f"was killed by signal {number} ({name}){hint}"
