"""How times, probabilities and counts are said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from theorem_checks import ErrorRates
from theorem_checks.reporting.words import (
    duration,
    error_budget,
    one_line,
    plural,
    probability,
)


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (None, ""),
        (0, "0.00 s"),
        (0.044, "0.04 s"),
        (0.996, "1.0 s"),
        (9.94, "9.9 s"),
        (9.96, "10 s"),
        (59.4, "59 s"),
        (59.6, "1 min 00 s"),
        (185, "3 min 05 s"),
        (3599.7, "1 h 00 min"),
        (7800, "2 h 10 min"),
    ],
)
def test_a_time_is_said_as_people_say_it(seconds, said):
    assert duration(seconds) == said


@pytest.mark.parametrize(
    ("value", "said"),
    [(0, ""), (1e-9, "1e-9"), (2.5e-9, "2.5e-9"), (0.05, "0.05"), (9.99e-10, "1e-9"), (1, "1")],
)
def test_a_probability_is_said_in_short(value, said):
    assert probability(value) == said


@given(st.floats(1e-30, 1))
def test_a_probability_is_said_to_two_digits(value):
    # Rounding to two significant digits is off by at most 5% of the value, in the worst case 1.05.
    assert float(probability(value)) == pytest.approx(value, rel=0.05)


@pytest.mark.parametrize(
    ("rates", "said"),
    [
        (ErrorRates(), ""),
        (ErrorRates(1e-9, 1e-9), "1e-9"),
        (ErrorRates(1e-9, 2e-9), "1e-9 / 2e-9"),
        (ErrorRates(0, 1e-6), "0 / 1e-6"),
    ],
)
def test_both_error_rates_are_said_unless_they_agree(rates, said):
    assert error_budget(rates) == said


@pytest.mark.parametrize(
    ("count", "noun", "said"),
    [(0, "claim", "0 claims"), (1, "claim", "1 claim"), (2, "search", "2 searches")],
)
def test_nouns_follow_their_number(count, noun, said):
    assert plural(count, noun) == said


@given(st.text(), st.integers(4, 80))
def test_one_line_is_one_line_and_short_enough(text, width):
    said = one_line(text, width)
    assert len(said) <= width
    assert len(said.splitlines()) <= 1
