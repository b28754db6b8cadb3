"""Jumps are seen from the first call on, however a function is run; nothing stays behind."""

import sys
from collections.abc import Iterator

import pytest

from theorem_checks.statements.control_flow import other_ways, ways_of


def sign(n: int) -> int:
    return -1 if n < 0 else 1


def signs(n: int) -> Iterator[int]:
    while True:
        yield -1 if n < 0 else 1
        n += 2


def test_the_first_call_of_a_function_is_seen():
    space: dict = {"__name__": "__main__"}
    for n in (-1, 1):
        exec(compile("def new(n): return -1 if n < 0 else 1", "<stdin>", "exec"), space)
        found, seen = ways_of(lambda n=n: space["new"](n))
        assert found == n
        assert sum(place >= 0 for _, place in seen) == 1


def test_a_generator_that_goes_on_is_seen():
    going = signs(-3)
    next(going)
    _, low = ways_of(lambda: next(going))
    next(going)
    _, high = ways_of(lambda: next(going))
    assert any("signs" in said for said in other_ways(low, high))


def test_what_watches_inside_takes_over_and_gives_back():
    def run(n):
        _, inner = ways_of(lambda: sign(-n))
        return inner, sign(n)

    (inner_low, _), low = ways_of(lambda: run(-1))
    (inner_high, _), high = ways_of(lambda: run(1))
    for one, other in ((low, high), (inner_low, inner_high), (inner_low, low)):
        assert any("sign" in said for said in other_ways(one, other))


def test_a_jump_over_a_long_way_is_seen():
    lines = "\n".join(["        r = r + 0"] * 300)
    space: dict = {"__name__": "__main__"}
    text = f"def long(n):\n    r = 2 * n\n    if n > 3:\n{lines}\n    return r"
    exec(compile(text, "<stdin>", "exec"), space)
    _, low = ways_of(lambda: space["long"](1))
    _, high = ways_of(lambda: space["long"](5))
    assert any("long" in said for said in other_ways(low, high))


def test_an_error_ends_it():
    def fails():
        sign(1)
        raise ZeroDivisionError

    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            ways_of(fails)
    assert sys.gettrace() is None
    if sys.version_info >= (3, 12):
        assert all(sys.monitoring.get_tool(number) is None for number in (3, 4))
        assert sys.monitoring.get_local_events(4, sign.__code__) == 0
