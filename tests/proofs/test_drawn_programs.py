from constructions.lsrl.listed import programs
from constructions.lsrl.listed.data import Form
from proofs.lsrl.a_debranching_rules.levelised_compiler import Compiler, check_levelised
from proofs.lsrl.drawn_programs import random_programs
from theorem_checks import Verdict

TRUE_FORMS = programs.listed_forms


def short_forms(A, b):
    return tuple(Form(form.row[:7], form.constant) for form in TRUE_FORMS(A, b))


def test_some_programs_have_long_rows_and_all_have_their_own_names():
    drawn = dict(random_programs())
    assert len(drawn) == 240
    rows = (row for one in drawn.values() for node in one.nodes for row in _rows(node))
    assert max(map(len, rows)) >= 10


def _rows(node):
    return (row for matrix in node.numbers.values() for row in matrix.rows)


def test_a_slip_in_rows_of_more_than_seven_entries_is_refuted(monkeypatch):
    monkeypatch.setattr(programs, "listed_forms", short_forms)
    assert check_levelised(Compiler()).verdict is Verdict.REFUTED
