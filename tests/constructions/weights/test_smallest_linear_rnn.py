"""The smallest linear RNN with a given response, against ranks of Hankel matrices."""

import random
from fractions import Fraction

import flint
import pytest
from hypothesis import given
from hypothesis import strategies as st

from constructions.arrays import EXACT, equal
from constructions.cells.scaled_convolution import ScaledConvolution
from constructions.errors import ArgumentError, ShapeError
from constructions.weights.smallest_linear_rnn import smallest_linear_rnn
from theorem_checks import arrays_of

shapes = st.tuples(st.integers(1, 5), st.integers(1, 2), st.integers(1, 2))
sparse = st.one_of(st.just(0), st.integers(-2, 2)).map(Fraction)


def rank(filters, rows, columns):
    """The rank of the Hankel matrix of so many block rows and columns, all known."""
    if not rows or not columns:
        return 0
    _, outputs, inputs = filters.shape
    entries = [
        [flint.fmpq(filters[i + k, p, q]) for k in range(columns) for q in range(inputs)]
        for i in range(rows)
        for p in range(outputs)
    ]
    return flint.fmpq_mat(entries).rank()


def tether(filters):
    """Tether's number: the least order, by ranks alone."""
    T = len(filters)
    return sum(rank(filters, i, T + 1 - i) for i in range(1, T + 1)) - sum(
        rank(filters, i, T - i) for i in range(1, T)
    )


def response(network, T):
    """The impulse response by powers of W."""
    state, found = network.F, []
    for _ in range(T):
        found.append(network.scale * (network.C @ state))
        state = network.scale * (network.W @ state)
    return found


@given(shapes.flatmap(lambda s: arrays_of(*s, entries=sparse)))
def test_the_response_is_right_and_the_size_least(drawn):
    filters = EXACT.array(drawn)
    network = smallest_linear_rnn(filters, "2/3")
    for lag, found in enumerate(response(network, len(filters))):
        assert equal(found, filters[lag])
    assert network.W.shape[0] == max(tether(filters), 1)


def test_fibonacci_takes_two_units():
    filters = EXACT.array([[[f]] for f in (1, 1, 2, 3, 5, 8)])
    network = smallest_linear_rnn(filters)
    assert network.W.shape == (2, 2)
    xs = EXACT.array([[1], [0], [3], [0], [0], [2]])
    ones = EXACT.array([1] * 6)
    assert equal(network(xs), ScaledConvolution(filters, ones)(xs))


@pytest.mark.parametrize("T", [1, 2, 5])
def test_a_delayed_response_takes_all_units(T):
    filters = EXACT.array([[[int(lag == T - 1)]] for lag in range(T)])
    assert smallest_linear_rnn(filters).W.shape == (T, T)


def test_a_network_of_many_units_has_the_response_as_a_cell():
    drawn = random.Random(0)
    filters = EXACT.array([[[drawn.randint(-3, 3)]] for _ in range(24)])
    network = smallest_linear_rnn(filters, "1/2")
    assert network.W.shape[0] == tether(filters) > 9
    impulse = EXACT.array([[int(t == 0)] for t in range(len(filters))])
    assert equal(network(impulse), filters[:, :, 0])


def test_bad_input_is_named():
    with pytest.raises(ShapeError, match="filters"):
        smallest_linear_rnn([[1]])
    with pytest.raises(ArgumentError, match="filters"):
        smallest_linear_rnn([[[0.5]]])
