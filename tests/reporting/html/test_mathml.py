"""Texts and formulas as HTML."""

from theorem_checks.reporting.html.mathml import prose


def test_code_is_code_and_no_markup_of_its_own():
    assert prose("see `a < b`, $x$").startswith("see <code>a &lt; b</code>, <math")
    assert prose("1 < 2") == "1 &lt; 2"
