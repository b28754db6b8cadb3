"""The profile of a gradient against exact derivatives, path by path."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from constructions.cells.attentive_rnn import AttentiveRNN, uniform_attention
from constructions.errors import ArgumentError, ExactnessError
from constructions.gradient_profile import Rows, Uniform, Window, gradient_profile

entries = st.fractions(-1, 1, max_denominator=4)


def contains_root(ball, square):
    """Whether a ball, squared, contains a rational."""
    return (ball * ball - ball.__class__(int(square.numerator)) / int(square.denominator)).contains(
        0
    )


@given(st.lists(entries, min_size=4, max_size=4), st.integers(1, 3), st.integers(1, 3))
def test_it_encloses_the_exact_norm(values, start, nu):
    end = 6
    V = np.array(values, dtype=object).reshape(2, 2)
    seen = {t: range(max(1, t - nu + 1), t + 1) for t in range(1, end + 1)}
    full = uniform_attention({t: range(1, t + 1) for t in range(1, end + 1)})
    identity = np.array([[Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)]])
    cases = (
        (Uniform(), full),
        (Window(nu), uniform_attention(seen)),
        (Rows(uniform_attention(seen)), uniform_attention(seen)),
    )
    for attention, rows in cases:
        found = gradient_profile(V, attention, end, start=start, times=range(start, end + 1))
        true = AttentiveRNN(V, rows).derivatives(start, end, identity)
        for T, ball in zip(found.times, found.norms, strict=True):
            assert contains_root(ball, sum(x * x for x in true[T].flat))


def test_the_parts_add_up_and_have_no_hop_at_all_in_a_plain_network():
    # one unit and v > 0: norms of parts add up, and paths without attention are v^(T-t)
    found = gradient_profile("1/3", Uniform(), 5, hops=6)
    for i, T in enumerate(found.times):
        assert (sum(row[i] for row in found.by_hops) - found.norms[i]).contains(0)
        assert (found.by_hops[0][i] * 3 ** (T - 1) - 1).contains(0)
    assert found.times == (1, 2, 3, 4, 5)


@pytest.mark.parametrize("v", ["1/4", "-1/2"])
def test_the_slope_is_the_predicted_exponent_far_out(v):
    found = gradient_profile(v, Uniform(), 20_000)
    # the next term of the expansion is of relative order 1/T
    assert found.slope() == pytest.approx(found.exponent, abs=1e-3)
    assert found.norms[-1].rel_accuracy_bits() > 50


def test_no_exponent_is_predicted_beyond_what_is_known():
    assert gradient_profile(1, Uniform(), 3).exponent is None
    assert gradient_profile("1/2", Window(2), 3).exponent is None
    assert gradient_profile([["1/2", 0], [0, "-1/2"]], Uniform(), 3).exponent == 0


def test_it_draws_a_picture(tmp_path):
    path = tmp_path / "profile.png"
    gradient_profile("1/2", Uniform(), 50, hops=2).plot(path)
    assert path.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ((0.5, Uniform(), 5), ExactnessError, "V=0.5"),
        (([[1, 2]], Uniform(), 5), ArgumentError, "square"),
        ((1, Uniform(), 0), ArgumentError, "start, end"),
        ((1, Rows({1: {1: 0.5}}), 1), ExactnessError, "weights=0.5"),
    ],
)
def test_what_it_refuses(arguments, error, words):
    with pytest.raises(error, match=words):
        gradient_profile(*arguments)


def test_times_and_windows_are_checked():
    with pytest.raises(ArgumentError, match="times from 2 to 5"):
        gradient_profile(1, Uniform(), 5, start=2, times=[1])
    with pytest.raises(ArgumentError, match="nu=0"):
        Window(0)


@pytest.mark.parametrize("times", [(), (0, 5), (5, 11), (11,)])
def test_times_that_are_never_reached_are_refused(times):
    with pytest.raises(ArgumentError, match="times from 1 to 10"):
        gradient_profile([[1]], Uniform(), 10, times=times)
