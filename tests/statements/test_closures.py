"""What a function holds by itself is guarded while it is traced, and is there again afterwards."""

from collections import OrderedDict, deque, namedtuple
from collections.abc import Callable
from functools import partial, wraps
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import numpy as np
import pytest
import sympy as sp

import constructions
from constructions.arrays import outer
from constructions.cells.linear_attention import LinearAttention
from theorem_checks import UndecidedQuestionError
from theorem_checks.statements import closures
from theorem_checks.statements.closures import LookedInto, guarded, taken_from_outside
from theorem_checks.statements.scalars import SymbolicScalar
from theorem_checks.statements.tracing import traced

d = sp.Symbol("d", integer=True, positive=True)
Pair = namedtuple("Pair", "first second")
TABLE = {"d": d}


class Link:
    """One of a chain, which holds the one before it."""

    def __init__(self, before: Any, size: Any = 1) -> None:
        self.before, self.size = (before,), size


@pytest.mark.parametrize("size", [d, 3])
def test_a_long_chain_of_objects_is_looked_into(size: Any) -> None:
    chain = first = Link(None, size)
    for _ in range(5000):
        chain = Link(chain)
    with guarded(chain) as (seen,):
        assert seen is chain
        assert isinstance(first.size, SymbolicScalar) is (size is d)
    assert first.size is size


class Holder:
    kind = d

    def __init__(self, size: Any) -> None:
        self.size = size
        self.itself = self

    @property
    def by_property(self) -> Any:
        return d

    @staticmethod
    def by_static() -> Any:
        return d


def wrapped(function):
    @wraps(function)
    def inner(*arguments):
        return function(*arguments)

    return inner


def held_by(value: Any) -> Any:
    """A function that returns what it holds."""
    return lambda: value


def taken(value: Any, take: Callable[[Any], Any]) -> Any:
    """A function that returns something of what it holds."""
    return lambda: take(value)


@pytest.mark.parametrize(
    "function",
    [
        held_by(d),
        lambda: d,
        lambda: TABLE["d"],
        wrapped(held_by(d)),
        partial(lambda size: size, d),
        partial(lambda size: size, size=d),
        lambda size=d: size,
        taken(Holder(d), lambda holder: holder.size),
        taken(Holder(1), lambda holder: holder.kind),
        taken(Holder(1), lambda holder: holder.by_property),
        Holder.by_static,
        lambda: Holder(d).size,
        taken([{"a": (d,)}], lambda held: held[0]["a"][0]),
        taken(deque([d]), lambda held: held[0]),
        taken(Pair(1, d), lambda held: held.second),
        taken(OrderedDict(d=d), lambda held: held["d"]),
        taken(np.array([[d]]), lambda held: held[0, 0]),
    ],
)
def test_it_sees_a_scalar_that_refuses_questions(function):
    def asks():
        return 1 if function() == 3 else 0

    assert isinstance(traced(function), SymbolicScalar)
    with pytest.raises(UndecidedQuestionError, match="d == 3"):
        traced(asks)
    assert asks() == 0  # SymPy's own answer: everything is as it was
    assert function() is d


@pytest.mark.parametrize(
    "held", [{d: 1}, {d}, sp.Matrix([d]), sp.Eq(d, 3), sp.ImmutableMatrix([d])], ids=str
)
def test_what_cannot_be_guarded_may_not_be_used(held):
    assert traced(lambda: 1 if held is not None else 2) == 1
    for use in (bool, list, len, lambda value: value[0], lambda value: value.free_symbols):
        with pytest.raises(UndecidedQuestionError):
            traced(lambda use=use: use(held))


def test_a_function_without_symbols_is_left_alone():
    numbers, two = [1, sp.Rational(1, 2), np.arange(3)], sp.Integer(2)

    def function():
        return numbers, two

    with guarded(function) as (seen,):
        assert seen is function
        assert seen()[0] is numbers
        assert seen()[1] is two
    assert taken_from_outside(function) == []


def test_all_is_put_back_when_it_fails():
    held = [d]

    def fails():
        raise KeyError(held[0] + d)

    with pytest.raises(KeyError):
        traced(fails)
    assert held[0] is d
    assert fails.__globals__["d"] is d
    assert [str(value) for _, value in taken_from_outside(fails)] == ["d", "d"]


def test_a_variable_that_has_no_value_yet():
    def function():
        return later

    with guarded(function):
        pass
    later = d
    assert isinstance(traced(function), SymbolicScalar)
    assert later is d


def inner_ones() -> Any:
    """A function, made anew each time, that names a global."""
    return lambda: TABLE


def test_what_stands_at_a_name_is_looked_into_again_when_it_is_another_one(monkeypatch):
    looked = LookedInto()
    monkeypatch.setitem(globals(), "TABLE", {"d": 3})
    assert not looked.holds_symbols(inner_ones())
    assert not looked.holds_symbols(inner_ones())  # by what was noted of the names
    monkeypatch.setitem(globals(), "TABLE", {"d": (4, d)})
    assert looked.holds_symbols(inner_ones())
    monkeypatch.delitem(globals(), "TABLE")
    assert not looked.holds_symbols(inner_ones())


def test_a_symbol_put_back_is_found_again():
    looked = LookedInto()
    assert looked.holds_symbols(lambda: d)
    assert d.is_integer
    assert looked.holds_symbols(lambda: d)


def test_no_symbols_stand_in_the_modules_that_are_shipped(monkeypatch) -> None:
    """So that these, and their classes, need not be looked into when a function uses them."""
    monkeypatch.setattr(closures, "_is_shipped", lambda module: False)
    modules = [m.name for m in walk_packages(constructions.__path__, "constructions.")]
    assert len(modules) > 100
    looked_into = LookedInto()
    for name in modules:
        assert not looked_into.holds_symbols(*vars(import_module(name)).values()), name
    assert looked_into.holds_symbols(Holder(d))


def shipped(made: Any) -> Any:
    """As a module that is shipped would have made it, of an author's values."""
    made.__module__ = "constructions.cells.linear_attention"
    return made


def attention(size: Any) -> LinearAttention:
    return LinearAttention(*(np.array([[entry]], dtype=object) for entry in (size, 1, 1)))


def test_what_is_shipped_is_looked_into_where_it_holds_what_an_author_gave() -> None:
    def factory(size: Any, other: Any) -> list[Any]:
        @shipped
        class Cell:
            def asks(self) -> bool:
                return bool(size == 3)

        @shipped
        def asks(given: Any = other) -> bool:
            return bool(given == 3)

        return [Cell().asks, Cell, shipped(lambda: size == 3), asks, attention(size)]

    for made in factory(d, d):
        assert taken_from_outside(made), made
    assert not [found for made in factory(3, 4) if (found := taken_from_outside(made))]


@pytest.mark.parametrize("like", [outer, np.sum, sp.simplify])
def test_a_function_that_is_called_as_one_of_a_library_is_an_authors(like: Any) -> None:
    """`wraps` gives it the module of the other one; its globals are still its own."""

    @wraps(like)
    def asks(*_: Any) -> bool:
        return bool(d == 3)

    assert asks.__module__ == like.__module__
    assert [symbol for _, symbol in taken_from_outside(asks)] == [d]
    with guarded(asks) as (seen,), pytest.raises(UndecidedQuestionError):
        seen()


def test_what_an_author_calls_of_what_is_shipped_sees_no_symbols() -> None:
    cell = attention(d)

    def asks() -> Any:
        return np.asarray(cell.W_V)[0, 0]

    with guarded(asks) as (seen,):
        assert isinstance(seen(), SymbolicScalar)
    assert asks() is d
