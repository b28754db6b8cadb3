"""Evaluation in all number systems against an interpreter of the definitions."""

from fractions import Fraction

import flint
import jax
import numpy as np
import pytest
from hypothesis import given, settings

from constructions.arrays import (
    EXACT,
    FLOAT,
    OBJECTS,
    balls,
    contains,
    equal,
    high_precision,
    jax_floats,
)
from constructions.errors import ExactnessError, ShapeError
from constructions.lsrl import (
    ALGEBRAIC,
    Concat,
    ForEach,
    Input,
    Lin,
    LinState,
    Multi,
    ReLU,
    cos_turn,
    sin_turn,
)
from constructions.lsrl.programs.majority import majority_of_ones
from constructions.lsrl.targets import linear_rnn
from proofs.lsrl.strategies import runs
from theorem_checks import Formula, Verdict, prove_for_all, reals, relu


class Definition:
    """The definitions of Sec. 3 in fractions, with dense matrices and recursion over time."""

    def __init__(self, program, xs):
        self.xs = xs
        self.known = {}
        self.outputs = [self.value(program.output, t) for t in range(len(xs))]

    def value(self, node, t):
        if t < 0:
            return flat(node.init_state)
        if (id(node), t) not in self.known:
            self.known[id(node), t] = self.compute(node, t)
        return self.known[id(node), t]

    def compute(self, node, t):
        if isinstance(node, Input):
            return [Fraction(x) for x in self.xs[t]]
        x = self.value(node.inputs[0], t)
        if isinstance(node, Lin):
            return plus(times(node.A, x), flat(node.b))
        if isinstance(node, LinState):
            before = self.value(node, t - 1)
            return plus(times(node.A, before), times(node.B, x), flat(node.b))
        if isinstance(node, ReLU):
            return [max(entry, Fraction(0)) for entry in x]
        if isinstance(node, Multi):
            return [a * b for a, b in zip(x[: node.dim], x[node.dim :], strict=True)]
        assert isinstance(node, Concat)
        return [entry for part in node.inputs for entry in self.value(part, t)]


def dense(matrix):
    m, n = matrix.shape
    return [[Fraction(str(matrix[i, j])) for j in range(n)] for i in range(m)]


def flat(matrix):
    return [row[0] for row in dense(matrix)]


def times(matrix, vector):
    return [
        sum((a * v for a, v in zip(r, vector, strict=True)), Fraction(0)) for r in dense(matrix)
    ]


def plus(*vectors):
    return [sum(entries, Fraction(0)) for entries in zip(*vectors, strict=True)]


@given(runs())
def test_exact_evaluation_is_the_definition(run):
    program, xs = run
    assert equal(program(xs), Definition(program, xs).outputs)


@settings(max_examples=40)
@given(runs())
def test_a_token_at_a_time(run):
    program, xs = run
    machine = program.on(EXACT)
    state = machine.initial_state()
    for x, y in zip(xs, program(xs), strict=True):
        state, out = machine.step(state, x)
        assert (out == y).all()
    assert [part.shape for part in state] == [(node.dim,) for node in program.states]


@pytest.mark.parametrize("system", [EXACT, OBJECTS, FLOAT], ids=str)
@pytest.mark.parametrize("as_model", [False, True], ids=["program", "model"])
def test_a_long_sequence_is_a_token_at_a_time(system, as_model):
    program = majority_of_ones()
    runs = linear_rnn(program).cell(system) if as_model else program.on(system)
    xs, state, outputs = system.array([[k * k % 3] for k in range(2000)]), runs.initial_state(), []
    for x in xs:
        state, y = runs.step(state, x)
        outputs.append(list(y))
    assert runs(xs).tolist() == outputs


@settings(max_examples=40)
@given(runs())
def test_batches_are_the_sequences_one_by_one(run):
    program, xs = run
    both = program([xs, xs[::-1]])
    assert (both[0] == program(xs)).all()
    assert (both[1] == program(xs[::-1])).all()


@settings(max_examples=40)
@given(runs(most_nodes=6))
def test_floats_are_near_the_exact_outputs(run):
    # At most 6 nodes of entries at most 2 on 4 tokens of at most 4: squares of squares of states
    # stay below 1e12 in these draws, and rounding below 1e-9 of the largest number on the way.
    program, xs = run
    exact = FLOAT.array(program(xs))
    scale = 1 + np.abs(exact).max(initial=0)
    close = 1e-9 * scale**2
    assert np.abs(program(FLOAT.array(xs)) - exact).max() <= close
    assert np.abs(program(FLOAT.array([xs, xs]))[1] - exact).max() <= close


@settings(max_examples=4)
@given(runs(most_nodes=6))
def test_jax_is_numpy(run):
    program, xs = run
    double = jax_floats("float64")
    sequence = double.array(xs)
    expected = program(FLOAT.array(xs))
    close = 1e-9 * (1 + np.abs(expected).max()) ** 2  # as above: rounding in another order
    batch = double.array([xs, xs])
    for ys in (jax.jit(program)(sequence), program(batch)[0], jax.vmap(program)(batch)[1]):
        assert np.abs(ys - expected).max() <= close


def counter():
    x = Input(2)
    s = LinState(x, [["1/2", 1], [0, 1]], [[1, 0], [0, 1]], init_state=[1, 0])
    return ForEach(ReLU(s - x[0]) * x[1])


def test_gradients_in_inputs_and_weights():
    program, double = counter(), jax_floats("float64")
    xs = double.array([[1, 2], [3, -1], ["1/2", 4]])
    machine = program.on(double)
    by_input = jax.grad(lambda xs: program(xs).sum())(xs)
    step = 1e-6  # central differences: error step^2 and 1e-16/step
    for t, i in np.ndindex(xs.shape):
        change = np.zeros(xs.shape)
        change[t, i] = step
        slope = (program(xs + change).sum() - program(xs - change).sum()) / (2 * step)
        assert slope == pytest.approx(float(by_input[t, i]), abs=1e-6)
    by_weight = jax.grad(lambda machine: machine(xs).sum())(machine)
    assert by_weight.plan == machine.plan
    assert np.abs(by_weight.numbers[1]["B"]).sum() > 0


def test_one_scan_whatever_the_length():
    program, double = counter(), jax_floats("float64")
    for length in (1, 7):
        jaxpr = jax.make_jaxpr(program)(double.ones((length, 2)))
        assert str(jaxpr).count("scan[") == 1


def rotation(n):
    x = Input(1)
    c, s = cos_turn(1, n), sin_turn(1, n)
    return ForEach(LinState(x, [[c, -s], [s, c]], [[0], [0]], init_state=[1, 0]))


@pytest.mark.parametrize("n", [1, 2, 3, 5, 7, 12])
def test_rotations_are_exact(n):
    program = rotation(n)
    ys = program([[0]] * n)
    assert ys[-1].tolist() == [1, 0]
    assert all(y[0] * y[0] + y[1] * y[1] == 1 for y in ys)
    floats = program(FLOAT.zeros((n, 1)))
    angles = 2 * np.pi * np.arange(1, n + 1) / n
    np.testing.assert_allclose(floats, np.stack([np.cos(angles), np.sin(angles)], 1), atol=1e-14)
    enclosed = program(balls(100).zeros((n, 1)))
    assert contains(enclosed[-1], [1, 0])
    many = program(high_precision(50).zeros((n, 1)))
    assert abs(many[-1][0] - 1) < 1e-48


def test_irrational_inputs():
    root = cos_turn(1, 8) * 2
    program = ForEach(Input(1) * 1)
    assert program([[root]])[0, 0] == root
    assert program(ALGEBRAIC.array([[root]]))[0, 0] == root
    with pytest.raises(ExactnessError):
        EXACT.array(program([[root]]))


def test_empty_sequences():
    program = counter()
    assert program(EXACT.zeros((0, 2))).shape == (0, 2)
    assert program(FLOAT.zeros((0, 2))).shape == (0, 2)
    assert program(EXACT.zeros((2, 0, 2))).shape == (2, 0, 2)


def test_integers_and_fractions_are_exact():
    program = counter()
    expected = program([[1, 2], [3, 1]])
    assert (program(np.array([[1, 2], [3, 1]])) == expected).all()
    fractions = np.array([[Fraction(1), Fraction(2)], [Fraction(3), Fraction(1)]])
    assert (program(fractions) == expected).all()
    assert type(expected[0, 0]) is flint.fmpq


@pytest.mark.parametrize("shape", [(2,), (3, 3), (2, 3, 3), (1, 1, 3, 2)])
def test_shapes_of_inputs_are_checked(shape):
    with pytest.raises(ShapeError, match=r"\(T, 2\)"):
        counter()(np.zeros(shape))


def test_symbols_run_through_programs():
    # the step function of Sec. 3 with gain 4, decided for all reals by a solver
    z = Input(1)
    step = ForEach(ReLU(4 * z) - 4 * ReLU(z - "1/4"))
    x = reals("x")
    y = step([[x]])[0, 0]
    assert isinstance(y <= 1, Formula)
    assert prove_for_all(y <= 1).verdict is Verdict.PROVED
    assert prove_for_all(y >= relu(x)).verdict is Verdict.REFUTED
