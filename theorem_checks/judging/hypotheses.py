"""What a conclusion is said under."""

from collections.abc import Sequence

from theorem_checks.errors import CheckError
from theorem_checks.proving.rules.rewriting import hypotheses_of
from theorem_checks.statements.conclusions import All, Conclusion, Implies
from theorem_checks.statements.for_reals import ForReals
from theorem_checks.statements.reals.terms import Formula

__all__ = ["assuming", "every_hypothesis", "under_all"]


def under_all(given: Sequence[Conclusion], said: Conclusion) -> Conclusion:
    """A conclusion under what is given of sequences, if anything is."""
    if not given:
        return said
    return Implies(given[0] if len(given) == 1 else All(tuple(given)), said)


def assuming(conclusion: Conclusion, assumed: tuple[Formula, ...]) -> Conclusion:
    """A conclusion about real numbers, under assumptions on them."""
    if isinstance(conclusion, All):
        return All(tuple(assuming(part, assumed) for part in conclusion.parts))
    if isinstance(conclusion, ForReals):
        return ForReals(conclusion.claim, (*assumed, *conclusion.assumed))
    raise CheckError(
        f"says: {type(conclusion).__name__} says nothing of real numbers, of which something is"
        " assumed. Assume it by `w.size(..., least=...)` or `w.number(..., positive=True)`."
    )


def every_hypothesis(said: Conclusion) -> list[Conclusion]:
    """The hypotheses in a conclusion, and in its parts."""
    if isinstance(said, All):
        return [found for part in said.parts for found in every_hypothesis(part)]
    return hypotheses_of(said)[0]
