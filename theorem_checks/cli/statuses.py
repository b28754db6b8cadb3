"""Exit statuses, and how wrong use is told."""

import contextlib
import os
import sys
from typing import NoReturn

import typer

__all__ = [
    "INTERRUPTED",
    "NOT_AS_EXPECTED",
    "TERMINATED",
    "WRONG_USE",
    "Terminated",
    "forget_output",
    "note",
    "stop",
    "tell",
    "tell_unwritten",
]

NOT_AS_EXPECTED, WRONG_USE, INTERRUPTED, TERMINATED = 1, 2, 130, 143


class Terminated(KeyboardInterrupt):
    """The process was told to end, by SIGTERM: it cleans up, as after Ctrl-C."""

    @classmethod
    def at_once(cls, *_signal: object) -> NoReturn:
        """Raise it: the handler of the signal."""
        raise cls


def forget_output() -> None:
    """Let what could not be written go nowhere, lest the interpreter tries again at its end."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def stop(message: str, status: int = WRONG_USE) -> NoReturn:
    """Say what is wrong, and end."""
    tell(message)
    raise typer.Exit(status)


def tell_unwritten(error: OSError) -> None:
    """Say that the output goes nowhere, and why."""
    forget_output()
    tell(f"The output cannot be written: {error.strerror or error}.")


def note(message: str) -> None:
    """Say something beside the result, on the error stream."""
    from theorem_checks.reporting.streams import error_console

    error_console().print(message, style="dim")


def tell(message: str) -> None:
    """Say what is wrong, on the error stream."""
    from theorem_checks.reporting.streams import error_console

    error_console().print(message, style="bold red")
