"""Bounds of an MLP's error that the instances do not tell from the true one: none is PROVED."""

from dataclasses import replace
from fractions import Fraction

from proofs.gated_rnn.a_gated_rnns_and_linear_attention.mlp_error_bound import (
    BOUND,
    NEAR,
    check_bound_on_instances,
    gated,
)
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.mlp_error_said import says_mlp_bound
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.mlp_error_steps import by_remainders
from theorem_checks import Verdict, proof_of

PROOF = proof_of(says_mlp_bound, by_remainders, instances=NEAR)
THREE_CORNERS = gated.subject_of("mutant:three-corners").networks


def later(T, L):
    return L / 3 if T < 100 else L / 3000


def falling(T, L):
    return L / 3 * (1 - Fraction(1, 10**6) * (T - 1))


def test_a_bound_that_is_another_one_for_many_tokens_is_not_proved():
    for kappa in (later, falling):
        other = replace(BOUND, kappa=kappa)
        assert check_bound_on_instances.function(other).verdict is Verdict.HOLDS
        assert PROOF(other).verdict is Verdict.UNDECIDED


def test_a_bound_of_two_networks_is_not_proved_by_one_of_them():
    two = replace(BOUND, networks=(*BOUND.networks, *THREE_CORNERS))
    assert not PROOF(two).verdict.passes


def test_a_network_that_remembers_behind_its_recurrence_is_not_proved():
    found = PROOF(gated.subject_of("mutant:remembers"))
    assert not found.verdict.passes
    assert "hold no state" in (found.reason or str(found.counterexample))
