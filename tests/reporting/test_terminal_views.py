"""The views for the terminal: complete, within the width, legible without colour or Unicode."""

import io
from dataclasses import replace

import pytest
from rich.console import Console
from rich.text import Text

from theorem_checks import Evidence, Tier, Verdict
from theorem_checks.reporting.as_json import claim_entry
from theorem_checks.reporting.claim_list import claim_list
from theorem_checks.reporting.claim_page import claim_page
from theorem_checks.reporting.formulas import Prose
from theorem_checks.reporting.rows import Column, Row, Rows
from theorem_checks.reporting.standing import State, standings
from theorem_checks.reporting.terminal import report_view
from theorem_checks.reporting.text import evidence_facts
from theorem_checks.running.catalogue import Problem
from theorem_checks.running.ledger import Ledger
from theorem_checks.verdicts.evidence import all_of
from theorem_checks.verdicts.routes import Engine, Route

BROKEN = Problem("proofs/x.py:12", "NameError: name 'foo' is not defined", "Traceback ...")


def shown(view, width=100, encoding="utf-8") -> str:
    """Return a view as it comes out of a pipe, without the spaces at the ends of lines."""
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="backslashreplace")
    Console(file=stream, width=width, highlight=False, markup=False).print(view)
    stream.flush()
    written = stream.buffer.getvalue().decode(encoding)  # pyright: ignore
    return "\n".join(line.rstrip() for line in written.splitlines())


def unfolded(text: str) -> str:
    """Return a text without any white space, as if it had never been folded."""
    return "".join(text.split())


def test_the_table_of_a_good_run(report):
    assert (
        shown(report_view(report()), 80)
        == """\
   claim                              verdict  by             mutants    time

Gated recurrent neural networks discover attention (2024)
✓  gated-rnn/fig1                     PROVED   proof, sample      2/2  0.00 s
   given bai-yin
   all sizes d and lengths T
✓  gated-rnn/eq-2                     PROVED   proof, sample      2/2  0.00 s
   given bai-yin
   all sizes d and lengths T
✓  gated-rnn/s3.1-lambda-zero-needed  REFUTED  proof, sample      2/2  0.00 s
   false at d = 2, x = 3/5; claimed x[0], found 0; the index runs over [1, d]

2 PROVED given facts, 1 REFUTED
3 claims: 3 as expected, 20 results (6 from the ledger), error <= 3e-9, 12 s"""
    )


def test_a_wide_terminal_also_has_controls_and_error_rates(report):
    heading, *_ = shown(report_view(report()), 100).splitlines()
    assert heading.split() == [
        *("claim", "verdict", "by", "mutants", "controls", "error", "<=", "time"),
    ]


def test_a_bad_run_shows_each_failure_in_full(report, samples):
    found = report(
        BROKEN,
        warnings=("The ledger cannot be written.",),
        **{
            "fig1 check_symbolic mutant:off-by-one": samples.HOLDS,
            "fig1 check_sampled claim": samples.UNDECIDED,
            "s3.1-lambda-zero-needed check_sampled control:repaired": samples.REFUTED,
        },
    )
    text = shown(report_view(found, {"gated-rnn/fig1": "proofs/fig1.py::gated-rnn/fig1"}))
    for line in (
        "✗  gated-rnn/fig1                     UNDECIDED  proof, sample      1/2",
        "   expected PROVED",
        "   It took longer than 60 seconds.",
        "✓  gated-rnn/eq-2                     PROVED     proof, sample      2/2",
        "gated-rnn/fig1  found UNDECIDED, expected PROVED",
        "    source          Gated recurrent neural networks discover attention (2024), Figure 1",
        "    statement       ∀ t: y_t = Σ_(s ≤ t) V x_s (K x_s)ᵀ Q x_t",
        "    look closer     theorem-checks show proofs/fig1.py::gated-rnn/fig1",
        "    check_symbolic ended HOLDS, but the mutant off-by-one is to be REFUTED",
        "    check_sampled ended UNDECIDED, but the claim is to be PROVED",
        "        reason  It took longer than 60 seconds.",
        "gated-rnn/s3.1-lambda-zero-needed  found REFUTED, as expected, but 1 result is not as",
        "    look closer  theorem-checks show gated-rnn/s3.1-lambda-zero-needed",
        "    check_sampled ended REFUTED, but the control repaired is to pass",
        "        counterexample  claimed: x[0]",
        "                        found: 0",
        "                        the index runs over [1, d]",
        "                        d = 2",
        "                        x = 3/5",
        "proofs/x.py:12: NameError: name 'foo' is not defined",
        "    Traceback ...",
        "warning: The ledger cannot be written.",
    ):
        assert any(shown_line.startswith(line) for shown_line in text.splitlines()), line
    assert text.splitlines()[-1] == (
        "3 claims: 1 as expected, 2 not, 1 problem, 20 results (6 from the ledger),"
        " error <= 2e-9, 12 s"
    )


@pytest.mark.parametrize("width", [30, 44, 60, 80, 100, 140, 200])
def test_nothing_is_wider_than_the_terminal_and_nothing_is_lost(report, samples, width):
    found = report(BROKEN, **{"fig1 check_symbolic claim": samples.REFUTED})
    text = shown(report_view(found), width)
    assert max(len(line) for line in text.splitlines()) <= width
    for outcome in found.outcomes:
        assert outcome.claim.id in unfolded(text)
        assert outcome.verdict in text
    assert unfolded(BROKEN.message) in unfolded(text)


def test_without_unicode_the_marks_are_words(report, samples):
    found = report(**{"eq-2 check_symbolic mutant:lost-query": samples.HOLDS})
    text = shown(report_view(found), 80, "ascii")
    assert "ok  gated-rnn/fig1 " in text
    assert "NO  gated-rnn/eq-2 " in text
    assert "\\u" not in text


def test_each_cell_keeps_its_own_colour():
    row = Row(good=False, cells=(Text("one", style="red"), Text("2")), below=(Text("so"),))
    console = Console(width=40, force_terminal=True, color_system="standard", no_color=False)
    with console.capture() as written:
        console.print(Rows((Column("a"), Column("bcd", "right")), [row]))
    assert written.get().splitlines()[1:] == [
        "\x1b[1;31m✗  \x1b[0m\x1b[31mone\x1b[0m    2",
        "   so",
    ]


def test_words_in_brackets_are_no_markup(report, samples):
    said = Evidence.undecided("in [bold]the[/bold] interval [0, 1]")
    text = shown(report_view(report(**{"fig1 check_sampled claim": said})))
    assert "in [bold]the[/bold] interval [0, 1]" in text


def test_a_claim_that_was_not_run_is_neither_good_nor_bad(samples):
    deep = replace(samples.check_symbolic, tier=Tier.DEEP)
    claim = samples.claim("later", "Section 9", checks=(deep,))
    text = shown(report_view(samples.judged([claim])))
    assert "-  gated-rnn/later  -" in text
    assert "not run: it has no check in the quick tier" in text
    assert "1 claim: 0 as expected, 1 not run, 0 results" in text


def test_the_list_says_what_is_expected(samples):
    assert (
        shown(claim_list([claim_entry(one) for one in samples.catalogue().found.values()]), 80)
        == """\
   claim                              expected  by             mutants  controls

Gated recurrent neural networks discover attention (2024)
   gated-rnn/fig1                     PROVED    proof, sample        2
   What stands in Figure 1
   gated-rnn/eq-2                     PROVED    proof, sample        2
   What stands in eq. (2)
   gated-rnn/s3.1-lambda-zero-needed  REFUTED   proof, sample        2         1
   What stands in Section 3.1

3 claims"""
    )


@pytest.fixture
def pages(samples, tmp_path):
    """A function from a rule, which state a job is to have, to the pages of the three claims."""

    def make(state_of=lambda job: State.CURRENT, **changed):
        catalogue = samples.catalogue()
        with Ledger(tmp_path / "ledger.sqlite") as ledger:
            for result in samples.results(catalogue, **changed):
                state = state_of(result.job)
                key = result.job.key if state is State.CURRENT else "of other code"
                if state is not State.NOT_RUN:
                    key = f"{key} {result.job}" if state is State.STALE else key
                    ledger.put(replace(result.job, key=key), result.evidence)
            return standings(catalogue, ledger)

    return make


def test_the_page_of_a_claim_has_all_its_evidence(pages):
    text = shown(claim_page(pages()[0]))
    lines = text.splitlines()
    assert lines[0] == "gated-rnn/fig1  PROVED"
    assert lines[-1] == "All 6 results are of the code as it stands."
    for piece in (
        "✓  check_symbolic  PROVED  proof, 20",
        "scope     all sizes d and lengths T",
        "by        induction over t (decides; sympy)",
        "by        random rational points (tests; python-flint)",
        "rests on  fact:bai-yin",
        "error at most  1e-9",
        "lost-query  forgets Q",
        "✓  check_sampled   REFUTED  at d = 2, x = 3/5; claimed x[0], found 0",
    ):
        assert piece in text


def test_the_page_says_what_is_stale_and_what_was_not_run(pages):
    def state_of(job):
        if job.check == "check_sampled":
            return State.NOT_RUN
        return State.STALE if job.role == "mutant" else State.CURRENT

    text = shown(claim_page(pages(state_of)[0], "FILE::ID"))
    assert text.splitlines()[0] == "gated-rnn/fig1  PROVED (by the results so far)"
    assert "-  check_symbolic  REFUTED stale" in text
    assert "-  check_sampled  not run" in text
    assert "1 of 6 results current, 2 stale (the code has changed since), 3 not run." in text
    assert text.endswith("Bring them up to date: theorem-checks verify FILE::ID")


def test_the_page_of_a_refuted_claim_names_its_repair(pages):
    text = shown(claim_page(pages()[2]))
    assert text.startswith("gated-rnn/s3.1-lambda-zero-needed  REFUTED\n")
    assert "repaired by  gated-rnn/fig1" in text
    assert "the index runs over [1, d]" in text


def test_the_page_says_loudly_what_is_not_as_expected(pages, samples):
    refuted = {"fig1 check_symbolic claim": samples.REFUTED}
    assert shown(claim_page(pages(**refuted)[0])).startswith(
        "gated-rnn/fig1  REFUTED, expected PROVED\n"
    )
    survived = {"eq-2 check_sampled mutant:off-by-one": samples.HOLDS}
    assert shown(claim_page(pages(**survived)[1])).startswith(
        "gated-rnn/eq-2  PROVED, as expected, but not all is as wanted\n"
    )


def test_without_a_ledger_nothing_has_been_run(samples):
    standing = standings(samples.catalogue(), None)[0]
    assert {known.state for known in standing.known} == {State.NOT_RUN}
    assert not standing.complete
    text = shown(claim_page(standing))
    assert text.startswith("gated-rnn/fig1  not run, expected PROVED\n")


def test_a_result_of_the_present_code_counts_though_other_code_ran_since(samples, tmp_path):
    catalogue = samples.catalogue()
    with Ledger(tmp_path / "ledger.sqlite") as ledger:
        for result in samples.results(catalogue):
            ledger.put(result.job, result.evidence)
            other = replace(result.job, key=f"other {result.job}")
            ledger.put(other, samples.UNDECIDED)
        standing = standings(catalogue, ledger)[0]
    assert standing.complete
    assert standing.outcome.verdict is Verdict.PROVED
    assert standing.to_json()["ok"] is True


def test_names_of_checks_are_whole_where_nothing_stands_behind_them(samples):
    standing = standings(samples.catalogue(), None)[0]
    text = shown(claim_page(standing))
    for known in standing.known:
        assert known.job.check in text
    assert sum(text.count(name) for name in {k.job.check for k in standing.known}) >= len(
        standing.known
    )


def test_formulas_among_words_are_plain_text_where_the_terminal_has_it():
    said = Prose(r"the inputs have $x_t \ge k_{lb}$, and cost $5")
    assert shown(said).strip() == "the inputs have x_t ≥ k_lb, and cost $5"
    assert r"$x_t \ge k_{lb}$" in shown(said, encoding="ascii")


def test_a_reason_that_was_told_of_the_whole_is_not_told_of_its_parts():
    part = Evidence.undecided("n = 2 is left")
    whole = all_of({"base": Evidence.undecided("it is small"), "step": part}, "all n")
    facts = list(evidence_facts(replace(whole, reason="step: n = 2 is left")))
    assert facts.count(("reason", "step: n = 2 is left")) == 1
    base, step = (text for label, text in facts if label == "part")
    assert "reason: it is small" in base
    assert "n = 2 is left" not in step


def test_what_decided_a_proof_stands_before_what_only_tested_it():
    tried, decided = Route.testing("tried", Engine.FRACTIONS), Route.deciding("all", Engine.FLINT)
    inner = Evidence.proved("all n", routes=[decided])
    whole = all_of({"of the subject": all_of({"step": inner}, "all n")}, "all n", routes=[tried])
    told = [text for label, text in evidence_facts(whole) if label == "by"]
    assert told == [str(decided), str(tried)]
    held = replace(whole, verdict=Verdict.HOLDS)
    assert [text for label, text in evidence_facts(held) if label == "by"] == [str(tried)]
