"""Where in the pages a claim is told, and the links that lead there."""

from theorem_checks.claims import Claim
from theorem_checks.reporting.pages.markdown import anchor, link
from theorem_checks.verdicts.kinds import Verdict

__all__ = [
    "CERTIFICATES",
    "FACTS_PAGE",
    "INDEX",
    "OPEN_QUESTIONS",
    "errata_file",
    "file_of",
    "link_to",
    "proof_file",
]

CERTIFICATES = "certificates.md"
FACTS_PAGE = "facts.md"
INDEX = "index.md"
OPEN_QUESTIONS = "open-questions.md"


def proof_file(claim: Claim, *, main: bool) -> str:
    """Return the page on which the proof of a claim is written out; `main`, of a main theorem."""
    return f"derivation-{anchor(claim.id)}.md" if main else f"steps/{anchor(claim.id)}.md"


def errata_file(paper: str) -> str:
    """Return the page on which the errata of a paper are told."""
    return f"{paper}-errata.md"


def file_of(claim: Claim) -> str:
    """Return the page on which a claim is told in full."""
    paper = claim.id.partition("/")[0]
    return errata_file(paper) if claim.expect is Verdict.REFUTED else f"{paper}.md"


def link_to(claim: Claim, up: str = "") -> str:
    """Return a link to the place where a claim is told in full; `up`, from a folder within."""
    return link(claim.id, f"{up}{file_of(claim)}")
