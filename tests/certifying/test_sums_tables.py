"""Symmetric matrices in index sums: each is half of itself and of its transpose."""

import pytest
import sympy as sp

from tests.certifying.shared import NEEDS_COQC
from theorem_checks import Index, Sum, Tensor
from theorem_checks.certifying.certificates import certificate_for, certificate_of
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.statements.conclusions import Equal

N = sp.Symbol("n", integer=True, positive=True)
i, j, k = (Index(name, N) for name in "ijk")
TURNED = Tensor("A", 2, symmetry="antisymmetric")
X = Tensor("x", 1)


def turns(known, product=lambda A, B: A @ B @ A):
    """That x^T A B A y is y^T A B A x."""

    def says(_subject, w):
        n = w.size("n")
        A, B = (w.array(name, n, n, known=known) for name in "AB")
        x, y = w.array("x", n), w.array("y", n)
        return Equal(x @ product(A, B) @ y, y @ product(A, B) @ x)

    return says


def test_what_is_said_of_a_symmetric_matrix_is_a_hypothesis():
    said = certificate_of(turns("symmetric"), None).statement
    assert "(forall i k : nat, (i < n)%N -> (k < n)%N -> A i k = A k i) ->" in said
    turned = certificate_for(Equal(Sum(TURNED[i, j] * X[i] * X[j], i, j), sp.Integer(0)))
    assert "A i k = -A k i) ->" in turned.statement


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_what_symmetry_gives_is_accepted_and_what_it_does_not_is_not(rocq_folder):
    square = Sum(TURNED[i, j] * X[i] * X[j], i, j)
    cases = {
        "good": certificate_of(turns("symmetric"), None),
        "free": certificate_of(turns(""), None),
        "not so": certificate_of(turns("symmetric", lambda A, B: A @ B), None),
        "antisymmetric": certificate_for(Equal(square, sp.Integer(0))),
        "half": certificate_for(Equal(square, Sum(TURNED[j, i] * X[i] * X[j], i, j))),
        "negative": certificate_for(Equal(Sum(TURNED[i, j] + TURNED[j, i], i, j), sp.Integer(0))),
        "equal": certificate_for(Equal(TURNED[i, j], TURNED[j, i])),
    }
    found = rule_on(cases, rocq_folder)
    accepted = {name for name, ruling in found.items() if ruling.accepted}
    assert accepted == {"good", "antisymmetric", "half", "negative"}
    assert all(found[name].axioms == () for name in accepted)
