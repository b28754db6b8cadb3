"""Solvers that count their steps, for what has to come out the same on every machine."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

__all__ = ["counting_steps", "steps_allowed"]

_steps: ContextVar[int | None] = ContextVar("steps", default=None)


@contextmanager
def counting_steps(steps: int) -> Iterator[None]:
    """Let `prove_for_all` ask z3 alone, and stop it after so many of its own steps, at any time."""
    token = _steps.set(steps)
    try:
        yield
    finally:
        _steps.reset(token)


def steps_allowed() -> int | None:
    """How many steps each question may take; None where seconds count."""
    return _steps.get()
