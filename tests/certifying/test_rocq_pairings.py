"""Pairings of the letters of words: how many there are of a defect, and what is proved of them."""

import pytest

from tests.certifying.shared import NEEDS_COQC, coqc_output
from theorem_checks.certifying.rocq import compiled_library

FILE = """
From mathcomp Require Import all_ssreflect all_algebra.
From TheoremChecks Require Import Words Pairings Blocks WordMeans OneMatrix PairedOff.
From TheoremChecks Require Import ExactMeans WordBounds.
Definition counts w := mkseq (count_of w) (letters w).+1.
Goal counts [:: nseq 3 true ++ nseq 3 false] = [:: 1; 0; 10; 4; 0; 0; 0]. by vm_compute. Qed.
Goal counts [:: nseq 2 true ++ nseq 4 false] = [:: 0; 3; 4; 8; 0; 0; 0]. by vm_compute. Qed.
Goal counts [:: nseq 2 true ++ nseq 3 false] = nseq 6 0. by vm_compute. Qed.
Goal counts [:: [:: true; false]; [:: true]; [:: true]] = [:: 0; 0; 1; 0; 2]. by vm_compute. Qed.
Goal pairings_of 6 = 15. by vm_compute. Qed.
Definition C : letter := (0, false).
Definition W : letter := (1, false).
Definition answer : written := (2, [:: (C, 1); (W, 5); (flip W, 4); (flip C, 1)]).
Goal reduced [:: [:: 2; 3]; [:: 3; 3]] [:: 0] [:: answer] =
  [:: [:: (3, [:: (W, 5); (flip W, 4)]); (2, [::])]]. by vm_compute. Qed.
Print Assumptions share_bounds.
Print Assumptions share_odd.
Print Assumptions n1_two.
Print Assumptions n0_four.
Print Assumptions mean_of_one_matrix.
Print Assumptions exactly_reduced.
Print Assumptions near_scaled.
"""


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_pairings_are_counted_by_their_defect_and_say_the_means(rocq_folder, tmp_path):
    library = compiled_library(rocq_folder, "means of powers")
    said = coqc_output(tmp_path / "counts.v", FILE, library)
    assert said.count("Closed under the global context") == 7
