"""The page of a proof leads to the right places, and is no longer than one reads."""

import pickle
from dataclasses import replace

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
from theorem_checks.reporting.pages.found import Known, Paper
from theorem_checks.reporting.pages.kept_derivations import KeptDerivations
from theorem_checks.reporting.pages.places import link_to
from theorem_checks.running.catalogue import Origin
from theorem_checks.running.outcome import ClaimOutcome
from theorem_checks.verdicts.grounds import Ground


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


def test_a_claim_that_a_proof_rests_on_is_linked_and_what_nobody_knows_is_named(known):
    one = Derivation("A", "given", Verdict.PROVED, (), "A")
    own, other = Ground.claim(known.claim.id), Ground.claim("own/unknown")
    resting = replace(one, rests_on=(own, other, Ground.fact("bai-yin")))
    page = derivation_page(known, [resting], {known.claim.id: known}, main=True)
    (line,) = (line for line in page.splitlines() if line.startswith("Rests on "))
    linked, named, fact = line.removeprefix("Rests on ").rstrip(".").split(", ")
    assert linked == link_to(known.claim)
    assert named == "`claim:own/unknown`"
    assert fact.startswith("[`bai-yin`](")


def test_the_first_that_is_derived_is_told_before_it_is(samples, monkeypatch, tmp_path):
    told, catalogue = [], samples.catalogue()
    names, every = zip(*catalogue.found.items(), strict=True)
    known = tuple(Known(one.claim, ClaimOutcome(one.claim, (), Tier.QUICK)) for one in every)
    paper = Paper("gated-rnn", "A paper", known, {}, {}, flagships=names)
    made = Derivation("A", "given", Verdict.PROVED, (), "A")
    monkeypatch.setattr(derivations, "_run", lambda wanted: ((name, [made]) for name in wanted))
    origins = {name: one.origin for name, one in catalogue.found.items()}
    kept = KeptDerivations(tmp_path)
    found = derivations.derived([paper], origins, kept, lambda *what: told.append(what))
    assert tuple(found) == names
    assert told == [
        (f"deriving {names[0]}", 0, 3),
        *((f"deriving {name}", count, 3) for count, name in enumerate(names, 1)),
    ]
