"""What was refuted of a claim, as data: by it a certificate of the negation is known."""

import contextlib
from dataclasses import replace
from typing import Any

from theorem_checks.errors import TheoremChecksError
from theorem_checks.judging.judge import statement_of
from theorem_checks.judging.traces import Says
from theorem_checks.statements.seals import stated
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["with_statement"]


def with_statement(evidence: Evidence, says: Says, subject: Any) -> Evidence:
    """Evidence that a statement is false, with the statement of the subject as it is traced.

    It has no seal, so that nothing is concluded from it. Evidence as it was where it refutes
    nothing, where it has a statement, and where the subject cannot be traced.
    """
    if evidence.verdict is not Verdict.REFUTED or evidence.statement is not None:
        return evidence
    with contextlib.suppress(TheoremChecksError):
        return replace(evidence, statement=stated(statement_of(says, subject)))
    return evidence
