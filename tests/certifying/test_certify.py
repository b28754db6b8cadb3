"""What is exported now is, letter by letter, what the kernel accepted: no compiler is needed."""

import json
import subprocess
import sys
from pathlib import Path
from threading import Event

import pytest
import sympy as sp

from theorem_checks.certifying import certify
from theorem_checks.certifying.certificates import certificate_for
from theorem_checks.certifying.compiler_runs import Compilers
from theorem_checks.statements.conclusions import Equal

ROOT = Path(__file__).parent.parent.parent
_X = sp.Symbol("x", real=True)

_DEGREES = "gated_rnn.a_gated_rnns_and_linear_attention"
_UNIFORM = "sparse_attention.s3_2_uniform_relevance"
_SCREENING = "sparse_attention.s4_relevancy_screening"
_TRF = "transformers_are_rnns.s3_4_transformers_are_rnns"

# Few of each form of statement, and such as go ways through the code that others do not go.
CLAIMS = {
    "gated-rnn/new-fourth-derivatives": f"{_DEGREES}.mlp_activations",
    "gated-rnn/x4-eta-sigma": "gated_rnn.c2_optimal_learning_rate.correlated_inputs",
    "gated-rnn/eq-43": "gated_rnn.c2_optimal_learning_rate.equation_43",
    "gated-rnn/s1-any-linearised-repaired": "gated_rnn.s1_introduction.feature_maps",
    "gated-rnn/s3.1-lambda-one-needed": "gated_rnn.s3_1_key_ideas.factors_needed",
    "gated-rnn/eq-6": "gated_rnn.a1_lru.equations_6_to_8",
    "gated-rnn/eq-1": "gated_rnn.s2_1_linear_self_attention.linear_attention",
    "gated-rnn/s2.2-real-part": "gated_rnn.s2_2_gated_rnns.complex_factors",
    "gated-rnn/s3.2-compact": "gated_rnn.s3_2_number_of_neurons.compact_construction",
    "gated-rnn/x8-degree-table": f"{_DEGREES}.degree_table",
    "gated-rnn/eq-27-rows": "gated_rnn.b2_output_gating_weights.output_kernels",
    "sparse-attention/new-near-uniform": f"{_UNIFORM}.uniform_at_start",
    "trf-rnn/softmax-infinite-rank": f"{_TRF}.softmax_kernel",
    "linear-rnn/new-stability-of-states": "linear_rnn.s2_linear_rnns.stability",
    "linear-rnn/new-finite-width-kernel": "linear_rnn.s3_3_rnn_parametrization.finite_width_kernel",
    "sparse-attention/kappaT": "sparse_attention.s3_3_sparse_relevance.states_read",
    "sparse-attention/kappaT-scores": f"{_SCREENING}.sparse_attention_costs",
    "linear-rnn/eq-22": "linear_rnn.s3_3_rnn_parametrization.geometric_decay",
    "lsrl/new-gru-product-bounded": "lsrl.c_gru.gru_products",
    "lsrl/eq-11-why": "lsrl.s6_nonlinear_rnns.nonlinear_rnns",
    "lsrl/linstate": "lsrl.s3_language.linstate",
    "lsrl/new-nonneg-states-of-the-rnn": "lsrl.s6_nonlinear_rnns.nonlinear_rnns",
    "lsrl/new-hawk-latch-approximates": "lsrl.e_hawk_griffin.hawk_latch_error",
    "trf-rnn/alg1-cost": f"{_TRF}.algorithm_1_cost",
    "lsrl/new-layers-of-path": "lsrl.s3_language.path_to_layers",
    "lsrl/new-fig-1-compiled": "lsrl.s3_language.compiled_listings",
    "lsrl/new-parity-one-layer": "lsrl.s3_language.parity",
    "gated-rnn/new-b2-turned": "gated_rnn.b2_output_gating_weights.rotated_products",
    "gated-rnn/new-a4-only-1": "gated_rnn.a4_attention_as_recurrence.recurrence_without_decay",
    "gated-rnn/s2.1-speed": "gated_rnn.s2_1_linear_self_attention.linear_attention_costs",
    "gated-rnn/x5-class2-cannot-beat-gd": "gated_rnn.s5_2_gradient_descent.best_in_context",
    "sparse-attention/new-uniform-condition": f"{_UNIFORM}.uniform_condition",
    "gated-rnn/x4-loss": "gated_rnn.c2_optimal_learning_rate.optimal_rate_beyond",
    "gated-rnn/b2-merge-sufficient": "gated_rnn.b2_output_gating_weights.merged_products",
    "sparse-attention/new-uniform-constant": f"{_UNIFORM}.uniform_constant",
    "lsrl/hawk-blocks": "lsrl.e_hawk_griffin.hawk_blocks",
    "lsrl/f-bump": "lsrl.s3_language.steps",
    "gated-rnn/eq-9": "gated_rnn.a1_lru.lru_factors",
    "sparse-attention/d-def": "sparse_attention.s3_3_sparse_relevance.notation",
    "trf-rnn/new-any-phi-where-defined": f"{_TRF}.any_causal_layer",
    "gated-rnn/eq-38": "gated_rnn.c2_optimal_learning_rate.equations_37_to_40",
    "gated-rnn/s2.2-linearised-glu": "gated_rnn.s2_2_gated_rnns.linear_gates",
    "lsrl/f-relu-identity": "lsrl.f_helper_functions.logic",
    "sparse-attention/prop-1-count": "sparse_attention.s3_1_preliminaries.proposition_1",
    "lsrl/new-gated-hats-compiled": "lsrl.s3_language.compiled_listings",
    "gated-rnn/eq-25": "gated_rnn.a4_attention_as_recurrence.equations_23_to_26",
    "lsrl/lstm-state": "lsrl.d_lstm.d1_to_d3_single_lstms",
    "gated-rnn/new-s3.2-attention-scale": "gated_rnn.s3_2_number_of_neurons.same_attention",
    "sparse-attention/alg-1": "sparse_attention.s4_relevancy_screening.algorithm_1",
}

# In a process of its own: types that are checked while tests run refuse some traces.
_EXPORTS = """
import importlib, json, sys
from pathlib import Path
import proofs
from theorem_checks.certifying import kept
from theorem_checks.certifying.certify import text_of
from theorem_checks.running.catalogue import Found, Origin
from theorem_checks.running.loading import claims_of

entries = kept.read(Path("proofs/certificates.json"))
texts = {}
for name, module in json.load(sys.stdin).items():
    loaded = importlib.import_module(f"proofs.{module}")
    for claim in claims_of(loaded):
        if claim.id == name:
            found = Found(claim, Origin(loaded.__name__, None), Path(loaded.__file__))
            texts[name] = text_of(found, entries[name])
print(json.dumps(texts))
"""


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """The text of each that the kernel accepted, '' where another one would be exported now."""
    done = subprocess.run(
        [sys.executable, "-c", _EXPORTS],
        input=json.dumps(CLAIMS),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("name", CLAIMS)
def test_what_is_exported_now_is_what_the_kernel_accepted(texts, name):
    assert texts[name]


def test_ctrl_c_ends_the_compilers_that_run_and_does_not_wait_for_them(tmp_path, monkeypatch):
    begun, ended = Event(), Event()
    in_time: list[bool] = []

    def compiles(*_):
        begun.set()
        in_time.append(ended.wait(5))
        return {}

    def written():
        made = certificate_for(Equal(_X * 2, _X + _X))
        yield from ((f"own/{number}", made) for number in range(certify._AT_A_TIME))
        begun.wait(20)
        raise KeyboardInterrupt

    monkeypatch.setattr(certify, "rule_on", compiles)
    monkeypatch.setattr(Compilers, "end", lambda _self: ended.set())
    names = {f"own/{number}": f"Own{number}" for number in range(certify._AT_A_TIME)}
    with pytest.raises(KeyboardInterrupt):
        list(certify._ruled(written(), names, certify._Results([], tmp_path), tmp_path, print))
    assert in_time == [True]
