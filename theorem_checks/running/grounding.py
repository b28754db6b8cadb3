"""What becomes of a claim by what it rests on."""

from dataclasses import dataclass

from theorem_checks.verdicts.kinds import Verdict

__all__ = ["STRONGEST_FIRST", "UNTOUCHED", "Grounding"]

STRONGEST_FIRST = (Verdict.PROVED, Verdict.ARGUED, Verdict.HOLDS)


@dataclass(frozen=True)
class Grounding:
    """What becomes of a claim by what it rests on.

    **Fields**: `weakest`, the weakest verdict that it rests on, PROVED where there is none;
    `facts`, the names of the facts that it uses, also by way of other claims; `failures` and
    `remarks`, each a sentence.
    """

    weakest: Verdict = Verdict.PROVED
    facts: tuple[str, ...] = ()
    failures: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    def weakened(self, verdict: Verdict | None) -> Verdict | None:
        """A verdict that passes, or what is left of it on these grounds."""
        if verdict is None or verdict not in STRONGEST_FIRST or self.weakest not in STRONGEST_FIRST:
            return verdict
        return max(verdict, self.weakest, key=STRONGEST_FIRST.index)


UNTOUCHED = Grounding()
"""That of a claim that rests on nothing, or of which that is not known."""
