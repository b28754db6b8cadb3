"""Spectral radii and powers that vanish: what is stated of them, and slips."""

import random
from fractions import Fraction

import pytest

from tests.certifying.shared import NEEDS_COQC, compiled
from theorem_checks.certifying.certificates import certificate_of
from theorem_checks.certifying.exporting import exported
from theorem_checks.certifying.rocq import compiled_library, rule_on
from theorem_checks.certifying.rocq_text import Naming, proposition
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.judging.judge import statement_of
from theorem_checks.statements.conclusions import All, AtMost, Implies
from theorem_checks.statements.spectra import (
    PowersBounded,
    PowersVanish,
    RadiusBelow,
    is_radius_below,
)

SCRIPT = "Theorem proved : statement."
PROOF = """
Theorem proved : statement.
Proof. by move=> F n r W A n1 r0 [below small]; exact: powers_by_radius below small. Qed.
"""


def says_vanishing(most, w):
    """What the powers of W A make of any vector goes to 0, if the spectral radius is below."""
    n, r = w.size("n"), w.number("r", positive=True)
    W, A = w.array("W", n, n), w.array("A", n, n)
    below = All((RadiusBelow(W @ A, r), AtMost(r, most)))
    return Implies(below, PowersVanish(W @ A))


def test_a_matrix_is_a_function_of_its_places():
    made = certificate_of(says_vanishing, 1, None, SCRIPT)
    said = " ".join(made.statement.split())
    assert made.form == "eigenvalues"
    assert "forall (F : realFieldType) (n : nat)" in said
    matrix = "((fun {0} {1} : nat => (\\sum_({2} < n) W {0} {2} * A {2} {1})))"
    assert f"((radius_below n {matrix.format('i', 'j', 'k')} (r)) /\\ (r <= 1))" in said
    assert said.endswith(f"-> powers_vanish n {matrix.format('l', 'a', 'b')}.")


def says_bounded(factor, w):
    """The powers of a matrix are at most C q^t with some q that is less than the ratio."""
    n, r = w.size("n"), w.number("r", positive=True)
    W = w.array("W", n, n)
    return Implies(RadiusBelow(W, r), PowersBounded(W, factor * r))


BOUNDED = """
Theorem proved : statement.
Proof. by move=> F n r W n1 r0; exact: bounded_by_radius n1. Qed.
"""


def test_a_ratio_stands_behind_the_matrix():
    said = certificate_of(says_bounded, Fraction(1, 2), None, SCRIPT).statement
    assert "powers_bounded n ((fun k l : nat => W k l)) ((1 * (2%:R^-1)) * r)." in said


def test_there_is_no_certificate_without_a_proof_by_hand():
    with pytest.raises(NoFormError, match="powers that vanish; its author can write it"):
        certificate_of(says_vanishing, 1)


def of_none(_subject, w):
    n = w.size("n", least=0)
    W = w.array("W", n, n)
    return Implies(RadiusBelow(W, 1), PowersVanish(W))


def of_blocks(_subject, w):
    n = w.size("n")
    a = w.array("a", n)
    return PowersVanish(w.entries(lambda _, i, k, j, m: a[i] * a[k] * a[j] * a[m], (n, n), (n, n)))


@pytest.mark.parametrize(
    ("says", "said"), [(of_none, "which may be none"), (of_blocks, "a matrix of blocks")]
)
def test_what_cannot_be_said_exactly_is_refused(says, said):
    with pytest.raises(NoFormError, match=said):
        certificate_of(says, None, None, SCRIPT)


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_the_kernel_decides(rocq_folder):
    right, wrong = (certificate_of(says_vanishing, most, None, PROOF) for most in (1, 2))
    found = rule_on({"C_right": right, "C_wrong": wrong}, rocq_folder)
    assert found["C_right"].accepted
    assert not found["C_right"].axioms
    assert not found["C_wrong"].accepted
    whole, half = (certificate_of(says_bounded, k, None, BOUNDED) for k in (1, Fraction(1, 2)))
    found = rule_on({"C_whole": whole, "C_half": half}, rocq_folder)
    assert found["C_whole"].accepted
    assert not found["C_half"].accepted


AT_RATIONALS = r"""
From mathcomp Require Import all_ssreflect all_algebra all_field.
From mathcomp.algebra_tactics Require Import ring.
From TheoremChecks Require Import Spectra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Definition embed : {rmorphism rat -> algCnumClosedField} := [rmorphism of (ratr : rat -> algC)].
Lemma algebraic : extends embed.
Proof.
split=> [x|z]; first by rewrite /= ler0q.
by exists (truncC `|z|).+1; have /andP [_ /ltW] := truncC_itv (normr_ge0 z).
Qed.
(* c times a turn by a right angle, whose eigenvalues are not real *)
Definition turned (c : rat) (i j : nat) : rat :=
  match i, j with O, S O => - c | S O, O => c | _, _ => 0 end.
Lemma norm_embeds (C : numClosedFieldType) (f : {rmorphism rat -> C}) (c r : rat) :
  (`|f c| < f r) = (`|c| < r).
Proof. by rewrite !fmorph_eq_rat -ratr_norm ltr_rat. Qed.
Lemma one_unit (W : nat -> nat -> rat) c r : W 0%N 0%N = c -> radius_below 1 W r <-> `|c| < r.
Proof.
move=> e; split=> [[C [f [_ below]]]|less].
  rewrite -(norm_embeds f); apply: below; exists (fun=> 1); split.
    by exists 0%N; rewrite ?oner_eq0.
  by case=> // _; rewrite big_ord1 /= e.
exists algCnumClosedField, embed; split=> [|z [v [[i i1 v0] ev]]]; first exact: algebraic.
have {i1 v0}v0 : v 0%N != 0 by case: i i1 v0.
have := ev 0%N isT; rewrite big_ord1 /= e => /(mulIf v0) <-.
by rewrite -[ratr c]/(embed c) norm_embeds.
Qed.
Lemma two_units c r : radius_below 2 (turned c) r <-> `|c| < r.
Proof.
split=> [[C [f [_ below]]]|less].
  rewrite -(norm_embeds f).
  have : `|'i * f c| < f r.
    apply: below; exists (fun i => if i == 0%N then 1 else - 'i); split.
      by exists 0%N; rewrite ?oner_eq0.
    case=> [|[|//]] _; rewrite !big_ord_recl big_ord0 /= rmorph0 ?rmorphN.
      by rewrite mul0r add0r addr0 mulrNN !mulr1 mulrC.
    by rewrite mulr1 mul0r !addr0 mulrN mulrAC -expr2 sqrCi mulN1r opprK.
  by rewrite normrM normCi mul1r.
exists algCnumClosedField, embed; split=> [|z [v [[i i1 v0] ev]]]; first exact: algebraic.
have := ev 0%N isT; have := ev 1%N isT; rewrite !big_ord_recl !big_ord0 /= rmorph0 rmorphN /=.
rewrite !mul0r !addr0 !add0r => e1 e0.
have zz : z ^+ 2 = - (ratr c ^+ 2).
  case: i i1 v0 => [|[|//]] _ v0; apply: (mulIf v0); rewrite !expr2 -mulrA.
    by rewrite -e0 mulrCA -e1 !mulNr mulrA.
  by rewrite -e1 mulrCA -e0 !mulNr mulrN mulrA.
have : `|z| ^+ 2 = `|ratr c| ^+ 2 by rewrite -!normrX zz normrN.
by move/pexpIrn => -> //; rewrite ?nnegrE // -[ratr c]/(embed c) norm_embeds.
Qed.
Lemma one_vanishes (W : nat -> nat -> rat) c : W 0%N 0%N = c -> powers_vanish 1 W <-> `|c| < 1.
Proof.
move=> e; split=> [die|less]; last first.
  by apply: powers_by_radius (lexx 1); apply/(one_unit 1 e).
rewrite ltNge; apply/negP => long.
have [T /(_ T (leqnn T))] := die (fun=> 1) 1 ltr01.
have -> : \sum_(i < 1) iter T (applied 1 W) (fun=> 1) i ^+ 2 = (c ^+ T) ^+ 2.
  rewrite big_ord1; congr (_ ^+ 2); elim: T => [|T IH]; first by rewrite expr0.
  by rewrite exprS /= /applied big_ord1 /= e IH.
by rewrite expr1n -real_normK ?num_real // normrX ltNge !exprn_ege1.
Qed.
"""
FALSE = """
Goal ~ statement.
Proof.
move=> all; pose W (_ _ : nat) : rat := \\sum_(k < 1) 1 * 1.
have w : W 0%N 0%N = 1 by rewrite /W big_ord1.
have die : powers_vanish 1 W.
  have := all rat_realFieldType 1%N (3%:R / 2%:R) (fun _ _ => 1) (fun _ _ => 1) isT isT.
  by apply; split=> //; apply/(one_unit (W := W) _ w).
by have := (one_vanishes w).1 die; rewrite normr1 ltxx.
Qed.
"""


def instances(count):
    """Goals: what is exported of products of two numbers, as Python finds it at rational ones."""
    source, numbers = random.Random(1), (-2, -1, 1, 2, "1/2", "-1/2", "3/2", "-2/3", 0)
    for number in range(count):
        a, b, most = (Fraction(source.choice(numbers)) for _ in range(3))
        yield from (f"Module At{number}.", f"Definition W (i j : nat) : rat := {written(a)}.")
        yield from ("Definition n := 1%N.", f"Definition A (i j : nat) : rat := {written(b)}.")
        yield f"Definition r : rat := {written(most)}."
        yield "Definition M (i j : nat) := \\sum_(k < n) W i k * A k j."
        yield f"Lemma e : M 0%N 0%N = {written(a * b)}."
        yield "Proof. by rewrite /M big_ord1. Qed."
        for says, most_is, lemma in (
            (says_radius, most, "one_unit (W := M) r e"),
            (says_powers, Fraction(1), "one_vanishes (W := M) e"),
        ):
            text = proposition(exported(statement_of(says, None)).theorem.body, Naming(["W", "A"]))
            holds = is_radius_below([[a * b]], most_is)
            yield f"Goal {'' if holds else '~ '}({text}).\nProof. by rewrite ({lemma}). Qed."
        yield f"End At{number}."


def written(value):
    sign = "- " if value < 0 else ""
    return f"{sign}({abs(value.numerator)}%:R / {value.denominator}%:R)"


def says_radius(_subject, w):
    n = w.size("n")
    return RadiusBelow(w.array("W", n, n) @ w.array("A", n, n), w.number("r"))


def says_powers(_subject, w):
    n = w.size("n")
    return PowersVanish(w.array("W", n, n) @ w.array("A", n, n))


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_at_rational_numbers_it_is_as_python_finds(rocq_folder, tmp_path):
    library = compiled_library(rocq_folder, "eigenvalues")
    for file in library.glob("*.vo"):
        (tmp_path / file.name).symlink_to(file)
    wrong = certificate_of(says_vanishing, 2, None, SCRIPT).statement
    lines = [AT_RATIONALS, *instances(40), wrong, FALSE]
    code, said = compiled(tmp_path / "rationals.v", lines, 600)
    assert code == 0, said[-2000:]
