"""The primitives, the operators and what is refused while a program is written."""

import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from constructions.arrays import EXACT
from constructions.errors import ArgumentError, ExactnessError, ShapeError
from constructions.lsrl import Concat, ForEach, Input, Lin, LinState, Multi, ReLU

X = Input(dim=3)
TOKEN = [Fraction(1, 2), -2, 5]


def value(node, token=TOKEN):
    """The value of a node on one token, as a list."""
    return ForEach(node)([token])[0].tolist()


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        (X, TOKEN),
        (Lin(X, [[1, 0, "1/5"]], b="1/2"), [2]),
        (ReLU(X), [Fraction(1, 2), 0, 5]),
        (LinState(X, [[2]], [[0, 1, 0]], b=1, init_state=[10]), [19]),
        (Concat(X[1], X[0]), [-2, Fraction(1, 2)]),
        (Multi(Concat(X, X)), [Fraction(1, 4), 4, 25]),
        (X + 1, [Fraction(3, 2), -1, 6]),
        (1 + X, [Fraction(3, 2), -1, 6]),
        (1 - X, [Fraction(1, 2), 3, -4]),
        (X + np.array([1, 2, 3]), [Fraction(3, 2), 0, 8]),
        ([1, 2, 3] - X, [Fraction(1, 2), 4, -2]),
        (-X, [Fraction(-1, 2), 2, -5]),
        (X + X, [1, -4, 10]),
        (X - X[::-1], [Fraction(-9, 2), 0, Fraction(9, 2)]),
        (X[0] + X, [1, Fraction(-3, 2), Fraction(11, 2)]),
        (X - X[1], [Fraction(5, 2), 0, 7]),
        (X * X[2], [Fraction(5, 2), -10, 25]),
        (X[2] * X, [Fraction(5, 2), -10, 25]),
        (X * X, [Fraction(1, 4), 4, 25]),
        (2 * X, [1, -4, 10]),
        (X * [0, 1, "1/5"], [0, -2, 1]),
        (X[0] * [1, 2], [Fraction(1, 2), 1]),
        (X[0] + [1, 2], [Fraction(3, 2), Fraction(5, 2)]),
        (X / 2, [Fraction(1, 4), -1, Fraction(5, 2)]),
        ([[1, 1, 0]] @ X, [Fraction(-3, 2)]),
        (np.eye(3, dtype=int)[:2] @ X, [Fraction(1, 2), -2]),
        (X[-1], [5]),
        (X[1:], [-2, 5]),
        (X[[2, 0, 2]], [5, Fraction(1, 2), 5]),
        (X[::2], [Fraction(1, 2), 5]),
        (sum(X[:2], start=X[2]), [Fraction(7, 2)]),
        (Concat(list(X)), TOKEN),
    ],
)
def test_what_nodes_compute(node, expected):
    assert value(node) == EXACT.array(expected).tolist()
    assert node.dim == len(node) == len(expected)


@given(st.integers(0, 2), st.integers(0, 3), st.integers(1, 3))
def test_slices_are_pythons(start, stop, step):
    picked = TOKEN[start:stop:step]
    if picked:
        assert value(X[start:stop:step]) == EXACT.array(picked).tolist()
    else:
        with pytest.raises(ArgumentError, match="slice that picks something"):
            _ = X[start:stop:step]


def refused(error, write, *parts):
    """Writing raises this error, whose message has all the parts, and the place in this file."""
    with pytest.raises(error) as caught:
        write()
    for part in parts:
        assert part in str(caught.value)


@pytest.mark.parametrize(
    ("write", "parts"),
    [
        (lambda: Lin(X, [[1, 2]]), ("A has shape (1, 2)", "Input(dim=3)", "Lin at")),
        (lambda: Lin(X[0], []), ("A has shape (0, 1)", "at least one row")),
        (lambda: Lin(X, [[1, 2, 3]], b=[1, 2]), ("Lin at", "b has shape (2, 1)", "(1, 1)")),
        (lambda: LinState(X, [[1, 2]], [[1, 2, 3]]), ("A has shape (1, 2)", "square")),
        (lambda: LinState(X, [[1]], [[1, 2]]), ("B has shape (1, 2)", "3 columns")),
        (lambda: LinState(X, [[1]], [[1, 2, 3]] * 2), ("B has shape (2, 3)", "(1, 3)")),
        (
            lambda: LinState(X, 1, [[1, 2, 3]], init_state=[1, 2]),
            ("LinState at", "init_state has shape (2, 1)"),
        ),
        (lambda: Multi(X), ("Multi at", "odd size 3")),
        (lambda: X + X[:2], ("+ at", "Input(dim=3)", "Lin(dim=2)", "different sizes")),
        (lambda: X * X[:2], ("* at", "different sizes")),
        (lambda: X + np.array([1, 2]), ("constant at", "Input(dim=3)", "(2, 1)")),
        (lambda: X * [[1, 2, 3]], ("factor at", "(1, 3)")),
    ],
)
def test_shapes_are_checked_while_writing(write, parts):
    refused(ShapeError, write, *parts, "test_nodes.py, line ")


@pytest.mark.parametrize(
    ("write", "parts"),
    [
        (lambda: Lin(X, [[1, 0.5, 1]]), ("A[0, 1] of Lin at", "=0.5")),
        (lambda: Lin(X, [[1, 1, 1]], b=0.1), ("b of Lin at", "=0.1")),
        (
            lambda: LinState(X, 1, [[1, 1, 1]], init_state=[0.25]),
            ("init_state[0, 0] of LinState at", "0.25"),
        ),
        (lambda: X * 0.5, ("factor", "0.5")),
        (lambda: X + 0.5, ("constant", "0.5")),
        (lambda: X / 0.5, ("divisor", "0.5")),
        (lambda: np.array([[0.5, 0, 0]]) @ X, ("matrix[0, 0]", "0.5")),
        (lambda: ForEach(X)([[1, 2, 0.1]]), ("xs[0, 2]", "0.1")),
    ],
)
def test_floats_are_refused_by_name(write, parts):
    refused(ExactnessError, write, *parts)


@pytest.mark.parametrize(
    ("write", "parts"),
    [
        (lambda: X + Input(3), ("only one Input", "line ", "X = Input(dim=3)")),
        (lambda: Concat(X, Input(2)), ("only one Input",)),
        (lambda: X * Input(3), ("only one Input",)),
        (lambda: Concat([]), ("at least one node",)),
        (lambda: Input(0), ("=0", "positive")),
        (lambda: X["a"], ("'a'", "an index")),
        (lambda: X / 0, ("divisor", "other than 0")),
        (lambda: ForEach(X, {"y": X + 1}), ("names['y']",)),
        (lambda: ForEach(X, {"y": X}).watch("z"), ("'z'", "['y']")),
    ],
)
def test_bad_arguments_are_refused_by_name(write, parts):
    refused(ArgumentError, write, *parts)


def test_what_is_no_node_is_named():
    # in a process of its own, where types are not checked before the nodes look at them
    code = """
from constructions.lsrl import *
for write in (lambda: ReLU(3), lambda: Concat(Input(1), 2), lambda: ForEach(4), lambda: Input('5')):
    try:
        write()
    except ValueError as error:
        print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert len(lines) == 4
    for line, value in zip(lines, ("3", "2", "4", "'5'"), strict=True):
        assert f"={value} is not valid" in line


def test_indices_out_of_range():
    with pytest.raises(IndexError, match=r"Input\(dim=3\) has no entry 3"):
        _ = X[3]


def test_nodes_do_not_change_so_that_there_is_no_cycle():
    y = Lin(X + 1, [[1, 1, 1]])
    with pytest.raises(AttributeError, match="nodes do not change"):
        y.inputs = (y,)
    with pytest.raises(AttributeError, match="nodes do not change"):
        y.A = y.A


def test_comparing_nodes_is_no_run_time_comparison():
    with pytest.raises(TypeError):
        _ = X < X  # pyright: ignore[reportOperatorIssue]
