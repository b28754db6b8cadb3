"""Programs as Hawk blocks with ReLUs: exact up to the length of their kernel."""

import inspect

import numpy as np
import pytest
from hypothesis import given, settings

from constructions.arrays import EXACT
from constructions.errors import ArgumentError, ShapeError
from constructions.lsrl import Concat, ForEach, Input, LinState, Matrix, ReLU
from constructions.lsrl.compiler.checking import sample_inputs
from constructions.lsrl.compiler.levelised import levelised
from constructions.lsrl.targets import batched, griffin, hawk
from constructions.lsrl.targets.hawk import hawk_of_layers
from constructions.lsrl.targets.layers import Affine, Layer, Network, layers_of_path
from proofs.lsrl.strategies import runs

x = Input(dim=2)
one, zero = Matrix.eye(1), Matrix.zeros(1, 1)
state = LinState(ReLU(x), A=[[2, 0], [1, -1]], B=[[1, 0], [0, 1]], b=1, init_state=[-3, 2])


@pytest.mark.parametrize(
    "program",
    [ForEach(x), ForEach(ReLU(x - 1)), ForEach(x[0] * x[1]), ForEach(state), ForEach(state * x)],
)
def test_blocks_compute_the_same(program: ForEach) -> None:
    for xs in sample_inputs(2):
        assert (hawk(program, 4)(xs) == program(xs)).all()


@pytest.mark.deep
@given(runs(most_nodes=7, most_tokens=3))
@settings(max_examples=15, deadline=None)
def test_blocks_of_random_programs(run: tuple[ForEach, list]) -> None:
    program, xs = run
    assert (hawk(program, 3)(xs) == program(xs)).all()


def test_longer_sequences_are_refused_and_a_cell_forgets() -> None:
    """They were answered, wrongly: of four ones 2 were counted."""
    count = ForEach(LinState(x[0], A=1, B=1))
    for target in (hawk, griffin):
        model = target(count, 2)
        assert model([[1, 0]] * 2).tolist() == [[1], [2]]
        for tokens in ([[1, 0]] * 3, EXACT.array([[1, 0]] * 4)):
            with pytest.raises(ShapeError, match=f"{len(tokens)} tokens; this .* reads 2 at most"):
                model(tokens)
        with pytest.raises(ShapeError, match="reads 2 at most"):
            batched(model)(np.ones((1, 3, 2)))
        cell = model.cell(EXACT)
        assert cell(EXACT.array([[1, 0]] * 4)).tolist() == [[1], [2], [2], [2]]
    for longest in (0, True, 1.5, "3"):
        with pytest.raises(ArgumentError, match="longest"):
            inspect.unwrap(hawk_of_layers)(layers_of_path(levelised(count)), longest)


def test_printed_kernel_forgets() -> None:
    layer = Layer(Matrix.of([[2]]), Matrix.of([[3]]), zero, zero)
    tokens = [[1], [1], [1]]
    assert hawk_of_layers([layer], 3, as_printed=True)(tokens).tolist() == [[3], [3], [3]]
    assert hawk_of_layers([layer], 3)(tokens).tolist() == [[3], [9], [21]]


def test_a_gated_layer_takes_two_blocks_more_than_its_networks() -> None:
    network = Network((Affine.identity(1), Affine.identity(1)), relu_last=True)
    model = hawk_of_layers([Layer(one, one, zero, zero, network, network)], 3)
    assert model.layers == 2 + 2
    assert model([[1], [2], [-1]]).tolist() == [[1], [6], [0]]
    assert model.state == 2 * 2 + 3 + 3 + 3 + 3
    assert model.cell(EXACT).cells[1].weights().keys() == model.parts[1].numbers.keys()


def test_counts_are_those_of_the_cell() -> None:
    model = hawk(ForEach(Concat(x, ReLU(x))), 2)
    assert model.parameters == sum(weight.size for weight in model.exact.weights().values())
