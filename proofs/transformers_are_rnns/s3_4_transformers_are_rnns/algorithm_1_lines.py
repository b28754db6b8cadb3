"""Each line of Algorithm 1 on tokens of symbolic size: what it keeps, reads, and has to give."""

import sympy as sp

from proofs.transformers_are_rnns.symbolic_tokens import (
    FEATURES,
    VALUES,
    C,
    M,
    Tokens,
    prove_sum_is_kept,
)
from theorem_checks import (
    Index,
    Sum,
    Tensor,
    at_most,
    prove_equal_arrays,
    prove_index_identity,
    zeros,
)

N = sp.Symbol("N", integer=True, positive=True)
i, j, c, m = Index("i", N), Index("j", N), Index("c", C), Index("m", M)
Q, K, V, G, STEP = (Tensor(name, 2) for name in ("q", "k", "v", "G", "step"))


def _loss(moved=None):
    """<G, outputs>, with a step added to one of the three inputs."""

    def entry(tensor, row, column):
        there = tensor[row, column]
        return there + STEP[row, column] if tensor is moved else there

    weights = at_most(j, i) * G[i, m] * entry(Q, i, c) * entry(K, j, c)
    return Sum(weights * entry(V, j, m), i, j, c, m)


def _derivative(tensor, slope, *place):
    """That the loss changes by the sum of all steps times slopes: it is linear in each input."""
    change = Sum(STEP[place] * slope, *place)
    return {"that is the derivative": prove_index_identity(_loss(tensor) - _loss(), change)}


class Lines:
    """What each line of an algorithm has to give, as obligations by name."""

    def __init__(self, algorithm):
        self.algorithm = algorithm
        kinds = {"q": FEATURES, "k": FEATURES, "v": VALUES, "G": VALUES}
        self.q, self.k, self.v, self.G = (Tokens(name, width) for name, width in kinds.items())

    def _read(self, loop, left, right, read, own, wanted):
        """Prove that a loop keeps the sum of its terms, and reads what is wanted from it."""
        so_far, total = left.seen.T @ right.seen, left.all.T @ right.all
        state, output = loop.step(so_far, left.new, right.new, lambda S: read(S, own))
        start, nothing = loop.start(left.seen, right.seen), zeros(total.axes)
        return {
            "the state": prove_sum_is_kept(start, nothing, state, total),
            "what is read": prove_equal_arrays(output, wanted),
        }

    def output(self):
        """V-bar_i is the sum of (q_i . k_j) v_j over the tokens j <= i."""
        a, wanted = self.algorithm, (self.k.all @ self.q.new) @ self.v.all
        return self._read(a.forward, self.k, self.v, a.output, self.q.new, wanted)

    def by_q(self):
        """The gradient by q_i is the sum of (G_i . v_j) k_j over the tokens j <= i."""
        a, wanted = self.algorithm, (self.v.all @ self.G.new) @ self.k.all
        slope = Sum(at_most(j, i) * G[i, m] * V[j, m] * K[j, c], j, m)
        read = self._read(a.first, self.k, self.v, a.by_q, self.G.new, wanted)
        return read | _derivative(Q, slope, i, c)

    def by_k(self):
        """The gradient by k_j is the sum of (v_j . G_i) q_i over the tokens that were seen."""
        a, wanted = self.algorithm, (self.G.all @ self.v.new) @ self.q.all
        slope = Sum(self._seen(i, j) * G[i, m] * V[j, m] * Q[i, c], i, m)
        read = self._read(a.second, self.q, self.G, a.by_k, self.v.new, wanted)
        return read | _derivative(K, slope, j, c)

    def by_v(self):
        """The gradient by v_j is the sum of (k_j . q_i) G_i over the tokens that were seen."""
        a, wanted = self.algorithm, (self.q.all @ self.k.new) @ self.G.all
        slope = Sum(self._seen(i, j) * G[i, m] * K[j, c] * Q[i, c], i, c)
        read = self._read(a.second, self.q, self.G, a.by_v, self.k.new, wanted)
        return read | _derivative(V, slope, j, m)

    def _seen(self, i, j):
        """1 where the last loop has seen token i when it comes to token j."""
        return at_most(j, i) if self.algorithm.last_first else at_most(i, j)
