"""Late mutants that the toolkit makes: statements that are wrong, though beyond what is tried.

One leaf of a statement that was PROVED is changed, so that what was true is false. There is one
for every leaf that can be changed so:

- a number, by the product of (n - i) over the first values i of a size n, which is 0 at small
  sizes; one size is enough, and a product over all of them is costly;
- an array, by that in all entries but those at the index 0, block by block;
- an inequality, which is reversed where that product is positive; of alternatives all at once,
  so that none is true there;
- a formula about real numbers, which is made false at one point that is not among those tried;
- what stands in a statement of growth, of an order, of a limit, of a degree, or about stacks.

Where it is not known that a change makes a statement false, none is made.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np

from theorem_checks.judging.late_changes import analysis, connectives, formulas, machines, relations
from theorem_checks.judging.late_changes.late import Late, changed_late
from theorem_checks.statements.conclusions import All, Conclusion
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.symbolic import Symbolic

__all__ = ["late_mutants", "late_mutants_of_parts"]

KINDS = (connectives, relations, machines, analysis, formulas)
"""The modules that say how statements are changed, each its kinds of them, by being imported."""

_FIRST_SEED, _DRAWS = 10**6, 40  # of points that nothing else draws


def late_mutants(conclusion: Conclusion, world: Symbolic) -> Iterator[Conclusion]:
    """A conclusion with one leaf changed so that it is false, for each leaf of which one knows."""
    return changed_late(conclusion, _late_in(world))


def late_mutants_of_parts(conclusion: Conclusion, world: Symbolic) -> list[Iterator[Conclusion]]:
    """The same for each of several conclusions together, by itself; for one alone, its own."""
    late = _late_in(world)
    parts = conclusion.parts if isinstance(conclusion, All) else (conclusion,)
    return [changed_late(part, replace(late, turn=n)) for n, part in enumerate(parts)]


def _late_in(world: Symbolic) -> Late:
    symbols = (s for s in world.symbols.values() if s.is_integer and s.is_nonnegative)
    return Late(min(symbols, key=str, default=None), tuple(_points(world)))


def _points(world: Symbolic) -> Iterator[dict[str, Fraction]]:
    """Values of the real variables of a statement, of every sort."""
    for seed in range(_FIRST_SEED, _FIRST_SEED + _DRAWS if world.reals_made else _FIRST_SEED):
        drawn = Concrete({}, seed)
        point = {}
        for name, terms in world.reals_made.items():
            values = np.ravel(drawn.real(name, *np.shape(terms)))
            named = (term.args[0] for term in np.ravel(np.asarray(terms, dtype=object)))
            point |= dict(zip(named, values, strict=True))
        yield point
