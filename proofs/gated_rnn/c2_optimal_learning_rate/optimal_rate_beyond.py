r"""Beyond eq. (43): the least loss of one gradient step, and its best rate with label noise.

The expected loss of one step is a quadratic polynomial in the rate, whose coefficients are moments
of the data: $c - 2 p \eta + q \eta^2$ but for a factor. So it is least at $p/q$, and only there,
and $c - p^2/q$ at that place. The means are computed for i.i.d. inputs of any kurtosis; noise in
the labels adds its variance to q alone. Both are compared with sums over all data of small discrete
laws.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from proofs.gated_rnn import PAPER
from proofs.gated_rnn.c2_optimal_learning_rate.equation_43 import (
    SETTING,
    by_mean,
    eta,
    few,
    rate_by_kurtosis,
    three_points,
)
from proofs.gated_rnn.c2_optimal_learning_rate.one_step_setting import RandomData
from theorem_checks import (
    IID,
    All,
    Claim,
    Conclusion,
    Counterexample,
    Evidence,
    Mean,
    Mutant,
    RandomMatrix,
    Source,
    UniqueMinimum,
    World,
    check,
    conjunction,
    proof_of,
    prove,
    squared_norm,
)

Law = dict[Any, Fraction]


def says_least_loss(loss: Callable[..., Any], w: World) -> Conclusion:
    """The expected loss is least at eta*, and only there; and there it is this."""
    z = RandomData.of(w)
    best = w.call(rate_by_kurtosis, z.n, z.d, z.s, z.k)
    least_value = w.call(loss, z.n, z.d, z.d_y, z.s, z.s_W, z.k)
    return All((UniqueMinimum(_loss(z, eta), eta, best), Mean(_loss(z, best), least_value)))


def _loss(z: RandomData, eta: Any) -> Any:
    return squared_norm(z.W @ z.x - (z.W @ z.G @ z.x) * eta) / 2


def by_means(both: Any) -> Evidence:
    """Prove where the loss is least, from its mean, and its mean there."""
    place, value = both.parts
    return conjunction(both, by_mean(place), prove(value))


check_least_loss = proof_of(says_least_loss, by_means, name="check_least_loss", seconds=120)


@check("exact")
def check_least_loss_by_enumeration(loss: Callable[..., Fraction]) -> Evidence:
    """It is c - p^2 / q with moments p, q found by going through all data of discrete laws."""
    for kurtosis, (columns, rows) in product((Fraction(1), Fraction(9, 5)), SMALL):
        law = three_points(kurtosis, Fraction(1))
        first, second = _gram_moments(law, columns, rows)
        size = sum((value**2 * p for value, p in law.items()), Fraction(0))
        found = 2 * Fraction(1, 3) * size * (rows - first**2 / second) / 2
        claimed = loss(columns, rows, 2, size, Fraction(1, 3), kurtosis)
        if claimed != found:
            values = {"n": columns, "d_x": rows, "d_y": 2, "s": size, "kurtosis": kurtosis}
            return Evidence.refuted(Counterexample(values, str(claimed), str(found)))
    return Evidence.holds("(n, d_x) up to (3, 1), (2, 2), (1, 3); kurtosis 1 and 9/5")


SMALL = [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (1, 3)]


def _gram_moments(law: Law, columns: int, rows: int) -> tuple[Fraction, Fraction]:
    first = second = Fraction(0)
    for weight, inputs in _matrices(law, rows, columns):
        gram = inputs @ inputs.T
        first += weight * np.trace(gram)
        second += weight * np.sum(gram * gram)
    return first, second


def _matrices(law: Law, rows: int, columns: int) -> Iterator[tuple[Any, np.ndarray]]:
    for drawn in product(law.items(), repeat=rows * columns):
        values = np.array([value for value, _ in drawn], dtype=object)
        weight = np.prod(np.array([p for _, p in drawn], dtype=object))
        yield weight, values.reshape(rows, columns)


def least_loss(n, d, d_y, s, s_W, k):
    """Return (1/2) d_x d_y s s_W (d_x + k - 2) / (n + d_x + k - 2)."""
    return d * d_y * s * s_W * (d + k - 2) / (2 * (n + d + k - 2))


loss_at_best = Claim(
    id="gated-rnn/x4-loss",
    title="The least loss of one gradient step on i.i.d. inputs of any kurtosis",
    source=Source(PAPER, "App. C.2, beyond eq. (43)"),
    statement=r"\mathcal L(\eta^*) = \tfrac12 d_x d_y\, s\, s_W"
    r" \frac{d_x + k - 2}{n + d_x + k - 2}",
    assumptions=(*SETTING, "entries of $X$ and $x$ of kurtosis $k$"),
    subject=least_loss,
    says=says_least_loss,
    checks=(check_least_loss, check_least_loss_by_enumeration),
    mutants=(
        Mutant("no-half", lambda *at: 2 * least_loss(*at), "the 1/2 of eq. (28) is lost"),
        Mutant("lost-outputs", lambda n, d, d_y, *at: least_loss(n, d, 1, *at), "d_y is lost"),
        Mutant("gaussian", lambda n, d, d_y, s, s_W, k: least_loss(n, d, d_y, s, s_W, 3)),
        Mutant("off-by-one", lambda n, *at: least_loss(n + 1, *at), "n + 1 observations"),
    ),
    late=(Mutant("long", lambda n, *at: least_loss(n, *at) * few(n), "no loss from n = 2000 on"),),
    new=True,
)


def says_best_with_noise(rate: Callable[..., Any], w: World) -> Conclusion:
    """With noise in the labels the expected loss is least at the rate, and only there."""
    z, s_xi = RandomData.of(w), w.number("s_xi", least=0)
    noise = RandomMatrix("N", z.d_y, z.n, law=IID(variance=s_xi))
    step = (z.W @ z.X + noise) @ z.X.T
    loss = squared_norm(z.W @ z.x - (step @ z.x) * eta)
    return UniqueMinimum(loss, eta, w.call(rate, z.n, z.d, z.s, z.k, z.s_W, s_xi))


@check("exact")
def check_with_noise_by_enumeration(rate: Callable[..., Fraction]) -> Evidence:
    """E <y, z> / E |z|^2 for z = (W X + N) X^T x, over all data of discrete laws, d_y = 1."""
    kurtosis, task, size = Fraction(9, 5), Fraction(1, 2), Fraction(2)
    law = three_points(kurtosis, size)
    variance = sum((value**2 * p for value, p in law.items()), Fraction(0))
    for (columns, rows), noise in product(((1, 1), (2, 1), (1, 2)), (Fraction(0), Fraction(1))):
        claimed = rate(columns, rows, variance, kurtosis, task**2, noise**2)
        found = _best_with_noise(law, columns, rows, task, noise)
        if claimed != found:
            values = {"n": columns, "d_x": rows, "s": variance, "s_W": task**2, "s_xi": noise**2}
            return Evidence.refuted(Counterexample(values, str(claimed), str(found)))
    return Evidence.holds("(n, d_x) in (1, 1), (2, 1), (1, 2), s = 20/9, s_W = 1/4, s_xi = 0 and 1")


def _best_with_noise(
    law: Law, columns: int, rows: int, task: Fraction, noise: Fraction
) -> Fraction:
    across = square = Fraction(0)
    signs = {-1: Fraction(1, 2), 1: Fraction(1, 2)}
    for weight, inputs in _matrices(law, rows, columns + 1):
        seen, query = inputs[:, :-1], inputs[:, -1]
        for (a, w), (b, xi) in product(_matrices(signs, 1, rows), _matrices(signs, 1, columns)):
            target = (w @ query * task)[0]
            guess = ((w @ seen * task + xi * noise) @ seen.T @ query)[0]
            across += weight * a * b * target * guess
            square += weight * a * b * guess**2
    return across / square


def rate_with_noise(n, d, s, k, s_W, s_xi):
    """Return eta* where the labels have noise of variance s_xi."""
    return 1 / (s * (n + d + k - 2) + s_xi / s_W)


noisy_rate = Claim(
    id="gated-rnn/x4-eta-noise",
    title="With label noise of variance s_xi, eta* = 1 / (s (n + d_x + k - 2) + s_xi / s_W)",
    source=Source(PAPER, "App. C.2, beyond eq. (43)"),
    statement=r"\eta^* = \frac{1}{s\,(n + d_x + k - 2) + s_\xi / s_W},\qquad Y = WX + N",
    assumptions=(*SETTING[:2], r"$N$ i.i.d. centred, variance $s_\xi$; $X, W, x, N$ independent"),
    subject=rate_with_noise,
    says=says_best_with_noise,
    checks=(
        proof_of(says_best_with_noise, by_mean, seconds=120),
        check_with_noise_by_enumeration,
    ),
    mutants=(
        Mutant(
            "scaled",
            lambda n, d, s, k, s_W, s_xi: 1 / (s * (n + d + k - 2 + s_xi / s_W)),
            "right for s = 1 only",
        ),
        Mutant("noiseless", lambda n, d, s, k, *_: rate_by_kurtosis(n, d, s, k)),
        Mutant(
            "absolute",
            lambda n, d, s, k, s_W, s_xi: 1 / (s * (n + d + k - 2) + s_xi),
            "noise not relative to the tasks",
        ),
    ),
    late=(
        Mutant(
            "long",
            lambda n, d, s, k, s_W, s_xi: rate_with_noise(n, d, s, k, s_W, s_xi * few(n)),
            "noise is forgotten from n = 2000 on",
        ),
    ),
    notes="The best rate depends on the law of the tasks as soon as labels are noisy.",
    new=True,
)
