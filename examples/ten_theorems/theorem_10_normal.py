"""For normal W of a spectral radius below 1 the length of W^t x falls with every t."""

import theorem_checks as tc


def says(factor, w):
    d, r = w.size("d"), w.number("r", positive=True, small=True)
    W, z = w.with_radius("W", d, r, normal=True), w.array("z", d)  # z is W^t x for any t
    after, before = (W @ z) @ (W @ z), z @ z
    falls = tc.Implies(tc.All((tc.Less(r, 1), tc.Less(0, before))), tc.Less(after, before))
    return tc.All((tc.AtMost(after, before * w.call(factor, r) ** 2), falls))


REPAIRED = tc.Claim(
    id="ten-theorems/radius-of-normal-matrices",
    title="For normal W with rho(W) < r, |W^(t+1) x| <= r |W^t x|; less than |W^t x| != 0 if r < 1",
    source=tc.Source("what is often said", "the theorem of Gelfand, repaired"),
    statement=r"W W^\top = W^\top W,\ \rho(W) < r \implies |W z| \le r |z|,\ z = W^t x",
    says=says,
    subject=lambda r: r,
    checks=(tc.proof_of(says, lambda said: tc.by_normality(said, said.array("z"))),),
    mutants=(tc.Mutant("half", lambda r: r / 2, "too small"),),
    repairs=("ten-theorems/radius-below-one",),
)
