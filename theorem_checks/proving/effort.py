"""How much engines do: where nobody asks why a statement fails, they look for no counterexample."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

__all__ = ["are_counterexamples_wanted", "proofs_only"]

_wanted: ContextVar[bool] = ContextVar("wanted", default=True)


@contextmanager
def proofs_only() -> Iterator[None]:
    """Let engines say UNDECIDED at once where they do not prove."""
    token = _wanted.set(False)
    try:
        yield
    finally:
        _wanted.reset(token)


def are_counterexamples_wanted() -> bool:
    """Whether an engine that does not prove a statement shall look where it fails."""
    return _wanted.get()
