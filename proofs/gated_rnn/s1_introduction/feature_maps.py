r"""Section 1: linearized attention with a feature map, and what class (2) makes of it.

Class (2) has degree 4 in the tokens, so that it does not compute v (phi(k) . phi(q)) for every map
phi; given the features phi(k) and phi(q) as inputs it does.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from constructions.arrays import concatenate, outer
from constructions.cells.gated_rnn import GatedRNN
from constructions.weights.attention_as_gated_rnn import feature_weights
from constructions.weights.gated_rnn_description import GatedRNNDescription
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.s3_1_key_ideas.attention_as_gated_rnn import WEIGHTS, by_stored_state
from proofs.gated_rnn.s3_1_key_ideas.gates_needed import SHAPES, Gates
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    SameOutputs,
    Source,
    Verdict,
    World,
    all_of,
    check,
    instances_of,
    proof_of,
    prove_degree,
    prove_degree_at_most,
)


@dataclass(frozen=True)
class FeatureMap:
    """Linearized attention v (phi(k) . phi(q)) with an entrywise feature map."""

    phi: Callable[[Any], Any]

    def outputs(self, xs: Any, W_V: Any, W_K: Any, W_Q: Any) -> Any:
        """Return the last output on a sequence."""
        query = self.phi(W_Q @ xs[-1])
        return sum(
            ((W_V @ x) * (self.phi(W_K @ x) @ query) for x in xs[:-1]),
            (W_V @ xs[-1]) * (self.phi(W_K @ xs[-1]) @ query),
        )


@check("proof")
def check_degree_suffices(attention: FeatureMap) -> Evidence:
    """Class (2) has degree 4 in the tokens at most, and the attention layer no higher one."""
    ones = {name: [[1]] for name in ("W_V", "W_K", "W_Q")}
    network = prove_degree_at_most(Gates().outputs, 4, inputs={"xs": (1, 2)}, weights=SHAPES)
    for power in (5, 7):
        found = prove_degree(attention.outputs, power, inputs={"xs": (1, 1)}, weights=ones)
        if found.verdict.passes:
            return Evidence.refuted(
                Counterexample(
                    {"d": 1, "T": 1, "W_V": 1, "W_K": 1, "W_Q": 1, "phi(2)": attention.phi(2)},
                    claimed="a network of class (2) computes it, of degree 4 in x_1 at most",
                    found=f"degree {power}: x_1 phi(x_1) phi(x_1)",
                ),
                parts=(network, found),
            )
    shapes = dict.fromkeys(ones, (1, 1))
    layer = prove_degree_at_most(attention.outputs, 4, inputs={"xs": (1, 1)}, weights=shapes)
    return all_of({"class (2)": network, "the layer": layer}, "one token")


any_linearised = Claim(
    id="gated-rnn/s1-any-linearised",
    title="Gated RNNs of class (2) become equivalent to any linearized self-attention",
    source=Source(PAPER, "Sec. 1, on linearized attention with feature maps"),
    statement=r"\forall \varphi\; \exists \text{ weights}:\; D\,g^{out}(h_t)"
    r" = \sum_{t'\le t} v_{t'}\,\varphi(k_{t'})^\top\varphi(q_t)",
    subject=FeatureMap(lambda z: z * z),
    checks=(check_degree_suffices,),
    controls=(Control("identity", FeatureMap(lambda z: z), "eq. (1), without a feature map"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/s1-any-linearised-repaired",
    notes="Read with feature maps, as in the works cited there. phi(z) = z^2 gives degree 5 at the"
    " first token; a normaliser is no polynomial at all.",
)


@dataclass(frozen=True)
class Fed:
    """A network that is fed with a token x and the features of its key and its query."""

    network: GatedRNN
    features: Callable[[Any], tuple[Any, ...]]

    def initial_state(self) -> Any:
        """Return the network's state."""
        return self.network.initial_state()

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return the network's state and output."""
        return self.network.step(state, concatenate((x, *self.features(x))))


@dataclass(frozen=True)
class Linearised:
    """Linearised attention: the sum over the tokens so far of v (phi(k) . phi(q))."""

    W_V: Any
    features: Callable[[Any], tuple[Any, ...]]
    nothing: Any

    def initial_state(self) -> Any:
        """Return the sum over no tokens."""
        return self.nothing

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Add v phi(k)^T, and return it and what the query reads."""
        key, query = self.features(x)
        state = state + outer(self.W_V @ x, key)
        return state, state @ query


def says_linearised(weights: GatedRNNDescription, w: World) -> SameOutputs:
    """Fed with x, phi(W_K x) and phi(W_Q x), the network is linearised attention, for any phi."""
    sizes = {name: w.size(name) for name in ("d", "d_v", "d_k", "f")}
    W_V, W_K, W_Q = (
        w.array(name, sizes[rows], sizes["d"])
        for name, rows in (("W_V", "d_v"), ("W_K", "d_k"), ("W_Q", "d_k"))
    )
    phi, x = w.function("phi", sizes["d_k"], sizes["f"]), w.array("x", sizes["d"])

    def features(token: Any) -> tuple[Any, ...]:
        return phi(W_K @ token), phi(W_Q @ token)

    arrays = {name: w.described(getattr(weights, name), sizes, {"W_V": W_V}) for name in WEIGHTS}
    nothing = w.zeros(sizes["d_v"], sizes["f"])
    network = Fed(GatedRNN(**arrays, append_one=weights.append_one), features)
    layer = Linearised(W_V, features, nothing)
    return SameOutputs(w.machine(network, x), w.machine(layer, x))


def reads(weights: GatedRNNDescription, unit: Any) -> GatedRNNDescription:
    """Return weights whose query units read features as `unit` says."""
    return replace(weights, W_in_m=weights.W_in_m.replace(("q", "query"), unit))


def keys_twice(weights: GatedRNNDescription) -> GatedRNNDescription:
    """Return weights whose query units read the features of keys."""
    changed = weights.W_in_m.replace(("q", "query"), None)
    return replace(weights, W_in_m=changed.replace(("q", "key"), lambda w, j, a: w.delta(j, a)))


FEATURES = feature_weights()

given_features = Claim(
    id="gated-rnn/s1-any-linearised-repaired",
    title="Given the features as inputs, class (2) computes linearized attention for every map phi",
    source=Source(PAPER, "Sec. 1, mended"),
    statement=r"\text{inputs } (x_t, \varphi(W_Kx_t), \varphi(W_Qx_t)):\; D\,g^{out}(h_t)"
    r" = \sum_{t'\le t} v_{t'}\,\varphi(k_{t'})^\top\varphi(q_t)",
    assumptions=("no normaliser; for linear phi no features are needed (gated-rnn/fig1)",),
    subject=FEATURES,
    says=says_linearised,
    checks=(proof_of(says_linearised, by_stored_state), instances_of(says_linearised)),
    mutants=(
        Mutant("keys-for-queries", keys_twice(FEATURES), "reads the features of keys twice"),
        Mutant("no-queries", reads(FEATURES, None), "does not read the features of queries"),
        Mutant("all-queries", reads(FEATURES, lambda *_: 1), "adds up the features of queries"),
    ),
    late=(
        Mutant(
            "few-features",
            reads(FEATURES, lambda w, j, a: w.delta(j, a) if j < 40 else 0),
            "reads the first forty features alone",
        ),
    ),
    repairs=("gated-rnn/s1-any-linearised",),
    notes="A normaliser takes one more value, the constant 1, and a division outside the class.",
)
