"""The lemmas that write exponentials as powers of one."""

import pytest
import sympy as sp

from theorem_checks import All, AtMost, Less, exp
from theorem_checks.certifying.certificates import certificate_for
from theorem_checks.certifying.exponentials_proof import _rewriting
from theorem_checks.statements.worlds.symbolic import Symbolic

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


@pytest.fixture(scope="module")
def proof():
    """The proof that e^x is at least 1 + x, and of what is beside it."""
    w = Symbolic()
    x = w.number("x")
    beside = AtMost(0, 1 + x * x), Less(-1, x * x)
    return certificate_for(All((AtMost(1 + x, exp(x)), *beside))).proof


def test_numbers_from_0_on_and_below_have_steps_of_their_own(proof):
    _, _, told = proof.partition("destruct (Rle_or_lt 0 x); [")
    above, below = told.split(" | pose proof ", 1)
    assert "exp_as_inverse" not in above
    assert "exp_as_inverse" in below
