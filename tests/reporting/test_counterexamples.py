"""Counterexamples are told with formulas, exactly, and nothing else is taken for one."""

import pytest

from theorem_checks import Counterexample
from theorem_checks.reporting.counterexamples import counterexample_lines, value_latex


@pytest.mark.parametrize(
    ("value", "latex"),
    [
        (2, "2"),
        ("-3/4", r"-\frac{3}{4}"),
        ([1, "1/2"], r"\left(1, \frac{1}{2}\right)"),
        ([[1, 0], [0, "-1"]], r"\begin{pmatrix} 1 & 0 \\ 0 & -1 \end{pmatrix}"),
        (True, None),
        ("LSTM", None),
        ([], None),
        ([[1], [2, "x"]], None),
        ("1/2 + x", None),
        ("1.5", None),
    ],
)
def test_a_value(value, latex):
    assert value_latex(value) == latex


def test_the_lines():
    found = Counterexample({"W_q": [[1, 2]], "a cell": "GRU", "n": 2}, "8", "4", "It costs $5.")
    assert list(counterexample_lines(found)) == [
        r"$W_{q} = \begin{pmatrix} 1 & 2 \end{pmatrix}$",
        "a cell = GRU",
        "$n = 2$",
        "claimed: $8$",
        "found: $4$",
        "It costs 5.",
    ]


def test_what_is_claimed_is_a_formula_where_there_is_one():
    found = Counterexample({}, claimed="x^2", found="-1", latex="x^2")
    assert list(counterexample_lines(found)) == ["claimed: $x^2$", "found: $-1$"]
