"""Where in the pages a claim is told, and the links that lead there."""

from theorem_checks.claims import Claim
from theorem_checks.reporting.pages.markdown import anchor, link
from theorem_checks.verdicts.kinds import Verdict

__all__ = [
    "CERTIFICATES",
    "FACTS_PAGE",
    "INDEX",
    "OPEN_QUESTIONS",
    "derivation_file",
    "errata_file",
    "file_of",
    "link_to",
    "steps_file",
]

CERTIFICATES = "certificates.md"
FACTS_PAGE = "facts.md"
INDEX = "index.md"
OPEN_QUESTIONS = "open-questions.md"


def derivation_file(claim: Claim) -> str:
    """Return the page on which the proof of a claim is written out."""
    return f"derivation-{anchor(claim.id)}.md"


def steps_file(claim: Claim) -> str:
    """Return the page that has all steps of a proof which is too long for the paper's page."""
    return f"steps/{anchor(claim.id)}.md"


def errata_file(paper: str) -> str:
    """Return the page on which the errata of a paper are told."""
    return f"{paper}-errata.md"


def file_of(claim: Claim) -> str:
    """Return the page on which a claim is told in full."""
    paper = claim.id.partition("/")[0]
    return errata_file(paper) if claim.expect is Verdict.REFUTED else f"{paper}.md"


def link_to(claim: Claim) -> str:
    """Return a link to the place where a claim is told in full."""
    return link(claim.id, file_of(claim))
