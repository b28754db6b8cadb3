r"""Beyond Theorem 3.3(b): a coefficient of the kernel at finite width that its limit does not have.

E R_02 is of order 1/n; it is exact at every width.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from proofs.linear_rnn import PAPER
from proofs.linear_rnn.s2_linear_rnns.equation_4 import INITIAL, n, nu_C, nu_F, nu_W
from proofs.linear_rnn.s3_3_rnn_parametrization.finite_width import (
    kernel_variance,
)
from proofs.linear_rnn.s3_3_rnn_parametrization.finite_width_kernel import (
    gradient_of_network,
    initialised,
)
from proofs.linear_rnn.s3_3_rnn_parametrization.theorem_3_3_b import (
    POINT,
    mean_of_network,
)
from theorem_checks import (
    All,
    Claim,
    Counterexample,
    ErrorRates,
    Evidence,
    Less,
    Mean,
    Mutant,
    Source,
    Verdict,
    all_of,
    check,
    decide_mean,
    proof_of,
    to_fraction,
)

SAMPLED_WIDTHS = (2, 8, 32)


@dataclass(frozen=True)
class OffDiagonal:
    """The mean of R_02 at every width."""

    formula: Callable = lambda n, nu_W, nu_F, nu_C: (nu_C + nu_F) * nu_W / n

    def value(self, width):
        """Return the mean at a width, nu = (1/2, 3, 2)."""
        return Fraction(self.formula(Fraction(width), *POINT))


def says_coupled(mean, w):
    """E R_02 at every width and for all variances, times n^2; it is not 0."""
    n, variances, kernel = initialised(w)
    formula = w.call(mean.formula, n, *variances)
    stated = Mean(kernel(0, 2), n**2 * formula)
    gradients = (gradient_of_network(w, n, lag, f"_{lag}") for lag in (0, 2))
    return All((stated, Less(0, formula), *gradients))


@check("exact")
def check_off_diagonal_of_the_network(mean):
    """At widths 1 and 2, by differentiating the network itself entry by entry."""
    for width in (1, 2):
        claimed = mean.value(width)
        if claimed != (found := mean_of_network((0, 2), width, POINT)):
            return Evidence.refuted(Counterexample({"n": width}, str(claimed), str(found)))
    return Evidence.holds("n = 1 and 2, lags 0 and 2")


@check("sample", tier="deep", seconds=300)
def check_off_diagonal_sampled(mean, *, seed):
    """R_02 of F, W and C drawn at widths 2, 8 and 32, each within a fifth of the exact mean."""
    parts = {f"n = {width}": _sampled(mean, width, seed) for width in SAMPLED_WIDTHS}
    rates = sum((part.error_rates for part in parts.values()), start=ErrorRates())
    return all_of(parts, f"n in {SAMPLED_WIDTHS}", error_rates=rates)


def _sampled(mean, width, seed):
    """Decide the mean of R_02 at one width, by draws."""
    import jax
    import jax.numpy as jnp

    point = {n: width, nu_W: sp.Rational(1, 2), nu_F: 3, nu_C: 2}

    def coefficient(key):
        first, second, third = jax.random.split(key, 3)
        W = jax.random.normal(first, (width, width)) * (0.5 / width) ** 0.5
        F = jax.random.normal(second, (width,)) * (3 / width) ** 0.5
        C = jax.random.normal(third, (width,)) * (2 / width) ** 0.5
        return jnp.dot(F, W @ (W @ F)) + jnp.dot(C, W.T @ (W.T @ C))

    return decide_mean(
        coefficient,
        mean.value(width),
        OffDiagonal().value(width) / 5,
        seed=seed,
        variance=to_fraction(kernel_variance(0, 2).subs(point)),
        because="counting of pairings",
    )


off_diagonal = Claim(
    id="linear-rnn/new-off-diagonal",
    title="Lags 0 and 2 are coupled at every width",
    source=Source(PAPER, "Theorem 3.3(b), beyond the text"),
    statement=r"E R_{02} = \frac{(\nu_C + \nu_F)\,\nu_W}{n} > 0",
    assumptions=INITIAL,
    subject=OffDiagonal(),
    says=says_coupled,
    checks=(proof_of(says_coupled), check_off_diagonal_of_the_network),
    mutants=(
        Mutant("limit", OffDiagonal(lambda n, w, f, c: 0 * w), "no term in 1/n"),
        Mutant(
            "twice",
            OffDiagonal(lambda n, w, f, c: 2 * (c + f) * w / n),
            "a term in 1/n twice as large",
        ),
        Mutant(
            "one-more",
            OffDiagonal(lambda n, w, f, c: (c + f) * w / (n + 1)),
            "n + 1 for n, a change of order 1/n^2",
        ),
    ),
    late=(
        Mutant(
            "wide",
            OffDiagonal(lambda n, w, f, c: (c + f) * w / (n if n < 5000 else n + 1)),
            "n + 1 for n from n = 5000 on",
        ),
    ),
    new=True,
    notes="What sampling finds: linear-rnn/new-off-diagonal-sampled.",
)

off_diagonal_sampled = Claim(
    id="linear-rnn/new-off-diagonal-sampled",
    title="Sampling tells the coupling of lags 0 and 2 from the limit, which has none",
    source=Source(PAPER, "Theorem 3.3(b), beyond the text"),
    statement=r"E R_{02} = \frac{(\nu_C + \nu_F)\,\nu_W}{n}",
    assumptions=(
        *INITIAL,
        r"sampled at $n = 2, 8, 32$, $\nu_W = 1/2$, $\nu_F = 3$, $\nu_C = 2$",
    ),
    subject=OffDiagonal(),
    checks=(check_off_diagonal_of_the_network, check_off_diagonal_sampled),
    mutants=off_diagonal.mutants,
    expect=Verdict.HOLDS,
    new=True,
    notes="The mean is proved for every width (linear-rnn/new-off-diagonal). This says what "
    "samples tell of it, with rates of error, and samples prove nothing.",
)
