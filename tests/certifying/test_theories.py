"""Folders of Rocq files: what is accepted of them, and what is not."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.certifying.shared import NEEDS_COQC
from theorem_checks.certifying import theories
from theorem_checks.certifying.theories import compiled_theory, files_of_theory, rule_on_theory
from theorem_checks.cli import app
from theorem_checks.errors import ArgumentError, TheoremChecksError

RIGHT = (
    "Lemma one : 1 = 1.\nProof. reflexivity. Qed.\nTheorem two : 1 = 1.\nProof. exact one. Qed.\n"
)


def folder_of(place: Path, text: str) -> Path:
    (place / "_CoqProject").write_text("-R . TheoremChecks\nOwn.v\n", encoding="utf-8")
    (place / "Own.v").write_text(text, encoding="utf-8")
    return place


def test_a_theory_is_compiled_once_file_by_file_behind_the_library(tmp_path, monkeypatch) -> None:
    compiled: list[str] = []

    def run(_folders, file, *_more):
        assert file.exists()
        compiled.append(file.stem)
        return 0, ""

    monkeypatch.setattr(theories, "run_compiler", run)
    monkeypatch.setattr(theories, "rocq_version", lambda: "8.16.1")
    folder = folder_of(tmp_path, RIGHT)
    (folder / "_CoqProject").write_text("-R . TheoremChecks\nOwn.v\nLater.v\n", encoding="utf-8")
    (folder / "Later.v").write_text(RIGHT, encoding="utf-8")
    first, again = (compiled_theory(folder, tmp_path / "work") for _ in range(2))
    assert first == again
    assert compiled[1:] == ["Own", "Later"]
    assert len(compiled) == 3


@NEEDS_COQC
def test_theorems_are_accepted_and_axioms_are_named(tmp_path: Path, rocq_folder: Path) -> None:
    assumed = (
        "Hypothesis every : forall P : Prop, P.\nTheorem three : 1 = 2.\nProof. apply every. Qed.\n"
    )
    found = rule_on_theory(folder_of(tmp_path, RIGHT + assumed), rocq_folder)
    assert set(found) == {"two", "three"}
    assert found["two"].accepted
    assert not found["two"].axioms
    assert not found["three"].accepted
    assert "every" in found["three"].said


@NEEDS_COQC
def test_the_command_says_what_each_theorem_rests_on(tmp_path: Path) -> None:
    found = CliRunner().invoke(app, ["certify", "--theory", str(folder_of(tmp_path, RIGHT))])
    assert found.exit_code == 0, found.output
    assert found.output == "two: accepted, on no axioms\n"


@NEEDS_COQC
def test_a_false_theorem_is_not_accepted(tmp_path: Path, rocq_folder: Path) -> None:
    text = "Theorem two : 1 = 2.\nProof. reflexivity. Qed.\n"
    with pytest.raises(TheoremChecksError, match=r"Own.v is not accepted"):
        rule_on_theory(folder_of(tmp_path, text), rocq_folder)


@pytest.mark.parametrize(
    "text",
    [
        "Axiom all : forall P : Prop, P.\n",
        "Theorem two : 1 = 2.\nAdmitted.\n",
        "Unset Guard Checking.\n",
        'Notation "a = b" := True.\n',
        'Local Notation "a = b" := True.\n',
    ],
)
def test_what_is_no_proof_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="lemmas and their proofs"):
        files_of_theory(folder_of(tmp_path, RIGHT + text))


def test_a_folder_without_a_theory_is_told(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="_CoqProject"):
        files_of_theory(tmp_path)
    (tmp_path / "_CoqProject").write_text("-R . TheoremChecks\n", encoding="utf-8")
    with pytest.raises(ArgumentError, match="lists files"):
        files_of_theory(tmp_path)
