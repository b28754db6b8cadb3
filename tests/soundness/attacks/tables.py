"""Statements about tables of which something is assumed row by row."""

from collections.abc import Callable
from functools import partial
from typing import Any

from tests.soundness.cases import NOT_PROVED, Case, Slip, Truth
from theorem_checks import All, AtMost, Equal, Implies, Less, prove_by_strong_induction
from theorem_checks.judging.judge import judged

__all__ = ["CASES"]

_case = partial(Case, "proof_of")
_only = {"never": NOT_PROVED}


def _judged(says: Any, subject: Any = None) -> Callable[[], Any]:
    return lambda: judged(says, prove_by_strong_induction, subject)


def _weights(w: Any, most: Any = 1, **sort: bool) -> Any:
    """A table of which each row adds up to at most a number."""

    def few(a: Any, t: Any) -> Any:
        return AtMost(w.sum(lambda i: a[t, i], "i", 0, t), most)

    return w.table("a", such_that=few, **sort)


def _bounded(most: Callable[[Any], Any], **sort: bool) -> Callable[[Any, Any], Any]:
    """Averages of all values before, by weights that add up to at most 1."""

    def says(_, w):
        a = _weights(w, **sort)

        def average(x: Any, t: Any) -> Any:
            return w.sum(lambda i: a[t, i] * x[i], "j", 0, t)

        x = w.recurrence("x", 1, average)
        return w.for_all("n", lambda n: AtMost(x[n], most(n)))

    return says


def says_entry(most: Any) -> Callable[[Any, Any], Any]:
    """An entry of a row that adds up to at most 1 is at most a number."""

    def says(_, w):
        a = _weights(w, nonnegative=True)
        return w.for_all("n", lambda n: AtMost(a[n, n], most))

    return says


def says_entry_of_another_range(_, w):
    """An entry beyond the range of the sum is at most 1."""
    a = _weights(w, nonnegative=True)
    return w.for_all("n", lambda n: AtMost(a[n, n + 1], 1))


def says_entry_of_a_column(_, w):
    """A column adds up to at most 1, as rows do."""
    a = _weights(w, nonnegative=True)
    column = lambda n: w.sum(lambda t: a[t, 0], "u", 0, n)  # noqa: E731
    return w.for_all("n", lambda n: AtMost(column(n), 1))


def says_whole_row(_, w):
    """A row adds up to 1: at most is not equal."""
    a = _weights(w, nonnegative=True)
    return w.for_all("n", lambda n: Equal(w.sum(lambda i: a[n, i], "k", 0, n), 1))


def says_negative_rows(_, w):
    """What is not negative adds up to -1 at most: there is no such table."""
    a = _weights(w, -1, nonnegative=True)
    return w.for_all("n", lambda n: AtMost(a[n, n], 0))


def says_too_late(_, w):
    """From 0 to 40 - t: there is no such table, and rows show it from t = 41 on only."""

    def between(a, t):
        return All((AtMost(0, a[t, 0]), AtMost(a[t, 0], 40 - t)))

    a = w.table("a", such_that=between)
    return w.for_all("n", lambda n: AtMost(0, a[n, 0]))


def says_of_numbers(_, w):
    """What is assumed of the rows is said of a number beside them, which it excludes."""
    x = w.number("x", positive=True)
    a = w.table("a", such_that=lambda a, t: All((AtMost(a[t, 0], 1), AtMost(t + x, 30))))
    return w.for_all("n", lambda n: Less(a[n, 0], 1 - x))


def says_two_tables(_, w):
    """Rows of two tables that exclude each other."""
    a = w.table("a", such_that=lambda a, t: AtMost(1, a[t, 0]))
    b = w.table("b", such_that=lambda b, t: AtMost(b[t, 0], -1))
    return w.for_all("n", lambda n: Implies(Equal(a[n, 0], b[n, 0]), Equal(1, 2)))


def says_next_row(_, w):
    """What is assumed of a row reads the next one: rows that fall for ever."""
    a = w.table("a", such_that=lambda a, t: AtMost(a[t + 1, 0], a[t, 0] - 1), nonnegative=True)
    return w.for_all("n", lambda n: AtMost(a[n, 0], a[0, 0] - n))


def says_of_a_symbol(_, w):
    """A row of zeros, where what is assumed is seen at a symbol, is no row of the statement."""
    a = _weights(w, nonnegative=True)
    return w.for_all("n", lambda n: Implies(AtMost(20, n), Equal(a[n, 0], 0)))


def says_captured(_, w):
    """The row of which something is assumed, outside of what is assumed."""
    rows = []

    def few(a, t):
        rows.append(t)
        return AtMost(a[t, 0], 1)

    a = w.table("a", such_that=few)
    return AtMost(a[rows[0], 0], 1)


def _scaled(power: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """A double sum in which one of two factors is multiplied by c, and c^power times it."""

    def says(_, w):
        c, P, J = w.number("c"), w.table("P"), w.table("J")

        def made(name: str, factor: Any) -> Any:
            def following(x: Any, t: Any) -> Any:
                def inner(i: Any) -> Any:
                    return w.sum(lambda k: factor * P[t, i] * J[i, k] * x[i], f"{name}_k", 0, i)

                return w.sum(inner, f"{name}_i", 0, t)

            return w.recurrence(name, 1, following)

        plain, scaled = made("x", 1), made("y", c)
        return w.for_all("n", lambda n: Equal(scaled[n], c ** power(n, 1) * plain[n]))

    return says


def says_same_index_inside(_, w):
    """A recurrence that stands in the term of its own sum: x at k for x at the index of the sum."""
    x = w.recurrence("x", 1, lambda x, t: w.sum(lambda i: x[i], "i", 0, t))
    return w.for_all(
        "n", lambda n: Equal(x[n + 1], w.sum(lambda i: x[i + 1], "j", 0, n - 1) + 2 * x[0])
    )


CASES = (
    _case(
        Slip.CONSTANT,
        "c times the power of a double sum that reads itself: not c^n",
        Truth.FALSE,
        _judged(_scaled(lambda n, one: n)),
    ),
    _case(
        Slip.CONSTANT,
        "a double sum times c is what it was",
        Truth.FALSE,
        _judged(_scaled(lambda n, one: 0 * n)),
    ),
    _case(
        Slip.CONSTANT,
        "a value put into a sum in which its own sum stands, once too often",
        Truth.FALSE,
        _judged(says_same_index_inside),
    ),
    _case(
        Slip.CONSTANT,
        "averages by weights of at most 1 are at most 1/2",
        Truth.FALSE,
        _judged(_bounded(lambda n: 1 / (n + 1), nonnegative=True)),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "averages by weights of any sign that add up to at most 1",
        Truth.FALSE,
        _judged(_bounded(lambda _: 1)),
    ),
    _case(
        Slip.CONSTANT, "an entry of a row is at most 1: true", Truth.TRUE, _judged(says_entry(1))
    ),
    _case(
        Slip.CONSTANT, "an entry of a row is at most 99/100", Truth.FALSE, _judged(says_entry(0.99))
    ),
    _case(Slip.CONSTANT, "an entry of a row is 0", Truth.FALSE, _judged(says_entry(0))),
    _case(
        Slip.EDGE_SIZE,
        "an entry one beyond the range of its row",
        Truth.FALSE,
        _judged(says_entry_of_another_range),
    ),
    _case(Slip.TRANSPOSE, "a column for a row", Truth.FALSE, _judged(says_entry_of_a_column)),
    _case(Slip.CONSTANT, "at most 1 for 1", Truth.FALSE, _judged(says_whole_row)),
    _case(
        Slip.CONTRADICTION,
        "rows without negative entries that add up to -1",
        Truth.EMPTY,
        _judged(says_negative_rows),
    ),
    _case(
        Slip.CONTRADICTION,
        "rows of a table from 0 to 40 - t",
        Truth.EMPTY,
        _judged(says_too_late),
    ),
    _case(
        Slip.CONTRADICTION,
        "rows beside which a number is at most 30 - t for all t",
        Truth.EMPTY,
        _judged(says_of_numbers),
    ),
    _case(
        Slip.CONTRADICTION,
        "equal entries of tables that have none",
        Truth.EMPTY,
        _judged(says_two_tables),
    ),
    _case(
        Slip.CONTRADICTION,
        "a row by the next one, which falls for ever",
        Truth.EMPTY,
        _judged(says_next_row),
    ),
    _case(
        Slip.EDGE_SIZE,
        "rows from 20 on are 0, as they are where nothing asks for them",
        Truth.FALSE,
        _judged(says_of_a_symbol),
        **_only,
    ),
    _case(
        Slip.NAME,
        "the row of which something is assumed, outside",
        Truth.NO_STATEMENT,
        _judged(says_captured),
        **_only,
    ),
)
