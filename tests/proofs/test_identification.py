"""Functional equality of gated RNNs: true, false and nearly true pairs."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from constructions.arrays import EXACT
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.weights.attention_as_gated_rnn import attention_as_gated_rnn
from constructions.weights.few_token_counterexamples import (
    one_token_counterexample,
    two_token_counterexample,
)
from constructions.weights.invariances import permute_units, scale_rows
from constructions.weights.minimal_attention import minimal_attention
from proofs.gated_rnn.s4_1_teacher_identification.identification import (
    polynomial_distances,
    prove_same_function,
)
from theorem_checks import ArgumentError, Verdict

ONE = EXACT.eye(2)
LAYER = LinearAttention(ONE, ONE, ONE)


def sequence_of(evidence):
    assert evidence.counterexample is not None
    return evidence.counterexample.values["x"]


def network(lam, seed=0, units=4, products=3, biased=True):
    draw = np.random.default_rng(seed).integers
    inputs = 2 + biased
    shapes = (units, inputs), (units, inputs), (products, units), (products, units), (2, products)
    weights: Any = [EXACT.array(draw(-2, 3, shape)) for shape in shapes]
    return GatedRNN(EXACT.array(lam), *weights, append_one=biased)


def test_constructions_are_attention():
    evidence = prove_same_function(minimal_attention(LAYER), attention_as_gated_rnn(LAYER))
    assert evidence.verdict is Verdict.ARGUED
    assert evidence.engines == {"python-flint", "fractions"}


@pytest.mark.parametrize("biased", [True, False])
@pytest.mark.parametrize("lam", [["1/2", 3, "1/2", -1], [0, 0, 1, 1], ["1/3", 2, 5, 7]])
def test_the_same_network_in_other_words(lam, biased):
    original = network(lam, biased=biased)
    permuted = permute_units(original, [2, 0, 3, 1])
    changed = scale_rows(permuted, "in", EXACT.array([0, 1, 1, 1]), Fraction(3))
    assert prove_same_function(changed, original).verdict is Verdict.ARGUED


@pytest.mark.parametrize("biased", [True, False])
@pytest.mark.parametrize("lam", [["1/2", 3, "1/2", -1], [0, 0, 1, 1]])
def test_different_networks_have_a_sequence(lam, biased):
    one, other = network(lam, biased=biased), network(lam, seed=1, biased=biased)
    evidence = prove_same_function(one, other)
    assert evidence.verdict is Verdict.REFUTED
    xs = EXACT.array(sequence_of(evidence))
    assert any(a != b for a, b in zip(one(xs)[-1], other(xs)[-1], strict=True))


@pytest.mark.parametrize(
    ("counterexample", "agrees"), [(one_token_counterexample, 1), (two_token_counterexample, 2)]
)
def test_counterexamples_are_found_out(counterexample, agrees):
    evidence = prove_same_function(counterexample(), LAYER)
    assert evidence.verdict is Verdict.REFUTED
    assert len(sequence_of(evidence)) == agrees + 1
    distances = polynomial_distances(counterexample(), LAYER)
    assert distances[:agrees] == [0.0] * agrees
    assert distances[agrees] > 0.1


def test_units_that_cancel_at_short_lags_are_seen_at_longer_ones():
    # two different lambdas, whose units cancel in the output at lags 0 and 1 only:
    # (2^k - 1) - (3^k - 1)/2 is 0 at k = 0 and 1, and -1 at k = 2
    lam = EXACT.array([2, 3, 1, 0])
    x, one = [1, 0], [0, 1]
    gate = [x, x, x, x], [one, one, one, one]
    reads = [[2, -1, -1, 0]], [[0, 0, 0, 1]]
    weights: Any = (EXACT.array(part) for part in (*gate, *reads, [[1]]))
    odd = GatedRNN(lam, *weights, append_one=True)
    zero = GatedRNN(
        lam, *(EXACT.zeros(w.shape) for w in list(odd.weights().values())[1:]), append_one=True
    )
    evidence = prove_same_function(odd, zero)
    assert evidence.verdict is Verdict.REFUTED
    assert len(sequence_of(evidence)) == 3


def test_constants_that_cancel_at_first_are_seen():
    # the state is 1 + ... + 1 = t of lambda = 1, and 1 of lambda = 0: t - 1 = 0 at t = 1 only
    weights = ([1, 0], [[0, 1], [0, 1]], [[0, 1], [0, 1]], [[1, -1]], [[1, -1]], [[1]])
    arrays: Any = [EXACT.array(part) for part in weights]
    odd = GatedRNN(*arrays, append_one=True)
    zero = GatedRNN(*(0 * array for array in arrays), append_one=True)
    assert prove_same_function(odd, zero).verdict is Verdict.REFUTED


def test_trained_weights_are_taken_at_their_value():
    weights = attention_as_gated_rnn(LAYER).weights()
    floats: Any = {name: np.asarray(weight).astype(float) for name, weight in weights.items()}
    exact = GatedRNN(**floats, append_one=True)
    assert prove_same_function(exact, LAYER).verdict is Verdict.ARGUED
    near = GatedRNN(**{**floats, "D": floats["D"] * (1 + 2.0**-30)}, append_one=True)
    assert prove_same_function(near, LAYER).verdict is Verdict.REFUTED
    assert all(0 < gap < 1e-8 for gap in polynomial_distances(near, LAYER))


def test_what_does_not_go_together_is_refused():
    with pytest.raises(ArgumentError, match="sizes"):
        prove_same_function(minimal_attention(LinearAttention(*[EXACT.eye(3)] * 3)), LAYER)
    late = attention_as_gated_rnn(LAYER, reads="before")
    with pytest.raises(ArgumentError, match="after"):
        prove_same_function(late, LAYER)
