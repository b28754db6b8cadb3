"""The delta rule is a step of gradient descent, and stores a pair exactly if |k| = beta = 1."""

from theorem_checks import All, Claim, Equal, Mutant, Source, instances_of, proof_of


def delta_rule(S, k, v, beta):
    return S - S.__number_system__.outer(S @ k - v, k) * beta


def says(rule, w):
    p, d, beta = w.size("p"), w.size("d"), w.number("beta")
    S, k, v = w.array("S", p, d), w.array("k", d), w.array("v", p)
    unit = w.array("u", d, known="unit")
    slope = w.derivative(lambda X: (X @ k - v) @ (X @ k - v) / 2, S)
    return All((Equal(rule(S, k, v, beta), S - slope * beta), Equal(rule(S, unit, v, 1) @ unit, v)))


DELTA_RULE = Claim(
    id="ten-theorems/delta-rule",
    title="The delta rule is a gradient step of rate beta, and exact if |k| = beta = 1",
    source=Source(
        "Schlag, Irie and Schmidhuber, Fast weight programmers (2021)", "the update rule"
    ),
    statement=r"S - \beta (S k - v) k^\top = S - \beta \nabla_S \tfrac12 |S k - v|^2",
    says=says,
    subject=delta_rule,
    checks=(proof_of(says), instances_of(says)),
    mutants=(Mutant("ascends", lambda S, k, v, b: delta_rule(S, k, v, -b), "the wrong sign"),),
)
