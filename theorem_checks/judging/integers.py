"""The integers at which a statement for all of them is tried."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.sequences import Quantified
from theorem_checks.statements.worlds.concrete import Concrete

__all__ = ["at_integers", "inside"]

_INTEGERS = (12, 5, 3)  # at which a statement for all integers is tried, and others inside of it


def at_integers(said: Quantified, world: Concrete) -> Iterator[tuple[int, Conclusion]]:
    """What a statement for all integers says of some of them, one after the other."""
    drawn = int(world.numbers[said.variable.name])
    few = range(said.start, said.start + _INTEGERS[min(_depth.get(), len(_INTEGERS) - 1)])
    for k in dict.fromkeys((*few, drawn)):
        yield k, said.at(k)


_depth: ContextVar[int] = ContextVar("depth", default=0)


@contextmanager
def inside() -> Iterator[None]:
    """What is within a statement for all integers, and is tried at fewer of them."""
    token = _depth.set(_depth.get() + 1)
    try:
        yield
    finally:
        _depth.reset(token)
