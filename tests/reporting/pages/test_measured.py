"""Limits that checks measured."""

from theorem_checks import Evidence
from theorem_checks.reporting.pages.measured import measured_in


def test_order_and_constant_are_intervals_with_both_ends():
    part = Evidence.holds("here", figures={"order": [1.0, 2.0], "constant": [3.0, 4.0]})
    whole = Evidence.holds("there", figures={"the order of it": [0.5, 0.75]}, parts=(part,))
    (limit,) = measured_in(whole)
    assert (limit.order, limit.constant) == ((1.0, 2.0), (3.0, 4.0))
