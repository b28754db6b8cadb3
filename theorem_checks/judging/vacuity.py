"""Whether a conclusion says nothing in a concrete world, as its hypotheses are not met there."""

from functools import partial

from theorem_checks.judging.events import is_trivial
from theorem_checks.judging.instances import NotAtInstancesError, is_met
from theorem_checks.judging.integers import at_integers, inside
from theorem_checks.judging.machines import states_on_tokens
from theorem_checks.statements.always import Watched
from theorem_checks.statements.classes import WithProbability
from theorem_checks.statements.conclusions import All, Conclusion, Implies, SameOutputs
from theorem_checks.statements.first_outputs import SameFirstOutputs
from theorem_checks.statements.sequences import Quantified
from theorem_checks.statements.worlds.concrete import Concrete

__all__ = ["is_vacuous", "vacuous_parts"]


def vacuous_parts(conclusion: Conclusion, world: Concrete) -> frozenset[int]:
    """The numbers of the parts of a conclusion that say nothing in a world.

    Left out are those about machines that have the same outputs: no draw finds such.
    """
    parts = conclusion.parts if isinstance(conclusion, All) else (conclusion,)
    found = set()
    for number, part in enumerate(parts, 1):
        about_machines = isinstance(part, Implies) and _is_of_machines(part.hypothesis)
        try:
            vacuous = not about_machines and is_vacuous(part, world)
        except NotAtInstancesError:
            continue
        if vacuous:
            found.add(number)
    return frozenset(found)


def _is_of_machines(hypothesis: Conclusion) -> bool:
    """Whether two machines are to have the same outputs, among other things."""
    parts = hypothesis.parts if isinstance(hypothesis, All) else (hypothesis,)
    return any(isinstance(part, SameOutputs | SameFirstOutputs) for part in parts)


def is_vacuous(conclusion: Conclusion, world: Concrete) -> bool:
    """Whether a conclusion is true in a world for no other reason than an unmet hypothesis.

    Or as the probability that it claims is 0 or less.
    """
    if isinstance(conclusion, All):
        return all(is_vacuous(part, world) for part in conclusion.parts)
    if isinstance(conclusion, Implies):
        unmet = not is_met(conclusion.hypothesis, world)
        return unmet or is_vacuous(conclusion.body, world)
    if isinstance(conclusion, WithProbability):
        return is_trivial(conclusion)
    if isinstance(conclusion, Quantified):
        return all(_is_vacuous_inside(said, world) for _, said in at_integers(conclusion, world))
    if isinstance(conclusion, Watched):
        said = list(states_on_tokens(conclusion, world, partial(is_met, world=world)))
        return len(said) < 2 or all(is_vacuous(one, world) for one in said)  # no token is allowed
    return False


def _is_vacuous_inside(said: Conclusion, world: Concrete) -> bool:
    with inside():
        return is_vacuous(said, world)
