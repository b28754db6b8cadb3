"""Titles of claims in Markdown: what is a formula in them, and what is prose."""

import pytest

from theorem_checks.reporting.pages.markdown import headline


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("The d^2 key-values", "The $d^{2}$ key-values"),
        ("W_K^T W_Q, lambda", r"$W_{K}^{\top}$ $W_{Q}$, $\lambda$"),
        ("within C eps^2 of it", r"within C $\varepsilon^{2}$ of it"),
        ("(d+1)^2 LSTM units", "(d+1)${}^{2}$ LSTM units"),
        ("is T(x)^T D(rho)", r"is T(x)${}^{\top}$ D($\rho$)"),
        ("E[G]^2 and |z|^3/48", r"E\[G\]${}^{2}$ and \|z\|${}^{3}$/48"),
        ("steps, epsilons and a reps^", "steps, epsilons and a reps^"),
    ],
)
def test_powers_indices_and_letters_are_formulas(title: str, told: str) -> None:
    assert headline(title) == told
