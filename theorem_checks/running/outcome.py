"""What the results of a run say of one claim, and whether that is as expected."""

from dataclasses import dataclass
from typing import Any

from theorem_checks.checks import Tier
from theorem_checks.claims import Claim
from theorem_checks.running.grounding import UNTOUCHED, Grounding
from theorem_checks.running.job import Job
from theorem_checks.running.plan import in_tier
from theorem_checks.verdicts.error_rates import ErrorRates
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.grounds import Ground
from theorem_checks.verdicts.kinds import Kind, Verdict, aggregate

__all__ = ["GIVEN_FACTS", "NOT_RE_RUN", "ClaimOutcome", "Result", "rates_to_json"]

GIVEN_FACTS = f"{Verdict.PROVED} given facts"
"""What PROVED is called where it takes textbook theorems without a certificate."""

NOT_RE_RUN = f"{Verdict.PROVED} by a certificate, not re-run here"
"""What PROVED is called where all that proves it is a certificate that was accepted elsewhere."""


@dataclass(frozen=True)
class Result:
    """The evidence that a job brought, and whether it was taken from the ledger."""

    job: Job
    evidence: Evidence
    from_ledger: bool = False

    @property
    def as_wanted(self) -> bool:
        """Whether a mutant was refuted, or a control passed, or the claim's check was decided."""
        if self.job.role == "mutant":
            return self.evidence.verdict is Verdict.REFUTED
        if self.job.role == "late":
            return self.evidence.verdict not in (Verdict.PROVED, Verdict.ARGUED)
        if self.job.role == "control":
            return self.evidence.verdict.passes
        return self.evidence.verdict.passes or self.evidence.verdict is Verdict.REFUTED

    def to_json(self) -> dict[str, Any]:
        """Return the result as JSON-ready data."""
        return {
            "check": self.job.check,
            "variant": self.job.variant,
            "kind": self.job.kind.value,
            "tier": self.job.tier.value,
            "key": self.job.key,
            "from_ledger": self.from_ledger,
            "evidence": self.evidence.to_json(),
        }


@dataclass(frozen=True)
class ClaimOutcome:
    """What a run found out about one claim.

    **Fields**: the `claim`; the `results` of its jobs; the `tier` that was run; its `grounding`,
    what becomes of it by what it rests on.
    """

    claim: Claim
    results: tuple[Result, ...] = ()
    tier: Tier = Tier.QUICK
    grounding: Grounding = UNTOUCHED

    @property
    def own(self) -> tuple[Result, ...]:
        """The results on the claim's own subject."""
        return self._on("claim")

    @property
    def ran(self) -> bool:
        """Whether the claim has any check in the tier; if not, it is neither good nor bad."""
        return bool(self.results)

    @property
    def verdict(self) -> Verdict | None:
        """The verdict of the checks on the claim's own subject; None if none was run.

        It is no stronger than that of what the claim rests on.
        """
        return self.grounding.weakened(self._found)

    @property
    def _found(self) -> Verdict | None:
        return aggregate(r.evidence.verdict for r in self.own) if self.own else None

    @property
    def given(self) -> tuple[str, ...]:
        """The facts without which it is not PROVED, by name; none for another verdict."""
        return self.grounding.facts if self.verdict is Verdict.PROVED else ()

    @property
    def standing(self) -> str:
        """The verdict as it is counted, with a kind of PROVED apart; '' if nothing was run."""
        if self.given:
            return GIVEN_FACTS
        return NOT_RE_RUN if self.is_kept else str(self.verdict or "")

    @property
    def is_kept(self) -> bool:
        """Whether all that proves it is a certificate that was accepted elsewhere."""
        proofs = (r.evidence for r in self.own if r.evidence.verdict is Verdict.PROVED)
        return self.verdict is Verdict.PROVED and all(map(_is_elsewhere, proofs))

    @property
    def certified_here(self) -> bool:
        """Whether a kernel accepted the statement when the checks were run."""
        found = (r.evidence for r in self.own if r.job.kind is Kind.CERTIFICATE)
        return any(e.verdict is Verdict.PROVED and not _is_elsewhere(e) for e in found)

    @property
    def proved_statement(self) -> str:
        """The key of the statement that was PROVED of the claim's own subject; '' if none was."""
        found = (r.evidence for r in self.own if r.evidence.verdict is Verdict.PROVED)
        return next((one.statement.key for one in found if one.statement is not None), "")

    @property
    def decided_statement(self) -> str:
        """The key of the statement that was PROVED or REFUTED of the claim's own subject, or ''."""
        if self.verdict is not Verdict.REFUTED:
            return self.proved_statement
        found = (r.evidence for r in self.own if r.evidence.verdict is Verdict.REFUTED)
        return next((one.statement.key for one in found if one.statement is not None), "")

    @property
    def grounds(self) -> frozenset[Ground]:
        """What the verdict on the claim's own subject rests on.

        A proof stands by itself, whatever a sample beside it rests on: what counts is the evidence
        of the checks that have the claim's verdict.
        """
        carrying = (r.evidence for r in self.own if r.evidence.verdict is self._found)
        return frozenset[Ground]().union(*(evidence.grounds for evidence in carrying))

    @property
    def expected(self) -> bool:
        """Whether the verdict is the one that the claim expects.

        Where PROVED or ARGUED is expected and every check that can come to that lies in a tier
        that was not run, HOLDS is as much as can be expected. True, too, if nothing was run.
        """
        if self.verdict is None or self.verdict is self.claim.expect:
            return True
        return self.proof_not_run and self.verdict in self._without_proof

    @property
    def proof_not_run(self) -> bool:
        """Whether all checks that can come to the PROVED or ARGUED expected lie outside the tier.

        PROVED comes from those that conclude what the claim says, ARGUED from all that can prove.
        """
        if self.claim.expect not in (Verdict.PROVED, Verdict.ARGUED):
            return False
        proved = self.claim.expect is Verdict.PROVED
        able = [c for c in self.claim.checks if (c.concludes if proved else c.kind.can_prove)]
        return bool(able) and not any(in_tier(check, self.tier) for check in able)

    @property
    def _without_proof(self) -> tuple[Verdict, ...]:
        """What the other checks can say of a claim whose proof was not run."""
        argued = self.claim.expect is Verdict.PROVED  # lemmas, beside what concludes the claim
        return (Verdict.HOLDS, *([Verdict.ARGUED] if argued else []))

    @property
    def pairs_killed(self) -> int:
        """How many (check, mutant) pairs that were run ended REFUTED."""
        return sum(r.as_wanted for r in self._on("mutant"))

    @property
    def pairs_total(self) -> int:
        """How many (check, mutant) pairs were run."""
        return len(self._on("mutant"))

    @property
    def mutants_killed(self) -> int:
        """How many mutants were refuted by every check that was run and must refute them."""
        survivors = {r.job.subject_name for r in self._on("mutant") if not r.as_wanted}
        return self.mutants_total - len(survivors)

    @property
    def mutants_total(self) -> int:
        """How many mutants were tried."""
        return len({r.job.subject_name for r in self._on("mutant")})

    @property
    def error_rates(self) -> ErrorRates:
        """The sum of the error rates of all statistical results, mutants and controls included."""
        return sum((_budget(r.evidence) for r in self.results), ErrorRates())

    @property
    def seconds(self) -> float:
        """The seconds that the checks took, those answered by the ledger included."""
        return sum(r.evidence.seconds or 0.0 for r in self.results)

    @property
    def scope(self) -> str:
        """The scope of the evidence that carries the verdict."""
        found = aggregate(r.evidence.verdict for r in self.own) if self.own else None
        scopes = (r.evidence.said for r in self.own if r.evidence.verdict is found)
        return next((scope for scope in scopes if scope), "")

    @property
    def failures(self) -> tuple[str, ...]:
        """What is not as it must be, each in a sentence; empty if all is well."""
        said = [*self._wrong_verdict(), *self._undecided(), *self._not_refuted()]
        said += self.grounding.failures
        said += [_survivor(r) for r in self._on("mutant") if not r.as_wanted]
        said += [_proved_late(r) for r in self._on("late") if not r.as_wanted]
        said += [_fallen_control(r) for r in self._on("control") if not r.as_wanted]
        return tuple(said)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What a reader should know though nothing failed."""
        if not self.ran:
            return (f"not run: it has no check in the {self.tier} tier",)
        said = self.grounding.remarks
        if self.proof_not_run and self.verdict in self._without_proof:
            done = "prove" if self.claim.expect is Verdict.PROVED else "argue"
            return (f"{self.verdict}: the checks that {done} it are in the {Tier.DEEP} tier", *said)
        return said

    @property
    def ok(self) -> bool:
        """Whether nothing failed. A claim of which nothing was run is ok; see `ran`."""
        return not self.failures

    def to_json(self) -> dict[str, Any]:
        """Return the outcome as JSON-ready data."""
        claim = self.claim
        return {
            "id": claim.id,
            "title": claim.title,
            "source": {"paper": claim.source.paper, "place": claim.source.place},
            "statement": claim.statement,
            "assumptions": list(claim.assumptions),
            "covers": list(claim.covers),
            "repairs": list(claim.repairs),
            "repaired_by": claim.repaired_by,
            "new": claim.new,
            "notes": claim.notes,
            "expect": claim.expect.value,
            "verdict": self.verdict.value if self.verdict else None,
            "ok": self.ok,
            "failures": list(self.failures),
            "remarks": list(self.remarks),
            "rests_on": sorted(map(str, self.grounds)),
            "given": list(self.grounding.facts),
            "scope": self.scope,
            "mutants": {"killed": self.mutants_killed, "total": self.mutants_total},
            "pairs": {"killed": self.pairs_killed, "total": self.pairs_total},
            "error_rates": rates_to_json(self.error_rates),
            "seconds": self.seconds,
            "results": [result.to_json() for result in self.results],
        }

    def _on(self, role: str) -> tuple[Result, ...]:
        return tuple(r for r in self.results if r.job.role == role)

    def _wrong_verdict(self) -> list[str]:
        if self.expected:
            return []
        said = [f"expected {self.claim.expect}, found {self.verdict}"]
        if self.verdict is self.grounding.weakest is not Verdict.PROVED:
            said[0] += ", which is all that it rests on"
        if self.claim.expect is not Verdict.REFUTED:
            refuters = [r for r in self.own if r.evidence.verdict is Verdict.REFUTED]
            said += [f"{r.job.check} refuted it: {_ground(r.evidence)}" for r in refuters]
        return said

    def _undecided(self) -> list[str]:
        lame = {Verdict.UNDECIDED, Verdict.VACUOUS} - {self.claim.expect}
        return [
            f"{r.job.check} is {r.evidence.verdict}: {r.evidence.reason}"
            for r in self.own
            if r.evidence.verdict in lame
        ]

    def _not_refuted(self) -> list[str]:
        if self.claim.expect is not Verdict.REFUTED:
            return []
        return [
            f"{r.job.check} did not refute the claim: it ended {r.evidence.verdict}"
            for r in self.own
            if r.evidence.verdict.passes
        ]


def _ground(evidence: Evidence) -> str:
    return str(evidence.counterexample or "") or evidence.reason


def _is_elsewhere(evidence: Evidence) -> bool:
    """Whether evidence rests on a certificate that was accepted elsewhere."""
    return any(ground.of == "certificate" for ground in evidence.grounds)


def _survivor(result: Result) -> str:
    evidence = result.evidence
    why = f": {evidence.reason}" if evidence.verdict is Verdict.UNDECIDED else ""
    return (
        f"mutant {result.job.subject_name} survived {result.job.check},"
        f" which ended {evidence.verdict}{why}"
    )


def _proved_late(result: Result) -> str:
    return (
        f"late mutant {result.job.subject_name}, which is wrong beyond what is tried, was"
        f" {result.evidence.verdict} by {result.job.check}: the proof does not read the subject"
    )


def _fallen_control(result: Result) -> str:
    said = "was refuted by" if result.evidence.verdict is Verdict.REFUTED else "did not pass"
    return f"control {result.job.subject_name} {said} {result.job.check}: {result.evidence}"


def _budget(evidence: Evidence) -> ErrorRates:
    """Return the error rates of evidence and of all its parts, which are tests of their own."""
    return sum((_budget(part) for part in evidence.parts), evidence.error_rates)


def rates_to_json(rates: ErrorRates) -> dict[str, float]:
    """Return error rates as JSON-ready data."""
    return {"false_alarm": rates.false_alarm, "false_pass": rates.false_pass}
