"""Names in LaTeX: letters with indices, Greek letters, and whole words."""

import pytest
import sympy as sp

from theorem_checks import Equal
from theorem_checks.statements.conclusions import ByCases
from theorem_checks.statements.names_in_latex import name_latex, text_latex
from theorem_checks.statements.numbers_in_latex import number_latex
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
        ("index.2", "i_{2}"),
        ("D_0_1", "D_{0,1}"),
        ("W_in_m_0_1", r"W_{\mathrm{in},m;0,1}"),
        ("nu_W_2", r"\nu_{W,2}"),
        ("d_h_phi", r"d_{h,\phi}"),
        ("x_0__2", "x^{2}_{0}"),
    ],
)
def test_letters_are_italic_and_words_upright(name, latex):
    assert name_latex(name) == latex


@pytest.mark.parametrize(
    ("name", "latex"),
    [
        ("x[0,1]", "x_{0,1}"),
        ("x_a[1]", "x_{a,1}"),
        ("x_a_0[1]", "x_{a,0,1}"),
        ("first[2]", r"\mathrm{first}_{2}"),
    ],
)
def test_entries_have_their_places_below(name, latex):
    assert named(name) == latex


def test_words_keep_what_means_something_in_latex():
    assert text_latex("d_x = 1") == r"\text{d\_x = 1}"
    assert text_latex("100% of a*b") == r"\text{100\% of a·b}"
    assert ByCases(("d_x = 1",), (Equal(1, 1),)).latex.startswith(r"\text{d\_x = 1}:")


def test_sequences_have_their_places_below_and_functions_have_arguments():
    n, x = sp.Symbol("n", integer=True), sp.Symbol("x_0")
    f, h_1 = sp.Function("f"), sp.Function("h_1")
    assert number_latex(f(n + 1) ** 2 / f(x)) == r"\frac{f_{n + 1}^{2}}{f{\left(x_{0} \right)}}"
    assert number_latex(h_1(n, 2) - sp.sqrt(f(n))) == r"- \sqrt{f_{n}} + h_{1;n,2}"


t = sp.Symbol("t", integer=True)


@pytest.mark.parametrize(
    ("name", "places", "written"),
    [
        ("eta_0", (t,), r"\eta_{0;t}"),
        ("eta", (0, t), r"\eta_{0,t}"),
        ("eta_c", (t,), r"\eta_{c,t}"),
    ],
)
def test_a_sequence_with_a_number_is_not_the_other_at_that_number(name, places, written):
    assert number_latex(sp.Function(name)(*places)) == written
