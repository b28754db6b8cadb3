"""Letters go on after z, and those inside are Roman numbers."""

from theorem_checks.statements.letters import letter_at, roman_at


def test_the_letters_go_on_after_z():
    assert list(map(letter_at, (0, 1, 25, 26, 27))) == ["(a)", "(b)", "(z)", "(aa)", "(ab)"]


def test_inner_letters_are_roman_numbers():
    assert list(map(roman_at, (0, 3, 4, 8, 13))) == ["(i)", "(iv)", "(v)", "(ix)", "(xiv)"]
