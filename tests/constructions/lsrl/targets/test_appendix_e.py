"""App. E as printed: what is wrong shows, and is mended by the repairs that are named."""

from dataclasses import replace
from typing import Any

import pytest

from constructions.arrays import EXACT, FLOAT, balls, contains, equal
from constructions.cells.griffin import GriffinLocalAttentionBlock
from constructions.errors import ArgumentError, NotInSystemError, ShapeError
from constructions.lsrl import Matrix
from constructions.lsrl.compiler.checking import sample_inputs
from constructions.lsrl.targets.appendix_e import (
    REPAIRS,
    printed_griffin_of_layers,
    printed_hawk_of_layers,
)
from constructions.lsrl.targets.gru import gru_of_layers
from constructions.lsrl.targets.layers import Affine, Layer, Network
from constructions.lsrl.targets.lstm import lstm_of_layers
from constructions.lsrl.targets.model import Model
from constructions.lsrl.targets.recurrent import ImpossibleTargetError

zero, one = Matrix.zeros(1, 1), Matrix.eye(1)
same = Network((Affine.identity(1),), relu_last=True)
plain = Layer(Matrix.of([[2]]), Matrix.of([[3]]), zero, zero, same)
lower = [-3]  # a bound of all inputs


def network(*maps, relu_last=True):
    pairs = [Affine(Matrix.of(W), Matrix.of(b)) for W, b in maps]
    return Network(tuple(pairs), relu_last)


# of unequal sizes: two inputs, three states, networks of depth 2 and 1, one output
wide = Layer(
    Matrix.of([[1, 1, 0], [0, -1, 1], [1, 0, "1/2"]]),
    Matrix.of([[1, 0], [2, -1], [0, 1]]),
    Matrix.zeros(3, 1),
    Matrix.zeros(3, 1),
    network(([[1, -1, 0], [0, 1, 2]], [1, 0]), ([[1, 1]], [-1])),
    network(([[2, -1]], [1])),
)
narrow = replace(plain, gamma=network(([[-1]], [4]), ([[1]], [0]), ([["1/2"]], [1])))


def of_layers(layers):
    """The layers run one after the other."""
    return Model("Gated Linear RNN", tuple(layers), len(layers))


@pytest.mark.parametrize(
    "layers", [[plain], [narrow], [wide], [wide, narrow], [wide, plain, plain]]
)
def test_hawk_with_all_repairs_is_exact(layers):
    bounds = [lower * layer.inputs for layer in layers]
    model = printed_hawk_of_layers(layers, 4, bounds, repairs=REPAIRS)
    for xs in sample_inputs(layers[0].inputs):
        assert equal(model(xs), of_layers(layers)(xs))
    depths = [max(len(n.maps) for n in (layer.phi, layer.gamma) if n) for layer in layers]
    assert model.layers == sum(depth + 2 for depth in depths)


def test_the_printed_kernel_forgets():
    xs = [[1], [1], [1]]
    mended_elsewhere = printed_hawk_of_layers([plain], 3, [lower], repairs=["W_e"])
    assert mended_elsewhere(xs).tolist() == [[3], [3], [3]]
    assert of_layers([plain])(xs).tolist() == [[3], [9], [21]]


def test_the_printed_e_adds_what_it_should_not():
    # (s + 1) relu(s) and (x' + 1) x' with x' = 1 for the gate: 2 s (s + 1)
    model = printed_hawk_of_layers([plain], 3, [lower], repairs=["kernel"])
    assert model([[1]]).tolist() == [[3 * 4 * 2]]


def test_a_constant_of_the_state_has_no_place():
    shifted = replace(plain, b=one)
    model = printed_hawk_of_layers([shifted], 3, [lower], repairs=REPAIRS)
    assert model([[1]]).tolist() == [[3]]
    assert of_layers([shifted])([[1]]).tolist() == [[4]]


def test_griffin_with_all_repairs_is_exact_in_a_window_of_one_token():
    for layers in ([plain], [wide], [plain, narrow]):
        bounds = [lower * layer.inputs for layer in layers]
        model = printed_griffin_of_layers(layers, 4, bounds, window=1, repairs=REPAIRS)
        assert any(isinstance(cell, GriffinLocalAttentionBlock) for cell in model.exact.cells)
        for xs in sample_inputs(layers[0].inputs):
            assert equal(model(xs), of_layers(layers)(xs))


@pytest.mark.parametrize("window", [2, 3])
def test_griffin_mixes_tokens_in_any_wider_window(window):
    model = printed_griffin_of_layers([plain], 2, [lower], window=window, repairs=REPAIRS)
    xs = [[1], [0]]
    with pytest.raises(NotInSystemError, match="exp"):
        model(xs)
    found = model(balls(64).array(xs))
    assert not contains(found, of_layers([plain])(xs))
    assert found[1, 0] < 6  # the product of a mixed state with a mixed gate, below 2 * 3
    # h of two blocks, one token in the kernel, and of each in the window a key, a value and a 1
    assert model.state == 2 * 2 + 2 + 5 * (window - 1)


def test_a_state_at_a_third_place_is_told():
    deep = replace(plain, gamma=network(([[1]], [0]), ([[1]], [0])))
    with pytest.raises(ImpossibleTargetError, match="Block 8 computes a state"):
        printed_griffin_of_layers([deep] * 3, 2, [lower] * 3, window=1)


def test_the_domain_of_the_print():
    for layer, words in (
        (replace(plain, s_0=one), "other than 0"),
        (replace(plain, phi=Network()), "does not end in a ReLU"),
    ):
        with pytest.raises(ImpossibleTargetError, match=words):
            printed_hawk_of_layers([layer], 2, [lower])
    with pytest.raises(ArgumentError, match="repairs"):
        printed_hawk_of_layers([plain], 2, [lower], repairs=["w_e"])
    with pytest.raises(ArgumentError, match="longest"):
        printed_hawk_of_layers([plain], 0, [lower])


def block(window, system: Any = EXACT, **changed):
    eye = system.array([[1]])
    matrices = dict.fromkeys(("W_q", "W_k", "W_v", "W_o", "W_e", "W_m"), eye)
    vectors = dict.fromkeys(("b_o", "b_e", "b_m"), system.array([0]))
    rest = {"W_f": system.array([[0]]), "b_f": system.array([1]), "window": window}
    return GriffinLocalAttentionBlock(**{**matrices, **vectors, **rest, **changed})


def test_local_attention_is_attention_in_its_window():
    import numpy as np

    xs = FLOAT.array([[0.5], [-1.0], [2.0], [0.25], [1.5]])
    for window in (1, 2, 3, 7):
        wanted = []
        for t in range(len(xs)):
            seen = xs[max(0, t - window + 1) : t + 1, 0]
            weights = np.exp(xs[t, 0] * seen)
            wanted.append(weights @ seen / weights.sum())
        np.testing.assert_allclose(block(window, FLOAT)(xs)[:, 0], wanted, rtol=1e-14)


def test_bad_blocks_are_told():
    with pytest.raises(ArgumentError, match="window"):
        block(0)
    with pytest.raises(ShapeError, match="W_k"):
        block(2, W_k=EXACT.array([[1, 0]]))
    assert block(1)(EXACT.array([[3], [4]])).tolist() == [[3], [4]]


@pytest.mark.parametrize("layers", [[narrow] * 2, [wide, narrow], [wide, narrow, narrow]])
def test_stacks_of_printed_lstms_are_exact(layers):
    bounds = [lower * layer.inputs for layer in layers[:1]] + [[0]] * (len(layers) - 1)
    model = lstm_of_layers(layers, as_printed=bounds)
    for xs in sample_inputs(layers[0].inputs):
        assert equal(model(xs), of_layers(layers)(xs))
    depths = [max(len(layer.phi.maps), len(layer.gamma.maps)) for layer in layers]
    assert model.layers == sum(depth + 2 for depth in depths)


def test_stacks_of_printed_grus_give_zero_if_they_multiply():
    for layers in ([narrow] * 2, [wide, narrow]):
        bounds = [lower * layer.inputs for layer in layers[:1]] + [[0]]
        xs = [[1] * layers[0].inputs] * 3
        assert of_layers(layers)(xs)[-1, 0] != 0
        assert gru_of_layers(layers, as_printed=bounds)(xs).tolist() == [[0]] * 3
        assert equal(gru_of_layers(layers)(xs), of_layers(layers)(xs))


@pytest.mark.parametrize("of", [gru_of_layers, lstm_of_layers])
def test_printed_stacks_without_gates_are_exact(of):
    layers = [replace(wide, gamma=None), plain, plain]
    model = of(layers, as_printed=[lower * 2, [0], [0]])
    for xs in sample_inputs(2):
        assert equal(model(xs), of_layers(layers)(xs))
