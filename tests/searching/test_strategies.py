"""Each strategy gives what its name says, from the simplest value up, and reaches the extremes."""

from fractions import Fraction
from inspect import unwrap

import numpy as np
import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from theorem_checks.errors import ArgumentError
from theorem_checks.searching.strategies import (
    arrays_of,
    attention_patterns,
    domain_of,
    rationals,
    sizes,
    token_sequences,
    vector_sequences,
    with_domain,
)


@given(rationals(most=4, denominators=3))
def test_rationals_are_small(x):
    assert isinstance(x, Fraction)
    assert abs(x) <= 4
    assert x.denominator <= 3


@given(
    rationals(nonzero=True),
    rationals(least=0),
    rationals(least=1),
    rationals(least=0, nonzero=True),
)
def test_rationals_keep_their_sign(nonzero, nonnegative, positive, also_positive):
    assert nonzero != 0
    assert nonnegative >= 0
    assert positive > 0
    assert also_positive > 0


@pytest.mark.parametrize(
    ("condition", "smallest"),
    [
        (lambda x: True, Fraction(0)),
        (lambda x: x != 0, Fraction(1)),
        (lambda x: x < 0, Fraction(-1)),
        (lambda x: 0 < x < 1, Fraction(1, 2)),
        (lambda x: x.denominator == 3, Fraction(1, 3)),
        (lambda x: x > Fraction(5, 2), Fraction(3)),
    ],
)
def test_rationals_shrink_to_simple_ones(condition, smallest):
    assert find(rationals(), condition) == smallest


@pytest.mark.parametrize(
    "arguments",
    [
        {"most": 0},
        {"most": 100},
        {"denominators": 100},
        {"denominators": 0},
        {"most": 3, "least": 4},
        {"least": -100},
        {"least": "0.1"},
        {"least": 0.1},
        {"most": Fraction(1, 2)},
        {"denominators": True},
    ],
)
def test_rationals_of_no_or_too_large_range(arguments):
    with pytest.raises(ArgumentError, match=f"{next(reversed(arguments))}.*fractions") as raised:
        unwrap(rationals)(**arguments)  # without the checks of types that tests add
    assert repr(next(reversed(arguments.values()))) in str(raised.value)


@given(sizes(least=2, most=5))
def test_sizes_lie_in_their_range(n):
    assert 2 <= n <= 5


def test_sizes_shrink_to_the_least():
    assert find(sizes(least=2, most=5), lambda n: True) == 2
    with pytest.raises(ArgumentError):
        sizes(least=3, most=2)


@given(arrays_of(2, 3), arrays_of(), arrays_of(0, 2))
def test_arrays_have_their_shape_and_exact_entries(matrix, scalar, empty):
    assert (matrix.shape, scalar.shape, empty.shape) == ((2, 3), (), (0, 2))
    assert all(isinstance(entry, Fraction) for entry in (*matrix.flat, *scalar.flat))
    assert not matrix.flags.writeable


def test_arrays_take_their_entries_from_a_strategy():
    ones = find(arrays_of(2, 2, entries=st.just(Fraction(1))), lambda a: True)
    assert np.all(ones == 1)
    with pytest.raises(ArgumentError, match="shape"):
        arrays_of(-1)


@given(vector_sequences(width=3, least=2, most=4))
def test_vector_sequences_have_time_first(xs):
    assert xs.shape[1] == 3
    assert 2 <= len(xs) <= 4


@given(token_sequences(vocabulary=3, least=1, most=5))
def test_tokens_are_of_the_vocabulary(tokens):
    assert 1 <= len(tokens) <= 5
    assert set(tokens) <= {0, 1, 2}


@given(attention_patterns(5, kappa=2))
def test_attention_is_causal_and_sparse(pattern):
    assert len(pattern) == 5
    for t, attended in enumerate(pattern, start=1):
        assert 1 <= len(attended) <= 2
        assert set(attended) <= set(range(1, t + 1))
        assert list(attended) == sorted(set(attended))


def test_attention_reaches_full_and_empty_patterns():
    full = find(
        attention_patterns(3, kappa=3), lambda s: all(len(a) == t + 1 for t, a in enumerate(s))
    )
    assert full == ((1,), (1, 2), (1, 2, 3))
    assert find(attention_patterns(2, kappa=1, nonempty=False), lambda s: True) == ((), ())
    assert find(attention_patterns(3, kappa=2), lambda s: True) == ((1,), (1,), (1,))


@pytest.mark.parametrize("arguments", [{"length": 0, "kappa": 1}, {"length": 2, "kappa": 0}])
def test_attention_needs_a_place_to_look_at(arguments):
    with pytest.raises(ArgumentError):
        attention_patterns(**arguments)


def test_tokens_need_a_vocabulary():
    with pytest.raises(ArgumentError):
        token_sequences(vocabulary=0)


@pytest.mark.parametrize(
    ("strategy", "condition"),
    [
        (token_sequences(vocabulary=3), lambda tokens: set(tokens) >= {0, 1, 2}),
        (rationals(nonzero=True), lambda x: x < -1),
        (rationals(nonzero=True), lambda x: x > 1),
        (rationals(most=1, least=-2, nonzero=True), lambda x: x == -2),
        (rationals(least=0), lambda x: x == 0),
        (attention_patterns(1, kappa=1), lambda pattern: pattern == ((1,),)),
    ],
)
def test_what_a_strategy_says_is_reached(strategy, condition):
    assert condition(find(strategy, condition))


def test_rationals_are_near_each_other_about_half_of_the_time():
    """So that equal numbers meet: by chance they would not, among numbers up to 99."""
    near = []

    @settings(max_examples=200, database=None, derandomize=True, phases=[Phase.generate])
    @given(rationals())
    def draw(x):
        near.append(abs(x) <= 5 and x.denominator <= 3)

    draw()
    assert sum(near) / len(near) > 0.3


@pytest.mark.parametrize("length", [99, 100, 101, 150])
def test_a_domain_is_said_in_a_hundred_characters(length):
    said = domain_of(with_domain(st.integers(), "x" * length))
    assert said == ("x" * length if length <= 100 else "x" * 97 + "...")


def test_sequences_say_what_their_entries_are():
    assert "1 <= q <= 3" in domain_of(vector_sequences(width=2))
