"""The files that the command line reads and writes: ledgers, reports, new files of claims."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from theorem_checks.errors import ArgumentError
from theorem_checks.running.ledger import Ledger, LedgerError, default_path

__all__ = ["ledger_to_read", "ledger_to_write", "require_folder", "tell_damaged", "write_text"]


@contextlib.contextmanager
def ledger_to_write(path: Path | None) -> Iterator[tuple[Ledger | None, tuple[str, ...]]]:
    """Open a ledger, and yield it with warnings.

    Where the usual one (`path=None`) is no good, there is none, and a warning that says so.

    **Raises** `LedgerError` where the ledger that was chosen is no good.
    """
    try:
        ledger = Ledger(path)
    except LedgerError as error:
        if path is not None:
            raise
        yield None, (f"Results are not kept. {error}",)
        return
    with ledger:
        yield ledger, ()


@contextlib.contextmanager
def ledger_to_read(path: Path | None) -> Iterator[Ledger | None]:
    """Open a ledger to read; None if there is none at the usual place (`path=None`).

    Standard error is told of rows that were found to be damaged.

    **Raises** `LedgerError` where the ledger that was chosen is missing, or either is no good.
    """
    if path is None and not default_path().exists():
        yield None
        return
    with Ledger(path, writable=False) as ledger:
        yield ledger
        tell_damaged(ledger.path, len(ledger.damaged))


def tell_damaged(path: Path, rows: int) -> None:
    """Say on standard error how many rows of a ledger were left out, if any were."""
    from theorem_checks.reporting.streams import error_console
    from theorem_checks.reporting.words import plural

    if rows:
        said = f"Left out, as they were changed since they were kept: {plural(rows, 'row')}"
        error_console().print(f"warning: {said} of {path}. Run theorem-checks verify.")


def require_folder(name: str, path: Path) -> None:
    """Raise `ArgumentError` if no file can stand at `path`, the value of the argument `name`."""
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise ArgumentError(name, str(path), "a file in a folder that exists")


def write_text(name: str, path: Path, text: str) -> None:
    """Write a file, in a folder that is made where it is missing.

    **Raises** `ArgumentError` for the argument `name` if the system refuses.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        said = error.strerror or str(error)
        raise ArgumentError(name, str(path), "a file that can be written", f"{said}.") from error
