"""Proofs that a person wrote: what is accepted, and what is not, whatever stands in them."""

import pytest

from tests.certifying.shared import NEEDS_COQC
from theorem_checks import certificate
from theorem_checks.certifying import checks as certifying
from theorem_checks.certifying.axioms_asked import asked
from theorem_checks.certifying.certificates import (
    certificate_for,
    certificate_of,
    files_of_scripts,
)
from theorem_checks.certifying.certify import Certified, write_files
from theorem_checks.certifying.compiler import NoRocqError
from theorem_checks.certifying.lemmas import lemmas
from theorem_checks.certifying.lines import State
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.certifying.scripts import script_of, strange_commands
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.claims import Claim, Mutant, Source
from theorem_checks.errors import ArgumentError, CheckError
from theorem_checks.judging.judge import statement_of
from theorem_checks.statements.conclusions import All, AtMost, Equal, Less
from theorem_checks.statements.for_reals import ForReals

HONEST = """
(* A lemma (* in a nested comment *) with a "string." before it. *)
Lemma one_is_no_less (F : realFieldType) : (0%N%:R <= 1 :> F).
Proof.
  rewrite -[1]/(1%N%:R).
  - by rewrite ler_nat.
Qed.

Theorem proved : statement.
Proof. by move=> F n _; rewrite ler_addr -[0]/(0%N%:R) one_is_no_less. Qed.
"""


def grows(_subject, w):
    n = w.size("n")
    return AtMost(n, n + 1)


def shrinks(_subject, w):
    n = w.size("n")
    return Less(n + 1, n)


def small(_subject, w):
    return ForReals(w.real("x") <= 1)


NO_PROOF = {
    "axiom": "Axiom cheat : statement. Theorem proved : statement. Proof. exact: cheat. Qed.",
    "parameter": "Parameter cheat : statement. Definition proved := cheat.",
    "variable": "Variable cheat : statement. Theorem proved : statement. Proof. exact: cheat. Qed.",
    "admitted": "Theorem proved : statement. Proof. Admitted.",
    "own-statement": "Definition statement : Prop := True. Theorem proved : statement. by []. Qed.",
    "own-module": """
        Module TheoremChecks. Module C_x_statement. Definition statement : Prop := True.
        End C_x_statement. Module C_x_script. Definition proved : C_x_statement.statement := I.
        End C_x_script. End TheoremChecks. Definition proved := TheoremChecks.C_x_script.proved.""",
    "own-nat": """
        Definition nat := Datatypes.nat. Notation "x < y" := True : ring_scope.
        Definition proved : forall (F : realFieldType) (n : nat), (1 <= n)%N ->
          (1 + n%:R < n%:R) := fun _ _ _ => I.""",
    "guard": """
        Unset Guard Checking. Fixpoint cheat (n : nat) : False := cheat n.
        Theorem proved : statement. Proof. by case: (cheat 0). Qed.""",
    "guard-beyond": """
        Global Unset Guard Checking. #[global] Unset Guard Checking.
        Fixpoint cheat (n : nat) : False := cheat n.
        Theorem proved : statement. Proof. by case: (cheat 0). Qed.""",
    "positivity": """
        Unset Positivity Checking. Inductive bad : Prop := Bad : (bad -> False) -> bad.
        Definition no (b : bad) : False := match b with Bad f => f b end.
        Theorem proved : statement. Proof. by case: (no (Bad no)). Qed.""",
    "universes": """
        Require Import Coq.Logic.Hurkens. Unset Universe Checking. Definition U : Type := Type.
        Definition same : (Type : Type) = U := Logic.eq_refl Type.
        Theorem proved : statement. Proof. by case: (TypeNeqSmallType.paradox U same). Qed.""",
    "told-by-itself": """
        Axiom cheat : statement. Theorem proved : statement. Proof. exact: cheat. Qed.
        Goal True. idtac "== C_x". idtac "== axioms". idtac "Closed under the global context".
        idtac "== end". Abort.""",
    "not-there": "Lemma other : True. Proof. by []. Qed.",
    "of-something-else": "Theorem proved : True. Proof. by []. Qed.",
    "open-module": "Module C_x. Theorem proved : True. Proof. by []. Qed.",
    "open-section": "Section S. Hypothesis h : statement. Definition proved : statement := h.",
    "open-proof": "Theorem proved : statement. Proof.",
    "generalised": """
        Section S. Hypothesis h : statement. Theorem proved : statement. Proof. exact: h. Qed.
        End S.""",
    "polymorphic": "Definition proved (A : Type) (a : A) := a.",
    "canonical": """
        Definition proved : forall (F : realFieldType) (n : nat), (1 <= n)%N ->
          (n%:R + 1 <= n%:R + 1 :> F). Proof. by []. Qed.""",
    "cast": """
        Axiom cast : True -> statement.
        Theorem proved : statement. Proof. exact: (cast I). Qed.""",
    "obligations": """
        Require Import Program. Obligation Tactic := idtac.
        Program Definition proved : statement := _. Admit Obligations.""",
}

QUICK = ("axiom", "own-statement", "guard", "universes")  # each has the kernel read three files


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_an_honest_proof_is_accepted_and_no_other(rocq_folder):
    made = certificate_of(grows, None, script=HONEST)
    assert made.by_author
    found = rule_on({"C_x": made}, rocq_folder)["C_x"]
    assert found.accepted, found.said
    assert found.axioms == ()
    false = certificate_of(shrinks, None, script=HONEST)
    assert not rule_on({"C_x": false}, rocq_folder)["C_x"].accepted


@NEEDS_COQC
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    "name",
    [n if n in QUICK else pytest.param(n, marks=pytest.mark.deep) for n in NO_PROOF],
)
def test_no_text_proves_what_is_false(name, rocq_folder):
    """What stands in a file before the script is what is proved, whatever is in the script."""
    made = certificate_of(shrinks, None, script=NO_PROOF[name])
    assert not rule_on({"C_x": made}, rocq_folder)["C_x"].accepted


@pytest.mark.parametrize(
    "text",
    [
        'Redirect "out" Check nat.',
        'Proof. - Redirect "out" Check nat. Qed.',
        'all: { Redirect "out" Check nat. }',
        "Declare ML Module ring_plugin.",
        'Load "other".',
        'Add LoadPath "/tmp" as Own.',
        'Cd "/tmp".',
        'Extraction "out.ml" nat.',
        "Recursive Extraction nat.",
        "Unset Guard Checking.",
        "Set Universe Polymorphism.",
        "#[bypass_check(guard)] Fixpoint f (n : nat) : nat := f n.",
        "#[local] Unset Positivity Checking.",
        'Notation "x + y" := (x - y).',
        'Infix "+" := minus.',
        'Tactic Notation "by" := idtac.',
        "Module TheoremChecks. End TheoremChecks.",
        "Axiom a : False.",
        "Local Axiom a : False.",
        "Parameter a : False.",
        "Lemma a : False. Admitted.",
        "Lemma a : 1 = 1. Proof. native_compute. reflexivity. Qed.",
        "Require Import Own.",
        "From TheoremChecks Require Import Own.",
        "Time Qed.",
        "Print nat.",
        "Drop.",
        "(* *)Drop.",
        'Check "(*". Drop. (* " *)',
        "split. { Drop. }",
        "1: Drop.",
        "--Drop.",
    ],
)
def test_commands_that_reach_beyond_a_proof_are_refused(text, tmp_path):
    assert list(strange_commands(text))
    file = tmp_path / "own.v"
    file.write_text(f"{text}\nTheorem proved : statement. Proof. by []. Qed.\n")
    with pytest.raises(ArgumentError, match=r"proof: own\.v"):
        script_of(file)


@pytest.mark.parametrize(
    "text",
    [
        HONEST,
        "From mathcomp Require Import all_ssreflect. Set Implicit Arguments.",
        "From Coq Require Import Reals Lra. Local Open Scope R_scope.",
        '(* Drop. (* " *) Drop. " *) *) Lemma a : 1 = 1. Proof. { by []. } Qed.',
        "Section S. Variable n : nat. Let m := n.+1. Local Definition k := m. End S.",
    ],
)
def test_definitions_lemmas_and_proofs_are_let_through(text):
    assert list(strange_commands(text)) == []


def test_a_file_has_to_be_there_and_to_hold_the_theorem(tmp_path):
    with pytest.raises(ArgumentError, match="a file of Rocq"):
        certificate(grows, proof=tmp_path / "nothing.v")
    (tmp_path / "other.v").write_text("(* Theorem proved : statement. *) Lemma a : 1 = 1.")
    with pytest.raises(ArgumentError, match="Theorem proved : statement"):
        certificate(grows, proof=tmp_path / "other.v")


def test_a_proof_goes_on_from_file_to_file(tmp_path):
    (tmp_path / "lemmas.v").write_text("Lemma a : 1 = 1. Proof. by []. Qed.")
    (tmp_path / "own.v").write_text(HONEST)
    joined = script_of(tmp_path / "lemmas.v", tmp_path / "own.v")
    assert joined.startswith("Lemma a")
    assert joined.endswith(HONEST)
    certificate(grows, proof=(tmp_path / "lemmas.v", tmp_path / "own.v"))
    with pytest.raises(ArgumentError, match=r"lemmas\.v.*Theorem proved"):
        certificate(grows, proof=[tmp_path / "lemmas.v"])
    (tmp_path / "lemmas.v").write_text("Drop.")
    with pytest.raises(ArgumentError, match=r"proof: lemmas\.v"):
        certificate(grows, proof=(tmp_path / "lemmas.v", tmp_path / "own.v"))


def test_no_command_hides_in_a_string_that_goes_on_in_another_file(tmp_path):
    parts = 'Lemma a : 1 = 1. Proof. by []. Qed. Check "', f'". Drop. Check ".\n{HONEST}'
    files = [tmp_path / "one.v", tmp_path / "other.v"]
    for file, text in zip(files, parts, strict=True):
        assert list(strange_commands(text)) == [], "each by itself looks harmless"
        file.write_text(text)
    with pytest.raises(ArgumentError, match=r"proof: one\.v, other\.v"):
        script_of(*files)


def test_shared_lemmas_are_found_by_name():
    for name in ("products_by_columns", "totals"):
        assert list(strange_commands(lemmas(name).read_text())) == []
    with pytest.raises(ArgumentError, match="Did you mean products_by_columns"):
        lemmas("products_by_rows")


def test_what_is_kept_of_another_script_does_not_count(tmp_path, monkeypatch):
    def nothing():
        raise NoRocqError("There is no coqc.")

    monkeypatch.setattr(certifying, "coqc", nothing)
    (tmp_path / "own.v").write_text(HONEST)
    with pytest.raises(CheckError, match="nothing is decided"):
        certificate(grows, proof=tmp_path / "own.v")(None)
    one = certificate_for(statement_of(grows, None), script=HONEST)
    other = certificate_for(statement_of(grows, None), script=f"{HONEST}\n")
    assert one.digest != other.digest
    assert one.statement == other.statement


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_a_claim_is_proved_by_a_script(tmp_path, monkeypatch, rocq_folder):
    monkeypatch.setenv("THEOREM_CHECKS_LEDGER", str(rocq_folder.parent / "ledger.sqlite"))
    (tmp_path / "own.v").write_text(HONEST)
    assert certificate(grows, proof=tmp_path / "own.v")(None).verdict == "PROVED"


def both(more, w):
    """What the script proves, and that a square is what it is."""
    n = w.size("n")
    return All((AtMost(n + more[0], n + 1), Equal((n + 1) ** 2, n**2 + 2 * n + 1 + more[1])))


@NEEDS_COQC
@pytest.mark.deep
@pytest.mark.timeout(900)
def test_a_script_proves_a_part_and_the_others_are_generated(rocq_folder):
    """Of a statement of two parts neither is taken for proved that is not."""
    cases = {"C_true": (0, 0), "C_part": (2, 0), "C_other": (0, 1)}
    made = {n: certificate_of(both, more, script=HONEST, part=1) for n, more in cases.items()}
    assert made["C_true"].by_author
    assert made["C_true"].statement == certificate_of(both, (0, 0), script="x").statement
    found = {name: rule_on({name: one}, rocq_folder)[name] for name, one in made.items()}
    accepted = {name: one.accepted for name, one in found.items()}
    assert accepted == {"C_true": True, "C_part": False, "C_other": False}
    assert found["C_true"].axioms == ()


@NEEDS_COQC
@pytest.mark.deep
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", NO_PROOF)
def test_no_text_proves_a_part_that_is_false(name, rocq_folder):
    made = certificate_of(both, (2, 0), script=NO_PROOF[name], part=1)
    assert not rule_on({"C_x": made}, rocq_folder)["C_x"].accepted
    ended = f"{HONEST} End Author'. {NO_PROOF[name]} Module Author'."
    made = certificate_of(both, (2, 0), script=ended, part=1)
    assert not rule_on({"C_x": made}, rocq_folder)["C_x"].accepted


def test_a_part_is_one_of_those_that_there_are(tmp_path):
    for says, part in ((both, 3), (grows, 1)):
        with pytest.raises(NoFormError, match="part"):
            certificate_of(says, (0, 0), script=HONEST, part=part)
    with pytest.raises(ArgumentError, match="part"):
        certificate(both, part=1)
    (tmp_path / "own.v").write_text(HONEST)
    with pytest.raises(ArgumentError, match="part"):
        certificate(both, proof=tmp_path / "own.v", part=-1)


ANSWERS_FOR_OTHERS = f"""
Module TheoremChecks. Module C_statements. Module C_false. Definition statement : Prop := True.
End C_false. End C_statements. Module C_false_script. Definition proved := I. End C_false_script.
End TheoremChecks.
{HONEST}
Global Unset Guard Checking.
"""


def test_scripts_apart_are_in_a_file_each_behind_all_statements():
    made = {name: certificate_of(grows, None, script=HONEST) for name in ("C_one", "C_other")}
    files = files_of_scripts(made, asked(made), together=False)
    assert list(files) == [
        "C_statements.v",
        "C_one_script.v",
        "C_other_script.v",
        "C_theorems.v",
    ]
    for name, one in made.items():
        opened = f"From TheoremChecks Require C_statements.\nImport C_statements.{name}.\n\n"
        assert files[f"{name}_script.v"].endswith(f"{opened}{one.proof}\n")


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_scripts_in_one_run_answer_for_themselves_alone(rocq_folder):
    """What is true is accepted beside what is not, and none proves the statement of another."""
    made = {
        "C_true": certificate_of(grows, None, script=HONEST),
        "C_false": certificate_of(shrinks, None, script=HONEST),
        "C_others": certificate_of(grows, None, script=ANSWERS_FOR_OTHERS),
        "C_axiom": certificate_of(shrinks, None, script=NO_PROOF["axiom"]),
    }
    seen: list[str] = []
    found = rule_on(made, rocq_folder, seen.append)
    accepted = {name: one.accepted for name, one in found.items()}
    assert accepted == {"C_true": True, "C_false": False, "C_others": True, "C_axiom": False}
    assert found["C_axiom"].said == "It rests on C_axiom_script.cheat."
    assert sorted(seen) == sorted(made)


def test_a_script_is_written_out_in_three_files(tmp_path):
    own = Claim(
        id="own/claim",
        title="A statement",
        source=Source("Own", "here"),
        statement="n <= n + 1",
        subject=None,
        says=grows,
        checks=(certificate(grows),),
        mutants=(Mutant("other", object()),),
    )
    made = certificate_of(grows, None, script=HONEST)
    write_files(tmp_path, [Certified(own, State.ACCEPTED, made)])
    compiled = (tmp_path / "compile.sh").read_text()
    places = [compiled.index(f"C_own_claim{end}.v") for end in ("_statement", "_script", "")]
    assert places == sorted(places)
    assert "Definition statement" in (tmp_path / "C_own_claim_statement.v").read_text()
    assert HONEST in (tmp_path / "C_own_claim_script.v").read_text()
