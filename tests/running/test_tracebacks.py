"""What is told of an exception: rule, argument and place; long texts are cut in the middle."""

from fractions import Fraction

import pytest

from theorem_checks import Equal, Implies, TheoremChecksError, proof_of, prove, replacing
from theorem_checks.running.tracebacks import brief, message_of, said_of_check


def test_of_a_long_text_both_ends_are_left():
    text = "a" * 1000 + "b" * 7 + "c" * 1000
    assert brief(text) == f"{'a' * 1000} ... (7 characters) ... {'c' * 1000}"
    assert brief("x" * 2000) == "x" * 2000
    assert len(message_of(ValueError(text * 10))) < 2100


def says(subject, w):
    n = w.size("n")
    A, v, one = w.array("A", n, n), w.array("v", n), w.ones(n)
    return Implies(Equal(A.T @ one, one), Equal(w.call(subject, A, v), (one * v).sum()))


def with_too_few_places(conclusion):
    return replacing(conclusion, conclusion.body.lhs)


LINE = with_too_few_places.__code__.co_firstlineno + 1


def raised_by(proof):
    with pytest.raises(TheoremChecksError) as raised:
        proof_of(says, proof)(lambda A, v: (A @ v).sum())
    return raised.value


def test_of_a_rule_that_is_called_wrongly_rule_argument_and_place_are_told():
    said = said_of_check(raised_by(with_too_few_places), __file__)
    assert said == (
        f"`replacing`: places=0 is not valid: expected 1 free arrays. At {__file__}:{LINE}."
    )


def test_of_a_proof_that_is_given_as_it_is_the_rule_is_told_and_no_place():
    said = said_of_check(raised_by(prove), __file__)
    assert said.startswith("`prove`: conclusion=")
    assert "At " not in said


def test_of_an_error_within_a_rule_no_line_of_the_standard_library_is_told():
    with pytest.raises(ValueError, match="Invalid literal") as raised:
        next(iter(map(Fraction, ["x"])))
    found = said_of_check(raised.value, "claims.py")
    assert found.startswith("The check raised ValueError: ")
    assert f" at {__file__}:" in found
