"""Boxes, and how they are halved."""

from fractions import Fraction

from theorem_checks.solving.boxes import Box


def test_a_box_is_halved_along_its_longest_side_and_counts_it():
    box = Box.of({"x": (0, 1), "y": (0, 4)})
    low, high = box.halves()
    assert (low.sides, high.sides) == (
        {"x": (0, 1), "y": (0, 2)},
        {"x": (0, 1), "y": (2, 4)},
    )
    assert [part.depth for part in (box, low, high, *low.halves())] == [0, 1, 1, 2, 2]
    assert list(Box.of({"x": (1, 1)}).halves()) == []


def test_a_box_is_cut_at_places_inside_of_it():
    box = Box.of({"x": (0, 1)})
    parts = list(box.cut_at("x", (Fraction(1, 3), Fraction(1), Fraction(2))))
    assert [part.sides["x"] for part in parts] == [(0, Fraction(1, 3)), (Fraction(1, 3), 1)]
    assert {part.depth for part in parts} == {0}
