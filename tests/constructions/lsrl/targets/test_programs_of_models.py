"""Models as data, data as programs: on random stacks all of them put out the same."""

import random
from dataclasses import replace
from itertools import pairwise

import flint
import pytest

from constructions.lsrl import Matrix, Multi
from constructions.lsrl.listed.nodes import program_of, resized
from constructions.lsrl.listed.outputs import program_outputs, stack_outputs
from constructions.lsrl.listed.programs import listed_program, program_of_nodes
from constructions.lsrl.targets import Model, as_program
from constructions.lsrl.targets.as_data import listed_layers
from constructions.lsrl.targets.from_data import model_of_layers
from constructions.lsrl.targets.layers import Affine, Layer, Network
from proofs.lsrl.drawn_programs import drawn


def matrix(source, rows, columns):
    return Matrix.of([[source.randint(-2, 2) for _ in range(columns)] for _ in range(rows)])


def network(source, inputs, outputs):
    """A network of up to two maps, with or without a last ReLU."""
    sizes = [inputs, *([2] if source.random() < 0.5 else []), outputs]
    maps = [Affine(matrix(source, p, m), matrix(source, p, 1)) for m, p in pairwise(sizes)]
    if inputs == outputs and source.random() < 0.3:
        maps = []
    return Network(tuple(maps), relu_last=source.random() < 0.5)


def drawn_stack(source):
    m, layers = source.randint(1, 3), []
    for _ in range(source.randint(1, 3)):
        n, p = source.randint(1, 3), source.randint(1, 3)
        state = (
            matrix(source, n, n),
            matrix(source, n, m),
            matrix(source, n, 1),
            matrix(source, n, 1),
        )
        gamma = network(source, m, p) if source.random() < 0.5 else None
        layers.append(Layer(*state, network(source, n, p), gamma))
        m = p
    return layers


@pytest.mark.parametrize("seed", range(40))
def test_stacks_data_and_programs_put_out_the_same(seed):
    source = random.Random(seed)
    stack = drawn_stack(source)
    model, dim = Model("drawn", tuple(stack), len(stack)), stack[0].inputs
    tokens = [[source.randint(-3, 3) for _ in range(dim)] for _ in range(3)]
    exact = tuple(tuple(map(flint.fmpq, x)) for x in tokens)
    layers = listed_layers(stack)
    wanted = model(tokens).tolist()
    assert [list(y) for y in stack_outputs(layers, exact)] == wanted
    assert [list(y) for y in program_outputs(program_of(layers, dim), exact)] == wanted
    assert model_of_layers(layers, dim, "again")(tokens).tolist() == wanted
    program = as_program(model)
    assert program(tokens).tolist() == wanted
    assert program.count(Multi) == sum(layer.gamma is not None for layer in stack)


@pytest.mark.parametrize("seed", range(20))
def test_a_program_comes_back_from_its_data(seed):
    program = drawn(random.Random(seed))
    assert program_of_nodes(listed_program(program)) == program


def test_tokens_of_other_sizes_are_cut_off_or_filled_up():
    one, two, three = map(flint.fmpq, (1, 2, 3))
    assert resized(((one, two, three), (one,), ()), 2) == ((one, two), (one, 0), (0, 0))


def test_gates_of_another_size_multiply_as_far_as_both_go():
    """As data, where the longer of both is cut off; cells have gates of one size."""
    zero = Matrix.zeros(2, 1)
    layer = Layer(Matrix.eye(2), Matrix.eye(2), zero, zero)
    gamma = Network((Affine(Matrix.of([[1, 0], [0, 1], [1, 1]]), Matrix.zeros(3, 1)),))
    for gate in (gamma, Network((Affine(Matrix.of([[1, 1]]), Matrix.zeros(1, 1)),))):
        layers = listed_layers([replace(layer, gamma=gate)])
        tokens = (tuple(map(flint.fmpq, (2, 3))), tuple(map(flint.fmpq, (-1, 4))))
        wanted = stack_outputs(layers, tokens)
        assert program_outputs(program_of(layers, 2), tokens) == wanted
        assert len(wanted[0]) == min(2, len(gate.maps[-1].W.rows))
