"""Networks that are cut down: what is exact stays exact, and what is not needed goes first."""

import jax
import numpy as np
import pytest

from constructions.arrays import EXACT
from constructions.cells.linear_attention import LinearAttention
from constructions.weights.minimal_attention import minimal_attention
from proofs.gated_rnn.experiments.compression import Compressed, degree_shares, without_others
from proofs.gated_rnn.experiments.pruning import Cutting, least_found
from proofs.gated_rnn.experiments.structure import (
    Structure,
    in_order,
    outside_blocks,
    pictures,
)
from proofs.gated_rnn.experiments.students import Student
from proofs.gated_rnn.experiments.teacher import Plan

XS = np.random.default_rng(0).normal(size=(16, 5, 2))
RANDOM = np.random.default_rng(1)


@pytest.fixture(scope="module")
def least():
    """The least network for a layer of attention with d = 2, as parameters of a student."""
    matrices = ([[1, 2], [-1, 1]], [[1, 0], [1, 1]], [[2, 1], [0, 1]])
    network = minimal_attention(LinearAttention(*map(EXACT.array, matrices)))
    weights = {
        name: np.array([float(v) for v in weight.flat]).reshape(weight.shape)
        for name, weight in network.weights().items()
    }
    lam = np.clip(weights.pop("lam"), 1e-9, 1 - 1e-9)
    return {**weights, "nu": np.log(-np.log(lam))}


def wider(params, units, products):
    """The same function with more of both: units that say the same, products that are 0."""
    keeps = np.flatnonzero(params["nu"] < 0)
    again = keeps[np.arange(units) % len(keeps)]
    scales = {"nu": 1.0, "W_in_m": 1 + RANDOM.random((units, 1)), "W_in_x": 1.0}
    found = {
        name: np.concatenate([params[name], scale * params[name][again]])
        for name, scale in scales.items()
    }
    for name in ("W_out_m", "W_out_x"):
        found[name] = np.pad(params[name], ((0, products), (0, units)))
    found["W_out_x"][-products:] = RANDOM.normal(size=(products, 5 + units))
    found["D"] = np.concatenate([params["D"], RANDOM.normal(size=(2, products))], 1)
    return found


def outputs(params, xs):
    compressed = Compressed.of(params, xs)
    return compressed.wanted


def test_what_is_superfluous_is_folded_without_a_change_and_no_more(least):
    begun = Compressed.of(wider(least, 4, 2), XS)
    assert len(begun.params["nu"]) == 9
    np.testing.assert_allclose(begun.wanted, outputs(least, XS))
    exact, unit, product = begun.cut_to([(5, 3), (4, 3), (5, 2)])
    assert exact.params["D"].shape == (2, 3)
    assert exact.change < 1e-12  # squares of rounding errors of float64
    assert unit.change > 1e-3
    assert product.change > 1e-3
    np.testing.assert_allclose(outputs(exact.params, 2 * XS), outputs(least, 2 * XS), atol=1e-6)


def test_padding_is_zeros_without_influence(least):
    padded = Compressed.of(least, XS).padded(7, 4)
    assert padded["W_out_m"].shape == (4, 7)
    np.testing.assert_allclose(outputs(padded, XS), outputs(least, XS))
    assert without_others(padded, XS, 0.02) == 0.0  # e^{-1} for lambda, but weights 0
    shifted = {**least, "nu": np.where(least["nu"] < 0, -1.0, least["nu"])}
    assert without_others(shifted, XS, 0.02) > 0.5


def test_the_construction_has_its_own_structure_and_no_other(least):
    found = outside_blocks(Structure(), least)
    assert max(found.values()) < 1e-7
    others = outside_blocks(Structure(key_values=1, queries=2, across=False), least)
    assert min(others.values()) == pytest.approx(1)
    shares = degree_shares(least)
    np.testing.assert_allclose((shares**2).sum(1), 1)


def test_degrees_are_those_of_the_polynomial():
    """(x + 1)(y + 1) = xy + x + y + 1 and (x + 2y)(x - 2y) = x^2 - 4y^2."""
    first, second = [[1, 0, 1], [1, 2, 0]], [[0, 1, 1], [1, -2, 0]]
    params = {"W_in_m": first, "W_in_x": second}
    shares = degree_shares({**params, "nu": [0, 0]})
    np.testing.assert_allclose(shares, [[0.5, 0.5**0.5, 0.5], [0, 0, 1]], atol=1e-12)


def test_order_changes_no_function_and_puts_key_values_first(least):
    turned = {**least, "nu": least["nu"][::-1]}
    turned |= {name: least[name][::-1] for name in ("W_in_m", "W_in_x")}
    turned |= {name: -2 * least[name][:, ::-1] for name in ("W_out_m", "W_out_x")}
    turned["D"] = turned["D"] / 4
    ordered, keeping = in_order(turned)
    assert keeping == 3
    assert (np.diff(ordered["nu"]) >= 0).all()
    np.testing.assert_allclose(outputs(ordered, XS), outputs(least, XS), atol=1e-12)
    assert not ordered["W_out_x"][:, :keeping].any()  # queries alone
    drawn = pictures(turned)
    assert [len(one.to_json()["matrix"]) for one in drawn] == [5, 5, 3, 3, 2, 1]


def test_the_least_that_is_found_is_by_medians():
    plan = Plan(2, 3, 3, 1, 1, 1e-2)
    cutting = Cutting(plan, 4, ((6, 4), (5, 3), (4, 3), (5, 2)), 1, 1e-2, found=0.1, distance=1)
    losses = np.array([[0.0, 0.0, 0.0], [0.0, 0.05, 9.0], [0.0, 0.2, 0.3], [0.2, 0.2, 0.0]])
    assert least_found(cutting, losses) == (5, 3)
    assert least_found(cutting, losses + 1) == (None, None)
    assert "4 units and products at first" in str(cutting)


@pytest.mark.deep
def test_the_student_is_what_is_cut():
    """States and outputs by NumPy are those of the cell."""
    student = Student(2, 2, 3, 4)
    params = student.start(jax.random.key(0))
    by_cell = jax.vmap(student.network(params))(XS.astype(np.float32))
    found = outputs(params, XS).reshape(by_cell.shape)
    np.testing.assert_allclose(found, by_cell, rtol=1e-4, atol=1e-5)  # some dozens of operations
