"""Random projections keep squared lengths in the mean, with a variance that the law tells."""

import theorem_checks as tc


def variance(m, k, x):
    """Return the variance of |A x|^2 for entries of variance 1/m and kurtosis k."""
    length, fourth = tc.inner(x, x), tc.contract("i,i,i,i", x, x, x, x)
    return (2 * length**2 + (k - 3) * fourth) / m


def says(variance_of, w):
    m, d, k = w.size("m"), w.size("d"), w.number("k", least=1)
    A, x = tc.RandomMatrix("A", m, d, tc.IID(variance=1 / m, kurtosis=k)), w.constant("x", d)
    length, kept = tc.squared_norm(A @ x), tc.inner(x, x)
    spread = tc.Mean((length - kept) ** 2, variance_of(m, k, x))
    return tc.All((tc.Mean(length, kept), spread))


PROJECTION = tc.Claim(
    id="ten-theorems/random-projection",
    title="E |A x|^2 = |x|^2, and its variance is (2 |x|^4 + (k - 3) sum_i x_i^4) / m",
    source=tc.Source(
        "Johnson and Lindenstrauss (1984); Achlioptas (2003)", "moments of a projection"
    ),
    statement=r"E|Ax|^2 = |x|^2,\ \mathrm{Var}|Ax|^2 = \tfrac1m (2|x|^4 + (k-3) \sum_i x_i^4)",
    says=says,
    subject=variance,
    checks=(tc.proof_of(says),),
    mutants=(
        tc.Mutant("gaussian", lambda m, k, x: variance(m, 3, x), "any law as if it were normal"),
        tc.Mutant("unscaled", lambda m, k, x: variance(m, k, x) * m, "forgets 1/m"),
    ),
)
