"""Which drawn values of sequences and tables a statement reads, for whoever reads a counterexample.

Values that are computed from drawn ones are computed once; whoever asks for one later reads what it
was computed from.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias, TypeVar

__all__ = ["Read", "note_read", "reads_kept", "reads_left_out", "with_reads"]

Read: TypeAlias = tuple[object, tuple[int, ...]]
"""What was drawn, and at which place it was read."""

T = TypeVar("T")

_kept: ContextVar[set[Read] | None] = ContextVar("reads", default=None)


@contextmanager
def reads_kept() -> Iterator[set[Read]]:
    """A context in which each value that is read is kept, in the set that it is given."""
    token = _kept.set(found := set())
    try:
        yield found
    finally:
        _kept.reset(token)


@contextmanager
def reads_left_out() -> Iterator[None]:
    """A context in which what is read counts for what is computed from it, and for nothing else."""
    token = _kept.set(None if _kept.get() is None else set())
    try:
        yield
    finally:
        _kept.reset(token)


def note_read(reads: Iterable[Read]) -> None:
    """Keep what is read, if anybody asks."""
    if (kept := _kept.get()) is not None:
        kept.update(reads)


def with_reads(make: Callable[[], T]) -> tuple[T, frozenset[Read]]:
    """What is made, and what was read for it, if anybody asks."""
    if _kept.get() is None:
        return make(), frozenset()
    with reads_kept() as own:
        made = make()
    return made, frozenset(own)
