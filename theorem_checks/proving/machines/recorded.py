"""What the rules that speak of machines were given, as a proof keeps it."""

from collections.abc import Iterator
from typing import TypeAlias

from theorem_checks.proving.machines.consequences import Followed
from theorem_checks.proving.machines.inner_dimensions import Bounded
from theorem_checks.proving.machines.simulations import Simulated
from theorem_checks.proving.rules.replacing import Replaced
from theorem_checks.verdicts.evidence import Evidence

__all__ = [
    "Given",
    "given_in",
]


Given: TypeAlias = Simulated | Followed | Bounded | Replaced
"""What one of the rules that speak of machines, or of arrays under equations, was given."""


def given_in(evidence: Evidence) -> Iterator[Given]:
    """What the rules that speak of machines were given in a proof, parts before the whole."""
    for part in evidence.parts:
        yield from given_in(part)
    statement = evidence.statement
    if statement is not None and isinstance(statement.given, Given):
        yield statement.given
