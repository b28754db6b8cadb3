"""The exact moments of a linear RNN of finite width, for users."""

from fractions import Fraction

import pytest

from proofs.linear_rnn.s2_linear_rnns.equation_4 import n, nu_C, nu_F, nu_W
from proofs.linear_rnn.s3_3_rnn_parametrization.finite_width import (
    coefficient,
    finite_width,
    kernel_mean,
    least_width,
    plot_finite_width,
)
from theorem_checks import ArgumentError, ExactnessError


def test_lag_0_by_hand():
    (one,) = finite_width(7, 1, "3/10", 2, 5)
    # R_00 = (|F|^2 + |C|^2) / n, with n chi-square terms each; L_0 = C F / sqrt n
    assert one.mean == one.limit == 7
    assert one.variance == Fraction(2 * (4 + 25), 7)
    assert one.response == one.response_limit == 10
    assert one.relative_error == 0


def test_width_1_by_hand():
    # With one unit R_11 = W^2 (C^2 + F^2) + C^2 F^2: all moments are those of one normal.
    (_, one) = finite_width(1, 2, 3)
    assert one.mean == 3 + 3 + 1
    second = 9 * 3 * (3 + 2 + 3) + 2 * 3 * (3 + 3) + 9
    assert one.variance == second - 49


def test_the_least_width_is_the_least():
    width = least_width("1/100", 5, "1/2")
    near, far = (
        max(abs(one.relative_error) for one in finite_width(at, 5, "1/2"))
        for at in (width, width - 1)
    )
    assert near <= Fraction(1, 100) < far
    assert least_width("1/2", 2, "1/2", deviations=1) > least_width("1/2", 2, "1/2")


def test_odd_pairs_vanish_and_even_ones_are_corrections():
    assert kernel_mean(0, 3) == 0
    assert (kernel_mean(0, 2) - nu_W * (nu_C + nu_F) / n).expand() == 0


def test_a_pair_of_lags_by_hand():
    # With one unit R_02 = W^2 (F^2 + C^2), and R_01 = W (F^2 + C^2) has mean 0.
    two = coefficient(1, 2, 0, 3, 2, 5)
    assert (two.mean, two.limit) == (3 * 7, 0)
    assert two.variance == 3 * 9 * (3 * 4 + 3 * 25 + 2 * 10) - 21**2
    one = coefficient(1, 0, 1, 3, 2, 5)
    assert (one.mean, one.variance) == (0, 3 * (3 * 4 + 3 * 25 + 2 * 10))
    assert one.deviation == pytest.approx(321**0.5)
    (_, lag) = finite_width(4, 2, 3, 2, 5)
    same = coefficient(4, 1, 1, 3, 2, 5)
    assert (same.mean, same.variance, same.limit) == (lag.mean, lag.variance, lag.limit)


def test_the_leading_variance_is_near_at_a_large_width():
    lag = finite_width(10**6, 4, "1/2", 3, 2)[3]
    assert lag.variance is not None
    assert lag.variance / lag.leading_variance == pytest.approx(1, abs=1e-4)  # the rest is O(1/n)


def test_bad_input_is_named():
    for bad, name in (((0, 2, 1), "width"), ((3, 0, 1), "T"), ((3, 16, 1), "T")):
        with pytest.raises(ArgumentError, match=name):
            finite_width(*bad)
    with pytest.raises(ArgumentError, match="nu_W"):
        finite_width(3, 2, -1)
    with pytest.raises(ArgumentError, match="k=15"):
        coefficient(3, 0, 15, 1)
    with pytest.raises(ExactnessError, match="nu_W"):
        finite_width(3, 2, 0.3)
    with pytest.raises(ArgumentError, match="relative"):
        least_width(0, 2, 1)


def test_the_plot_shows_limit_and_deviation():
    import matplotlib

    matplotlib.use("Agg")
    axes = plot_finite_width(finite_width(10, 3, "1/2"))
    assert axes.get_xlabel() == "lag j"
    assert list(axes.lines[0].get_ydata()) == [2.0, 2.0, 1.5]
