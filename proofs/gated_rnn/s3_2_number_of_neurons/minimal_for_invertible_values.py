"""Section 3.2: the least number of hidden units for an invertible value matrix.

The printed d(d+1)/2 + d is the minimum if W_K^T W_Q is invertible as well; for rank b it is
b(2d - b + 3)/2.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from constructions import arrays
from constructions.arrays import concatenate
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.indexed import IndexedArray
from constructions.weights.gated_rnn_description import GatedRNNDescription
from constructions.weights.minimal_attention import (
    minimal_attention,
    minimal_weights,
)
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.rank_patterns import patterns
from proofs.gated_rnn.s3_2_number_of_neurons.any_gate import (
    AnyGate,
    AtThree,
    MixedDifferences,
    Signed,
    apart,
)
from proofs.gated_rnn.s3_2_number_of_neurons.minimal_for_any_ranks import (
    WEIGHTS,
    b,
    d,
    least_hidden,
)
from proofs.gated_rnn.s4_1_teacher_identification.identification import prove_same_function
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Conclusion,
    Control,
    Counterexample,
    Evidence,
    Ground,
    Implies,
    Index,
    Mutant,
    SameOutputs,
    Source,
    StateSize,
    Verdict,
    World,
    all_of,
    array_of,
    at_most,
    check,
    conjunction,
    delta,
    family,
    inner_dimension,
    instances_of,
    linear_combination,
    proof_of,
    prove,
    prove_identity,
    required_blocks,
    simulation,
)
from theorem_checks.statements.arrays.symbolic_arrays import SymbolicArray


@dataclass(frozen=True)
class Invertible:
    """A number of hidden units for W_V invertible, and which ranks b of K^T Q it is meant for."""

    count: Callable[[Any], Any] = lambda d: d * (d + 1) / 2 + d
    any_rank: bool = False


@check("proof")
def check_against_the_minimum(stated: Invertible) -> Evidence:
    """It is the minimum for a = d, c = b, at b = d and at every other rank it is meant for."""
    rank_of_M = b if stated.any_rank else d
    least = least_hidden(d, rank_of_M, rank_of_M)
    return all_of(
        {"the minimum at these ranks": prove_identity(least, stated.count(d))},
        "all d and ranks",
        rests_on=(Ground.claim("gated-rnn/x1-min-hidden"),),
    )


@check("exact")
def check_against_networks(stated: Invertible) -> Evidence:
    """It is the size of the smallest network, and the bound by ranks, up to d = 4, M not 0."""
    for pattern in patterns(4):
        meant = pattern.a == pattern.d and pattern.b > 0
        if not meant or not (stated.any_rank or pattern.b == pattern.d):
            continue
        claimed = stated.count(sp.Integer(pattern.d))
        network = minimal_attention(pattern.attention)
        found = network.lam.shape[0]
        bound = pattern.memory_rank + pattern.query_rank
        if not claimed == found == bound:
            layer = pattern.attention
            values = {"d": pattern.d, "W_V": layer.W_V, "W_K": layer.W_K, "W_Q": layer.W_Q}
            if found >= claimed:
                shown = f"at least {bound} needed"
                return Evidence.refuted(Counterexample(values, f"{claimed} at least", shown))
            same = prove_same_function(network, layer)
            if not same.verdict.passes:
                return same
            shown = f"these {found} units, which put out the same, of inputs (x, 1)"
            values |= {name: getattr(network, name) for name in WEIGHTS}
            return Evidence.refuted(Counterexample(values, f"at least {claimed} units", shown))
    return Evidence.holds("d = 1, ..., 4")


AS_PRINTED = Invertible(any_rank=True)
REPAIRED = Invertible()

minimal_as_printed = Claim(
    id="gated-rnn/s3.2-minimal",
    title="For an invertible value matrix the least number of hidden units is d(d+1)/2 + d",
    source=Source(PAPER, "Sec. 3.2"),
    statement=r"W_V \text{ invertible} \implies n_{\min} = d(d+1)/2 + d",
    assumptions=("$W_K$, $W_Q$ arbitrary, $K^\\top Q \\ne 0$",),
    subject=AS_PRINTED,
    checks=(check_against_the_minimum, check_against_networks),
    controls=(Control("repaired", REPAIRED, "K^T Q invertible as well"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/s3.2-minimal-repaired",
    notes="If K^T Q has rank b < d, then b(2d - b + 3)/2 units are enough; the text gives no lower"
    " bound either.",
)


@dataclass(frozen=True)
class Least:
    """A number of hidden units for W_V, W_K and W_Q invertible, and weights of so many units."""

    count: Callable[[Any], Any]
    weights: GatedRNNDescription


def few_families(array: IndexedArray, names: Collection[str]) -> IndexedArray:
    """Return the blocks of some families by themselves."""
    axes = tuple(tuple(part for part in axis if part.name in names) for axis in array.axes)
    return IndexedArray(axes, {k: e for k, e in array.entries.items() if set(k) <= set(names)})


def at_full_rank() -> GatedRNNDescription:
    """Return the smallest network where all forms are common ones: pairs i <= j, and queries."""
    weights, names = minimal_weights(), ("ee", "q_e", "x", "one", "y")
    few = {name: few_families(getattr(weights, name), names) for name in WEIGHTS}
    return replace(weights, **few)


def says_least(stated: Least, w: World) -> Conclusion:
    """No network of fewer units has the outputs of attention, and one of so many has.

    The networks are all of a dense recurrence h -> A h + g(x), of any number of products, with
    biases in the input gate.
    """
    d, n, p = w.size("d"), w.size("n"), w.size("p")
    (V, _), (K, K_inverse), (Q, _) = (w.invertible(name, d) for name in ("W_V", "W_K", "W_Q"))
    token = w.array("x", d)
    attention = w.machine(LinearAttention(V, K, Q), token)
    gates = [
        concatenate([w.array(f"{name}_x", n, d).T, w.array(f"{name}_1", 1, n)]).T
        for name in ("G", "F")
    ]
    read = {"W_out_m": w.array("O", p, n), "W_out_x": w.array("U", p, n), "D": w.array("D", d, p)}
    free = GatedRNN(w.array("A", n, n), *gates, **read, append_one=True)
    any_network = w.machine(free, token)
    sizes, forms = {"d": d, "d_v": d, "c": d}, {"E": K, "R_e": Q, "P_e": V @ K_inverse}
    arrays = {name: w.described(getattr(stated.weights, name), sizes, forms) for name in WEIGHTS}
    network = w.machine(GatedRNN(**arrays, append_one=stated.weights.append_one), token)
    units = w.call(stated.count, d)
    return All(
        (
            Implies(SameOutputs(any_network, attention), AtMost(units, n)),
            SameOutputs(attention, network),
            StateSize(network, units),
        )
    )


def by_rank_and_storage(whole: All) -> Evidence:
    """Prove that fewer units do not do, that the network does, and count its units."""
    fewer, same, size = whole.parts
    values = same.array("W_V") @ same.array("W_K", inverted=True)
    return conjunction(whole, by_rank(fewer), by_stored_pairs(same, values), prove(size))


def by_stored_pairs(same: Any, values: SymbolicArray) -> Evidence:
    """Prove equal outputs: the network stores the sums of k_i k_j, i <= j, and `values` read them.

    The keys k are the entries of the layer's W_K x, and its values `values` @ k.
    """
    pairs = same.other.state.part("ee")
    keys = same.one.state.shape[1].number
    symmetric = array_of(
        {("keys", "keys"): lambda i, j: pairs[i, j] + pairs[j, i] - delta(i, j) * pairs[i, j]},
        *(family("keys", keys),) * 2,
    )
    return simulation(same, values @ symmetric)


def by_rank(fewer: Any) -> Evidence:
    """Prove that a network with the outputs of attention has a unit for each pair and each query.

    At the last of three tokens the state is the sum of A^k (g(x) - g(0)) over the tokens x at lags
    k, and of what depends on none of them. So the mixed difference of the outputs in two tokens is
    bilinear in their parts of the state, and a product through the units. Of attention it is
    W_V z z^T M x, M = W_K^T W_Q, for x now and z before, and 0 for two tokens before.

    For rows take M^-1 e_j now, and M^-T e_j one step before; for columns e_a + e_b less e_a and
    e_b two steps before, and e_c now. With the right weights of the outputs their product is
    triangular with ones: for a pair i <= j the pair a <= b, and for a query the query.
    """
    same = fewer.hypothesis
    K, Q = same.array("W_K"), same.array("W_Q")
    K_inverse, Q_inverse = (same.array(name, inverted=True) for name in ("W_K", "W_Q"))
    return by_mixed_differences(fewer, K.T @ Q, Q_inverse @ K_inverse.T)


def by_mixed_differences(fewer: Any, M: SymbolicArray, M_inverse: SymbolicArray) -> Evidence:
    """Prove the bound for attention with W_K^T W_Q = M, of which the inverse is given."""
    same = fewer.hypothesis
    lower = _LowerBound(same, M, M_inverse)
    left, right = lower.rows(), lower.columns()
    parts = []
    for block, runs in zip(required_blocks(left, right), lower.runs, strict=True):
        conclusion = Implies(same, block.equal)
        parts.append(linear_combination(conclusion, runs(*block.rows, *block.columns)))
    return inner_dimension(fewer, left, right, *parts)


class _LowerBound(MixedDifferences):
    """The two factors of mixed differences, and the sequences on which these are looked at."""

    def __init__(self, same: SameOutputs, M: SymbolicArray, M_inverse: SymbolicArray) -> None:
        super().__init__(same)
        self.M, self.M_inverse = M, M_inverse
        self.V_inverse = same.array("W_V", inverted=True)
        (d,) = self.x.sizes
        self.named = family("pair", d, d, increasing=True), family("query", d)
        self.runs = self.pairs, self.neither, self.queries

    def now(self, j: Index) -> Signed:
        """Return M^-1 e_j, and nothing."""
        return self.less_nothing(self.M_inverse @ self.unit(j))

    def before(self, j: Index) -> Signed:
        """Return M^-T e_j, and nothing."""
        return self.less_nothing(self.M_inverse.T @ self.unit(j))

    def past(self, a: Index, b: Index) -> Signed:
        """Return e_a + e_b, less e_a and e_b, and nothing."""
        return self.two(self.unit(a), self.unit(b))

    def for_pair(self, i: Index, j: Index) -> SymbolicArray:
        """Return the weights of the outputs for a pair."""
        return self.vector(lambda k: (1 - delta(i, j) / 2) * self.V_inverse[i, k])

    def for_query(self, j: Index) -> SymbolicArray:
        """Return the weights of the outputs for a query."""
        return self.unit(j) @ self.M.T @ self.V_inverse

    def rows(self) -> SymbolicArray:
        """Return the left factor: for a pair a token now, for a query one before."""

        def of_pair(i: Index, j: Index, u: Index) -> Any:
            (_, x), _ = self.now(j)
            return (self.for_pair(i, j) @ self.slope(self.part(x)))[u]

        def of_query(j: Index, u: Index) -> Any:
            (_, x), _ = self.before(j)
            return (self.for_query(j) @ self.slope(self.A @ self.part(x)))[u]

        entries = {("pair", self.units.name): of_pair, ("query", self.units.name): of_query}
        return array_of(apart(entries), self.named, self.units)

    def columns(self) -> SymbolicArray:
        """Return the right factor: for a pair tokens two steps before, for a query one now."""

        def of_pair(u: Index, a: Index, b: Index) -> Any:
            return (self.A @ (self.A @ self.parts(self.past(a, b))))[u]

        def of_query(u: Index, c: Index) -> Any:
            return self.part(self.unit(c))[u]

        entries = {(self.units.name, "pair"): of_pair, (self.units.name, "query"): of_query}
        return array_of(apart(entries), self.units, self.named)

    def pairs(self, i: Index, j: Index, a: Index, b: Index) -> list[Any]:
        """Return the sequences for a pair of tokens now and a pair before."""
        inside = at_most(i, j) * at_most(a, b) * (1 - delta(i, j) / 2)
        weights = self.vector(lambda k: inside * self.V_inverse[i, k])
        return self.mixed(weights, self.past(a, b), [(1, self.none)], self.now(j))

    def neither(self, j: Index, a: Index, b: Index) -> list[Any]:
        """Return the sequences for a token one step before and a pair two steps before."""
        query = self.unit(j) @ self.M.T @ self.V_inverse
        weights = self.vector(lambda k: at_most(a, b) * query[k])
        return self.mixed(weights, self.past(a, b), self.before(j), [(1, self.none)])

    def queries(self, j: Index, c: Index) -> list[Any]:
        """Return the sequences for a token one step before and one now."""
        at_once = self.less_nothing(self.unit(c))
        return self.mixed(self.for_query(j), [(1, self.none)], self.before(j), at_once)


check_least = proof_of(says_least, by_rank_and_storage, name="check_least", seconds=120)
LEAST = Least(lambda d: d * (d + 1) / 2 + d, at_full_rank())


def says_least_of_any(stated: Least, w: World) -> Conclusion:
    """At three tokens no network of fewer units has the outputs of attention; one has them at all.

    The networks are all with a dense linear recurrence, any input gate and outputs quadratic in the
    state. The layer has the keys x and the queries M x; with any W_K and W_Q, of any size of keys,
    attention is that with M = W_K^T W_Q.
    """
    d, d_k, n, p = (w.size(name) for name in ("d", "d_k", "n", "p"))
    (V, _), (M, _) = w.invertible("W_V", d), w.invertible("M", d)
    token, keys = w.array("x", d), w.identity(d)
    attention = LinearAttention(V, keys, M)
    read = w.array("O", p, n), w.array("U", p, n), w.array("D", d, p), w.array("L", d, n)
    free = AnyGate(w.array("A", n, n), w.function("g", d, n), *read, w.array("c", d))
    one = arrays.ones((V.shape[0],), like=V)
    at_three = [w.machine(AtThree(cell, one), token) for cell in (free, attention)]
    sizes, forms = {"d": d, "d_v": d, "c": d}, {"E": keys, "R_e": M, "P_e": V}
    weights = {name: w.described(getattr(stated.weights, name), sizes, forms) for name in WEIGHTS}
    network = w.machine(GatedRNN(**weights, append_one=stated.weights.append_one), token)
    K, Q = w.array("W_K", d_k, d), w.array("W_Q", d_k, d)
    units = w.call(stated.count, d)
    return All(
        (
            Implies(SameOutputs(*at_three), AtMost(units, n)),
            SameOutputs(w.machine(attention, token), network),
            StateSize(network, units),
            SameOutputs(
                w.machine(LinearAttention(V, K, Q), token),
                w.machine(LinearAttention(V, keys, K.T @ Q), token),
            ),
        )
    )


def by_rank_for_any_gate(whole: Any) -> Evidence:
    """Prove the same for any gate; that attention depends on W_K^T W_Q alone, by its state."""
    fewer, same, size, moved = whole.parts
    M, M_inverse = (fewer.hypothesis.array("M", inverted=one) for one in (False, True))
    return conjunction(
        whole,
        by_mixed_differences(fewer, M, M_inverse),
        by_stored_pairs(same, same.array("W_V")),
        prove(size),
        simulation(moved, moved.other.state @ moved.array("W_K").T),
    )


minimal_gated = Claim(
    id="gated-rnn/new-s3.2-minimal-gated",
    title="If W_V, W_K and W_Q are invertible, gated RNNs need just d(d+1)/2 + d hidden units",
    source=Source(PAPER, "Sec. 3.2, mended"),
    statement=r"W_V, W_K, W_Q \text{ invertible} \implies n_{\min} = d(d+1)/2 + d",
    assumptions=(
        "$h_t = A h_{t-1} + (G (x_t, 1)) \\odot (F (x_t, 1))$ with any $A$, diagonal or dense",
        "$y_t = D ((O h_t) \\odot (U h_t))$ with any number of products",
        "all matrices of attention $d \\times d$",
    ),
    subject=LEAST,
    says=says_least,
    checks=(check_least, instances_of(says_least)),
    new=True,
    mutants=(
        Mutant("naive", replace(LEAST, count=lambda d: d**2 + d), "no use of symmetry"),
        Mutant("strict-half", replace(LEAST, count=lambda d: d * (d - 1) / 2 + d), "i < j"),
        Mutant(
            "forgetful",
            replace(
                LEAST,
                weights=replace(LEAST.weights, lam=LEAST.weights.lam.replace(("ee",), None)),
            ),
            "lambda = 0 for the products",
        ),
    ),
    late=(
        Mutant(
            "saturated",
            replace(LEAST, count=lambda d: LEAST.count(d) if d < 40 else d**2 + d),
            "no use of symmetry from d = 40 on",
        ),
        Mutant(
            "far-pairs",
            replace(
                LEAST,
                weights=replace(
                    LEAST.weights,
                    lam=LEAST.weights.lam.replace(("ee",), lambda _w, _i, j: (j < 40) * 1),
                ),
            ),
            "pairs beyond the fortieth are forgotten",
        ),
    ),
)

minimal_repaired = replace(
    minimal_gated,
    id="gated-rnn/s3.2-minimal-repaired",
    title="If W_V and W_K^T W_Q are invertible, the least number of hidden units is d(d+1)/2 + d",
    statement=r"W_V, W_K^\top W_Q \text{ invertible} \implies n_{\min} = d(d+1)/2 + d",
    assumptions=("as for gated-rnn/x1-min-hidden",),
    says=says_least_of_any,
    checks=(
        proof_of(says_least_of_any, by_rank_for_any_gate, name="check_least", seconds=120),
        instances_of(says_least_of_any),
    ),
    new=False,
    repairs=("gated-rnn/s3.2-minimal",),
)
