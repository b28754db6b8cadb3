"""A gated RNN that takes a gradient step."""

from fractions import Fraction

import numpy as np

from constructions.arrays import EXACT
from constructions.cells.gated_rnn import GatedRNN
from constructions.weights.gradient_step_as_gated_rnn import gradient_step_gates

NAMES = ("lam", "W_in_m", "W_in_x", "W_out_m", "W_out_x", "D")


def test_it_answers_with_a_step():
    inputs, outputs, eta = 2, 3, Fraction(2, 7)
    gates, sizes = gradient_step_gates(), {"d_k": inputs, "d_v": outputs}
    weights = {
        name: getattr(gates, name).array(EXACT, sizes, {"eta": EXACT.array(eta)}) for name in NAMES
    }
    X = np.array([[1, -2], [3, 5], [0, 4]], dtype=object)
    Y = np.array([[2, 1, -1], [7, 0, 3], [1, 1, 2]], dtype=object)
    query = np.array([4, -3], dtype=object)
    tokens = np.vstack([np.hstack([X, Y]), np.hstack([query, [0] * outputs])])
    answer = GatedRNN(**weights, append_one=gates.append_one)(EXACT.array(tokens.tolist()))[-1]
    assert list(map(str, answer)) == list(map(str, eta * (Y.T @ X @ query)))
    assert len(weights["lam"]) == inputs * outputs + inputs
