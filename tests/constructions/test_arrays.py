"""Finding the number system of arrays, the time loop, and systems from outside."""

import subprocess
import sys
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import flint
import numpy as np
import pytest
import sympy

from constructions.arrays import (
    EXACT,
    FLOAT,
    FRACTIONS,
    OBJECTS,
    as_array,
    balls,
    concatenate,
    exp,
    high_precision,
    jax_floats,
    ones,
    ones_like,
    outer,
    polynomials,
    relu,
    scan,
    sigmoid,
    system_of,
    tanh,
    zeros,
    zeros_like,
)
from constructions.errors import ArgumentError, MixedSystemsError, NotInSystemError, ShapeError
from constructions.trees import PyTree, flatten

RING = polynomials(x=(3,))
SYSTEMS = [
    EXACT,
    FRACTIONS,
    OBJECTS,
    RING,
    balls(100),
    high_precision(30),
    FLOAT,
    jax_floats("float32"),
]


@pytest.mark.parametrize("system", SYSTEMS, ids=str)
def test_arrays_know_their_system(system):
    a = system.array([1, 2])
    assert system_of(a) == system
    assert system_of(a, 3, Fraction(1, 2), np.array([1, 2])) == system
    for made in (zeros_like(a), ones_like(a), zeros((2,), like=a), ones((3,), like=a), outer(a, a)):
        assert system_of(made) == system
    assert concatenate((a, ones((1,), like=a))).shape == (3,)


def test_plain_numpy_arrays_come_back_as_what_they_were():
    whole, half = np.array([1, 2]), np.array([Fraction(1, 2), 1])
    assert system_of(whole, 3) == system_of(half, whole) == FRACTIONS
    assert system_of(np.array([flint.fmpq(1, 3), Fraction(1, 2)])) == EXACT
    assert (as_array(half) @ whole)[()] == Fraction(5, 2)
    assert type(as_array(whole)[0]) is Fraction
    assert as_array(np.array([2**62]))[0] * 4 == 2**64


def test_objects_of_other_kinds_compute_among_themselves():
    x, y = sympy.symbols("x y")
    a = np.array([x, y], dtype=object)
    assert system_of(a, EXACT.array([1]), np.array([Fraction(1, 2)])) == OBJECTS
    squares = outer(as_array(a), EXACT.array(["1/2", 3]))
    assert [str(entry) for entry in squares.flat] == ["x/2", "3*x", "y/2", "3*y"]
    assert as_array(a) @ np.array([1, 2]) == OBJECTS.array(x + 2 * y)
    assert (as_array(a) == as_array(a)[::-1]).tolist() == [False, False]
    for function in (exp, sigmoid, tanh):
        with pytest.raises(NotInSystemError, match="nothing is known"):
            function(as_array(a))
    with pytest.raises(NotInSystemError, match="no method `maximum`"):
        relu(as_array(a))


def test_numpy_floats_go_with_jax_arrays():
    for dtype in ("float32", "float64"):
        assert system_of(jax_floats(dtype).ones(2), np.ones(2)) == jax_floats(dtype)
    assert system_of(jax_floats("float32").ones(2), jax_floats("float64").ones(2)) == jax_floats(
        "float64"
    )


@pytest.mark.parametrize(
    "make",
    # in the test itself, as JAX starts threads, which a process that is forked then lacks
    [lambda: np.ones(2), lambda: 0.5, lambda: jax_floats("float32").ones(2)],
)
def test_floats_beside_exact_arrays_are_named(make):
    inexact = make()
    with pytest.raises(MixedSystemsError, match=f"exact rationals and of {system_of(inexact)}"):
        system_of(EXACT.array([1]), inexact)


@pytest.mark.parametrize(
    "stranger",
    [
        "text",
        [1, 2],
        np.array([1j]),
        np.array([flint.arb(1)], dtype=object),
        np.array(["a"]),
    ],
)
def test_what_has_no_system_is_refused(stranger):
    with pytest.raises(ArgumentError, match="array="):
        system_of(stranger)


def test_jax_complex_numbers_are_refused():
    import jax.numpy as jnp

    with pytest.raises(ArgumentError, match="real numbers"):
        system_of(jnp.ones(2, complex))


class Pair(NamedTuple):
    total: Any
    count: Any


@dataclass(frozen=True, eq=False)
class Record(PyTree):
    total: Any
    count: Any


STATES = [
    (lambda total, count: (total, count), lambda s: s),
    (lambda total, count: [total, {"n": count}], lambda s: (s[0], s[1]["n"])),
    (Pair, lambda s: (s.total, s.count)),
    (Record, lambda s: (s.total, s.count)),
]


@pytest.mark.parametrize("system", SYSTEMS, ids=str)
@pytest.mark.parametrize(("pack", "unpack"), STATES)
def test_scan_over_nested_states(system, pack, unpack):
    """Running means times the count, of vectors and of scalars side by side."""

    def step(state, inputs):
        total, count = unpack(state)
        x, scalar = inputs
        new = pack(total + x * scalar, count + 1)
        return new, {"total": total, "pair": (scalar, None)}

    xs = (system.array([[1, 2], [3, 4], [5, 6]]), system.array([1, 10, 100]))
    last, ys = scan(step, pack(system.zeros(2), system.zeros(())), xs)
    total, count = unpack(last)
    assert type(last) is type(pack(0, 0))
    assert [float(str(v)) for v in total] == [531, 642]
    assert float(str(count[()])) == 3
    assert [[float(str(v)) for v in row] for row in ys["total"]] == [[0, 0], [1, 2], [31, 42]]
    assert ys["pair"][0].shape == (3,)
    assert ys["pair"][1] is None
    assert system_of(ys["total"], total) == system


@pytest.mark.parametrize("system", SYSTEMS, ids=str)
def test_scan_over_nothing_returns_the_state_and_empty_outputs(system):
    start = system.array([7])
    last, (y, z) = scan(lambda s, x: (s + 1, (x @ x, outer(x, x))), start, system.zeros((0, 2)))
    assert [float(str(v)) for v in last] == [7]
    assert y.shape == (0,)
    assert z.shape == (0, 2, 2)
    assert system_of(y, z) == system


@pytest.mark.parametrize("system", [EXACT, jax_floats()], ids=str)
def test_scan_refuses_sequences_of_different_length(system):
    for xs in ((system.ones(2), system.ones(3)), system.ones(()), ()):
        with pytest.raises(ShapeError, match="scan runs along sequences of one length"):
            scan(lambda s, x: (s, x), system.ones(()), xs)


def test_the_state_takes_the_dtype_that_the_step_gives_it():
    narrow, wide = jax_floats("float32"), jax_floats("float64")
    last, ys = scan(lambda s, x: (s + x, s), narrow.zeros(()), wide.ones(2))
    assert (last.dtype, ys.dtype) == (wide.dtype, wide.dtype)


def test_flatten_puts_arrays_back_in_place():
    tree = {"b": (1, None), "a": [Pair(2, 3), Record(4, 5)]}
    arrays, rebuild = flatten(tree)
    assert arrays == [2, 3, 4, 5, 1]
    again = rebuild([10 * value for value in arrays])
    assert again["b"] == (10, None)
    assert again["a"][0] == Pair(20, 30)
    assert (again["a"][1].total, again["a"][1].count) == (40, 50)


RUN_EXACTLY = """
import sys
from constructions.arrays import EXACT, FLOAT, balls, high_precision, jax_floats, polynomials
from constructions.cells.linear_attention import LinearAttention
from constructions.weights.attention_as_gated_rnn import attention_as_gated_rnn
ring = polynomials(V=(1, 2))
for system in (EXACT, FLOAT, balls(), high_precision(), ring):
    attention = LinearAttention(*[system.array([[1, 2]])] * 3)
    attention_as_gated_rnn(attention)(system.array([[1, 2], [3, 4]]))
    attention.quadratic(system.zeros((0, 2)))
{last}
print("jax" in sys.modules)
"""


@pytest.mark.parametrize(("last", "imported"), [("", "False"), ("jax_floats()", "True")])
def test_jax_is_imported_only_where_it_is_met(last, imported):
    script = [sys.executable, "-c", RUN_EXACTLY.format(last=last)]
    root = Path(__file__).parents[2]
    run = subprocess.run(script, cwd=root, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == imported
