"""Numbers and sizes over the reals: what is stated, and what the kernel makes of it."""

import pytest
import sympy as sp

from tests.certifying.shared import NEEDS_COQC
from theorem_checks import exp, sqrt
from theorem_checks.certifying.certificates import certificate_of
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.statements.conclusions import All, AtMost, Equal, Implies, Less
from theorem_checks.statements.terms import term


def sum_to(more, w):
    n, t = term(w.size("n", least=0)), sp.Symbol("t", integer=True)
    return Equal(sp.Sum(t**2, (t, 1, n)), n * (n + 1) * (2 * n + 1) / 6 + more)


def decays(factor, w):
    nu, c, j = w.number("nu", positive=True), w.number("c"), term(w.size("j", least=0))
    later = AtMost(nu ** (j + 1) * c**2 * factor, nu**j * c**2)
    return Implies(AtMost(nu, 1), later)


def in_order(factor, w):
    c, f = w.number("c", positive=True), w.number("f", positive=True)
    nu, j = w.number("nu", positive=True), term(w.size("j", least=0))
    bound = nu / (1 - nu)
    falls = AtMost((c + f) * nu ** (j + 1) * (j + 1), (c + f) * nu**j * j * factor)
    return Implies(
        Less(nu, 1), All((Implies(AtMost(bound, j), falls), Implies(falls, AtMost(bound, j))))
    )


def test_a_size_is_a_natural_number_and_a_sum_is_one_over_a_range():
    said = certificate_of(sum_to, 0).statement
    assert "forall (n : nat)," in said
    assert "total (fun t : nat => ((INR t) ^ 2)) 1 n" in said


def test_a_power_of_a_difference_is_a_product_and_no_divisor_is_0():
    def lagged(_, w):
        nu, j = w.number("nu", positive=True), term(w.size("j", least=0))
        return Less(0, nu ** (j - 1))

    said = certificate_of(lagged, None).statement
    assert "(nu <> 0 /\\ 0 < ((/ nu) * (nu ^ j)))" in said


def test_what_is_assumed_stands_under_what_makes_it_defined():
    said = certificate_of(in_order, 1).statement
    assert "((1 + ((- 1) * nu)) <> 0 /\\ (nu * (/ (1 + ((- 1) * nu)))) <= (INR j))" in said


def test_other_exponents_are_refused():
    def rooted(_, w):
        return Less(0, sqrt(w.number("x", positive=True)))

    with pytest.raises(NoFormError, match="the exponent 1/2"):
        certificate_of(rooted, None)


@pytest.mark.parametrize(
    "summand",
    [lambda x, k: x**k, lambda x, k: x ** (2 * k), lambda x, k: exp(-x * k)],
    ids=["power", "even", "exponential"],
)
def test_powers_by_the_variable_of_a_sum_are_refused(summand):
    def says(_, w):
        x, n = w.number("x", positive=True), w.size("n", least=0)
        return AtMost(0, w.sum(lambda k: summand(x, k), "k", 1, n))

    with pytest.raises(NoFormError, match="a division or a power in the sum"):
        certificate_of(says, None)


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_true_statements_are_accepted_and_false_ones_are_not(rocq_folder):
    said = {"sum": (sum_to, 0, 1), "power": (decays, 1, 2), "order": (in_order, 1, 2)}
    given = {}
    for name, (says, good, wrong) in said.items():
        given |= {f"{name}_true": certificate_of(says, good)}
        given |= {f"{name}_false": certificate_of(says, wrong)}
    assert {one.form for one in given.values()} == {"numbers"}
    found = rule_on(given, rocq_folder)
    assert {name: one.accepted for name, one in found.items()} == {
        name: name.endswith("true") for name in given
    }


def product_to(more, w):
    x, n = w.number("x"), w.size("n", least=0)
    return Equal(w.product(lambda _: 2 * x, "k", 3, n + 4), 2 ** (n + 2) * x ** (n + 2) + more)


def test_a_product_over_a_range_is_one():
    said = certificate_of(product_to, 0).statement
    assert "product (fun k : nat => (2 * x)) 3 (2 + n)%nat" in said


def test_a_product_whose_closed_form_is_none_here_is_refused():
    def rising(_, w):
        x, n = w.number("x", positive=True), w.size("n", least=0)
        return Less(0, w.product(lambda k: k + x, "k", 1, n))

    with pytest.raises(NoFormError):
        certificate_of(rising, None)


@NEEDS_COQC
@pytest.mark.timeout(600)
def test_the_kernel_multiplies_over_a_range(rocq_folder):
    cases = {"right": certificate_of(product_to, 0), "wrong": certificate_of(product_to, 1)}
    found = rule_on(cases, rocq_folder)
    assert {name for name, ruling in found.items() if ruling.accepted} == {"right"}
