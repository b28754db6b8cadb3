"""What a fact is: a statement, its source, and a search that tries to refute it."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from theorem_checks.errors import require_integer
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.grounds import Ground
from theorem_checks.verdicts.routes import Engine, Route

__all__ = ["Fact", "of_sorts"]


@dataclass(frozen=True)
class Fact:
    """A textbook theorem that a proof may use, and which no engine here proves.

    **Fields**

    - `name`; `says`, in words; `latex`; `source`, a book and a place in it.
    - `draw`: makes a random instance, values by name. `holds`: whether the statement is true there,
      in exact arithmetic or to the accuracy that `draw` can tell; `nearly`: the same for a slip of
      the statement, which has to be refuted, so that the search is known to be able to refute.
    - `statement`: the statement as data. What the language of conclusions cannot say is no fact:
      an argument in words may name the book, and is ARGUED.
    - `engine`: what does the arithmetic of the search.
    - `schema`, for facts about random numbers and spectra: makes the statement of what `sorts` has
      by name, and of anything of the same sorts: a symbol stands for numbers that are known to be
      what it is, a matrix for square ones, a statistic for any one, a random tensor for one with a
      law of the same kind.
    """

    name: str
    says: str
    latex: str
    source: str
    draw: Callable[[random.Random], dict[str, Any]]
    holds: Callable[..., bool]
    nearly: Callable[..., bool]
    statement: Conclusion
    engine: Engine = Engine.FRACTIONS
    schema: Callable[..., Conclusion] | None = None
    sorts: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def ground(self) -> Ground:
        """What evidence that uses it rests on."""
        return Ground.fact(self.name)

    def search(self, tries: int = 100, *, seed: int = 0, slip: bool = False) -> Evidence:
        """Try to refute it on random instances: HOLDS, or REFUTED with the first that fails.

        **Arguments**: `slip`, to look at the slip of the statement instead.
        """
        require_integer("tries", tries, 1)
        generator = random.Random(seed)  # noqa: S311 (a search, and no secret)
        route = Route.testing("random instances", self.engine)
        for _ in range(tries):
            instance = self.draw(generator)
            if not (self.nearly if slip else self.holds)(**instance):
                shown = {name: str(value) for name, value in instance.items()}
                return Evidence.refuted(Counterexample(shown, self.says), routes=(route,))
        return Evidence.holds(f"{tries} random instances", routes=(route,))

    def __str__(self) -> str:
        return f"{self.name}: {self.says}"


def of_sorts(schema: Callable[..., Conclusion], **sorts: Any) -> dict[str, Any]:
    """The fields of a fact that is stated of what has such sorts: random numbers, spectra."""
    return {"schema": schema, "sorts": MappingProxyType(sorts), "statement": schema(**sorts)}
