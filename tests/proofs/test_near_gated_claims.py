"""Statements that are nearly those of claims on gated RNNs, and false, are not proved."""

from dataclasses import replace
from fractions import Fraction

import pytest

from constructions.activations import linear_sigmoid
from constructions.causal_products import absorb_chunk
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.degree_table import Table, degree_table
from proofs.gated_rnn.b2_output_gating_weights.mixed_products import as_many_as_the_rank
from proofs.gated_rnn.b2_output_gating_weights.products_by_rank import Merged
from proofs.gated_rnn.c2_optimal_learning_rate.correlated_inputs import (
    CorrelatedRate,
    correlated_rate,
)
from proofs.gated_rnn.s2_2_gated_rnns.linear_gates import LINEAR_PART, linearised
from proofs.gated_rnn.s4_1_teacher_identification.from_three_tokens import (
    Extrapolation,
    certificate,
)
from proofs.gated_rnn.s4_1_teacher_identification.key_value_space import (
    Quadratics,
    linear_decoding,
)
from proofs.transformers_are_rnns.s3_4_transformers_are_rnns.in_chunks import Chunked, chunked_form
from theorem_checks import Verdict


def _counts_the_first_twice(state, q, k, v, seen):
    return state + k.T @ v, absorb_chunk(2 * state, q, k, v, seen)[1]


NEAR = {
    "lambda -1": (certificate, Extrapolation(3, factor=lambda _k: -1)),
    "lambda 1/2": (certificate, Extrapolation(3, factor=lambda _k: Fraction(1, 2))),
    "half a product more": (as_many_as_the_rank, Merged(lambda rank: rank + Fraction(1, 2))),
    "a smaller constant near 0": (
        linearised,
        replace(LINEAR_PART, most=lambda z: z**3 / (48 + Fraction(1, 1000))),
    ),
    "a slope that is nearly right": (
        linearised,
        replace(LINEAR_PART, slope=Fraction(1, 4) + Fraction(1, 10**9)),
    ),
    "gates that are nearly linear": (
        degree_table,
        Table(sigma=lambda u: linear_sigmoid(u) + u * u * Fraction(1, 10**9)),
    ),
    "kurtosis 3 + 10^-9": (
        correlated_rate,
        CorrelatedRate(excess=lambda z: z.k - 3 - Fraction(1, 10**9)),
    ),
    "diagonal products twice": (
        linear_decoding,
        Quadratics(weight=lambda w, i, j, a, b: w.V[i, a] * w.K[j, b] + w.V[i, b] * w.K[j, a]),
    ),
    "what is before a chunk twice": (chunked_form, Chunked(step=_counts_the_first_twice)),
}


@pytest.mark.parametrize(("claim", "subject"), NEAR.values(), ids=NEAR.keys())
def test_a_false_statement_is_not_proved(claim, subject):
    check, *_ = claim.checks
    assert check.function(subject).verdict is not Verdict.PROVED
