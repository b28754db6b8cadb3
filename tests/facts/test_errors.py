"""The search for a place where tanh is steeper, or less steep, than a fact says would see one."""

from fractions import Fraction

import pytest

from theorem_checks.facts import errors


class Linear(float):
    """A number of which tanh would be a multiple."""

    slope = 1.0

    def tanh(self) -> float:
        return self.slope * self


@pytest.mark.parametrize(("slope", "expected"), [(2.0, False), (1.0, True), (0.5, False)])
def test_slopes_are_looked_at_from_above_and_from_below(
    slope: float, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Linear, "slope", slope)
    monkeypatch.setattr(errors, "as_ball", Linear)
    a, b = Fraction(-1, 4), Fraction(1, 2)
    assert errors._has_slopes(a, b, b, Fraction(1)) is expected
