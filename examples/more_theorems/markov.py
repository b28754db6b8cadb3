"""Markov's inequality: a random projection makes a vector c times as long 1 / c^2 often at most."""

import theorem_checks as tc


def says(failing, w):
    m, d, c = w.size("m"), w.size("d"), w.number("c", positive=True)
    A, x = tc.RandomMatrix("A", m, d, tc.IID(variance=1 / m)), w.constant("x", d, known="unit")
    return tc.WithProbability(tc.Less(tc.squared_norm(A @ x), c**2), 1 - w.call(failing, c))


AT = [{"m": 1, "d": d, "c": "6/5"} for d in (1, 2)]

MARKOV = tc.Claim(
    id="more-theorems/markov",
    title="A matrix of entries of variance 1 / m makes a vector c times as long 1 / c^2 often",
    source=tc.Source("Boucheron, Lugosi and Massart, Concentration Inequalities", "2.1"),
    statement=r"|x| = 1 \implies P(|A x| \ge c) \le c^{-2}",
    says=says,
    subject=lambda c: 1 / c**2,
    checks=(tc.proof_of(says, tc.by_markov, instances=AT), tc.instances_of(says, AT)),
    mutants=(tc.Mutant("sixth", lambda c: 1 / (6 * c**2)),),
)
