r"""Appendix C.2, eqs (28)-(31): the expected loss of one gradient step, in four forms.

A step from 0 with rate eta on (1/2) ||Y - W X||^2 arrives at eta Y X^T. With Y = W X and y = W x
the expected loss is (1/2) E ||W (I - eta X X^T) x||^2, a parabola in eta.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from proofs.gated_rnn import PAPER
from proofs.gated_rnn.c2_optimal_learning_rate.equation_43 import (
    SETTING,
    d,
    d_y,
    eta,
    k,
    n,
    s,
    s_W,
)
from proofs.gated_rnn.c2_optimal_learning_rate.one_step_setting import (
    RANDOM,
    RandomData,
    agrees_with_enumeration,
    enumerated_loss,
)
from theorem_checks import (
    All,
    Claim,
    Conclusion,
    Control,
    Counterexample,
    Equal,
    Evidence,
    Mean,
    Mutant,
    Source,
    Verdict,
    World,
    check,
    decide_mean,
    expectation,
    instances_of,
    proof_of,
    squared_norm,
    to_fraction,
)


def says_defined(size_of_x: Callable[..., Any], w: World) -> Conclusion:
    """Of W and X the product is defined, and of W and x: inner sizes agree, for all sizes."""
    d, d_y, n = w.size("d_x"), w.size("d_y"), w.size("n")
    W, X = w.array("W", d_y, d), w.array("X", d, n)
    columns, rows = W.shape[1], X.shape[0]
    return All((Equal(columns, rows), Equal(columns, w.call(size_of_x, d, d_y))))


CHECKS = (proof_of(says_defined), instances_of(says_defined))

setup_as_printed = Claim(
    id="gated-rnn/c2-setup",
    title="The setting as printed, with x in R^{d_y}, is well defined",
    source=Source(PAPER, "App. C.2, first paragraph"),
    statement=r"X \in \mathbb{R}^{d_x \times n},\; W \in \mathbb{R}^{d_y \times d_x},\;"
    r" x \in \mathbb{R}^{d_y},\; y = Wx",
    subject=lambda d_x, outputs: outputs,
    says=says_defined,
    checks=CHECKS,
    controls=(Control("repaired", lambda d_x, outputs: d_x, "x in R^{d_x}"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/c2-setup-repaired",
    notes="A misprint: W x needs x in R^{d_x}.",
)

setup_repaired = Claim(
    id="gated-rnn/c2-setup-repaired",
    title="The setting with x in R^{d_x} is well defined",
    source=Source(PAPER, "App. C.2, first paragraph, mended"),
    statement=r"x \in \mathbb{R}^{d_x}",
    subject=lambda d_x, outputs: d_x,
    says=says_defined,
    checks=CHECKS,
    mutants=(Mutant("printed", lambda d_x, outputs: outputs, "x in R^{d_y}"),),
    late=(
        Mutant(
            "large", lambda d_x, outputs: d_x if d_x < 2000 else outputs, "x in R^{d_y} if large"
        ),
    ),
    repairs=("gated-rnn/c2-setup",),
)


Step = Callable[..., Any]
"""The weights after a step, from labels Y, inputs X, their number n, and the rate."""


def says_step(step: Step, w: World) -> Conclusion:
    """It is eta Y X^T, and minus eta times the gradient at 0 of half the squared error.

    The gradient is what the loss along every direction E from 0 is linear in:
    eta (1/2) |Y - r E X|^2 = eta (1/2) |Y|^2 - r <step, E> + r^2 eta (1/2) |E X|^2.
    """
    d, d_y, n = w.size("d_x"), w.size("d_y"), w.size("n")
    Y, X, E = w.array("Y", d_y, n), w.array("X", d, n), w.array("E", d_y, d)
    eta, r = w.number("eta"), w.number("r")
    reached = step(Y, X, n, eta)

    def inner(one: Any, other: Any, *sizes: Any) -> Any:
        return w.entries(lambda helper: helper.sum(lambda i, j: one[i, j] * other[i, j], *sizes))

    moved, along = Y - (E @ X) * r, E @ X
    loss, start = inner(moved, moved, d_y, n) * (eta / 2), inner(Y, Y, d_y, n) * (eta / 2)
    slope, bent = inner(reached, E, d_y, d) * r, inner(along, along, d_y, n) * (eta * r**2 / 2)
    return All((Equal(reached, (Y @ X.T) * eta), Equal(loss, start - slope + bent)))


@check("exact")
def check_step_by_differentiation(step: Step) -> Evidence:
    """The step is minus eta times the gradient that SymPy finds, at small sizes."""
    for rows, columns, length in ((1, 1, 2), (2, 1, 1), (1, 2, 2), (2, 2, 2)):
        Y, X = _entries("Y", rows, length), _entries("X", columns, length)
        B = _entries("B", rows, columns)
        gaps = Y - B @ X
        loss, nowhere = (gaps * gaps).sum() / 2, [(entry, 0) for entry in B.flat]
        wanted = [-eta * sp.diff(loss, entry).subs(nowhere) for entry in B.flat]
        found = step(Y, X, sp.Integer(length), eta)
        if any(sp.expand(a - b) != 0 for a, b in zip(wanted, found.flat, strict=True)):
            at = {"d_y": rows, "d_x": columns, "n": length}
            return Evidence.refuted(
                Counterexample(at, claimed=str(found.tolist()), found=str(wanted))
            )
    return Evidence.holds("(d_y, d_x, n) up to (2, 2, 2), all data")


def _entries(name: str, rows: int, columns: int) -> np.ndarray:
    entries = [[sp.Symbol(f"{name}[{i},{j}]") for j in range(columns)] for i in range(rows)]
    return np.array(entries, dtype=object)


one_step = Claim(
    id="gated-rnn/c2-one-step",
    title="One gradient step from 0 on (1/2) ||Y - W X||^2 arrives at eta Y X^T",
    source=Source(PAPER, "App. C.2, after eq. (28)"),
    statement=r"\hat W = -\eta\,\nabla_W \tfrac12\|Y - WX\|_F^2\Big|_{W=0} = \eta\,YX^\top",
    subject=lambda Y, X, n, rate: (Y @ X.T) * rate,
    says=says_step,
    checks=(proof_of(says_step), instances_of(says_step), check_step_by_differentiation),
    mutants=(
        Mutant("wrong-sign", lambda Y, X, n, rate: (Y @ X.T) * -rate, "climbs"),
        Mutant(
            "twice", lambda Y, X, n, rate: (Y @ X.T) * (2 * rate), "forgets the half of the loss"
        ),
        Mutant("mean", lambda Y, X, n, rate: (Y @ X.T) * (rate / n), "a mean over tokens"),
    ),
    late=(
        Mutant(
            "long",
            lambda Y, X, n, rate: (Y @ X.T) * (rate if n < 2000 else rate / n),
            "a mean over tokens from n = 2000 on",
        ),
    ),
)


def parabola(z: RandomData, eta: Any) -> Any:
    """Return the expected loss."""
    scale = z.d_y * z.s_W * z.s * z.d / 2
    return scale * (1 - 2 * eta * z.n * z.s + curvature(z) * eta**2)


def curvature(z: RandomData) -> Any:
    """Return what eta^2 is multiplied with in the parabola, beside its scale."""
    return z.n * z.s**2 * (z.n + z.d + z.k - 2)


PARABOLA = parabola(RANDOM, eta)
X, W, x, G, ONE = RANDOM.X, RANDOM.W, RANDOM.x, RANDOM.G, RANDOM.one


def says_parabola(line: Any, w: World) -> Conclusion:
    """The line is (1/2) d_y d_x s s_W (1 - 2 eta n s + eta^2 n s^2 (n + d_x + k - 2))."""
    z, eta = RandomData.of(w), w.number("eta")
    return Mean(line(z, eta), parabola(z, eta))


check_parabola = proof_of(says_parabola, name="check_parabola", seconds=120)


@check("exact")
def check_against_gradient_steps(line: Any) -> Evidence:
    """The line is the loss of real gradient steps, by going through all data of a small law."""
    return agrees_with_enumeration(line(RANDOM, eta), enumerated_loss, eta)


@check("sample", tier="deep", kills=("wrong-sign",))
def check_loss_of_trained_maps(line: Any, *, seed: int) -> Evidence:
    """The loss of a step that JAX takes by differentiating, on Gaussian data.

    At n = 2, d_x = d_y = 1, s = 1, s_W = 1/2; the variance of the loss is exact.
    """
    import jax
    import jax.numpy as jnp

    from theorem_checks import Gaussian, RandomMatrix, RandomVector, variance

    rate, half = sp.Rational(1, 4), sp.Rational(1, 2)
    at = [(n, 2), (d, 1), (d_y, 1), (s, 1), (s_W, half), (k, 3), (eta, rate)]
    claimed = to_fraction(expectation(line(RANDOM, eta)).subs(at))
    X_3, x_2 = RandomMatrix("X", 1, 2), RandomVector("x", 1)
    W_2 = RandomMatrix("W", 1, 1, law=Gaussian(variance=half))
    gap = W_2 @ x_2 - (W_2 @ X_3 @ X_3.T @ x_2) * rate
    spread = to_fraction(variance(squared_norm(gap) / 2))

    def loss(key: Any) -> Any:
        keys = jax.random.split(key, 3)
        X = jax.random.normal(keys[0], (1, 2))
        W = jax.random.normal(keys[1], (1, 1)) * 0.5**0.5
        x = jax.random.normal(keys[2], (1,))
        slope = jax.grad(lambda B: jnp.sum((W @ X - B @ X) ** 2) / 2)(jnp.zeros((1, 1)))
        gap = W @ x + float(rate) * slope @ x
        return jnp.sum(gap**2) / 2

    return decide_mean(
        loss, claimed, Fraction(1, 5), seed=seed, variance=spread, because="moments of the data"
    )


FORMS: dict[str, tuple[Callable[..., Any], str]] = {
    "gated-rnn/eq-28": (
        lambda z, eta: squared_norm(z.W @ z.x - (z.W @ z.X @ z.X.T * eta) @ z.x) / 2,
        r"E\|y - \hat W x\|^2",
    ),
    "gated-rnn/eq-29": (
        lambda z, eta: squared_norm(z.W @ z.x - ((z.W @ z.X) @ z.X.T @ z.x) * eta) / 2,
        r"E\|y - \eta YX^\top x\|^2",
    ),
    "gated-rnn/eq-30": (
        lambda z, eta: squared_norm(z.W @ z.x - (z.W @ z.G @ z.x) * eta) / 2,
        r"E\|Wx - \eta WXX^\top x\|^2",
    ),
    "gated-rnn/eq-31": (
        lambda z, eta: squared_norm(z.W @ (z.one - z.G * eta) @ z.x) / 2,
        r"E\|W(I - \eta XX^\top)x\|^2",
    ),
}


def _form(name: str) -> Claim:
    """The claim that the loss as printed in one of the lines is the loss of a gradient step."""
    line, statement = FORMS[name]
    number = name.removeprefix("gated-rnn/eq-")
    return Claim(
        id=name,
        title=f"The loss of one gradient step in the form of eq. ({number})",
        source=Source(PAPER, f"App. C.2, eq. ({number})"),
        statement=rf"\mathcal L(\eta) = \tfrac12 {statement}"
        r" = \tfrac12 d_y d_x \sigma_W^2 \sigma_x^2"
        r"\left(1 - 2\eta n \sigma_x^2 + \eta^2 n \sigma_x^4 (n + d_x + \kappa - 2)\right)",
        assumptions=(*SETTING, r"$\hat W = \eta YX^\top$, one gradient step from 0"),
        subject=line,
        says=says_parabola,
        checks=(
            check_parabola,
            check_against_gradient_steps,
            *([check_loss_of_trained_maps] if number == "28" else []),
        ),
        mutants=(
            Mutant("no-half", lambda z, eta: line(z, eta) * 2, "loses the 1/2"),
            Mutant("wrong-sign", lambda z, eta: line(z, -eta), "the step goes uphill"),
            Mutant("mean", lambda z, eta: line(z, eta / z.n), "the loss of the step is a mean"),
            Mutant("one-output", lambda z, eta: line(z, eta) / z.d_y, "a mean over outputs"),
        ),
        late=(
            Mutant(
                "many-columns",
                lambda z, eta: line(z, eta) * (1 if z.n < 2000 else 2),
                "loses the 1/2 from n = 2000 on",
            ),
        ),
    )


forms = tuple(map(_form, FORMS))
