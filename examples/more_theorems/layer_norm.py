"""LayerNorm has mean 0 and squares that add up to d v / (v + eps), and sees no shift."""

import theorem_checks as tc


def says(normed, w):
    d, eps, scale = w.size("d"), w.number("eps", positive=True), w.number("s", positive=True)
    x, c = w.array("x", d), w.array("c")
    zero = c * 0
    v = ((x - x.sum() / d) ** 2).sum() / d
    return tc.All(
        (
            tc.Equal(normed(x, eps).sum(), zero),
            tc.Equal((normed(x, eps) ** 2).sum(), v * d / (v + eps)),
            tc.Equal(normed(x + c, eps), normed(x, eps)),
            tc.Equal(normed(x * scale, eps * scale**2), normed(x, eps)),
            tc.Equal(normed(x * scale, 0), normed(x, 0)),
            tc.Implies(tc.Less(zero, v), tc.Equal((normed(x, 0) ** 2).sum(), zero + d)),
        )
    )


def proof(said):
    *equations, squares = said.parts
    return tc.conjunction(said, *map(tc.prove, equations), tc.arithmetic(squares))


LAYER_NORM = tc.Claim(
    id="more-theorems/layer-norm",
    title="LayerNorm: mean 0, squares that add up to d v / (v + eps), invariant to shift and scale",
    source=tc.Source("Ba, Kiros and Hinton, Layer Normalization (2016)", "Sections 3 and 5.1"),
    statement=r"\sum_i y_i = 0,\; \sum_i y_i^2 = d v / (v + \varepsilon)",
    says=says,
    subject=tc.layer_norm,
    checks=(tc.proof_of(says, proof), tc.instances_of(says)),
    mutants=(
        tc.Mutant("uncentred", lambda x, eps: x / tc.sqrt(x @ x + 1 + eps)),
        tc.Mutant("outside", lambda x, eps: tc.layer_norm(x) + tc.norm_2(x) * eps),
    ),
)
