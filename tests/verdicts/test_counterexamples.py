"""Counterexamples in words: both sides first, and of long arrays what a reader wants."""

from theorem_checks import Counterexample

ROW = list(range(100, 150))
OTHER = [*ROW[:-1], 7]


def test_long_sides_are_told_where_they_first_differ():
    found = Counterexample({"n": 50}, str(ROW), str(OTHER), "the sides differ")
    assert found.difference_lines == [
        "differ first in entry 50 of 50 (whole: --json)",
        "claimed: 149",
        "found: 7",
        "the sides differ",
    ]
    told = "entry 50 of 50: claimed 149, found 7; the sides differ"
    assert str(found) == f"at n = 50; {told}"
    assert found.to_json()["claimed"] == str(ROW)


def test_a_line_has_the_entry_that_differs():
    found = Counterexample({"x": ROW, "y": ROW, "z": ROW}, str(ROW), str(OTHER), "they differ")
    assert "entry 50 of 50: claimed 149, found 7; they differ" in found.in_short(120)


def test_short_sides_stand_as_they_are():
    found = Counterexample({}, "[1, 2]", "[1, 3]")
    assert found.difference_lines == ["claimed: [1, 2]", "found: [1, 3]"]


def test_long_values_are_told_in_short_and_kept():
    found = Counterexample({"n": 50, "x": ROW, "y": 1}, "1", "2", read=("n", "x"))
    cut = "[100, 101, 102, 103, 104, 105, 106, 107, …]"
    assert found.value_lines == [
        "n = 50",
        f"x = {cut} (50 entries; whole: --json)",
        "and 1 more value, not read by what is false",
    ]
    assert found.to_json()["values"]["x"] == ROW


def test_numbers_of_an_author_are_told_as_one_writes_them():
    assert Counterexample({}, "[Fraction(1, 2)]", "[Fraction(3, 1)]").claimed == "[1/2]"
