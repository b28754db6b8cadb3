"""Titles of claims in Markdown: what is a formula in them, and what is prose."""

import pytest

from theorem_checks.reporting.authored import Words
from theorem_checks.reporting.pages.markdown import display, headline, prose, quoted


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("The d^2 key-values", "The $d^{2}$ key-values"),
        ("W_K^T W_Q, lambda", r"$W_{K}^{\top} W_{Q}$, $\lambda$"),
        ("within C eps^2 of it", r"within $C \varepsilon^{2}$ of it"),
        ("(d+1)^2 LSTM units", "(d+1)${}^{2}$ LSTM units"),
        ("is T(x)^T D(rho)", r"is T(x)${}^{\top} D$($\rho$)"),
        ("E[G]^2 and |z|^3/48", r"E\[G\]${}^{2}$ and \|z\|${}^{3}$/48"),
        ("is D(rho) T(x') (x) I", r"is D($\rho$) T(x') $\otimes$ I"),
        ("g(x) = (W_m x) * (W_x x)", r"g(x) = ($W_{m} x$) $\odot$ ($W_{x} x$)"),
        ("mu >= 2 and L sqrt(d) mu/2", r"$\mu \ge 2$ and $L \sqrt{d} \mu$/2"),
        ("sqrt(2 + d/4), sqrt d, cos(pi/n)", r"$\sqrt{2 + d/4}$, $\sqrt{d}$, cos($\pi$/n)"),
        ("ceil((T + 1) / 2), binomial(k, s)", r"$\lceil$(T + 1) / 2$\rceil$, $\binom{k}{s}$"),
        ("T^(1/(1-lam) - 2), lam", r"$T^{1/(1-\lambda) - 2}$, $\lambda$"),
        ("ds_{t+k}/dh_t is sum_t Xi_j^T", r"$ds_{t+k}/dh_t$ is $\sum_{t} \Xi_{j}^{\top}$"),
        ("ceil(L sqrt(d)/(2 mu))^d", r"$\lceil$L $\sqrt{d}$/($2 \mu$)$\rceil^{d}$"),
        ("best at eta* = 2 |v_a|_1", r"best at $\eta^* = 2$ \|$v_{a}$\|${}_1$"),
        ("with d^2 + d units, 2 d^3 + 1/5 of it", "with $d^{2} + d$ units, $2 d^{3} + 1/5$ of it"),
        ("a d_y x d_y matrix, s + u for d's", r"a $d_{y} \times d_{y}$ matrix, s + u for d's"),
        ("A mu and case-5 lam isn't", r"A $\mu$ and case-5 $\lambda$ isn't"),
        ("steps, epsilons and a reps^", "steps, epsilons and a reps^"),
        ("from h_{t-rho} to h_{t-nu+1}", r"from $h_{t-\rho }$ to $h_{t-\nu +1}$"),
    ],
)
def test_powers_indices_and_letters_are_formulas(title: str, told: str) -> None:
    assert headline(title) == told


def test_lines_in_formulas_are_no_columns_of_tables():
    assert prose(r"$|a|$ and $\|b\|^2$") == r"$\vert a\vert $ and $\Vert b\Vert ^2$"


@pytest.mark.parametrize(
    ("latex", "told"),
    [
        (r"\text{all f\_ifelse may be simplified}", r"> all f\_ifelse may be simplified"),
        (r"\text{the first of } q", "$$\n\\text{the first of } q\n$$"),
        ("x = 1", "$$\nx = 1\n$$"),
    ],
)
def test_a_sentence_that_stands_for_a_formula_wraps(latex, told):
    assert display(latex) == told


def test_words_of_an_author_are_quoted_with_code_as_such():
    words = Words("says_sum", "Add d^2 + d, as\n`a_b` does.\n\n**Arguments**: <b>, x_1.")
    assert quoted(words) == (
        r"says\_sum, in its author's words:"
        "\n\n> Add $d^{2} + d$, as `a_b` does.\n>\n> **Arguments**: \\<b\\>, $x_{1}$."
    )
