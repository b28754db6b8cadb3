"""Degrees in the current token: of the two targets of Table 3, and of linearised layers.

A layer whose activations are linearised is made of sums and products, so that its outputs are
polynomials in the current token, and no composition of layers has a greater degree than the product
of theirs. The degree is found on layers of one unit, as layers treat their units alike. A target of
a greater degree is out of reach of so many layers; the degrees of the two targets are read off the
shipped cells, with all weights 1.
"""

from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.layer_degrees import (
    LINEARISED,
    Layers,
    numbered,
)
from theorem_checks import exact_degree, prove_degree, prove_degree_at_most

GATED, ATTENTION = "simplified gated RNN", "linear self-attention"
SIZES = "layers treat their units alike, so that no size changes the degrees of sums and products"
"""Why layers of one unit are enough to ask."""

ONES = {"matrix": [[1]], "vector": [1]}


def degree_of_target_is(target, degree):
    """Decide whether the target has this degree in its first token, sizes and weights being 1."""
    return prove_degree(_on_one_token(target), degree, inputs={"x": (1,)}, weights=ONES)


def degree_of_target(target):
    """Return the degree of the target in its first token, sizes and weights being 1."""
    return exact_degree(_on_one_token(target), inputs={"x": (1,)}, weights=ONES).total


def _on_one_token(target):
    def output(x, matrix, vector):
        attention = LinearAttention(matrix, matrix, matrix)
        cell = attention if target == ATTENTION else GatedRNN(vector, *[matrix] * 5)
        return cell.step(cell.initial_state(), x)[1]

    return output


def degree_is_at_most(architecture, layers, bound):
    """Decide whether so many linearised layers have at most this degree in the current token."""
    some = Layers(architecture, layers, LINEARISED)
    weights = {**some.weights, **some.states}
    return prove_degree_at_most(some.output, bound, inputs={"x": (1,)}, weights=weights)


def degree_at_integers(architecture, layers):
    """Return the degree in the token of so many layers with given integer weights."""
    if layers < 1:
        return 1
    some = Layers(architecture, layers, LINEARISED)
    weights = numbered({**some.weights, **some.states})
    return exact_degree(some.output, inputs={"x": (1,)}, weights=weights).total
