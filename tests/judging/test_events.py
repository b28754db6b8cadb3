"""Probabilities by samples: what is drawn has the moments of its law, and events are counted."""

import pickle
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest
import sympy as sp

from theorem_checks import (
    IID,
    All,
    AtMost,
    Bounded,
    Discrete,
    Gaussian,
    Less,
    Rademacher,
    RandomMatrix,
    RandomVector,
    Uniform,
    WithProbability,
    contract,
    entry,
    squared_norm,
)
from theorem_checks.judging.events import (
    DISCREPANCY,
    SAMPLES,
    _by_chance,
    _contracted,
    _draw,
    fails_too_often,
    is_trivial,
)
from theorem_checks.statements.moments.tensors import ConstantMatrix, tensor_of
from theorem_checks.statements.values.radicals import NoExactValueError

THIRD = sp.Rational(1, 3)
LAWS = {
    "normal": (Gaussian(4), 0, 4, 48),
    "signs": (Rademacher(9), 0, 9, 81),
    "uniform": (Uniform(THIRD), 0, 1 / 3, 1 / 5),
    "two values": (Discrete({0: sp.Rational(3, 4), 4: sp.Rational(1, 4)}), 1, 3, 21),
    "both ends": (Bounded(-1, 3, 0), 0, 3, 21),
    "both ends, and the mean": (Bounded(-1, 3, 0, 1), 0, 1, 7),
    "three points": (IID(cumulants={1: 2, 2: 4}), 2, 4, 48),
    "three points, far": (IID(cumulants={2: 2, 4: 8}), 0, 2, 20),
    "three points, near": (IID(cumulants={2: 2, 4: -8}), 0, 2, 4),
}


@pytest.mark.parametrize("name", LAWS)
def test_what_is_drawn_has_the_moments_of_its_law(name: str):
    law, mean, variance, fourth = LAWS[name]
    source = np.random.default_rng(0)
    drawn = _draw(tensor_of(RandomVector("y", 400, law)), source)
    assert drawn.shape == (256, 400)
    centred = drawn - mean
    for power, expected in ((1, 0), (2, variance), (4, fourth)):
        parts = centred**power
        error = 6 * parts.std() / parts.size**0.5 + 1e-9
        assert abs(parts.mean() - expected) < error, power


def test_a_law_that_came_from_another_process_is_drawn_from():
    law = pickle.loads(pickle.dumps(IID(cumulants={2: 4})))
    drawn = _draw(tensor_of(RandomVector("y", 3, law)), np.random.default_rng(0))
    assert set(np.abs(drawn).ravel().round(9)) == {0, round(12**0.5, 9)}


@pytest.mark.parametrize(
    "law",
    [
        IID(cumulants={2: 1, 3: 1}),
        IID(cumulants={1: 1}),
        Bounded(0, 1, 2),
        Bounded(-1, 3, 0, 4),
    ],
    ids=repr,
)
def test_from_what_is_no_law_nothing_is_drawn(law):
    with pytest.raises(NoExactValueError, match="no samples"):
        _draw(tensor_of(RandomVector("y", 3, law)), np.random.default_rng(0))


def heads(n: int, most: int) -> float:
    """How often at most so many of n signs are 1."""
    return sum(comb(n, k) for k in range(most + 1)) / 2**n


y: Any = RandomVector("y", 10, Rademacher())
TOTAL = contract("i", y)
EVENTS = {
    "at most": (AtMost(TOTAL, 2), heads(10, 6)),
    "less": (Less(TOTAL, 2), heads(10, 5)),
    "both": (All((Less(TOTAL, 2), Less(-2, TOTAL))), comb(10, 5) / 2**10),
    "a square": (AtMost(TOTAL * TOTAL, 4), (comb(10, 5) + 2 * comb(10, 4)) / 2**10),
    "two entries": (AtMost(entry(y, 0) * entry(y, 3), 0), 0.5),
    "all of them": (AtMost(squared_norm(y), 10), 1.0),
}


@pytest.mark.parametrize("name", EVENTS)
def test_an_event_is_refuted_that_fails_too_often(name: str):
    event, true = EVENTS[name]
    said = lambda p: WithProbability(event, sp.Rational(Fraction(p).limit_denominator(10**6)))  # noqa: E731
    assert fails_too_often(said(true - 0.001), {}, 0) is None
    assert fails_too_often(said(true / 2), {}, 0) is None
    if true + DISCREPANCY <= 1:
        found = fails_too_often(said(true + DISCREPANCY), {}, 0)
        assert found is not None
        assert abs(float(str(found.found).split()[0]) - (1 - true)) < 0.04


def test_constants_of_an_event_are_what_they_are_given():
    g = RandomVector("g", 2, Gaussian())
    A = ConstantMatrix("A", 3, 2)
    event = WithProbability(AtMost(squared_norm(A @ g), 1), sp.Rational(1, 2))
    small, large = ([[c, 0], [0, c], [0, 0]] for c in ("1/3", "3"))
    assert fails_too_often(event, {"A": small}, 0) is None
    assert fails_too_often(event, {"A": large}, 0) is not None


def test_chance_is_bounded_from_above():
    assert _by_chance(0.5, 0.0) == 0
    assert _by_chance(0.1, 0.1) == 1
    assert _by_chance(1.0, 0.5) == pytest.approx(0.5**SAMPLES, abs=1e-300)
    assert _by_chance(0.5 + DISCREPANCY / 2, 0.5) < 1e-9
    assert _by_chance(0.51, 0.5) > 0.1


def test_every_event_has_the_probability_0():
    event = AtMost(TOTAL, 0)
    assert is_trivial(WithProbability(event, 0))
    assert is_trivial(WithProbability(event, -1))
    assert not is_trivial(WithProbability(event, sp.Rational(1, 1000)))


def test_matrices_are_contracted_sample_by_sample():
    W = RandomMatrix("W", 2, 3, Gaussian())
    statistic = squared_norm(W)
    arrays = {"W": np.arange(256 * 6, dtype=float).reshape(256, 2, 3)}
    [(monomial, coefficient)] = statistic.terms.items()
    assert coefficient == 1
    [network] = monomial
    found = _contracted(network, arrays, {})
    assert found == pytest.approx((arrays["W"] ** 2).sum(axis=(1, 2)))
