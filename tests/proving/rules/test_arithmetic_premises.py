"""Premises of arithmetic: evidence by itself, and what is proved of all numbers, at others."""

import pytest
import sympy as sp

from theorem_checks import (
    ArgumentError,
    AtMost,
    Evidence,
    Verdict,
    arithmetic,
    at_numbers,
    log,
    proof_of,
    prove,
)

s, t = sp.Symbol("s", real=True, positive=True), sp.Symbol("t", real=True, positive=True)
m = sp.Symbol("m", real=True)
TANGENT = AtMost(sp.log(t), t - 1)
WANTED = AtMost(0, s + m**2 - 1 - sp.log(s))


def test_evidence_says_by_itself_what_it_concludes():
    tangent = prove(AtMost(sp.log(s), s - 1))
    assert arithmetic(WANTED, tangent).verdict is Verdict.PROVED
    assert arithmetic(AtMost(0, s + m**2 - 2 - sp.log(s)), tangent).verdict is Verdict.UNDECIDED
    said = tangent.statement
    assert said is not None
    assert arithmetic(WANTED, (said.conclusion, tangent)).verdict is Verdict.PROVED


def test_what_was_not_proved_is_no_premise():
    false = prove(AtMost(sp.log(s), s - 2))
    assert arithmetic(WANTED, false).verdict is Verdict.UNDECIDED
    with pytest.raises(ArgumentError, match="premise 2"):
        arithmetic(WANTED, false, Evidence.holds(scope="nothing"))


def test_numbers_take_the_place_of_a_symbol_of_their_sort():
    assert arithmetic(WANTED, at_numbers(TANGENT, {t: s})).verdict is Verdict.PROVED
    other = AtMost(0, s**2 + m**2 - 1 - sp.log(s**2))
    assert arithmetic(other, at_numbers(TANGENT, {t: s**2})).verdict is Verdict.PROVED
    more = AtMost(0, s + m**2 - 2 - sp.log(s))  # not of s = 1 and m = 0
    assert arithmetic(more, at_numbers(TANGENT, {t: s + 1})).verdict is not Verdict.PROVED
    with pytest.raises(ArgumentError, match="positive"):
        at_numbers(TANGENT, {t: m})
    false = at_numbers(AtMost(sp.log(t), t - 2), {t: s})
    assert arithmetic(WANTED, false).verdict is Verdict.UNDECIDED


def test_the_divergence_of_normal_laws_is_not_negative():
    def says(divergence, w):
        return AtMost(0, w.call(divergence, w.number("m"), w.number("s", positive=True)))

    def by_tangent(conclusion):
        return arithmetic(conclusion, at_numbers(TANGENT, {t: s}))

    check = proof_of(says, by_tangent)
    assert check(lambda m, s: (s + m**2 - 1 - log(s)) / 2).verdict is Verdict.PROVED
    assert check(lambda m, s: (s + m**2 - 1 - 2 * log(s)) / 2).verdict is not Verdict.PROVED
    late = check(lambda m, s: (s + m**2 - 1 - log(s)) / 2 - (1 if s > 10**6 else 0))
    assert late.verdict is not Verdict.PROVED
