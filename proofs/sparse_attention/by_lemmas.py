"""What follows by induction from what was proved before, under the same hypotheses.

What was proved under hypotheses is handed to an induction as if it were one of them: `derivation`
takes each known statement by its own evidence, and the induction adds base and step. So a proof of
many parts can be built one upon another.
"""

from theorem_checks import All, Conclusion, Evidence, Implies, prove_by_strong_induction
from theorem_checks.proving.rules.derivations import Derived, derivation

__all__ = ["by_lemmas"]


def by_lemmas(given: Conclusion, said: Conclusion, *known: tuple[Conclusion, Evidence]) -> Evidence:
    """Prove Implies(given, said) from things that are known: each with evidence under `given`."""
    last = Implies(All((given, *(one for one, _ in known))), said)
    before = (Derived(Implies(given, one), evidence) for one, evidence in known)
    found = Derived(last, prove_by_strong_induction(last))
    return derivation(Implies(given, said), *before, found)
