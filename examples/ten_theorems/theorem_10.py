"""A spectral radius below 1 does not make |W^t x| fall with every t; for normal W it does."""

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
    repaired_by="ten-theorems/radius-of-normal-matrices",
)
