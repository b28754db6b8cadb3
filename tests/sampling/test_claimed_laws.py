"""Laws of numbers that are claimed, and the bins into which they are cut."""

import pytest

from theorem_checks.sampling.claimed_laws import _grid


def two_points(x):
    """0 with probability 3/4, else 1."""
    return 0.0 if x < 0 else 0.75 if x < 1 else 1.0


@pytest.mark.parametrize(("width", "last"), [(0.25, 0.0), (0.2, 1.0)])
def test_what_is_left_is_a_bin_where_it_is_no_wider_than_is_wanted(width, last):
    points = _grid(two_points, width)
    assert 0.0 in points
    assert points[-1] == last
