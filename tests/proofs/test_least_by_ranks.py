"""The bound by ranks is of networks that read hidden units alone, and of no others."""

from dataclasses import dataclass
from typing import Any

import pytest

from proofs.gated_rnn.s3_2_number_of_neurons import least_by_ranks
from proofs.gated_rnn.s3_2_number_of_neurons.any_gate import AnyGate
from proofs.gated_rnn.s3_2_number_of_neurons.least_by_ranks_proof import by_mixed_differences
from theorem_checks import AtMost, Implies, Verdict
from theorem_checks.statements.worlds.symbolic import Symbolic


@dataclass(frozen=True)
class WithSkip(AnyGate):
    """The outputs read the token, too: queries take no units then, and N are enough."""

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        after, output = super().step(state, x)
        return after, output + self.D @ ((self.O @ after) * (self.U @ self.gate(x)))


@pytest.mark.deep
def test_a_skip_path_has_no_such_bound(monkeypatch):
    monkeypatch.setattr(least_by_ranks, "AnyGate", WithSkip)
    fewer = least_by_ranks.said_to_take(Symbolic(), lambda N, b: N + b)
    assert by_mixed_differences(fewer).verdict is not Verdict.PROVED


@pytest.mark.deep
def test_a_unit_more_is_not_proved():
    fewer = least_by_ranks.said_to_take(Symbolic(), lambda N, b: N + b)
    assert isinstance(fewer.body, AtMost)
    found = by_mixed_differences(fewer)
    assert found.verdict is Verdict.PROVED
    more = Implies(fewer.hypothesis, AtMost(fewer.body.lhs + 1, fewer.body.rhs))
    assert by_mixed_differences(more).verdict is not Verdict.PROVED
