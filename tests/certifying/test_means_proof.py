"""Means of random tensors: what is stated of them, and what the kernel makes of it."""

from typing import Any

import pytest

from tests.certifying.shared import NEEDS_COQC
from theorem_checks.certifying.certificates import certificate_of
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.statements.conclusions import All, AtMost, Implies, Less, Mean, UniqueMinimum
from theorem_checks.statements.moments.laws import IID, Gaussian, Rademacher
from theorem_checks.statements.moments.statistics import bilinear, entry, inner, squared_norm, trace
from theorem_checks.statements.moments.tensors import RandomMatrix, RandomVector
from theorem_checks.statements.scalars import unwrapped


def squares(extra: int, law: Any = IID):
    """E tr (X X^T)^2 for a law of any kurtosis, with something added to it."""

    def says(_subject, w):
        d, n, s, k = w.size("d"), w.size("n"), w.number("s", positive=True), w.number("k")
        made = IID(variance=s, kurtosis=k) if law is IID else law(s)
        X = RandomMatrix("X", d, n, made)
        value = n * d * s**2 * (n + d + (k if law is IID else 1) - 2)
        return Mean(trace(X @ X.T @ X @ X.T), value + extra)

    return says


def constants(times):
    """E a^T X X^T b, with constant vectors, is that of a statistic without X."""

    def says(_subject, w):
        d, n = w.size("d"), w.size("n")
        X, a, b = RandomMatrix("X", d, n), w.constant("a", d), w.constant("b", d)
        return Mean(bilinear(a, X @ X.T, b), times * n * inner(a, b))

    return says


def independent(same):
    """E (x_0 y_0)^2 is 1 for independent x and y; with x twice it is the fourth moment."""

    def says(_subject, w):
        d = w.size("d")
        x, y = RandomVector("x", d), RandomVector("x" if same else "y", d)
        product = entry(x, 0) * entry(y, 0)
        return All((Mean(product * product, 1), Mean(entry(x, 0) * entry(x, 0), 1)))

    return says


def least(at: int, minimum: int | None = 1):
    """Where E |X - t|^2 is least."""

    def says(_subject, w):
        t, k = w.number("t"), w.number("k")
        x = RandomVector("x", w.size("d"), Gaussian(1, 3))
        a = entry(x, 0)
        said = UniqueMinimum((a * a - 2 * t * a + t**2) * k, unwrapped(t), at)
        return Implies(AtMost(minimum, k), said) if minimum else said

    return says


def positive(minus):
    """A mean, and that a number is positive."""

    def says(_subject, w):
        d, s = w.size("d"), w.number("s", positive=True)
        x = RandomVector("x", d, IID(variance=s))
        return All((Mean(squared_norm(x), d * s), Less(0, (d + s - minus) / d)))

    return says


def test_of_a_law_its_moments_are_stated_and_nothing_else():
    said = " ".join(certificate_of(squares(0), None).statement.split())
    assert "(W' : Type) (E' : expectation F W') (X : nat -> nat -> W' -> F)" in said
    assert "| 0%N, [:: a0'; a1'] => X a0' a1' w'" in said
    assert "[:: [:: 1; 0; s; moment'20'3'20'of'20'X; k * (s ^+ 2)]] [:: [:: d; n]]%N" in said
    assert "(moment'20'3'20'of'20'X : F)" in said


def test_an_expectation_bears_no_name_of_the_statement():
    def says(_subject, w):
        n = w.size("independent")
        return Mean(squared_norm(RandomVector("least", n)), n * 1)

    said = certificate_of(says, None).statement
    assert "(least'' : nat -> W' -> F)" in said
    assert "(independent'' : nat)" in said


def test_a_variable_that_is_bound_stands_nowhere_else():
    def says(_subject, w):
        d, t = w.size("d"), w.number("t")
        x = RandomVector("x", d)
        return All(
            (
                Mean(squared_norm(x) * t, t * d),
                UniqueMinimum(t**2 * squared_norm(x), unwrapped(t), 0),
            )
        )

    with pytest.raises(NoFormError, match="t, which is bound, elsewhere"):
        certificate_of(says, None)


def test_the_least_over_the_positive_numbers_is_another_statement():
    def says(_subject, w):
        t = w.number("t", positive=True)
        return UniqueMinimum(t**2 * squared_norm(RandomVector("x", w.size("d"))), unwrapped(t), 0)

    with pytest.raises(NoFormError, match="does not take all real values"):
        certificate_of(says, None)


def test_what_may_be_negative_is_not_said_to_be_positive():
    with pytest.raises(NoFormError, match=r"a proof that .* is positive"):
        certificate_of(positive(2), None)


def test_a_sign_that_is_not_known_is_not_taken_for_one():
    with pytest.raises(NoFormError, match="the sign of k"):
        certificate_of(least(3, minimum=None), None)


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_true_means_are_accepted_without_axioms_and_false_ones_are_not(rocq_folder):
    found = rule_on(
        {
            name: certificate_of(says, None)
            for name, says in {
                "squares": squares(0),
                "signs": squares(0, Rademacher),
                "normal": squares(0, Gaussian),  # of kurtosis 3
                "one_more": squares(1),
                "constants": constants(1),
                "moved": constants(2),
                "independent": independent(False),
                "dependent": independent(True),
                "least": least(3),
                "elsewhere": least(2),
                "positive": positive(1),
            }.items()
        },
        rocq_folder,
    )
    accepted = {name for name, ruling in found.items() if ruling.accepted}
    assert accepted == {"squares", "signs", "constants", "independent", "least", "positive"}
    assert all(found[name].axioms == () for name in accepted)


TRACES = {
    1: lambda n, d: n * d,
    2: lambda n, d: n * d * (n + d + 1),
    3: lambda n, d: n * d * (n**2 + d**2 + 3 * n * d + 3 * (n + d) + 4),
    4: lambda n, d: (
        n * d * (n**3 + d**3 + 6 * n * d * (n + d) + 6 * (n**2 + d**2) + 17 * n * d)
        + n * d * (21 * (n + d) + 20)
    ),
}
"""E tr (G G^T)^k of an n x d matrix of independent standard normal entries."""


def powers(k, extra=0):
    """E tr (G G^T)^k, with something added to it."""

    def says(_subject, w):
        n, d = w.size("n"), w.size("d")
        G = RandomMatrix("G", n, d, Gaussian())
        return Mean(trace((G @ G.T) ** k), TRACES[k](n, d) + extra)

    return says


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_mean_traces_of_powers_up_to_the_fourth_are_accepted_for_all_sizes(rocq_folder):
    asked = {f"power_{k}": certificate_of(powers(k), None) for k in TRACES}
    found = rule_on(asked | {"wrong": certificate_of(powers(4, 1), None)}, rocq_folder)
    assert {name for name, ruling in found.items() if ruling.accepted} == set(asked)
    assert all(found[name].axioms == () for name in asked)
