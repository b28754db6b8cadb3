"""Degrees against polynomials in SymPy."""

from typing import Any

import numpy as np
import sympy as sp
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.soundness.differential.comparing import as_they_come, true_by_construction
from tests.soundness.generators.degrees import GROWS, gates, stacked
from tests.soundness.statements import Drawn
from theorem_checks import prove_degree, prove_degree_at_most


def total_degree(layers: list[str], size: int, weights: dict[str, Any]) -> int:
    """The largest total degree of an output, by SymPy; -1 for the zero map."""
    names = sp.symbols(f"x0:{size}")
    network, _ = stacked(layers, size)
    arrays = {k: np.array(w, dtype=object) for k, w in weights.items()}
    outputs = network(np.array(names, dtype=object), **arrays)
    polynomials = [sp.Poly(sp.expand(output), *names) for output in outputs]
    return max((p.total_degree() for p in polynomials if not p.is_zero), default=-1)


@as_they_come("prove_degree")
def layers_with_sparse_weights(draw: DrawFn) -> Drawn:
    layers, size = draw(gates), draw(st.integers(1, 2))
    entries = st.sampled_from((0, 0, 1, -1, 2))
    weights = {
        f"W{k}": [[draw(entries) for _ in range(size)] for _ in range(size)]
        for k in range(len(layers))
    }
    actual = total_degree(layers, size, weights)
    claimed = draw(st.one_of(st.just(actual), st.integers(-1, 8)))
    network, _ = stacked(layers, size)
    return Drawn(
        f"layers {layers} with {weights} have degree {claimed}",
        lambda: prove_degree(network, claimed, inputs={"x": (size,)}, weights=weights),
        None,
        [{}],
        lambda _: actual == claimed,
    )


@as_they_come("prove_degree_at_most")
def layers_with_any_weights(draw: DrawFn) -> Drawn:
    layers, size, bound = draw(gates), draw(st.integers(1, 2)), draw(st.integers(0, 8))
    network, shapes = stacked(layers, size)
    ones = {name: np.ones(shape, dtype=int).tolist() for name, shape in shapes.items()}
    actual = total_degree(layers, size, ones)
    return Drawn(
        f"layers {layers} of {size} units have degree at most {bound}",
        lambda: prove_degree_at_most(network, bound, inputs={"x": (size,)}, weights=shapes),
        None,
        [{}],
        lambda _: actual <= bound,
    )


@true_by_construction("prove_degree_at_most")
def layers_within_their_bound(draw: DrawFn) -> Drawn:
    layers, size = draw(gates), draw(st.integers(1, 2))
    network, shapes = stacked(layers, size)
    degree = 1
    for layer in layers:
        degree = GROWS[layer](degree)
    bound = degree + draw(st.integers(0, 3))
    return Drawn(
        f"layers {layers} of {size} units have degree at most {bound}",
        lambda: prove_degree_at_most(network, bound, inputs={"x": (size,)}, weights=shapes),
    )


COMPARISONS = (layers_with_sparse_weights, layers_with_any_weights, layers_within_their_bound)
