"""Means, and what is assumed of rows of a matrix, at an instance."""

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp

from theorem_checks.judging.means import longer_row, mean_not_within, other_second_moment
from theorem_checks.statements.layers import SecondMoment
from theorem_checks.statements.moments.powers import GaussianMatrix
from theorem_checks.statements.power_means import MeanWithin
from theorem_checks.statements.sequences import Sequence
from theorem_checks.statements.suprema import RowsWithin
from theorem_checks.statements.terms import term
from theorem_checks.statements.values.radicals import NoExactValueError
from theorem_checks.statements.worlds.concrete import Concrete


@pytest.mark.parametrize("radius", [1, 5, Fraction(1, 3)])
def test_rows_are_within_their_radius_and_no_smaller_one(radius):
    w = Concrete({}, 0)
    w.rows_within("A", 4, 3, radius)
    [said] = [one for one in w.given if isinstance(one, RowsWithin)]
    assert longer_row(said, w) is None
    squares = [sum(Fraction(x) ** 2 for x in row) for row in w.constants["A"]]
    assert 0 < max(squares) <= Fraction(radius) ** 2
    smaller = replace(said, radius=sp.Rational(radius) / 100)
    assert longer_row(smaller, w) is not None
    assert longer_row(replace(said, radius=-sp.Rational(radius)), w) is not None


class _Layers:
    """Layers of given sizes and variances, and what is said of the mean of h h^T at their end."""

    def __init__(self, sizes, variances):
        self.world = Concrete({})
        self.world.sequences["n"] = Sequence("n", lambda k: term(sizes[k]))
        self.world.sequences["s"] = Sequence("s", lambda k: term(variances[k]))

    def wrong(self, scale, depth):
        return other_second_moment(SecondMoment("n", "s", depth, scale), self.world)


@pytest.mark.parametrize(
    ("sizes", "variances", "scale"),
    [
        ((2, 3), (0, 5), 5),  # s_1 |x|^2, |x|^2 = 5
        ((1, 1), (0, 7), 7),
        ((1, 4, 1), (0, 3, 2), 24),  # s_2 n_1 s_1
        ((3, 2, 2), (0, Fraction(1, 3), 1), Fraction(2, 3)),
    ],
)
def test_a_second_moment_is_multiplied_out(sizes, variances, scale):
    layers = _Layers(sizes, variances)
    depth = len(sizes) - 1
    assert layers.wrong(sp.Rational(scale), depth) is None
    assert layers.wrong(sp.Rational(scale) + sp.Rational(1, 100), depth) is not None


@pytest.mark.parametrize("sizes", [(0, 2), (2, Fraction(1, 2)), (2, -1)])
def test_sizes_of_layers_that_are_no_positive_integers_say_nothing(sizes):
    with pytest.raises(NoExactValueError, match="positive integers"):
        _Layers(sizes, (0, 1)).wrong(1, 1)


W, V = (GaussianMatrix(name, 2, 2, 1) for name in "WV")


@pytest.mark.parametrize(
    ("statistic", "mean"),
    [
        ((W @ W.T).trace(), 4),
        ((W @ W.T).trace() + 3 * (V @ V.T).trace(), 16),
        ((W @ W.T).trace() * (V @ V.T).trace(), 16),
    ],
)
def test_the_mean_of_a_polynomial_in_traces_is_multiplied_out(statistic, mean):
    w = Concrete({})
    assert mean_not_within(MeanWithin(statistic, mean, 0), w) is None
    assert mean_not_within(MeanWithin(statistic, mean + 2, 2), w) is None
    wrong = mean_not_within(MeanWithin(statistic, mean + 2, 1), w)
    assert wrong is not None
    assert wrong.found == str(mean)


def test_a_product_of_many_matrices_is_not_multiplied_out():
    with pytest.raises(NoExactValueError, match="many matrices"):
        mean_not_within(MeanWithin((W**41).trace(), 0, 0), Concrete({}))
