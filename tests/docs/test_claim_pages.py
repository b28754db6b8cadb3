"""The pages in docs/claims tell of the claims that there are, as they are declared."""

from pathlib import Path

import pytest

from theorem_checks import Verdict, discover
from theorem_checks.facts import FACTS
from theorem_checks.reporting.pages.found import undecided
from theorem_checks.reporting.pages.markdown import display, prose

FOLDER = Path(__file__).parent.parent.parent / "docs" / "claims"
CLAIMS = discover().claims
HINT = "Run make verify and make pages."


@pytest.fixture(scope="module")
def pages():
    return {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")}


@pytest.mark.parametrize("claim", CLAIMS, ids=[claim.id for claim in CLAIMS])
def test_the_page_has_the_claim_as_it_stands(claim, pages):
    paper = claim.id.partition("/")[0]
    refuted = claim.expect is Verdict.REFUTED
    page = pages.get(f"{paper}-errata.md" if refuted else f"{paper}.md", "")
    assert f"## `{claim.id}`" in page, HINT
    told = page.partition(f"## `{claim.id}`\n")[2].partition("\n## `")[0]
    assert prose(claim.title) in told, HINT
    assert display(claim.statement) in told, HINT
    assert f"**{claim.expect}" in told or "deep check" in told, HINT
    if refuted and claim.repaired_by:
        assert f"[`{claim.repaired_by}`]" in told, HINT


def test_no_page_tells_of_a_claim_that_is_gone(pages):
    known = {claim.id for claim in CLAIMS}
    told = {
        line.removeprefix("## `").rstrip("`")
        for text in pages.values()
        for line in text.splitlines()
        if line.startswith("## `")
    }
    assert told <= known | set(FACTS), HINT


def test_the_open_questions_are_told(pages):
    page = pages.get("open-questions.md", "")
    for question, tried in undecided({claim.module for claim in CLAIMS}).items():
        asked = question.partition(":")[2] or question
        assert prose(asked.strip()) in page, HINT
        assert prose(tried) in page, HINT


def test_no_claim_rests_on_itself_or_on_something_weak(pages):
    page = pages.get("what-rests-on-what.md", "")
    assert "rests on" in page, HINT
    assert "## In a circle" not in page
    assert "## On something that does not pass" not in page
