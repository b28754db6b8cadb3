"""The weights of Figure 1: their arrays, their entries, and that they compute attention."""

import dataclasses

import numpy as np
import pytest

from constructions.arrays import EXACT, FLOAT, equal, jax_floats, polynomials, system_of
from constructions.cells.linear_attention import LinearAttention
from constructions.errors import ArgumentError, ShapeError
from constructions.weights.attention_as_gated_rnn import attention_as_gated_rnn, fig1_weights

SIZES = [(1, 1, 1), (2, 2, 2), (3, 3, 3), (1, 2, 3), (3, 1, 2), (2, 3, 1), (3, 2, 1)]


def general(d_v, d_k, d, length=3):
    """The attention with independent variables for weights, and such tokens."""
    ring = polynomials(V=(d_v, d), K=(d_k, d), Q=(d_k, d), x=(length, d))
    return LinearAttention(*map(ring.symbols, "VKQ")), ring.symbols("x")


@pytest.mark.parametrize(("d_v", "d_k", "d"), SIZES)
def test_figure_1_computes_attention(d_v, d_k, d):
    attention, x = general(d_v, d_k, d)
    assert equal(attention_as_gated_rnn(attention)(x), attention(x))


@pytest.mark.parametrize(("d_v", "d_k", "d"), SIZES)
def test_the_class_as_printed_is_one_step_late(d_v, d_k, d):
    attention, x = general(d_v, d_k, d)
    printed = attention_as_gated_rnn(attention, reads="before")(x)
    assert equal(printed[1:], attention(x)[:-1])
    assert equal(printed[0], [0] * d_v)
    assert not equal(printed, attention(x))


@pytest.mark.parametrize(("d_v", "d_k", "d"), SIZES)
def test_the_arrays_are_those_that_the_figure_draws(d_v, d_k, d):
    """Against blocks put together with NumPy's own repetition and tiling."""
    numbers = np.random.default_rng(d_v + 10 * d_k + 100 * d)
    V, K, Q = (numbers.integers(1, 100, size=(rows, d)) for rows in (d_v, d_k, d_k))

    def column(rows, entry=0):
        return np.full((rows, 1), entry)

    n, eye = d_v * d_k, np.eye(d_k, dtype=int)
    expected = {
        "lam": np.array([1] * n + [0] * d_k),
        "W_in_m": np.block([[np.repeat(V, d_k, axis=0), column(n)], [Q, column(d_k)]]),
        "W_in_x": np.block([[np.tile(K, (d_v, 1)), column(n)], [0 * Q, column(d_k, 1)]]),
        "W_out_m": np.hstack([np.eye(n, dtype=int), np.zeros((n, d_k), dtype=int)]),
        "W_out_x": np.hstack([np.zeros((n, n), dtype=int), np.tile(eye, (d_v, 1))]),
        "D": np.kron(np.eye(d_v, dtype=int), np.ones((1, d_k), dtype=int)),
    }
    arrays = fig1_weights().arrays(EXACT, V, K, Q)
    assert list(arrays) == list(expected)
    for name, array in arrays.items():
        assert equal(array, expected[name]), name


class Written:
    """An algebra of words: what a symbolic engine is handed, written out."""

    def __getattr__(self, name):
        return Tensor(name)

    def delta(self, i, k):
        return Word(f"[{i}={k}]")


class Tensor:
    def __init__(self, name):
        self.name = name

    def __getitem__(self, indices):
        return Word(f"{self.name}[{','.join(indices)}]")


class Word(str):
    def __mul__(self, other):
        return Word(f"{self} {other}")


def test_entries_are_functions_of_symbolic_indices():
    fig1 = fig1_weights()
    found = {}
    for field in ("lam", "W_in_m", "W_in_x", "W_out_m", "W_out_x", "D"):
        described = getattr(fig1, field)
        for block, entry in described.entries.items():
            indices = [
                f"{index}{axis or ''}"
                for axis, name in enumerate(block)
                for family in described.axes[axis]
                if family.name == name
                for index, _ in family.ranges
            ]
            found[(field, *block)] = str(entry(Written(), *indices))
    assert found == {
        ("lam", "kv"): "1",
        ("W_in_m", "kv", "x"): "W_V[i,a1]",
        ("W_in_m", "q", "x"): "W_Q[j,a1]",
        ("W_in_x", "kv", "x"): "W_K[j,a1]",
        ("W_in_x", "q", "one"): "1",
        ("W_out_m", "product", "kv"): "[i=i1] [j=j1]",
        ("W_out_x", "product", "q"): "[j=j1]",
        ("D", "y", "product"): "[i=i1]",
    }


def test_the_axes_say_over_what_the_indices_run():
    fig1 = fig1_weights()
    hidden, given = fig1.W_in_m.axes
    assert fig1.lam.axes == (hidden,)
    assert fig1.W_out_m.axes[1] == fig1.W_out_x.axes[1] == hidden
    assert fig1.D.axes[1] == fig1.W_out_m.axes[0]
    assert [(part.name, part.ranges) for part in hidden] == [
        ("kv", (("i", "d_v"), ("j", "d_k"))),
        ("q", (("j", "d_k"),)),
    ]
    assert [(part.name, part.ranges) for part in given] == [("x", (("a", "d"),)), ("one", ())]


FIG1 = fig1_weights()
MUTANTS = {
    "queries-remembered": dataclasses.replace(FIG1, lam=FIG1.lam.replace(("q",), lambda *_: 1)),
    "key-values-forgotten": dataclasses.replace(FIG1, lam=FIG1.lam.replace(("kv",), None)),
    "half-forgotten": dataclasses.replace(
        FIG1, lam=FIG1.lam.replace(("kv",), lambda w, i, j: 1 - w.delta(i, j))
    ),
    "no-bias": dataclasses.replace(FIG1, W_in_x=FIG1.W_in_x.replace(("q", "one"), None)),
    "keys-by-value-index": dataclasses.replace(
        FIG1, W_in_x=FIG1.W_in_x.replace(("kv", "x"), lambda w, i, _j, a: w.W_K[i, a])
    ),
    "queries-by-value-index": dataclasses.replace(
        FIG1, W_out_x=FIG1.W_out_x.replace(("product", "q"), lambda w, i, _j, j2: w.delta(i, j2))
    ),
    "readout-over-values": dataclasses.replace(
        FIG1, D=FIG1.D.replace(("y", "product"), lambda w, i, _i2, j2: w.delta(i, j2))
    ),
}


@pytest.mark.parametrize("mutant", MUTANTS)
def test_near_misses_do_not_compute_attention(mutant):
    attention, x = general(2, 2, 2)
    network = MUTANTS[mutant].gated_rnn(attention.W_V, attention.W_K, attention.W_Q)
    assert not equal(network(x), attention(x))


def test_equality_in_three_tokens_is_needed_to_see_that_queries_are_remembered():
    attention, x = general(2, 2, 2, length=1)
    network = MUTANTS["queries-remembered"].gated_rnn(attention.W_V, attention.W_K, attention.W_Q)
    assert equal(network(x), attention(x))


@pytest.mark.parametrize("system", [EXACT, FLOAT, jax_floats()], ids=str)
def test_no_tokens_give_no_outputs(system):
    attention = LinearAttention(*map(system.ones, [(1, 2), (3, 2), (3, 2)]))
    network = attention_as_gated_rnn(attention)
    assert system_of(*(getattr(network, f) for f in ("lam", "W_in_m", "D"))) == system
    assert network(system.zeros((0, 2))).shape == (0, 1)


def test_nested_lists_of_exact_numbers_will_do():
    arrays = fig1_weights().arrays(EXACT, [["1/2"]], [[3]], [[5]])
    assert equal(arrays["W_in_m"], [["1/2", 0], [5, 0]])


def test_parameters_that_do_not_fit_are_named():
    with pytest.raises(ShapeError, match=r"W_K has shape \(2, 1\), expected \(d_k, 2\)"):
        fig1_weights().arrays(EXACT, [[1, 2]], [[1], [2]], [[1, 2]])
    with pytest.raises(ArgumentError, match="values of W_V, W_K, W_Q"):
        fig1_weights().arrays(EXACT, [[1]], [[1]])
