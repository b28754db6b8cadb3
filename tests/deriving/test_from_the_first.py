"""Inductions over the end of a range are told in its variable."""

import pytest
import sympy as sp

from theorem_checks import Equal, prove, prove_recurrence
from theorem_checks.deriving.from_evidence import derivation_of
from theorem_checks.deriving.from_the_first import in_the_variable, with_the_first
from theorem_checks.deriving.proved_statement import ProvedStatement
from theorem_checks.deriving.text import in_text
from theorem_checks.statements.plain_text import plain_text
from theorem_checks.verdicts.kinds import Verdict

T, k = sp.symbols("T k", integer=True, positive=True)
n = sp.Symbol("n", integer=True, nonnegative=True)


def test_a_step_is_told_in_the_variable_and_the_base_with_its_value():
    made = derivation_of(prove(Equal(sp.Sum(k, (k, 1, T)), T * (T + 1) / 2)))
    base, step = made.parts
    assert base.name == "base at T = 1"
    assert plain_text(step.statement) == "(T (T + 1))/2 + T + 1 = ((T + 1) (T + 2))/2"
    assert "T - 1" not in in_text(made)


def test_a_base_at_0_is_told_so():
    made = derivation_of(prove_recurrence(n * (n + 1) / 2, lambda x, m: x + m + 1, (0, 0), n))
    assert [part.name for part in made.parts] == ["base at n = 0", "step"]


def test_what_is_not_so_called_stays():
    said = Equal(T - 1, k)
    assert in_the_variable(said) is said
    below = sp.Symbol("(m + 2)", integer=True, nonnegative=True)
    assert in_the_variable(Equal(below - 2, 0)).key == Equal(sp.Symbol("m", integer=True), 0).key


@pytest.mark.parametrize(("end", "first"), [(T, 1), (T + n, 0)])
def test_the_first_value_is_that_of_the_end_of_the_range(end, first):
    start = 1 if end is T else T + 1
    said = Equal(sp.Sum(k, (k, start, end)), n)
    parts = [ProvedStatement("0 = 0", "", Verdict.PROVED, name="base, component 1")]
    (base,) = with_the_first("prove_ranges", said, "all positive integers", parts)
    assert base.name == f"base at {'T' if end is T else 'n'} = {first}, component 1"
    assert with_the_first("prove_identity", said, "", parts) == tuple(parts)
    assert with_the_first("prove_ranges", Equal(n, T), "", parts) == tuple(parts)
