"""What experiments measure, on cases whose answer is known."""

import jax
import numpy as np
import pytest
from scipy.stats import binomtest

from proofs.lsrl.experiments.noisy_models import perturbed, share_wrong
from proofs.lsrl.experiments.sensitivity import FALSE_ALARM, surely_less
from proofs.sparse_attention.experiments.gradient_norms import change, theory, trend
from proofs.sparse_attention.experiments.memory import degree, numbers_stored
from proofs.sparse_attention.s5_experiments.printed_tables import (
    at_all_and_most_at_last,
    at_each_step,
)


@pytest.mark.parametrize("less", range(25))
def test_the_sign_test_is_that_of_scipy(less):
    a = np.where(np.arange(26) < less, 0.0, 2.0)  # 24 that differ, two that do not
    b = np.where(np.arange(26) < 24, 1.0, a)
    exact = binomtest(less, 24, alternative="greater").pvalue
    assert surely_less(a, b) == (exact <= FALSE_ALARM)


def test_nothing_is_surely_less_than_itself():
    assert not surely_less(np.ones(30), np.ones(30))


@pytest.mark.parametrize("power", [0, 1, 2, 3])
def test_the_degree_of_a_polynomial_is_found(power):
    assert degree([5 + 3 * T**power for T in (20, 40, 60, 80, 100)]) == power


def test_five_values_have_a_polynomial_of_degree_four():
    assert degree([2**k for k in range(5)]) == 4


def test_the_derivative_of_a_product_of_matrices_is_handed_both():
    one, other = jax.ShapeDtypeStruct((3, 4), "float32"), jax.ShapeDtypeStruct((4, 5), "float32")
    assert numbers_stored(lambda a, b: a @ b, one, other) == 12 + 20
    assert numbers_stored(lambda a: -a, one) == 0


@pytest.mark.parametrize(
    ("rate", "said"), [(1.3, "explodes"), (1 / 1.3, "vanishes"), (1.05, "stable"), (1.0, "stable")]
)
def test_a_trend_is_that_of_the_exponential(rate, said):
    norms = np.stack([scale * rate ** np.arange(31.0) for scale in (0.1, 1.0, 7.0)])
    assert change(norms) == pytest.approx(rate**30, rel=1e-9)  # a fit in doubles
    assert trend(change(norms)) == said


def test_theory_is_the_known_case_of_one_unit():
    found = theory([[0.5]], 5)
    distances, norms = found["recurrence alone"]
    assert distances == [0, 1, 2, 3, 4]
    assert norms == [2.0**-k for k in range(5)]
    assert found["uniform attention"][1] == pytest.approx([2.0] * 5, rel=1e-15)  # at lam = 1/2


def test_noise_is_added_where_a_weight_is_not_zero():
    weights, normals = np.array([[0.0, 2.0], [-1.0, 0.0]]), np.array([3.0, 1.0, -2.0, 5.0])
    np.testing.assert_array_equal(perturbed(weights, 0.5, normals), [[0, 2.5], [-2, 0]])


def test_what_is_no_number_is_wrong():
    outputs = np.array([[7.0, 1.0, 2.4], [7.0, 1.6, np.nan]])[None, :, :, None]
    wanted = np.array([[[1, 2], [1, 2]]])
    np.testing.assert_array_equal(share_wrong(outputs, wanted), [0.5])


def test_losses_that_grow_at_each_step_and_at_the_ends():
    assert at_each_step([1, 2, 5])
    assert not at_each_step([1, 2, 2])
    assert at_all_and_most_at_last([3, 1, 3])
    assert not at_all_and_most_at_last([3, 0, 4])
    assert not at_all_and_most_at_last([3, 1, 2])
