"""Long proofs over fields, in which the ring of each operation is told."""

import pytest

from tests.certifying.shared import NEEDS_COQC, coqc_output, trace_is_cyclic
from theorem_checks.certifying import field_proof
from theorem_checks.certifying.certificates import certificate_for
from theorem_checks.certifying.field_proof import MODULES, OPERATIONS
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.judging.judge import statement_of
from theorem_checks.statements.conclusions import Equal

HEADER = """From mathcomp Require Import all_ssreflect all_algebra.
Local Open Scope ring_scope.
"""
SAME = """
Section S_{kind}.
Variables (F : {kind}) (f : nat -> nat -> F).
Definition found_{kind} n := {term} :> F.
{operations}
Definition told_{kind} n := {term} :> F.
Goal found_{kind} = told_{kind}.
Proof.
reflexivity.
Qed.
End S_{kind}.
"""
TERM = r"(\sum_(i < n) (\sum_(j < n) f i j * (f j i + - (f i i * 2%:R))) * f i i) * 1 = 0"


def one_index_more(_subject, w):
    d = w.size("d")
    one = w.array("V", d, d)
    left = w.entries(lambda h: h.sum(lambda i, j: one[i, j] + one[j, i], d, d))
    return Equal(left, w.entries(lambda h: h.sum(lambda i, j: one[i, j], d, d)))


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_the_ring_that_is_told_is_that_of_the_field(tmp_path):
    """Both ways of reading a term give the same by conversion, which the kernel checks."""
    texts = [
        SAME.format(kind=kind, term=TERM, operations=OPERATIONS.format(module=module))
        for kind, module in MODULES.items()
    ]
    coqc_output(tmp_path / "same.v", HEADER + "".join(texts))


@NEEDS_COQC
@pytest.mark.timeout(900)
@pytest.mark.parametrize("ordered", [False, True])
def test_a_long_proof_is_accepted_where_it_is_one(ordered, rocq_folder, monkeypatch):
    monkeypatch.setattr(field_proof, "_LONG", 0)
    made = {
        name: certificate_for(statement_of(says, None), ordered=ordered)
        for name, says in (("good", trace_is_cyclic), ("wrong", one_index_more))
    }
    assert all("Local Notation" in one.proof for one in made.values())
    found = rule_on(made, rocq_folder)
    assert {name: one.accepted for name, one in found.items()} == {"good": True, "wrong": False}
