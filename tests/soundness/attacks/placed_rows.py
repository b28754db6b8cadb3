"""Statements about the rows of tables that the code of a cell makes, place by place."""

from collections.abc import Callable
from functools import partial
from typing import Any

from constructions.arrays import exceeds, last_row, ones_like, shift_in, zeros_like
from tests.soundness.cases import NOT_PROVED, Case, Slip, Truth
from theorem_checks import AtMost, Equal, Implies, Less, prove_by_induction
from theorem_checks.judging.judge import judged

__all__ = ["CASES"]

_case = partial(Case, "places")
_only = {"never": NOT_PROVED}


def _judged(says: Any, subject: Any = None) -> Callable[[], Any]:
    return lambda: judged(says, prove_by_induction, subject)


def _delayed(delay: Callable[[Any, Any], Any], least: int = 1) -> Callable[[Any, Any], Any]:
    """What was shifted in at the time t stands at a place after some more steps."""

    def says(step, w):
        a, length = w.sequence("a"), w.size("length", least=least)

        def following(t, row):
            return (step(row, w.at_places(lambda: a[t])),)

        (x,) = w.places("x", length, lambda _: (0,), following)

        def said(t, p):
            return Implies(Less(p, t), Equal(x[t, p], a[delay(t, p)]))

        return w.for_all("t", lambda t: w.for_all("p", lambda p: said(t, p)))

    return says


def loses_the_last(row, new):
    """Shift in, and put what was last at the front where there are 5000 places."""
    return shift_in(row, new if row.shape[0] < 5000 else last_row(row))


def asks_for_a_place(row, new):
    """Give back what stood before where the first entry is 7."""
    return row if row.at(0) == 7 else shift_in(row, new)


def says_largest(step, w):
    """At the place 0 stands what is not below any that has come in."""
    a, length, i = w.sequence("a", nonnegative=True), w.size("length"), w.size("i", least=0)

    def following(t, row):
        return (step(row, w.at_places(lambda: a[t])),)

    (x,) = w.places("x", length, lambda _: (0,), following)
    return w.for_all("t", lambda t: Implies(Less(i, t), AtMost(a[i], x[t, 0])))


def says_row_beyond(_, w):
    """Two rows of different lengths, made alike, are the same at every place: true of tables."""
    a, n, m = w.sequence("a"), w.size("n"), w.size("m")

    def made(name, size):
        return w.places(
            name, size, lambda _: (0,), lambda t, row: (shift_in(row, w.at_places(lambda: a[t])),)
        )

    (x,), (y,) = made("x", n), made("y", m)
    return w.for_all("t", lambda t: w.for_all("p", lambda p: Equal(x[t, p], y[t, p] + p)))


def says_last_of_another(_, w):
    """The last entry of a row of n places is that of one of m."""
    a, n, m = w.sequence("a"), w.size("n"), w.size("m")
    one, other = (last_row(w.at_places(lambda p: a[p], size)).at(0) for size in (n, m))
    return w.for_all("t", lambda t: Equal(one * t, other * t))


def kept_largest(row, new):
    """Put in what is larger."""
    more = exceeds(zeros_like(row) + new, row)
    return row + more * (new - row)


def kept_smallest(row, new):
    """Put in what is smaller."""
    more = exceeds(row, zeros_like(row) + new)
    return row + more * (new - row)


def kept_with_ones(row, new):
    """Put in what is larger by 1."""
    more = exceeds(zeros_like(row) + new, row + ones_like(row))
    return row + more * (new - row)


CASES = (
    _case(
        Slip.CONSTANT,
        "what was shifted in at t stands at p after p + 1 steps: true",
        Truth.TRUE,
        _judged(_delayed(lambda t, p: t - 1 - p), shift_in),
    ),
    _case(
        Slip.EDGE_SIZE,
        "what was shifted in is one step older",
        Truth.FALSE,
        _judged(_delayed(lambda t, p: t - p), shift_in),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "the oldest stands first",
        Truth.FALSE,
        _judged(_delayed(lambda t, p: p), shift_in),
    ),
    _case(
        Slip.BRANCH,
        "a cell that is another one from 5000 places on",
        Truth.FALSE,
        _judged(_delayed(lambda t, p: t - 1 - p), loses_the_last),
        **_only,
    ),
    _case(
        Slip.BRANCH,
        "a cell that asks for what stands at a place",
        Truth.FALSE,
        _judged(_delayed(lambda t, p: t - 1 - p), asks_for_a_place),
        **_only,
    ),
    _case(
        Slip.CONSTANT,
        "the largest so far stands in every place: true",
        Truth.TRUE,
        _judged(says_largest, kept_largest),
    ),
    _case(
        Slip.CONSTANT,
        "the smallest so far is not below any",
        Truth.FALSE,
        _judged(says_largest, kept_smallest),
    ),
    _case(
        Slip.EDGE_SIZE,
        "what is larger by 1 at least, so far, is not below any",
        Truth.FALSE,
        _judged(says_largest, kept_with_ones),
    ),
    _case(
        Slip.EDGE_SIZE,
        "two rows made alike differ by the place",
        Truth.FALSE,
        _judged(says_row_beyond),
    ),
    _case(
        Slip.NAME,
        "last entries of rows of two lengths are the same",
        Truth.FALSE,
        _judged(says_last_of_another),
    ),
)
