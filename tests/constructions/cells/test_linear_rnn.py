"""The linear RNN against its impulse response."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from constructions.arrays import EXACT, FLOAT, equal
from constructions.cells.linear_rnn import LinearRNN
from constructions.errors import ShapeError
from theorem_checks import arrays_of

sizes = st.tuples(*(st.integers(1, 3) for _ in range(4)))


@given(
    sizes.flatmap(
        lambda s: st.tuples(
            arrays_of(s[0], s[0]),
            arrays_of(s[0], s[1]),
            arrays_of(s[2], s[0]),
            arrays_of(s[3], s[1]),
        )
    )
)
def test_the_network_is_the_convolution_with_its_impulse_response(drawn):
    W, F, C, xs = (EXACT.array(part) for part in drawn)
    scale = EXACT.array(["1/2"])
    found = LinearRNN(W, F, C, scale)(xs)
    responses = []
    power = F
    for _ in range(len(xs)):
        responses.append(scale * (C @ power))
        power = scale * (W @ power)
    for t in range(len(xs)):
        assert equal(found[t], sum(responses[s] @ xs[t - s] for s in range(t + 1)))


def test_the_scale_stands_at_every_use_of_W_and_C():
    cell = LinearRNN(*(FLOAT.array([[1.0]]) for _ in range(3)), scale=FLOAT.array([0.5]))
    np.testing.assert_array_equal(cell(np.array([[1.0], [0.0], [0.0]]))[:, 0], [0.5, 0.25, 0.125])


def test_weights_that_do_not_fit_are_refused():
    with pytest.raises(ShapeError, match="C"):
        LinearRNN(EXACT.eye(2), EXACT.zeros((2, 1)), EXACT.zeros((1, 3)), EXACT.array([1]))
