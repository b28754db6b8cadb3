"""Progress for people: one line that is rewritten, or lines in a log; those of a test."""

import sys
import time
from typing import Protocol, runtime_checkable

from theorem_checks.sampling.runs import Progress

__all__ = ["ProgressLines", "ShowProgress", "count", "duration"]

BETWEEN_LINES = 10.0  # seconds, where lines stay


@runtime_checkable
class Terminal(Protocol):
    """What is written to: a text stream such as `sys.stderr`."""

    def write(self, text: str, /) -> int:
        """Write some text."""
        ...

    def flush(self) -> None:
        """Show what was written."""
        ...

    def isatty(self) -> bool:
        """Return whether somebody watches, so that a line can be rewritten."""
        ...


class ProgressLines:
    """Lines of progress: in a terminal one that is rewritten, else a new one every ten seconds.

    **Arguments**: the `stream` to write to; by default standard error, as results may go to
    standard output.
    """

    def __init__(self, stream: Terminal | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._live = self._stream.isatty()
        self._last = -BETWEEN_LINES
        self._width = 0

    def show(self, line: str, *, done: bool) -> None:
        """Write a line, if it is time."""
        if self._live:
            self._stream.write("\r" + line.ljust(self._width) + ("\n" if done else ""))
            self._width = 0 if done else len(line)
        elif done or time.monotonic() - self._last >= BETWEEN_LINES:
            self._stream.write(line + "\n")
            self._last = time.monotonic()
        self._stream.flush()


class ShowProgress:
    """Write how far a test is: in a terminal to one line, else to a new line every ten seconds.

    To be given to a test as `progress=ShowProgress()`.

    **Arguments**: the `stream` to write to; by default standard error.
    """

    def __init__(self, stream: Terminal | None = None) -> None:
        self._lines = ProgressLines(stream)

    def __call__(self, progress: Progress) -> None:
        """Write a line, if it is time."""
        self._lines.show(_line(progress), done=progress.done)


def _line(progress: Progress) -> str:
    low, high = progress.interval
    ahead = "done" if progress.done else f"{duration(progress.seconds_left)} left"
    return (
        f"{count(progress.samples)} of at most {count(progress.max_samples)} samples"
        f"  {progress.estimate:.6g} in [{low:.6g}, {high:.6g}]"
        f"  {count(progress.rate)}/s  {ahead}"
    )


def count(number: int | float) -> str:
    """Return a number in three digits, with k, M or G."""
    for unit, name in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= unit:
            return f"{number / unit:.3g}{name}"
    return f"{number:.3g}"


def duration(seconds: float) -> str:
    """Return seconds as minutes:seconds, or hours:minutes:seconds."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
