"""What follows by induction from what was proved before, under the same hypotheses.

What was proved under hypotheses is handed to an induction as if it were one of them: `derivation`
takes each known statement by its own evidence, and the induction adds base and step. So a proof of
many parts can be built one upon another.
"""

from collections.abc import Callable, Sequence
from typing import Any

from theorem_checks import (
    All,
    Conclusion,
    Evidence,
    ForAll,
    Implies,
    prove_by_strong_induction,
)
from theorem_checks.proving.rules.derivations import Derived, at_any, derivation, for_any

__all__ = ["at_all_places", "by_lemmas"]


def by_lemmas(given: Conclusion, said: Conclusion, *known: tuple[Conclusion, Evidence]) -> Evidence:
    """Prove Implies(given, said) from things that are known: each with evidence under `given`."""
    last = Implies(All((given, *(one for one, _ in known))), said)
    before = (Derived(Implies(given, one), evidence) for one, evidence in known)
    found = Derived(last, prove_by_strong_induction(last))
    return derivation(Implies(given, said), *before, found)


def at_all_places(
    given: Conclusion, said: ForAll, steps: Callable[[Conclusion], Sequence[Any]]
) -> Evidence:
    """Prove Implies(given, said) of what is said for all of two integers, of any two of them.

    **Arguments**: `steps(body)`, the steps of a `derivation` that ends with what is said of both.
    """
    whole = Implies(given, said)
    at_a_time = at_any(whole)
    at_a_place = at_any(at_a_time)
    assert isinstance(at_a_place, Implies)
    found = derivation(at_a_place, *steps(at_a_place.body))
    return for_any(whole, for_any(at_a_time, found))
