"""What the certificate of softmax's kernel takes for the statement, and what is false of it."""

import math

import pytest

from constructions.arrays import exp
from constructions.softmax_kernel import softmax_kernel
from proofs.transformers_are_rnns.s3_4_transformers_are_rnns.softmax_kernel import (
    check_determinants,
    check_weights_of_attention,
    infinite_rank,
    late_in_dimension,
    late_in_number,
    says_missed,
)
from tests.certifying.shared import NEEDS_COQC
from theorem_checks import instances_of

CERTIFIED = infinite_rank.checks[0]


def all_ones(queries, keys):
    """Return 1, as e^{q . k} is at queries of 0."""
    return exp(queries @ keys.T * 0)


@NEEDS_COQC
@pytest.mark.timeout(300)
@pytest.mark.parametrize("kernel", [late_in_dimension, late_in_number, all_ones])
def test_no_other_kernel_is_certified(kernel):
    assert CERTIFIED.function(kernel).verdict == "UNDECIDED"


def test_kernels_of_few_features_have_grids_without_a_determinant():
    for kernel in (lambda q, k: 0 * (q @ k.T), lambda q, k: q @ k.T, lambda q, k: 1 + q @ k.T):
        assert check_determinants.function(kernel).verdict == "REFUTED"


def test_every_number_of_features_is_tried_with_more_points():
    found = instances_of(says_missed)(softmax_kernel)
    assert found.verdict == "HOLDS", found.reason


def test_the_weights_that_refute_are_normalised():
    found = check_weights_of_attention.function(softmax_kernel).counterexample
    assert found is not None
    by_hand = (math.e - 1) / (2 * (math.e + 1))  # of 1/2, 1/2 and 1/(1 + e), e/(1 + e)
    assert found.found == f"determinant {by_hand:.4f}"
    assert "q = [0, 1], k = [0, 1]" in found.in_short(200)
