"""What the template shows, as plain data: papers, claims, checks, facts."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from theorem_checks.certifying.certify import text_of
from theorem_checks.certifying.kept import Entry, marks
from theorem_checks.deriving.derivation import Derivation
from theorem_checks.deriving.shortened import shortened
from theorem_checks.reporting.concluded import Step, first_of, heading_of, told
from theorem_checks.reporting.counterexamples import counterexample_lines
from theorem_checks.reporting.expectations import as_wanted
from theorem_checks.reporting.standing import Known, Standing, State
from theorem_checks.reporting.text import COUNTEREXAMPLE, Fact, evidence_facts, says
from theorem_checks.reporting.words import (
    ARGUED_MARK,
    STANDINGS_HERE,
    duration,
    error_budget,
    mark_of,
    one_line,
)
from theorem_checks.running.outcome import Result
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.error_rates import ErrorRates
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["CheckView", "ClaimView", "PaperView", "Summary", "VariantView", "papers", "summary"]


@dataclass(frozen=True)
class CheckView:
    """What a check found on the claim itself.

    `facts` is without a counterexample, of which `counterexample` has the lines, with formulas.
    """

    name: str
    kind: str
    verdict: str
    state: str
    good: bool | None
    seconds: str
    facts: Sequence[Fact]
    counterexample: Sequence[str] = ()

    @property
    def sign(self) -> str:
        """The sign of what it found."""
        return _sign(self.good, self.verdict)


@dataclass(frozen=True)
class VariantView:
    """What a check made of a mutant, early or late, or a control."""

    role: str
    name: str
    says: str
    check: str
    verdict: str
    good: bool | None
    why: str

    @property
    def sign(self) -> str:
        """The sign of what was made of it."""
        return _sign(self.good, self.verdict)


@dataclass(frozen=True)
class ClaimView:
    """A claim with all its evidence; `verdict` in words.

    `wrong`: by the results that are current, something is not as expected; `complete`: all quick
    checks have such results; `concluded`: what the evidence concludes, each with its rule, but for
    what is `left_out`, so many statements of a long proof;
    `certified`: which kernel accepted it, or that it is false, and `certificate`, the text;
    `derivations`, its proofs line by line, where they were asked for.
    """

    standing: Standing
    verdict: str
    wrong: bool
    complete: bool
    concluded: Sequence[Step]
    checks: Sequence[CheckView]
    variants: Sequence[VariantView]
    left_out: int = 0
    certified: str = ""
    certificate: str = ""
    derivations: Sequence[Derivation] = ()

    @property
    def claim(self):
        """The claim itself."""
        return self.standing.found.claim

    @property
    def heading(self) -> str:
        """What the concluded statements come to, 'proved' say."""
        return heading_of(self.concluded)

    @property
    def anchor(self) -> str:
        """The name by which links point to the claim."""
        return self.claim.id.replace("/", "--")

    @property
    def words(self) -> str:
        """All that the search looks through, in lower case."""
        claim = self.claim
        said = [claim.id, *claim.covers, claim.title, claim.source.place, claim.notes, self.verdict]
        return " ".join([*said, *(m.name for m in claim.mutants)]).lower()


@dataclass(frozen=True)
class PaperView:
    """The claims of one paper."""

    title: str
    claims: Sequence[ClaimView]


@dataclass(frozen=True)
class Summary:
    """The report as a whole: counts by verdict, what is wrong or missing, the error budget."""

    counts: dict[str, int]
    wrong: int
    incomplete: int
    results: int
    error_at_most: str
    newest: str


def papers(
    standings: Iterable[Standing], derivations: Mapping[str, Sequence[Derivation]]
) -> tuple[PaperView, ...]:
    """Return the claims by paper, in the order of the catalogue; `derivations` by their ids."""
    standings = list(standings)
    certified = marks({s.found.claim.id: _decided(s) for s in standings})
    by_title: dict[str, list[ClaimView]] = {}
    for standing in standings:
        claim = standing.found.claim
        view = _claim(standing, certified.get(claim.id), derivations.get(claim.id, ()))
        by_title.setdefault(claim.source.paper, []).append(view)
    return tuple(PaperView(title, claims) for title, claims in by_title.items())


def summary(shown: Iterable[PaperView]) -> Summary:
    """Return the counts over all papers."""
    claims = [one for paper in shown for one in paper.claims]
    counted = Counter(one.verdict for one in claims)
    order = [*STANDINGS_HERE, *(v for v in Verdict if v not in STANDINGS_HERE), *State]
    counts = {str(said): counted[said] for said in order if said in counted}
    rates = sum((one.standing.outcome.error_rates for one in claims), ErrorRates())
    times = [k.finished_at for one in claims for k in one.standing.known if k.finished_at]
    newest = datetime.fromtimestamp(max(times), UTC).strftime("%Y-%m-%d") if times else ""
    results = sum(len(one.standing.of(State.CURRENT)) for one in claims)
    wrong = sum(one.wrong for one in claims)
    incomplete = sum(not one.complete for one in claims)
    return Summary(counts, wrong, incomplete, results, error_budget(rates), newest)


def _decided(standing: Standing) -> tuple[str, Verdict | None, str]:
    outcome = standing.outcome
    return standing.found.claim.module, outcome.verdict, outcome.decided_statement


def _certified(standing: Standing, entry: Entry | None) -> str:
    """Which kernel accepted what, in a line; '' where none did."""
    if entry is None:
        return ""
    words = entry.words if standing.outcome.certified_here else f"{entry.words}, not re-run here"
    mark = mark_of(refutes=entry.refutes)
    return f"{mark} {words}: {entry.form}, {entry.lines} lines, {entry.grounds}"


def _claim(standing: Standing, entry: Entry | None, derivations: Sequence[Derivation]) -> ClaimView:
    outcome = standing.outcome
    concluded = told(result.evidence for result in outcome.own)
    first = first_of(concluded)
    if outcome.verdict is not None:
        verdict = outcome.standing
    else:
        verdict = str(State.STALE if standing.of(State.STALE) else State.NOT_RUN)
    own = [k for k in standing.known if k.job.variant == "claim"]
    others = [k for k in standing.known if k.job.variant != "claim"]
    return ClaimView(
        standing,
        verdict,
        not outcome.ok,
        standing.complete,
        first,
        [_check(standing, known) for known in own],
        [_variant(standing, known) for known in others],
        len(concluded) - len(first),
        _certified(standing, entry),
        text_of(standing.found, entry) if entry is not None else "",
        tuple(map(shortened, derivations)),
    )


def _check(standing: Standing, known: Known) -> CheckView:
    evidence = known.evidence
    facts = () if evidence is None else evidence_facts(evidence)
    return CheckView(
        known.job.check,
        str(known.job.kind),
        str(evidence.verdict) if evidence is not None else "",
        str(known.state),
        _good(standing, known),
        duration(evidence.seconds) if evidence is not None else "",
        tuple(fact for fact in facts if fact[0] != COUNTEREXAMPLE),
        _counterexample(evidence.counterexample) if evidence is not None else (),
    )


def _variant(standing: Standing, known: Known) -> VariantView:
    evidence = known.evidence
    why = ""
    if evidence is not None:
        lines = _counterexample(evidence.counterexample)
        why = "; ".join(lines) or one_line(evidence.reason or evidence.said)
    return VariantView(
        known.job.role,
        known.job.subject_name,
        says(standing.found.claim, known.job.variant),
        known.job.check,
        str(evidence.verdict) if evidence is not None else str(known.state),
        _good(standing, known),
        why,
    )


def _counterexample(found: Counterexample | None) -> tuple[str, ...]:
    return () if found is None else tuple(counterexample_lines(found))


def _sign(good: bool | None, verdict: str) -> str:
    if good is None:
        return "–"
    if good and verdict == Verdict.ARGUED:
        return ARGUED_MARK
    return "✓" if good else "✗"


def _good(standing: Standing, known: Known) -> bool | None:
    if known.state is not State.CURRENT or known.evidence is None:
        return None
    return as_wanted(standing.found.claim, Result(known.job, known.evidence))
