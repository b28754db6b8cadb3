"""The bound on products is of networks of class (2) whose products are all counted."""

from dataclasses import dataclass
from typing import Any

import pytest

from constructions.cells.gated_rnn import GatedRNN
from proofs.gated_rnn.s3_2_number_of_neurons import products_needed, products_needed_proof
from theorem_checks import AtMost, Evidence, Implies, TheoremChecksError, Verdict
from theorem_checks.statements.worlds.symbolic import Symbolic


@dataclass(frozen=True, eq=False)
class Hidden(GatedRNN):
    """Each output has one more product, that nothing counts."""

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return the state after the token, and the output with one more product."""
        after, output = super().step(state, x)
        return after, output + (self.D @ (self.W_out_m @ after)) * (self.D @ (self.W_out_x @ after))


@dataclass(frozen=True, eq=False)
class Kept(GatedRNN):
    """The token is multiplied with the state, too: one layer is more than class (2)."""

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return a state that the token changes by what is in it."""
        after, output = super().step(state, x)
        return after + state * (after - self.lam @ state), output


def _proved(fewer: Implies) -> bool:
    try:
        found: Evidence = products_needed_proof.by_columns(fewer)
    except TheoremChecksError:
        return False
    return found.verdict is Verdict.PROVED


@pytest.mark.parametrize("cell", [pytest.param(Hidden, marks=pytest.mark.deep), Kept])
def test_other_networks_have_no_such_bound(monkeypatch: pytest.MonkeyPatch, cell: Any):
    monkeypatch.setattr(products_needed, "GatedRNN", cell)
    assert not _proved(products_needed.said_to_multiply(Symbolic(), lambda N: N))


@pytest.mark.deep
def test_a_product_more_is_not_proved():
    fewer = products_needed.said_to_multiply(Symbolic(), lambda N: N)
    assert isinstance(fewer.body, AtMost)
    assert _proved(fewer)
    assert not _proved(Implies(fewer.hypothesis, AtMost(fewer.body.lhs + 1, fewer.body.rhs)))


@pytest.mark.deep
def test_squares_of_other_tokens_are_not_independent(monkeypatch: pytest.MonkeyPatch):
    """Without the others in what is chosen, e_i e_i has something of (e_i + e_j)^2."""
    independent = products_needed.Squares(Symbolic()).says_independent()
    assert products_needed.by_independent_squares(independent).verdict is Verdict.PROVED
    monkeypatch.setattr(products_needed, "CHOSEN", products_needed.LEFT)
    other = products_needed.Squares(Symbolic()).says_independent()
    assert products_needed.by_independent_squares(other).verdict is not Verdict.PROVED
