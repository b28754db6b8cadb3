"""Dropout of the inputs of a linear map is ridge regression, weighted by feature."""

from theorem_checks import (
    Claim,
    Discrete,
    Mean,
    Mutant,
    RandomMatrix,
    Source,
    contract,
    instances_of,
    proof_of,
    squared_norm,
)


def says(weight, w):
    n, d = w.size("n"), w.size("d")
    p = 1 / (1 + w.number("odds", positive=True))  # any number between 0 and 1
    X, y, v = w.constant("X", n, d), w.constant("y", n), w.constant("v", d)
    kept = RandomMatrix("M", n, d, Discrete({0: 1 - p, 1: p}))
    crossed = contract("i,ij,ij,j", y, X, kept, v) / p
    squared = contract("ij,ij,j,ik,ik,k", X, kept, v, X, kept, v) / p**2
    ridge = contract("ij,ij,j,j", X, X, v, v)
    return Mean(
        squared_norm(y) - 2 * crossed + squared, squared_norm(y - X @ v) + weight(p) * ridge
    )


DROPOUT = Claim(
    id="more-theorems/dropout",
    title="The mean loss under dropout is the loss, and a ridge penalty by feature",
    source=Source("Wager, Wang and Liang, Dropout training as adaptive regularization (2013)", "2"),
    statement=r"E |y - (X \circ M / p) v|^2 = |y - X v|^2 + \frac{1-p}{p} \sum_{ij} X_{ij}^2 v_j^2",
    assumptions=(r"$M_{ij}$ are independent, 1 with probability $p \in (0, 1)$, else 0",),
    says=says,
    subject=lambda p: (1 - p) / p,
    checks=(proof_of(says), instances_of(says)),
    mutants=(Mutant("variance", lambda p: p * (1 - p), "of M, and not of M / p"),),
)
