"""The gradients of normalised attention, as `constructions.causal_linear_attention` computes them.

Beyond the paper: the normaliser is the sum for one more value, 1, and its gradient goes the same
way.
"""

import numpy as np

from constructions.arrays import EXACT, equal, ones, polynomials
from constructions.causal_products import (
    attention_gradients,
    causal_products,
    normalised,
    product_gradients,
    quadratic_products,
    with_ones,
)
from proofs.transformers_are_rnns import PAPER
from theorem_checks import (
    All,
    Claim,
    Control,
    Counterexample,
    Equal,
    Evidence,
    Implies,
    Less,
    Mutant,
    Source,
    Verdict,
    check,
    conjunction,
    given,
    proof_of,
    prove,
)


def says_gradients(gradients, w):
    """Where no normaliser is 0: the derivatives of L = <G, a/b> by queries, keys and values.

    Of N tokens, with C features and M values each, a_i and b_i are the sums over j <= i.
    """
    N, C, M = (w.size(name) for name in "NCM")
    q, k = (w.array(name, N, C, small=True) for name in "qk")
    v, G = w.array("v", N, M), w.array("G", N, M)
    past = w.entries(lambda h, i, j: h.at_most(j, i), N, N)
    future = w.entries(lambda h, i, j: h.at_most(i, j), N, N)
    each = ones((N, 1), like=v)

    def products(q, k, v, reverse=False):
        return ((future if reverse else past) * (q @ k.T)) @ v

    def loss(q, k, v):
        return (G * (products(q, k, v) / products(q, k, each))).sum()

    found = gradients(products, q, k, v, products(q, k, with_ones(v)), G)
    wanted = (
        w.derivative(lambda q: loss(q, k, v), q, where_defined=True),
        w.derivative(lambda k: loss(q, k, v), k, where_defined=True),
        w.derivative(lambda v: loss(q, k, v), v, where_defined=True),
    )
    slopes = tuple(Equal(one, other) for one, other in zip(found, wanted, strict=True))
    b = products(q, k, each)
    return Implies(Less(b * 0, b * b), All(slopes))


def by_quotient_rule(under):
    """Prove it: with 1/b as a number of its own, both sides are the same sums of products."""
    slopes = conjunction(under.body, *map(prove, under.body.parts))
    return given(under, slopes)


def _products(q, k, v, reverse=False):
    return causal_products(q, k, v, chunk=2, reverse=reverse)


@check("exact")
def check_quotient_rule(gradients):
    """By the quotient rule on the polynomials of both sums, at rational points."""
    for size in ((1, 1, 1), (2, 1, 2), (3, 2, 1)):
        ring, point, G = _at_a_point(*size)
        symbols = {name: ring.symbols(name) for name in "qkv"}
        q, k, v = (EXACT.array(point[name]) for name in "qkv")
        sums = causal_products(q, k, with_ones(v))
        both = quadratic_products(symbols["q"], symbols["k"], with_ones(symbols["v"]))
        if not equal(normalised(sums), normalised(ring.evaluate(both, **point))):
            return Evidence.undecided("the sums differ")
        found = gradients(_products, q, k, v, sums, G)
        for name, slopes in zip("qkv", found, strict=True):
            wanted = _slopes_by_quotient_rule(ring, both, symbols[name], point, G)
            if not equal(slopes, wanted):
                values = {**point, "G": G}
                claimed, true = str(slopes.tolist()), str(wanted.tolist())
                return Evidence.refuted(
                    Counterexample(values, f"gradient by {name} {claimed}", true)
                )
    return Evidence.holds("(N, C, M) in (1, 1, 1), (2, 1, 2), (3, 2, 1)")


def _at_a_point(length, features, values):
    """Return a ring of polynomials, positive integers for its variables, and cotangents."""
    shapes = {"q": (length, features), "k": (length, features), "v": (length, values)}
    ring = polynomials(**shapes)
    point = {
        name: np.arange(1, 1 + rows * width).reshape(rows, width) * (place + 2) % 7 + 1
        for place, (name, (rows, width)) in enumerate(shapes.items())
    }
    G = EXACT.array(np.arange(length * values).reshape(length, values) * 3 - 2)
    return ring, point, G


def _slopes_by_quotient_rule(ring, both, symbols, point, G):
    """Return the derivatives of <G, a/b> by each of the symbols, (a, b) being the columns."""
    at = ring.evaluate(both, **point)
    a, b = at[:, :-1], at[:, -1:]
    slopes = []
    for symbol in symbols.flat:
        moved = ring.array([entry.derivative(str(symbol)) for entry in both.flat])
        d = ring.evaluate(moved, **point).reshape(both.shape)
        slopes.append((G * (d[:, :-1] * b - a * d[:, -1:]) / (b * b)).sum()[()])
    return EXACT.array(slopes).reshape(symbols.shape)


def _without_the_normaliser(products, q, k, v, sums, G):
    return product_gradients(products, q, k, v, G / sums[..., v.shape[1] :])


def _lost_sign(products, q, k, v, sums, G):
    """The normaliser's part with the other sign."""
    without = _without_the_normaliser(products, q, k, v, sums, G)
    right = attention_gradients(products, q, k, v, sums, G)
    return tuple(one * 2 - other for one, other in zip(without, right, strict=True))


def _only_few_values(products, q, k, v, sums, G):
    """Right up to 49 values, and from there on without the normaliser's part."""
    right = attention_gradients if v.shape[1] < 50 else _without_the_normaliser
    return right(products, q, k, v, sums, G)


normaliser_gradient = Claim(
    id="trf-rnn/new-normaliser-gradient",
    title="The gradients of normalised attention are Algorithm 1's with one more value",
    source=Source(PAPER, "Algorithm 1, beyond the text"),
    statement=r"y = a/b:\quad \partial L/\partial a = G/b,\;"
    r" \partial L/\partial b = -(G \cdot y)/b,\; \text{then Algorithm 1 on } (v, 1)",
    assumptions=("no normaliser is 0",),
    subject=attention_gradients,
    says=says_gradients,
    checks=(proof_of(says_gradients, by_quotient_rule), check_quotient_rule),
    mutants=(
        Mutant("no-normaliser", _without_the_normaliser, "the normaliser taken as constant"),
        Mutant("lost-sign", _lost_sign, "+ (G . y)/b"),
    ),
    late=(Mutant("many-values", _only_few_values, "the normaliser constant from M = 50 on"),),
    repairs=("trf-rnn/new-alg1-of-the-layer",),
    new=True,
)

numerators_alone = Claim(
    id="trf-rnn/new-alg1-of-the-layer",
    title="Algorithm 1 gives the gradients of the layer",
    source=Source(PAPER, "Algorithm 1, read as that of eq. (20)"),
    statement=r"\nabla L \text{ by } \phi(Q), \phi(K), V \text{ is Algorithm 1 of } G/b",
    assumptions=("no normaliser is 0",),
    subject=_without_the_normaliser,
    checks=(check_quotient_rule,),
    controls=(Control("with-the-normaliser", attention_gradients, "Algorithm 1 on $(v, 1)$"),),
    expect=Verdict.REFUTED,
    repaired_by="trf-rnn/new-normaliser-gradient",
    new=True,
    notes="Algorithm 1 has the gradients of the numerators. By queries and keys those of the layer"
    " have a term more, from the normaliser.",
)
