"""What a page of HTML says of results."""

import dataclasses

import pytest

from theorem_checks import Evidence
from theorem_checks.reporting.html import view
from theorem_checks.reporting.standing import Known, Standing, State


@pytest.fixture
def standing(samples):
    """A claim of which all is known."""
    catalogue = samples.catalogue()
    (found, *_) = catalogue.found.values()
    results = (one for one in samples.results(catalogue) if one.job.claim == found.claim.id)
    return Standing(found, tuple(Known(r.job, State.CURRENT, r.evidence) for r in results))


def test_only_what_is_of_the_code_as_it_stands_is_good_or_bad(standing):
    for known in standing.known:
        assert view._good(standing, known) is True
        for state in (State.STALE, State.NOT_RUN):
            assert view._good(standing, dataclasses.replace(known, state=state)) is None


def test_of_a_mutant_it_is_said_why_it_is_refuted_or_what_was_tried(standing):
    known = next(one for one in standing.known if one.job.role == "mutant")
    why = view._variant(standing, known).why
    assert why.startswith("$d = 2$; $x = ")
    assert "found: $0$" in why
    for evidence, why in (
        (Evidence.holds("n < 10"), "n < 10"),
        (Evidence.undecided("It is too large."), "It is too large."),
    ):
        assert view._variant(standing, dataclasses.replace(known, evidence=evidence)).why == why
