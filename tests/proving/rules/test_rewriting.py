"""Equals in place of equals, and sums inside of other expressions."""

from typing import Any

import pytest
import sympy as sp

from theorem_checks import (
    ArgumentError,
    AtMost,
    CheckError,
    Equal,
    ForAll,
    Less,
    Verdict,
    instances_of,
    proof_of,
    prove,
    rewriting,
    rewritten,
    sqrt,
)
from theorem_checks.statements.conclusions import All

n, m = sp.symbols("n m", integer=True, positive=True)
p = sp.Symbol("p", integer=True, nonnegative=True)
k = sp.Symbol("k", integer=True, positive=True)
x = sp.Symbol("x", real=True)
ADDED: Any = sp.Sum(k, (k, 1, n))
SQUARE: Any = sp.Sum(2 * k - 1, (k, 1, n))


def says_root(f, w):
    size = w.size("n")
    return Equal(sqrt(w.sum(lambda k: 2 * k - 1, "k", 1, size)), w.call(f, size))


def says_product(f, w):
    size = w.size("n")
    one = w.sum(lambda k: k, "k", 1, size)
    return Equal(one * w.sum(lambda j: 2 * j - 1, "j", 1, size), w.call(f, size))


def says_quotient(f, w):
    size = w.size("n")
    one = w.sum(lambda k: 2 * k - 1, "k", 1, size)
    return Equal(one / w.sum(lambda j: j, "j", 1, size), w.call(f, size))


def says_bound(f, w):
    size = w.size("n")
    return AtMost(w.sum(lambda k: 2 * k - 1, "k", 1, size) * w.call(f, size), size**3)


@pytest.mark.parametrize(
    ("says", "right", "wrong", "late"),
    [
        (says_root, lambda n: n, lambda n: n + 1, lambda n: n if n < 90 else 0),
        (says_product, lambda n: n**3 * (n + 1) / 2, lambda n: n**4, lambda n: n**4),
        (says_quotient, lambda n: 2 * n / (n + 1), lambda n: n, lambda n: n),
        (says_bound, lambda n: n, lambda n: n + 1, lambda n: n + 1),
    ],
)
def test_sums_in_larger_expressions_are_proved_and_run(says, right, wrong, late):
    found = proof_of(says)(right)
    assert found.verdict is Verdict.PROVED, found
    assert instances_of(says)(right).verdict is Verdict.HOLDS
    assert proof_of(says)(wrong).verdict is Verdict.REFUTED
    assert instances_of(says)(wrong).verdict is Verdict.REFUTED
    assert proof_of(says)(late).verdict is not Verdict.PROVED


def test_what_is_false_beyond_small_sizes_is_not_proved():
    far = sp.Mul(*(n - i for i in range(1, 40)))
    for said in (
        Equal(sp.sqrt(SQUARE), n + far),
        Equal(ADDED * SQUARE, n**3 * (n + 1) / 2 + far),
        AtMost(ADDED * SQUARE, n**3 * (n + 1) / 2 - far),
    ):
        assert prove(said).verdict is not Verdict.PROVED


def test_an_equation_with_evidence_is_put_in():
    equation = Equal(SQUARE, n**2)
    said = AtMost(SQUARE * x**2, n**2 * x**2)
    other = rewritten(said, [equation])
    found = rewriting(said, prove(other), (equation, prove(equation)))
    assert found.verdict is Verdict.PROVED
    assert found.statement is not None
    assert found.statement.key == said.key


def test_another_equation_or_none_is_refused():
    equation, wrong = Equal(SQUARE, n**2), Equal(SQUARE, n**2 + 1)
    said = Equal(SQUARE + 1, n**2 + 1)
    other = prove(rewritten(said, [equation]))
    with pytest.raises(CheckError):
        rewriting(said, other, (equation, prove(Equal(n, n))))
    with pytest.raises(CheckError):
        rewriting(said, prove(Equal(n, n)), (equation, prove(equation)))
    with pytest.raises(ArgumentError, match="stands in"):
        rewritten(said, [Equal(ADDED, n)])
    false = Equal(SQUARE, n**2 + 1)
    found = rewriting(false, prove(rewritten(false, [wrong])), (wrong, prove(wrong)))
    assert found.verdict is not Verdict.PROVED


def test_what_is_not_known_refutes_nothing():
    open_ = Equal(SQUARE, n**2 + 1)  # false, and handed as it was found
    said = Equal(SQUARE, n**2)
    found = rewriting(said, prove(rewritten(said, [open_])), (open_, prove(open_)))
    assert found.verdict is Verdict.UNDECIDED


def test_a_bound_symbol_is_not_captured():
    equation = Equal(sp.Sum(k, (k, 1, n)), n * (n + 1) / 2)
    for said in (ForAll(n, 1, Equal(ADDED, ADDED)), Equal(sp.Sum(ADDED, (n, 1, m)), m)):
        with pytest.raises(ArgumentError, match="bound there"):
            rewritten(All((said, Equal(ADDED, 1))), [equation])


def test_what_was_divided_by_and_cancels_is_a_condition():
    squares: Any = sp.Sum(2 * k - 1, (k, 1, p))
    added: Any = sp.Sum(1, (k, 1, p))
    found = prove(Equal(squares / added, p))  # 0/0 at p = 0
    assert found.verdict is not Verdict.PROVED or [c.text for c in found.conditions] == [
        "p is not 0"
    ]
    gone = Equal((squares - p**2) / x, 0)
    other = prove(Equal(0, 0))
    equation = Equal(squares, p**2)
    cancelled = rewriting(gone, other, (equation, prove(equation)))
    assert "x is not 0" in [c.text for c in cancelled.conditions]
    with pytest.raises(ArgumentError, match="cancels"):
        rewriting(Equal((squares - p**2) * sp.log(x), 0), other, (equation, prove(equation)))


def test_nothing_is_refuted_where_the_sides_of_an_equation_differ():
    quotient = (x**2 - x) / x
    known = Equal(quotient, x - 1)  # where x is not 0
    statement = Less(0, (quotient + 1) ** 2)  # true there, and x^2 > 0 is not at 0
    found = rewriting(statement, prove(rewritten(statement, [known])), (known, prove(known)))
    assert found.verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("behind", [1, 2, 3])
def test_a_range_without_terms_adds_nothing_and_multiplies_by_one(behind):
    def says(f, w):
        size = w.size("n")
        ends = size, size - behind
        added = w.sum(lambda k: k, "k", *ends)
        multiplied = w.product(lambda j: j + 7, "j", *ends)
        return All((Equal(added, w.call(f, 0 * size)), Equal(multiplied, w.call(f, 0 * size + 1))))

    assert proof_of(says)(lambda n: n).verdict is Verdict.PROVED
    assert proof_of(says)(lambda n: n - behind).verdict is Verdict.REFUTED


GAUSS: Any = sp.Sum(k, (k, 1, n))
TWICE: Any = sp.Sum(2 * k, (k, 1, n))


@pytest.mark.parametrize(
    "said",
    [
        Equal(sp.log(TWICE) - sp.log(2 * GAUSS), 0),
        AtMost(sp.log(TWICE.subs(n, p)) - sp.log(2 * GAUSS.subs(n, p)), 1),
        Equal(1 / (GAUSS - n * (n + 1) / 2), 3),
        AtMost(1 / (TWICE - 2 * GAUSS), 1),
    ],
)
def test_where_closed_forms_leave_no_value_nothing_is_decided(said):
    """In them, what is divided by is 0, or the logarithms are gone, of which there may be none."""
    assert prove(said).verdict is Verdict.UNDECIDED


def test_a_sum_may_be_what_is_left():
    assert prove(Equal(GAUSS**2, sp.Sum(k**3, (k, 1, n)))).verdict is Verdict.PROVED
    assert prove(Equal(GAUSS**2, sp.Sum(k**3 + k, (k, 1, n)))).verdict is not Verdict.PROVED
