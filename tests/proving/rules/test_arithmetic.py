"""The rule that draws inequalities from others, where a statement is expected to be false."""

from fractions import Fraction
from typing import Any

import pytest
import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.effort import noting_points, proofs_only
from theorem_checks.proving.rules import arithmetic as rule
from theorem_checks.statements.conclusions import All, AtMost, Conclusion, Equal, Implies, Less
from theorem_checks.statements.functions import exceeds
from theorem_checks.statements.scalars import symbolic
from theorem_checks.statements.worlds.symbolic import Symbolic
from theorem_checks.verdicts.kinds import Verdict

n, m = sp.symbols("n m", integer=True, positive=True)
x = sp.Symbol("x", nonnegative=True)
LATE = sp.Mul(*(n - i for i in range(1, 13)))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the solvers are told to assume, question by question."""
    questions: list[str] = []

    def prove_for_all(claim: Any, **options: Any) -> Any:
        questions.append(str(options["assume"]))
        return decide(claim, **options)

    decide = rule.prove_for_all
    monkeypatch.setattr(rule, "prove_for_all", prove_for_all)
    return questions


def test_a_late_mutant_is_refuted_where_it_begins(asked: list[str]) -> None:
    with proofs_only():
        found = rule.arithmetic(AtMost(x + LATE, x))
    assert found.verdict is Verdict.UNDECIDED
    (question,) = asked
    assert "== 13" in question


def test_a_step_is_refuted_at_the_first_size_that_it_reaches(asked: list[str]) -> None:
    step = Implies(AtMost(x + LATE, x), AtMost(x + LATE.subs(n, n + 1), x))
    with proofs_only():
        assert rule.arithmetic(step).verdict is Verdict.UNDECIDED
    (question,) = asked
    assert "== 12" in question


def test_what_is_expected_to_be_false_is_decided_by_the_first_who_knows(monkeypatch) -> None:
    decide, is_enough = rule.prove_for_all, []

    def prove_for_all(claim: Any, *, one: bool = False, **options: Any) -> Any:
        is_enough.append(one)
        return decide(claim, one=one, **options)

    monkeypatch.setattr(rule, "prove_for_all", prove_for_all)
    for said in (AtMost(x + LATE, x), AtMost(x + n, x)):
        with proofs_only():
            rule.arithmetic(said)
    assert is_enough == [True, True]


@pytest.mark.parametrize(
    ("said", "questions"),
    [(AtMost(x, x + n), 1), (Implies(AtMost(m, n * n), AtMost(m, n * n + x)), 1)],
)
def test_what_is_true_is_proved_at_once(said: Conclusion, questions: int, asked: list[str]) -> None:
    with proofs_only():
        assert rule.arithmetic(said).verdict is Verdict.PROVED
    assert len(asked) == questions


def test_all_that_is_known_of_integers_refutes_in_one_question(asked: list[str]) -> None:
    said = Implies(All((AtMost(m, n), AtMost(n, m + 1))), AtMost(n, m))
    with proofs_only():
        assert rule.arithmetic(said).verdict is Verdict.UNDECIDED
    assert len(asked) == 1
    assert rule.arithmetic(said).verdict is Verdict.UNDECIDED
    assert len(asked) == 3


def test_what_follows_with_less_is_proved_where_all_is_too_much(
    asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    decide = rule.prove_for_all

    def unsure(claim: Any, **options: Any) -> Any:
        found = decide(claim, **options)
        return type(found).undecided("too much") if len(asked) == 1 else found

    monkeypatch.setattr(rule, "prove_for_all", unsure)
    with proofs_only():
        assert rule.arithmetic(Implies(AtMost(m, n), AtMost(m, n + 1))).verdict is Verdict.PROVED
    assert len(asked) == 2


z = sp.Symbol("z", real=True)
F = sp.Function("F", real=True)


@pytest.mark.parametrize(
    "said",
    [
        AtMost(0, z * z),
        AtMost(0, z ** (2 * n)),
        AtMost(0, F(n) ** 2),
        AtMost(z, sp.Abs(z)),
        Implies(AtMost(0, z), AtMost(sp.Abs(z), z)),
    ],
)
def test_squares_and_absolute_values_are_known(said: Conclusion) -> None:
    assert rule.arithmetic(said).verdict is Verdict.PROVED


@pytest.mark.parametrize("said", [AtMost(0, z**3), AtMost(sp.Abs(z), z), AtMost(0, z**n)])
def test_no_more_than_that_is_known(said: Conclusion) -> None:
    assert rule.arithmetic(said, seconds=1).verdict is Verdict.UNDECIDED


def test_a_sum_of_squares_of_differences_is_not_negative() -> None:
    world = Symbolic()
    x, c = world.array("x", world.size("d")), world.array("c")
    assert rule.arithmetic(AtMost(0, (x - c) @ (x - c))).verdict is Verdict.PROVED
    assert rule.arithmetic(AtMost(0, (x - c) @ x), seconds=1).verdict is Verdict.UNDECIDED


def test_which_of_two_numbers_is_larger() -> None:
    a, b = sp.symbols("a b", real=True)
    larger = exceeds(symbolic(a), symbolic(b)).expression
    assert exceeds(Fraction(1, 2), Fraction(1, 2)) == 0
    assert exceeds(3, 2) == 1
    assert rule.arithmetic(Implies(Less(b, a), Equal(larger, 1))).verdict is Verdict.PROVED
    assert rule.arithmetic(Implies(AtMost(a, b), Equal(larger, 0))).verdict is Verdict.PROVED
    assert rule.arithmetic(Implies(AtMost(b, a), Equal(larger, 1))).verdict is Verdict.UNDECIDED
    with pytest.raises(ArgumentError, match="known to be real"):
        exceeds(symbolic(sp.Symbol("u", complex=True)), symbolic(a))


def test_a_failure_is_told_in_the_names_of_the_statement() -> None:
    b = sp.Symbol("b", positive=True)
    with noting_points() as points:
        found = rule.arithmetic(AtMost(n * b**m, m * b**m))
    assert found.verdict is Verdict.UNDECIDED
    assert found.counterexample is None
    (point,) = points
    assert {*point.values} == {"n", "m"}
    assert point.values["n"] > point.values["m"]
    assert "n [b^m] ≤ m [b^m]" in str(found)
    assert "b^m is taken for " in str(found)


def test_values_of_sequences_and_sums_are_written_as_in_derivations() -> None:
    found = rule.arithmetic(AtMost(F(n) + sp.Sum(F(m), (m, 0, n)), 3 * F(n + 1)))
    assert "F_n + [Σ_(m=0)^n F_m] ≤ 3 F_(n + 1)" in str(found)


def test_powers_with_an_even_exponent_are_not_negative_and_need_not_be_0():
    y = sp.Symbol("y", real=True)
    for power in (y ** (2 * n), x**n):
        assert rule.arithmetic(AtMost(0, power)).verdict is Verdict.PROVED
        assert rule.arithmetic(Equal(power, 0)).verdict is not Verdict.PROVED
        assert rule.arithmetic(AtMost(power, 0)).verdict is not Verdict.PROVED
    assert rule.arithmetic(AtMost(0, y**n)).verdict is not Verdict.PROVED


def test_a_power_of_a_positive_number_with_an_exponent_below_0_is_divided_by():
    b, k = sp.Symbol("b", positive=True), sp.Symbol("k", real=True)
    c = sp.Symbol("c", real=True)
    for whole, verdict in ((2, True), (3, False)):
        said = Implies(Equal(c, b**k), Equal(b ** (2 - k) * c, b**whole))
        assert (rule.arithmetic(said).verdict is Verdict.PROVED) is verdict


def test_a_division_by_zero_says_what_may_be_assumed_of_the_divisor():
    c = sp.Symbol("c", real=True)
    found = rule.arithmetic(AtMost(0, 1 / c**2))
    assert found.verdict is not Verdict.PROVED
    assert "The divisor may be 0: c." in found.reason
    assert "or assume Less(0, c)" in found.reason
