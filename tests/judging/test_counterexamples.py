"""A statement is run where a proof of it fails, and is false there, or said to be true."""

import pytest

from theorem_checks import (
    All,
    AtMost,
    Counterexample,
    Evidence,
    Implies,
    Less,
    Verdict,
    arithmetic,
    prove,
    prove_by_strong_induction,
)
from theorem_checks.judging.judge import at_instances, judged


def says_bounded(at_most, w):
    """Where j <= T or b is at most what is given, j b^T is at most T b^T: only for j <= T."""
    b, j, T = w.number("b", positive=True, small=True), w.size("j"), w.size("T")
    return Implies(AtMost(b, at_most), AtMost(j * b**T, T * b**T))


SMALL = [{"j": 1, "T": T} for T in (1, 2, 3)]


def test_the_values_at_which_arithmetic_fails_are_tried():
    assert at_instances(says_bounded, 1, SMALL).verdict is Verdict.HOLDS
    found = judged(says_bounded, arithmetic, 1, instances=SMALL)
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample is not None
    values = found.counterexample.values
    assert values["j"] > values["T"]


def says_even(_, w):
    """A power that arithmetic takes for any positive number is at least 1."""
    b, n = w.number("b", positive=True), w.size("n")
    return AtMost(1, (1 + b) ** (2 * n))


def test_where_the_statement_is_true_nothing_is_refuted():
    found = judged(says_even, arithmetic, None)
    assert found.verdict is Verdict.UNDECIDED
    assert "Arithmetic alone does not show it: claimed 1 ≤ " in found.reason
    assert "is taken for" in found.reason
    assert found.counterexample is None


def says_at_most(factor, w):
    """What is at most x_0 at first, and then at most x_0 (c + 1)^t, is at most c times that."""
    c = w.number("c", nonnegative=True)
    x = w.recurrence("x", 2, lambda x, t: c * x[t])
    return w.for_all("t", lambda t: AtMost(x[t], factor(c) * 2 * (c + 1) ** t))


def test_the_values_at_which_a_step_of_an_induction_fails_are_tried():
    large = [{"c": 1 + n} for n in range(3)]
    assert at_instances(says_at_most, lambda c: c, large).verdict is Verdict.HOLDS
    found = judged(says_at_most, prove_by_strong_induction, lambda c: c, instances=large)
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample is not None
    assert found.counterexample.values["c"] < 1
    assert judged(says_at_most, prove_by_strong_induction, lambda _: 1).verdict is Verdict.PROVED


def says_of_all_numbers(least, w):
    """What is true of all small numbers, and false of large ones."""
    x = w.number("x")
    return AtMost(w.call(least, x), x**2 + 10**6)


def says_of_powers(least, w):
    """The same for each n, by an induction."""
    x = w.number("x", nonnegative=True)
    return w.for_all("n", lambda n: AtMost(w.call(least, x, n), (1 + x) ** n))


@pytest.mark.parametrize(
    ("says", "false", "true"),
    [
        (says_of_all_numbers, lambda x: x**3 / 10**6, lambda x: x**2 / 2),
        (
            says_of_powers,
            lambda x, n: 1 + n * x + n * (n - 1) * x**3 / 10**6,
            lambda x, n: 1 + n * x,
        ),
    ],
)
def test_where_large_numbers_make_an_obligation_false_the_statement_is_run_at_them(
    says, false, true
):
    assert at_instances(says, false).verdict is Verdict.HOLDS
    found = judged(says, prove, false)
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample is not None
    values = found.counterexample.values
    x, n = int(values["x"]), int(values.get("n", 0))
    sides = (false(x), x**2 + 10**6) if says is says_of_all_numbers else (false(x, n), (1 + x) ** n)
    assert sides[0] > sides[1]
    assert judged(says, prove, true).verdict is Verdict.PROVED


def _obligation(**values):
    """A proof of which an obligation fails at values, whatever is so of the statement."""
    failed = Evidence.refuted(Counterexample(values, explanation="an obligation fails"))
    return lambda _: failed


def test_that_the_statement_is_true_there_is_said_where_it_was_run_there():
    found = judged(says_of_all_numbers, _obligation(x=10**5), lambda x: x**2 / 2)
    assert found.verdict is Verdict.UNDECIDED
    assert "fails, the statement does not: REFUTED: at x = 100000" in found.reason


@pytest.mark.parametrize("values", [{"y": 10**5}, {"x": 10**101}])
def test_else_nothing_is_said_of_the_statement(values):
    found = judged(says_of_all_numbers, _obligation(**values), lambda x: x**2 / 2)
    assert found.verdict is Verdict.UNDECIDED
    assert "fails, of the statement itself that is not known: REFUTED" in found.reason


def says_of_positive_numbers(factor, w):
    """A positive number is less than its double, and the square of one that is not 0 than 2 y²."""
    x, y = w.number("x", positive=True), w.number("y", nonzero=True)
    return All((Less(x, factor * x), Less(y**2, factor * y**2)))


@pytest.mark.parametrize("values", [{"x": -3, "y": 1}, {"x": 3, "y": 0}])
def test_values_that_letters_may_not_have_refute_nothing(values):
    found = judged(says_of_positive_numbers, _obligation(**values), 2)
    assert found.verdict is Verdict.UNDECIDED
    assert "that is not known" in found.reason


def says_of_exponents(least, w):
    """A power with a real exponent."""
    x = w.number("x", nonnegative=True)
    return AtMost(w.call(least, x), 2**x)


def test_no_power_is_worked_out_that_has_as_many_digits_as_a_large_number_says():
    found = judged(says_of_exponents, _obligation(x=10**12), lambda _: 1)
    assert found.verdict is Verdict.UNDECIDED
    assert "that is not known" in found.reason
