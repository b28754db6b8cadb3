"""What calls of pure functions name: one call, or one for each entry."""

from typing import NamedTuple

import pytest

from constructions.lsrl.language.cyclotomic import Number
from constructions.lsrl.language.numbers import ONE, ZERO
from theorem_checks import SameValues, pure, pure_each
from theorem_checks.errors import ArgumentError
from theorem_checks.statements.pure.conclusions import side_of
from theorem_checks.statements.pure.data_types import NotPureError


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


class Weighed(NamedTuple):
    by: Number
    at: int


def first_where(many: tuple[Weighed, ...], x: Number) -> tuple[Number, int]:
    """Names come again in what is gone through, and in what holds it."""
    found: Number = ZERO
    place = 0
    for at, one in enumerate(many):
        place = at if one.by == x else place
        found = sum((two.by * one.by for two in many if two.at == one.at), found)
    return found, place


def is_sorted(many: tuple[Weighed, ...]) -> bool:
    return all(
        all(one.at <= two.at or j < i for j, two in enumerate(many)) for i, one in enumerate(many)
    )


@pytest.mark.parametrize("call", [pure(first_where, "many", "x"), pure(is_sorted, "many")])
def test_what_was_read_gives_what_the_function_gives(call):
    side = side_of(call)
    given = [one for seed in range(5) for one in side.drawn(seed)]
    assert [side.run(one) for one in given] == [call.run(one) for one in given]
    assert len({str(side.run(one)) for one in given}) > 1


def test_what_is_gone_through_has_to_be_there():
    with pytest.raises(ArgumentError, match="gone through"):
        pure_each(moved)
    with pytest.raises(ArgumentError, match="arguments of the type"):
        SameValues(pure_each(moved, "by", "by"), pure(all_moved, "by", "xs"))


def helper(n: int) -> int:
    return n + n


def by_helper(n: int) -> int:
    return helper(n)


def twice(n: int) -> int:
    return 2 * n


def late(n: int) -> int:
    return n + n if n < 100 else 0


def says_twice():
    return SameValues(pure(by_helper, "n"), pure(twice, "n"))


def test_a_function_is_read_anew_once_another_one_has_the_name_of_what_it_calls(monkeypatch):
    before = says_twice()
    monkeypatch.setitem(globals(), "helper", late)
    now = says_twice()
    assert now.key != before.key
    assert now.one.run({"n": 100}) == by_helper(100) == 0
    monkeypatch.undo()
    assert says_twice().key == before.key


def test_a_function_is_read_anew_once_its_code_is_another(monkeypatch):
    says_twice()
    monkeypatch.setattr(helper, "__code__", late.__code__.replace(co_name="helper"))
    with pytest.raises(NotPureError):
        says_twice()


def test_a_function_is_read_anew_once_it_has_defaults(monkeypatch):
    says_twice()
    monkeypatch.setattr(helper, "__defaults__", (1,))
    with pytest.raises(NotPureError):
        says_twice()


def holds(many: tuple[Weighed, ...]) -> bool:
    return True


def the_second(by: Number, x: Number) -> Number:
    return x


def test_what_returns_an_argument_or_true_is_not_written_as_a_call():
    said = SameValues(pure(is_sorted, "many"), pure(holds, "many"))
    assert said.latex == r"\text{is\_sorted(many)} \text{ is true} \;\text{for all } \text{many}"
    moves = SameValues(pure(moved, "by", pure(the_second, "x", "by")), pure(the_second, "by", "x"))
    assert moves.latex.startswith(r"\text{moved(by, by)} = \text{x} \;")
    assert SameValues(EACH, pure_each(the_second, "by", "xs")).latex.startswith(
        r"\text{each moved(by, each moved(by, xs))} = \text{each the\_second(by, xs)}"
    )


class Held(NamedTuple):
    a: int


FIRST = ONE


def first_of(x: Number, held: Held) -> Number:
    return x + FIRST if held.a > 1 else inner(x)


def inner(x: Number) -> Number:
    return x


def second_inner(x: Number) -> Number:
    return x + x


def test_a_call_is_read_once_while_nothing_changes():
    call = pure(first_of, "x", "held")
    assert side_of(call) is side_of(pure(first_of, "x", "held"))
    assert side_of(call) is not side_of(pure(first_of, "x", "other"))


@pytest.mark.parametrize(
    ("place", "name", "value"),
    [
        (globals(), "FIRST", ZERO),
        (globals(), "inner", second_inner),
        (first_of.__annotations__, "x", int),
        (Held.__annotations__, "a", Number),
    ],
)
def test_a_call_is_read_anew_where_something_is_another(place, name, value):
    call, before = pure(first_of, "x", "held"), place[name]
    side = side_of(call)
    data, drawn = side.data, list(side.drawn(0))
    values = list(side.run_itself(drawn))
    place[name] = value
    try:
        try:
            assert side_of(call).data != data
        except NotPureError:
            assert place is not globals()
        assert (list(side.run_itself(drawn)) != values) is (place is globals())
    finally:
        place[name] = before
    assert side_of(call).data == data


def test_a_function_is_run_once_on_the_same_arguments(monkeypatch):
    side, ran = side_of(pure(inner, "x")), []
    monkeypatch.setattr(
        "theorem_checks.statements.pure.conclusions.PureCall.run",
        lambda _, given: ran.append(given["x"]) or given["x"],
    )
    side._ran.clear()
    assert list(side.run_itself([{"x": ONE}, {"x": ZERO}, {"x": ONE}])) == [ONE, ZERO, ONE]
    assert list(side.run_itself([{"x": ZERO, "y": ONE}])) == [ZERO]
    assert ran == [ONE, ZERO]


class Other(NamedTuple):
    a: int


def is_held(one: Held | Other) -> bool:
    match one:
        case Held(_):
            return True
        case Other(_):
            return False


def test_records_of_two_classes_are_not_taken_for_each_other():
    side = side_of(pure(is_held, "one"))
    assert list(side.run_itself([{"one": Held(1)}, {"one": Other(1)}])) == [True, False]
