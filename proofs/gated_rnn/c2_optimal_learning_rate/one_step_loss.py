r"""Appendix C.2, eqs (28)-(31): the expected loss of one gradient step, in four forms.

A step from 0 with rate eta on (1/2) ||Y - W X||^2 arrives at eta Y X^T. With Y = W X and y = W x
the expected loss is (1/2) E ||W (I - eta X X^T) x||^2, a parabola in eta.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy as sp

from proofs.gated_rnn import PAPER
from proofs.gated_rnn.c2_optimal_learning_rate.one_step_setting import (
    RANDOM,
    RandomData,
    agrees_with_enumeration,
    enumerated_loss,
)
from proofs.gated_rnn.c2_optimal_learning_rate.optimal_learning_rate import (
    SETTING,
    d,
    d_y,
    eta,
    k,
    n,
    s,
    s_W,
)
from theorem_checks import (
    Claim,
    Conclusion,
    Control,
    Counterexample,
    Evidence,
    Index,
    Mean,
    Mutant,
    Source,
    Sum,
    Tensor,
    Verdict,
    World,
    check,
    decide_mean,
    expectation,
    norm2,
    proof_of,
    prove_identity,
    prove_index_identity,
    to_fraction,
)


@check("proof")
def check_shapes_fit_for_all_sizes(size_of_x: Any) -> Evidence:
    """The size of x is the number of columns of W in R^{d_y x d_x}, for symbolic sizes."""
    fits = prove_identity(d, size_of_x(d, d_y))
    return replace(fits, words=("W x is defined if x has as many entries as W has columns",))


@check("exact")
def check_shapes_fit(size_of_x: Any) -> Evidence:
    """W x and W_1 x are defined for W, W_1 in R^{d_y x d_x}."""
    for d_x, outputs in ((1, 1), (1, 2), (2, 1), (3, 2)):
        found = size_of_x(d_x, outputs)
        if found != d_x:
            return Evidence.refuted(
                Counterexample(
                    {"d_x": d_x, "d_y": outputs},
                    claimed=f"W x is defined for x of size {found}",
                    found=f"W has {d_x} columns",
                )
            )
    return Evidence.holds("(d_x, d_y) in (1, 1), (1, 2), (2, 1), (3, 2)")


setup_as_printed = Claim(
    id="gated-rnn/c2-setup",
    title="The setting as printed, with x in R^{d_y}, is well defined",
    source=Source(PAPER, "App. C.2, first paragraph"),
    statement=r"X \in \mathbb{R}^{d_x \times n},\; W \in \mathbb{R}^{d_y \times d_x},\;"
    r" x \in \mathbb{R}^{d_y},\; y = Wx",
    subject=lambda d_x, outputs: outputs,
    checks=(check_shapes_fit_for_all_sizes, check_shapes_fit),
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
    checks=(check_shapes_fit_for_all_sizes, check_shapes_fit),
    mutants=(Mutant("printed", lambda d_x, outputs: outputs, "x in R^{d_y}"),),
    repairs=("gated-rnn/c2-setup",),
)


@check("proof")
def check_step_for_all_sizes(step: Any) -> Evidence:
    """The loss along every direction E from 0 has the slope -<step, E> / eta.

    (1/2) |Y - r E X|^2 = (1/2) |Y|^2 + r slope(E) + r^2 (1/2) |E X|^2; so the slope is that of
    the gradient, and a step goes against it by eta.
    """
    i, a, b, t = Index("i", d_y), Index("a", d), Index("b", d), Index("t", n)
    r = sp.Symbol("r", real=True)
    Y, X, E = Tensor("Y", 2), Tensor("X", 2), Tensor("E", 2)
    moved = Sum(E[i, a] * X[a, t], a)
    again = Sum(E[i, b] * X[b, t], b)
    gap, same_gap = Y[i, t] - r * moved, Y[i, t] - r * again
    half = sp.Rational(1, 2)
    loss = half * Sum(gap * same_gap, i, t)
    against = Sum(step(Y, X, i, a, t, 1) * E[i, a], i, a)
    flat = half * Sum(Y[i, t] * Y[i, t], i, t) + r**2 * half * Sum(moved * again, i, t)
    return prove_index_identity(loss, flat - r * against)


@check("exact")
def check_step_by_differentiation(step: Any) -> Evidence:
    """The step is minus eta times the gradient that SymPy finds, at small sizes."""
    for sizes in ((1, 1, 2), (2, 1, 1), (1, 2, 2), (2, 2, 2)):
        found, wanted = _both_steps(step, *sizes)
        if sp.expand(wanted - found) != sp.zeros(*found.shape):
            at = zip(("d_y", "d_x", "n"), sizes, strict=True)
            return Evidence.refuted(
                Counterexample(dict[str, Any](at), claimed=str(found), found=str(wanted))
            )
    return Evidence.holds("(d_y, d_x, n) up to (2, 2, 2), all data")


def _both_steps(step: Any, rows: int, columns: int, length: int) -> tuple[sp.Matrix, sp.Matrix]:
    """The step by the formula, and by differentiating the loss at 0."""
    Y, X, B = (
        _entries("Y", rows, length),
        _entries("X", columns, length),
        _entries("B", rows, columns),
    )
    gaps = Y - B * X
    loss = sum(gaps[i, t] ** 2 for i in range(rows) for t in range(length)) / 2
    nowhere = [(entry, 0) for entry in B.values()]

    def formula(i: int, a: int) -> Any:
        terms = sum(step.term(Y, X, i, a, t, eta) for t in range(length))
        return step.factor(sp.Integer(length)) * terms

    def derivative(i: int, a: int) -> Any:
        return -eta * sp.diff(loss, B[i, a]).subs(nowhere)

    return sp.Matrix(rows, columns, formula), sp.Matrix(rows, columns, derivative)


def _entries(name: str, rows: int, columns: int) -> sp.Matrix:
    return sp.Matrix(rows, columns, lambda i, j: sp.Symbol(f"{name}[{i},{j}]"))


@dataclass(frozen=True)
class GradientStep:
    """A formula for one step: entry (i, a) is factor(n) times the sum over tokens t of term."""

    term: Callable[..., Any]
    factor: Callable[[Any], Any] = lambda n: 1

    def __call__(self, Y: Tensor, X: Tensor, i: Index, a: Index, t: Index, rate: Any) -> Any:
        """Return the entry (i, a) in index notation, summed over t."""
        return self.factor(n) * Sum(self.term(Y, X, i, a, t, rate), t)


one_step = Claim(
    id="gated-rnn/c2-one-step",
    title="One gradient step from 0 on (1/2) ||Y - W X||^2 arrives at eta Y X^T",
    source=Source(PAPER, "App. C.2, after eq. (28)"),
    statement=r"\hat W = -\eta\,\nabla_W \tfrac12\|Y - WX\|_F^2\Big|_{W=0} = \eta\,YX^\top",
    subject=GradientStep(lambda Y, X, i, a, t, rate: rate * Y[i, t] * X[a, t]),
    checks=(check_step_for_all_sizes, check_step_by_differentiation),
    mutants=(
        Mutant(
            "wrong-sign",
            GradientStep(lambda Y, X, i, a, t, rate: -rate * Y[i, t] * X[a, t]),
            "climbs",
        ),
        Mutant(
            "twice",
            GradientStep(lambda Y, X, i, a, t, rate: 2 * rate * Y[i, t] * X[a, t]),
            "forgets the half of the loss",
        ),
        Mutant(
            "mean",
            GradientStep(lambda Y, X, i, a, t, rate: rate * Y[i, t] * X[a, t], lambda n: 1 / n),
            "a mean over tokens",
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
    spread = to_fraction(variance(norm2(gap) / 2))

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
        lambda z, eta: norm2(z.W @ z.x - (z.W @ z.X @ z.X.T * eta) @ z.x) / 2,
        r"E\|y - \hat W x\|^2",
    ),
    "gated-rnn/eq-29": (
        lambda z, eta: norm2(z.W @ z.x - ((z.W @ z.X) @ z.X.T @ z.x) * eta) / 2,
        r"E\|y - \eta YX^\top x\|^2",
    ),
    "gated-rnn/eq-30": (
        lambda z, eta: norm2(z.W @ z.x - (z.W @ z.G @ z.x) * eta) / 2,
        r"E\|Wx - \eta WXX^\top x\|^2",
    ),
    "gated-rnn/eq-31": (
        lambda z, eta: norm2(z.W @ (z.one - z.G * eta) @ z.x) / 2,
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
