"""How much memory a process and its children have taken since a moment, by the system's count."""

import psutil

__all__ = ["MemoryMeter", "descendants"]

MEGABYTE = 2**20
LOOKS_PER_SEARCH = 10  # searching for children costs much more than looking at those known


class MemoryMeter:
    """Measures by how much the resident memory of a process and its descendants grows.

    It counts from the moment when it is made; the process then has no children.
    """

    def __init__(self, process: psutil.Process) -> None:
        self._root = process
        self._children: list[psutil.Process] = []
        self._looks = 0
        self._before = _resident(process)

    def grown_mb(self) -> float:
        """Return the growth until now, in megabytes."""
        if self._looks % LOOKS_PER_SEARCH == 0:
            self._children = descendants(self._root)
        self._looks += 1
        now = sum(_resident(process) for process in (self._root, *self._children))
        return (now - self._before) / MEGABYTE


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
