"""A false or empty statement as it is given to an engine, with what the engine must not say."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from theorem_checks.errors import TheoremChecksError
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["NOT_PROVED", "WRONG", "Case", "Slip", "Truth", "outright", "says"]


class Slip(StrEnum):
    """What a careless author gets wrong."""

    EDGE_SIZE = "edge sizes"
    HIDDEN_ASSUMPTION = "hidden assumptions"
    BRANCH = "branches"
    NAME = "names"
    ORDER_OF_FACTORS = "matrices that do not commute"
    TRANSPOSE = "transposes"
    LAW = "laws"
    KINK = "kinks"
    POLE = "poles"
    EMPTY = "empty ranges"
    CONTRADICTION = "contradictory assumptions"
    FLOAT = "floats"
    ORDER_OF_EVALUATION = "order of evaluation"
    CONSTANT = "wrong constants"


class Truth(StrEnum):
    """What is true of the statement."""

    FALSE = "false"
    EMPTY = "about nothing"
    TRUE = "true"  # and must not be refuted
    NO_STATEMENT = "no statement"  # a float, an undecided question: an error is the only answer


WRONG = {
    Truth.FALSE: {Verdict.PROVED, Verdict.ARGUED, Verdict.HOLDS},
    Truth.EMPTY: {Verdict.PROVED, Verdict.ARGUED, Verdict.HOLDS, Verdict.REFUTED},
    Truth.TRUE: {Verdict.REFUTED, Verdict.VACUOUS},
    Truth.NO_STATEMENT: set(Verdict),
}


NOT_PROVED = frozenset({Verdict.PROVED})
"""For what may be anything else, as nothing is wrong but the proof."""


@dataclass(frozen=True)
class Case:
    """A statement that an engine is asked about.

    **Fields**: `engine`, the name of the public function; `slip`, what is wrong with it; the
    `statement` in words, with the reason why it is false; its `truth`; `ask`, which gives it to
    the engine. `never` are the verdicts that would be wrong: by default PROVED, ARGUED and HOLDS
    for what is false, also REFUTED for what is about nothing, REFUTED and VACUOUS for what is true,
    and every one for what is no statement. An error that the toolkit raises is right in each case
    but the true one; any other exception is a failure.
    """

    engine: str
    slip: Slip
    statement: str
    truth: Truth
    ask: Callable[[], Any]
    never: frozenset[Verdict] | None = None

    @property
    def wrong(self) -> frozenset[Verdict]:
        """The verdicts that must not come back."""
        return frozenset(WRONG[self.truth]) if self.never is None else self.never

    def __str__(self) -> str:
        return f"{self.engine}: {self.statement}"


def says(case: Case) -> Verdict | TheoremChecksError:
    """What the engine says: a verdict, or the error that it raised on purpose."""
    try:
        evidence = case.ask()
    except TheoremChecksError as error:
        return error
    assert isinstance(evidence, Evidence), f"{case.engine} returned {evidence!r}"
    return evidence.verdict


def outright(evidence: Evidence) -> Evidence:
    """Evidence as it speaks of a statement without conditions: under some, it decides nothing."""
    if evidence.verdict.passes and evidence.conditions:
        return Evidence.undecided(f"It was asked of all, and {evidence.said} is less.")
    return evidence
