"""What a comparison of an engine with brute force is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from tests.soundness.statements import Drawn

__all__ = ["Comparison", "as_they_come", "true_by_construction"]


@dataclass(frozen=True)
class Comparison:
    """A strategy of statements for an engine.

    **Fields**: its `name`; the public function that is asked, `engine`; the `statements`; whether
    they are `true` by construction, or as they come.
    """

    name: str
    engine: str
    statements: SearchStrategy[Drawn]
    true: bool

    def __str__(self) -> str:
        return f"{self.engine}: {self.name}"


def true_by_construction(engine: str) -> Callable[[Callable[..., Drawn]], Comparison]:
    """Make a comparison of a function that draws a true statement."""
    return _maker(engine, true=True)


def as_they_come(engine: str) -> Callable[[Callable[..., Drawn]], Comparison]:
    """Make a comparison of a function that draws a statement with `small` and `holds_at`."""
    return _maker(engine, true=False)


def _maker(engine: str, *, true: bool) -> Callable[[Callable[..., Drawn]], Comparison]:
    def made(function: Callable[[DrawFn], Drawn]) -> Comparison:
        statements: Any = st.composite(function)
        return Comparison(function.__name__.replace("_", " "), engine, statements(), true)

    return made
