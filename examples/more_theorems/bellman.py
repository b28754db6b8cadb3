"""Bellman's operator of a policy is monotone and discounts, and so contracts."""

from theorem_checks import AtMost, Claim, Mutant, Source, instances_of, proof_of


def says(operator, w):
    """Of V <= U + M, T V <= T U + gamma M; with U and V exchanged it is both ways."""
    n, M = w.size("n"), w.number("M")
    gamma = w.number("gamma", nonnegative=True)
    P, r, U = w.array("P", n, n, known="stochastic"), w.array("r", n), w.array("U", n)
    V = U + M - w.array("D", n, known="nonnegative")
    return AtMost(operator(r, P, V, gamma), operator(r, P, U, gamma) + gamma * M)


BELLMAN = Claim(
    id="more-theorems/bellman",
    title="T V = r + gamma P V is monotone, and a shift by M becomes one by gamma M",
    source=Source("Puterman, Markov Decision Processes (1994)", "Prop. 6.2.4"),
    statement=r"V \le U + M \implies T V \le T U + \gamma M",
    assumptions=(r"$P \ge 0$, and its rows add up to 1", r"$\gamma \ge 0$"),
    says=says,
    subject=lambda r, P, V, gamma: r + gamma * (P @ V),
    checks=(proof_of(says), instances_of(says)),
    mutants=(
        Mutant("columns", lambda r, P, V, gamma: r + gamma * (P.T @ V), "whose sums may exceed 1"),
        Mutant("twice", lambda r, P, V, gamma: r + 2 * gamma * (P @ V), "discounts too little"),
    ),
)
