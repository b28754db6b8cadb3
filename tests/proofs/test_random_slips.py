"""Slips are planted into the code that the claims of papers are about: claims have to turn.

The lines are those of `constructions` that the claims run; `slips` draws the slips by a committed
seed, and says of each which claim turns. A slip after which no exact check of any of these claims,
and no search, comes out otherwise is named in `EQUIVALENT`, with the reason why it changes nothing
that is claimed, or in `NOTICED_BY_TESTS`. Proofs are not asked: they take long, and what they find
besides would only turn more.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
_INNER = "self.v_a @ self.phi(self.W_a @ s + self.U_a @ h)"
_FED = 'following = (self.V @ s if hasattr(self.V, "shape") else self.V * s) + fed'
_OUTPUT = _FED.removeprefix("following = ").removesuffix(" + fed")
_DOT, _SAME_SUM = "dot(row, vector)", "the sum of products is the same in both orders"
EQUIVALENT = {
    f"cells/self_attentive_rnn.py: return {_INNER} [{_INNER} ->"
    " ((self.phi(self.W_a @ s + self.U_a @ h)) @ (self.v_a))]": (
        "the inner product of two vectors is the same in both orders"
    ),
    f"cells/attentive_rnn.py: {_FED} [self.V @ s -> ((s) @ (self.V))]": (
        "derivatives start with the identity, and so are polynomials in V, with which it commutes"
    ),
    f"cells/attentive_rnn.py: {_FED} [{_OUTPUT} + fed ->"
    " ((self.V @ s if hasattr(self.V, 'shape') else self.V * s) - (fed))]": (
        "claims are about what two runs differ by, and what is fed to both cancels"
    ),
    "cells/uniform_attention_rnn.py: total = total + self._by_scores(t, moved, outputs.get(t - 1))"
    " [t - 1 -> ((t) + (1))]": (
        "slopes in the output are 0 where claims have any, or the same for all states, and add 0"
    ),
    "cells/rel_rnn.py: h = self.phi(self.V @ s + self.U @ x + self.b)"
    " [self.V @ s -> ((s) @ (self.V))]": (
        "claims count what this cell carries and scores, and say nothing of its outputs"
    ),
    "gradient_paths.py: return [0 if one is None else one for one in found] [0 -> 1]": (
        "every s_t reads its own h_t, so that no derivative is absent"
    ),
    f"weights/partial_realisation.py: combination = tuple({_DOT} for _, vector in duals)"
    f" [{_DOT} -> dot(vector, row)]": _SAME_SUM,
    "weights/partial_realisation.py: return (*((other, less(vector, dot(row, vector), own)) for"
    f" other, vector in duals), (row, own)) [{_DOT} -> dot(vector, row)]": _SAME_SUM,
    f"weights/partial_realisation.py: left = less(left, {_DOT}, other)"
    f" [{_DOT} -> dot(vector, row)]": _SAME_SUM,
    "weights/partial_realisation.py: own = less(own, dot(other, unit), vector)"
    " [dot(other, unit) -> dot(unit, other)]": _SAME_SUM,
    "weights/partial_realisation.py: return sum((a * b for a, b in zip(row, vector, strict=False)),"
    " ZERO) [zip(row, vector, strict=False) -> zip(vector, row, strict=False)]": _SAME_SUM,
    "weights/partial_realisation.py: found = Kept((), (), ()) [Kept((), (), ()) ->"
    " Kept((), (), ())]": "two empty tuples change places",
    "weights/partial_realisation.py: return filters[lag] if lag < len(filters) else ()"
    " [lag < len(filters) -> (lag <= len(filters))]": "a filter of T coefficients is read below T",
    "causal_linear_attention.py: return jnp.where(x > 0, x + 1, jnp.exp(jnp.where(x > 0, 0, x)))"
    " [x > 0 -> (x >= 0)]": "at x = 0 both branches are 1",
    "weights/minimal_attention.py: E = common_rows(rows, columns) [common_rows(rows, columns) ->"
    " common_rows(columns, rows)]": "what two row spaces have in common is the same in both orders",
    "causal_linear_attention.py: _check_inputs(queries, keys, values) [_check_inputs(queries, keys,"
    " values) -> _check_inputs(keys, queries, values)]": (
        "queries and keys have to be of one shape, so that only the words of an error change"
    ),
    "cells/self_attentive_rnn.py: return self.combine(states[-1], sum(parts[1:], start=parts[0]))"
    " [self.combine(states[-1], sum(parts[1:], start=parts[0])) ->"
    " self.combine(sum(parts[1:], start=parts[0]), states[-1])]": (
        "the function f of the paper's networks, and of all claims, is the sum of both"
    ),
    "weights/filter_as_linear_rnn.py: return (input_memory if inputs <= outputs else"
    " output_memory)(filters, scale) [inputs <= outputs -> (inputs < outputs)]": (
        "for as many inputs as outputs both networks have as many units and the same outputs"
    ),
}
"""Slips that change nothing, by `str(plant)`, with the reason."""

NOTICED_BY_TESTS = {
    "weights/few_token_counterexamples.py: lam=[1, 1, 1, 0, 0], [0 -> 1]": (
        "constructions/weights/test_minimal_attention.py::test_what_the_counterexample_on_one_token_adds;"
        " it is another counterexample, so that no claim turns"
    ),
    "weights/minimal_attention.py: factors = attention_factors(LinearAttention(attention.W_V,"
    " *_no_keys(attention))) [LinearAttention(attention.W_V, *_no_keys(attention)) ->"
    " LinearAttention(*_no_keys(attention), attention.W_V)]": (
        "constructions/weights/test_minimal_attention.py::test_attention_without_values_has_as_many_outputs"
    ),
    "cells/lru.py: check_sequence(self, xs, self.D.shape[1]) [check_sequence(self, xs,"
    " self.D.shape[1]) -> check_sequence(xs, self, self.D.shape[1])]": (
        "constructions/cells/test_recurrent_layer_lru_lstm_gru.py::test_stacks_refuse_what_does_not_fit;"
        " claims run what fits"
    ),
    "cells/glu.py: check_sequence(self, xs, self.W_m.shape[1]) [check_sequence(self, xs,"
    " self.W_m.shape[1]) -> check_sequence(xs, self, self.W_m.shape[1])]": (
        "constructions/cells/test_recurrent_layer_lru_lstm_gru.py::test_stacks_refuse_what_does_not_fit;"
        " claims run what fits"
    ),
    "cells/attentive_rnn.py: return states[t] + total(lambda i: row[i] * states[i], start, t)"
    " [states[t] + total(lambda i: row[i] * states[i], start, t) ->"
    " ((states[t]) - (total(lambda i: row[i] * states[i], start, t)))]": (
        "constructions/cells/test_attentive_rnn.py::test_what_is_read_with_a_sum_of_ones_own_is_what_is_read;"
        " sums of symbolic length are run in proofs alone"
    ),
    "cells/uniform_attention_rnn.py: return weighted(i, (_column(states[i]) - mean) @ moved_score)"
    " [_column(states[i]) - mean -> ((_column(states[i])) + (mean))]": (
        "constructions/cells/test_uniform_attention_rnn.py::test_with_scores_that_depend_on_the_states"
    ),
    "cells/uniform_attention_rnn.py: return found if output is None else found + add(by_output, 1,"
    " t) [found + add(by_output, 1, t) -> ((found) - (add(by_output, 1, t)))]": (
        "constructions/cells/test_uniform_attention_rnn.py::test_with_scores_that_depend_on_the_states"
    ),
    "cells/top_kappa_rnn.py: ahead = [other >= found[i] for other in found[:i]]"
    " [other >= found[i] -> (other > found[i])]": (
        "constructions/cells/test_relevancy_screening.py::"
        "test_the_best_kappa_of_equal_weights_are_the_earliest; no exact check has a tie"
    ),
    "gradient_paths.py: last = self._times(self.factor(t, k, k - 1), before[k - 1])"
    " [self._times(self.factor(t, k, k - 1), before[k - 1]) ->"
    " self._times(before[k - 1], self.factor(t, k, k - 1))]": (
        "proofs/test_gradient_paths.py::test_of_matrices_all_ways_to_the_derivative_agree;"
        " matrices are in proofs alone"
    ),
    "gradient_paths.py: return 0 if product is None else product [0 -> 1]": (
        "proofs/test_gradient_paths.py::test_absent_jacobians_give_zero;"
        " claims have no derivative that is absent"
    ),
}
"""Slips of which no claim speaks, with the test that fails with each."""


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("group", ["linear", "gated"])
def test_each_slip_turns_a_claim_or_changes_nothing(group: str) -> None:
    command = [sys.executable, str(HERE / "slips.py"), group, "0", "100", "exact", "search"]
    told = subprocess.run(command, capture_output=True, text=True, check=True, env=dict(os.environ))
    found = json.loads(told.stdout.splitlines()[-1])
    assert len(found["turned"]) + len(found["left"]) == 100
    assert set(found["left"]) <= {*EQUIVALENT, *NOTICED_BY_TESTS}
