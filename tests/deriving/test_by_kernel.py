"""Which claims the kernel of Rocq alone proves, and by which scripts."""

from proofs.gated_rnn.s3_1_key_ideas.attention_as_gated_rnn import fig_1
from proofs.lsrl.a_debranching_rules.case_5a import relu_commutes
from theorem_checks.deriving.by_kernel import alone_by, scripts_of


def test_scripts_are_told_where_no_engine_proves():
    certificate = alone_by(relu_commutes)
    assert certificate is not None
    (script,) = scripts_of(certificate)
    assert script.name == "case_5a.v"
    assert script.is_absolute()


def test_what_a_proof_concludes_the_kernel_does_not_prove_alone():
    assert alone_by(fig_1) is None
