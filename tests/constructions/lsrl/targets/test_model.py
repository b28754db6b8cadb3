"""Programs as models: all give what the program gives, exactly."""

import inspect
from pathlib import Path

import jax
import numpy as np
import pytest
from hypothesis import given, settings

from constructions.arrays import EXACT, FLOAT, balls, contains, jax_floats
from constructions.errors import ArgumentError, ShapeError
from constructions.lsrl import ALGEBRAIC, Concat, ForEach, Input, Lin, LinState, Matrix, Multi, ReLU
from constructions.lsrl.compiler.checking import sample_inputs
from constructions.lsrl.compiler.levelised import levelised
from constructions.lsrl.compiler.path_normal_form import path_normal_form
from constructions.lsrl.compiler.rules.debranching import debranched
from constructions.lsrl.programs.hats import hat_program_gated
from constructions.lsrl.programs.listing_2 import listing_2
from constructions.lsrl.programs.majority import majority_of_ones
from constructions.lsrl.programs.prompts import dictionary_prompt, token_query
from constructions.lsrl.targets import (
    ImpossibleTargetError,
    Model,
    as_program,
    batched,
    gated_linear_rnn,
    gated_rnn,
    gru,
    linear_rnn,
    lstm,
    rnn,
    save_weights,
)
from constructions.lsrl.targets.gru import gru_of_layers
from constructions.lsrl.targets.layers import (
    Affine,
    Layer,
    Network,
    layers_of_path,
    with_zero_start,
)
from constructions.lsrl.targets.lstm import lstm_of_layers
from proofs.lsrl.compilations import validated
from proofs.lsrl.strategies import runs
from theorem_checks import Verdict

GATED = [gated_linear_rnn, gated_rnn, gru, lstm]
PLAIN = [linear_rnn, rnn]
NO_PRODUCTS = ["Lin", "ReLU", "LinState", "Concat"]
LOOKUP = [*token_query((1, 2)), *dictionary_prompt({(2, 2): (3, 1), (1, 2): (4, 2)})]

x = Input(dim=2)
SMALL = {
    "the token": ForEach(x),
    "a ReLU": ForEach(ReLU(x - 1)),
    "a signed product": ForEach(x[0] * x[1]),
    "a ReLU of a product": ForEach(ReLU(x[0] * x[1]) - x),
    "products of products": ForEach(Multi(Multi(Concat(x, x, x, ReLU(x))))),
    "a state with a start": ForEach(
        LinState(ReLU(x), A=[[2, 0], [1, -1]], B=[[1, 0], [0, 1]], b=1, init_state=[-3, 2])
    ),
    "a state times a state": ForEach(LinState(x[0], 2, 1, init_state=1) * LinState(x[1], -1, 1, 1)),
    "a state of a product": ForEach(LinState(x[0] * x[1], A=1, B=1) + x[0]),
}


def same(model: Model, program: ForEach, xs: list) -> bool:
    system = EXACT if program.is_rational else ALGEBRAIC
    tokens = system.array(xs)
    return bool((model.cell(system)(tokens) == program.on(system)(tokens)).all())


@pytest.mark.parametrize("target", GATED)
@pytest.mark.parametrize("name", SMALL)
def test_models_of_small_programs(target, name: str) -> None:
    program = SMALL[name]
    assert all(same(target(program), program, xs) for xs in sample_inputs(2))


@pytest.mark.deep
@given(runs(most_nodes=8, most_tokens=3))
@settings(max_examples=15, deadline=None)
def test_models_of_random_programs(run: tuple[ForEach, list]) -> None:
    program, xs = run
    assert all(same(target(program), program, xs) for target in GATED)


@given(runs(most_nodes=8, most_tokens=3, kinds=NO_PRODUCTS))
@settings(max_examples=15, deadline=None)
def test_models_without_gates(run: tuple[ForEach, list]) -> None:
    program, xs = run
    assert all(same(target(program), program, xs) for target in PLAIN)


@given(runs(most_nodes=10))
@settings(max_examples=25, deadline=None)
def test_back_again(run: tuple[ForEach, list]) -> None:
    program, xs = run
    again = as_program(gated_linear_rnn(program))
    assert (again(xs) == program(xs)).all()


def test_a_model_of_a_relu_rnn_is_no_program() -> None:
    with pytest.raises(ArgumentError, match="linear in themselves"):
        as_program(rnn(majority_of_ones()))


@pytest.mark.parametrize(("target", "name"), [(linear_rnn, "Linear RNN"), (rnn, "RNN")])
def test_products_need_gates(target, name: str) -> None:
    with pytest.raises(ImpossibleTargetError, match=f"1 products.*a {name} is"):
        target(ForEach(x[0] * x[1]))


@pytest.mark.parametrize("target", [linear_rnn, rnn, gated_linear_rnn])
def test_a_product_that_is_0_needs_none(target) -> None:
    """Of relu(v) and relu(-v) one is 0; likewise where both cannot be positive at once."""
    zeros = ReLU(x[0]) * ReLU(-1 * x[0]), ReLU(2 * x[0] - 1) * ReLU(-3 * x[0]) + x[1]
    for output in zeros:
        program = ForEach(output)
        model = target(program)
        assert validated(program, model).verdict is Verdict.PROVED
        assert same(model, program, [[1, 2], [-3, 5], [0, 0]])


@pytest.mark.parametrize("output", [ReLU(x[0]) * ReLU(1 - x[0]), ReLU(x[0]) * ReLU(-x[1])])
def test_other_products_of_relus_need_gates(output) -> None:
    with pytest.raises(ImpossibleTargetError):
        linear_rnn(ForEach(output))


def test_products_with_constants_need_none() -> None:
    program = ForEach(Multi(Concat(x, Lin(x, [[0, 0]] * 2, [5, -2]))))
    assert same(linear_rnn(program), program, [[1, 2], [3, 4]])


def test_majority_is_one_layer() -> None:
    model = linear_rnn(majority_of_ones())
    assert (model.layers, model.state) == (1, 2)
    assert model.parameters == sum(m.size for m in model.cell(FLOAT).weights().values())
    assert "1 layers, state 2" in repr(model)


def test_listing_2_on_all_number_systems() -> None:
    program = listing_2(2, first_index=0, mu=2, lam=100, counters="shift")
    model = linear_rnn(program)
    exact = model(LOOKUP)
    assert exact[-2:].tolist() == [[4], [2]]
    assert contains(model(balls(64).array(LOOKUP)), exact)
    np.testing.assert_array_equal(np.round(model(FLOAT.array(LOOKUP))[-2:]), [[4], [2]])
    with jax.enable_x64(True):
        np.testing.assert_array_equal(np.round(model(jax_floats().array(LOOKUP))[-2:]), [[4], [2]])


def test_a_batch_in_one_scan() -> None:
    program = hat_program_gated(1, 1)
    model = gated_linear_rnn(program)
    batch = np.arange(2.0 * 3 * program.input.dim).reshape(2, 3, -1) % 3 / 2
    outputs = batched(model, "float32")(batch)
    singles = np.stack([model.cell(FLOAT)(FLOAT.array(xs)) for xs in batch])
    np.testing.assert_allclose(outputs, singles, rtol=1e-5)


def test_export(tmp_path: Path) -> None:
    from safetensors import safe_open

    model = gru(SMALL["a signed product"])
    save_weights(model, tmp_path / "gru.safetensors")
    with safe_open(tmp_path / "gru.safetensors", "numpy") as file:
        assert file.metadata()["target"] == "GRU"
        assert file.metadata()["rounded"] == "false"
        stored = {key: file.get_tensor(key) for key in file.keys()}  # noqa: SIM118
    weights = model.cell(FLOAT).weights()
    assert sum(stored[key].size for key in weights) == model.parameters
    assert all(np.array_equal(stored[k].reshape(w.shape), w) for k, w in weights.items())
    save_weights(linear_rnn(ForEach(x * "1/3")), tmp_path / "third.safetensors")
    with safe_open(tmp_path / "third.safetensors", "numpy") as file:
        assert file.metadata()["rounded"] == "true"


def gated_layer() -> Layer:
    """A layer y = relu(x) relu(s), s_t = x_1 + ... + x_t."""
    one, zero = Matrix.eye(1), Matrix.zeros(1, 1)
    network = Network((Affine.identity(1),), relu_last=True)
    return Layer(one, one, zero, zero, network, network)


def test_printed_lstm_multiplies() -> None:
    model = lstm_of_layers([gated_layer()], as_printed=[[-4]])
    assert model([[1], [2], [-1]]).tolist() == [[1], [6], [0]]
    assert model.layers == 3  # k + 2


def test_printed_gru_does_not_multiply() -> None:
    assert gru_of_layers([gated_layer()], as_printed=[[-4]])([[1], [2]]).tolist() == [[0], [0]]
    mended = gru_of_layers([gated_layer()])
    assert mended([[1], [2], [-1]]).tolist() == [[1], [6], [0]]
    assert mended.layers == 3


@pytest.mark.parametrize("of_layers", [gru_of_layers, lstm_of_layers])
def test_printed_constructions_have_their_domain(of_layers) -> None:
    from dataclasses import replace

    with pytest.raises(ImpossibleTargetError, match="other than 0"):
        of_layers([replace(gated_layer(), s_0=Matrix.eye(1))], as_printed=[[0]])
    with pytest.raises(ImpossibleTargetError, match="does not end in a ReLU"):
        of_layers([replace(gated_layer(), phi=Network())], as_printed=[[0]])


def test_states_are_shifted_to_start_from_zero() -> None:
    layer = Layer(Matrix.of([[2]]), Matrix.eye(1), Matrix.of([[1]]), Matrix.of([[5]]))
    shifted = with_zero_start(layer)
    assert shifted.s_0.is_zero
    tokens = EXACT.array([[1], [-7], [2]])
    assert (shifted.cell(EXACT)(tokens) == layer.cell(EXACT)(tokens)).all()


def test_only_paths_have_layers() -> None:
    with pytest.raises(ArgumentError, match="without branches"):
        layers_of_path(majority_of_ones())
    with pytest.raises(ArgumentError, match="a path of"):
        layers_of_path(ForEach(Concat(Input(1))))


def test_wrong_inputs_are_told() -> None:
    with pytest.raises(ShapeError):
        linear_rnn(majority_of_ones())([[1, 2]])


@pytest.mark.parametrize("compiled", [levelised, path_normal_form, debranched])
def test_a_node_is_no_program(compiled) -> None:
    with pytest.raises(ArgumentError, match=r"program=.*ForEach\(node\)"):
        inspect.unwrap(compiled)(x)  # without the checks of types under test


@pytest.mark.parametrize("of_layers", [gru_of_layers, lstm_of_layers])
def test_layers_with_relus_in_their_states_are_told(of_layers) -> None:
    layers = [part for part in rnn(majority_of_ones()).parts if isinstance(part, Layer)]
    with pytest.raises(ArgumentError, match="a linear state"):
        of_layers(layers)


@pytest.mark.parametrize("shape", [(2, 1), (2, 3, 2), (1, 2, 3, 1)])
def test_batches_of_other_shapes_are_told(shape) -> None:
    with pytest.raises(ShapeError):
        batched(linear_rnn(majority_of_ones()))(np.zeros(shape))


def test_numbers_beyond_the_floats_are_infinite() -> None:
    model = gru(ForEach(x * 10**400))
    assert np.isinf(model.cell(FLOAT).weights()["0.U_h"]).any()
    assert model([[1, -1]]).tolist() == [[10**400, -(10**400)]]
