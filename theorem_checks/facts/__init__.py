"""The library of textbook theorems that a proof may use, one file per subject.

Each has a statement, a source, and a search that tries to refute it on random instances. A claim
whose evidence rests on one is true given that fact: the search refutes it or does not, and proves
nothing. Where Rocq accepted a proof of the fact (`certifying.certified_facts`), nothing is given.
"""

from collections.abc import Mapping
from types import MappingProxyType

from theorem_checks.facts import (
    errors,
    inequalities,
    linear_algebra,
    logarithms,
    normal_forms,
    norms,
    probability,
    products,
    suprema,
    tails,
)
from theorem_checks.facts.fact import Fact

__all__ = ["FACTS", "Fact"]

_SUBJECTS = (
    inequalities,
    errors,
    logarithms,
    linear_algebra,
    norms,
    probability,
    products,
    normal_forms,
    suprema,
    tails,
)

FACTS: Mapping[str, Fact] = MappingProxyType(
    {fact.name: fact for subject in _SUBJECTS for fact in subject.FACTS}
)
"""All facts by name."""
