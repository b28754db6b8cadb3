"""What a check may find, of which kind it is, and the worst of several verdicts."""

from collections.abc import Iterable
from enum import StrEnum

__all__ = ["WORST_FIRST", "Kind", "Verdict", "aggregate"]


class Verdict(StrEnum):
    """What is known of a statement after a check.

    `PROVED`: the statement, as data, follows by engines and rules. `ARGUED`: engines decided the
    obligations that are listed; that these give the statement is argued in words, which stand in
    the evidence. `HOLDS`: true on what was tried, to the stated discrepancy. `REFUTED`: false, with
    a counterexample. `UNDECIDED`: the budget ran out or an engine does not know. `VACUOUS`:
    nothing met the assumptions. `CONTRADICTION`: two witnesses of one statement disagree, so one of
    the engines is wrong.
    """

    PROVED = "PROVED"
    ARGUED = "ARGUED"
    HOLDS = "HOLDS"
    REFUTED = "REFUTED"
    UNDECIDED = "UNDECIDED"
    VACUOUS = "VACUOUS"
    CONTRADICTION = "CONTRADICTION"

    @property
    def passes(self) -> bool:
        """Whether this verdict can count in favour of a statement."""
        return self in (Verdict.PROVED, Verdict.ARGUED, Verdict.HOLDS)


class Kind(StrEnum):
    """How a check comes to its verdict, from proof to sample; each kind allows some verdicts."""

    CERTIFICATE = "certificate"
    PROOF = "proof"
    EXACT = "exact"
    SOLVER = "solver"
    BOUND = "bound"
    SEARCH = "search"
    SAMPLE = "sample"
    EXPERIMENT = "experiment"

    @property
    def can_prove(self) -> bool:
        """Whether a check of this kind may say `PROVED`; agreement of numbers may not."""
        return self in (Kind.CERTIFICATE, Kind.PROOF, Kind.SOLVER, Kind.BOUND)

    @property
    def draws(self) -> bool:
        """Whether a check of this kind takes a seed from the runner."""
        return self in (Kind.SAMPLE, Kind.EXPERIMENT)


WORST_FIRST = (
    Verdict.CONTRADICTION,
    Verdict.REFUTED,
    Verdict.UNDECIDED,
    Verdict.VACUOUS,
)


def aggregate(verdicts: Iterable[Verdict]) -> Verdict:
    """The verdict on a statement for which several checks spoke.

    PROVED beside REFUTED is CONTRADICTION. Otherwise the worst counts (REFUTED, UNDECIDED,
    VACUOUS, in this order), and where all pass, PROVED if any check proves it, else ARGUED if any
    argues it, else HOLDS: what proves it is about the whole statement, so that lemmas beside it
    which are only argued take nothing away. Nothing at all is VACUOUS.
    """
    seen = set(verdicts)
    if {Verdict.PROVED, Verdict.REFUTED} <= seen:
        return Verdict.CONTRADICTION
    for verdict in WORST_FIRST:
        if verdict in seen:
            return verdict
    if not seen:
        return Verdict.VACUOUS
    return next(v for v in (Verdict.PROVED, Verdict.ARGUED, Verdict.HOLDS) if v in seen)
