"""Sec. 4.1: how many tokens the recipe takes, beside the best bound for transformers.

How many any model needs: `bits_of_prompt`.
"""

from proofs.lsrl import PAPER
from theorem_checks import Claim, Less, Mutant, Source, certificate, instances_of, proof_of


def says_exponents(ours, w):
    """The exponent is below 10 + 14 d + 4 d^2 by more than 10, for all d >= 1."""
    d = w.size("d")
    return Less(w.call(ours, d) + 10, 10 + 14 * d + 4 * d**2)


comparison = Claim(
    id="lsrl/better-than-transformer",
    title="The exponent d is below 10 + 14 d + 4 d^2, that of the best bound for transformers",
    source=Source(PAPER, "Sec. 4.1"),
    statement=r"d < 10 + 14 d + 4 d^2",
    assumptions=("upper bounds are compared; that on transformers is quoted, not proved here",),
    subject=lambda d: d,
    says=says_exponents,
    checks=(
        proof_of(says_exponents),
        certificate(says_exponents, proof="better_than_transformer.v", tier="deep"),
        instances_of(says_exponents),
    ),
    late=(Mutant("far", lambda d: d if d < 5000 else 5 * d**2, "5 d^2 for large d"),),
    mutants=(
        Mutant("the-other", lambda d: 10 + 14 * d + 4 * d * d, "transformers themselves"),
        Mutant("large", lambda d: 18 * d + 1, "an exponent of 18 d + 1"),
    ),
)
