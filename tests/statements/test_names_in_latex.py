"""Names in LaTeX: letters with indices, Greek letters, and whole words."""

import pytest

from theorem_checks import Equal
from theorem_checks.statements.conclusions import ByCases
from theorem_checks.statements.names_in_latex import name_latex, text_latex
from theorem_checks.statements.printed_programs import named


@pytest.mark.parametrize(
    ("name", "latex"),
    [
        ("x", "x"),
        ("x1", "x_{1}"),
        ("nu_W", r"\nu_{W}"),
        ("lam_max", r"\lambda_{\mathrm{max}}"),
        ("first", r"\mathrm{first}"),
        ("first_a1", r"\mathrm{first}_{a1}"),
        ("W_out", r"W_{\mathrm{out}}"),
        ("d_in", r"d_{\mathrm{in}}"),
        ("xhat", r"\hat{x}"),
    ],
)
def test_letters_are_italic_and_words_upright(name, latex):
    assert name_latex(name) == latex


@pytest.mark.parametrize(
    ("name", "latex"),
    [("x[0,1]", "x_{0,1}"), ("x_a[1]", "x_{a,1}"), ("first[2]", r"\mathrm{first}_{2}")],
)
def test_entries_have_their_places_below(name, latex):
    assert named(name) == latex


def test_words_keep_what_means_something_in_latex():
    assert text_latex("d_x = 1") == r"\text{d\_x = 1}"
    assert text_latex("100% of a*b") == r"\text{100\% of a·b}"
    assert ByCases(("d_x = 1",), (Equal(1, 1),)).latex.startswith(r"\text{d\_x = 1}:")
