"""The smaller of two sizes in what is exported."""

import pytest

from tests.certifying.shared import NEEDS_COQC
from theorem_checks.certifying.certificates import certificate_of
from theorem_checks.certifying.refuting import refutation_for
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.judging.judge import statement_of
from theorem_checks.statements.conclusions import AtMost, Equal, Implies
from theorem_checks.statements.reals.operations import minimum

BY_THE_FIRST = (
    "Theorem proved : statement.\n"
    "Proof. by move=> F m n _ h; rewrite (ler_nat F) in h *; rewrite (minn_idPl h). Qed."
)


def first_is_smaller(_subject, w):
    m, n = w.size("m"), w.size("n", least=0)
    return Implies(AtMost(m, n), Equal(minimum(m, n), m))


def other_is_smaller(_subject, w):
    m, n = w.size("m"), w.size("n", least=0)
    return Implies(AtMost(n, m), Equal(minimum(m, n), m))


def always_the_first(_subject, w):
    m, n = w.size("m"), w.size("n", least=0)
    return Equal(minimum(m, n), m)


def doubled(_subject, w):
    smaller = minimum(w.size("m"), w.size("n"))
    return Equal((smaller + 1) * 2, 2 + smaller * 2)


def of_a_number(_subject, w):
    m, x = w.size("m"), w.number("x")
    return Equal(minimum(m, x), m)


def of_a_difference(_subject, w):
    m, n = w.size("m"), w.size("n")
    return Equal(minimum(m - n, n), m)


def test_it_is_that_of_natural_numbers():
    said = " ".join(certificate_of(doubled, None).statement.split())
    assert "(1 <= m)%N -> (1 <= n)%N -> " in said
    assert "(minn m n)%:R" in said


@pytest.mark.parametrize("says", [of_a_number, of_a_difference])
def test_of_what_is_no_size_there_is_no_form(says):
    with pytest.raises(NoFormError):
        certificate_of(says, None)


@pytest.mark.deep
@NEEDS_COQC
@pytest.mark.timeout(900)
def test_which_is_smaller_is_decided_by_the_kernel(rocq_folder):
    made = {
        "doubled": certificate_of(doubled, None),
        "first": certificate_of(first_is_smaller, None, script=BY_THE_FIRST),
        "other": certificate_of(other_is_smaller, None, script=BY_THE_FIRST),
        "always": certificate_of(always_the_first, None),
        "refuted": refutation_for(statement_of(always_the_first, None)),
    }
    found = rule_on(made, rocq_folder)
    assert {name for name, one in found.items() if one.accepted} == {"doubled", "first", "refuted"}
