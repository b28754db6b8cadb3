"""Means of largest entries and of suprema over balls: Massart's lemma, and linear classes."""

from fractions import Fraction

import pytest

from theorem_checks import (
    ArgumentError,
    AtMost,
    BallMean,
    MaximumMean,
    Rademacher,
    RandomMatrix,
    RandomVector,
    Verdict,
    by_suprema,
    instances_of,
    log,
    proof_of,
    sqrt,
    trace,
)
from theorem_checks.judging.instances import difference_at
from theorem_checks.statements.suprema import RowsWithin
from theorem_checks.statements.worlds.concrete import Concrete


def says_finite(bound, w):
    N, n, r = w.size("N", least=2), w.size("n"), w.number("r", positive=True)
    A = w.rows_within("A", N, n, r)
    return MaximumMean(A @ RandomVector("s", n, Rademacher()) / n, w.call(bound, N, n, r))


def says_ball(bound, w):
    n, d, B = w.size("n"), w.size("d"), w.number("B", nonnegative=True)
    X = w.constant("X", n, d)
    S = w.value("S", trace(X @ X.T), nonnegative=True)
    return BallMean(X.T @ RandomVector("s", n, Rademacher()), B, w.call(bound, B, S))


def test_massarts_lemma_for_all_sizes():
    check = proof_of(says_finite, by_suprema)
    found = check(lambda N, n, r: r * sqrt(2 * log(N)) / n)
    assert found.verdict is Verdict.PROVED
    assert {str(ground) for ground in found.grounds} == {
        "fact:largest-of-several",
        "fact:sum-of-signs",
    }
    assert found.scope.endswith("with N >= 2 and rows of A of length r at most")
    assert check(lambda N, n, r: r * sqrt(3 * log(N)) / n).verdict is Verdict.PROVED
    assert check(lambda N, n, r: r * sqrt(log(N)) / n).verdict is Verdict.REFUTED
    assert check(lambda N, n, r: r * sqrt(Fraction(199, 100) * log(N)) / n).verdict in (
        Verdict.UNDECIDED,
        Verdict.REFUTED,
    )


def test_what_is_wrong_for_many_vectors_is_not_proved():
    def late(N, n, r):
        return r * sqrt(2 * log(N)) / n - r * (N - 2) * (N - 3) * (N - 4) * (N - 5) / 10**9

    assert proof_of(says_finite, by_suprema)(late).verdict is not Verdict.PROVED


def test_the_linear_class_over_a_ball():
    check = proof_of(says_ball, by_suprema)
    found = check(lambda B, S: B * sqrt(S))
    assert found.verdict is Verdict.PROVED
    assert {str(ground) for ground in found.grounds} == {
        "fact:jensen-norm",
        "fact:supremum-over-ball",
    }
    assert check(lambda B, S: 2 * B * sqrt(S)).verdict is Verdict.PROVED
    assert check(lambda B, S: B * sqrt(S) / 2).verdict is Verdict.REFUTED
    assert check(lambda B, S: B * S).verdict is not Verdict.PROVED


def test_at_instances_all_choices_of_signs_are_run():
    check = instances_of(says_finite, [{"N": 3, "n": 4, "r": 2}])
    assert check(lambda N, n, r: r * sqrt(2 * log(N)) / n).verdict is Verdict.HOLDS
    assert check(lambda N, n, r: r / (100 * n)).verdict is Verdict.REFUTED


def test_rows_are_as_long_as_they_are_said_to_be():
    w = Concrete({"N": 4, "n": 3}, 5)
    A = w.rows_within("A", w.size("N"), w.size("n"), 2)
    assert difference_at(RowsWithin(A, 2), w) is None
    assert difference_at(RowsWithin(A, Fraction(1, 10)), w) is not None


def test_what_is_no_supremum_is_an_error():
    with pytest.raises(ArgumentError, match="a MaximumMean or a BallMean"):
        by_suprema(AtMost(0, 1))
    with pytest.raises(ArgumentError, match="a column"):
        MaximumMean(RandomMatrix("W", 2, 3), 1)
    with pytest.raises(ArgumentError, match="a constant matrix"):
        RowsWithin(RandomMatrix("W", 2, 3), 1)
