"""Rows of tables: the code of a cell makes what stands at each place, for rows of any length."""

import pytest

from constructions.arrays import exceeds, last_row, ones_like, shift_in, zeros_like
from theorem_checks import (
    All,
    ArgumentError,
    AtMost,
    Equal,
    Implies,
    Less,
    Verdict,
    proof_of,
    prove_by_induction,
)
from theorem_checks.errors import UndecidedQuestionError
from theorem_checks.statements.worlds.symbolic import Symbolic


def says_delayed(step, w):
    """What was shifted in at a time stands at the place p after p more steps."""
    a, length = w.sequence("a"), w.size("length")

    def following(t, row):
        return (step(row, w.at_places(lambda: a[t])),)

    (x,) = w.places("x", length, lambda _: (0,), following)

    def said(t, p):
        late = Implies(AtMost(t, p), Equal(x[t, p], 0))
        return All((late, Implies(Less(p, t), Equal(x[t, p], a[t - 1 - p]))))

    return w.for_all("t", lambda t: w.for_all("p", lambda p: said(t, p)))


check_delayed = proof_of(says_delayed, prove_by_induction)


def wide(row, new):
    """Forget all of a row of 5000 places."""
    moved = shift_in(row, new)
    return moved if row.shape[0] < 5000 else zeros_like(moved)


def test_what_is_shifted_in_moves_on():
    assert check_delayed(shift_in).verdict is Verdict.PROVED
    assert check_delayed(lambda row, new: shift_in(row, new) * 2).verdict is Verdict.REFUTED
    assert check_delayed(lambda row, new: shift_in(row, -new)).verdict is Verdict.REFUTED
    assert check_delayed(lambda row, new: row + new).verdict is Verdict.REFUTED
    assert check_delayed(wide).verdict is not Verdict.PROVED


def says_two(signs, w):
    """Of two rows, each made from both, one is the other with another sign."""
    sign, a, length = signs, w.sequence("a"), w.size("length")

    def following(t, x, y):
        new = w.at_places(lambda: a[t])
        return shift_in(-y, new), shift_in(-x, new * sign)

    x, y = w.places("x y", length, lambda _: (0, 0), following)
    return w.for_all("t", lambda t: w.for_all("p", lambda p: Equal(x[t, p] + y[t, p], 0)))


def test_rows_may_be_made_from_each_other():
    check = proof_of(says_two, prove_by_induction)
    assert check(-1).verdict is Verdict.PROVED
    assert check(1).verdict is Verdict.REFUTED


def test_a_last_row_is_that_of_the_length():
    w = Symbolic()
    n, x = w.size("n"), w.sequence("x")
    row = w.at_places(lambda p: x[p], n)
    assert str(last_row(row).at(0).expression) == "x(n - 1)"
    assert last_row(row).shape == ()
    assert exceeds(row, row).at(0).expression == 0
    assert (ones_like(row) - row).at(2).expression == 1 - x[2].expression


def test_a_number_and_a_row_are_a_row_of_its_length():
    w = Symbolic()
    n, x = w.size("n"), w.sequence("x")
    row, one = w.at_places(lambda p: x[p], n), w.at_places(lambda: x[0])
    for both in (row + one, one + row, row + row, row * 2, 1 - row):
        assert [size.expression for size in both.shape] == [n.expression]
    assert (one + one).shape == ()
    assert (one - row).at(3).expression == (x[0] - x[3]).expression


def test_what_is_not_known_of_all_rows_is_refused():
    w = Symbolic()
    n, m, x = w.size("n"), w.size("m"), w.sequence("x")
    row, other = (w.at_places(lambda p: x[p], size) for size in (n, m))
    one = w.at_places(lambda: x[0])
    p = w.size("p", least=0)
    with pytest.raises(UndecidedQuestionError):
        shift_in(row, one).at(p)
    with pytest.raises(UndecidedQuestionError):
        (row @ row).at(0)
    with pytest.raises(UndecidedQuestionError):
        len(row)
    for wrong in (
        lambda: row + other,
        lambda: row @ other,
        lambda: shift_in(row, row),
        lambda: shift_in(one, one),
        lambda: last_row(one),
        lambda: w.places("y", n, lambda _: (0,), lambda t, y: (y, y)),
    ):
        with pytest.raises(ArgumentError):
            wrong()
