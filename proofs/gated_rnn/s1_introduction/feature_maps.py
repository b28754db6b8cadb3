r"""Section 1: linearized attention with a feature map, and what class (2) makes of it.

Class (2) has degree 4 in the tokens, so that it does not compute v (phi(k) . phi(q)) for every map
phi; given the features phi(k) and phi(q) as inputs it does.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp

from constructions.cells.linear_attention import LinearAttention
from constructions.weights.attention_as_gated_rnn import attention_as_gated_rnn
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.s3_1_key_ideas.attention_as_gated_rnn import FIGURE, check_attention
from proofs.gated_rnn.s3_1_key_ideas.gates_needed import SHAPES, Gates
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    all_of,
    array_of,
    check,
    delta,
    equal_maps,
    family,
    prove_degree,
    prove_degree_at_most,
    prove_equal_arrays,
    symbol_array,
)
from theorem_checks.statements.arrays.symbolic_arrays import concatenate, outer


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
                    {"d": 1, "T": 1, "W_V": 1, "W_K": 1, "W_Q": 1},
                    claimed="a network of class (2) computes it, of degree 4 at most",
                    found=f"degree {power}",
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


@check("proof")
def check_given_the_features_for_all_sizes(reads_queries: int) -> Evidence:
    """By Figure 1, with matrices that take values, keys and queries from parts of the input.

    Fed with (x_t, phi(K x_t), phi(Q x_t)), linear self-attention with these matrices is the layer;
    and Figure 1's network is linear self-attention for all matrices and sizes. The features are
    free variables here, so they may come from any phi.
    """
    n, n_v, n_f = sp.symbols("n n_v n_f", integer=True, positive=True)
    y, f = family("y", n_v), family("f", n_f)
    parts = family("x", n), family("key", n_f), family("query", n_f)
    W_V, (x, key, query) = symbol_array("W_V", y, parts[0]), map(symbol_array, "xkq", parts)
    attention = LinearAttention(
        array_of({("y", "x"): lambda i, a: W_V[i, a]}, y, parts),
        array_of({("f", "key"): delta}, f, parts),
        array_of({("f", "query" if reads_queries else "key"): delta}, f, parts),
    )
    memory = symbol_array("S", y, f)
    after, output = attention.step(memory, concatenate((x, key, query)))
    wanted = memory + outer(W_V @ x, array_of({("f",): lambda i: key[i]}, f))
    return all_of(
        {
            "the memory": prove_equal_arrays(after, wanted),
            "the output": prove_equal_arrays(
                output, wanted @ array_of({("f",): lambda i: query[i]}, f)
            ),
            "Figure 1": check_attention.function(FIGURE),
        },
        "all sizes of tokens, values and features, all T, W_V and features",
        words=("induction over time, from an empty memory",),
    )


@check("exact")
def check_given_the_features(reads_queries: int) -> Evidence:
    """Fed with (x_t, phi(K x_t), phi(Q x_t)), the network of Figure 1 computes the layer.

    The features are free variables here, so they may come from any phi.
    """

    def wanted(xs: Any, keys: Any, queries: Any, W_V: Any) -> list[Any]:
        outputs = []
        for t in range(len(xs)):
            seen = zip(xs[: t + 1], keys[: t + 1], strict=True)
            outputs.append(sum(((W_V @ x) * (k @ queries[t]) for x, k in seen), W_V @ xs[0] * 0))
        return outputs

    def network(xs: Any, keys: Any, queries: Any, W_V: Any) -> Any:
        width, features = xs.shape[1], keys.shape[1]
        tokens = np.concatenate([xs, keys, queries], axis=1)
        place = np.eye(width + 2 * features, dtype=int)
        W_V = W_V @ place[:width]
        layer = LinearAttention(
            W_V,
            place[width : width + features],
            place[width + reads_queries * features :][:features],
        )
        return attention_as_gated_rnn(layer)(tokens)

    sizes = [
        {"xs": (T, n), "keys": (T, f), "queries": (T, f), "W_V": (n, n)}
        for T, n, f in ((1, 1, 1), (2, 1, 2), (2, 2, 1))
    ]
    return equal_maps(network, wanted, sizes=sizes)


given_features = Claim(
    id="gated-rnn/s1-any-linearised-repaired",
    title="Given the features as inputs, class (2) computes linearized attention for every map phi",
    source=Source(PAPER, "Sec. 1, mended"),
    statement=r"\text{inputs } (x_t, \varphi(W_Kx_t), \varphi(W_Qx_t)):\; D\,g^{out}(h_t)"
    r" = \sum_{t'\le t} v_{t'}\,\varphi(k_{t'})^\top\varphi(q_t)",
    assumptions=("no normaliser; for linear phi no features are needed (gated-rnn/fig1)",),
    subject=1,
    checks=(check_given_the_features_for_all_sizes, check_given_the_features),
    mutants=(Mutant("keys-for-queries", 0, "reads the features of keys twice"),),
    repairs=("gated-rnn/s1-any-linearised",),
    notes="A normaliser takes one more value, the constant 1, and a division outside the class.",
)
