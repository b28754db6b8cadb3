"""Wait until somebody saves a file on which claims rest, and tell which claims these are."""

import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from theorem_checks.running.catalogue import Catalogue
from theorem_checks.running.fingerprint import Fingerprints
from theorem_checks.running.loading import Stamp, stamp

__all__ = ["Saves"]

LOOK_SECONDS = 0.1
REST_SECONDS = 0.05  # an editor may write a file in several steps


class Saves:
    """The files on which claims rest, with the files that declare these claims.

    A file of claims rests on itself and on all modules of its author's, and of the toolkit, to
    which its imports lead.
    """

    def __init__(self) -> None:
        self._resting: dict[Path, set[Path]] = {}  # files of claims, by the files below them
        self._stamps: dict[Path, Stamp] = {}

    def note(self, files: Iterable[Path], fingerprints: Fingerprints, of: Catalogue) -> None:
        """Note what files of claims rest on, as `fingerprints` have read it.

        A file that could not be read this time rests on what it did before, and on itself.
        """
        files = set(files)
        read = {one.file: one.origin for one in of.found.values() if one.file in files}
        for resting in self._resting.values():
            resting.difference_update(read)
        for file in files:
            below: Mapping[Path, Stamp] = {}
            if file in read:
                below = fingerprints.closure(read[file]).files
            for path, then in {file: stamp(file), **below}.items():
                self._resting.setdefault(path, set()).add(file)
                self._stamps[path] = then

    def wait(self, sleep: Callable[[float], object] = time.sleep) -> tuple[list[Path], list[Path]]:
        """Wait until a file is saved that was noted.

        **Returns** the files that were saved, and those of claims that rest on them.
        """
        while not (saved := self._saved()):
            sleep(LOOK_SECONDS)
        while True:  # until nothing changes any more
            sleep(REST_SECONDS)
            if not (more := self._saved()):
                break
            saved |= more
        touched = set[Path]().union(*(self._resting[path] for path in saved))
        return sorted(saved), sorted(touched)

    def _saved(self) -> set[Path]:
        saved = {path for path, then in self._stamps.items() if stamp(path) != then}
        self._stamps |= {path: stamp(path) for path in saved}
        return saved
