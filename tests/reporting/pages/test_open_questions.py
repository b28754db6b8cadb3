"""The page of what is not settled."""

from theorem_checks import Verdict
from theorem_checks.checks import Tier
from theorem_checks.reporting.pages.found import Known, Paper
from theorem_checks.reporting.pages.open_questions import open_questions
from theorem_checks.running.outcome import ClaimOutcome


def test_claims_without_a_verdict_are_told_and_no_others(samples):
    settled = samples.claim("settled", "Section 1")
    open_ = samples.claim("open", "Section 2", expect=Verdict.UNDECIDED, notes="Too few seeds.")
    known = [Known(one, ClaimOutcome(one, (), Tier.QUICK)) for one in (settled, open_)]
    both, one = (Paper("gated-rnn", "A paper", tuple(k), {}, {}) for k in (known, known[:1]))
    page = open_questions([both], {one.claim.id: one for one in known})
    _, _, told = page.partition("## Claims without a verdict")
    assert "gated-rnn/open" in told.partition("##")[0]
    assert "Too few seeds." in told.partition("##")[0]
    assert "gated-rnn/settled" not in page
    assert "## Claims without a verdict" not in open_questions([one], {})
