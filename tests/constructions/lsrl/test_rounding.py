"""Bounds on rounding errors hold, are not idle, and name the units that spoil a program."""

from fractions import Fraction

import jax
import numpy as np
import pytest
from hypothesis import given, settings

from constructions.arrays import EXACT, FLOAT, jax_floats
from constructions.errors import ExactnessError, ShapeError
from constructions.lsrl import ForEach, Input, LinState
from constructions.lsrl.programs.hats import hat_program
from constructions.lsrl.programs.listing_1 import listing_1, listing_1_mended
from constructions.lsrl.programs.prompts import cell_query, grid_prompt, hat_prompt, hat_query
from constructions.lsrl.rounding import rounding
from constructions.number_systems.entries import as_fraction
from proofs.lsrl.strategies import runs


def errors(floats, exact):
    """The exact distances of floats to exact numbers."""
    pairs = zip(np.asarray(floats).flat, exact.flat, strict=True)
    return [abs(Fraction(float(v)) - (as_fraction(e) or 0)) for v, e in pairs]


def within(distances, bounds):
    return all(d <= Fraction(float(b)) for d, b in zip(distances, bounds.flat, strict=True))


@settings(max_examples=60)
@given(runs())
def test_bounds_hold_in_numpy(run):
    program, xs = run
    exact = program(xs)
    for dtype in ("float64", "float32"):
        found = rounding(program, xs, dtype)
        assert within(errors(found.outputs, exact), found.bounds)
    assert within(errors(program(FLOAT.array(xs)), exact), rounding(program, xs).bounds)


@settings(max_examples=5)
@given(runs(most_nodes=5))
def test_bounds_hold_in_jax(run):
    program, xs = run
    for dtype in ("float64", "float32"):
        ys = jax.jit(program)(jax_floats(dtype).array(xs))
        assert within(errors(ys, program(xs)), rounding(program, xs, dtype).bounds)


def test_bounds_are_not_idle():
    # thirds are rounded once: an error there is, and the bound is not far above it
    program = ForEach(Input(1) * 3)
    found = rounding(program, [["1/7"]])
    error = errors(found.outputs, program([["1/7"]]))[0]
    assert 0 < error <= Fraction(found.bound) <= 30 * error


def test_bounds_grow_with_the_state():
    program = ForEach(LinState(Input(1), A=2, B=1))
    found = rounding(program, [["1/7"]] * 30)
    growth = found.bounds[-1, 0] / found.bounds[0, 0]
    assert 2**29 < growth < 2**36


def test_after_an_overflow_nothing_is_known():
    program = ForEach(LinState(Input(1), A=10**200, B=1))
    assert rounding(program, [[1]] * 3).bounds[-1, 0] == np.inf
    small = rounding(ForEach(Input(1) * Fraction(1, 10**30)), [[Fraction(1, 10**30)]], "float32")
    assert within(errors(small.outputs, EXACT.array([[Fraction(1, 10**60)]])), small.bounds)


def f(point):
    return 1 + point[0]


def test_the_unstable_units_are_named():
    prompt = [cell_query(["1/10"], 1), *grid_prompt(f, 1, 4)]
    found = rounding(listing_1(1, 1), prompt)
    assert found.bound > 1
    worst = found.amplifiers[0]
    assert worst.gain == pytest.approx(1e10, rel=1e-6)  # lambda, and the weight 1 of the value
    assert "ifelse" in worst.place
    assert "gain 1e+10" in str(found)
    assert {round(a.gain, -3) for a in found.amplifiers} == {1e10, 1e3}  # lambda and mu


def test_small_constants_are_stable():
    prompt = [cell_query(["1/10"], 1), *grid_prompt(f, 1, 4)]
    mended = rounding(listing_1_mended(1, 1, mu=8, lam=16), prompt)
    assert mended.bound < 1e-5
    assert mended.amplifiers == ()
    hats = rounding(hat_program(2, 1), [hat_query(["1/3", "3/7"], 1), *hat_prompt(f, 2, [1, 2, 4])])
    assert hats.bound < 1e-13


def test_bad_inputs():
    program = ForEach(Input(2) * 1)
    with pytest.raises(ShapeError, match=r"\(T, 2\)"):
        rounding(program, [[[1, 2]]])
    with pytest.raises(ExactnessError, match=r"0\.5"):
        rounding(program, [[1, 0.5]])
