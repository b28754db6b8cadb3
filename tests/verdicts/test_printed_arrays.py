"""Of arrays in print: where two first differ, and a long one in short."""

import pytest

from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.printed_arrays import first_difference, shortened


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("[1, 2, 3]", "[1, 2, 4]", ("entry 3 of 3", "3", "4")),
        ("[[1, 2], [3, 4]]", "[[1, 2], [0, 4]]", ("entry (2, 1) of 2 x 2", "3", "0")),
        ("([1, 2], [3])", "([1, 2], [4])", ("part 2, entry 1 of 1", "3", "4")),
        ("[f(1, 2), 3]", "[f(1, 3), 3]", ("entry 1 of 2", "f(1, 2)", "f(1, 3)")),
        ("[1, 2]", "[1, 2]", None),
        ("[1, 2]", "[1, 2, 3]", None),
        ("[[1], [2, 3]]", "[[1], [2, 4]]", None),
        ("1/2", "1/3", None),
        ("(1, 2)", "(1, 3)", None),
        ("[]", "[]", None),
    ],
)
def test_the_first_difference(one, other, found):
    assert first_difference(one, other) == found


def test_a_long_array_has_its_first_entries_and_its_shape():
    row = str(list(range(10, 40)))
    cut = "[10, 11, 12, 13, 14, 15, 16, 17, 18, 19, …]"
    assert shortened(f"on {row}, at [1, 2]", 20) == f"on {cut} (30 entries), at [1, 2]"
    assert shortened(f"[{row}, {row}]", 20) == f"[{cut}, …] (2 x 30)"
    assert shortened(row, 20, "whole: there") == f"{cut} (30 entries; whole: there)"
    assert shortened(row, len(row)) == row


def test_the_first_entry_is_told_whatever_its_length():
    entry = "9" * 60
    assert shortened(f"[{entry}, 1]", 20) == f"[{entry}, …] (2 entries)"


@pytest.mark.parametrize("text", ["[[1, 2, 3], [1, 2]]", "[1, 2, 3", "no array ] of these"])
def test_what_is_no_array_stays(text):
    assert shortened(text, 3) == text


def test_numbers_have_no_types():
    told = "[Fraction(594, 25), Fraction(-7, 1), mpz(3), mpq(1,2), aFraction(1, 2)]"
    assert Counterexample({}, told, "").claimed == "[594/25, -7, 3, 1/2, aFraction(1, 2)]"
