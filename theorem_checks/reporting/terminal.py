"""The report of a run, for the terminal."""

from collections.abc import Iterable, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from theorem_checks.claims import Claim
from theorem_checks.reporting.expectations import as_wanted, wanted
from theorem_checks.reporting.rows import Column, Row, Rows
from theorem_checks.reporting.text import Fact, claim_facts, evidence_facts, headline
from theorem_checks.reporting.words import VERDICT_STYLE, duration, error_budget, one_line, plural
from theorem_checks.running.catalogue import Problem
from theorem_checks.running.outcomes import ClaimOutcome, Report, Result
from theorem_checks.verdicts import Verdict

__all__ = ["fact_grid", "problem_list", "report_view", "verdict_text"]

REPORT_COLUMNS = (
    Column("claim"),
    Column("verdict"),
    Column("by", weight=2),
    Column("mutants", "right"),
    Column("controls", "right", weight=1),
    Column("error <=", "right", weight=0),
    Column("time", "right", weight=3),
)


def report_view(report: Report, targets: Mapping[str, str] | None = None) -> RenderableType:
    """Return the report of a run: table, failures in full, problems, warnings, and the sum.

    **Arguments**: `targets` maps the id of a claim to what `theorem-checks show` takes to find
    it, where that is not the id itself.
    """
    parts: list[RenderableType] = []
    if report.outcomes:
        papers = _papers([outcome.claim for outcome in report.outcomes])
        rows = map(_report_row, report.outcomes, papers)
        parts += [Rows(REPORT_COLUMNS, tuple(rows)), Text()]
    for outcome in report.outcomes:
        if not outcome.ok:
            target = (targets or {}).get(outcome.claim.id, outcome.claim.id)
            parts += [_failure(outcome, target), Text()]
    if report.problems:
        parts += [problem_list(report.problems), Text()]
    if report.warnings:
        parts += [Text("warning: " + said, style="yellow") for said in report.warnings] + [Text()]
    return Group(*parts, _sum_line(report))


def problem_list(problems: Sequence[Problem]) -> RenderableType:
    """Return what is wrong with files or declarations, each with its place."""
    parts: list[RenderableType] = []
    for problem in problems:
        parts.append(Text(f"{problem.where}: {problem.message}", style="red"))
        if problem.detail:
            parts.append(Padding.indent(Text(problem.detail.rstrip(), style="dim"), 4))
    return Group(*parts)


def verdict_text(verdict: Verdict | None) -> Text:
    """Return a verdict in its colour; '-' for none."""
    return Text(str(verdict), style=VERDICT_STYLE[verdict]) if verdict else Text("-", style="dim")


def fact_grid(facts: Iterable[Fact]) -> RenderableType:
    """Return labelled texts in two columns."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="dim", max_width=20, overflow="fold")
    grid.add_column(overflow="fold")
    for label, text in facts:
        grid.add_row(Text(label), Text(text))
    return grid


def _papers(claims: Sequence[Claim]) -> list[Text | None]:
    """The paper of each claim, where it is not that of the claim before."""
    papers = [claim.source.paper for claim in claims]
    return [
        None if i and papers[i - 1] == paper else Text(paper, style="bold")
        for i, paper in enumerate(papers)
    ]


def _report_row(outcome: ClaimOutcome, above: Text | None) -> Row:
    killed, total = outcome.mutants_killed, outcome.mutants_total
    controls = [r for r in outcome.results if r.job.role == "control"]
    passed = sum(r.as_wanted for r in controls)
    kinds = dict.fromkeys(str(r.job.kind) for r in outcome.own)
    cells = (
        Text(outcome.claim.id),
        verdict_text(outcome.verdict),
        Text(", ".join(kinds), style="dim"),
        _share(killed, total),
        _share(passed, len(controls)),
        Text(error_budget(outcome.error_rates), style="dim"),
        Text(duration(outcome.seconds) if outcome.ran else "", style="dim"),
    )
    below = [] if outcome.expected else [Text(f"expected {outcome.claim.expect}", style="red")]
    said = (outcome.scope, _counterexample(outcome), *outcome.remarks)
    below += [Text(line, style="dim") for line in said if line]
    return Row(outcome.ok if outcome.ran else None, cells, below, above)


def _counterexample(outcome: ClaimOutcome) -> str:
    """The first counterexample to the claim itself, in short."""
    found = (r.evidence.counterexample for r in outcome.own)
    return next((f"false {one_line(str(one))}" for one in found if one), "")


def _share(good: int, total: int) -> Text:
    return Text(f"{good}/{total}" if total else "", style="" if good == total else "bold red")


def _failure(outcome: ClaimOutcome, target: str) -> RenderableType:
    claim = outcome.claim
    head = Text(claim.id, style="bold red")
    head.append(f"  {headline(outcome)}", style="default")
    facts = claim_facts(claim)
    if not outcome.expected:
        facts += [(r.job.check, str(r.evidence)) for r in outcome.own if as_wanted(claim, r)]
    facts.append(("look closer", f"theorem-checks show {target}"))
    bad = [_bad_result(claim, r) for r in outcome.results if not as_wanted(claim, r)]
    return Group(head, Padding.indent(fact_grid(facts), 4), *bad)


def _bad_result(claim: Claim, result: Result) -> RenderableType:
    job, evidence = result.job, result.evidence
    head = Text(f"{job.check} ended ", style="bold")
    head.append_text(verdict_text(evidence.verdict))
    head.append(f", but {wanted(claim, result)}", style="default")
    facts = fact_grid(evidence_facts(evidence))
    return Padding.indent(Group(Text(), head, Padding.indent(facts, 4)), 4)


def _sum_line(report: Report) -> Text:
    bad = sum(not outcome.ok for outcome in report.outcomes)
    idle = sum(not outcome.ran for outcome in report.outcomes)
    results = [result for outcome in report.outcomes for result in outcome.results]
    kept = sum(result.from_ledger for result in results)
    good = len(report.outcomes) - bad - idle
    said = [f"{plural(len(report.outcomes), 'claim')}: {good} as expected"]
    said += [f"{bad} not"] if bad else []
    said += [f"{idle} not run"] if idle else []
    said += [plural(len(report.problems), "problem")] if report.problems else []
    said += [f"{plural(len(results), 'result')} ({kept} from the ledger)"]
    if budget := error_budget(report.error_rates):
        said.append(f"error <= {budget}")
    said.append(duration(report.seconds))
    return Text(", ".join(said), style="bold green" if report.ok else "bold red")
