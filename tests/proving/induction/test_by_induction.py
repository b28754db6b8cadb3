"""Induction over statements that are data."""

from typing import Any

import pytest
import sympy as sp

from theorem_checks import (
    All,
    AtMost,
    Either,
    Equal,
    Evidence,
    ForAll,
    Implies,
    Less,
    Verdict,
    arithmetic,
    induction,
    prove,
    prove_by_induction,
)
from theorem_checks.errors import ArgumentError, CheckError
from theorem_checks.proving.induction.ranges import with_last_terms_apart
from theorem_checks.proving.rules.inductions import obligations

n, m = (sp.Symbol(name, integer=True, nonnegative=True) for name in "nm")
k = sp.Symbol("k", integer=True, positive=True)
x = sp.Symbol("x", real=True)
a, b = (sp.Function(name, real=True) for name in "ab")
FALLS = ForAll(m, 0, AtMost(a(m + 1), a(m) - 1))
BITS = ForAll(k, 1, Either((Equal(a(k), 0), Equal(a(k), 1))))

TRUE = {
    "powers": ForAll(n, 0, All((AtMost(1, 2**n), Less(2 * n**2 + 4 * n, 16 * 2**n)))),
    "from 4 on": ForAll(n, 4, Less(2**n, sp.factorial(n))),
    "from -3 on": ForAll(z := sp.Symbol("z", integer=True), -3, AtMost(-9, z**3 + 18)),
    "a sum": ForAll(n, 0, Equal(sp.Sum(k, (k, 1, n)), n * (n + 1) / 2)),
    "a product": ForAll(n, 0, Equal(sp.Product(k, (k, 1, n)), sp.factorial(n))),
    "Bernoulli": Implies(
        AtMost(-1, x), ForAll(n, 0, All((AtMost(1 + n * x, (1 + x) ** n), AtMost(0, (1 + x) ** n))))
    ),
    "a sequence": Implies(FALLS, ForAll(n, 0, AtMost(a(n), a(0) - n))),
    "two first values": Implies(
        All((Equal(a(0), 1), Equal(a(1), 2), ForAll(m, 0, Equal(a(m + 2), a(m + 1) + 2 * a(m))))),
        ForAll(n, 0, All((Equal(a(n), 2**n), Equal(a(n + 1), 2 ** (n + 1))))),
    ),
    "a sum of squares": Implies(
        ForAll(k, 1, AtMost(a(k) ** 2, x**2 / 4)),
        ForAll(n, 0, AtMost(sp.Sum(a(k) ** 2, (k, 1, n)), n * x**2 / 4)),
    ),
    "bits": Implies(
        BITS,
        ForAll(k, 1, Either((Equal(sp.Product(a(m), (m, 1, k)), 0),
                             Equal(sp.Sum(a(m), (m, 1, k)), k)))),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
def test_a_statement_is_concluded_that_was_asked(name):
    evidence = prove_by_induction(TRUE[name])
    assert evidence.verdict is Verdict.PROVED, evidence
    assert evidence.is_sealed
    assert evidence.corroborated
    assert evidence.statement is not None
    assert evidence.statement.key == TRUE[name].key
    assert evidence.rule == "induction"


def test_what_is_false_is_refuted_at_the_least_integer():
    evidence = prove_by_induction(ForAll(k, 1, Less(2**k, 100 * k)))
    assert evidence.verdict is Verdict.REFUTED
    assert evidence.counterexample is not None
    assert dict(evidence.counterexample.values) == {"k": 10}
    base = prove_by_induction(ForAll(n, 0, Equal(3 * 2**n, 2**n)))
    assert base.verdict is Verdict.REFUTED
    assert base.counterexample is not None
    assert dict(base.counterexample.values) == {"n": 0}


def test_what_does_not_carry_itself_on_is_left_open_until_it_is_made_stronger():
    alone = ForAll(n, 0, AtMost(n**2 + 1, 3 * 2**n))
    assert prove_by_induction(alone).verdict is Verdict.UNDECIDED
    beside = All((AtMost(n**2 + 1, 3 * 2**n), AtMost(2 * n + 1, 3 * 2**n), AtMost(1, 2**n)))
    assert prove_by_induction(ForAll(n, 0, beside)).verdict is Verdict.PROVED


def test_a_hypothesis_gives_its_instances_and_no_others():
    needed = obligations(Implies(ForAll(k, 1, AtMost(a(k), 1)), ForAll(n, 0, AtMost(b(n), 1))))
    assert needed.base.is_same(Implies(All((AtMost(a(1), 1),)), AtMost(b(0), 1)))
    step = Implies(AtMost(b(n), 1), AtMost(b(n + 1), 1))
    assert needed.step.is_same(Implies(All((AtMost(a(n + 1), 1),)), step))


def test_base_and_step_under_hypotheses_must_be_those_of_the_statement():
    said = Implies(FALLS, ForAll(n, 0, AtMost(a(n), a(0))))
    needed = obligations(said)
    base, step = arithmetic(needed.base), arithmetic(needed.step)
    assert induction(said, base, step).verdict is Verdict.PROVED
    other = Implies(FALLS, ForAll(n, 1, AtMost(a(n), a(0))))
    with pytest.raises(CheckError):
        induction(other, base, step)
    with pytest.raises(CheckError):
        induction(ForAll(n, 0, AtMost(a(n), a(0))), base, step)
    with pytest.raises(CheckError):
        induction(said, base, Evidence.proved("all n"))


def test_hypotheses_on_the_bound_symbol_are_refused():
    for hypothesis in (AtMost(n, 5), ForAll(m, 0, AtMost(a(m), n))):
        with pytest.raises(ArgumentError, match="which is bound"):
            prove_by_induction(Implies(hypothesis, ForAll(n, 0, AtMost(n, 5))))
    even = sp.Symbol("m", even=True, nonnegative=True)
    some = Implies(ForAll(even, 0, Equal(a(even), 1)), ForAll(n, 0, Equal(a(n), 1)))
    with pytest.raises(ArgumentError, match="every integer from 0 on"):
        prove_by_induction(some)


def test_other_statements_are_refused():
    with pytest.raises(ArgumentError, match="a ForAll"):
        prove_by_induction(Equal(n, n))
    with pytest.raises(ArgumentError, match="an integer"):
        ForAll(n, True, Equal(n, n))


def test_last_terms_of_ranges_stand_apart_where_there_are_any():
    apart: Any = with_last_terms_apart
    assert apart(sp.Sum(a(k), (k, 1, n + 2))) == (sp.Sum(a(k), (k, 1, n)) + a(n + 1) + a(n + 2))
    assert apart(sp.Sum(a(k), (k, 3, 5))) == a(3) + a(4) + a(5)
    assert apart(sp.Product(a(k), (k, 1, 0))) == 1
    late = sp.Sum(a(k), (k, 3, n + 1))  # without terms up to n = 1
    assert apart(late) == late
    inner = sp.Sum(sp.Sum(k * n, (n, 0, k)), (k, 0, n + 1))
    assert apart(inner) == inner  # an n that the inner sum binds


def test_two_sums_are_equal_up_to_their_last_terms():
    assert (
        prove(Equal(sp.Sum(a(k), (k, 1, n + 1)), sp.Sum(a(k), (k, 1, n)) + a(n + 1))).verdict
        is Verdict.PROVED
    )
    wrong = Equal(sp.Sum(a(k), (k, 1, n + 1)), sp.Sum(a(k), (k, 1, n)) + a(n))
    assert prove(wrong).verdict is not Verdict.PROVED


def test_arithmetic_knows_integers_and_the_values_of_sequences_and_extremes():
    k, m = sp.symbols("k m", integer=True)
    x, y = sp.symbols("x y", real=True)
    a = sp.Function("a", real=True)
    said = (
        Implies(Less(k, m), AtMost(k + 1, m)),
        Implies(All((AtMost(k, m), AtMost(m, k + 1))), Either((Equal(m, k), Equal(m, k + 1)))),
        Implies(Equal(k, m + 1), Equal(a(k), a(m + 1))),
        Equal(sp.Min(x, y) + sp.Max(x, y), x + y),
        AtMost(sp.Max(0, sp.Min(x, 1)), 1),
        Implies(AtMost(k, x), AtMost(k, sp.floor(x))),
    )
    for one in said:
        assert arithmetic(one).verdict is Verdict.PROVED, one


def test_a_power_that_may_not_be_real_says_of_what_base_it_is():
    n, b = sp.Symbol("n", integer=True, nonnegative=True), sp.Symbol("b", real=True)
    with pytest.raises(ArgumentError, match="base that is positive"):
        prove_by_induction(ForAll(n, 0, AtMost(b ** (n - 3) + n, b ** (n - 3) + n + 1)))
