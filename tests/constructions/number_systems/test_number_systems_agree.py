"""One definition gives the same numbers in all number systems."""

import functools
from fractions import Fraction

import jax
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from constructions.arrays import (
    EXACT,
    FLOAT,
    FRACTIONS,
    OBJECTS,
    balls,
    contains,
    equal,
    high_precision,
    jax_floats,
    polynomials,
)
from constructions.cells.linear_attention import LinearAttention
from constructions.weights.attention_as_gated_rnn import attention_as_gated_rnn

CELLS = {
    "recurrent": lambda attention: attention,
    "quadratic": lambda attention: attention.quadratic,
    "gated": attention_as_gated_rnn,
    "late": lambda attention: attention_as_gated_rnn(attention, reads="before"),
}


# A few sizes, since JAX compiles for each.
SIZES = [(2, 1, 2, 3), (1, 2, 3, 2)]

JAX = [jax_floats("float64"), jax_floats("float32")]


def run(cell, system, V, K, Q, x):
    return CELLS[cell](LinearAttention(*map(system.array, (V, K, Q))))(system.array(x))


@functools.cache
def compiled(cell):
    return jax.jit(lambda V, K, Q, x: CELLS[cell](LinearAttention(V, K, Q))(x))


@st.composite
def layers(draw):
    d_v, d_k, d, length = draw(st.sampled_from(SIZES))
    entries = st.builds(Fraction, st.integers(-9, 9), st.integers(1, 7))

    def matrix(rows, columns):
        return [[draw(entries) for _ in range(columns)] for _ in range(rows)]

    return matrix(d_v, d), matrix(d_k, d), matrix(d_k, d), matrix(length, d)


def shapes(layer):
    return tuple((len(part), len(part[0])) for part in layer)


@functools.cache
def as_polynomials(cell, sizes):
    ring = polynomials(**dict(zip("VKQx", sizes, strict=True)))
    return ring, run(cell, ring, *map(ring.symbols, "VKQx"))


def roundings(layer):
    """How many roundings a term of an output meets at most, in each form, and in any order.

    Six factors are rounded when they enter. A sum of m products counts m roundings; sums run over
    the d + 1 inputs (three times), time, the n hidden units (twice) and the p products; and there
    are four more products, of gates, of the decay and of the mask.
    """
    (d_v, d), (d_k, _), _, (length, _) = shapes(layer)
    hidden, products = d_v * d_k + d_k, d_v * d_k
    return 6 + 3 * (d + 1) + length + 2 * hidden + products + 4


def bound(layer, unit):
    """The error of floating-point numbers at most, entry by entry.

    Each term is off by at most (1 + unit)^m - 1 of its size for m roundings, and the sizes of all
    terms add up to what attention gives on absolute values.
    """
    sizes = run("recurrent", EXACT, *[[[abs(v) for v in row] for row in part] for part in layer])
    return EXACT.array((1 + unit) ** roundings(layer) - 1) * sizes


def within(found, exact, layer, unit):
    """Whether floating-point numbers, given as exact rationals, are as near as they must be."""
    gaps, bounds = EXACT.array(found) - exact, bound(layer, unit)
    return all(abs(gap) <= most for gap, most in zip(gaps.flat, bounds.flat, strict=True))


def exact_value(number):
    if hasattr(number, "_mpf_"):
        sign, mantissa, exponent, _ = number._mpf_
        return (-1) ** sign * Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
    return Fraction(float(number))


@pytest.mark.parametrize("cell", [name for name in CELLS if name != "late"])
@settings(max_examples=25)
@given(layer=layers())
def test_all_systems_compute_the_same(cell, layer):
    exact = run(cell, EXACT, *layer)
    assert equal(exact, run("recurrent", EXACT, *layer))
    assert equal(run(cell, FRACTIONS, *layer), exact)
    assert (run(cell, OBJECTS, *layer) == run(cell, FRACTIONS, *layer)).all()

    ring, general = as_polynomials(cell, shapes(layer))
    assert equal(ring.evaluate(general, **dict(zip("VKQx", layer, strict=True))), exact)

    assert contains(run(cell, balls(60), *layer), exact)
    for system, unit in [
        (high_precision(30), Fraction(1, 2 ** high_precision(30).context.prec)),
        (FLOAT, Fraction(1, 2**53)),
        (JAX[0], Fraction(1, 2**53)),
        (JAX[1], Fraction(1, 2**24)),
    ]:
        if system in JAX:
            y = compiled(cell)(*map(system.array, layer))
        else:
            y = run(cell, system, *layer)
        found = [[exact_value(entry) for entry in row] for row in y]
        assert within(found, exact, layer, unit), system


def test_the_comparison_of_floats_sees_a_small_error():
    """A relative error of 1e-14 in one entry is more than doubles may have here."""
    layer = ([["1/3"]], [["1/7"]], [["1/9"]], [["1/11"], ["1/13"]])
    exact = run("recurrent", EXACT, *layer)
    numbers = [[[Fraction(v) for v in row] for row in part] for part in layer]
    off = np.array([[1], [1 + Fraction(1, 10**14)]]) * exact
    assert within(exact, exact, numbers, Fraction(1, 2**53))
    assert not within(off, exact, numbers, Fraction(1, 2**53))


def test_the_printed_reading_is_late_in_all_systems():
    layer = ([[1]], [[1]], [[1]], [[1], [2]])
    for system in (EXACT, FRACTIONS, FLOAT, jax_floats(), balls(64), high_precision(20)):
        late, right = run("late", system, *layer), run("gated", system, *layer)
        assert [float(str(late[t, 0])) for t in (0, 1)] == [0, 1]
        assert [float(str(right[t, 0])) for t in (0, 1)] == [1, 10]
