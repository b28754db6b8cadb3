"""Programs as data, layers as models: on random programs all of them put out the same."""

import random

import flint
import pytest

from constructions.lsrl import Concat, ForEach, Input, Lin, LinState, Multi, ReLU
from constructions.lsrl.listed.data import ReLUNode
from constructions.lsrl.listed.halves import relu_layers_of
from constructions.lsrl.listed.layers import layers_of
from constructions.lsrl.listed.outputs import program_outputs, relu_stack_outputs, stack_outputs
from constructions.lsrl.listed.programs import listed_program
from constructions.lsrl.targets.layer_by_layer import layer_by_layer
from proofs.lsrl.drawn_programs import drawn


def run_of_data(program, tokens):
    listed = listed_program(program)
    exact = tuple(tuple(map(flint.fmpq, x)) for x in tokens)
    return (
        program_outputs(listed, exact),
        stack_outputs(layers_of(listed), exact),
        relu_stack_outputs(relu_layers_of(listed), exact),
    )


@pytest.mark.parametrize("seed", range(60))
def test_data_and_model_put_out_what_the_program_does(seed):
    source = random.Random(seed)
    program = drawn(source)
    tokens = [[source.randint(-3, 3) for _ in range(program.input.dim)] for _ in range(3)]
    wanted = program(tokens).tolist()
    for found in run_of_data(program, tokens):
        assert [list(y) for y in found] == wanted
    assert layer_by_layer(program)(tokens).tolist() == wanted
    assert layer_by_layer(program, relu_state=True)(tokens).tolist() == wanted


x = Input(dim=2)
SMALL = {
    "the token": ForEach(x),
    "a row that is 0": ForEach(Lin(x, [[0, 0]], 3)),
    "a node twice": ForEach(Concat(ReLU(x), ReLU(x), x)),
    "a square of a state": ForEach(Multi(Concat(*[LinState(x, 2, [[1, 1]], 0, 5)] * 2))),
}


@pytest.mark.parametrize("program", SMALL.values(), ids=SMALL)
def test_small_programs(program):
    tokens = [[1, -2], [0, 3]]
    wanted = program(tokens).tolist()
    assert [[list(y) for y in found] for found in run_of_data(program, tokens)] == [wanted] * 3
    model = layer_by_layer(program)
    assert model(tokens).tolist() == wanted
    assert model.target == ("Gated Linear RNN" if program.count(Multi) else "Linear RNN")
    assert model.layers == len(program.nodes) - 1 + 2
    halved = layer_by_layer(program, relu_state=True)
    assert halved.target == ("Gated RNN" if program.count(Multi) else "RNN")
    assert halved.parts[0].state == 2 * model.parts[0].state


def test_no_tokens_and_data_that_no_program_is():
    listed = listed_program(SMALL["the token"])
    assert stack_outputs(layers_of(listed), ()) == program_outputs(listed, ()) == ()
    strange = listed._replace(nodes=(ReLUNode(7), ReLUNode(0)), dim=3)
    token = (tuple(map(flint.fmpq, (1, -1))),)
    assert (
        stack_outputs(layers_of(strange), token) == program_outputs(strange, token) == ((1, 0, 0),)
    )
