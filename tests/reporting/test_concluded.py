"""What was proved is shown as mathematics, with its rules; what is argued is told from it."""

import io
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
import sympy as sp
from rich.console import Console

from theorem_checks import Evidence, Kind, Mutant, Verdict
from theorem_checks.deriving.derivation import Derivation
from theorem_checks.proving.conclude import prove
from theorem_checks.proving.rules.words import argued
from theorem_checks.reporting.changes.compare import What, changes
from theorem_checks.reporting.changes.snapshots import Finding, Snapshot, State
from theorem_checks.reporting.claim_list import claim_list
from theorem_checks.reporting.claim_page import claim_page
from theorem_checks.reporting.concluded import (
    MOST,
    Step,
    cut_latex,
    cut_text,
    first_of,
    heading_of,
    steps,
)
from theorem_checks.reporting.expectations import wanted
from theorem_checks.reporting.html.report import html_report
from theorem_checks.reporting.junit import junit_xml
from theorem_checks.reporting.pages.found import Paper, papers
from theorem_checks.reporting.pages.write import pages_of
from theorem_checks.reporting.rows import Mark
from theorem_checks.reporting.standing import Known, Standing
from theorem_checks.reporting.standing import State as Of
from theorem_checks.reporting.terminal import report_view
from theorem_checks.reporting.text import says
from theorem_checks.reporting.words import VERDICT_STYLE
from theorem_checks.running.catalogue import Catalogue, Found, Origin
from theorem_checks.running.job import Job
from theorem_checks.running.outcomes import Result, judge
from theorem_checks.running.plan import plan
from theorem_checks.statements.conclusions import All, Equal
from theorem_checks.statements.plain_text import plain_text
from theorem_checks.verdicts.seals import Stated

x = sp.Symbol("x", real=True)
SQUARE = Equal((x + 1) ** 2, x**2 + 2 * x + 1)
CUBE = Equal((x + 1) ** 3, x**3 + 3 * x**2 + 3 * x + 1)
BOTH = prove(All((SQUARE, CUBE)))
WORDS = "A square of a sum is known from school."
ARGUED = argued(CUBE, WORDS, prove(SQUARE))


def shown(part, width=100, encoding="utf-8", **more) -> str:
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    console = Console(file=file, width=width, _environ={}, **more)
    console.print(part)
    file.flush()
    return file.buffer.getvalue().decode(encoding)  # pyright: ignore


def standing(samples, found: Evidence, *, late: Evidence | None = None) -> Standing:
    """A claim of which the symbolic check found this, and of its late mutant that."""
    more = (
        {"late": (Mutant("off-from-13", "c", "is off by 1 from 13 on"),)}
        if late is not None
        else {}
    )
    claim = samples.claim("fig1", "Figure 1", expect=found.verdict, **more)
    one = Found(claim, Origin("elsewhere", None), samples.Path("elsewhere.py"))

    def known(job: Job) -> Known:
        of_symbolic = job.check == "check_symbolic"
        by_role = {
            "claim": found if of_symbolic else samples.HOLDS,
            "mutant": samples.REFUTED,
            "late": late,
        }
        return Known(job, Of.CURRENT, by_role[job.role])

    return Standing(one, tuple(map(known, plan(Catalogue({claim.id: one})))))


def test_steps_are_the_whole_and_then_its_parts():
    whole, *parts = steps(BOTH)
    assert (whole.depth, whole.latex) == (0, All((SQUARE, CUBE)).latex)
    assert [(one.depth, one.latex) for one in parts] == [(1, SQUARE.latex), (1, CUBE.latex)]
    assert all(one.rule for one in (whole, *parts))
    assert heading_of([whole]) == "proved"


def test_a_statement_that_was_changed_is_not_shown_as_concluded():
    assert BOTH.statement is not None
    forged = replace(BOTH, statement=Stated("0 = 1", BOTH.statement.data))
    assert [one.depth for one in steps(forged)] == [0, 0]  # its parts, which stand
    assert "0 = 1" not in forged._repr_markdown_()


def test_a_statement_that_a_part_repeats_is_printed_once(samples):
    twice = argued(SQUARE, WORDS, prove(SQUARE))
    whole, part = steps(twice)
    assert not whole.again
    assert part.again
    assert part.by.startswith("the same by rule: ")
    one = standing(samples, twice)
    assert shown(claim_page(one)).count(plain_text(SQUARE.latex)) == 1
    concluded = html_report([one]).partition("concluded argued")[2].partition("<section")[0]
    assert concluded.count("<math") == 1
    assert pages_of(papers([one]), [])["gated-rnn.md"].count(SQUARE.latex) == 1


def test_what_is_argued_is_never_headed_proved(samples):
    whole, part = steps(ARGUED)
    assert (whole.verdict, part.verdict) == (Verdict.ARGUED, Verdict.PROVED)
    assert heading_of([whole, part]) == "argued"
    assert heading_of([*steps(BOTH), whole]) == "argued"
    assert whole.by.endswith("(ARGUED)")
    assert WORDS in whole.words


def test_the_page_of_a_claim_prints_what_was_proved_below_the_paper(samples):
    lines = [line.rstrip() for line in shown(claim_page(standing(samples, BOTH))).splitlines()]
    at = lines.index("proved")
    assert at > lines.index("statement")
    rule = next(place for place, line in enumerate(lines) if line.startswith("    rule: "))
    said = " ".join(line.strip() for line in lines[at + 1 : rule])  # on several lines
    assert said == plain_text(All((SQUARE, CUBE)).latex)
    assert "    (x + 1)² = x² + 2 x + 1" in lines[at:]


def test_without_unicode_the_page_of_a_claim_has_latex(samples):
    text = shown(claim_page(standing(samples, BOTH)), encoding="ascii", width=200)
    assert f"    {SQUARE.latex}" in [line.rstrip() for line in text.splitlines()]


def test_the_page_of_an_argued_claim_has_its_words_and_its_mark(samples):
    text = shown(claim_page(standing(samples, ARGUED)))
    assert text.splitlines()[0] == "gated-rnn/fig1  ARGUED"
    assert "\nargued\n" in text
    assert "\nproved\n" not in text
    assert f"argued: {WORDS}" in text
    assert "∴  check_symbolic  ARGUED" in text
    assert "✓  check_sampled" in text


def test_text_is_cut_between_words():
    assert cut_text("a + b = c", 9) == "a + b = c"
    assert cut_text("a + b = c + d", 9) == "a + b =…"
    assert cut_text(20 * "a", 5) == "aaaa…"


@pytest.mark.parametrize(
    ("late", "heading", "mark"),
    [
        (Evidence.undecided("Trace and subject differ."), "not PROVED, as it must be", "✓"),
        (BOTH, "one is PROVED, and none must be", "✗"),
    ],
)
def test_late_mutants_are_listed(samples, late, heading, mark):
    one = standing(samples, BOTH, late=late)
    text = shown(claim_page(one))
    assert f"\nlate mutants: {heading}\n" in text
    assert "off-from-13  is off by 1 from 13 on" in text
    assert f"{mark}  check_symbolic  {late.verdict}" in text.partition("late mutants")[2]
    assert "off-from-13 (late)" in html_report([one])
    (known,) = [known for known in one.known if known.job.role == "late"]
    said = wanted(one.found.claim, Result(known.job, late))
    assert said == "the late mutant off-from-13 is not to be PROVED or ARGUED"
    assert says(one.found.claim, known.job.variant) == "is off by 1 from 13 on"


def test_late_mutants_that_were_not_run_are_not_said_to_be_as_they_must(samples):
    one = standing(samples, BOTH, late=BOTH)
    none = tuple(Known(known.job, Of.NOT_RUN) for known in one.known)
    assert "\nlate mutants\n" in shown(claim_page(replace(one, known=none)))


def test_the_tables_of_the_terminal_have_a_mark_and_a_colour_of_its_own(samples):
    assert set(VERDICT_STYLE) == set(Verdict)
    others = {VERDICT_STYLE[v] for v in Verdict if v is not Verdict.ARGUED}
    assert VERDICT_STYLE[Verdict.ARGUED] not in others
    one = standing(samples, ARGUED)
    results = [
        Result(known.job, known.evidence) for known in one.known if known.evidence is not None
    ]
    found = Catalogue({one.found.claim.id: one.found})
    assert "∴  gated-rnn/fig1  ARGUED" in shown(report_view(judge(found, results)))
    assert "so  gated-rnn/fig1  ARGUED" in shown(report_view(judge(found, results)), 100, "ascii")
    entry = {"id": "a/b", "title": "A", "source": {"paper": "P"}, "expect": "ARGUED"}
    listed = claim_list([{**entry, "kinds": ["proof"], "mutants": [], "controls": []}])
    assert "ARGUED" in shown(listed)


def test_a_failure_is_marked_as_one_though_it_is_argued():
    assert shown(Mark(False, argued=True)).strip() == "✗"


def test_the_html_report_sets_statements_and_tells_argued_from_proved(samples):
    proved = html_report([standing(samples, BOTH)])
    assert '<div class="concluded proved">' in proved
    assert proved.count('<div class="step"') == 3
    assert "<msup>" in proved.partition('<div class="step"')[2]
    text = html_report([standing(samples, ARGUED)])
    assert '<div class="concluded argued">' in text
    assert '<span class="sign">∴</span> check_symbolic' in text
    assert '<span class="badge v-argued">1 ARGUED</span>' in text
    assert "1 PROVED" not in text
    assert ".v-argued {" in text
    assert WORDS in text


def test_pages_print_what_was_proved_and_count_each_verdict(samples):
    (paper,) = papers([standing(samples, BOTH)])
    made = pages_of([paper], [])
    told = made["gated-rnn.md"]
    assert "**Proved**, each statement by the rule below it:" in told
    assert rf"- $\displaystyle {All((SQUARE, CUBE)).latex}$" in told
    assert rf"  - $\displaystyle {SQUARE.latex}$" in told
    assert told.index("y_t =") < told.index("**Proved**")
    heading = "| paper | claims | PROVED | PROVED given facts | ARGUED | HOLDS | REFUTED |"
    assert heading in made["index.md"]
    assert "| 1 | 1 | 0 | 0 | 0 | [0](gated-rnn-errata.md) | 0 | 0 | 0 |" in made["index.md"]


def test_pages_never_count_argued_as_proved(samples):
    (paper,) = papers([standing(samples, ARGUED)])
    assert isinstance(paper, Paper)
    made = pages_of([paper], [])
    assert "| 1 | 0 | 0 | 1 | 0 | [0](gated-rnn-errata.md) | 0 | 0 | 0 |" in made["index.md"]
    told = made["gated-rnn.md"]
    assert "**ARGUED ∴**" in told
    assert "**Argued**" in told
    assert "**Proved**" not in told


def test_junit_has_each_verdict(samples):
    one = standing(samples, ARGUED)
    results = [
        Result(known.job, known.evidence) for known in one.known if known.evidence is not None
    ]
    report = judge(Catalogue({one.found.claim.id: one.found}), results)
    root = ET.fromstring(junit_xml(report))
    said = {
        case.get("name"): found.get("value")
        for case in root.iter("testcase")
        if (found := case.find("properties/property[@name='verdict']")) is not None
    }
    assert said["check_symbolic[claim]"] == said["verdict"] == "ARGUED"
    assert said["check_sampled[claim]"] == "HOLDS"
    assert said["check_symbolic[mutant:lost-query]"] == "REFUTED"
    assert root.get("failures") == "0"


def test_a_notebook_shows_statement_and_rule_part_by_part():
    said = BOTH._repr_markdown_()
    assert f"$$\n{All((SQUARE, CUBE)).latex}\n$$" in said
    assert f"- PROVED: ${SQUARE.latex}$, by *" in said
    nested = prove(All((All((SQUARE, CUBE)), CUBE)))._repr_markdown_().split("\n\n")
    parts = [line for line in nested if line.lstrip().startswith("- PROVED")]
    assert [len(line) - len(line.lstrip()) for line in parts] == [0, 2, 2, 0]
    assert "**ARGUED**" in ARGUED._repr_markdown_()
    assert WORDS in ARGUED._repr_markdown_()


def test_argued_is_weaker_than_proved_and_stronger_than_holds():
    def what(before: Verdict, after: Verdict) -> What:
        old, new = (State((Finding("c", "claim", Kind.PROOF, v),)) for v in (before, after))
        (change,) = changes(Snapshot("a", {"x/y": old}), Snapshot("b", {"x/y": new}))
        return change.what

    assert what(Verdict.PROVED, Verdict.ARGUED) is What.WEAKENED
    assert what(Verdict.HOLDS, Verdict.ARGUED) is What.STRENGTHENED
    assert what(Verdict.ARGUED, Verdict.REFUTED) is What.VERDICT


@pytest.mark.parametrize(
    ("verdict", "wanted"),
    [(Verdict.UNDECIDED, True), (Verdict.REFUTED, True), (Verdict.PROVED, False)],
)
def test_a_late_mutant_survives_only_where_it_is_proved(verdict, wanted):
    assert Finding("c", "late:off-from-13", Kind.PROOF, verdict).as_wanted is wanted


@pytest.mark.parametrize("most", [30, 40, 60, 80])
def test_latex_is_cut_between_groups(most):
    latex = r"\frac{a + b}{c + d} + \sum_{k = 1}^{n} k^{2 n + 1} = \text{a long right side}"
    cut = cut_latex(latex, most)
    assert len(cut) <= most
    assert cut == latex or cut.endswith(r" \dots")
    assert cut.count("{") == cut.count("}")
    assert cut_latex(latex, 1000) == latex
    assert cut_latex("{" + 50 * "a" + "}", 20) == "{" + 13 * "a" + r" \dots"


def test_parts_of_a_proof_in_the_html_report_have_the_letters_of_the_statement(samples):
    def said(statement, *parts, rule="prove_identity", name=""):
        return Derivation(statement, rule, Verdict.PROVED, (), statement, name, parts=parts)

    parts = said("y = 2", name="part 1"), said("x = 1", name="base")
    whole = said(r"x = 1\quad\text{and}\quad y = 2", *parts, rule="conjunction")
    one = standing(samples, BOTH)
    text = html_report([one], derivations={one.found.claim.id: [whole]})
    assert "<strong>1.</strong> (b)</p>" in text
    assert "<strong>2.</strong> (a) base</p>" in text


def test_of_long_steps_those_stand_beside_the_claim_that_the_whole_is_made_of():
    def made(*letters):
        depths = (0, 1, 2)
        steps = zip(letters, depths, strict=True)
        return [Step(Verdict.PROVED, "x" * n, "rule", "", (), (), depth) for n, depth in steps]

    for letters, shown in (((9, 9, 9), 3), ((9, 9, MOST), 2), ((9, MOST, 9), 0), ((MOST, 9, 9), 0)):
        assert len(first_of(made(*letters))) == shown


def test_a_step_says_its_rule_and_where_there_is_one_its_scope():
    step = Step(Verdict.PROVED, "x = x", "induction", "all n", (), (), 0)
    assert step.by == "rule: induction; all n"
    assert replace(step, scope="").by == "rule: induction"
    assert replace(step, again=True).by == "the same by rule: induction; all n"
    assert replace(step, verdict=Verdict.ARGUED).by == "rule: induction; all n (ARGUED)"
