"""For normal W of a spectral radius below 1 the length of W^t x falls with every t."""

import theorem_checks as tc


def says(radius, w):
    d = w.size("d")
    W, z = w.with_radius("W", d, radius, normal=True), w.array("z", d)  # z is W^t x for any t
    after, before = (W @ z) @ (W @ z), z @ z
    return tc.Implies(tc.Less(0, before), tc.Less(after, before))


REPAIRED = tc.Claim(
    id="ten-theorems/radius-of-normal-matrices",
    title="For normal W with rho(W) < 1, |W^(t+1) x| < |W^t x| unless W^t x = 0",
    source=tc.Source("what is often said", "the theorem of Gelfand, repaired"),
    statement=r"W W^\top = W^\top W,\ \rho(W) < 1,\ z = W^t x \ne 0 \implies |W z| < |z|",
    says=says,
    subject=1,
    checks=(
        tc.proof_of(says, lambda said: tc.by_normality(said, said.array("z"))),
        tc.instances_of(says),
    ),
    mutants=(tc.Mutant("two", 2, "a radius below 2"),),
    repairs=("ten-theorems/radius-below-one",),
)
