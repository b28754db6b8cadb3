"""The lemmas that write exponentials as powers of one."""

import pytest
import sympy as sp

from theorem_checks.certifying.exponentials_proof import _rewriting

X = sp.Symbol("x", real=True)


@pytest.mark.parametrize(
    ("atom", "lemma"),
    [
        (sp.exp(2 * X), "exp_as_power x 2*x 2"),
        (sp.exp(-X), "exp_as_inverse x -x 1"),
        (sp.tanh(X), "tanh_as_exp x x 1"),
        (sp.tanh(-3 * X, evaluate=False), "tanh_as_inverse x -3*x 3"),
    ],
)
def test_each_is_a_power_or_the_inverse_of_one(atom, lemma):
    assert f"rewrite ({lemma}) by multiple;" in _rewriting([atom], X, str, 1)


def test_the_exponential_itself_is_left():
    assert "rewrite" not in _rewriting([sp.exp(X)], X, str, 1)
