"""Weights of variance 1/n keep the mean square of a layer."""

from fractions import Fraction
from typing import Any

import sympy as sp

from online_memory import NOTES
from theorem_checks import (
    IID,
    Claim,
    ConstantVector,
    Evidence,
    Mutant,
    RandomMatrix,
    Source,
    check,
    decide_mean,
    inner,
    prove_moment,
    squared_norm,
)

m, n = sp.symbols("m n", integer=True, positive=True)
kappa = sp.Symbol("kappa", positive=True)
x = ConstantVector("x", n)


@check("proof")
def check_for_every_law(variance: Any) -> Evidence:
    """E |W x|^2 = (m/n) |x|^2 for m x n weights of this variance, whatever their law."""
    W = RandomMatrix("W", m, n, IID(variance=variance, kurtosis=kappa))
    return prove_moment(squared_norm(W @ x), m / n * inner(x, x))


@check("sample")
def check_by_drawing(variance: Any, *, seed: int) -> Evidence:
    """The mean square of 4 units that read 8 inputs of mean square 1, with random signs."""
    import jax
    import jax.numpy as jnp

    scale = float(sp.sqrt(variance.subs({m: 4, n: 8})))
    largest = Fraction(str(variance.subs({m: 4, n: 8}))) * 64  # all signs agree

    def mean_square(key: Any) -> Any:
        W = scale * jax.random.rademacher(key, (4, 8), dtype=float)
        return jnp.mean((W @ jnp.ones(8)) ** 2)

    return decide_mean(mean_square, 1, "1/10", bounds=(0, largest), seed=seed)


KEEPS_THE_MEAN_SQUARE = Claim(
    id="online-memory/initialisation",
    title="Weights of variance 1/n keep the mean square from layer to layer",
    source=Source(NOTES, "Lemma 4"),
    statement=r"\tfrac1m E |W x|^2 = \tfrac1n |x|^2",
    assumptions=(r"$W \in R^{m \times n}$ has independent entries of mean 0 and variance $1/n$",),
    subject=1 / n,
    checks=(check_for_every_law, check_by_drawing),
    mutants=(
        Mutant("by-outputs", 1 / m, "counts the outputs in place of the inputs"),
        Mutant("for-relu", 2 / n, "what a rectified layer would need"),
    ),
)
