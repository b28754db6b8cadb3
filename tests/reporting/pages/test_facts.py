"""The page on facts tells of each what it says, and what is proved given one is counted apart."""

from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from theorem_checks.facts import FACTS
from theorem_checks.reporting.html.report import html_report
from theorem_checks.reporting.pages.facts import facts_page
from theorem_checks.reporting.standing import Known, Standing, State
from theorem_checks.reporting.terminal import report_view
from theorem_checks.running.grounds import grounded
from theorem_checks.running.summary import RunSummary, summary_of

PAGE = Path(__file__).parents[3] / "docs" / "claims" / "facts.md"


def test_the_page_is_as_the_library_stands():
    assert PAGE.read_text(encoding="utf-8") == facts_page(), "Run make pages."


@pytest.mark.parametrize("fact", FACTS.values(), ids=list(FACTS))
def test_each_fact_is_told(fact):
    told = facts_page().partition(f"## `{fact.name}`")[2].partition("\n## ")[0]
    assert fact.latex in told
    assert "as data: $" in told


def shown(view):
    console = Console(width=100, no_color=True)
    with console.capture() as written:
        console.print(view)
    return written.get()


def test_what_is_proved_given_facts_is_counted_apart(report, samples):
    alone = replace(samples.PROVED, rests_on=())
    alone = replace(alone, seal=alone.content)
    found = report(**{"fig1 check_symbolic claim": alone})
    assert [outcome.standing for outcome in found.outcomes] == [
        "PROVED",
        "PROVED given facts",
        "REFUTED",
    ]
    assert [outcome.given for outcome in found.outcomes] == [(), ("bai-yin",), ()]
    text = shown(report_view(found))
    assert "\n1 PROVED, 1 PROVED given facts, 1 REFUTED\n" in text
    assert text.count("given bai-yin") == 1
    summary = summary_of(found)
    assert RunSummary.from_json(summary.to_json()) == summary


def test_the_report_counts_it_apart(samples):
    catalogue = samples.catalogue()
    found = list(catalogue.found.values())
    results = samples.results(catalogue)
    standings = [
        Standing(
            one,
            tuple(
                Known(r.job, State.CURRENT, r.evidence)
                for r in results
                if r.job.claim == one.claim.id
            ),
        )
        for one in found
    ]
    judged = grounded(standing.outcome for standing in standings)
    pairs = zip(standings, judged, strict=True)
    text = html_report(replace(s, grounding=outcome.grounding) for s, outcome in pairs)
    assert "2 PROVED given facts" in text
    assert "1 REFUTED" in text
