"""Weights by index families: order of the units, blocks, and what a symbolic engine sees."""

from fractions import Fraction

import numpy as np
import pytest

from constructions.arrays import EXACT, FLOAT, FRACTIONS, balls, contains, equal, jax_floats
from constructions.errors import ArgumentError
from constructions.indexed import Family, IndexedArray, delta, family

PAIRS = family("pair", i="m", j="n")
SINGLES = family("single", j="n")
ONE = family("one")


def test_members_run_with_the_last_index_fastest():
    assert PAIRS.members({"m": 2, "n": 3}) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    assert SINGLES.members({"n": 2}) == [(0,), (1,)]
    assert ONE.members({}) == [()]
    assert PAIRS.members({"m": 0, "n": 3}) == []


def test_increasing_members():
    triangle = family("pair", increasing=True, i="d", j="d")
    assert triangle.members({"d": 3}) == [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]
    assert len(triangle.members({"d": 7})) == 7 * 8 // 2
    with pytest.raises(ArgumentError, match="indices of one size"):
        family("pair", increasing=True, i="m", j="n")


def test_families_are_values():
    assert family("kv", i="d_v", j="d_k") == Family("kv", (("i", "d_v"), ("j", "d_k")))
    assert len({PAIRS, family("pair", i="m", j="n"), SINGLES}) == 2


MATRIX = IndexedArray(
    ((PAIRS, ONE), (SINGLES, PAIRS)),
    {
        ("pair", "single"): lambda w, i, j, k: w.A[i, k] * w.delta(j, k),
        ("pair", "pair"): lambda w, i, j, i2, j2: 2 * w.delta(i, i2) * w.delta(j, j2),
        ("one", "single"): lambda w, k: -w.A[0, k],
    },
)
A = [["1/2", "3"], ["5", "-7/3"]]


def expected_matrix():
    """The same matrix, written out by hand for m = n = 2."""
    a, b, c, d = (Fraction(entry) for row in A for entry in row)
    return [
        [a, 0, 2, 0, 0, 0],
        [0, b, 0, 2, 0, 0],
        [c, 0, 0, 0, 2, 0],
        [0, d, 0, 0, 0, 2],
        [-a, -b, 0, 0, 0, 0],
    ]


@pytest.mark.parametrize("system", [EXACT, FRACTIONS], ids=str)
def test_blocks_stand_in_the_order_of_the_families(system):
    array = MATRIX.array(system, {"m": 2, "n": 2}, {"A": system.array(A)})
    assert equal(array, expected_matrix())


def test_the_same_numbers_in_inexact_systems():
    sizes = {"m": 2, "n": 2}
    assert contains(MATRIX.array(balls(90), sizes, {"A": balls(90).array(A)}), expected_matrix())
    for system in (FLOAT, jax_floats("float32")):
        array = MATRIX.array(system, sizes, {"A": system.array(A)})
        assert array.dtype == system.ones(1).dtype
        # each entry is a parameter times a small power of two: exactly the rounded number
        assert np.array_equal(array, system.array(expected_matrix()))


def test_vectors():
    vector = IndexedArray(((SINGLES, ONE),), {("one",): lambda w: w.A[0, 1]})
    assert equal(vector.array(EXACT, {"n": 3}, {"A": EXACT.array(A)}), [0, 0, 0, 3])


def test_empty_families_leave_no_rows():
    array = MATRIX.array(EXACT, {"m": 0, "n": 2}, {"A": EXACT.array(A)})
    assert equal(array, [["-1/2", -3]])


def test_replacing_a_block():
    without = MATRIX.replace(("pair", "pair"), None)
    array = without.array(EXACT, {"m": 2, "n": 2}, {"A": EXACT.array(A)})
    assert equal(array[:, 2:], EXACT.zeros((5, 4)))
    assert ("pair", "pair") in MATRIX.entries
    other = MATRIX.replace(("one", "single"), lambda *_: 9)
    assert equal(other.array(EXACT, {"m": 1, "n": 1}, {"A": EXACT.array([[4]])}), [[4, 2], [9, 0]])


def test_delta():
    assert (delta(2, 2), delta(2, 3)) == (1, 0)
    assert delta(np.arange(2)[:, None], np.arange(2)).tolist() == [[1, 0], [0, 1]]


def test_unknown_blocks_and_too_many_axes_are_refused():
    with pytest.raises(ArgumentError, match=r"entries=\('pair', 'q'\).*a block among"):
        MATRIX.replace(("pair", "q"), lambda *_: 1)
    with pytest.raises(ArgumentError, match="one axis or two"):
        IndexedArray(((ONE,), (ONE,), (ONE,)), {})
    with pytest.raises(ArgumentError, match="different names"):
        IndexedArray(((ONE, ONE),), {})
