"""Mixed products: found where they are, and what they leave is told from a single product."""

import numpy as np
import pytest

from proofs.gated_rnn.b2_output_gating_weights.mixed_products import (
    K11,
    K12,
    K22,
    Q1,
    Q2,
    mixed_networks,
    network_of,
)
from proofs.gated_rnn.experiments.compression import Compressed
from proofs.gated_rnn.experiments.mixed import Scaled, find_mixed, nearest_product, remaining
from proofs.gated_rnn.experiments.residual_products import sizes
from proofs.gated_rnn.experiments.structure import OFF

XS = np.random.default_rng(0).normal(size=(64, 6, 2))
(RANK_2, PURE), (RANK_1, _) = mixed_networks()
FIRST = [(K11, Q1, (4, 0)), (K12, Q2, (4, 0))]
SECOND = [(K12, Q1, (0, 4)), (K22, Q2, (0, 4))]


def student(network):
    """The network as parameters of a student, lambda as near to 0 and 1 as floats allow."""
    weights = {
        name: np.array([float(v) for v in weight.flat]).reshape(weight.shape)
        for name, weight in network.weights().items()
    }
    lam = np.clip(weights.pop("lam"), 1e-9, 1 - 1e-9)
    return {**weights, "nu": np.log(-np.log(lam))}


def test_the_printed_numbers_are_those_of_four_inputs():
    assert sizes(4) == (14, 13)


def test_scaled_states_have_unit_moments_and_the_same_outputs():
    params = student(RANK_2)
    scaled = Scaled.of(params, XS)
    moments = scaled.states.T @ scaled.states / len(scaled.states)
    for part in (slice(3), slice(3, None)):
        np.testing.assert_allclose(moments[part, part], np.eye(len(moments[part])), atol=1e-9)
    np.testing.assert_allclose(scaled.outputs(), Compressed.of(params, XS).wanted, atol=1e-9)


def test_units_in_any_order_are_the_same_network():
    params = student(RANK_1)
    order = np.array([4, 1, 0, 3, 2])
    turned = {name: params[name][order] for name in ("nu", "W_in_m", "W_in_x")}
    turned |= {name: params[name][:, order] for name in ("W_out_m", "W_out_x")}
    one, other = (find_mixed(Scaled.of(p, XS), OFF) for p in (params, turned | {"D": params["D"]}))
    assert one is not None
    assert other is not None
    assert (other.single, other.size) == pytest.approx((one.single, one.size), abs=1e-7)


def test_pure_products_are_not_mixed_and_do_not_cancel():
    scaled = Scaled.of(student(PURE), XS)
    assert find_mixed(scaled, OFF) is None
    assert scaled.within(scaled.kernels) == pytest.approx(np.zeros(4), abs=1e-6)
    assert remaining(scaled)[1] > 0.9


def test_a_single_mixed_product_is_an_error_and_does_not_count():
    network = network_of([(K11 + Q2, K12 + Q1, (4, 0)), *SECOND])
    assert find_mixed(Scaled.of(student(network), XS), OFF) is None


def test_two_mixed_products_of_rank_1_merge_without_a_change():
    scaled = Scaled.of(student(RANK_1), XS)
    found = find_mixed(scaled, OFF)
    assert found is not None
    assert found.count == 2
    assert found.single < 1e-6  # rounding errors of float64, under a root
    assert found.change < 1e-12
    assert remaining(scaled)[0] < 1e-6


def test_two_mixed_products_of_rank_2_are_proportional_and_no_single_product():
    found = find_mixed(Scaled.of(student(RANK_2), XS), OFF)
    assert found is not None
    assert found.proportional < 1e-6
    assert found.single > OFF
    assert found.change > 0.01


def test_three_mixed_products_need_not_be_proportional():
    """With readouts (1, 0), (0, 1), (-1, -1) they leave two products, one for each output."""
    products = [(K11 + s * Q1, s * K22 + Q2, c) for s, c in ((1, (4, 0)), (2, (0, 2)))]
    products.append((K11 - Q1, K22 - Q2, (-4, -4)))
    scaled = Scaled.of(student(network_of([*products, *FIRST, *SECOND])), XS)
    found = find_mixed(scaled, OFF)
    assert found is not None
    assert found.count == 3
    assert found.proportional > OFF
    assert found.single >= found.proportional - 1e-9


def test_the_nearest_product_of_orthogonal_ones_is_the_largest():
    rng = np.random.default_rng(1)
    u, a, b = (np.linalg.qr(rng.normal(size=(n, 2)))[0].T for n in (4, 10, 3))
    kernels = sum(
        size * np.einsum("o,a,b->oab", *forms)
        for size, *forms in zip((2.0, 1.0), u, a, b, strict=True)
    )
    output, key_value, query = nearest_product(np.asarray(kernels))
    assert np.linalg.norm(output) == pytest.approx(2)
    assert abs(key_value @ a[0]) == pytest.approx(1)
    assert abs(query @ b[0]) == pytest.approx(1)


def test_nothing_has_a_nearest_product():
    output, _, _ = nearest_product(np.zeros((2, 3, 2)))
    assert not output.any()
