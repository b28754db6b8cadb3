r"""Section 4: what follows for the memory of a trained linear RNN, and what does not.

One coefficient with target y, |x| = 1: after l steps L_j^l = y + (1 - eta rho_j)^l (L_j^0 - y).
So it needs about 1/(eta rho_j) steps to move, exponentially many in j; but the printed orders of
magnitude drop the factor j in rho_j, and the decay of the initial values.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from proofs.linear_rnn import PAPER
from proofs.linear_rnn.s3_3_rnn_parametrization.theorem_3_3_a import limit_variance
from proofs.linear_rnn.s3_3_rnn_parametrization.theorem_3_3_b import printed_rho
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Ground,
    Source,
    Verdict,
    all_of,
    check,
    prove_identity,
)

j, steps = sp.symbols("j l", integer=True, nonnegative=True)
nu_W, nu_F, nu_C, eta, ell = sp.symbols("nu_W nu_F nu_C eta ell", positive=True)


def rho(lag, nu):
    """Return rho_j with nu_F = nu_C = 1."""
    return printed_rho(lag, nu, Fraction(1), Fraction(1))


# The order of magnitude


@dataclass(frozen=True)
class Order:
    """An order of magnitude for L_j^l: start(nu, j) + l * drift(rho_j, nu, j)."""

    start: Callable = lambda nu, j: nu ** (j // 2)
    drift: Callable = lambda rho, nu, j: rho


HALF = Fraction(1, 2)


@check("exact")
def check_order(order):
    """With nu = 1/4, nu_C = nu_F = 1, x = (1, 0, ...) and target 1 from 0, at l = 1/(eta rho_j).

    There L_j^l is at least 1/2: with r = eta rho_j, here 1 or at most 1/3, and l the integer
    nearest to 1/r, L_j^l = 1 - (1 - r)^l >= 1 - exp(r/2 - 1). An order of magnitude has to keep up:
    the ratio of L_j^l to it is bounded by 10 at every even lag up to 200 (a ratio that grows with j
    exceeds any bound).
    """
    nu, rate = Fraction(1, 4), HALF
    for lag in range(0, 202, 2):
        count = round(1 / (rate * rho(lag, nu)))
        claimed = order.start(nu, lag) + count * order.drift(rate * rho(lag, nu), nu, lag)
        if 10 * claimed < HALF:
            point = {"nu_W": nu, "nu_C": 1, "nu_F": 1, "eta": rate, "j": lag, "l": count}
            run = {"x": "(1, 0, ..., 0)", "y_j": 1, "L_j^0": 0, "rho_j": rho(lag, nu)}
            return Evidence.refuted(
                Counterexample(
                    point | run,
                    f"|L_j^l| is at most 10 times the order {float(claimed):.3}",
                    "L_j^l = 1 - (1 - eta rho_j)^l, which is at least 1/2",
                    "the ratio grows with j",
                )
            )
    return Evidence.holds("nu_W = 1/4, even lags up to 200, l = 1/(eta rho_j)")


@check("proof")
def check_ratio(order):
    """What is dropped: rho_j over the drift is bounded in j only if the factor j is kept."""
    ratio = sp.simplify(
        printed_rho(j, nu_W, nu_F, nu_C) / order.drift(printed_rho(j, nu_W, nu_F, nu_C), nu_W, j)
    )
    limit = sp.limit(ratio.subs({nu_W: HALF, nu_F: 1, nu_C: 1}), j, sp.oo)
    if limit is sp.oo:
        kept = nu_C + nu_F + j * nu_C * nu_F / nu_W
        dropped = prove_identity(printed_rho(j, nu_W, nu_F, nu_C), nu_W**j * kept)
        if dropped.verdict is not Verdict.PROVED:
            return dropped
        return Evidence.refuted(
            Counterexample(
                {"nu_W": HALF, "nu_F": 1, "nu_C": 1},
                claimed="rho_j / nu_W^j is bounded",
                found=f"rho_j / nu_W^j = {kept}",
            )
        )
    return all_of(
        {
            "the distance, by (25)": prove_identity(
                printed_rho(j, nu_W, nu_F, nu_C),
                order.drift(printed_rho(j, nu_W, nu_F, nu_C), nu_W, j),
            )
        },
        "all lags, steps and variances",
        words=("linear-rnn/new-thm-4.1-constants for the distance", "linear-rnn/thm-4.1-init"),
        rests_on=(
            Ground.claim("linear-rnn/new-thm-4.1-constants"),
            Ground.claim("linear-rnn/thm-4.1-init"),
        ),
    )


AS_PRINTED = Order(drift=lambda rho, nu, j: nu**j)

final_order = Claim(
    id="linear-rnn/final-O",
    title="After l steps the coefficient is O(nu_W^{j/2} + l nu_W^j)",
    source=Source(PAPER, "Sec. 4, after Theorem 4.1"),
    statement=r"L^\ell_{RNN,j} = O(\nu_W^{j/2} + \ell\,\nu_W^j)",
    assumptions=("the constant in O(.) does not depend on j, l or T",),
    subject=AS_PRINTED,
    checks=(check_order, check_ratio),
    controls=(Control("rho", Order(), "l rho_j for l nu_W^j"),),
    expect=Verdict.REFUTED,
    repaired_by="linear-rnn/new-final-order",
    notes="rho_j = nu_W^j (nu_C + nu_F + j nu_C nu_F / nu_W): the factor that grows with j is lost."
    " Once l is about 1/(eta rho_j), L_j is of order 1, and the printed bound of order 1/j. With a"
    " constant that may depend on T it is true: linear-rnn/final-O-fixed-length.",
)


# At which rate it decays


@dataclass(frozen=True)
class Rate:
    """A rate at which |L_j^0| is said to decay: power(j), of nu_W."""

    power: Callable


@check("proof")
def check_rate(rate):
    """The root of E (L_j^0)^2 in the limit; and what l steps add is small beside it.

    By (25) they add at most B_2 eta l rho_j, and rho_j is nu_W^{j/2} times what tends to 0.
    """
    size = sp.sqrt(limit_variance(j, nu_W, nu_F, nu_C))
    claimed = sp.sqrt(nu_C * nu_F) * nu_W ** rate.power(j)
    evidence = prove_identity(size, claimed)
    if evidence.verdict is Verdict.PROVED:
        left = nu_W ** (j / 2) * (nu_C + nu_F + j * nu_C * nu_F / nu_W)
        added = prove_identity(printed_rho(j, nu_W, nu_F, nu_C), nu_W ** (j / 2) * left)
        return all_of(
            {"the initial size": evidence, "what the steps add": added},
            "all lags j, nu_W < 1; a fixed number of steps",
            words=(
                "linear-rnn/thm-4.1-init and linear-rnn/new-thm-4.1-constants",
                "j nu_W^{j/2} tends to 0 with j for nu_W < 1",
            ),
            rests_on=(
                Ground.claim("linear-rnn/thm-4.1-init"),
                Ground.claim("linear-rnn/new-thm-4.1-constants"),
            ),
        )
    if sp.limit((size / claimed).subs(nu_W, HALF), j, sp.oo) is sp.oo:
        return Evidence.refuted(
            Counterexample(
                {"nu_W": HALF, "nu_C": 1, "nu_F": 1, "l": 0},
                claimed=f"(1/2)^({rate.power(j)})",
                found="(1/2)^(j/2)",
                explanation="The ratio tends to infinity with j.",
            )
        )
    return evidence


decay_as_printed = Claim(
    id="linear-rnn/final-decay",
    title="For a fixed number of steps the coefficients decay like nu_W^{j-1}",
    source=Source(PAPER, "Sec. 4, after Theorem 4.1"),
    statement=r"\|L^\ell_{RNN,j}\| = O(\nu_W^{j-1})",
    subject=Rate(lambda j: j - 1),
    checks=(check_rate,),
    controls=(Control("half", Rate(lambda j: j / 2), "nu_W^{j/2}"),),
    expect=Verdict.REFUTED,
    repaired_by="linear-rnn/new-final-decay",
    notes="nu_W^{j-1} is the rate of the change. The initial coefficients are of size nu_W^{j/2},"
    " and this is what is left after a fixed number of steps.",
)
