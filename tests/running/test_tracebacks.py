"""What is told of an exception: rule, argument and place; long texts are cut in the middle."""

from fractions import Fraction

import pytest

from theorem_checks import (
    Equal,
    Implies,
    TheoremChecksError,
    induction,
    proof_of,
    prove,
    replacing,
)
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


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("prove_all = 1\nprov_all", "is not defined. Did you mean prove_all?"),
        ("by_chernoff", "It is a name of theorem_checks: from theorem_checks import by_chernoff"),
        ("from theorem_checks import AtMots", "Did you mean AtMost?"),
        ("A", "name 'A' is not defined"),
    ],
)
def test_of_a_name_that_is_not_there_the_nearest_is_told(code, told):
    with pytest.raises((NameError, ImportError)) as raised:
        exec(code, {})
    assert message_of(raised.value).endswith(told)


def test_what_a_rule_says_of_a_part_is_told_with_the_rule_and_the_line():
    def by(conclusion):
        return induction(conclusion, prove(conclusion), prove(conclusion))

    def says_squares(subject, w):
        return w.for_all("t", lambda t: Equal(w.call(subject, t), t * t))

    with pytest.raises(TheoremChecksError) as raised:
        proof_of(says_squares, by)(lambda t: t * t)
    said = said_of_check(raised.value, __file__)
    assert said.startswith("`induction`: base concludes ")
    assert said.endswith(f" At {__file__}:{by.__code__.co_firstlineno + 1}.")
