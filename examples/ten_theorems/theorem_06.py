"""The second moment of what passes through random linear layers, for every number of them."""

from theorem_checks import (
    Claim,
    Mutant,
    SecondMoment,
    Source,
    by_signal_propagation,
    instances_of,
    proof_of,
)


def scale(w, n, s, L):
    return s[L] * w.product(lambda k: n[k] * s[k], "l", 1, L - 1)


def says(scale_of, w):
    n, s = w.sequence("n", integer=True, positive=True), w.sequence("s", nonnegative=True)
    L = w.size("L")
    return SecondMoment(n, s, L, scale_of(w, n, s, L))


def with_inputs(w, n, s, L):
    return s[L] * w.product(lambda k: n[k - 1] * s[k], "l", 1, L - 1)


LAYERS = Claim(
    id="ten-theorems/linear-layers",
    title="E h h^T = s_L |x|^2 I times the product of n_l s_l over l < L, for h = W_L ... W_1 x",
    source=Source("He et al., Delving deep into rectifiers (2015)", "section 2.2"),
    statement=r"E\, h h^\top = s_L \prod_{l < L} n_l s_l\, |x|^2 I,\ h = W_L \cdots W_1 x",
    says=says,
    subject=scale,
    checks=(proof_of(says, by_signal_propagation), instances_of(says)),
    mutants=(
        Mutant("inputs", with_inputs, "counts the inputs of each layer"),
        Mutant("one-more", lambda w, n, s, L: scale(w, n, s, L) * n[L], "the trace"),
    ),
)
