"""An induction needs its base and its step, of a symbol for every integer."""

import pytest
import sympy as sp

from tests.proving.rules.theorems import at_least_one, n, proved, x
from theorem_checks import (
    ArgumentError,
    CheckError,
    Evidence,
    Verdict,
)
from theorem_checks.proving.conclude import prove
from theorem_checks.proving.rules.connectives import given
from theorem_checks.proving.rules.inductions import induction, obligations
from theorem_checks.proving.rules.instances import instantiate
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Equal,
    ForAll,
    Implies,
)


def test_induction_concludes_what_base_and_step_say():
    step = given(Implies(at_least_one(n), at_least_one(n + 1)), proved(at_least_one(n + 1)))
    whole = induction(ForAll(n, 1, at_least_one(n)), proved(at_least_one(sp.Integer(1))), step)
    assert whole.verdict is Verdict.PROVED
    special = instantiate(ForAll(n, 1, at_least_one(n)), whole, 7)
    assert special.statement is not None
    assert special.statement.key == at_least_one(sp.Integer(7)).key


def test_a_step_that_skips_is_refused():
    skipping = given(Implies(at_least_one(n), at_least_one(n + 2)), proved(at_least_one(n + 2)))
    with pytest.raises(CheckError, match="step concludes"):
        induction(ForAll(n, 1, at_least_one(n)), proved(at_least_one(sp.Integer(1))), skipping)


def test_a_base_of_another_statement_is_refused():
    step = given(Implies(at_least_one(n), at_least_one(n + 1)), proved(at_least_one(n + 1)))
    with pytest.raises(CheckError, match="base concludes"):
        induction(ForAll(n, 1, at_least_one(n)), proved(Equal(1, 1)), step)
    with pytest.raises(CheckError, match="base was not concluded"):
        induction(ForAll(n, 1, at_least_one(n)), Evidence.proved("all"), step)


@pytest.mark.parametrize(
    "symbol",
    [
        n,  # leaves out the step from 0
        sp.Symbol("n", positive=True),
        sp.Symbol("n", integer=True, positive=True, even=True),
        sp.Symbol("n", prime=True),
    ],
)
def test_an_induction_symbol_stands_for_every_integer_from_the_start_on(symbol):
    step = given(Implies(AtMost(0, symbol), AtMost(0, symbol + 1)), proved(AtMost(0, symbol + 1)))
    with pytest.raises(ArgumentError, match="every integer from 0 on"):
        induction(ForAll(symbol, 0, AtMost(0, symbol)), proved(AtMost(0, sp.Integer(0))), step)


def test_a_condition_on_the_bound_variable_does_not_get_lost():
    body = Equal((n - 12) / (n - 12) * (n + 1 - x), n + 1 - x)
    holed = prove(Equal((n**2 - 144) / (n - 12) / (n + 12), 1))
    step = given(Implies(Equal(1, 1), holed_conclusion()), holed)
    assert any("12" in condition.text for condition in step.conditions)
    with pytest.raises(CheckError, match="holds only where"):
        induction(ForAll(n, 1, body), prove(body.substituted({n: sp.Integer(1)})), step)


def holed_conclusion():
    return Equal((n**2 - 144) / (n - 12) / (n + 12), 1)


@pytest.mark.parametrize(("start", "first"), [(0, 0), (3, 0), (8, 0), (20, 12)])
def test_the_base_knows_a_hypothesis_at_integers_before_the_start(start: int, first: int):
    m = sp.Symbol("m", integer=True, nonnegative=True)
    i = sp.Symbol("i", integer=True)
    a = sp.Function("a", real=True)
    said = Implies(ForAll(m, 0, Equal(a(m + 1), a(m) + 1)), ForAll(i, start, Equal(a(i), i)))
    base, _ = obligations(said)
    known = [Equal(a(k + 1), a(k) + 1) for k in range(first, start + 2)]
    assert isinstance(base, Implies)
    assert base.is_same(Implies(All(tuple(known)), Equal(a(start), start)))
