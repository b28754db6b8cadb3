"""The page of a proof leads to the right places, and is no longer than one reads."""

import pickle

import pytest

from theorem_checks import Verdict
from theorem_checks.checks import Tier
from theorem_checks.deriving.derivation import Derivation
from theorem_checks.deriving.markdown import MOST
from theorem_checks.deriving.proved_statement import Line
from theorem_checks.errors import UndecidedQuestionError
from theorem_checks.reporting.authored import Words
from theorem_checks.reporting.pages import derivations
from theorem_checks.reporting.pages.derivations import derivation_page
from theorem_checks.reporting.pages.found import Known
from theorem_checks.running.catalogue import Origin
from theorem_checks.running.outcome import ClaimOutcome


@pytest.fixture
def known(samples):
    """A claim as the pages know it."""
    catalogue = samples.catalogue()
    (found, *_) = catalogue.found.values()
    own = (one for one in samples.results(catalogue) if one.job.claim == found.claim.id)
    return Known(found.claim, ClaimOutcome(found.claim, tuple(own), Tier.QUICK))


def tree(width, depth, number="0"):
    parts = (tree(width, depth - 1, f"{number}{n}") for n in range(width if depth else 0))
    said = f"x = {'+'.join(number * 3)}"
    lines = Line(said), Line(f"{said} + 0", "as traced")
    return Derivation(said, "induction", Verdict.PROVED, (), said, lines=lines, parts=tuple(parts))


def test_links_lead_to_the_proof_that_they_stand_in(known):
    part = tree(2, 1)
    twice = Derivation("A", "given", Verdict.PROVED, (), "A", parts=(part, part))
    page = derivation_page(known, [twice, twice], {}, main=False)
    assert page.count("## Proof 1 of 2") == page.count("## Proof 2 of 2") == 1
    for place in ("at-1-1", "at-2-1"):
        assert page.count(f'<span id="{place}">') == page.count(f'<a href="#{place}">') == 1
    page = derivation_page(known, [twice], {}, main=True)
    assert "## Proof" not in page
    assert page.startswith("# Proof: ")


@pytest.mark.parametrize("count", [1, 3])
def test_a_page_has_no_more_than_one_reads(known, count):
    page = derivation_page(known, [tree(6, 4)] * count, {}, main=False)
    assert MOST / 2 < len(page) < 60_000
    assert "*Left out here: " in page
    assert f"`theorem-checks show {known.claim.id} --derivation --full`" in page


def test_a_page_has_its_authors_words(known):
    words = [Words("says_sum", "Here S is a sum.")]
    page = derivation_page(known, [tree(1, 1)], {}, main=False, words=words)
    said = r"says\_sum, in its author's words:" "\n\n> Here S is a sum."
    assert page.index(said) < page.index("What follows was written from the proof")


def test_whatever_a_derivation_raises_another_process_is_told(monkeypatch):
    def fails(claim):
        raise UndecidedQuestionError("n == 3", "n", "Prove the cases apart.")

    monkeypatch.setattr(derivations, "claim_here", lambda origin, name: name)
    monkeypatch.setattr(derivations, "derivations_of", fails)
    with pytest.raises(RuntimeError, match=r"own/good fails\. UndecidedQuestionError") as told:
        derivations._derivations(Origin("module", "own"), "own/good")
    assert str(pickle.loads(pickle.dumps(told.value))) == str(told.value)
