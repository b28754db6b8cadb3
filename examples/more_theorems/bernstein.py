"""Bernstein's inequality: the mean of numbers of small variance is near its own more often."""

from fractions import Fraction

import theorem_checks as tc


def failing(n, e, b, v):
    """Return with what probability the mean is off by more than e, at most."""
    return 2 * tc.exp(-n * e**2 / (2 * (v + b * e * Fraction(1, 3))))


def says(failing_at, w):
    n, mu = w.size("n"), w.number("mu")
    e, b, v = (w.number(name, positive=True) for name in ("e", "b", "v"))
    mean = tc.contract("i", tc.RandomVector("y", n, tc.Bounded(mu - b, mu + b, mu, v))) / n
    near = tc.All((tc.AtMost(mu - e, mean), tc.AtMost(mean, mu + e)))
    said = tc.WithProbability(near, 1 - w.call(failing_at, n, e, b, v))
    return tc.Implies(tc.AtMost(v, b**2), said)  # else there is no such law


AT = [{"n": 20, "mu": 1, "e": Fraction(1, 2), "b": 1, "v": v} for v in (1, Fraction(1, 8))]

BERNSTEIN = tc.Claim(
    id="more-theorems/bernstein",
    title="The mean of n numbers up to b off theirs, of variance v, is off by e seldom",
    source=tc.Source("Boucheron, Lugosi and Massart, Concentration Inequalities", "Corollary 2.11"),
    statement=r"P(|\bar y - \mu| > e) \le 2 e^{-n e^2 / (2 (v + b e / 3))}",
    says=says,
    subject=failing,
    checks=(tc.proof_of(says, tc.by_chernoff, instances=AT), tc.instances_of(says, AT)),
    mutants=(tc.Mutant("squared", lambda n, e, b, v: failing(n**2, e, b, v)),),
)
