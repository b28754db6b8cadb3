"""Blocks of Hawk: their kernel, which is an array, and the window that it reads."""

from typing import Any

import numpy as np
import pytest

from constructions.arrays import EXACT, FLOAT, jax_floats
from constructions.cells.hawk import HawkBlock
from constructions.errors import ArgumentError, ShapeError


def block(kernel, system: Any = EXACT, m=2, n=3):
    """A block that puts out its convolution."""
    zero, one = system.zeros((n,)), system.ones((n,))
    none, same = system.zeros((n, n)), system.eye(n)
    gates = {"W_r": none, "b_r": one, "W_i": none, "b_i": one, "W_g": system.zeros((n, m))}
    rest = {"b_g": one, "W_o": same, "b_o": zero, "W_e": same, "b_e": zero, "W_f": none}
    rest |= {"b_f": one, "W_m": same, "b_m": zero}
    return HawkBlock(kernel, W_a=system.eye(m), b_conv=zero, **gates, **rest)


def draw(T, seed=1):
    return np.random.default_rng(seed).integers(-5, 6, (T, 3, 2))


@pytest.mark.parametrize(("window", "tokens"), [(1, 1), (1, 4), (3, 1), (3, 3), (3, 7), (1003, 5)])
def test_it_puts_out_the_convolution_of_the_last_tokens(window, tokens):
    kernel = draw(window)
    xs = np.random.default_rng(2).integers(-5, 6, (tokens, 2))
    wanted = [
        np.sum([kernel[i] @ xs[t - i] for i in range(min(window, t + 1))], axis=0).tolist()
        for t in range(tokens)
    ]
    for system in (FLOAT, jax_floats("float64")) if window > 100 else (EXACT, FLOAT):
        found = block(system.array(kernel.tolist()), system)(system.array(xs.tolist()))
        assert np.array(found.tolist(), dtype=float).tolist() == wanted


def test_no_tokens_have_no_outputs():
    assert block(EXACT.array(draw(2).tolist()))(EXACT.zeros((0, 2))).shape == (0, 3)


def test_a_tuple_of_matrices_is_a_kernel():
    kernel = draw(3).tolist()
    whole, parts = block(EXACT.array(kernel)), block(tuple(EXACT.array(W) for W in kernel))
    xs = EXACT.array([[1, 2], [-1, 0], [3, 1], [0, 2]])
    assert (whole(xs) == parts(xs)).all()
    assert list(parts.weights())[:3] == ["W_M.0", "W_M.1", "W_M.2"]
    assert parts.initial_state()[0].shape == (3, 2)


def test_kernels_that_are_none_are_refused():
    for kernel in ((), EXACT.zeros((0, 3, 2))):
        with pytest.raises(ArgumentError, match="at least one matrix"):
            block(kernel)
    with pytest.raises(ShapeError, match=r"W_M\[1\] has shape \(3, 1\), W_M\[0\] \(3, 2\)"):
        block((EXACT.zeros((3, 2)), EXACT.zeros((3, 1))))
    with pytest.raises(ShapeError, match="W_M has shape"):
        block(EXACT.zeros((3, 2)))
