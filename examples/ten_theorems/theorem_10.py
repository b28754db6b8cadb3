"""A spectral radius below 1 does not make |W^t x| fall with every t; for symmetric W it does."""

import theorem_checks as tc


@tc.check("search")
def check_it_never_rises(of):
    return tc.search({"W": of(2), "x": tc.arrays_of(2)}, lambda W, x: (W @ x) @ (W @ x) <= x @ x)


PRINTED = tc.Claim(
    id="ten-theorems/radius-below-one",
    title="If the spectral radius of W is below 1, |W^t x| falls with every t",
    source=tc.Source("what is often said", "the theorem of Gelfand, misread"),
    statement=r"\rho(W) < 1 \implies |W^{t+1} x| \le |W^t x|",
    subject=tc.stable_matrices,
    checks=(check_it_never_rises,),
    controls=(tc.Control("turns", tc.orthogonal_matrices, "lengths are kept"),),
    expect=tc.Verdict.REFUTED,
    repaired_by="ten-theorems/radius-of-symmetric-matrices",
)


def says(factor, w):
    d, r = w.size("d"), w.number("r", nonnegative=True)
    W, z = w.symmetric("W", d, -r, r), w.array("z", d)  # z is W^t x for any t
    return tc.AtMost((W @ z) @ (W @ z), (z @ z) * w.call(factor, r) ** 2)


REPAIRED = tc.Claim(
    id="ten-theorems/radius-of-symmetric-matrices",
    title="For symmetric W of spectral radius r, |W^(t+1) x| <= r |W^t x|, for all t and sizes",
    source=tc.Source("what is often said", "the theorem of Gelfand, repaired"),
    statement=r"W = W^\top,\ \rho(W) \le r \implies |W z| \le r |z|,\ z = W^t x",
    says=says,
    subject=lambda r: r,
    checks=(tc.proof_of(says, lambda said: tc.by_eigenvalues(said, said.array("z"))),),
    mutants=(tc.Mutant("half", lambda r: r / 2, "too small"),),
    repairs=("ten-theorems/radius-below-one",),
)
