"""Integers are told from what only looks like them, in the toolkit as in the constructions."""

import pytest
import sympy

import constructions.errors
import theorem_checks.errors


@pytest.mark.parametrize("errors", [constructions.errors, theorem_checks.errors])
@pytest.mark.parametrize(
    ("value", "least", "expected"),
    [
        (True, None, "an integer"),
        (1.0, None, "an integer"),
        ("3", 0, "a nonnegative integer"),
        (-1, 0, "a nonnegative integer"),
        (0, 1, "a positive integer"),
        (False, 0, "a nonnegative integer"),
        (14, 15, "an integer from 15 on"),
    ],
)
def test_what_is_no_integer_of_the_range_is_an_error(errors, value, least, expected) -> None:
    with pytest.raises(errors.ArgumentError, match=f"size=.*expected {expected}\\."):
        errors.require_integer("size", value, least)
    with pytest.raises(errors.ArgumentError, match=r"expected a number of tokens\."):
        errors.require_integer("size", value, least, expected="a number of tokens")


@pytest.mark.parametrize("errors", [constructions.errors, theorem_checks.errors])
def test_integers_from_the_least_on_are_returned(errors) -> None:
    assert [errors.require_integer("size", n, 0) for n in (0, 7, 10**30)] == [0, 7, 10**30]
    assert errors.require_integer("shift", -3) == -3


def test_the_nearest_names_are_first_those_that_begin_so() -> None:
    known = ["own/thm-3.2", "own/thm-4.1-loss-at-first", "own/thm-4.1-init"]
    said = theorem_checks.errors.nearest("own/thm-4.1", known)
    assert said == " Did you mean own/thm-4.1-init, own/thm-4.1-loss-at-first, own/thm-3.2?"
    assert theorem_checks.errors.nearest("", known) == ""


def test_what_is_exact_and_no_fraction_is_told_from_what_is_not_exact() -> None:
    for value, wanted in (
        (sympy.sqrt(2), "a rational number"),
        (sympy.Float("0.5"), "an exact value"),
        (0.5, "an exact value"),
    ):
        assert theorem_checks.errors.ExactnessError("x", value).expected == wanted
