"""What the kernel of Rocq alone proves: no engine derives it, and its scripts are to be read."""

from pathlib import Path

from theorem_checks.checks import Check
from theorem_checks.claims import Claim
from theorem_checks.verdicts.kinds import Kind, Verdict

__all__ = ["BY_SCRIPTS", "alone_by", "scripts_of"]

BY_SCRIPTS = "by scripts"
"""What stands for a rule where no engine derives what is said, and so none concludes it."""


def alone_by(claim: Claim) -> Check | None:
    """The certificate that alone proves a claim; None where there is a proof, or nothing PROVED."""
    derived = any(check.concludes and check.kind is Kind.PROOF for check in claim.checks)
    if derived or claim.expect is not Verdict.PROVED:
        return None
    return next((check for check in claim.checks if check.kind is Kind.CERTIFICATE), None)


def scripts_of(check: Check) -> tuple[Path, ...]:
    """The scripts that an author wrote for a certificate, each after those that it takes from."""
    return tuple(Path(file).resolve() for file in getattr(check.function, "files", ()))
