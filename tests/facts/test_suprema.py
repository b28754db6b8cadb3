"""What is nearly a fact about suprema is refuted also where it is wrong by little."""

import random
from fractions import Fraction

import pytest

from theorem_checks.facts.suprema import BALL, SIGNS

SMALL = Fraction(1, 10)


@pytest.mark.parametrize(
    ("fact", "drawn"),
    [
        (SIGNS, {"a": [Fraction(1)], "rate": SMALL}),
        (BALL, {"v": [SMALL, SMALL], "w": [SMALL, SMALL]}),
    ],
    ids=["signs", "ball"],
)
def test_what_is_wrong_by_little_is_wrong(fact, drawn):
    assert fact.holds(**drawn)
    assert not fact.nearly(**drawn)


def test_rates_of_both_signs_are_tried():
    rates = [SIGNS.draw(random.Random(seed))["rate"] for seed in range(40)]
    assert min(rates) < 0 < max(rates)
