"""Certificates of the facts of the library, and what becomes of claims that use these."""

from dataclasses import replace

import pytest

from tests.certifying.shared import NEEDS_COQC
from theorem_checks.certifying.certificates import certificate_for
from theorem_checks.certifying.certified_facts import certified
from theorem_checks.certifying.fact_certificates import certificate_of_fact, is_current
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.facts import FACTS
from theorem_checks.facts.linear_algebra import RANK_OF_PRODUCT
from theorem_checks.running.grounds import _without_certified
from theorem_checks.statements.conclusions import AtMost, Implies

WITHOUT = {
    "bai-yin",
    "bernstein-lemma",
    "chebyshev",
    "chernoff",
    "frobenius-below-operator",
    "gaussian-rotated",
    "gaussian-square",
    "hoeffding-lemma",
    "independent-squares",
    "independent-sum",
    "jensen-norm",
    "largest-of-several",
    "markov",
    "normal-forms",
    "normal-spectrum",
    "operator-below-frobenius",
    "operator-bound",
    "operator-by-spectrum",
    "operator-of-product",
    "operator-of-sum",
    "sum-of-signs",
    "supremum-over-ball",
}


@pytest.mark.parametrize("name", FACTS)
def test_what_is_kept_of_a_fact_is_its_statement_and_its_proof_as_they_are(name):
    assert is_current(FACTS[name]), "theorem-checks certify --facts"
    assert (certified(name) is None) == (name in WITHOUT)


def test_a_fact_with_another_statement_is_not_certified():
    changed = replace(RANK_OF_PRODUCT, statement=FACTS["triangle-inequality"].statement)
    assert not is_current(changed)


def test_what_uses_a_certified_fact_is_not_given_it():
    given, said = _without_certified({"rank-of-product", "bai-yin", "no-such-fact"})
    assert given == ("bai-yin", "no-such-fact")
    assert said == ("uses the fact rank-of-product, certified by Coq 8.16.1",)


@NEEDS_COQC
def test_the_proof_of_a_fact_does_not_prove_its_slip(rocq_folder):
    made, said = certificate_of_fact(RANK_OF_PRODUCT), RANK_OF_PRODUCT.statement
    assert made is not None
    assert isinstance(said, Implies)
    assert isinstance(said.body, AtMost)
    slip = Implies(said.hypothesis, AtMost(said.body.lhs + 1, said.body.rhs))
    false = certificate_for(slip, script=made.proof, ordered=True)
    assert not rule_on({"C_slip": false}, rocq_folder)["C_slip"].accepted
