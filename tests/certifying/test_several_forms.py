"""Conjunctions whose parts need several forms: a theorem for each, and what is not accepted."""

import pytest
import sympy as sp

from tests.certifying.shared import NEEDS_COQC
from theorem_checks.certifying.certificates import certificate_for
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.statements.arrays.index_expressions import Sum
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.tensors import Tensor
from theorem_checks.statements.conclusions import All, AtMost, Equal

n = sp.Symbol("n", integer=True, positive=True)
x, v, i, j = sp.Symbol("x", real=True), Tensor("v", 1), Index("i", n), Index("j", n)
ARRAYS = Equal(Sum(v[i], i) * Sum(v[j], j), Sum(Sum(v[i] * v[j], i), j))
k = sp.Symbol("k", integer=True, nonnegative=True)


def joined(extra):
    """Sums of an array, and how much is added up from 1 to n, with something added to it."""
    return All((ARRAYS, Equal(sp.Sum(k, (k, 1, n)), n * (n + 1) / 2 + extra)))


def test_each_part_is_a_theorem_for_all_that_it_names():
    made = certificate_for(joined(0))
    assert made.form == "several forms"
    said = " ".join(made.statement.split())
    assert "forall (F : numFieldType) (n : nat) (v : nat -> F)," in said
    assert "forall (n : nat), (1 <= n)%nat -> ((total" in said
    assert said.endswith("Definition statement : Prop := Part0'.statement /\\ Part1'.statement.")


def test_where_a_part_has_no_form_it_is_said_what_is_lacking():
    with pytest.raises(NoFormError, match="Sum in"):
        certificate_for(All((*joined(0).parts, AtMost(sp.Integer(0), sp.gamma(x**2 + 1)))))


@NEEDS_COQC
@pytest.mark.timeout(600)
def test_a_false_part_is_not_accepted(rocq_folder):
    found = rule_on(
        {"C_true": certificate_for(joined(0)), "C_false": certificate_for(joined(1))}, rocq_folder
    )
    assert {name: one.accepted for name, one in found.items()} == {"C_true": True, "C_false": False}
