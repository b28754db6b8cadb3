"""Where nothing was run, `show` and `list` read what the pages of claims say."""

import json
from pathlib import Path

import pytest

from theorem_checks.reporting.kept_pages import told_of

ROOT = Path(__file__).parents[2]
ROW = "| line 1 | The good square | **{}** | [`own/good`](own.md#own-good) |\n"


@pytest.fixture
def pages(folder):
    """A function that writes a page on which the good claim has some verdict."""

    def write(verdict):
        place = folder / "docs" / "claims"
        place.mkdir(parents=True)
        (place / "own.md").write_text(ROW.format(verdict))

    return write


def test_show_of_a_claim_that_was_not_run_names_the_page_with_its_verdict(run, claims, pages):
    claims()
    pages("HOLDS")
    shown = run("show", "claims.py").stdout
    said = "It was found HOLDS, with this evidence: docs/claims/own.md#own-good\n"
    assert f"{said}Run it here: theorem-checks verify claims.py" in shown
    run("verify", "claims.py")
    assert "docs/claims" not in run("show", "claims.py").stdout


def test_facts_without_certificate_are_named_by_list_and_show(run, claims, pages):
    claims()
    pages("PROVED given facts (bai-yin, tails)")
    assert "   given bai-yin, tails\n" in run("list", "claims.py").stdout
    assert json.loads(run("list", "claims.py", "--json").stdout)[0]["given"] == ["bai-yin", "tails"]
    assert "given     bai-yin, tails" in run("show", "claims.py").stdout


def test_show_of_what_was_run_does_not_tell_the_facts_of_the_page(run, claims, pages):
    claims()
    pages("PROVED given facts (tails)")
    assert "given     tails" in run("show", "claims.py").stdout
    run("verify", "claims.py")
    assert "tails" not in run("show", "claims.py").stdout


def test_every_row_of_the_repositorys_pages_leads_to_a_place_that_is_there():
    index = (ROOT / "docs" / "claims" / "linear-rnn.md").read_text()
    ids = [line.split("`")[1] for line in index.splitlines() if line.endswith(") |")]
    told = told_of(dict.fromkeys(ids, ROOT / "proofs" / "linear_rnn" / "any.py"))
    assert set(told) == set(ids)
    assert told["linear-rnn/new-spectral-radius"].given == ("bai-yin",)
    for one in told.values():
        assert f"({one.anchor})=" in one.page.read_text()


def test_claims_without_pages_are_told_nowhere(claims):
    assert told_of({"own/good": claims()}) == {}
