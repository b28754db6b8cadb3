"""The smallest network: its ranks are those of MathComp and FLINT; late slips are others."""

from pathlib import Path

import flint
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.linear_rnn.s2_linear_rnns import partial_realisation
from proofs.linear_rnn.s2_linear_rnns.hankel_ranks import rank
from proofs.linear_rnn.s2_linear_rnns.partial_realisation import (
    Smallest,
    says_smallest,
    smallest_state,
)
from tests.certifying.shared import NEEDS_COQC
from theorem_checks.certifying.certificates import certificate_for, files_of_script
from theorem_checks.certifying.compiler_runs import Compilers, run_compiler
from theorem_checks.certifying.rocq import compiled_library, rule_on
from theorem_checks.certifying.scripts import script_of

HERE = Path(partial_realisation.__file__).parent
SCRIPT = script_of(HERE / "duals.v", HERE / "partial_realisation.v")

small = st.integers(-1, 1).map(flint.fmpq)
matrices = st.integers(0, 4).flatmap(
    lambda width: st.tuples(
        st.just(width), st.lists(st.tuples(*[small] * width), max_size=5).map(tuple)
    )
)


@given(matrices)
def test_the_rank_is_that_of_flint(drawn):
    width, rows = drawn
    wanted = flint.fmpq_mat([list(row) for row in rows]).rank() if rows and width else 0
    assert rank(width, rows) == wanted


RANK = """From mathcomp Require Import all_ssreflect all_algebra.
From TheoremChecks Require Import Functions C_statement.
From TheoremChecks Require C_script.
Local Open Scope ring_scope.
Goal forall (F : realFieldType) (w : nat) (rows : seq (seq F)),
  f_rank (all_of F) w rows = \\rank (\\matrix_(i < size rows, q < w) nth 0 (nth [::] rows i) q).
Proof. exact: TheoremChecks.C_script.rank_of_rows. Qed.
"""


@NEEDS_COQC
@pytest.mark.deep
def test_the_rank_is_that_of_mathcomp(tmp_path):
    made = certificate_for(says_smallest(Smallest(), None), script=SCRIPT)
    library = compiled_library(tmp_path / "library", made.form)
    statement, script, _ = files_of_script("C", made).items()
    for name, text in (statement, script, ("Rank.v", RANK)):
        (tmp_path / name).write_text(text)
        folders = [library, tmp_path]
        code, said = run_compiler(folders, tmp_path / name, 300, lambda _line: None, Compilers())
        assert not code, said


@NEEDS_COQC
@pytest.mark.deep
@pytest.mark.parametrize("late", smallest_state.late, ids=lambda late: late.name)
def test_the_proof_is_none_of_a_network_that_is_wrong_late(late, tmp_path):
    own, other = (
        certificate_for(says_smallest(one, None), script=SCRIPT)
        for one in (Smallest(), late.subject)
    )
    assert own.statement != other.statement
    assert not rule_on({"C_late": other}, tmp_path)["C_late"].accepted
