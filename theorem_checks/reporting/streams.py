"""Consoles for standard output and standard error that cope with any terminal."""

import contextlib
import io
import os
import sys
from typing import TextIO

from rich.console import Console

__all__ = ["console", "error_console"]

WIDTH_OF_FILES = 120  # for output that goes into a file or a pipe, where COLUMNS is not set


def console() -> Console:
    """Return a console on standard output, as it is now."""
    return _console(sys.stdout)


def error_console() -> Console:
    """Return a console on standard error, as it is now."""
    return _console(sys.stderr)


def _console(stream: TextIO) -> Console:
    with contextlib.suppress(AttributeError, io.UnsupportedOperation):
        # What the encoding lacks is written as an escape; it must not end the program.
        stream.reconfigure(errors="backslashreplace")  # pyright: ignore[reportAttributeAccessIssue]
    made = Console(file=stream, highlight=False, markup=False, emoji=False)
    if not made.is_terminal and "COLUMNS" not in os.environ:
        made.width = WIDTH_OF_FILES
    return made
