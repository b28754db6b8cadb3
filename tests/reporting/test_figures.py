"""Figures as they are drawn."""

import pytest
from matplotlib.figure import Figure

from theorem_checks.reporting.figures import _draw
from theorem_checks.training.findings import Curve, Panel


@pytest.mark.parametrize(("points", "marker"), [(2, "."), (19, "."), (20, ""), (50, "")])
def test_the_points_of_a_short_curve_are_marked(points, marker):
    axes = Figure().add_subplot()
    curve = Curve("found", range(points), range(points), dashed=True)
    _draw(axes, Panel("It grows", [curve], x="n", log="y").to_json())
    (line,) = axes.lines
    assert line.get_marker() in (marker, marker or "None")
    assert line.get_linestyle() == "--"
    assert (axes.get_xscale(), axes.get_yscale()) == ("linear", "log")
