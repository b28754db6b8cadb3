"""The pages in docs/claims tell of the claims that there are, as they are declared."""

import re
from pathlib import Path

import pytest

from tests.shipped import claims
from theorem_checks import Verdict
from theorem_checks.facts import FACTS
from theorem_checks.reporting.pages.found import undecided, values_beside
from theorem_checks.reporting.pages.markdown import display, headline, prose

FOLDER = Path(__file__).parent.parent.parent / "docs" / "claims"
CLAIMS = claims()
HINT = "Run make verify and make pages."


def told_of(page):
    """What stands below each heading that names a claim or a fact, by its name."""
    parts = re.split(r"^##+ ", page, flags=re.MULTILINE)
    found = (re.match(r"`([^`\n]+)`.*\n", part) for part in parts)
    return {named[1]: named.string[named.end() :] for named in found if named}


@pytest.fixture(scope="module")
def pages():
    return {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")}


@pytest.fixture(scope="module")
def told_by_page(pages):
    return {name: told_of(page) for name, page in pages.items()}


@pytest.mark.parametrize("claim", CLAIMS, ids=[claim.id for claim in CLAIMS])
def test_the_page_has_the_claim_as_it_stands(claim, told_by_page):
    paper = claim.id.partition("/")[0]
    refuted = claim.expect is Verdict.REFUTED
    page = told_by_page.get(f"{paper}-errata.md" if refuted else f"{paper}.md", {})
    told = page.get(claim.id)
    assert told is not None, HINT
    assert headline(claim.title) in told or prose(claim.title) in told, HINT
    assert display(claim.statement) in told, HINT
    assert f"**{claim.expect}" in told or "deep check" in told, HINT
    if refuted and claim.repaired_by:
        assert f"[`{claim.repaired_by}`]" in told, HINT


def test_no_page_tells_of_a_claim_that_is_gone(told_by_page):
    known = {claim.id for claim in CLAIMS}
    told = {name for page in told_by_page.values() for name in page}
    assert len(told) > 500
    assert told <= known | set(FACTS), HINT


def test_no_name_of_a_formula_stands_in_words():
    r"""As \mathrm in \text{...}, which no browser shows."""
    for path in FOLDER.rglob("*.md"):
        assert not re.search(r"\\text\{[^{}$]*\\mathrm", path.read_text(encoding="utf-8")), (
            path.name
        )


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


def test_the_proofs_that_are_written_out_are_proofs_of_claims():
    modules = {claim.module for claim in CLAIMS}
    named = [name for ids in values_beside(modules, "flagships", "FLAGSHIPS") for name in ids]
    expected = {claim.id: claim.expect for claim in CLAIMS}
    assert len(named) > 10
    assert {expected.get(name) for name in named} == {Verdict.PROVED}
