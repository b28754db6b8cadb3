r"""Appendix B.1: what can be checked of the training setup without training.

The number of steps is arithmetic on printed numbers. The range of lambda is a statement about the
parametrisation, $e^{-e^\nu}$ for every real $\nu$: it lies strictly between 0 and 1, where the text
has the closed interval. Nothing here is trained.
"""

from dataclasses import dataclass
from fractions import Fraction

from proofs.gated_rnn import PAPER
from theorem_checks import (
    All,
    Claim,
    Conclusion,
    Equal,
    Less,
    Mutant,
    Source,
    World,
    exp,
    instances_of,
    proof_of,
)

B_1 = Source(PAPER, "App. B.1")


EPOCHS, SEQUENCES, BATCH = 1000, 50_000, 64


def says_steps(steps: int, _w: World) -> Conclusion:
    """So many batches hold as many sequences as all epochs have."""
    return Equal(BATCH * steps, EPOCHS * SEQUENCES)


iterations = Claim(
    id="gated-rnn/b1-iterations",
    title="1000 epochs of 50 000 sequences in batches of 64 are 781 250 steps",
    source=B_1,
    statement=r"1000 \cdot 50000 / 64 = 781250",
    subject=781_250,
    says=says_steps,
    checks=(proof_of(says_steps),),
    mutants=(
        Mutant("million", 1_000_000, "'almost one million' taken literally"),
        Mutant("whole-epochs", 782_000, "782 batches in each epoch, the last one not full"),
    ),
    notes="In whole batches an epoch has 781.25 of them, so a run has 781 000 or 782 000 steps.",
)


@dataclass(frozen=True)
class OpenInterval:
    """Where lambda is said to lie: strictly between two numbers."""

    low: Fraction
    high: Fraction


def says_between(interval: OpenInterval, w: World) -> Conclusion:
    """exp(-exp(nu)) lies strictly between the two, for every real nu."""
    factor = w.call(lambda nu: exp(-exp(nu)), w.number("nu"))
    return All((Less(interval.low, factor), Less(factor, interval.high)))


factor_range = Claim(
    id="gated-rnn/b1-lambda-range",
    title="The exponential parametrization keeps lambda strictly between 0 and 1",
    source=B_1,
    statement=r"\lambda = e^{-e^\nu} \in (0, 1)",
    assumptions=(r"real $\nu$, exact arithmetic",),
    subject=OpenInterval(Fraction(0), Fraction(1)),
    says=says_between,
    checks=(proof_of(says_between), instances_of(says_between)),
    mutants=(
        Mutant("never-small", OpenInterval(Fraction(1, 1000), Fraction(1)), "lambda > 1/1000"),
        Mutant("never-near-1", OpenInterval(Fraction(0), Fraction(99, 100)), "lambda < 99/100"),
    ),
    notes="The text has [0, 1]. The values 0 and 1 that the construction needs are limits only;"
    " floating-point numbers reach them by rounding.",
)
