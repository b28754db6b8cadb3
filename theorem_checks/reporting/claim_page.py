"""All there is to say of one claim, for the terminal: `theorem-checks show`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from theorem_checks.certifying.kept import marks
from theorem_checks.checks import Tier
from theorem_checks.claims import Claim, Control, Mutant
from theorem_checks.reporting.concluded import Step, heading_of, told
from theorem_checks.reporting.expectations import as_wanted
from theorem_checks.reporting.formulas import Formula, Prose
from theorem_checks.reporting.kept_pages import Told
from theorem_checks.reporting.rows import Mark
from theorem_checks.reporting.standing import Known, Standing, State
from theorem_checks.reporting.summary_view import verdict_text
from theorem_checks.reporting.terminal import fact_grid
from theorem_checks.reporting.text import Fact, evidence_facts
from theorem_checks.reporting.words import duration, one_line, plural
from theorem_checks.running.declared import place_of
from theorem_checks.running.outcomes import Result
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["claim_page"]

LINES_OF_A_STATEMENT, LINES_OF_A_PART, LEAST_WIDTH = 12, 3, 30
_ON_A_LINE = 200  # characters


def claim_page(standing: Standing, target: str = "", told: Told | None = None) -> RenderableType:
    """Return a claim with its evidence, as far as the ledger has it.

    **Arguments**: `target` is what `theorem-checks verify` takes to find the claim, where that
    is not its id; `told` is what the pages of claims say of it, for one that was not run.
    """
    claim = standing.found.claim
    given = told.given if told and standing.outcome.verdict is None else standing.outcome.given
    parts: list[RenderableType] = [
        _headline(standing),
        Text(claim.title),
        Text(),
        fact_grid(_facts(standing.found.file, claim, given)),
        *_section("statement", [Formula(claim.statement)]),
        *_concluded(standing),
        *_certified(standing),
        *_section("assumptions", [Prose(said) for said in claim.assumptions]),
        *_section("checks", [_check(claim, k) for k in _on(standing, "claim")]),
        *_section("mutants", [_variant(standing, m, "mutant") for m in claim.mutants]),
        *_section(_late_heading(standing), [_variant(standing, m, "late") for m in claim.late]),
        *_section("controls", [_variant(standing, c, "control") for c in claim.controls]),
        *_section("notes", [Prose(claim.notes)] if claim.notes else []),
        Text(),
        _freshness(standing, target or claim.id, told),
    ]
    return Group(*parts)


def _headline(standing: Standing) -> Text:
    claim, outcome = standing.found.claim, standing.outcome
    line = Text(claim.id, style="bold").append("  ")
    if outcome.verdict is None:
        state = State.STALE if standing.of(State.STALE) else State.NOT_RUN
        return line.append(f"{state}, expected {claim.expect}", style="yellow")
    line.append_text(verdict_text(outcome.verdict))
    if not outcome.expected:
        line.append(f", expected {claim.expect}", style="bold red")
    elif not outcome.ok:
        line.append(", as expected, but not all is as wanted", style="bold red")
    if not standing.complete:
        line.append(" (by the results so far)", style="yellow")
    return line


def _facts(file: Path, claim: Claim, given: Sequence[str]) -> Iterator[Fact]:
    yield "source", str(claim.source)
    yield "file", _from_here(file)
    if place := place_of(claim.subject):
        yield "subject", f"{_from_here(Path(place[0]))}:{place[1]}"
    yield "expected", str(claim.expect)
    if given:
        yield "given", ", ".join(given)
    if claim.covers:
        yield "covers", ", ".join(claim.covers)
    if claim.repairs:
        yield "repairs", ", ".join(claim.repairs)
    if claim.repaired_by:
        yield "repaired by", claim.repaired_by
    if claim.new:
        yield "new", "goes beyond its source"


def _from_here(file: Path) -> str:
    """A path, from the folder where one is if it lies within."""
    here = Path.cwd()
    return str(file.relative_to(here) if file.is_relative_to(here) else file)


def _section(heading: str, parts: Sequence[RenderableType]) -> list[RenderableType]:
    if not parts:
        return []
    return [Text(), Text(heading, style="bold"), *(Padding.indent(part, 2) for part in parts)]


def _concluded(standing: Standing) -> list[RenderableType]:
    """What the current evidence concludes, each statement with its rule."""
    shown = told(result.evidence for result in standing.outcome.own)
    return _section(heading_of(shown), [_Step(step) for step in shown])


def _certified(standing: Standing) -> list[RenderableType]:
    """Which kernel has accepted the statement that is PROVED, or that it is false."""
    claim, found = standing.found.claim, standing.outcome
    known = claim.module, found.verdict, found.decided_statement
    entry = marks({claim.id: known}).get(claim.id)
    if entry is None:
        return []
    said = entry.words if found.certified_here else f"{entry.words}, not re-run here"
    said += f"; {entry.form}, {entry.lines} lines, {entry.grounds}"
    return _section("certificate", [Text(said)])


@dataclass(frozen=True)
class _Step:
    """A statement as plain text and, below it, the rule; of a part, no more than a few lines."""

    step: Step

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> Iterator[RenderableType]:
        step, left = self.step, 2 * self.step.depth
        lines = LINES_OF_A_PART if step.depth else LINES_OF_A_STATEMENT
        width = max(options.max_width - left, LEAST_WIDTH)
        if not step.again:
            yield Padding.indent(Formula(step.latex, lines * width), left)
        said = [step.by, *(f"argued: {sentence}" for sentence in step.words)]
        said += [f"rests on: {fact}" for fact in step.rests_on]
        yield Padding.indent(Text("\n".join(said), style="dim"), left + 2)


def _late_heading(standing: Standing) -> str:
    """What stands above the late mutants, none of which may be PROVED."""
    found = [known.evidence for known in standing.known if known.job.role == "late"]
    for verdict in (Verdict.PROVED, Verdict.ARGUED):
        if any(one is not None and one.verdict is verdict for one in found):
            return f"late mutants: one is {verdict}, and none must be"
    return "late mutants: not PROVED, as it must be" if None not in found else "late mutants"


def _on(standing: Standing, variant: str) -> list[Known]:
    return [known for known in standing.known if known.job.variant == variant]


def _check(claim: Claim, known: Known) -> RenderableType:
    """A check on the claim's own subject, with all its evidence."""
    job, evidence = known.job, known.evidence
    said = [str(job.kind), *([str(job.tier)] if job.tier is Tier.DEEP else [])]
    if evidence is not None and evidence.seconds is not None:
        said.append(duration(evidence.seconds))
    said += [known.when] if known.when else []
    line = _lines([_cells(claim, known, ", ".join(said))])
    if evidence is None:
        return line
    return Group(line, Padding.indent(fact_grid(evidence_facts(evidence)), 4))


def _variant(standing: Standing, variant: Mutant | Control, role: str) -> RenderableType:
    """A mutant, early or late, or a control, with what each check made of it."""
    head = Text(variant.name).append(f"  {variant.says}" if variant.says else "", style="dim")
    rows = []
    for known in _on(standing, f"{role}:{variant.name}"):
        evidence = known.evidence
        rows.append(_cells(standing.found.claim, known, "" if evidence is None else _why(evidence)))
    return Group(head, Padding.indent(_lines(rows), 2))


def _why(evidence: Evidence) -> str:
    """What there is to say of a result, on one line."""
    if evidence.counterexample is not None:
        return evidence.counterexample.in_short(_ON_A_LINE)
    return one_line(evidence.reason or evidence.said, _ON_A_LINE)


def _cells(claim: Claim, known: Known, tail: str) -> list[RenderableType]:
    """Mark, name and verdict of a result, and a text in small."""
    good, argued, said = None, False, []
    if known.evidence is not None:
        said.append(verdict_text(known.evidence.verdict))
        argued = known.evidence.verdict is Verdict.ARGUED
        if known.state is State.CURRENT:
            good = as_wanted(claim, Result(known.job, known.evidence))
    if known.state is not State.CURRENT:
        said.append(Text(str(known.state), style="yellow"))
    verdict = Text(" ").join(said)
    return [Mark(good, argued=argued), Text(known.job.check), verdict, Text(tail, style="dim")]


def _lines(rows: Sequence[Sequence[RenderableType]]) -> RenderableType:
    grid = Table.grid(padding=(0, 2, 0, 0))
    for _ in range(4):
        grid.add_column(overflow="fold", min_width=1)  # an empty column is drawn, not measured
    for row in rows:
        grid.add_row(*row)
    return grid


def _freshness(standing: Standing, target: str, told: Told | None) -> RenderableType:
    """How many results are current, and how to get those that are not, or where they are told."""
    stale, missing = standing.of(State.STALE), standing.of(State.NOT_RUN)
    total = len(standing.known)
    if ended := sum(not known.finished for known in standing.known):
        said = f"{plural(ended, 'result')} of a check that did not come to its end"
        return Text(f"{said}.\nRun again: theorem-checks verify {target}", style="yellow")
    if not stale and not missing:
        return Text(f"All {plural(total, 'result')} are of the code as it stands.", style="green")
    said = [f"{total - len(stale) - len(missing)} of {plural(total, 'result')} current"]
    said += [f"{len(stale)} stale (the code has changed since)"] if stale else []
    said += [f"{len(missing)} not run"] if missing else []
    deep = " --tier deep" if standing.complete else ""
    hints = [f"Bring them up to date: theorem-checks verify {target}{deep}"]
    if told and len(missing) == total:
        hints = [f"It was found {told.verdict}, with this evidence: {told}"]
        hints.append(f"Run it here: theorem-checks verify {target}{deep}")
    return Text("\n".join([f"{', '.join(said)}.", *hints]), style="yellow")
