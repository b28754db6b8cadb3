"""What calls of pure functions name: one call, or one for each entry."""

import pytest

from constructions.lsrl.language.cyclotomic import Number
from constructions.lsrl.language.numbers import ONE
from theorem_checks import SameValues, pure, pure_each
from theorem_checks.errors import ArgumentError


def moved(by: Number, x: Number) -> Number:
    return x + by


def all_moved(by: Number, xs: tuple[Number, ...]) -> tuple[Number, ...]:
    return tuple(x + by for x in xs)


def all_twice(by: Number, xs: tuple[Number, ...]) -> tuple[Number, ...]:
    return tuple(x + by + by for x in xs)


EACH = pure_each(moved, "by", pure_each(moved, "by", "xs"))


def test_a_call_for_each_entry_runs_and_is_read_so():
    said = SameValues(EACH, pure(all_twice, "by", "xs"))
    given = {"by": ONE, "xs": (ONE, ONE + ONE)}
    assert said.one.run(given) == EACH.run(given) == (ONE + 2, ONE + 3)
    assert said.arguments == {"by": ("num",), "xs": ("seq", ("num",))}
    assert said.fails_on(0) is None
    assert SameValues(EACH, pure(all_moved, "by", "xs")).fails_on(0) is not None
    assert "each moved(by, each moved(by, xs))" in EACH.said


def test_what_is_gone_through_has_to_be_there():
    with pytest.raises(ArgumentError, match="gone through"):
        pure_each(moved)
    with pytest.raises(ArgumentError, match="arguments of the type"):
        SameValues(pure_each(moved, "by", "by"), pure(all_moved, "by", "xs"))
