"""Bounds of an MLP's error that the instances do not tell from the true one: none is PROVED."""

from dataclasses import replace
from fractions import Fraction

import pytest

from proofs.gated_rnn.a_gated_rnns_and_linear_attention.mlp_error_bound import (
    BOUND,
    check_bound_for_all_sizes,
    check_bound_on_instances,
)
from theorem_checks import Verdict
from theorem_checks.errors import UndecidedQuestionError


def later(T, K, c):
    return K / (3 * c) if T < 100 else K / (3000 * c)


def falling(T, K, c):
    return K / (3 * c) * (1 - Fraction(1, 10**6) * (T - 1))


def test_a_bound_that_is_another_one_for_many_tokens_is_not_proved():
    for kappa in (later, falling):
        found = check_bound_on_instances.function(replace(BOUND, kappa=kappa))
        assert found.verdict is Verdict.HOLDS
    with pytest.raises(UndecidedQuestionError):
        check_bound_for_all_sizes.function(replace(BOUND, kappa=later))
    found = check_bound_for_all_sizes.function(replace(BOUND, kappa=falling))
    assert not found.verdict.passes


def test_a_bound_of_two_networks_is_not_proved_by_one_of_them():
    two = replace(BOUND, networks=(*BOUND.networks, BOUND.networks[0]))
    assert check_bound_for_all_sizes.function(two).verdict is Verdict.UNDECIDED
