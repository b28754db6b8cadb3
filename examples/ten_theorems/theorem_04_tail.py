"""Random projections keep lengths: the tail of Johnson and Lindenstrauss, for every m."""

from fractions import Fraction

import theorem_checks as tc


def failing(m, e):
    """Return with what probability a length is off by more than e, at most."""
    return 2 * tc.exp((e**3 - e**2) * m * Fraction(1, 4))


def says(failing_at, w):
    m, d, e = w.size("m"), w.size("d"), w.number("e", positive=True)
    A, x = tc.RandomMatrix("A", m, d, tc.Gaussian(1 / m)), w.constant("x", d, known="unit")
    kept = tc.All(
        (tc.AtMost(1 - e, tc.squared_norm(A @ x)), tc.AtMost(tc.squared_norm(A @ x), 1 + e))
    )
    return tc.Implies(tc.Less(e, 1), tc.WithProbability(kept, 1 - w.call(failing_at, m, e)))


AT = [{"m": 40, "d": d, "e": Fraction(1, 2)} for d in (1, 3)]  # where it is no trifle

TAIL = tc.Claim(
    id="ten-theorems/random-projection-tail",
    title="For normal A and |x| = 1, | |A x|^2 - 1 | > e at most 2 exp(-(e^2 - e^3) m / 4) often",
    source=tc.Source("Vempala, The Random Projection Method (2004)", "the tail of a projection"),
    statement=r"P(\left| |A x|^2 - 1 \right| > e) \le 2 e^{-(e^2 - e^3) m / 4},\ 0 < e < 1",
    says=says,
    subject=failing,
    checks=(tc.proof_of(says, tc.by_chernoff, instances=AT), tc.instances_of(says, AT)),
    mutants=(
        tc.Mutant("squared", lambda m, e: failing(m**2, e), "m^2 for m"),
        tc.Mutant("no-fourth", lambda m, e: 2 * tc.exp(-(e**2) * m), "without 1/4 and e^3"),
        tc.Mutant("negative", lambda m, e: -failing(m, e), "no probability"),
    ),
)
