"""A state space model whose matrix is a number at each time is masked attention."""

from theorem_checks import Claim, Computes, Mutant, Source, instances_of, proof_of, unrolling


class StateSpace:
    def __init__(self, none):
        self.initial_state = lambda: none

    def step(self, h, token):
        a, B, C, x = token
        h = a * h + h.__number_system__.outer(B, x)
        return h, h.T @ C


def says(masked_attention, w):
    T, N, P = w.size("T"), w.size("N"), w.size("P")
    a, B, C, X = rows = [w.array(*of) for of in (("a", T), ("B", T, N), ("C", T, N), ("X", T, P))]
    token = w.array("alpha"), w.array("b", N), w.array("c", N), w.array("x", P)
    between = w.running_products("between", a)
    L = w.entries(lambda helper, i, j: between[i, j], T, T)  # a_i ... a_{j+1}, 0 for j > i
    cell = StateSpace(w.entries(lambda helper, n, p: 0, N, P))
    return Computes(w.machine(cell, token), tuple(rows), masked_attention(L, B, C, X))


DUALITY = Claim(
    id="ten-theorems/state-space-duality",
    title="A state space model with scalar decay computes (L o (C B^T)) X",
    source=Source("Dao and Gu, Transformers are SSMs (2024)", "the duality for scalar decay"),
    statement=r"h_t = a_t h_{t-1} + B_t x_t^\top,\ y_t = h_t^\top C_t:\ Y = (L \circ C B^\top) X",
    says=says,
    subject=lambda L, B, C, X: (L * (C @ B.T)) @ X,
    checks=(proof_of(says, unrolling), instances_of(says)),
    mutants=(
        Mutant("without-decay", lambda L, B, C, X: (C @ B.T) @ X, "sees what is to come"),
        Mutant("backwards", lambda L, B, C, X: (L.T * (C @ B.T)) @ X, "the mask of the future"),
    ),
)
