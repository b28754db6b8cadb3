# pyright: reportReturnType=false, reportPossiblyUnboundVariable=false
# pyright: reportAssignmentType=false
"""What is read of functions: what is refused, with its line; that code is what its source is."""

import builtins
import functools
import random
from typing import Any, NamedTuple

import flint
import numpy as np
import pytest

from constructions.lsrl.language.cyclotomic import Number
from constructions.lsrl.language.numbers import ONE, ZERO
from theorem_checks.statements.pure.data_types import NotPureError, Types
from theorem_checks.statements.pure.functions import Reader

SEVEN = 7


class Pair(NamedTuple):
    a: int
    b: int


class Other(NamedTuple):
    a: int
    b: int


class Named(NamedTuple):
    a: int

    @property
    def twice(self) -> int:
        return 2 * self.a


class Defaulted(NamedTuple):
    a: int = 3


def minus(a: int, b: int) -> int:
    return a - b


def by_index(s: tuple[int, ...]) -> int:
    return s[0]


def other_index(s: tuple[int, ...], i: int) -> int:
    return s[i] if i <= len(s) else 0


def other_sequence(s: tuple[int, ...], t: tuple[int, ...], i: int) -> int:
    return s[i] if i < len(t) else 0


def to_the_end(s: tuple[int, ...]) -> tuple[int, ...]:
    return s[:-1]


def in_steps(s: tuple[int, ...]) -> tuple[int, ...]:
    return s[::2]


def by_itself(n: int) -> int:
    return by_itself(n) if n > 0 else 0


def by_global(n: int) -> int:
    return n + SEVEN


def drawn(n: int) -> int:
    return random.randint(0, n)


def without_type(n) -> int:
    return n


def of_float(x: float) -> float:
    return x


def with_default(n: int = 3) -> int:
    return n


def no_case(p: Pair | Other) -> int:
    match p:
        case Pair(a, _):
            return a


def any_case(p: Pair | Other) -> int:
    match p:
        case Pair(a, _):
            return a
        case _:
            return 0


def guarded(p: Pair | Other) -> int:
    match p:
        case Pair(a, _) if a > 0:
            return a
        case Other(a, _):
            return a


def falls_through(n: int) -> int:
    if n > 0:
        return n


def leaves_loop(s: tuple[int, ...]) -> int:
    total = 0
    for x in s:
        total = total + x
    return x


def breaks(s: tuple[int, ...]) -> int:
    total = 0
    for x in s:
        total = total + x
        break
    return total


def last_one(s: tuple[int, ...]) -> int:
    total = 0
    for x in s:
        y = x
        total = total + y
    return total + y


def changes_its_loop(s: tuple[int, ...], n: int) -> int:
    for n in s:
        n = n + 1  # noqa: PLW2901
    return n


def uneven(s: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a for a, _ in zip(s, s, strict=True))


def twice_named(s: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    return tuple(a for a, a in s)


def mixed(n: int, x: Number) -> Number:
    return n * x


def of_named(p: Named) -> int:
    return p.a


def of_defaulted(p: Defaulted) -> int:
    return p.a


def half(n: int, m: int) -> int:
    return n // m


def chained(a: int, b: int) -> bool:
    return 0 < a < b


def unlike(n: int) -> tuple[int, ...]:
    empty = ()
    return empty


def names_a_global(n: int) -> Number:
    ZERO = n
    return ZERO


def walrus(n: int) -> int:
    return (m := n) + m


def unguarded(a: flint.fmpq) -> flint.fmpq:
    return ONE / a


def other_guard(a: flint.fmpq, b: flint.fmpq) -> flint.fmpq:
    return ONE / a if b != 0 else ZERO


def equal_guard(a: flint.fmpq) -> flint.fmpq:
    return ONE / a if a == 0 else ZERO


def of_integers(a: flint.fmpq) -> flint.fmpq:
    return 1 / a if a != 0 else ZERO


def of_zero(a: flint.fmpq) -> flint.fmpq:
    return ZERO / a if a != 0 else ZERO


def of_an_argument(a: flint.fmpq, b: flint.fmpq) -> flint.fmpq:
    return b / a if a != 0 else ZERO


def of_a_natural_number(n: int) -> flint.fmpq:
    return ONE / n if n != 0 else ZERO


def greatest_of_some(s: tuple[int, ...]) -> int:
    return max(x for x in s)


def too_few_names(s: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    return tuple(a for (a,) in s)


def too_many_names(s: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    return tuple(a + b + c for a, b, c in s)


def in_order(s: tuple[int, ...]) -> tuple[int, ...]:
    return sorted(x for x in s)


def sum_of_numbers(s: tuple[Number, ...]) -> Number:
    return sum(x for x in s)


REFUSED = [
    *(minus, by_index, other_index, other_sequence, to_the_end, in_steps, by_itself, by_global),
    *(drawn, without_type, of_float, with_default, no_case, any_case, guarded, falls_through),
    *(leaves_loop, breaks, last_one, changes_its_loop, uneven, twice_named, mixed, of_named),
    *(of_defaulted, half, chained, unlike, names_a_global, walrus),
    *(unguarded, other_guard, equal_guard, of_integers, of_zero, of_an_argument),
    *(of_a_natural_number, greatest_of_some, in_order, sum_of_numbers),
    *(too_few_names, too_many_names),
]


@pytest.mark.parametrize("function", REFUSED, ids=lambda one: one.__name__)
def test_what_could_be_misread_is_refused(function):
    with pytest.raises(NotPureError, match="is not in the subset"):
        Reader().read(function)


def test_the_error_names_the_line_and_what_is_allowed():
    line = minus.__code__.co_firstlineno + 1
    with pytest.raises(NotPureError, match=rf"test_functions.py:{line}, minus: .*a - b.* add"):
        Reader().read(minus)


def inverse(a: flint.fmpq) -> flint.fmpq:
    return ONE / a if a != 0 else a + ONE


def test_an_inverse_is_read_with_its_guard():
    a = ("var", "a")
    asked, other = ("ne num", a, ("number", "0")), ("add num", a, ("number", "1"))
    assert Reader().read(inverse).body == ("if", asked, ("inverse", a), other)


def total(s: tuple[int, ...]) -> int:
    return sum(x for x in s)


def test_a_sum_of_natural_numbers_is_read():
    x, s = ("var", "x"), ("var", "s")
    assert Reader().read(total).body == ("sum nat", ("map", x, x, s))


def plain(n: int) -> int:
    return n + 1


def twice(n: int) -> int:
    return plain(n) + plain(n)


@functools.wraps(plain)
def late(n: int) -> int:
    return plain(n) if n < 1000 else 0


wrapped = functools.wraps(plain)(lambda n: 0 if n > 1000 else n + 1)


def holding(k):
    def inner(n: int) -> int:
        return n + k

    return inner


@pytest.mark.parametrize(
    "function", [late, wrapped, holding(3), functools.partial(plain), len, lambda n: n]
)
def test_what_is_no_plain_function_is_refused(function):
    with pytest.raises(NotPureError):
        Reader().read(function)


def test_code_that_is_not_its_source_is_refused():
    def changed(n: int) -> int:
        return n + 2

    before = plain.__code__
    plain.__code__ = changed.__code__.replace(
        co_name="plain", co_filename=before.co_filename, co_firstlineno=before.co_firstlineno
    )
    try:
        with pytest.raises(NotPureError, match="whose code is not its source"):
            Reader().read(plain)
    finally:
        plain.__code__ = before
    assert Reader().read(plain).name == "plain"


def test_a_function_is_read_once_after_what_it_calls():
    reader = Reader()
    reader.read(twice)
    assert [one.name for one in reader.functions] == ["plain", "twice"]
    assert reader.read(plain) is reader.functions[0]


def test_two_functions_of_one_name_stay_two():
    def other(n: int) -> int:
        return n

    other.__name__ = "plain"
    reader = Reader()
    reader.read(twice)
    assert reader.read(other).name == "plain_"
    assert [one.name for one in reader.functions] == ["plain", "twice", "plain_"]


def zero(s: tuple[Number, ...]) -> Number:
    return s[-1] if s else ZERO


def test_exact_zero_is_a_number():
    assert Reader().read(zero).body == ("last", ("number", "0"), ("var", "s"))


def by_text_of_a_test(s: tuple[int, ...], n: int) -> int:
    return s[0 if n > 1000 else n] if (0 if n > 1000 else n < len(s)) else 7


def by_a_test(s: tuple[int, ...], n: int) -> int:
    return s[0 if n > 1000 else n] if (0 if n > 1000 else n) < len(s) else 7


def test_a_test_that_only_reads_like_the_one_of_an_index_is_refused():
    """Late, both give 7 and the first entry: the text of their tests is one."""
    assert by_text_of_a_test((5,), 1001) == 7 != by_a_test((5,), 1001)
    with pytest.raises(NotPureError, match="is not in the subset"):
        Reader().read(by_text_of_a_test)
    assert Reader().read(by_a_test).body[0] == "entry"


def made_pair() -> Any:
    class Made(NamedTuple):
        a: int
        b: int

    return Made


def late_field(cls: Any) -> None:
    cls.a = property(lambda self: self[0] if self[0] < 1000 else 0)


def other_place(cls: Any) -> None:
    cls.a = cls.b


def late_new(cls: Any) -> None:
    cls.__new__ = lambda kind, a, b: tuple.__new__(kind, (a, b if b < 1000 else 0))


def swapped(cls: Any) -> None:
    cls.__match_args__ = ("b", "a")


@pytest.mark.parametrize("change", [late_field, other_place, late_new, swapped])
def test_a_record_that_was_changed_after_it_was_made_is_refused(change):
    unchanged = made_pair()
    assert Types().read(unchanged, "here") == ("record", "Made")
    change(unchanged)
    with pytest.raises(NotPureError, match="was changed"):
        Types().read(unchanged, "here")


@pytest.mark.parametrize("other", [float, complex, type(None), str, flint.arb, np.float64, Pair])
def test_a_union_with_what_rounds_or_is_no_number_is_no_number(other):
    with pytest.raises(NotPureError):
        Types().read(flint.fmpq | other, "here")
    assert Types().read(Number, "here") == ("num",)


def test_names_that_would_be_written_into_a_theorem_are_names():
    def other(n: int) -> int:
        return n

    other.__name__ = "other (n : nat) := n. Axiom bad : False. Definition g"
    with pytest.raises(NotPureError, match="the name"):
        Reader().read(other)


def measured(s: tuple[int, ...]) -> int:
    return len(s)


def test_other_built_in_functions_are_refused(monkeypatch):
    """A length that is wrong from 1,000 entries on reads like the one of Python."""
    assert Reader().read(measured).body == ("size", ("var", "s"))
    monkeypatch.setattr(builtins, "len", lambda s: min(s.__len__(), 1000))
    with pytest.raises(NotPureError, match="other built-in functions"):
        Reader().read(measured)


def test_a_function_that_is_being_read_keeps_its_name():
    def inner(n: int) -> int:
        return n

    def outer(n: int) -> int:
        return later(n) + 1  # pyright: ignore[reportUndefinedVariable]

    inner.__name__, outer.__name__ = "plain_", "plain"
    scope = outer.__globals__
    scope["later"] = inner
    reader = Reader()
    reader.read(plain)
    try:
        reader.read(outer)
    finally:
        del scope["later"]
    names = [one.name for one in reader.functions]
    assert len({*names}) == len(names) == 3


def of_any(x: Any, y: tuple[Any, ...]) -> Any:
    return x + (y[0] if len(y) > 0 else 0)


def test_a_value_of_any_kind_is_read_as_a_number():
    read = Reader().read(of_any)
    assert read.arguments == (("x", ("num",)), ("y", ("seq", ("num",))))


def test_only_a_module_of_arithmetic_asks_for_kinds(monkeypatch):
    monkeypatch.setitem(globals(), "flint_rational", flint.fmpq)
    monkeypatch.setitem(globals(), "ndarray", np.ndarray)
    with pytest.raises(NotPureError, match="only a module with `__arithmetic__ = True`"):
        Reader().read(of_kinds)
    monkeypatch.setitem(globals(), "__arithmetic__", True)
    body = Reader().read(of_kinds).body
    assert body == ("if", ("ge num", ("var", "x"), ("number", "0")), *_SIGNS)
    with pytest.raises(NotPureError, match="of a class, by their names"):
        Reader().read(of_a_kind_by_its_path)
    with pytest.raises(NotPureError, match="of a class, by their names"):
        Reader().read(of_no_kind)


def of_kinds(x: Any) -> Any:
    if isinstance(x, ndarray):  # pyright: ignore[reportUndefinedVariable]
        return abs(x)
    if isinstance(x, flint_rational):  # pyright: ignore[reportUndefinedVariable]
        return x if x >= 0 else -x
    raise TypeError


def of_a_kind_by_its_path(x: Any) -> Any:
    if isinstance(x, np.ndarray):
        return x + x
    return x


def of_no_kind(x: Any) -> Any:
    if isinstance():  # pyright: ignore[reportCallIssue]
        return x + x
    return x


_SIGNS = (("var", "x"), ("neg", ("var", "x")))


def side_by_side(s: tuple[int, ...], a: int) -> tuple[int, ...]:
    return (a, a + 1, *s, *(n + 1 for n in s), a, a)


def test_values_side_by_side_in_a_tuple_are_one_list():
    a, s = ("var", "a"), ("var", "s")
    kind, first, rest = Reader().read(side_by_side).body
    assert (kind, first) == ("joined", ("list", a, ("add nat", a, ("nat", "1"))))
    assert rest[:2] == ("joined", s)
    each, last = rest[2][1:]
    assert each[0] == "map"
    assert last == ("list", a, a)


def exchanged(a: int, s: tuple[int, ...]) -> int:
    a, s = len(s), (a, *s)
    return a + len(s)


def test_names_are_set_side_by_side_to_values_of_other_types():
    kind, names, values, _ = Reader().read(exchanged).body
    assert (kind, names) == ("let", ("pair", ("var", "a"), ("var", "s")))
    assert values[0] == "pair"
