"""Pairings of the letters of words: how many there are of a defect, and what is proved of them."""

import pytest

from tests.certifying.shared import NEEDS_COQC
from theorem_checks.certifying.certificates import library_text
from theorem_checks.certifying.rocq import Compilers, run_compiler

FILES = ("Pairings", "Blocks")
FILE = """
From mathcomp Require Import all_ssreflect all_algebra.
From TheoremChecks Require Import Pairings Blocks.
Definition counts w := mkseq (count_of w) (letters w).+1.
Goal counts [:: nseq 3 true ++ nseq 3 false] = [:: 1; 0; 10; 4; 0; 0; 0]. by vm_compute. Qed.
Goal counts [:: nseq 2 true ++ nseq 4 false] = [:: 0; 3; 4; 8; 0; 0; 0]. by vm_compute. Qed.
Goal counts [:: nseq 2 true ++ nseq 3 false] = nseq 6 0. by vm_compute. Qed.
Goal counts [:: [:: true; false]; [:: true]; [:: true]] = [:: 0; 0; 1; 0; 2]. by vm_compute. Qed.
Goal pairings_of 6 = 15. by vm_compute. Qed.
Print Assumptions share_bounds.
Print Assumptions share_odd.
Print Assumptions count0_prod.
Print Assumptions count1_sum.
Print Assumptions n1_two.
Print Assumptions n0_four.
"""


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_pairings_are_counted_by_their_defect_as_the_moments_of_small_words_say(tmp_path):
    said: list[str] = []
    for name, text in (*((name, library_text(name)) for name in FILES), ("counts", FILE)):
        (tmp_path / f"{name}.v").write_text(text)
        code, errors = run_compiler(
            [tmp_path], tmp_path / f"{name}.v", 300, said.append, Compilers()
        )
        assert code == 0, errors[-2000:]
    assert "".join(said).count("Closed under the global context") == 6
