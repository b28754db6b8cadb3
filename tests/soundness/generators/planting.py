"""What a generator is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from tests.soundness.cases import Slip
from tests.soundness.statements import Drawn

__all__ = ["Generator", "Planted", "plants"]


@dataclass(frozen=True)
class Planted:
    """A true statement, and what the slip made of it."""

    true: Drawn
    slipped: Drawn


@dataclass(frozen=True)
class Generator:
    """A strategy of true statements with a slip beside each.

    **Fields**: its `name`; the public function that is asked, `engine`; the `slip`; the `pairs`.
    """

    name: str
    engine: str
    slip: Slip
    pairs: SearchStrategy[Planted]

    def __str__(self) -> str:
        return f"{self.engine}: {self.name}"


def plants(engine: str, slip: Slip) -> Callable[[Callable[..., Planted]], Generator]:
    """Make a generator of a function that draws a pair."""

    def made(function: Callable[[DrawFn], Planted]) -> Generator:
        pairs: Any = st.composite(function)
        return Generator(function.__name__.replace("_", " "), engine, slip, pairs())

    return made
