"""The hypotheses that base or step of an induction needs, of all that it is handed.

An induction hands its base and step what is assumed of all integers, at each integer that they
might need. Which of these they do need is found by proving them again without.
"""

import time
from collections.abc import Sequence

from theorem_checks.errors import TheoremChecksError
from theorem_checks.proving.effort import alternatives
from theorem_checks.proving.induction.by_induction import decided_step
from theorem_checks.proving.rules.rewriting import under_hypotheses
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["needed_of"]

RULES = ("arithmetic", "assuming", "rewriting")
"""The rules of what is decided by hypotheses at once, and is proved again with fewer."""

SECONDS = 1
"""How long each solver may look for a proof without a hypothesis."""

LONGEST = 5
"""How many seconds all that may take."""

MOST = 12


def needed_of(
    known: Sequence[Conclusion], others: Sequence[Conclusion], body: Conclusion, rule: str
) -> Sequence[Conclusion]:
    """Some of the hypotheses that are enough, with the others, for the body; the last go first.

    All of them where a rule has concluded it that takes none by itself.
    """
    if rule not in RULES or not 0 < len(known) <= MOST:
        return known
    needed, until = list(known), time.monotonic() + LONGEST
    for one in reversed(known):
        rest = [other for other in needed if other is not one]
        if time.monotonic() > until:
            break
        if _is_proved((*rest, *others), body):
            needed = rest
    return needed


def _is_proved(hypotheses: Sequence[Conclusion], body: Conclusion) -> bool:
    said = under_hypotheses(hypotheses, body)
    try:
        with alternatives():
            return decided_step(said, SECONDS).verdict is Verdict.PROVED
    except TheoremChecksError:  # without it something has no value
        return False
