"""Self-attention does to permuted tokens what it does to tokens, and then permutes them."""

import theorem_checks as tc


def attention(X, W_Q, W_K, W_V):
    """Return a layer of softmax attention on the rows of X, with its residual connection."""
    weights, values = tc.exp((X @ W_Q) @ (X @ W_K).T), X @ W_V
    return X + (weights @ values) / (weights @ (values * 0 + 1))


def says(layer, w):
    T, d, h = w.size("T"), w.size("d"), w.size("h")
    P, X = w.array("P", T, T, known="permutation"), w.array("X", T, d, small=True)
    W_Q, W_K = (w.array(name, d, h, small=True) for name in ("W_Q", "W_K"))
    W = W_Q, W_K, w.array("W_V", d, d)
    ones = w.ones(T)
    pooled = tc.Equal(ones @ layer(P @ X, *W), ones @ layer(X, *W))
    return tc.All((tc.Equal(layer(P @ X, *W), P @ layer(X, *W)), pooled))


def with_places(X, *W):
    return attention(X + X[0], *W)


EQUIVARIANCE = tc.Claim(
    id="more-theorems/equivariance",
    title="Attention without places is equivariant under permutations, and its mean invariant",
    source=tc.Source("Lee et al., Set Transformer (2019)", "Property 1"),
    statement=r"f(P X) = P f(X),\; 1^\top f(P X) = 1^\top f(X)",
    says=says,
    subject=attention,
    checks=(tc.proof_of(says), tc.instances_of(says)),
    mutants=(tc.Mutant("places", with_places, "each token hears the first one besides"),),
)
