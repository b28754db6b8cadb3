"""What a check reads beside code: files and environment variables, as far as it can be noticed.

A result depends on these as on code, and is run again when they have changed. Noticed are files
that the author's code opens, itself or by a library, and variables that it looks up by name, at
import or in a check. Not noticed is what is read by other processes, by a library for itself or by
code outside of Python, what belongs to an installed package, and what is asked of the system
otherwise: the time, names in a folder, `os.environ` as a whole, docstrings but for the arguments of
proofs written by hand.
"""

import hashlib
import os
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.util import source_from_cache
from pathlib import Path
from types import FrameType
from typing import Any

from theorem_checks.running.loading import Stamp, get_new_data, stamp
from theorem_checks.running.modules import is_installed

__all__ = ["Reading", "Reads", "digest_of", "noted", "unchanged", "watch", "watching"]

MOST = 200  # files, and variables, of one check
UNKNOWN = os.devnull  # what is no file of bytes has the digest ''
MOST_BYTES = 2**26  # of a file whose content is looked at; a larger one goes by its times and size
MOST_FRAMES = 60
WRAPPERS = ("<frozen", "<@beartype")  # what calls code without being anybody's
CODE = (".py", ".pyc", ".so", ".pyd")
TOOLKIT = f"{Path(__file__).parents[1]}{os.sep}"

Reads = Mapping[str, Mapping[str, str]]
"""Digests of `files` by path, and of variables of the `environment` by name."""


class Reading:
    """What this process has read so far, and those from which it was forked.

    **Arguments**: `most`, how many files and how many variables are noted.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._files: dict[str, Stamp] = {}  # as they were when they were opened
        self._written: set[str] = set()
        self._variables: dict[str, None] = {}
        self._code: dict[str, Stamp] = {}

    @property
    def code(self) -> list[str]:
        """The files of code that the author's code has read or run, in whatever way."""
        return list(self._code)

    @property
    def is_whole(self) -> bool:
        """Whether everything was noted, and not only the first ones."""
        return all(len(known) < self._most for known in (self._files, self._variables, self._code))

    def stamps(self) -> dict[str, list[int]]:
        """The stamps of all files, code too, as they were first opened; zeros if there was none."""
        known = {**self._files, **self._code}
        return {name: list(then) for name, then in known.items() if name not in self._written}

    def opened(self, path: object, mode: object, flags: object) -> None:
        """Note a file that the author's code opens; one that it writes is its own."""
        if not isinstance(path, str | bytes | os.PathLike):
            return
        name = os.path.abspath(os.fsdecode(path))
        writes = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR)
        if writes or (isinstance(mode, str) and set(mode) & set("wax+")):
            self._written.add(name)
        elif name.endswith(CODE):
            source = _source_of(name)
            if source and not is_installed(source) and self._is_new(self._code, source):
                self._code[source] = stamp(source)
        elif not is_installed(name) and self._is_new(self._files, name):
            self._files[name] = stamp(name)

    def noted(self, path: str | os.PathLike[str]) -> None:
        """Note a file that the toolkit reads for an author, or that it runs."""
        name = os.path.abspath(os.fsdecode(path))
        self._files.setdefault(name, stamp(name))

    def looked_up(self, name: object) -> None:
        """Note a variable that the author's code looks up."""
        if isinstance(name, str) and self._is_new(self._variables, name, itself=True):
            self._variables[name] = None

    def _is_new(self, known: Mapping[str, object], name: str, *, itself: bool = False) -> bool:
        if (
            name in known
            or len(known) >= self._most
            or name.startswith(("/proc/", "/sys/", "/dev/"))
        ):
            return False
        return _is_authors(_asking(sys._getframe()), itself=itself)

    def so_far(self) -> dict[str, dict[str, str]]:
        """Return digests of what was read, as it is now; '' of what is not there.

        Where not everything was noted, there is one more that no file has.
        """
        files = {name: digest_of(name) for name in self._files if name not in self._written}
        if not self.is_whole:
            files[UNKNOWN] = "of what was not noted"
        return {
            "files": files,
            "environment": {name: _of_variable(name) for name in self._variables},
        }


_readings: list[Reading] = []


def noted(path: str | os.PathLike[str]) -> None:
    """Note a file on which a result rests, though no code of the author has opened it."""
    for reading in _readings:
        reading.noted(path)


def watch(most: int = MOST) -> Reading:
    """Notice from now on what this process reads; see `Reading`."""
    _hear()
    reading = Reading(most)
    _readings.append(reading)
    return reading


@contextmanager
def watching(most: int = MOST) -> Iterator[Reading]:
    """Notice what this process reads until the end of a block; see `Reading`."""
    reading = watch(most)
    try:
        yield reading
    finally:
        _readings.remove(reading)


@cache
def _hear() -> None:
    """Tell all readings of files that are opened and variables that are looked up, from now on."""

    def hear(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            for reading in _readings:
                reading.opened(*arguments)

    class Watched(type(os.environ)):
        def __getitem__(self, key: Any) -> Any:
            for reading in _readings:
                reading.looked_up(key)
            return super().__getitem__(key)

    sys.addaudithook(hear)
    os.environ.__class__ = Watched


def unchanged(reads: Reads, known: dict[str, tuple[Stamp, str]]) -> bool:
    """Whether all that was read is as it was; digests are kept in `known` for later questions."""
    for name, digest in reads["environment"].items():
        if _of_variable(name) != digest:
            return False
    for name, digest in reads["files"].items():
        now = stamp(name)
        if name not in known or known[name][0] != now:
            known[name] = now, digest_of(name)
        if known[name][1] != digest:
            return False
    return True


def digest_of(file: str) -> str:
    """A digest of what is in a file; '' if there is no such file."""
    try:
        status = os.stat(file)
        if not stat.S_ISREG(status.st_mode):
            return ""
        if status.st_size > MOST_BYTES:
            return _hash(repr(stamp(file)).encode())
        return _hash(Path(file).read_bytes())
    except (OSError, ValueError):
        return ""


def _source_of(code: str) -> str:
    """The file of Python that is compiled or stands in a file; '' for what is neither."""
    if not code.endswith(".pyc"):
        return code if code.endswith(".py") else ""
    try:
        return source_from_cache(code)
    except ValueError:
        return ""


def _of_variable(name: str) -> str:
    value = os.environ.get(name)
    return "" if value is None else _hash(value.encode("utf-8", "surrogateescape"))


def _hash(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def _asking(frame: FrameType | None) -> FrameType | None:
    """The frame that opens or looks up, behind those of this file."""
    while frame is not None and frame.f_code.co_filename.startswith((__file__, *WRAPPERS)):
        frame = frame.f_back
    return frame


def _is_authors(frame: FrameType | None, *, itself: bool = False) -> bool:
    """Whether code of an author is at work, as the first that is no library's.

    `itself`: whether libraries do not count, but those of which a look-up is made.
    """
    for _ in range(MOST_FRAMES):
        if frame is None:
            return False
        file = frame.f_code.co_filename
        if file.startswith(TOOLKIT) and frame.f_code is not get_new_data.__code__:
            return False
        if not file.startswith((*WRAPPERS, TOOLKIT)) and not is_installed(file):
            return True
        if itself and not file.startswith(WRAPPERS):
            return False
        frame = frame.f_back
    return False
