"""What a fact of the library says, as a premise: its hypothesis is proved by arithmetic."""

from collections.abc import Mapping
from typing import Any

from theorem_checks.facts.applying import apply_fact, said_of
from theorem_checks.facts.fact import Fact
from theorem_checks.proving.rules.arithmetic import Premise, arithmetic
from theorem_checks.proving.rules.connectives import modus_ponens
from theorem_checks.statements.conclusions import Implies

__all__ = ["by_fact"]


def by_fact(
    fact: Fact, substitution: Mapping[str, Any], *premises: Premise, seconds: float | int = 10
) -> Premise:
    """What a fact says of some terms, its hypothesis proved by arithmetic from premises.

    **Arguments**: `fact` and `substitution` as `apply_fact` takes them; `premises` and `seconds` as
    `arithmetic` does.

    **Returns** the conclusion, and evidence of it, to be a premise in turn.
    """
    implication = apply_fact(fact, substitution)
    said = said_of(fact, substitution)
    if not isinstance(said, Implies):
        return said, implication
    hypothesis = arithmetic(said.hypothesis, *premises, seconds=seconds)
    return said.body, modus_ponens(said, implication, hypothesis)
