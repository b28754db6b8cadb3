r"""Section 3.3, eq. (22): how the scale factors rho_j decay with the lag.

With a = nu_C nu_F and b = nu_C + nu_F, rho_j = nu^{j-1} (a j + b nu). The printed bound holds for
nu <= 1 and every lag j <= T, and for nu > 1 under an exact condition. But a higher lag need not
have the lower weight: rho_1 > rho_0 if and only if a > b (1 - nu).
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import sympy as sp

from proofs.linear_rnn import PAPER
from proofs.linear_rnn.s3_3_rnn_parametrization.theorem_3_3_b import printed_rho
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    all_of,
    check,
    iff,
    implies,
    prove_for_all,
    prove_identity,
    reals,
)

j = sp.Symbol("j", integer=True, nonnegative=True)
nu_W, nu_F, nu_C = sp.symbols("nu_W nu_F nu_C", positive=True)


def _factored():
    """Prove that rho_j = nu^{j-1} (j a + b nu), so that the sign of nu^{j-1} plays no role."""
    bracket = j * nu_C * nu_F + (nu_C + nu_F) * nu_W
    return prove_identity(printed_rho(j, nu_W, nu_F, nu_C), nu_W ** (j - 1) * bracket)


# The bound


@dataclass(frozen=True)
class Bound:
    """The bound rho_max nu^{j-1}, and when it holds: a condition on nu, c, f, j and T."""

    rho_max: Callable = lambda c, f, T: c * (T * f + 1) + f
    holds: Callable = lambda nu, c, f, j, T: (nu - 1) * (c + f) <= (T - j) * c * f


@check("solver")
def check_exact_domain(bound):
    """Divided by nu^{j-1} > 0, for real j and T (so for integers): the bound iff the condition."""
    nu, c, f, lag, length = reals("nu c f j T")
    bracket = lag * c * f + (c + f) * nu
    holds = bracket <= bound.rho_max(c, f, length)
    positive = (nu > 0, c > 0, f > 0, lag >= 0, length >= 1)
    factored = _factored()
    found = prove_for_all(iff(holds, bound.holds(nu, c, f, lag, length)), assume=positive)
    enough = prove_for_all(
        implies((nu <= 1) & (lag <= length), bound.holds(nu, c, f, lag, length)), assume=positive
    )
    obligations = {"factored": factored, "the exact condition": found, "nu <= 1 is enough": enough}
    return all_of(obligations, "all nu_W, nu_C, nu_F > 0, all lags j >= 0, all T >= 1")


@check("exact")
def check_bound_on_a_grid(bound):
    """The bound on rho_j itself, at rationals, against the condition."""
    values = (Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(3))
    for nu, c, f in ((x, y, z) for x in values for y in values for z in values):
        for lag, length in ((0, 1), (1, 2), (2, 2), (2, 3), (5, 6)):
            rho = printed_rho(lag, nu, f, c)
            claimed = bound.holds(nu, c, f, lag, length)
            found = rho <= bound.rho_max(c, f, length) * nu ** (lag - 1)
            if claimed != found:
                values_ = {"nu_W": nu, "nu_C": c, "nu_F": f, "j": lag, "T": length}
                return Evidence.refuted(
                    Counterexample(values_, f"the bound: {claimed}", f"the bound: {found}")
                )
    return Evidence.holds("64 triples of variances, 5 pairs (j, T)")


bound = Claim(
    id="linear-rnn/eq-22",
    title="rho_j is at most rho_max nu_W^(j-1), also for lags 0 and 1; exactly when",
    source=Source(PAPER, "Sec. 3.3, eq. (22)"),
    statement=r"\rho_j \le \rho_{\max} \nu_W^{j-1} \iff"
    r" (\nu_W - 1)(\nu_C + \nu_F) \le (T - j)\,\nu_C \nu_F,\quad"
    r" \rho_{\max} = \nu_C (T \nu_F + 1) + \nu_F",
    assumptions=(r"$\nu_W, \nu_C, \nu_F > 0$; in print $\nu_W < 1$ and $j > 1$",),
    subject=Bound(),
    checks=(check_exact_domain, check_bound_on_a_grid),
    mutants=(
        Mutant("lost-length", Bound(lambda c, f, T: c * (f + 1) + f), "lost T in rho_max"),
        Mutant("lost-input", Bound(lambda c, f, T: c * (T * f + 1)), "lost the input part"),
        Mutant(
            "always", Bound(holds=lambda nu, c, f, j, T: nu > 0), "dropped the assumption on nu_W"
        ),
        Mutant(
            "only-below-one", Bound(holds=lambda nu, c, f, j, T: nu <= 1), "the condition as needed"
        ),
    ),
)


# Whether a higher lag has a lower weight


@dataclass(frozen=True)
class Decrease:
    """When rho_{j+1} <= rho_j, as a condition on nu, c, f and j."""

    holds: Callable


def always(nu, c, f, j):
    """As printed: wherever nu_W < 1."""
    return nu < 1


def late_enough(nu, c, f, j):
    """The exact condition, with the lag on one side."""
    return nu * (c * f - (c + f) * (1 - nu)) <= j * c * f * (1 - nu)


@check("solver")
def check_decrease(decrease):
    """For nu < 1 and every lag, rho_{j+1} <= rho_j just where the condition holds."""
    nu, c, f, lag = reals("nu c f j")
    now, then = lag * c * f + (c + f) * nu, (lag + 1) * c * f + (c + f) * nu
    statement = iff(nu * then <= now, decrease.holds(nu, c, f, lag))
    positive = (nu > 0, nu < 1, c > 0, f > 0, lag >= 0)
    found = prove_for_all(statement, assume=positive)
    if found.verdict is Verdict.REFUTED:
        return found
    obligations = {"factored": _factored(), "the exact condition": found}
    return all_of(obligations, "all 0 < nu_W < 1, all nu_C, nu_F > 0, all lags j >= 0")


RATES = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 5), Fraction(9, 10))


@check("exact")
def check_decrease_on_a_grid(decrease):
    """On rho_j itself, at rationals; variances of 1 come first."""
    values = (Fraction(1), Fraction(1, 2), Fraction(4))
    for c, f in product(values, repeat=2):
        for nu, lag in product(RATES, range(12)):
            now, then = (printed_rho(k, nu, f, c) for k in (lag, lag + 1))
            claimed, found = decrease.holds(nu, c, f, lag), then <= now
            if claimed != found:
                point = {"nu_W": nu, "nu_C": c, "nu_F": f, "j": lag}
                return Evidence.refuted(
                    Counterexample(
                        point,
                        "rho_{j+1} <= rho_j" if claimed else "rho_{j+1} > rho_j",
                        f"rho_j = {now}, rho_{{j+1}} = {then}",
                    )
                )
    return Evidence.holds("four nu_W, nine pairs nu_C, nu_F, lags 0 to 11")


decay = Claim(
    id="linear-rnn/eq-22-decay",
    title="For nu_W < 1 a higher lag always has the lower weight",
    source=Source(PAPER, "Sec. 3.3, after eq. (22)"),
    statement=r"\nu_W < 1 \implies \rho_{j+1} \le \rho_j \text{ for all } j",
    subject=Decrease(always),
    checks=(check_decrease_on_a_grid, check_decrease),
    controls=(Control("late-enough", Decrease(late_enough), "from some lag on"),),
    expect=Verdict.REFUTED,
    repaired_by="linear-rnn/new-monotone-decay",
    notes="The factor j in rho_j first outweighs nu_W^j: with nu_C = nu_F = 1 and nu_W = 3/5, lag 1"
    " has more weight than lag 0. Nor is rho_j = O(nu_W^(j-1)) with a constant that does not depend"
    " on T: rho_j / nu_W^(j-1) grows like j.",
)

monotone_decay = Claim(
    id="linear-rnn/new-monotone-decay",
    title="The weights fall from lag j on if and only if j is large enough; from 0 on if nu_W is"
    " small",
    source=Source(PAPER, "Sec. 3.3, after eq. (22), corrected"),
    statement=r"\rho_{j+1} \le \rho_j \iff"
    r" j \ge \frac{\nu_W}{1 - \nu_W} - \frac{\nu_W(\nu_C + \nu_F)}{\nu_C \nu_F}",
    assumptions=(r"$0 < \nu_W < 1$, $\nu_C, \nu_F > 0$",),
    subject=Decrease(late_enough),
    checks=(check_decrease, check_decrease_on_a_grid),
    mutants=(
        Mutant("always", Decrease(always), "as printed"),
        Mutant(
            "without-first-terms",
            Decrease(lambda nu, c, f, j: nu <= j * (1 - nu)),
            "the factor j nu^{j-1} alone",
        ),
        Mutant(
            "off-by-one",
            Decrease(lambda nu, c, f, j: late_enough(nu, c, f, j + 1)),
            "one lag too early",
        ),
    ),
    repairs=("linear-rnn/eq-22-decay",),
    new=True,
)
