"""Figure 1: a gated RNN with finitely many units that computes linear self-attention exactly.

The output is read from the state that has absorbed the token, and then the construction is exact
for every size, every length and every input; eq. (2) as printed reads it before. The statements run
the very cells that are simulated, on arrays of symbolic size.
"""

from dataclasses import dataclass, replace
from typing import Literal

from constructions.arrays import EXACT
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.weights.attention_as_gated_rnn import fig1_weights
from constructions.weights.gated_rnn_description import GatedRNNDescription
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.free_attention import matrices_of_attention
from proofs.gated_rnn.realisation import few
from theorem_checks import (
    All,
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    SameOutputs,
    Source,
    StateSize,
    array_of,
    check,
    conjunction,
    equal_maps,
    proof_of,
    prove,
    simulation,
    symbol_array,
    zeros,
)

FIG_1 = fig1_weights()
WEIGHTS = ("lam", "W_in_m", "W_in_x", "W_out_m", "W_out_x", "D")


@dataclass(frozen=True)
class Network:
    """Weights at every size, and from which state the network reads its output."""

    weights: GatedRNNDescription
    reads: Literal["before", "after"] = "after"

    def outputs(self, xs, W_V, W_K, W_Q):
        """Return the outputs on a sequence, with weights made from the matrices of attention."""
        return self.weights.gated_rnn(W_V, W_K, W_Q, reads=self.reads)(xs)

    def with_block(self, weight, block, entry):
        """Return the network with another entry function (None: zeros) in one block."""
        changed = getattr(self.weights, weight).replace(block, entry)
        return replace(self, weights=replace(self.weights, **{weight: changed}))


def cells(network, w):
    """Return network and attention, with the same free matrices of every size."""
    sizes, matrices = matrices_of_attention(w)
    weights = {
        name: w.described(getattr(network.weights, name), sizes, matrices) for name in WEIGHTS
    }
    append_one = network.weights.append_one
    cell = GatedRNN(**weights, reads=network.reads, append_one=append_one)
    return sizes, cell, LinearAttention(**matrices)


def says_attention(network, w):
    """The network has the outputs of attention on all sequences, and d_v d_k + d_k units."""
    sizes, cell, attention = cells(network, w)
    token = w.array("x", sizes["d"])
    one, other = w.machine(cell, token), w.machine(attention, token)
    units = sizes["d_v"] * sizes["d_k"] + sizes["d_k"]
    return All((SameOutputs(one, other), StateSize(one, units)))


def by_stored_state(same):
    """Prove equal outputs: the network stores S_t in the units (i, j), beside the last query."""
    memory, queries = same.other.state, same.one.after.part("q")
    query = symbol_array("q", *queries.axes)
    stored = {("kv",): lambda i, j: memory[i, j], ("q",): lambda j: query[j]}
    relation = array_of(stored, *same.one.state.axes)
    return simulation(same, relation, [(query, zeros(queries.axes), queries)])


def by_stored_state_and_size(both):
    """Prove equal outputs, and count the units."""
    same, units = both.parts
    return conjunction(both, by_stored_state(same), prove(units))


def attention(xs, W_V, W_K, W_Q):
    """Return the outputs of linear self-attention, eq. (1), in the quadratic form."""
    return LinearAttention(W_V, W_K, W_Q).quadratic(xs)


def shapes(d_v, d_k, d, T):
    """Return the shapes of tokens and matrices."""
    return {"xs": (T, d), "W_V": (d_v, d), "W_K": (d_k, d), "W_Q": (d_k, d)}


SQUARE = [shapes(n, n, n, T) for n, T in ((1, 1), (1, 3), (2, 2), (2, 3), (3, 2))]
RECTANGULAR = [shapes(1, 2, 3, 2), shapes(2, 1, 2, 3), shapes(3, 2, 1, 2)]


check_attention = proof_of(says_attention, by_stored_state_and_size, name="check_attention")


@check("exact")
def check_as_polynomials(network):
    """The outputs are the same polynomials in tokens and weights, square matrices and others."""
    square = equal_maps(attention, network.outputs, sizes=SQUARE)
    if not square.verdict.passes:
        return square
    return equal_maps(attention, network.outputs, sizes=SQUARE + RECTANGULAR)


@check("search")
def check_on_longer_sequences(network):
    """The outputs agree on random rational sequences and weights, up to d = 4 and T = 7."""
    sizes = [shapes(n, n, n, T) for n, T in ((1, 7), (2, 6), (3, 5), (4, 4))]
    return equal_maps(attention, network.outputs, sizes=sizes, by="search", examples=40)


@check("exact", kills=("forgetful", "remembers-queries", "no-bias", "wrong-sum"))
def check_what_the_caption_says(network):
    """Count d_v d_k + d_k units, all factors 0 or 1, D of 0 and 1 with d_k ones a row.

    Only the query units see the appended 1, once each, with weight 1 in one of the two gates.
    """
    for d_v, d_k, d in COUNTED:
        net = network.weights.gated_rnn(_filled(d_v, d), _filled(d_k, d), _filled(d_k, d))
        units = d_v * d_k
        told = {
            "lambda": [1] * units + [0] * d_k,
            "D": [[int(i == r) for i in range(d_v) for _ in range(d_k)] for r in range(d_v)],
            "what the 1 is multiplied with": [[0] * (units + d_k), [0] * units + [1] * d_k],
        }
        found = {
            "lambda": list(net.lam),
            "D": [list(row) for row in net.D],
            "what the 1 is multiplied with": [
                [row[-1] for row in gate] for gate in (net.W_in_m, net.W_in_x)
            ],
        }
        for name, wanted in told.items():
            if found[name] != wanted:
                sizes = {"d_v": d_v, "d_k": d_k, "d": d}
                claimed = f"{name} = {wanted}"
                return Evidence.refuted(
                    Counterexample(sizes, claimed=claimed, found=str(found[name]))
                )
    return Evidence.holds("(d_v, d_k, d) in " + ", ".join(map(str, COUNTED)))


COUNTED = [(1, 1, 1), (2, 2, 2), (3, 3, 3), (1, 2, 3), (3, 2, 1)]


def _filled(rows, columns):
    """Return a matrix without a 0 or a 1 among its entries."""
    return EXACT.array([[columns * i + j + 2 for j in range(columns)] for i in range(rows)])


FIGURE = Network(FIG_1)
PRINTED = Network(FIG_1, reads="before")

fig_1 = Claim(
    id="gated-rnn/fig1",
    title="A gated RNN with d^2 + d units and Figure 1's weights equals linear self-attention",
    source=Source(PAPER, "Figure 1 and Sec. 3.1"),
    statement=r"D\,g^{out}(h_t) = \Big(\sum_{t' \le t} (W_V x_{t'})(W_K x_{t'})^\top\Big) W_Q x_t"
    r"\quad\text{for all } t, d, x, \qquad h_t = \lambda \odot h_{t-1} + g^{in}(x_t, 1)",
    assumptions=("real weights and inputs", "$h_0 = 0$", "the output reads $h_t$ after $x_t$"),
    covers=(
        "gated-rnn/fig1-bias",
        "gated-rnn/fig1-D",
        "gated-rnn/s3-exact-finite",
        "gated-rnn/s3.1-lambda-roles",
        "gated-rnn/s2.1-rectangular",
        "gated-rnn/s3.2-count-naive",
    ),
    subject=FIGURE,
    says=says_attention,
    checks=(
        check_attention,
        check_as_polynomials,
        check_on_longer_sequences.killing("forgetful", "printed"),
        check_what_the_caption_says,
    ),
    mutants=(
        Mutant(
            "transposed-keys",
            FIGURE.with_block("W_in_x", ("kv", "x"), lambda w, i, _j, a: w.W_K[i, a]),
            "row i of W_K where row j belongs",
        ),
        Mutant(
            "wrong-repeat",
            FIGURE.with_block("W_out_x", ("product", "q"), lambda w, i, _j, j2: w.delta(i, j2)),
            "each row repeated, for the matrix repeated",
        ),
        Mutant(
            "wrong-sum",
            FIGURE.with_block("D", ("y", "product"), lambda w, i, _i2, j2: w.delta(i, j2)),
            "sums over values, not keys",
        ),
        Mutant("forgetful", FIGURE.with_block("lam", ("kv",), None), "lambda = 0 for key-values"),
        Mutant(
            "remembers-queries",
            FIGURE.with_block("lam", ("q",), lambda *_: 1),
            "lambda = 1 for queries",
        ),
        Mutant("no-bias", FIGURE.with_block("W_in_x", ("q", "one"), None), "queries times 0"),
        Mutant("printed", PRINTED, "eq. (2) as printed reads before it absorbs"),
    ),
    late=(
        Mutant(
            "first-tokens",
            FIGURE.with_block("W_in_m", ("kv", "x"), lambda w, i, _j, a: w.W_V[i, a] * few(a)),
            "inputs beyond the fortieth are not read",
        ),
        Mutant(
            "one-unit",
            FIGURE.with_block("lam", ("kv",), lambda _w, i, j: ((i != 40) | (j != 40)) * 1),
            "one key-value unit forgets",
        ),
    ),
    repairs=("gated-rnn/eq-2",),
)
