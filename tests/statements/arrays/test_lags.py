"""Lags, powers by age and axes of index pairs, in worlds of symbols and of numbers."""

import numpy as np
import pytest
import sympy as sp

from constructions.arrays import EXACT, convolve
from theorem_checks import (
    All,
    ArgumentError,
    Equal,
    Implies,
    Index,
    Sum,
    Verdict,
    array_of,
    delta,
    family,
    instances_of,
    lag,
    proof_of,
    prove,
    prove_index_identity,
    replacing,
    symbol_array,
)
from theorem_checks.statements.arrays.element_arrays import elements_of
from theorem_checks.statements.worlds.concrete import Concrete

d = sp.Symbol("d", integer=True, positive=True)


def says_delayed(entry, w):
    """A convolution with the weights 1 and the filters I over lags is the sum of all tokens."""
    T, n = w.size("T"), w.size("n")
    xs, theta, r = w.array("xs", T, n), w.array("theta", T, n, n), w.array("r", T)

    def output(at, t, a):
        return at.sum(
            lambda j, s, b: entry(at, t, s, j) * r[j] * theta[j, a, b] * xs[s, b], T, T, n
        )

    return Equal(convolve(r, theta, xs), w.entries(output, T, n))


def test_a_convolution_is_said_by_lags():
    right = proof_of(says_delayed)(lambda at, t, s, j: at.lag(t, s, j))
    assert right.verdict is Verdict.PROVED
    turned = proof_of(says_delayed)(lambda at, t, s, j: at.lag(s, t, j))
    assert turned.verdict is Verdict.REFUTED


def test_a_convolution_of_numbers_is_that_of_elements():
    world = Concrete({"T": 3, "n": 2})
    xs, theta, r = (world.fresh(s) for s in ((3, 2), (3, 2, 2), (3,)))
    exact = convolve(*(EXACT.array(elements_of(part).tolist()) for part in (r, theta, xs)))
    found = elements_of(convolve(r, theta, xs))
    assert [str(one) for one in np.ravel(exact)] == [str(other) for other in found.flat]


def test_powers_by_age_are_powers():
    def says(shift, w):
        T, n = w.size("T"), w.size("n")
        A = w.array("A", n, n)
        power = w.matrix_powers("P", A, T)
        age = w.by_age(power)

        def summed(at, t, i, k):
            return at.sum(lambda j, s: shift(at, t, s, j) * age[j, i, k], T, T)

        def plain(at, t, i, k):
            return at.sum(lambda s: power[t, s, i, k], T)

        return Equal(w.entries(summed, T, n, n), w.entries(plain, T, n, n))

    assert proof_of(says)(lambda at, t, s, j: at.lag(t, s, j)).verdict is Verdict.PROVED
    assert proof_of(says)(lambda at, t, s, j: at.lag(s, t, j)).verdict is Verdict.REFUTED
    assert instances_of(says)(lambda at, t, s, j: at.lag(t, s, j)).verdict is Verdict.HOLDS


def test_a_tuple_of_sizes_is_one_axis_whose_last_index_runs_fastest():
    world = Concrete({"m": 2, "n": 3})
    m, n = world.size("m"), world.size("n")
    pairs = world.entries(lambda at, i, k, j: at.delta(i, j) * (1 + at.lag(k, i, j)), (m, n), m)
    assert pairs.shape == (6, 2)
    assert elements_of(pairs)[:3, 0].tolist() == [2, 1, 1]  # i = 0, and k = 0, 1, 2


def test_equal_arrays_replace_each_other():
    line = family("i", d)
    p, q, z, c = (symbol_array(name, line) for name in "pqzc")
    said = Implies(Equal(p, q), Equal(c * p + p, c * q + p))
    only_one = replacing(said, c * z + p, symbol_array("y", line))
    assert only_one.verdict is Verdict.UNDECIDED  # the place does not stand in the context
    with pytest.raises(ArgumentError, match="places"):
        replacing(said, c * z + p, p)
    fresh = Implies(Equal(p, q), Equal(c * p, c * q))
    found = replacing(fresh, c * z, z)
    assert found.verdict is Verdict.PROVED
    assert found.statement is not None
    assert found.statement.latex == fresh.latex
    with pytest.raises(ArgumentError, match="places"):
        replacing(fresh, c * z, z, z)


def test_arrays_of_three_axes_have_no_products():
    axes = [family(name, d) for name in "abc"]
    cube = array_of({("a", "b", "c"): lag}, *axes)
    assert prove(Equal(cube + cube, 2 * cube)).verdict is Verdict.PROVED
    for product in (lambda: cube @ symbol_array("v", axes[2]), lambda: cube.T):
        with pytest.raises(ArgumentError, match="a vector or a matrix"):
            product()


def says_first(one, w):
    """The first row of the identity has the sum 1, the square 1, and picks the first entry."""
    n = w.size("n")
    identity = w.identity(n)
    first, v = w.entries(lambda at, i: at.delta(i, 0), n), w.array("v", n)
    sums = All((Equal(identity[0] @ (v * 0 + 1), one), Equal(first @ (v * 0 + 1), one)))
    return All((sums, Equal(first @ first, one), Equal(identity[0] @ v, one * v[0])))


def test_that_an_index_is_0_has_one_place():
    found = proof_of(says_first)(1)
    assert found.verdict is Verdict.PROVED
    assert found.statement is not None
    assert "[k = 0]" in found.statement.latex
    assert proof_of(says_first)(2).verdict is Verdict.REFUTED
    i, one = Index("i", d), Index("o", 1)
    assert prove_index_identity(delta(one, 0), 1).verdict is Verdict.PROVED
    fewer = prove_index_identity(Sum(delta(i, 0), i), d)
    assert fewer.verdict is Verdict.REFUTED
    with pytest.raises(ArgumentError, match=r"there is delta\(i, 0\) alone"):
        delta(i, 1)
