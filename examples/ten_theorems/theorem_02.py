"""Moments of the spectrum of a Gaussian sample covariance, at all sizes and in the limit."""

from functools import partial
from math import comb

from theorem_checks import All, Claim, Limit, Mean, Mutant, RandomMatrix, Source, proof_of, trace


def moment(k, n, m):
    """Return E (1/n) tr (G G^T / m)^k, k = 1, ..., 4, for Gaussian G (n x m)."""
    third = n**2 + m**2 + 3 * m * n + 3 * n + 3 * m + 4
    fourth = n**3 + m**3 + 6 * m * n * (m + n) + 6 * n**2 + 17 * m * n + 6 * m**2
    return (1, (n + m + 1) / m, third / m**2, (fourth + 21 * (n + m) + 20) / m**3)[k - 1]


def of_pastur(k, c):
    """Return the moments of the law of Marchenko and Pastur."""
    return sum(comb(k, r) * comb(k, r + 1) // k * c**r for r in range(k))


def says(forms, w):
    n, m, c = w.size("n"), w.size("m"), w.number("c", positive=True)
    G, (at_sizes, in_the_limit), said = RandomMatrix("G", n, m), forms, []
    for k in (1, 2, 3, 4):
        said.append(Mean(trace((G @ G.T) ** k) / (n * m**k), w.call(partial(at_sizes, k), n, m)))
        at = w.call(partial(at_sizes, k), c * m, m)
        said.append(Limit(m, at, "oo", w.call(partial(in_the_limit, k), c)))
    return All(tuple(said))


COVARIANCE = Claim(
    id="ten-theorems/marchenko-pastur-moments",
    title="The first four moments of a Gaussian sample covariance, and their limits",
    source=Source("Marchenko and Pastur (1967); Haagerup and Thorbjornsen (2003)", "moments"),
    statement=r"\frac1n E\, \mathrm{tr} (G G^\top / m)^k,\ k \le 4,\ n = c m,\ m \to \infty",
    says=says,
    subject=(moment, of_pastur),
    checks=(proof_of(says),),
    mutants=(Mutant("wide", (moment, lambda k, c: of_pastur(k, 1 / c)), "m / n for n / m"),),
)
