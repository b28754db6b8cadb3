"""Whether a pure function gives what was read of it."""

from dataclasses import replace

from theorem_checks.judging.pure_values import is_read_right
from theorem_checks.statements.pure.conclusions import PureCall, pure, side_of


def times(a: int, b: int) -> int:
    return a * b if b <= a else 0


def plus(a: int, b: int) -> int:
    return a + b


def test_a_function_that_gives_something_else_than_what_was_read_is_noticed():
    side = side_of(pure(times, "a", "b"))
    assert is_read_right(side, seed=0)
    others = plus, lambda a, b: times(a, b) if a < 3 else b, lambda a, b: None
    for other in others:
        assert not is_read_right(replace(side, call=PureCall(other, ("a", "b"))), seed=0)
