"""Counterexamples on pages are sentences."""

import pytest

from theorem_checks.reporting.pages.counterexamples import counterexample_said
from theorem_checks.verdicts.counterexamples import LEFT_AND_RIGHT, Counterexample

PART = r"\text{part (d) of (a)–(d)}"


@pytest.mark.parametrize(
    ("explanation", "part", "said"),
    [
        ("", "", "Left side `1`, right side `2`."),
        ("the sides differ", "", "Left side `1`, right side `2`: the sides differ."),
        ("entry [0]", "x = y", r"False is $x = y$. Left side `1`, right side `2`: entry \[0\]."),
        (
            "the sides differ, in part (d) of (a)–(d)",
            PART,
            "Left side `1`, right side `2`: the sides differ, in part (d) of (a)–(d).",
        ),
        ("", PART, "Part (d) of (a)–(d) is false. Left side `1`, right side `2`."),
    ],
)
def test_what_explains_it_ends_the_sentence_before_and_a_part_goes_by_its_letter_once(
    explanation, part, said
):
    found = Counterexample({"n": 2}, "1", "2", explanation, part=part, sides=LEFT_AND_RIGHT)
    assert counterexample_said(found) == f"Counterexample: `n = 2`. {said}"


def test_without_values_and_of_nothing():
    assert counterexample_said(None) == ""
    said = counterexample_said(Counterexample({}, explanation="the outputs differ."))
    assert said == "Counterexample: the outputs differ."
