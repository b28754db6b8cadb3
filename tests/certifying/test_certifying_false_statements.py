"""The corpus of false statements: what can be exported is not accepted, and its negation is."""

import pytest
import sympy as sp

from tests.certifying.false_statements import refutations
from tests.certifying.shared import NEEDS_COQC
from theorem_checks.certifying.certificates import certificate_for
from theorem_checks.certifying.exporting import exported
from theorem_checks.certifying.recurrences import recurrences_statement
from theorem_checks.certifying.refuting import refutation_for
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.errors import TheoremChecksError
from theorem_checks.statements.arrays.functions import SymbolicFunction
from theorem_checks.statements.arrays.index_expressions import scalar
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.symbolic_arrays import ones
from theorem_checks.statements.arrays.tensors import Tensor
from theorem_checks.statements.conclusions import Equal, Implies

NEGATED = 36


def test_many_false_statements_have_a_refutation():
    assert len(list(refutations())) >= NEGATED


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_some_negations_are_accepted_and_the_statements_are_not(rocq_folder):
    assert_decided(list(refutations())[::9], rocq_folder)


@NEEDS_COQC
@pytest.mark.deep
@pytest.mark.timeout(3000)
def test_all_negations_are_accepted_and_the_statements_are_not(rocq_folder):
    assert_decided(list(refutations()), rocq_folder)


def assert_decided(found, folder):
    negated = {f"negation_{n}": made for n, (_, _, made) in enumerate(found)}
    rulings = rule_on(negated, folder)
    assert {name: one.said for name, one in rulings.items() if not one.accepted} == {}
    proofs = {}
    for n, (_, said, _) in enumerate(found):
        try:
            proofs[f"proof_{n}"] = certificate_for(said)
        except TheoremChecksError:
            continue
    accepted = [name for name, one in rule_on(proofs, folder).items() if one.accepted]
    assert accepted == []


def test_two_things_of_one_name_are_not_made_one():
    """As one they make a true theorem of a false statement."""
    d = sp.Symbol("d", integer=True, positive=True)
    c, own, v = sp.Symbol("c", real=True), Tensor("c", 0), Tensor("v", 1)
    i = Index("i", d)
    false = Equal(v[i] * own[()], scalar(c) * v[i])
    with pytest.raises(NoFormError, match="two things of the name c"):
        exported(false)
    number = sp.Symbol("n", real=True)
    size = sp.Symbol("n", integer=True, positive=True)
    with pytest.raises(NoFormError, match="two things of the name n"):
        exported(Equal(size, number))


def test_numbers_that_are_too_large_for_the_kernel_are_not_handed_to_it():
    x = sp.Symbol("x", real=True)
    with pytest.raises(NoFormError, match="values at which"):
        refutation_for(Equal(x / 10**40, sp.Integer(0)))


K_INTEGER, K_REAL = sp.Symbol("k", integer=True, nonnegative=True), sp.Symbol("k", real=True)
SIZE_D, SIZE_E = (sp.Symbol(name, integer=True, positive=True) for name in "de")


def test_a_number_of_the_name_of_a_bound_variable_is_not_taken_for_it():
    """Of k, a number, the sum is d k, and not d (d + 1) / 2."""
    with pytest.raises(NoFormError, match="the variable k of a sum"):
        certificate_for(Equal(sp.Sum(K_REAL, (K_INTEGER, 1, SIZE_D)), SIZE_D * (SIZE_D + 1) / 2))


def test_a_complex_number_is_not_taken_for_a_real_one_of_its_name():
    with pytest.raises(NoFormError, match="two things of the name k"):
        exported(Equal(K_REAL, sp.Symbol("k", complex=True)))


def test_two_indices_of_one_name_are_not_taken_for_one():
    """As one they say that v is v; as two, that v is constant."""
    v = Tensor("v", 1)
    with pytest.raises(NoFormError, match="two indices of one name"):
        exported(Equal(v[Index("i", SIZE_D)], v[Index("i", SIZE_E)]))


def test_functions_of_vectors_of_two_sizes_are_not_taken_for_one():
    """A function of d numbers, and one of e of the same name, need not agree on ones."""
    values = []
    for n in (SIZE_D, SIZE_E):
        values.append(SymbolicFunction("f", n, sp.Integer(1))(ones((n,))))
    with pytest.raises(NoFormError, match="two functions of the name f"):
        exported(Equal(*values))


def test_a_number_of_the_name_of_a_constant_of_the_kernel_is_not_taken_for_it():
    """Else PI = PI, though not every number is pi."""
    a = sp.Function("a", real=True)
    number = sp.Symbol("PI", real=True)
    said = Implies(Equal(a(sp.Integer(0)), sp.Integer(0)), Equal(number, sp.pi))
    assert "(PI'' = PI)" in recurrences_statement(said)
