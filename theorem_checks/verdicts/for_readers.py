"""Whether somebody reads a counterexample: of a mutant the verdict alone is asked."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

__all__ = ["are_read", "read_by_nobody"]

_read: ContextVar[bool] = ContextVar("read", default=True)


@contextmanager
def read_by_nobody() -> Iterator[None]:
    """Leave out of counterexamples what helps their readers alone, and takes time to find."""
    token = _read.set(False)
    try:
        yield
    finally:
        _read.reset(token)


def are_read() -> bool:
    """Whether counterexamples are read, so that it is worth finding what helps a reader."""
    return _read.get()
