"""LRU, LSTM, GRU and stacks of them, against the formulas written out entry by entry.

The functions in the cells are arguments, so that exact numbers run through them: polynomials that
no exchange of two places leaves alone stand in for the sigmoid and for tanh.
"""

import math

import jax
import numpy as np
import pytest

from constructions.activations import bounded_by_one, identity, linear_sigmoid
from constructions.arrays import EXACT, FLOAT, balls, equal, high_precision, jax_floats
from constructions.cells.glu import GLU
from constructions.cells.gru import GRU, FlaxGRU, GRUActivations
from constructions.cells.linear import Linear
from constructions.cells.lru import LinearRecurrentUnit, lru, lru_in_out, lru_in_out_mlp
from constructions.cells.lstm import LSTM, LSTMActivations
from constructions.cells.mlp import MLP
from constructions.cells.stack import Stack
from constructions.errors import ArgumentError, ShapeError


def polynomial(*coefficients):
    """A function of numbers or arrays: the polynomial with these coefficients, by Horner's rule."""

    def function(u):
        value = 0 * u
        for coefficient in reversed(coefficients):
            value = value * u + coefficient
        return value

    return function


SIGMA, TANH, RHO = polynomial(1, 2, 0, 1), polynomial(0, 3, 1), polynomial(2, 1, 1)
M, N = 2, 3
TOKENS = [[1, 2], [0, -1], [3, 1]]


def shapes(names, **more):
    sizes = {"U": (N, M), "V": (N, N), "b": (N,)}
    return {f"{kind}_{part}": sizes[kind] for part in names for kind in sizes} | more


def numbers(wanted):
    """Small integers, different for every name, as plain nested lists."""
    draws = np.random.default_rng(sum(map(len, wanted)))
    return {name: draws.integers(-2, 3, size).tolist() for name, size in wanted.items()}


def dot(row, vector):
    return sum(a * b for a, b in zip(row, vector, strict=True))


def affine(w, part, i, x, h):
    return dot(w[f"U_{part}"][i], x) + dot(w[f"V_{part}"][i], h) + w[f"b_{part}"][i]


def lstm_by_hand(w, f, g, o, candidate, cell):
    c, h, outputs = [0] * N, [0] * N, []
    for x in TOKENS:
        c = [
            f(affine(w, "f", i, x, h)) * c[i]
            + g(affine(w, "g", i, x, h)) * candidate(affine(w, "c", i, x, h))
            for i in range(N)
        ]
        h = [o(affine(w, "o", i, x, h)) * cell(c[i]) for i in range(N)]
        outputs.append(h)
    return outputs


def gru_by_hand(w, r, z, candidate):
    h, outputs = [0] * N, []
    for x in TOKENS:
        reset = [r(affine(w, "r", i, x, h)) for i in range(N)]
        kept = [a * b for a, b in zip(reset, h, strict=True)]
        new = [candidate(affine(w, "h", i, x, kept)) for i in range(N)]
        update = [z(affine(w, "z", i, x, h)) for i in range(N)]
        h = [(1 - update[i]) * h[i] + update[i] * new[i] for i in range(N)]
        outputs.append(h)
    return outputs


def flax_gru_by_hand(w, r, z, candidate):
    """flax.linen.GRUCell: n = tanh(in x + b + r * (hn h + b)), h' = (1 - z) n + z h."""
    h, outputs = [0] * N, []
    for x in TOKENS:
        after = []
        for i in range(N):
            reset, update = r(affine(w, "r", i, x, h)), z(affine(w, "z", i, x, h))
            recalled = dot(w["V_h"][i], h) + w["b_n"][i]
            new = candidate(dot(w["U_h"][i], x) + w["b_h"][i] + reset * recalled)
            after.append((1 - update) * new + update * h[i])
        h = after
        outputs.append(h)
    return outputs


CASES = {
    "lstm": (
        LSTM,
        LSTMActivations,
        (SIGMA, RHO, polynomial(1, 1, 1), TANH, polynomial(0, 1, 2)),
        lstm_by_hand,
        shapes("fcgo"),
    ),
    "gru": (GRU, GRUActivations, (SIGMA, RHO, TANH), gru_by_hand, shapes("rzh")),
    "flax": (
        FlaxGRU,
        GRUActivations,
        (SIGMA, RHO, TANH),
        flax_gru_by_hand,
        shapes("rzh", b_n=(N,)),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_gated_cells_are_their_formulas(name):
    cell, activations, functions, by_hand, wanted = CASES[name]
    weights = numbers(wanted)
    arrays = {key: EXACT.array(value) for key, value in weights.items()}
    outputs = cell(**arrays, activations=activations(*functions))(EXACT.array(TOKENS))
    assert equal(outputs, by_hand(weights, *functions))


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("system", [FLOAT, jax_floats("float64")], ids=str)
def test_gated_cells_have_sigmoid_and_tanh(name, system):
    cell, _, _, by_hand, wanted = CASES[name]
    weights = numbers(wanted)
    arrays = {key: system.array(value) for key, value in weights.items()}
    outputs = cell(**arrays)(system.array(TOKENS))
    gates = {"lstm": 3}.get(name, 2)

    def sigma(u):
        return 1 / (1 + math.exp(-u))

    expected = by_hand(
        weights, *[sigma] * gates, *[math.tanh] * (5 - gates if name == "lstm" else 1)
    )
    # a few dozen roundings of numbers below 100
    assert np.allclose(outputs, expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("reads", ["before", "after"])
def test_the_recurrence_of_the_lru_is_complex(reads):
    """Against Python's complex numbers, which are exact on small integers."""
    wanted = {"lam": (N,), "B": (N, M), "C": (2, N)}
    parts = numbers({f"{k}_{p}": size for k, size in wanted.items() for p in ("re", "im")})
    more = numbers({"gamma": (N,), "D": (2, M)})
    arrays = {key: EXACT.array(value) for key, value in (parts | more).items()}
    outputs = LinearRecurrentUnit(**arrays, reads=reads)(EXACT.array(TOKENS))
    lam, B, C = (np.array(parts[f"{k}_re"]) + 1j * np.array(parts[f"{k}_im"]) for k in wanted)
    state, expected = np.zeros(N, complex), []
    for x in TOKENS:
        after = lam * state + np.array(more["gamma"]) * (B @ x)
        seen = after if reads == "after" else state
        expected.append((C @ seen).real + np.array(more["D"]) @ x)
        state = after
    assert equal(outputs, np.array(expected).astype(int).tolist())


def small_lru(system):
    one = [[1]]
    return LinearRecurrentUnit(*map(system.array, (["1/2"], [1], [2], one, one, one, one, one)))


def test_the_three_kinds_of_lru():
    recurrence, x = small_lru(EXACT), EXACT.array([[2], [3]])
    gate = GLU(EXACT.array([[1], [2]]), EXACT.array([[3], [-1]]), SIGMA)
    perceptron = MLP(EXACT.array([[2]]), EXACT.array([1]), EXACT.array([[3]]), SIGMA)
    plain = recurrence(x)
    u = plain[:, 0]
    assert equal(lru(recurrence, gate.W_m, gate.W_x, SIGMA)(x)[:, 0], SIGMA(u) * u * 3)
    into = GLU(EXACT.array([[1]]), EXACT.array([[3]]), SIGMA)
    gated = SIGMA(x) * x * 3
    assert equal(lru_in_out(into, recurrence, gate)(x), gate(recurrence(gated)))
    mapped = SIGMA(x * 2 + 1) * 3
    assert equal(
        lru_in_out_mlp(perceptron, recurrence, perceptron)(x)[:, 0],
        SIGMA(recurrence(mapped)[:, 0] * 2 + 1) * 3,
    )


def test_a_stack_is_its_cells_one_after_the_other():
    first, second = Linear(EXACT.array([[1, 2], [3, 4]])), small_lru(EXACT)
    last = Linear(EXACT.array([[1, 1]]))
    stack = Stack((first, last, second))
    x = EXACT.array(TOKENS)
    expected = second(last(first(x)))
    assert equal(stack(x), expected)
    state = stack.initial_state()
    for token, y in zip(x, expected, strict=True):
        state, found = stack.step(state, token)
        assert equal(found, y)
    assert sorted(stack.weights())[0] == "0.W"


def test_a_stack_runs_under_jit_vmap_and_grad():
    system = jax_floats("float64")
    stack = Stack((GLU(system.array([[1]]), system.array([[2]])), small_lru(system)))
    batch = system.array([[[1], [2]], [[3], [4]]])
    found = jax.jit(lambda cell, xs: jax.vmap(cell)(xs))(stack, batch)
    for one, xs in zip(found, batch, strict=True):
        assert np.allclose(one, stack(xs), rtol=1e-12)
    slope = jax.grad(lambda cell: stack.cells[1](cell(batch[0])).sum())(stack.cells[0])
    assert slope.W_m.shape == (1, 1)


@pytest.mark.parametrize("system", [balls(100), high_precision(30)], ids=str)
def test_gates_in_certified_and_precise_numbers(system):
    gate = GLU(system.array([[1]]), system.array([[2]]))
    (y,) = gate(system.array([[1]]))[0]
    assert abs(float(str(y).strip("[").split(" ")[0]) - 2 / (1 + math.exp(-1))) < 1e-12


def test_linear_parts_of_the_sigmoid():
    u = EXACT.array([0, 4, "2/3"])
    assert equal(linear_sigmoid(u), ["1/2", "3/2", "2/3"])
    assert equal(bounded_by_one(u), [1, 1, 1])
    assert identity(u) is u
    assert linear_sigmoid(FLOAT.array([4.0])).dtype == float
    assert linear_sigmoid(jax_floats("float32").array([4.0])).dtype == np.float32


@pytest.mark.parametrize("name", CASES)
def test_weights_that_do_not_fit_are_named(name):
    cell, _, _, _, wanted = CASES[name]
    arrays = {key: EXACT.ones(size) for key, size in wanted.items()}
    with pytest.raises(ShapeError, match=r"V_h|V_c"):
        cell(**{**arrays, ("V_c" if name == "lstm" else "V_h"): EXACT.ones((N, M))})
    with pytest.raises(ShapeError, match=rf"expected \(T, {M}\)"):
        cell(**arrays)(EXACT.ones((2, M + 1)))


def test_stacks_refuse_what_does_not_fit():
    wide, narrow = Linear(EXACT.ones((2, 3))), Linear(EXACT.ones((1, 3)))
    with pytest.raises(ShapeError, match=r"Linear: .* expected \(T, 3\)"):
        Stack((wide, narrow))(EXACT.ones((1, 3)))
    with pytest.raises(ShapeError, match=r"GLU: .* expected \(T, 3\)"):
        GLU(EXACT.ones((2, 3)), EXACT.ones((2, 3)))(EXACT.ones((1, 2)))
    one, wide, square = EXACT.ones(2), EXACT.ones((2, 3)), EXACT.ones((1, 2))
    unit = LinearRecurrentUnit(one, one, one, wide, wide, square, square, EXACT.ones((1, 3)))
    with pytest.raises(ShapeError, match=r"LinearRecurrentUnit: .* expected \(T, 3\)"):
        unit(EXACT.ones((1, 2)))
    with pytest.raises(ArgumentError, match=r"Stack\.cells"):
        Stack(())
    with pytest.raises(ShapeError, match="W_x"):
        GLU(EXACT.ones((1, 2)), EXACT.ones((2, 2)))
    with pytest.raises(ShapeError, match="W_2"):
        MLP(EXACT.ones((1, 2)), EXACT.ones(1), EXACT.ones((2, 2)))
