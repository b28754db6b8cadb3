r"""Section 5.2: the printed numbers of the in-context regression task, against exact ones.

There T = 12 examples, d_x = d_y = 3, uniform inputs of variance 1 and tasks of variance 1/3. The
best rate is 1/(T + d_x - 1/5) = 5/74, and the expected loss of that step, as a mean over the three
outputs, is 7/74.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from proofs.gated_rnn import PAPER
from proofs.gated_rnn.c2_optimal_learning_rate.equation_43 import by_mean, eta, printed_rate
from proofs.gated_rnn.c2_optimal_learning_rate.optimal_rate_beyond import least_loss
from theorem_checks import (
    All,
    Claim,
    Conclusion,
    Control,
    Counterexample,
    Evidence,
    ForReals,
    Gaussian,
    Least,
    Mean,
    Mutant,
    RandomMatrix,
    RandomVector,
    Source,
    Statistic,
    Uniform,
    Verdict,
    World,
    check,
    conjunction,
    decide_mean,
    expectation,
    norm2,
    proof_of,
    prove,
    to_fraction,
    variance,
)

T, D_X, D_Y = 12, 3, 3
RATE = printed_rate(T, D_X, 1)
TASK = Fraction(1, 3)
PLACES = Fraction(1, 20_000)  # half a unit of the fourth decimal


def _loss(task_variance: Fraction, eta: Any) -> Statistic:
    """The loss of one step on one sequence: half the squared error, summed over the outputs."""
    X, x = RandomMatrix("X", D_X, T, law=Uniform()), RandomVector("x", D_X, law=Uniform())
    W = RandomMatrix("W", D_Y, D_X, law=Gaussian(variance=task_variance))
    return norm2(W @ x - (W @ X @ X.T @ x) * eta) / 2


def _loss_per_output(task_variance: Fraction) -> Statistic:
    """The mean over the outputs of the loss of the best step."""
    return _loss(task_variance, RATE) / D_Y


@dataclass(frozen=True)
class LossOfStep:
    """An expected loss of the best step, per output, for tasks of a given variance."""

    value: Fraction
    task_variance: Fraction = TASK


def says_loss(stated: LossOfStep, _w: World) -> Conclusion:
    """The best step is that of the rate 5/74; its loss is this per output, and d_y times this."""
    best = Least(_loss(stated.task_variance, eta), eta, RATE)
    return All((best, *_means_at_best(stated)))


def says_double(stated: LossOfStep, _w: World) -> Conclusion:
    """The same, and tasks of half the variance, the former ones, have half the loss."""
    best = Least(_loss(stated.task_variance, eta), eta, RATE)
    before = Mean(_loss_per_output(stated.task_variance / 2), sp.Rational(stated.value / 2))
    return All((best, *_means_at_best(stated), before))


def _means_at_best(stated: LossOfStep) -> tuple[Conclusion, Conclusion]:
    per_output = Mean(_loss_per_output(stated.task_variance), sp.Rational(stated.value))
    return per_output, Mean(_loss(stated.task_variance, RATE), sp.Rational(D_Y * stated.value))


def by_means(whole: Any) -> Evidence:
    """Prove where the loss is least, from its mean, and the means."""
    best, *means = whole.parts
    return conjunction(whole, by_mean(best), *map(prove, means))


check_expected_loss = proof_of(says_loss, by_means, name="check_expected_loss")
check_doubled_loss = proof_of(says_double, by_means, name="check_doubled_loss")


@check("exact")
def check_general_formula(stated: LossOfStep) -> Evidence:
    """It is the general formula over the number of outputs."""
    found = least_loss(T, D_X, D_Y, 1, stated.task_variance, Fraction(9, 5)) / D_Y
    if stated.value != found:
        return Evidence.refuted(Counterexample({}, str(stated.value), str(found)))
    return Evidence.holds("T = 12, d_x = d_y = 3")


@check("sample", tier="deep")
def check_on_sequences(stated: LossOfStep, *, seed: int) -> Evidence:
    """The loss of gradient steps on sampled sequences; its variance is exact."""
    import jax
    import jax.numpy as jnp

    spread = to_fraction(variance(_loss_per_output(stated.task_variance)))
    bound, scale = 3.0**0.5, float(stated.task_variance) ** 0.5

    def loss(key: Any) -> Any:
        first, second, third = jax.random.split(key, 3)
        X = jax.random.uniform(first, (D_X, T), jnp.float64, -bound, bound)
        x = jax.random.uniform(second, (D_X,), jnp.float64, -bound, bound)
        W = scale * jax.random.normal(third, (D_Y, D_X))
        return jnp.sum((W @ x - float(RATE) * W @ X @ X.T @ x) ** 2) / (2 * D_Y)

    because = "moments of the loss"
    near = stated.value / 10
    return decide_mean(loss, stated.value, near, seed=seed, variance=spread, because=because)


@check("exact")
def check_is_a_rounding(printed: Fraction) -> Evidence:
    """The exact expectation 7/74 rounds to the printed four decimals."""
    found = to_fraction(expectation(_loss_per_output(TASK)))
    if abs(printed - found) > PLACES:
        values = {"T": T, "d_x": D_X, "d_y": D_Y, "eta": RATE}
        return Evidence.refuted(
            Counterexample(values, claimed=f"{float(printed):.4f}", found=f"{found} = 0.09459...")
        )
    return Evidence.holds("to four decimals")


loss_as_printed = Claim(
    id="gated-rnn/s5.2-loss-gd",
    title="The expected loss of the best gradient step is 0.0947",
    source=Source(PAPER, "Sec. 5.2"),
    statement=r"\tfrac1{2 d_y} E\|y - \eta^* YX^\top x\|^2 = 0.0947",
    assumptions=("half the squared error, as a mean over the three outputs", "the laws of C.1"),
    subject=Fraction("0.0947"),
    checks=(check_is_a_rounding,),
    controls=(Control("rounded", Fraction("0.0946"), "7/74 to four decimals"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/s5.2-loss-gd-repaired",
    notes="The printed value is an estimate from samples: over 50 000 sequences its standard error"
    " is 6.5e-4 (gated-rnn/new-s5.2-standard-error). The same holds for the network's 0.0945.",
)

exact_loss = Claim(
    id="gated-rnn/s5.2-loss-gd-repaired",
    title="The expected loss of the best gradient step is 7/74 per output, 21/74 in all",
    source=Source(PAPER, "Sec. 5.2, mended"),
    statement=r"\tfrac1{2 d_y} E\|y - \eta^* YX^\top x\|^2 = \tfrac7{74} = 0.09459\ldots",
    assumptions=("eq. (28) as printed is the sum over the outputs, 21/74",),
    subject=LossOfStep(Fraction(7, 74)),
    says=says_loss,
    checks=(check_expected_loss, check_general_formula, check_on_sequences.killing("sum")),
    mutants=(
        Mutant("sum", LossOfStep(Fraction(21, 74)), "the sum over outputs"),
        Mutant("gaussian", LossOfStep(Fraction(1, 8)), "kurtosis 3: 1/2 * 4/16"),
        Mutant("printed", LossOfStep(Fraction("0.0947")), "the printed estimate"),
    ),
    repairs=("gated-rnn/s5.2-loss-gd",),
)

double = Claim(
    id="gated-rnn/s5.3-double-variance",
    title="With tasks of twice the variance the loss of the step doubles, to 7/37 per output",
    source=Source(PAPER, "Secs. 5.3, C.1"),
    statement=r"W_{ka} \sim N(0, \tfrac23):\quad \tfrac1{2 d_y}E\|y - \eta^*YX^\top x\|^2"
    r" = \tfrac7{37}",
    assumptions=("the rate $\\eta^* = 5/74$, which does not depend on the tasks",),
    subject=LossOfStep(Fraction(7, 37), 2 * TASK),
    says=says_double,
    checks=(check_doubled_loss, check_general_formula),
    mutants=(
        Mutant("same", LossOfStep(Fraction(7, 74), 2 * TASK), "the loss of training"),
        Mutant("squared", LossOfStep(Fraction(14, 37), 2 * TASK), "four times"),
    ),
)


@check("exact")
def check_standard_error(stated: Fraction) -> Evidence:
    """The exact variance of the loss of one sequence, over 50 000, has this root (two digits)."""
    found = to_fraction(variance(_loss_per_output(TASK))) / 50_000
    low, high = stated - Fraction(1, 20_000), stated + Fraction(1, 20_000)
    if not low**2 <= found <= high**2:
        shown = f"{float(found) ** 0.5:.2e}"
        return Evidence.refuted(Counterexample({"sequences": 50_000}, f"{float(stated)}", shown))
    gaps = [abs(Fraction(v) - Fraction(7, 74)) for v in ("0.0947", "0.0945")]
    if max(gaps) > stated:
        return Evidence.refuted(Counterexample({}, "within one error", str(max(gaps))))
    return Evidence.holds("both printed losses lie within one standard error of 7/74")


standard_error = Claim(
    id="gated-rnn/new-s5.2-standard-error",
    title="Over 50 000 sequences the loss of the step has a standard error of 6.5e-4",
    source=Source(PAPER, "Sec. 5.2, beyond the text"),
    statement=r"\sqrt{\mathrm{Var}(\ell)/50000} = 6.5\cdot10^{-4},\quad"
    r" |0.0947 - \tfrac7{74}|,\, |0.0945 - \tfrac7{74}| < 6.5\cdot10^{-4}",
    subject=Fraction("0.00065"),
    checks=(check_standard_error,),
    mutants=(
        Mutant("smaller", Fraction("0.00045"), "a variance of half the size"),
        Mutant("fewer", Fraction("0.00092"), "25 000 sequences"),
    ),
    expect=Verdict.HOLDS,
    new=True,
)


@check("exact")
def check_coefficients(column: dict[str, Fraction]) -> Evidence:
    """The prediction on one token (x, y) is eta* y_1 (x_1^2 + x_2^2 + x_3^2); three digits."""
    from constructions.arrays import polynomials
    from constructions.weights.gradient_step_as_attention import gradient_step_as_attention

    token = polynomials(z=(1, D_X + D_Y)).symbols("z")
    output = gradient_step_as_attention(D_X, D_Y, RATE)(token)[-1][D_X]
    context = output.context()
    names = [str(v) for v in context.gens()]
    found = {}
    for powers, coefficient in output.terms():
        factors = [f"{n}^{int(k)}" for n, k in zip(names, powers, strict=True) if k]
        found[" ".join(factors)] = Fraction(int(coefficient.p), int(coefficient.q))
    wanted = {f"z[0,{a}]^2 z[0,3]^1": column.get(f"x_{a + 1}^2 y_1", 0) for a in range(D_X)}
    if found.keys() != wanted.keys():
        return Evidence.undecided(f"Other monomials: {sorted(found)}")
    for name, value in wanted.items():
        if abs(value - found[name]) > PLACES:
            shown = f"{found[name]} = {float(found[name]):.6f}"
            return Evidence.refuted(Counterexample({"monomial": name}, f"{float(value)}", shown))
    return Evidence.holds("to three digits; all other coefficients are 0")


def _column(value: str) -> dict[str, Fraction]:
    return {f"x_{a}^2 y_1": Fraction(value) for a in (1, 2, 3)}


table_2_step = Claim(
    id="gated-rnn/tab2-coefs",
    title="The instantaneous polynomial of the best step has the coefficients 6.76e-2 = 5/74",
    source=Source(PAPER, "Table 2, column GD"),
    statement=r"\eta^* y_1 (x_1^2 + x_2^2 + x_3^2),\quad \eta^* = \tfrac5{74} = 0.067567\ldots",
    subject=_column("0.0676"),
    checks=(check_coefficients,),
    mutants=(
        Mutant("gaussian", _column("0.0625"), "1/16"),
        Mutant("network", _column("0.0681"), "the column of the trained network"),
        Mutant("mean", _column("0.8108"), "a mean over 12 examples"),
    ),
    expect=Verdict.HOLDS,
    notes="The column RNN is an experiment; see gated-rnn/new-tab2-match for how far it is off.",
)

Row = tuple[Fraction, Fraction]  # a mean over 4 seeds, and the error stated with it
ROWS: tuple[Row, ...] = (
    (Fraction("0.0681"), Fraction("0.0000852")),
    (Fraction("0.0682"), Fraction("0.0000640")),
    (Fraction("0.0682"), Fraction("0.0000556")),
)
ELEVEN_PER_MILLE = Fraction(11, 1000) * RATE


@check("exact")
def check_within(tolerance: Callable[[Fraction], Fraction]) -> Evidence:
    """Each printed coefficient of the network is within the tolerance of 5/74, rounding allowed."""
    for place, (value, error) in enumerate(ROWS, start=1):
        gap = abs(value - RATE) - PLACES
        if gap > tolerance(error):
            return Evidence.refuted(
                Counterexample(
                    {"row": place, "RNN": value, "error": error},
                    claimed=f"within {float(tolerance(error)):.2e} of 5/74",
                    found=f"off by {float(gap):.2e} at least, {float(gap / error):.1f} errors",
                )
            )
    return Evidence.holds("the three rows of Table 2")


def says_match(tolerance: Callable[[Fraction], Fraction], w: World) -> Conclusion:
    """Every number that rounds to a printed coefficient is within the tolerance of 5/74.

    Such numbers are the printed one and u half units of its last place, with u from -1 to 1.
    """
    within = []
    for place, (value, error) in enumerate(ROWS, start=1):
        rounded = w.reals(f"u_{place}")
        w.assume(abs(rounded) <= 1)
        within.append(abs(value + PLACES * rounded - RATE) <= tolerance(error))
    return ForReals(within[0] & within[1] & within[2])


match_as_printed = Claim(
    id="gated-rnn/new-tab2-match",
    title="The network's coefficients match the gradient step within their stated errors",
    source=Source(PAPER, "Table 2, caption"),
    statement=r"|c_a - \eta^*| \le \text{stated error},\quad a = 1, 2, 3",
    subject=lambda error: error,
    checks=(check_within,),
    controls=(Control("in-percent", lambda error: ELEVEN_PER_MILLE, "within 1.1 percent"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/new-tab2-match-repaired",
    notes="They are 6 to 11 stated errors above 5/74.",
)

match_repaired = Claim(
    id="gated-rnn/new-tab2-match-repaired",
    title="The network's coefficients match the gradient step to 1.1 percent",
    source=Source(PAPER, "Table 2, mended"),
    statement=r"|c_a - \eta^*| \le \tfrac{11}{1000}\eta^*",
    assumptions=("$c_a$ any numbers that round to the printed means",),
    subject=lambda error: ELEVEN_PER_MILLE,
    says=says_match,
    checks=(
        proof_of(says_match),
        check_within.killing("stated-errors", "per-mille"),
    ),
    mutants=(
        Mutant("stated-errors", lambda error: error),
        Mutant("per-mille", lambda error: Fraction(1, 1000) * RATE, "one per mille"),
        Mutant("one-percent", lambda error: Fraction(1, 100) * RATE, "forgets the rounding"),
    ),
    repairs=("gated-rnn/new-tab2-match",),
)
