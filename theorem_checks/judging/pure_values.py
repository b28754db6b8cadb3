"""Statements about pure functions at instances: what the functions themselves give."""

from theorem_checks.statements.pure.conclusions import PureSide, SameValues
from theorem_checks.statements.reals.differences import Difference
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.verdicts.counterexamples import LEFT_AND_RIGHT, assigned

__all__ = ["is_read_right", "values_that_differ"]


def values_that_differ(conclusion: SameValues, world: Concrete) -> Difference | None:
    """Arguments that are drawn, and on which two calls differ."""
    found = conclusion.fails_on(world.seed)
    if found is None:
        return None
    given, one, other = found
    at = assigned(given)
    return Difference(str(one), str(other), f"at {at}", sides=LEFT_AND_RIGHT)


def is_read_right(side: PureSide, seed: int) -> bool:
    """Whether a function gives what was read of it, where it is tried."""
    drawn = list(side.drawn(seed))
    return all(
        side.run(given) == one for given, one in zip(drawn, side.run_itself(drawn), strict=True)
    )
