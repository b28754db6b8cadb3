"""Machines on one number that are written as functions of lists."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from constructions.arrays import OBJECTS

Step = Callable[[list[Any], Any], tuple[list[Any], list[Any]]]


@dataclass(frozen=True)
class Machine:
    """A machine on one number, from a function of lists."""

    first: tuple[Any, ...]
    of: Step

    def initial_state(self) -> Any:
        return OBJECTS.array(list(self.first))

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        after, y = self.of(list(state), x[0])
        return OBJECTS.array(after), OBJECTS.array(y)
