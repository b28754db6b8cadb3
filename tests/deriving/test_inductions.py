"""Base and step of an induction are told by a name of what is said, where that is long."""

import sympy as sp

from theorem_checks import All, AtMost, ForAll, Implies, prove_by_induction
from theorem_checks.deriving.from_evidence import derivation_of
from theorem_checks.deriving.text import in_text

n = sp.Symbol("n", integer=True, nonnegative=True)
a, b = sp.symbols("a b", real=True)
LONG = All(tuple(AtMost(k * n, (k + 1) * n + a**2 + k) for k in range(1, 9)))


def test_a_step_is_told_by_the_name_of_what_is_said():
    made = derivation_of(prove_by_induction(ForAll(n, 0, LONG)))
    text = in_text(made)
    assert "where P_1(n) := what is said above of n" in text
    assert "1. base: (a) 0 ≤ a² + 1" in text  # each conjunct has a proof of its own
    assert "2. step: P_1(n) ⟹ P_1(n + 1)" in text
    assert text.count("8 n ≤ ") == 1


def test_a_base_under_a_hypothesis_is_told_by_the_name():
    said = Implies(
        AtMost(0, b), ForAll(n, 0, All((*LONG.parts, AtMost(0, b + n), AtMost(-5, b * n))))
    )
    text = in_text(derivation_of(prove_by_induction(said)))
    assert "1. base: 0 ≤ b ⟹ P_1(0)" in text
    assert "2. step: 0 ≤ b and P_1(n) ⟹ P_1(n + 1)" in text


def test_all_is_written_out_where_it_is_asked_for():
    text = in_text(derivation_of(prove_by_induction(ForAll(n, 0, LONG))), full=True)
    assert "P_1" not in text
    assert text.count("8 n ≤ ") == 2


def test_what_is_short_is_repeated_as_one_implication():
    said = Implies(All((AtMost(0, a), AtMost(1, b))), ForAll(n, 0, AtMost(0, n * b + a)))
    text = in_text(derivation_of(prove_by_induction(said)))
    (step,) = (line for line in text.splitlines() if "step:" in line)
    assert step.count("⟹") == 1
    assert step.endswith("1 ≤ b and 0 ≤ a + b n ⟹ 0 ≤ a + b (n + 1)")
    assert "P_1" not in text
