r"""Appendix C.2, eqs (32)-(36): the slope of the expected loss in the learning rate.

As printed, (32) is minus the derivative, and the sign is carried through to (36). The steps from
(32) to (35) are right; the last one uses E[W W^T] = s_W I where E[W^T W] = d_y s_W I is needed, so
that (36) lacks a factor d_y besides. Neither matters to where the slope vanishes, eq. (37).
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from proofs.gated_rnn import PAPER
from proofs.gated_rnn.c2_optimal_learning_rate.equation_43 import (
    SETTING,
    eta,
)
from proofs.gated_rnn.c2_optimal_learning_rate.equations_28_to_31 import curvature
from proofs.gated_rnn.c2_optimal_learning_rate.one_step_setting import (
    RANDOM,
    RandomData,
    Sizes,
    agrees_with_enumeration,
    enumerated_loss,
)
from theorem_checks import (
    All,
    Claim,
    Conclusion,
    Control,
    Evidence,
    MatrixExpression,
    Mean,
    Mutant,
    Source,
    Statistic,
    Verdict,
    World,
    bilinear,
    check,
    identity,
    inner,
    instances_of,
    proof_of,
    squared_norm,
    trace,
)

Line = Callable[[Any, Any], Statistic]

LINES: dict[int, Line] = {
    32: lambda z, eta: inner(z.W @ (z.one - z.G * eta) @ z.x, z.W @ z.G @ z.x),
    33: lambda z, eta: trace((z.one - z.G * eta) @ z.W.T @ z.W @ z.G @ z.x @ z.x.T),
    34: lambda z, eta: trace((z.one - z.G * eta) @ z.W.T @ z.W @ z.G) * z.s,
    35: lambda z, eta: trace(z.G @ (z.one - z.G * eta) @ z.W.T @ z.W) * z.s,
    36: lambda z, eta: trace(z.G @ (z.one - z.G * eta)) * (z.s * z.s_W),
}
SHOWN = {
    32: r"E\left[(W(I - \eta XX^\top)x)^\top WXX^\top x\right]",
    33: r"\mathrm{Tr}\,E\left[(I - \eta XX^\top)W^\top WXX^\top xx^\top\right]",
    34: r"\sigma_x^2\,\mathrm{Tr}\,E\left[(I - \eta XX^\top)W^\top WXX^\top\right]",
    35: r"\sigma_x^2\,\mathrm{Tr}\,E\left[XX^\top(I - \eta XX^\top)W^\top W\right]",
    36: r"\sigma_x^2\sigma_W^2\,\mathrm{Tr}\,E\left[XX^\top(I - \eta XX^\top)\right]",
}
IDS = {
    32: "gated-rnn/eq-32",
    33: "gated-rnn/eq-33",
    34: "gated-rnn/eq-34",
    35: "gated-rnn/eq-35",
    36: "gated-rnn/eq-36",
}


def _slope(sizes: Sizes, rate: Fraction) -> Fraction:
    """The derivative of the enumerated loss; central differences are exact on a parabola."""
    return (enumerated_loss(sizes, rate + 1) - enumerated_loss(sizes, rate - 1)) / 2


def says_derivative(line: Line, w: World) -> Conclusion:
    """The line is the derivative of the loss: L(eta + r) is L(eta), r times it, and c r^2."""
    z, eta, r = RandomData.of(w), w.number("eta"), w.number("r")
    moved, still = (squared_norm(z.W @ (z.one - z.G * rate) @ z.x) / 2 for rate in (eta + r, eta))
    bent = z.d_y * z.s_W * z.s * z.d / 2 * curvature(z) * r**2
    return Mean(moved - still - line(z, eta) * r, bent)


check_derivative = proof_of(says_derivative, name="check_derivative", seconds=120)


@check("exact")
def check_against_slopes_of_the_loss(line: Line) -> Evidence:
    """The line is the slope of the loss of real gradient steps, over all data of a small law."""
    return agrees_with_enumeration(line(RANDOM, eta), _slope, eta)


def _repaired(number: int) -> Line:
    if number == LAST_LINE:
        return lambda z, eta: LINES[number](z, eta) * -z.d_y
    return lambda z, eta: -LINES[number](z, eta)


LAST_LINE = 36  # which loses the factor d_y beside the sign


def _printed_value(number: int) -> Claim:
    more = " and the factor d_y is lost" if number == LAST_LINE else ""
    return Claim(
        id=IDS[number],
        title=f"The derivative of the loss is eq. ({number}) as printed",
        source=Source(PAPER, f"App. C.2, eq. ({number})"),
        statement=rf"\partial_\eta\mathcal L(\eta) = {SHOWN[number]}",
        assumptions=SETTING,
        subject=LINES[number],
        says=says_derivative,
        checks=(check_derivative, check_against_slopes_of_the_loss),
        controls=(Control("repaired", _repaired(number), "with the right sign and factor"),),
        expect=Verdict.REFUTED,
        repaired_by=f"{IDS[number]}-repaired",
        notes=f"The sign is wrong{more}. In the counterexample k is the kurtosis of the inputs.",
    )


def _long(line: Line) -> Mutant:
    """A line that is twice itself for many observations."""
    return Mutant("long", lambda z, eta: line(z, eta) * (1 if z.n < 2000 else 2), "n >= 2000")


def _repaired_value(number: int) -> Claim:
    factor = "-d_y\\," if number == LAST_LINE else "-"
    sign = Mutant("sign-only", lambda z, eta: -LINES[number](z, eta))
    sign_only = [sign] if number == LAST_LINE else []
    return Claim(
        id=f"{IDS[number]}-repaired",
        title=f"The derivative of the loss is eq. ({number}) with its sign and factors mended",
        source=Source(PAPER, f"App. C.2, eq. ({number}), mended"),
        statement=rf"\partial_\eta\mathcal L(\eta) = {factor}{SHOWN[number]}",
        assumptions=SETTING,
        subject=_repaired(number),
        says=says_derivative,
        checks=(check_derivative, check_against_slopes_of_the_loss),
        mutants=(
            Mutant("printed", LINES[number], "the sign of the print"),
            Mutant("twice", lambda z, eta: _repaired(number)(z, eta) * 2, "the 1/2 is lost"),
            Mutant("other-rate", lambda z, eta: _repaired(number)(z, 2 * eta), "eta is off by 2"),
            *sign_only,
        ),
        late=(_long(_repaired(number)),),
        repairs=(IDS[number],),
    )


values = tuple(claim(number) for number in LINES for claim in (_printed_value, _repaired_value))


@dataclass(frozen=True)
class Step:
    """A line of the derivation, and the one before it."""

    line: Line
    before: Line


def says_follows(step: Step, w: World) -> Conclusion:
    """The line has the expectation of the one before, for all sizes, rates and laws."""
    z, eta = RandomData.of(w), w.number("eta")
    return Mean(step.before(z, eta) - step.line(z, eta), 0)


check_follows = proof_of(says_follows, name="check_follows", seconds=120)


@check("exact")
def check_follows_by_enumeration(step: Step) -> Evidence:
    """The line is minus the slope of the loss, as the first line of the chain is."""
    return agrees_with_enumeration(step.line(RANDOM, eta), lambda z, rate: -_slope(z, rate), eta)


REASONS = {
    33: ("a^T b = Tr(b a^T), and the trace is cyclic", r"a^\top b = \mathrm{Tr}(ba^\top)"),
    34: ("E[x x^T] = s I, and x is independent", r"E[xx^\top] = \sigma_x^2 I"),
    35: ("the trace is cyclic", r"\mathrm{Tr}(AB) = \mathrm{Tr}(BA)"),
}


def _right_step(number: int) -> Claim:
    reason, why = REASONS[number]
    step = Step(LINES[number], LINES[number - 1])
    return Claim(
        id=f"{IDS[number]}-step",
        title=f"Eq. ({number}) follows from eq. ({number - 1}): {reason}",
        source=Source(PAPER, f"App. C.2, from eq. ({number - 1}) to ({number})"),
        statement=rf"{SHOWN[number - 1]} = {SHOWN[number]} \quad ({why})",
        assumptions=SETTING,
        subject=step,
        says=says_follows,
        checks=(check_follows, check_follows_by_enumeration),
        mutants=(
            Mutant(
                "lost-variance", Step(lambda z, eta: step.line(z, eta) / z.s, step.before), "s = 1"
            ),
            Mutant(
                "lost-rate", Step(lambda z, eta: step.line(z, eta / 2), step.before), "half eta"
            ),
            Mutant("other-sign", Step(lambda z, eta: -step.line(z, eta), step.before)),
        ),
        late=(Mutant("long", Step(_long(step.line).subject, step.before), "twice, n >= 2000"),),
        notes="Both lines are minus the derivative; see the claims on their values.",
    )


right_steps = tuple(_right_step(number) for number in REASONS)

LAST = Step(LINES[36], LINES[35])
LAST_REPAIRED = Step(lambda z, eta: LINES[36](z, eta) * z.d_y, LINES[35])

last_step = Claim(
    id="gated-rnn/eq-36-step",
    title="Eq. (36) follows from eq. (35)",
    source=Source(PAPER, "App. C.2, from eq. (35) to (36)"),
    statement=rf"{SHOWN[35]} = {SHOWN[36]}",
    assumptions=SETTING,
    subject=LAST,
    says=says_follows,
    checks=(check_follows, check_follows_by_enumeration),
    controls=(Control("repaired", LAST_REPAIRED, "times d_y"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/eq-36-step-repaired",
    notes="E[W^T W] = d_y s_W I, so a factor d_y is lost. In the counterexample k is the kurtosis"
    " of the inputs.",
)

last_step_repaired = Claim(
    id="gated-rnn/eq-36-step-repaired",
    title="Eq. (36) times d_y follows from eq. (35)",
    source=Source(PAPER, "App. C.2, from eq. (35) to (36), mended"),
    statement=rf"{SHOWN[35]} = d_y\,{SHOWN[36]}",
    assumptions=SETTING,
    subject=LAST_REPAIRED,
    says=says_follows,
    checks=(check_follows, check_follows_by_enumeration),
    mutants=(
        Mutant("printed", LAST, "lacks d_y"),
        Mutant("inputs", Step(lambda z, eta: LINES[36](z, eta) * z.d, LINES[35]), "d_x for d_y"),
    ),
    late=(Mutant("long", Step(_long(LAST_REPAIRED.line).subject, LINES[35]), "n >= 2000"),),
    repairs=("gated-rnn/eq-36-step",),
)


@dataclass(frozen=True)
class SecondMoment:
    """A product of W with itself, and the multiple of the identity that its mean is to be."""

    product: Callable[[MatrixExpression], MatrixExpression]
    multiple: Callable[[RandomData], Any]


def says_second_moment(claimed: SecondMoment, w: World) -> Conclusion:
    """The mean of a^T S b is that multiple of a^T b, for all a and b, where S is the product."""
    return _second_moment(claimed, RandomData.of(w), w)


def says_second_moment_in_use(claimed: SecondMoment, w: World) -> Conclusion:
    """The mean of a^T W^T W b is that multiple of a^T b, for all a and b; so eq. (35) loses W.

    In its place that multiple of the identity stands there, and the mean is the same.
    """
    z, eta = RandomData.of(w), w.number("eta")
    without = trace(z.G @ (z.one - z.G * eta)) * (claimed.multiple(z) * z.s)
    return All((_second_moment(claimed, z, w), Mean(LINES[35](z, eta), without)))


def _second_moment(claimed: SecondMoment, z: RandomData, w: World) -> Mean:
    squares = claimed.product(z.W)
    size = squares.shape[0]
    a, b = w.constant("a", size), w.constant("b", size)
    return Mean(bilinear(a, squares, b), bilinear(a, identity(size), b) * claimed.multiple(z))


USED = SecondMoment(lambda W: W.T @ W, lambda z: z.d_y * z.s_W)
PRINTED = SecondMoment(lambda W: W @ W.T, lambda z: z.s_W)

second_moment_as_printed = Claim(
    id="gated-rnn/c2-EWW",
    title="E[W W^T] = s_W I",
    source=Source(PAPER, "App. C.2, after eq. (36)"),
    statement=r"E[WW^\top] = \sigma_W^2 I",
    assumptions=(SETTING[1],),
    subject=PRINTED,
    says=says_second_moment,
    checks=(proof_of(says_second_moment), instances_of(says_second_moment)),
    controls=(Control("repaired", USED, "E[W^T W] = d_y s_W I"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/c2-EWW-repaired",
    notes="E[W W^T] = d_x s_W I of size d_y; what the derivation needs is E[W^T W].",
)

second_moment_repaired = Claim(
    id="gated-rnn/c2-EWW-repaired",
    title="E[W^T W] = d_y s_W I, which takes W out of eq. (35)",
    source=Source(PAPER, "App. C.2, after eq. (36), mended"),
    statement=r"E[W^\top W] = d_y \sigma_W^2 I_{d_x}",
    assumptions=(SETTING[1],),
    subject=USED,
    says=says_second_moment_in_use,
    checks=(proof_of(says_second_moment_in_use), instances_of(says_second_moment_in_use)),
    mutants=(
        Mutant("printed", PRINTED, "W W^T, and no dimension"),
        Mutant(
            "outputs-for-inputs", SecondMoment(USED.product, lambda z: z.d * z.s_W), "d_x for d_y"
        ),
    ),
    late=(
        Mutant(
            "many-outputs",
            SecondMoment(USED.product, lambda z: z.s_W * (z.d_y if z.d_y < 2000 else z.d)),
            "d_x for d_y from d_y = 2000 on",
        ),
    ),
    repairs=("gated-rnn/c2-EWW",),
)
