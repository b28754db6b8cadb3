"""Long proofs over fields, in which the ring of each operation is told."""

import pytest

from tests.certifying.shared import NEEDS_COQC, coqc_output, trace_is_cyclic
from theorem_checks.certifying import field_proof, rocq_text
from theorem_checks.certifying.certificates import certificate_for
from theorem_checks.certifying.operations import KINDS, operations
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
TERM = r"(\sum_(i < n) (\sum_(j < n) f i j * (f j i + - (f i i * 2%:R))) * f i i) * 1 + 3%:R^-1 = 0"


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
        SAME.format(kind=kind, term=TERM, operations="\n".join(operations(kind))) for kind in KINDS
    ]
    coqc_output(tmp_path / "same.v", HEADER + "".join(texts))


@NEEDS_COQC
@pytest.mark.timeout(900)
@pytest.mark.parametrize("ordered", [False, True])
def test_a_long_proof_is_accepted_where_it_is_one(ordered, rocq_folder, monkeypatch):
    monkeypatch.setattr(field_proof, "_LONG", 0)
    monkeypatch.setattr(rocq_text, "_LONG_STATEMENT", 0)
    made = {
        name: certificate_for(statement_of(says, None), ordered=ordered)
        for name, says in (("good", trace_is_cyclic), ("wrong", one_index_more))
    }
    assert all("Local Notation" in one.proof for one in made.values())
    assert all("Local Notation" in one.statement for one in made.values())
    found = rule_on(made, rocq_folder)
    assert {name: one.accepted for name, one in found.items()} == {"good": True, "wrong": False}


@NEEDS_COQC
@pytest.mark.timeout(900)
@pytest.mark.parametrize("ordered", [False, True])
def test_a_long_statement_is_the_same_by_conversion(ordered, tmp_path, monkeypatch):
    texts = []
    for longest in (10**6, 0):
        monkeypatch.setattr(rocq_text, "_LONG_STATEMENT", longest)
        texts.append(
            certificate_for(statement_of(trace_is_cyclic, None), ordered=ordered).statement
        )
    short, long = texts
    assert "Section" in long
    assert "Section" not in short
    modules = f"Module Short.\n{short}\nEnd Short.\nModule Long.\n{long}\nEnd Long.\n"
    same = "Goal Short.statement = Long.statement.\nProof.\nreflexivity.\nQed.\n"
    coqc_output(tmp_path / "same.v", HEADER + modules + same)
