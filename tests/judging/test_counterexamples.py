"""A statement is run where a proof of it fails, and is false there, or said to be true."""

from theorem_checks import AtMost, Implies, Verdict, arithmetic, prove_by_strong_induction
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
