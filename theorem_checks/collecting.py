"""A list to which code further in adds, while a block runs."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

__all__ = ["collected_in"]

T = TypeVar("T")


@contextmanager
def collected_in(variable: ContextVar[list[T] | None]) -> Iterator[list[T]]:
    """Set a variable to an empty list in this block, and back after it. **Yields** the list."""
    record: list[T] = []
    token = variable.set(record)
    try:
        yield record
    finally:
        variable.reset(token)
