"""Of each kind of statement some shipped claim is PROVED, with mutants, and late ones of an author.

That they are PROVED of their subjects, REFUTED of their mutants, and PROVED of no late one, is what
`verify` finds; here it is kept that there is one of each kind, and that it says what its kind is.
"""

from collections.abc import Iterator
from dataclasses import fields
from importlib import import_module
from typing import Any

import pytest

from theorem_checks import Claim, Verdict
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.worlds.symbolic import Symbolic

GATED, LINEAR, SPARSE = "proofs.gated_rnn", "proofs.linear_rnn", "proofs.sparse_attention"
TABLE_3 = f"{GATED}.a_gated_rnns_and_linear_attention.table_3_mlp"
UNREAD: set[str] = set()
"""Where a subject is handed what the types of tests, which are checked as they run, refuse."""

PILOTS: dict[str, tuple[str, str, set[str]]] = {
    "a: inequalities with roots and exponentials": (
        "proofs.transformers_are_rnns.s4_experiments.positive_features",
        "trf-rnn/exp-feature",
        {"Less"},
    ),
    "a: equivalences of real numbers": (
        "proofs.lsrl.b_error_bound.cells",
        "lsrl/app-b-delta",
        {"ForReals"},
    ),
    "b: arrays of all sizes, with powers of a matrix": (
        f"{LINEAR}.s2_linear_rnns.input_output_map",
        "linear-rnn/eq-1",
        UNREAD,
    ),
    "c: sums over symbolic ranges": (
        f"{SPARSE}.s3_2_uniform_relevance.uniform_chains",
        "sparse-attention/uniform-quadratic",
        {"Equal"},
    ),
    "c: sums, and an inequality of sizes": (
        f"{SPARSE}.s3_3_sparse_relevance.states_read",
        "sparse-attention/kappaT",
        {"Equal", "AtMost"},
    ),
    "d: two machines, and the size of a state": (
        f"{GATED}.s3_1_key_ideas.attention_as_gated_rnn",
        "gated-rnn/fig1",
        {"SameOutputs", "StateSize"},
    ),
    "d: a machine that decays is a function of the sequence": (
        f"{GATED}.a4_attention_as_recurrence.equations_20_to_22",
        "gated-rnn/eq-20",
        {"Computes"},
    ),
    "e: where an expected loss is least, for all laws": (
        f"{GATED}.c2_optimal_learning_rate.equation_43",
        "gated-rnn/x4-eta-kurtosis",
        {"UniqueMinimum"},
    ),
    "e: the same for normal numbers": (
        f"{GATED}.c2_optimal_learning_rate.equation_43",
        "gated-rnn/eq-43",
        {"UniqueMinimum"},
    ),
    "f: a limit, with its rate": (
        f"{GATED}.a2_lstm.equations_10_to_15",
        "gated-rnn/s3.3-lstm-forget",
        {"Limit", "Less"},
    ),
    "g: no machine of fewer units": (
        f"{GATED}.s3_2_number_of_neurons.minimal_for_invertible_values",
        "gated-rnn/new-s3.2-minimal-gated",
        {"Implies", "SameOutputs", "AtMost"},
    ),
    "h: no stack of layers, of any number": (
        TABLE_3,
        "gated-rnn/new-tab3-mlp-attn-linearised",
        UNREAD,
    ),
}


def _kinds(said: Conclusion) -> Iterator[str]:
    yield type(said).__name__
    for field in fields(said):  # pyright: ignore[reportArgumentType]
        value: Any = getattr(said, field.name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Conclusion):
                yield from _kinds(part)


@pytest.mark.parametrize("kind", PILOTS)
def test_there_is_a_pilot_of_each_kind(kind: str) -> None:
    module, name, says = PILOTS[kind]
    found = vars(import_module(module)).values()
    (claim,) = {id(c): c for c in found if isinstance(c, Claim) and c.id == name}.values()
    assert claim.expect is Verdict.PROVED
    assert len(claim.mutants) >= 2
    assert claim.late
    assert claim.checks[0].concludes
    assert claim.says is not None
    if says is not UNREAD:
        assert says <= set(_kinds(claim.says(claim.subject, Symbolic())))


def test_each_kind_has_one() -> None:
    assert len(PILOTS) == 12
    assert {kind[0] for kind in PILOTS} == set("abcdefgh")
