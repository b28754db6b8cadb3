"""Hypotheses are told in the letters of what they imply, wherever these are free."""

import pytest
import sympy as sp

from theorem_checks import All, AtMost, Equal, ForAll, Implies, prove_by_strong_induction
from theorem_checks.deriving.definitions import Names
from theorem_checks.deriving.from_evidence import derivation_of
from theorem_checks.deriving.in_short import in_short
from theorem_checks.deriving.same_letters import LettersInScope, variables_and_body
from theorem_checks.statements.plain_text import plain_text

i, j, k, n, s = (sp.Symbol(name, integer=True, nonnegative=True) for name in "ijkns")
D, E = (sp.Function(name, real=True) for name in "DE")


def said(conclusion):
    return plain_text(in_short(conclusion, Names.of(conclusion)))


def test_a_recurrence_is_told_in_the_letters_of_what_follows():
    steps = ForAll(s, 0, ForAll(k, 0, Equal(D(s + 1, k), D(s, k) + 1)))
    aim = ForAll(k, 0, ForAll(j, 0, Equal(D(k, j), D(0, j) + k)))
    assert LettersInScope.of(Implies(steps, aim)).places == {("D", 0): "k", ("D", 1): "j"}
    expected = "∀ k, j ≥ 0: D_(k + 1,j) = D_(k,j) + 1 ⟹ ∀ k, j ≥ 0: D_(k,j) = k + D_(0,j)"
    assert said(Implies(steps, aim)).replace("(∀", "∀").replace("1) ⟹", "1 ⟹") == expected


@pytest.mark.parametrize(
    "hypothesis",
    [
        ForAll(i, 0, AtMost(D(i), k)),  # k is free in it
        ForAll(i, 0, AtMost(D(i), sp.Sum(E(k), (k, 0, i)))),  # a sum within runs over k
        ForAll(i, 0, AtMost(D(i), E(i))),  # E is taken at n
        ForAll(i, 0, AtMost(E(2 * i), 1)),
        ForAll(i, 0, ForAll(j, 0, AtMost(D(i), D(j)))),  # both would be k
    ],
    ids=["free", "bound", "two letters", "no place", "the same twice"],
)
def test_a_letter_that_is_not_free_is_not_taken(hypothesis):
    aim = All((ForAll(k, 0, AtMost(D(k), 1)), ForAll(n, 0, AtMost(E(n), 1))))
    places = LettersInScope.of(Implies(hypothesis, aim))
    variables, body = variables_and_body(hypothesis, places)
    assert i in variables
    assert body.key in (hypothesis.body.key, getattr(hypothesis.body, "body", hypothesis).key)


def test_what_is_told_is_the_same_statement():
    hypothesis = ForAll(i, 0, AtMost(D(i + 1), D(i)))
    aim = ForAll(k, 0, AtMost(D(k), D(0)))
    (variable,), body = variables_and_body(hypothesis, LettersInScope.of(Implies(hypothesis, aim)))
    assert variable == k
    assert ForAll(variable, 0, body).key == hypothesis.key


def test_a_place_with_two_letters_has_none():
    assert LettersInScope.of(ForAll(k, 0, ForAll(n, 0, AtMost(D(k), D(n))))).places == {}


def test_what_the_whole_is_about_gives_no_letter_to_a_variable():
    t, t_before = sp.Symbol("t", integer=True, positive=True), sp.Symbol("t_2", integer=True)
    hypothesis = ForAll(t_before, 0, AtMost(E(t_before), 1))
    aim = ForAll(k, 0, AtMost(D(k), t))
    assert said(Implies(hypothesis, aim)) == "(∀ i ≥ 0: E_i ≤ 1) ⟹ ∀ k ≥ 0: D_k ≤ t"
    assert said(Implies(hypothesis, ForAll(k, 0, AtMost(D(k), 1)))).startswith("(∀ t ≥ 0: E_t")


def test_a_derivation_has_one_letter_for_one_thing():
    step = ForAll(s, 0, Equal(D(s + 1), D(s) + 1))
    aim = ForAll(n, 0, Equal(D(n), n))
    made = derivation_of(prove_by_strong_induction(Implies(All((Equal(D(0), 0), step)), aim)))
    assert "∀ n ≥ 0: D_(n + 1) = D_n + 1" in plain_text(made.hypotheses[1])
    assert not any("s" in plain_text(one) for one in made.hypotheses)
