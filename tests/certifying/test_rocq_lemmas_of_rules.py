"""Each rule of composition has its lemma in Rocq, or a reason why it has none."""

import re
from pathlib import Path

import pytest

import theorem_checks.proving.rules
from tests.certifying.lemma_files import FOLDER, compile_in, in_order
from tests.certifying.shared import NEEDS_COQC
from theorem_checks.certifying.kernel_output import CLASSICAL, axioms_named
from theorem_checks.certifying.rocq import compiled_library

PAGE = Path(__file__).parents[2] / "docs" / "certificates.md"
_ROW = re.compile(r"^\| (`.*?) \| (.*?) \|", re.MULTILINE)
_IN_FILE = re.compile(r"((?:`\w+`(?:, )?)+) \((\w+)\)")
_OVER_REALS = {"Limits", "Deductions"}  # files of lemmas about the reals of Rocq
_NO_RULES = {"prove", "All"}  # of which the table says how `All` is proved


def named(cell):
    return set(re.findall(r"`(\w+)`", cell)) - _NO_RULES


def rows_of_page():
    """What the page says of each rule: a cell of lemmas, or why there is none."""
    _, _, after = PAGE.read_text().partition("## Rules, and their lemmas\n")
    section, _, _ = after.partition("\n## ")
    found = [(rule, cell) for rules, cell in _ROW.findall(section) for rule in named(rules)]
    assert len(dict(found)) == len(found)
    return dict(found)


def lemmas_of(cell):
    """The names of files and of lemmas in them."""
    return [
        (file, name)
        for names, file in _IN_FILE.findall(cell)
        for name in re.findall(r"`(\w+)`", names)
    ]


def all_lemmas():
    return sorted({place for cell in rows_of_page().values() for place in lemmas_of(cell)})


def test_each_rule_of_the_table_stands_on_the_page_and_no_other():
    table = theorem_checks.proving.rules.__doc__ or ""
    rules = {rule for cell, _ in _ROW.findall(table) for rule in named(cell)}
    assert len(rules) > 50
    assert set(rows_of_page()) == rules


def test_each_rule_has_a_lemma_that_stands_in_its_file_or_a_reason():
    for rule, cell in rows_of_page().items():
        if cell.startswith("none: "):
            assert len(cell.split()) > 8, rule
            continue
        places = lemmas_of(cell)
        assert places, rule
        for file, name in places:
            text = (FOLDER / f"{file}.v").read_text("utf-8")
            assert re.search(rf"^(Theorem|Lemma) {name}\b", text, re.MULTILINE), (rule, file, name)


def test_few_rules_have_none():
    without = {rule for rule, cell in rows_of_page().items() if cell.startswith("none: ")}
    assert without == {"renaming_indices", "arithmetic", "apply_fact", "argued"}


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_the_kernel_accepts_the_lemmas_without_axioms_but_those_of_the_reals(tmp_path, rocq_folder):
    lemmas = all_lemmas()
    shared = compiled_library(rocq_folder, "means of powers")
    there = {file.stem for file in shared.glob("*.vo")}
    for name in in_order(sorted({file for file, _ in lemmas})):
        if name not in there:
            compile_in([shared, tmp_path], name, (FOLDER / f"{name}.v").read_text("utf-8"))
    lines = [f"From TheoremChecks Require {file}." for file in sorted({file for file, _ in lemmas})]
    for file, name in lemmas:
        lines += [
            f'Goal True. idtac "== {file}.{name}". Abort.',
            f"Print Assumptions {file}.{name}.",
        ]
    said = compile_in([shared, tmp_path], "Axioms", "\n".join(lines))
    told = [one.splitlines() for one in "\n".join(said).split("== ")[1:]]
    assert [name for name, *_ in told] == [f"{file}.{name}" for file, name in lemmas]
    for name, *axioms in told:
        allowed = CLASSICAL if name.partition(".")[0] in _OVER_REALS else set()
        assert set(axioms_named(axioms)) <= allowed, name
