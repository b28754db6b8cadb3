"""How far a run is, on standard error: a bar on a terminal, and elsewhere a line now and then."""

import contextlib
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from theorem_checks.reporting.words import one_line, plural
from theorem_checks.running.job import Job
from theorem_checks.running.outcomes import Result

__all__ = ["ProgressBar", "counted"]

READING = "reading the claims"
SECONDS_BETWEEN_LINES = 30.0
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
def _lines(console: Console, said: Callable[[], str]) -> Iterator[None]:
    """Off a terminal, say now and then how far it is; what takes less time says nothing."""
    ended, started = threading.Event(), time.monotonic()

    def say() -> None:
        while not ended.wait(SECONDS_BETWEEN_LINES):
            with contextlib.suppress(OSError, ValueError):  # nobody reads it any more
                console.print(f"{said()}, after {time.monotonic() - started:.0f} s", style="dim")

    thread = threading.Thread(target=say, daemon=True)
    if not console.is_terminal:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        if thread.ident is not None:
            thread.join()


@contextmanager
def counted(console: Console, first: str = READING) -> Iterator[Callable[[str, int, int], None]]:
    """Show what is told as a text, how much is through, and how much there is; at `first` a text.

    **Returns** the function that is told these three.
    """
    told = [first]
    with _lines(console, lambda: told[0]), _bar(console) as bar:
        task = bar.add_task(first, total=None)
        width = max(20, console.width - BEFORE)

        def watch(what: str, done: int, total: int) -> None:
            told[0] = f"{what}, {done} of {total}"
            bar.update(task, description=one_line(what, width), completed=done, total=total)

        yield watch


class ProgressBar:
    """Watches a run of `verify`: done and total, time, from the ledger, and what runs now.

    Use it as a context manager; it takes the bar away at the end. Where there is no terminal, it
    says every half minute how many of the claims are through.
    """

    def __init__(self, console: Console) -> None:
        self._lines = _lines(console, lambda: self.how_far or READING)
        self._left: Counter[str] = Counter()  # of each claim, the jobs that have not ended
        self._running: dict[str, None] = {}  # what was started and has not ended, oldest first
        self._progress = _bar(console)
        self._cached = ""
        self._width = max(20, console.width - BEFORE)
        self._task = self._progress.add_task(READING, total=None)

    def planned(self, jobs: Sequence[Job], cached: int) -> None:
        """Show how much there is to do, and how much of it the ledger answers."""
        self._cached = f"{cached} from the ledger" if cached else ""
        self._left = Counter(job.claim for job in jobs)
        self._progress.update(self._task, total=len(jobs))
        self._show_now()

    def started(self, job: Job) -> None:
        """Show that a job was handed out."""
        self._running[str(job)] = None
        self._show_now()

    def finished(self, result: Result) -> None:
        """Count a job that has ended."""
        self._running.pop(str(result.job), None)
        self._left[result.job.claim] -= 1
        self._progress.advance(self._task)
        self._show_now()

    @property
    def how_far(self) -> str:
        """How many of the claims are through; '' while it is not known which there are."""
        done = sum(not left for left in self._left.values())
        return f"{done} of {plural(len(self._left), 'claim')}" if self._left else ""

    def __enter__(self) -> "ProgressBar":
        self._lines.__enter__()
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._progress.stop()
        self._lines.__exit__(None, None, None)

    def _show_now(self) -> None:
        oldest = next(iter(self._running), "")
        text = one_line("; ".join(filter(None, (self._cached, oldest))), self._width)
        self._progress.update(self._task, description=text)
