"""Letters go on after z."""

from theorem_checks.statements.letters import letter_at


def test_the_letters_go_on_after_z():
    assert list(map(letter_at, (0, 1, 25, 26, 27))) == ["(a)", "(b)", "(z)", "(aa)", "(ab)"]
