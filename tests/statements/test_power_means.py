"""Means of traces of powers as data: what is bound, what is substituted, what is refused."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
import sympy as sp

from theorem_checks import (
    ArgumentError,
    ExactnessError,
    GaussianMatrix,
    MeanWithin,
    UndecidedQuestionError,
    pairings,
    sum_over,
)
from theorem_checks.judging.instances import difference_at
from theorem_checks.statements.moments.powers import Factor, Traces, Word
from theorem_checks.statements.plain_text import plain_text
from theorem_checks.statements.values.radicals import NoExactValueError
from theorem_checks.statements.worlds.concrete import Concrete

n = sp.Symbol("n", integer=True, positive=True)
j, k = (sp.Symbol(name, integer=True, nonnegative=True) for name in "jk")
W, X = GaussianMatrix("W", n, n, 1), GaussianMatrix("X", 2, n, sp.Rational(1, 3))


def places(lag):
    return sum_over(lambda a, b: (W**a @ (W**b).T).trace() * (a + 1), lag, lag)


def test_what_is_summed_over_has_no_name():
    one, other = MeanWithin(places(j), 0, 1), MeanWithin(places(j), 0, 1)
    assert one.is_same(other)
    assert not one.is_same(MeanWithin(places(k), 0, 1))
    assert plain_text(one.latex).startswith("|E [Σ_(a < j) Σ_(b < j) (a + 1) tr(W^a Wᵀ^b)]| ≤ 1")


def test_sums_in_products_stay_apart():
    squared = places(j) ** 2
    (summand,) = squared.summands
    assert len({a for a, _ in summand[1]}) == 4


@pytest.mark.parametrize(
    "other",
    [
        MeanWithin(places(j), 1, 1),
        MeanWithin(places(j), 0, 2),
        MeanWithin(places(j) * 2, 0, 1),
        MeanWithin(sum_over(lambda a, b: (W**b @ (W**a).T).trace() * (a + 1), j, j), 0, 1),
        MeanWithin(sum_over(lambda a, b: (W**a @ W**b).trace() * (a + 1), j, j), 0, 1),
    ],
)
def test_what_says_something_else_has_another_key(other):
    assert not MeanWithin(places(j), 0, 1).is_same(other)


def test_a_law_belongs_to_what_is_said():
    wider = GaussianMatrix("W", n, n, 2)
    one, other = (MeanWithin((matrix**2).trace(), 0, 1) for matrix in (W, wider))
    assert not one.is_same(other)


def test_substitution_reaches_sizes_exponents_and_ranges():
    said = MeanWithin(places(j) / n, j, pairings(2 * j))
    at_two = said.substituted({j: sp.Integer(2), n: sp.Integer(3)})
    assert at_two.is_same(MeanWithin(_at(2, 3), 2, 3))
    bound = said.statistic.bound[0]
    assert said.substituted({bound: sp.Integer(0)}).is_same(said)


def _at(lag, size):
    V = GaussianMatrix("W", size, size, 1)
    term = lambda a, b: (V**a @ (V**b).T).trace() * (a + 1)  # noqa: E731
    return sum_over(term, lag, lag) / size


def test_names_are_not_captured():
    with pytest.raises(ArgumentError, match="names that only matrices and sums have"):
        MeanWithin((W**2).trace(), sp.Symbol("W"), 1)
    inner = places(j)
    with pytest.raises(ArgumentError):
        MeanWithin(inner, inner.bound[0], 1)
    with pytest.raises(ArgumentError, match="one matrix for each name"):
        MeanWithin((W**2).trace() * (GaussianMatrix("W", n, n, 2) ** 2).trace(), 0, 1)
    with pytest.raises(ArgumentError, match="coefficients and exponents alone"):
        MeanWithin(sum_over(lambda a: (GaussianMatrix("V", n, n, a) ** 2).trace(), j), 0, 1)


@dataclass(frozen=True)
class Sly(Traces):
    """A statistic that says one thing and is another."""


def test_a_class_of_an_author_is_refused():
    with pytest.raises(ArgumentError, match="a polynomial in traces"):
        MeanWithin(Sly((W**2).trace().summands), 0, 1)


@pytest.mark.parametrize(
    ("make", "match"),
    [
        (lambda: GaussianMatrix("a b", 1, 1, 1), "name"),
        (lambda: GaussianMatrix("W", n, n, 0.5), "exact"),
        (lambda: W @ X, "multiplied"),
        (lambda: X**2, "square"),
        (X.T.trace, "trace"),
        (lambda: sum_over(lambda a, b: (W**a).trace(), j), "one for each argument"),
        (lambda: (W**2).trace() + W, "Take its trace"),
        (lambda: np.float64(2) * (W**2).trace(), "exact"),
    ],
)
def test_what_is_no_statistic_is_an_error(make, match):
    with pytest.raises((ArgumentError, ExactnessError), match=match):
        make()


def test_algebra():
    trace: Any = (W**2).trace()
    assert (sp.Symbol("n", integer=True, positive=True) * trace).summands[0][0] == n
    with pytest.raises(UndecidedQuestionError):
        assert trace == trace
    assert (trace - trace + 1).summands[-1] == (1, (), ())
    assert (2 - trace).summands == (-trace + 2).summands
    assert (trace**0).summands == ((1, (), ()),)
    assert [coefficient for coefficient, _, _ in (0 * trace).summands] == [0]
    assert Word((Factor(W, 2, True),)).T == W**2
    assert replace(W, variance=2) != W


def test_at_instances_powers_are_multiplied_out():
    V = GaussianMatrix("W", 2, 2, 3)
    world = Concrete({})
    square = (V**2 @ (V**2).T).trace()  # 9 (2^3 + 2 * 2)
    assert difference_at(MeanWithin(square, 108, 0), world) is None
    assert difference_at(MeanWithin(square, 100, 7), world) is not None
    assert difference_at(MeanWithin((V**0).trace(), 2, 0), world) is None
    assert difference_at(MeanWithin(_at(2, 1), 4, 0), world) is not None  # it is 1 + 2 + 0 + 0
    assert difference_at(MeanWithin(_at(2, 1), 3, 0), world) is None
    with pytest.raises(NoExactValueError, match="many matrices"):
        difference_at(MeanWithin((V**50).trace(), 0, 1), world)
    with pytest.raises(ArgumentError, match="known length"):
        difference_at(MeanWithin(places(j), 0, 1), world)


def test_a_mean_that_is_exact_is_said_by_an_equation():
    exact, near = (MeanWithin((W**2).trace(), about, within) for about, within in ((1, 0), (0, n)))
    assert plain_text(exact.latex).startswith("E [tr(W²)] = 1")
    assert plain_text(near.latex).startswith("|E [tr(W²)]| ≤ n")
