"""Axioms of several theorems, asked at once: no theorem is taken to rest on fewer than it does."""

import dataclasses

import pytest

from tests.certifying.shared import NEEDS_COQC, trace_is_cyclic
from tests.certifying.test_scripts import HONEST, grows
from theorem_checks.certifying import authored
from theorem_checks.certifying.axioms_asked import asked
from theorem_checks.certifying.certificates import certificate_of, file_text
from theorem_checks.certifying.kernel_output import Told
from theorem_checks.certifying.rocq import rule_on

CLASSIC = ("Classical_Prop.classic",)
CLOSED = "Closed under the global context"
CHEAT = "Axiom cheat : statement. Theorem proved : statement. Proof. exact: cheat. Qed."


def told(*lines):
    said = Told(lambda _name: None)
    for line in ("== C_a", "== C_b", "== C_c", *lines):
        said.line(f"{line}\n")
    return said


def test_those_that_rested_on_the_same_are_asked_about_together():
    questions = asked(["C_a", "C_b", "C_c", "C_d"], {"C_a": (), "C_c": (), "C_b": CLASSIC})
    assert questions.groups == {(): ("C_a", "C_c"), CLASSIC: ("C_b",)}
    assert questions.alone == {"C_d"}
    assert list(questions.lines(str)) == [
        "Definition group_0' := (conj C_a C_c).",
        'Goal True. idtac "== axioms group_0\'". Abort.',
        "Print Assumptions group_0'.",
        'Goal True. idtac "== end". Abort.',
        "Definition group_1' := C_b.",
        'Goal True. idtac "== axioms group_1\'". Abort.',
        "Print Assumptions group_1'.",
        'Goal True. idtac "== end". Abort.',
    ]


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ([CLOSED, "== end"], {"C_a": (), "C_b": ()}),
        (["Axioms:", "C_b.cheat : False", "== end"], {}),
        (["Axioms:", "Classical_Prop.classic : forall P : Prop, P \\/ ~ P", "== end"], {}),
        ([], {}),
        (["== end"], {}),
        ([CLOSED], {}),
        ([CLOSED, "C_a.f is assumed to be guarded.", "== end"], {}),
    ],
    ids=["closed", "cheat", "classical", "silent", "empty", "cut-short", "guard"],
)
def test_only_the_same_axioms_as_before_answer_for_all(said, known):
    questions = asked(["C_a", "C_b", "C_c"], {"C_a": (), "C_b": ()})
    found = questions.answered(told("== axioms group_0'", *said))
    assert found == known


def test_fewer_axioms_than_before_are_asked_anew():
    questions = asked(["C_a", "C_b"], {"C_a": CLASSIC, "C_b": CLASSIC})
    assert questions.answered(told("== axioms group_0'", CLOSED, "== end")) == {}


def test_a_certificate_is_written_out_with_a_question_of_its_own():
    text = file_text([("C_a", certificate_of(trace_is_cyclic, None))])
    assert "Print Assumptions C_a.proved." in text
    assert "group" not in text


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_one_that_rests_on_an_axiom_is_found_among_those_that_rested_on_none(rocq_folder):
    good = certificate_of(trace_is_cyclic, None)
    made = {"C_a": good, "C_cheat": dataclasses.replace(good, proof=CHEAT), "C_b": good}
    seen: list[str] = []
    found = rule_on(made, rocq_folder, seen.append, None, dict.fromkeys(made, ()))
    assert {name: one.accepted for name, one in found.items()} == {
        "C_a": True,
        "C_cheat": False,
        "C_b": True,
    }
    assert sorted(seen) == sorted(made)


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_what_is_kept_says_what_is_asked_and_not_what_is_answered(rocq_folder):
    good = certificate_of(trace_is_cyclic, None)
    before = {"C_a": CLASSIC, "C_b": CLASSIC}
    found = rule_on({"C_a": good, "C_b": good}, rocq_folder, before=before)
    assert [one.axioms for one in found.values()] == [(), ()]


@NEEDS_COQC
@pytest.mark.timeout(900)
@pytest.mark.parametrize("before", [{}, {"C_x": (), "C_y": ()}], ids=["alone", "together"])
def test_scripts_that_are_all_accepted_share_a_file(before, rocq_folder, monkeypatch):
    ran: list[str] = []
    run = authored.run_compiler

    def noted(folders, file, *more):
        ran.append(file.name)
        return run(folders, file, *more)

    monkeypatch.setattr(authored, "run_compiler", noted)
    made = {name: certificate_of(grows, None, script=HONEST) for name in ("C_x", "C_y")}
    found = rule_on(made, rocq_folder, before=before)
    assert [one.axioms for one in found.values()] == [(), ()]
    assert ran[-3:] == ["C_statements.v", "C_scripts.v", "C_theorems.v"]
