"""Jumps are seen from the first call on, however a function is run; nothing stays behind."""

import sys
from collections.abc import Iterator
from functools import partial

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


def test_the_way_into_a_loop_is_seen():
    def looped(n):
        for _ in range(n):
            return 1
        return 0

    (_, once), (_, never) = (ways_of(partial(looped, n)) for n in (1, 0))
    _, both = ways_of(partial(all, map(looped, (2, 0))))
    assert any("looped" in said for said in other_ways(never, once))
    assert any("looped" in said for said in other_ways(once, never))
    assert not other_ways(both, once)


def test_a_loop_may_have_other_turns():
    def total(parts):
        return sum(part * part for part in parts)

    (_, few), (_, many) = (ways_of(partial(total, range(n))) for n in (2, 9))
    assert not other_ways(few, many)


def test_one_who_ends_the_watch_is_told_of():
    def ends(n):
        sys.settrace(None)
        if sys.version_info >= (3, 12):
            for tool in (3, 4):
                if sys.monitoring.get_tool(tool) is not None:
                    sys.monitoring.set_events(tool, 0)
        return sign(n)

    _, ended = ways_of(partial(ends, -1))
    assert any("ends what watches it" in said for said in other_ways(ended, ended))
    _, seen = ways_of(partial(sign, -1))
    assert not other_ways(seen, seen)
