"""How much memory a process and its children have taken since a moment, by the system's count."""

import psutil

__all__ = ["MemoryMeter", "descendants"]

MEGABYTE = 2**20
LOOKS_PER_SEARCH = 10  # searching for children costs much more than looking at those known


class MemoryMeter:
    """Measures by how much the resident memory of a process and its descendants grows.

    It counts from the moment when it is made. `has_children` says whether there are any then: to
    search for them takes longer than most checks do.
    """

    def __init__(self, process: psutil.Process, *, has_children: bool = False) -> None:
        self._root = process
        self._children = descendants(process) if has_children else []
        self._looks = 0
        self._before = self._resident()

    def grown_mb(self) -> float:
        """Return the growth until now, in megabytes."""
        if self._looks % LOOKS_PER_SEARCH == 0:
            self._children = descendants(self._root)
        self._looks += 1
        return (self._resident() - self._before) / MEGABYTE

    def _resident(self) -> int:
        return sum(_resident(process) for process in (self._root, *self._children))


def descendants(process: psutil.Process) -> list[psutil.Process]:
    """The children of a process, their children and so on; none if it is gone."""
    try:
        return process.children(recursive=True)
    except psutil.Error:
        return []


def _resident(process: psutil.Process) -> int:
    try:
        return process.memory_info().rss
    except psutil.Error:
        return 0
