"""What is refuted has a repair that is proved or argued, or it is written down why not.

There are two ways to say why: a question in the paper's `not_checked.UNDECIDED` that begins with
the id of the refuted claim and a colon; or, where nothing is open, a sentence that begins with
'Not proved:' in the notes of the refuted claim or of its repair.
"""

import pytest

from tests.shipped import claims
from theorem_checks import Verdict
from theorem_checks.reporting.pages.found import undecided

CLAIMS = {claim.id: claim for claim in claims()}
REFUTED = [claim for claim in CLAIMS.values() if claim.expect is Verdict.REFUTED]
QUESTIONS = undecided({claim.module for claim in CLAIMS.values()})
REASON = "Not proved:"


def is_settled(claim):
    """Whether a repair is proved or argued, or it is written down why not."""
    repair = CLAIMS.get(claim.repaired_by or "")
    if repair and repair.expect in (Verdict.PROVED, Verdict.ARGUED):
        return True
    notes = [claim.notes, repair.notes if repair else ""]
    return any(REASON in said for said in notes) or any(
        key.startswith(f"{claim.id}:") for key in QUESTIONS
    )


@pytest.mark.parametrize("claim", REFUTED, ids=[claim.id for claim in REFUTED])
def test_a_refuted_claim_has_a_proved_repair_or_says_why_not(claim):
    assert is_settled(claim), (
        f"{claim.id} is repaired by {claim.repaired_by}, which is neither PROVED nor ARGUED. Prove"
        f" it, begin a question in UNDECIDED with '{claim.id}:', or say '{REASON} ...' in notes."
    )


def test_questions_say_what_was_tried_and_name_claims_that_there_are():
    assert QUESTIONS
    known = {name for claim in CLAIMS.values() for name in (claim.id, *claim.covers)}
    for key, tried in QUESTIONS.items():
        assert tried.strip(), f"{key!r}: say what was tried"
        name, colon, _ = key.partition(":")
        if colon and "/" in name and " " not in name:
            assert name in known, f"{key!r}: {name} is no claim"
