"""Bounds of units by lambda are of networks that read hidden units alone, on enough tokens."""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from proofs.gated_rnn.s3_1_key_ideas import units_needed, units_needed_proof
from proofs.gated_rnn.s3_1_key_ideas.factors_needed import ONE, ZERO
from proofs.gated_rnn.s3_2_number_of_neurons import least_in_special_cases as special
from proofs.gated_rnn.s3_2_number_of_neurons import (
    least_in_special_cases_proof as proof_of_special,
)
from proofs.gated_rnn.s3_2_number_of_neurons.any_gate import AnyGate
from proofs.gated_rnn.s3_2_number_of_neurons.minimal_special_cases import STATED_CASES
from theorem_checks import All, AtMost, Equal, Implies, Verdict
from theorem_checks.proving.effort import proofs_only
from theorem_checks.statements.worlds.symbolic import Symbolic


@dataclass(frozen=True)
class Remembers(AnyGate):
    """The outputs read the state before the token, too: one more lambda = 1 in disguise."""

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return the state after, and outputs of both states."""
        after, output = super().step(state, x)
        return after, output + self.D @ ((self.O @ state) * (self.U @ self.gate(x)))


@dataclass(frozen=True)
class ReadsQueries(AnyGate):
    """The outputs read the token, too: queries take no units then."""

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return the state after, and outputs of it and of the token."""
        after, output = super().step(state, x)
        return after, output + self.D @ ((self.O @ after) * (self.U @ self.gate(x)))


def _is_proved(by: Any, bound: Any) -> bool:
    with proofs_only():  # no counterexample is looked for
        return by(bound).verdict is Verdict.PROVED


def _one(**other: Any) -> Any:
    return units_needed.lambda_one_needed(replace(ONE, **other), Symbolic())


def _zero(**other: Any) -> Any:
    return units_needed.lambda_zero_needed(replace(ZERO, **other), Symbolic())


def test_as_many_units_with_one_as_products_are_needed_and_no_more_is_proved():
    bound = _one()
    assert units_needed_proof.by_units_with_one(bound).verdict is Verdict.PROVED
    assert isinstance(bound.body, AtMost)
    more = Implies(bound.hypothesis, AtMost(bound.body.lhs + 1, bound.body.rhs))
    assert not _is_proved(units_needed_proof.by_units_with_one, more)


@pytest.mark.deep
def test_a_token_fewer_is_not_enough_for_units_with_one():
    short = _one(horizon=lambda r: r + 1)
    assert not _is_proved(units_needed_proof.by_units_with_one, short)


@pytest.mark.deep
def test_a_polynomial_that_is_not_1_at_1_says_nothing():
    bound = _one()
    *given, total = bound.hypothesis.parts
    other = All((*given, Equal(total.lhs, total.lhs)))
    assert not _is_proved(units_needed_proof.by_units_with_one, Implies(other, bound.body))


@pytest.mark.deep
def test_a_token_fewer_is_not_enough_for_units_with_zero():
    short = _zero(horizon=lambda r: r + 1)
    assert not _is_proved(units_needed_proof.by_units_with_zero, short)


@pytest.mark.deep
def test_units_with_zero_are_not_needed_where_outputs_read_the_token(monkeypatch):
    monkeypatch.setattr(units_needed, "AnyGate", ReadsQueries)
    assert not _is_proved(units_needed_proof.by_units_with_zero, _zero())


@pytest.mark.deep
def test_a_network_that_reads_two_states_is_another_one(monkeypatch):
    monkeypatch.setattr(units_needed, "AnyGate", Remembers)
    assert not _is_proved(units_needed_proof.by_units_with_zero, _zero())


def test_with_a_skip_path_a_unit_for_each_product_is_needed_and_no_more_is_proved():
    bound = special._said_to_take_with_skip(STATED_CASES, Symbolic())
    assert proof_of_special.by_differences_with_skip(bound).verdict is Verdict.PROVED
    assert isinstance(bound.body, AtMost)
    more = Implies(bound.hypothesis, AtMost(bound.body.lhs + 1, bound.body.rhs))
    assert not _is_proved(proof_of_special.by_differences_with_skip, more)
