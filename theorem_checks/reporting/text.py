"""Evidence, a result and an outcome in plain words, the same wherever they are shown."""

from collections.abc import Iterable, Iterator

from theorem_checks.claims import Claim
from theorem_checks.reporting.expectations import as_wanted, wanted
from theorem_checks.reporting.streams import harmless
from theorem_checks.reporting.words import duration, error_budget, plural
from theorem_checks.running.outcomes import ClaimOutcome, Result
from theorem_checks.statements.plain_text import plain_text
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict
from theorem_checks.verdicts.routes import Route

__all__ = [
    "COUNTEREXAMPLE",
    "Fact",
    "claim_facts",
    "evidence_facts",
    "headline",
    "outcome_text",
    "result_text",
    "says",
]

Fact = tuple[str, str]

COUNTEREXAMPLE = "counterexample"
"""The label of the fact that is one."""


def evidence_facts(evidence: Evidence, told: str = "") -> Iterator[Fact]:
    """Yield what there is to say of a piece of evidence, as label and text.

    A text may have several lines. The verdict itself is not among them, nor a reason that was
    `told` of the whole that it is part of.
    """
    if evidence.said:
        yield "scope", evidence.said
    if evidence.counterexample:
        yield COUNTEREXAMPLE, "\n".join(_counterexample_lines(evidence.counterexample))
    if evidence.reason and evidence.reason not in told:
        yield "reason", evidence.reason
    yield from (("by", str(route)) for route in _routes(evidence))
    yield from (("argued", sentence) for sentence in evidence.words)
    yield from (("rests on", str(ground)) for ground in evidence.rests_on)
    shown = {name: value for name, value in evidence.figures.items() if name != "panels"}
    yield from ((name, str(value)) for name, value in shown.items())  # panels are to be drawn
    if budget := error_budget(evidence.error_rates):
        yield "error at most", budget
    if evidence.seed is not None:
        yield "seed", str(evidence.seed)
    for part in evidence.parts:
        inside = evidence_facts(part, f"{told}\n{evidence.reason}")
        yield "part", f"{part.verdict}\n{_lines(inside)}"


def result_text(claim: Claim, result: Result) -> str:
    """Return all that a reader needs of a result that is not as wanted.

    The first line says what happened; then follow the claim's statement and source, and the
    evidence.
    """
    job, evidence = result.job, result.evidence
    about = claim_facts(claim)
    if said := says(claim, job.variant):
        about.append((job.role, f"{job.subject_name}: {said}"))
    about += [("check", job.check), ("verdict", f"{evidence.verdict} ({job.kind})")]
    about += evidence_facts(evidence)
    if evidence.seconds is not None:
        about.append(("took", duration(evidence.seconds)))
    head = f"{claim.id}: {job.check} ended {evidence.verdict}, but {wanted(claim, result)}"
    return harmless(f"{head}\n{_indented(_lines(about))}")


def outcome_text(outcome: ClaimOutcome) -> str:
    """Return what is wrong with the outcome of a claim as a whole."""
    about = [*claim_facts(outcome.claim), *(("failure", said) for said in outcome.failures)]
    return harmless(f"{outcome.claim.id}: {headline(outcome)}\n{_indented(_lines(about))}")


def headline(outcome: ClaimOutcome) -> str:
    """Say in a line what was found, beside what was expected."""
    if not outcome.expected:
        return f"found {outcome.verdict}, expected {outcome.claim.expect}"
    bad = sum(not as_wanted(outcome.claim, result) for result in outcome.results)
    if not bad:
        return f"found {outcome.verdict}, as expected"
    are = "is" if bad == 1 else "are"
    return f"found {outcome.verdict}, as expected, but {plural(bad, 'result')} {are} not as wanted"


def says(claim: Claim, variant: str) -> str:
    """Return the words that go with a mutant or a control; '' for the claim's own subject."""
    role, _, name = variant.partition(":")
    pool = {"mutant": claim.mutants, "late": claim.late, "control": claim.controls}.get(role, ())
    return next((one.says for one in pool if one.name == name), "")


def claim_facts(claim: Claim) -> list[Fact]:
    """Return title, source and statement of a claim."""
    return [
        ("claim", claim.title),
        ("source", str(claim.source)),
        ("statement", claim.statement),
    ]


def _counterexample_lines(found: Counterexample) -> Iterator[str]:
    """Both sides first, then which part is false, and the values that it reads."""
    yield from found.difference_lines
    part = plain_text(found.part)
    if part and part not in found.explanation:  # which has its letter
        yield f"false: {part}"
    yield from found.value_lines


def _routes(evidence: Evidence) -> Iterator[Route]:
    """How a verdict was reached; of a proof whose own routes only test, what decided its parts."""
    if evidence.verdict is Verdict.PROVED and not any(one.decides for one in evidence.routes):
        yield from dict.fromkeys(_deciding(evidence.parts))
    yield from evidence.routes


def _deciding(parts: Iterable[Evidence]) -> Iterator[Route]:
    """What decided parts, or theirs where nothing decided these themselves."""
    for part in parts:
        own = [one for one in part.routes if one.decides]
        yield from own or _deciding(part.parts)


def _lines(facts: Iterable[Fact]) -> str:
    return "\n".join(
        f"{label}: {text}" if "\n" not in text else f"{label}:\n{_indented(text)}"
        for label, text in facts
    )


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())
