r"""The setting of Section 3: the network of eqs (1)-(2), its attention, and what f may be.

The cell is run against the printed equations, written out index by index. The shares of a softmax
are positive as weights are exponentials, and add up to 1 as the sum of the weights, at least t
times a positive number, cancels. Types are counted on the code: the alignment gives one number, the
concatenation 2n entries; with s_t in $R^{2n}$ and V of size n x 2n it includes the sum, $(V\; V)(h;
c) = V(h + c)$.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from constructions.arrays import FLOAT, concatenate, ones
from constructions.cells.self_attentive_rnn import (
    AdditiveAlignment,
    SelfAttentiveRNN,
    concatenated,
    summed,
)
from proofs.sparse_attention import PAPER
from proofs.sparse_attention.local_jacobians import rational_network
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Control,
    Counterexample,
    Equal,
    Evidence,
    Less,
    Mutant,
    Source,
    Verdict,
    arithmetic,
    cancelling,
    certificate,
    check,
    conjunction,
    family,
    instances_of,
    proof_of,
    prove,
    sum_of_squares,
)

PLACE = Source(PAPER, "Sec. 3, eqs (1)-(2)")
ATTENTION = Source(PAPER, "Sec. 3, below eq. (2)")
SIZE = sp.Symbol("n", integer=True, positive=True)
UNITS = family("h", SIZE)


class OneLateRNN(SelfAttentiveRNN):
    """Reads x_t instead of x_{t+1} at the step to h_{t+1}."""

    def run(self, first, inputs):
        """Return states and outputs, one input late."""
        return super().run(first, [0 * inputs[0], *inputs[:-1]])


class PastOnlyRNN(SelfAttentiveRNN):
    """Attends to h_1, ..., h_{t-1} only."""

    def weights(self, s_before, states):
        """Return the weights, the last one zero."""
        own = super().weights(s_before, states[:-1] if len(states) > 1 else states)
        return [*own, 0] if len(states) > 1 else own


class ScoredByStateRNN(SelfAttentiveRNN):
    """Scores the states by h_t instead of s_{t-1}."""

    def weights(self, s_before, states):
        """Return the weights by scores of h_t."""
        return super().weights(states[-1], states)


@check("exact")
def check_printed_loops(kind):
    """Against eqs (1)-(2) written out index by index, n = 2, T up to 4, rational attention."""
    for n in (1, 2):
        network, first, inputs = rational_network(n, summed)
        parts: Any = network
        mutable = kind(parts.V, parts.U, parts.b, parts.weight, parts.phi, parts.combine)
        _, outputs = mutable.run(first, inputs[:3])
        for t, (stated, found) in enumerate(
            zip(_loops(network, first, inputs[:3]), outputs, strict=True), start=1
        ):
            if list(found) != stated:
                return Evidence.refuted(
                    Counterexample({"n": n, "t": t}, f"s_t = {stated}", f"{list(found)}")
                )
    return Evidence.holds("n <= 2, T = 4, rational attention, quadratic phi, f = h + c")


def _loops(network, first, inputs):
    """Return s_1, ..., s_T by the formulas as they are printed, entry by entry."""
    n, h, s = len(first), {1: list(first)}, {}
    for t in range(1, len(inputs) + 2):
        e = {i: Fraction(1) for i in range(1, t + 1)}
        if t > 1:
            e = {i: network.weight(np.array(s[t - 1]), np.array(h[i])) for i in h}
        alpha = {i: e[i] / sum(e.values()) for i in h}
        c = [sum(alpha[i] * h[i][a] for i in h) for a in range(n)]
        s[t] = [h[t][a] + c[a] for a in range(n)]
        if t <= len(inputs):
            drive = [
                sum(network.V[a, b] * s[t][b] for b in range(n))
                + network.U[a, 0] * inputs[t - 1][0]
                + network.b[a]
                for a in range(n)
            ]
            h[t + 1] = [u / 2 + u * u / 4 for u in drive]  # phi of the rational network
    return list(s.values())


equations = Claim(
    id="sparse-attention/eq-1-2",
    title="The cell of this project is the network of eqs (1) and (2)",
    source=PLACE,
    statement=r"h_{t+1} = \phi(V s_t + U x_{t+1} + b),\quad s_t = f(h_t, c_t),\quad"
    r" c_t = \sum_{i=1}^t \alpha_{i,t} h_i",
    assumptions=("$h_1$ is given: the equations start at $t = 1$ and define no $h_1$, $s_0$",),
    subject=SelfAttentiveRNN,
    checks=(check_printed_loops,),
    mutants=(
        Mutant("one-late", OneLateRNN, "x_t for x_{t+1}"),
        Mutant("past-only", PastOnlyRNN, "c_t without h_t"),
        Mutant("scored-by-state", ScoredByStateRNN, "e_{i,t} from h_t"),
    ),
    expect=Verdict.HOLDS,
    notes="A proof for all t would need machines whose state grows by a vector with each token;"
    " those of statements have states of one shape.",
)


def share(w, others):
    """Return alpha of a state with weight w = exp(e), the others' weights adding to `others`."""
    return w / (w + others)


def says_shares(share, w):
    """Each share is its weight over the sum, and positive; those of t states add up to 1.

    Weights are exponentials, and so any positive numbers w: alpha + a_i^2 with alpha > 0.
    """
    one, others = w.number("w", positive=True), w.number("others", nonnegative=True)
    t, alpha = w.size("t"), w.number("alpha", positive=True)
    a = w.array("a", t)
    weights = a * a + alpha * ones((t,), like=a)

    def total(at):
        return at.sum(lambda i: weights[i], t)

    def shares(at):
        return at.sum(lambda i: share(weights[i], total(at) - weights[i]), t)

    return All(
        (
            Equal(w.call(share, one, others), one / (one + others)),
            Less(0, w.call(share, one, others)),
            AtMost(t * alpha, w.entries(total)),
            Less(0, t * alpha),
            Equal(w.entries(shares), w.entries(lambda _: 1)),
        )
    )


def by_their_sum(parts):
    """The sum of the weights is at least t alpha, and so cancels."""
    printed, positive, least, some, added = parts.parts
    a = parts.array("a")
    above = sum_of_squares(least, (1, a))
    cancelled = cancelling(added, 1, least, above)
    return conjunction(parts, arithmetic(printed), prove(positive), above, prove(some), cancelled)


@check("exact", kills=("exclusive", "unnormalised"))
def check_weights_of_the_cell(share):
    """The weights of the cell are these shares, and add up to 1."""
    network, first, inputs = rational_network(2, summed)
    states, outputs = network.run(first, inputs[:4])
    for t in range(2, 6):
        seen = states[:t]
        raw = [network.weight(outputs[t - 2], h) for h in seen]
        found = network.weights(outputs[t - 2], seen)
        stated = [share(w, sum(raw) - w) for w in raw]
        if found != stated or sum(found) != 1:
            return Evidence.refuted(Counterexample({"t": t}, f"{stated}", f"{found}"))
    return Evidence.holds("t <= 5, rational weights")


softmax = Claim(
    id="sparse-attention/softmax",
    title="The attention weights are positive and add up to 1",
    source=ATTENTION,
    statement=r"\alpha_{i,t} = \frac{e^{e_{i,t}}}{\sum_{j \le t} e^{e_{j,t}}} > 0,\quad"
    r" \sum_{i \le t} \alpha_{i,t} = 1",
    subject=share,
    says=says_shares,
    checks=(
        proof_of(says_shares, by_their_sum),
        certificate(says_shares, proof="softmax_weights.v", tier="deep"),
        check_weights_of_the_cell,
    ),
    mutants=(
        Mutant("exclusive", lambda w, o: w / (w + 2 * o), "counts the others twice"),
        Mutant("unnormalised", lambda w, o: w, "exp(e) itself"),
        Mutant("against-the-rest", lambda w, o: (w - o) / (w + o), "a difference"),
    ),
    late=(
        Mutant(
            "far-ahead",
            lambda w, o: w / (w + o) if w < 10**9 * o + 10**9 else w,
            "exp(e) itself, where it is 10^9 times all others",
        ),
    ),
    notes="So all t weights are nonzero: full softmax attention is never sparse. And alpha_{1,1} ="
    " 1 whatever s_0 is, which the text leaves undefined.",
)


def vector_alignment(n):
    """Return how many entries a(s, h) has, as printed: a maps to R^n."""
    return n


def scalar_alignment(n):
    """Return how many entries a(s, h) has, for weights that are numbers."""
    return 1


@check("exact")
def check_entries_of_the_additive_alignment(entries):
    """The one alignment function that the text gives, on n units."""
    for n in range(1, 4):
        ones = FLOAT.array(np.ones((n, n)))
        score = AdditiveAlignment(ones[0], ones, ones)(ones[0], ones[0])
        if np.size(score) != entries(n):
            return Evidence.refuted(
                Counterexample(
                    {"n": n},
                    claimed=f"{entries(n)} entries",
                    found=f"{np.size(score)}",
                    explanation="v_a^T tanh(...) is a number, and so is each weight of a softmax.",
                )
            )
    return Evidence.holds("n <= 3")


def says_entries(entries, w):
    """The score that the cell's alignment of n units gives has so many entries."""
    n = w.size("n")
    W, U = w.array("W_a", n, n), w.array("U_a", n, n)
    v, s, h = (w.array(name, n) for name in ("v_a", "s", "h"))
    return Equal(w.count(by_parts(v, W, U)(s, h)), w.call(entries, n))


alignment_type = Claim(
    id="sparse-attention/a-type",
    title="The alignment function maps to R^n",
    source=ATTENTION,
    statement=r"a: \mathbb R^n \times \mathbb R^n \to \mathbb R^n",
    subject=vector_alignment,
    checks=(check_entries_of_the_additive_alignment,),
    controls=(Control("number", scalar_alignment, "a maps to R"),),
    expect=Verdict.REFUTED,
    repaired_by="sparse-attention/a-type-repaired",
)

repaired_alignment_type = Claim(
    id="sparse-attention/a-type-repaired",
    title="The alignment function maps to R",
    source=ATTENTION,
    statement=r"a: \mathbb R^n \times \mathbb R^n \to \mathbb R",
    subject=scalar_alignment,
    says=says_entries,
    checks=(proof_of(says_entries), check_entries_of_the_additive_alignment),
    mutants=(Mutant("printed", vector_alignment, "R^n"),),
    late=(Mutant("many-units", lambda n: 1 if n < 50 else n, "R^n from n = 50 on"),),
    repairs=("sparse-attention/a-type",),
)


def cube(u):
    """Return u + u^2 + u^3, in the place of tanh: equality for it needs each entry of u."""
    return u + u * u + u * u * u


def by_parts(v, W, U):
    """Return the alignment of the cell with a polynomial for tanh."""
    return AdditiveAlignment(v, W, U, cube)


def says_additive(alignment, w):
    """The score is the sum over indices, and f adds."""
    n = w.size("n")
    W, U = w.array("W_a", n, n), w.array("U_a", n, n)
    v, s, h, c = (w.array(name, n) for name in ("v_a", "s", "h", "c"))

    def stated(at):
        def inner(i):
            return at.sum(lambda j: W[i, j] * s[j] + U[i, j] * h[j], n)

        return at.sum(lambda i: v[i] * cube(inner(i)), n)

    return All(
        (
            Equal(alignment(v, W, U)(s, h), w.entries(stated)),
            Equal(summed(h, c), w.entries(lambda _, i: h[i] + c[i], n)),
        )
    )


additive = Claim(
    id="sparse-attention/additive",
    title="Additive attention is v_a^T tanh(W_a s + U_a h), and f adds h and c",
    source=ATTENTION,
    statement=r"a(s, h) = v_a^\top \tanh(W_a s + U_a h),\quad f(h, c) = h + c",
    assumptions=("tanh replaced by a polynomial, so that equality is decided",),
    subject=by_parts,
    says=says_additive,
    checks=(proof_of(says_additive), instances_of(says_additive)),
    mutants=(
        Mutant("swapped", lambda v, W, U: AdditiveAlignment(v, U, W, cube), "U_a on s"),
        Mutant("transposed", lambda v, W, U: AdditiveAlignment(v, W.T, U, cube), "W_a^T"),
        Mutant(
            "outside",
            lambda v, W, U: lambda s, h: cube(v @ (W @ s + U @ h)),
            "tanh of the whole product",
        ),
    ),
    late=(
        Mutant(
            "many-units",
            lambda v, W, U: AdditiveAlignment(v, W, U if v.shape[0] < 50 else W, cube),
            "W_a on h from n = 50 on",
        ),
    ),
)


def sum_type(n):
    """Return how many entries f(h, c) has as printed: f maps to R^n."""
    return n


def concatenated_type(n):
    """Return how many entries the concatenation has."""
    return 2 * n


@check("exact")
def check_entries_of_concatenation(entries):
    """Concatenate two vectors of n entries."""
    for n in range(1, 4):
        found = len(concatenated(FLOAT.array(np.ones(n)), FLOAT.array(np.ones(n))))
        if found != entries(n):
            return Evidence.refuted(
                Counterexample({"n": n}, f"f(h, c) in R^{entries(n)}", f"R^{found}")
            )
    return Evidence.holds("n <= 3")


concatenation = Claim(
    id="sparse-attention/concat",
    title="f, which may be concatenation, maps to R^n, and V is n x n",
    source=ATTENTION,
    statement=r"f: \mathbb R^n \times \mathbb R^n \to \mathbb R^n \text{ with } f(h, c) = (h; c)",
    subject=sum_type,
    checks=(check_entries_of_concatenation,),
    controls=(Control("twice", concatenated_type, "s_t has 2n entries"),),
    expect=Verdict.REFUTED,
    repaired_by="sparse-attention/concat-repaired",
)


@dataclass(frozen=True)
class Wide:
    """The wide matrix that makes concatenation do what the sum does, as blocks (of V)."""

    left: Callable[[Any], Any] = lambda V: V
    right: Callable[[Any], Any] = lambda V: V


def says_special_case(wide, w):
    """[V V] (h; c) = V (h + c)."""
    n = w.size("n")
    V, h, c = w.array("V", n, n), w.array("h", n), w.array("c", n)
    both = concatenate([wide.left(V).T, wide.right(V).T]).T
    return Equal(both @ concatenated(h, c), V @ summed(h, c))


concatenation_repaired = Claim(
    id="sparse-attention/concat-repaired",
    title="With s_t in R^(2n) and V of size n x 2n concatenation includes the sum",
    source=ATTENTION,
    statement=r"(V\; V)\,(h; c) = V (h + c)",
    subject=Wide(),
    says=says_special_case,
    checks=(proof_of(says_special_case), instances_of(says_special_case)),
    mutants=(
        Mutant("one-block", Wide(right=lambda V: V - V), "(V 0)"),
        Mutant("transposed", Wide(right=lambda V: V.T), "(V V^T)"),
    ),
    late=(
        Mutant(
            "many-units",
            Wide(right=lambda V: V if V.shape[0] < 50 else V - V),
            "(V 0) from n = 50 on",
        ),
    ),
    repairs=("sparse-attention/concat",),
    notes="It is strictly more general: (A B) with A other than B is no sum. The alignment is then"
    " a function of 2n and n entries. Proposition 1 holds for it too.",
)
