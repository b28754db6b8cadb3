"""What pure functions give by the data that was read of them: the same as they themselves."""

from typing import NamedTuple

import pytest

from constructions.lsrl.language.cyclotomic import Number
from constructions.lsrl.language.numbers import ONE, ZERO
from theorem_checks import pure
from theorem_checks.statements.pure.conclusions import side_of
from theorem_checks.statements.pure.interpreting import value_by_data


class Dot(NamedTuple):
    size: int


class Bar(NamedTuple):
    by: Number
    kept: tuple[int, ...]


def told(shape: Dot | Bar, n: int) -> tuple[int, ...]:
    match shape:
        case Dot(size):
            return (size,) * n
        case Bar(_, kept):
            return (*kept, n) if len(kept) > 1 else ()


def each_told(shapes: tuple[Dot | Bar, ...], n: int) -> tuple[int, ...]:
    return tuple(x for one in shapes if n < 3 for x in told(one, n) if x != 1)


def before(xs: tuple[int, ...]) -> tuple[int, ...]:
    """What is gone through has the values from before the loop that changes them."""
    seen = xs
    for x in tuple(y + len(seen) for y in seen):
        seen = (*seen, x)
    return seen


def turned(xs: tuple[int, ...], a: int, b: int) -> tuple[int, int]:
    for x in xs:
        a, b = b + x, a
        for y in xs:
            a = a + y if y < x else a * 2
    return a, b


def in_parts(xs: tuple[int, ...], n: int) -> tuple[int, ...]:
    """What needs loops stands where it may be left out."""
    many = n < 3 and all(x < n for x in xs)
    none = n > 3 or any(x == n for x in xs)
    first = sum(x for x in xs) if many else max((x * n for x in xs), default=0)
    second = (sum(x for x in xs if x > 1) if none else 7) if len(xs) > 1 else 8
    return first, second, xs[n] if n < len(xs) else 9, xs[-1] if xs else n


def pairs(xs: tuple[int, ...], ys: tuple[Number, ...]) -> Number:
    return sum((y if i + x > j else y * y for i, x in enumerate(xs) for j, y in enumerate(ys)), ONE)


def cut(xs: tuple[int, ...], n: int) -> tuple[tuple[int, ...], ...]:
    return tuple(xs[:i] for i in range(n)) + tuple(xs[i:] for i in range(1, n) if i % 2 == 1)


def named_twice(xs: tuple[int, ...]) -> tuple[bool, ...]:
    return tuple(all(x <= y for y in xs if y != 2) or not any(x == y // 2 for y in xs) for x in xs)


def late_in(x: Number, n: int) -> Number:
    if n > 2:
        y = x - ONE
        if y != ZERO:
            return ONE / y if y != 0 else ZERO
        return -x
    z = x + x
    return z * z if z < ONE else z


CALLS = [
    pure(each_told, "shapes", "n"),
    pure(before, "xs"),
    pure(turned, "xs", "a", "b"),
    pure(in_parts, "xs", "n"),
    pure(pairs, "xs", "ys"),
    pure(cut, "xs", "n"),
    pure(named_twice, "xs"),
    pure(late_in, "x", "n"),
]


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.said)
def test_data_gives_what_the_function_gives(call):
    side = side_of(call)
    found = set()
    for seed in range(5):
        for given in side.drawn(seed):
            value = side.run(given)
            assert value == call.run(given), given
            assert type(value) is type(call.run(given))
            found.add(str(value))
    assert len(found) > 2


X, ONES = ("var", "x"), ("list", ("nat", "1"), ("nat", "1"))


@pytest.mark.parametrize(
    ("term", "wanted"),
    [
        (("let", X, ("add nat", X, ("nat", "1")), ("pair", X, X)), (3, 3)),
        # a name that comes again inside, and means what it did after it
        (("pair", ("let", X, ("nat", "7"), X), X), (7, 2)),
        (("pair", ("sum nat", ("map", X, X, ("range", ("nat", "0"), X))), X), (1, 2)),
        # what is kept is all that was gone through, whatever the names of its parts
        (("filter", X, ("lt nat", X, ("nat", "1")), ("range", ("nat", "0"), X)), (0,)),
        (("map", ("var", "y"), X, ("filter", X, ("bool", "true"), ONES)), (2, 2)),
        (
            ("filter", ("pair", X, ("var", "y")), ("eq nat", X, ("nat", "1")), ("enumerate", ONES)),
            ((1, 1),),
        ),
        # a map of a map, each with the names from where it stands
        (
            (
                "map",
                X,
                ("add nat", X, X),
                ("map", ("var", "y"), ("add nat", X, ("nat", "3")), ONES),
            ),
            (10, 10),
        ),
        # the parts of a fold are set at once, and its names give way to those gone through
        (("fold", X, X, X, ("nat", "5"), ("range", ("nat", "0"), ("nat", "4"))), 3),
        (("and", ("bool", "false"), ("any", ("map", X, ("bool", "true"), ONES))), False),
        (("or", ("bool", "false"), ("any", ("map", X, ("eq nat", X, ("nat", "1")), ONES))), True),
        (("flat", ("map", ("var", "y"), ("range", ("nat", "0"), X), ONES)), (0, 1, 0, 1)),
        (("joined", ("repeated", X, ("nat", "2")), ("list",)), (2, 2)),
        (("zip", ONES, ("range", ("nat", "4"), ("nat", "9"))), ((1, 4), (1, 5))),
        (("not", ("all", ("list", ("bool", "true")))), False),
    ],
)
def test_a_term_has_its_value(term, wanted):
    assert value_by_data(term, ["x"], [], {})({"x": 2}) == wanted


def test_a_record_of_none_of_the_cases_has_no_value():
    term = ("match", "either", X, ("Dot", ("size",), ("var", "size")))
    value = value_by_data(term, ["x"], [], {"Dot": Dot})
    assert value({"x": Dot(3)}) == 3
    with pytest.raises(LookupError, match="no case"):
        value({"x": Bar(ONE, ())})
