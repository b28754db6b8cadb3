"""A bar on standard error that tells how far a run is; nothing where there is no terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from theorem_checks.reporting.words import one_line
from theorem_checks.running.job import Job
from theorem_checks.running.outcomes import Result

__all__ = ["ProgressBar", "counted"]


BEFORE = 42  # the widest that stands before the text: bar, counts of four digits, time


def _bar(console: Console) -> Progress:
    return Progress(
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}", style="dim", markup=False),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


@contextmanager
def counted(console: Console) -> Iterator[Callable[[str, int, int], None]]:
    """A bar for what is told as a text, how much is through, and how much there is."""
    with _bar(console) as bar:
        task = bar.add_task("reading the claims", total=None)
        width = max(20, console.width - BEFORE)

        def watch(what: str, done: int, total: int) -> None:
            bar.update(task, description=one_line(what, width), completed=done, total=total)

        yield watch


class ProgressBar:
    """Watches a run of `verify`: done and total, time, from the ledger, and what runs now.

    Use it as a context manager; it takes the bar away at the end.
    """

    def __init__(self, console: Console) -> None:
        self._running: dict[str, None] = {}  # what was started and has not ended, oldest first
        self._progress = _bar(console)
        self._cached = ""
        self._width = max(20, console.width - BEFORE)
        self._task = self._progress.add_task("reading the claims", total=None)

    def planned(self, total: int, cached: int) -> None:
        """Show how much there is to do, and how much of it the ledger answers."""
        self._cached = f"{cached} from the ledger" if cached else ""
        self._progress.update(self._task, total=total)
        self._show_now()

    def started(self, job: Job) -> None:
        """Show that a job was handed out."""
        self._running[str(job)] = None
        self._show_now()

    def finished(self, result: Result) -> None:
        """Count a job that has ended."""
        self._running.pop(str(result.job), None)
        self._progress.advance(self._task)
        self._show_now()

    def __enter__(self) -> "ProgressBar":
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._progress.stop()

    def _show_now(self) -> None:
        oldest = next(iter(self._running), "")
        text = one_line("; ".join(filter(None, (self._cached, oldest))), self._width)
        self._progress.update(self._task, description=text)
