"""What is said in words alone: ARGUED."""

from collections.abc import Sequence

from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.seals import concluded
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.grounds import Ground

__all__ = ["argued"]


def argued(
    conclusion: Conclusion, words: str, *parts: Evidence, rests_on: Sequence[Ground] = ()
) -> Evidence:
    """ARGUED: the parts were decided; that they give the conclusion is said in `words`.

    The worst of the parts where one of them does not pass, and HOLDS where one only HOLDS.

    **Arguments**: `rests_on`, the claims and facts that the words name.
    """
    named = {f"part {n}": part for n, part in enumerate(parts, 1)}
    whole = Evidence.argued(words, scope="as argued", parts=named, rests_on=tuple(rests_on))
    return concluded(whole, conclusion, "argued")
