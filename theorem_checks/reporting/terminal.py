"""The report of a run, for the terminal."""

from collections.abc import Iterable, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from theorem_checks.claims import Claim
from theorem_checks.reporting.expectations import as_wanted, wanted
from theorem_checks.reporting.formulas import Formula
from theorem_checks.reporting.summary_view import counts, sum_line, table, verdict_text
from theorem_checks.reporting.text import Fact, claim_facts, evidence_facts, headline
from theorem_checks.running.catalogue import Problem
from theorem_checks.running.outcomes import ClaimOutcome, Report, Result
from theorem_checks.running.summary import summary_of

__all__ = ["fact_grid", "problem_list", "report_view"]

_LABEL = 32  # the most that a label takes: the names of most checks stand on one line
LINES_OF_A_FACT = 24
"""How many lines of a fact are shown; `theorem-checks show` has all of them."""


def report_view(report: Report, targets: Mapping[str, str] | None = None) -> RenderableType:
    """Return the report of a run: table, failures in full, problems, warnings, and the sum.

    **Arguments**: `targets` maps the id of a claim to what `theorem-checks show` takes to find
    it, where that is not the id itself.
    """
    summary = summary_of(report)
    parts = table(summary)
    for outcome in report.outcomes:
        if not outcome.ok:
            target = (targets or {}).get(outcome.claim.id, outcome.claim.id)
            parts += [_failure(outcome, target), Text()]
    if report.problems:
        parts += [problem_list(report.problems), Text()]
    if report.warnings:
        parts += [Text("warning: " + said, style="yellow") for said in report.warnings] + [Text()]
    return Group(*parts, *counts(summary), sum_line(summary))


def problem_list(problems: Sequence[Problem]) -> RenderableType:
    """Return what is wrong with files or declarations, each with its place."""
    parts: list[RenderableType] = []
    for problem in problems:
        parts.append(Text(f"{problem.where}: {problem.message}", style="red"))
        if problem.detail:
            parts.append(Padding.indent(Text(problem.detail.rstrip(), style="dim"), 4))
    return Group(*parts)


def fact_grid(facts: Iterable[Fact]) -> RenderableType:
    """Return labelled texts in two columns; what is labelled as a statement is LaTeX."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="dim", max_width=_LABEL, overflow="fold")
    grid.add_column(overflow="fold")
    for label, text in facts:
        grid.add_row(Text(label), Formula(text) if label == "statement" else Text(text))
    return grid


def _failure(outcome: ClaimOutcome, target: str) -> RenderableType:
    claim = outcome.claim
    head = Text(claim.id, style="bold red")
    head.append(f"  {headline(outcome)}", style="default")
    facts = claim_facts(claim)
    if not outcome.expected:
        facts += [(r.job.check, str(r.evidence)) for r in outcome.own if as_wanted(claim, r)]
    facts.append(("look closer", f"theorem-checks show {target}"))
    bad = [_bad_results(claim, same) for same in _alike(claim, outcome.results)]
    return Group(head, Padding.indent(fact_grid(facts), 4), *bad)


def _alike(claim: Claim, results: Iterable[Result]) -> list[list[Result]]:
    """The results that are not as wanted; those for which a check has the same to say, together."""
    groups: dict[tuple[object, ...], list[Result]] = {}
    for result in results:
        if not as_wanted(claim, result):
            said = tuple(evidence_facts(result.evidence))
            groups.setdefault((result.job.check, result.evidence.verdict, said), []).append(result)
    return list(groups.values())


def _bad_results(claim: Claim, results: Sequence[Result]) -> RenderableType:
    job, evidence = results[0].job, results[0].evidence
    head = Text(f"{job.check} ended ", style="bold")
    head.append_text(verdict_text(evidence.verdict))
    all_wanted = ", and ".join(wanted(claim, result) for result in results)
    head.append(f", but {all_wanted}", style="default")
    facts = list(evidence_facts(evidence))
    if evidence.verdict.passes:  # of what is true, though it is not to be, no part tells why
        facts = [(label, text) for label, text in facts if label != "part"]
    shown = fact_grid((label, _first_lines(text)) for label, text in facts)
    return Padding.indent(Group(Text(), head, Padding.indent(shown, 4)), 4)


def _first_lines(text: str) -> str:
    """The first lines of a text, and how many more there are."""
    lines = text.splitlines()
    more = len(lines) - LINES_OF_A_FACT
    return "\n".join([*lines[:LINES_OF_A_FACT], f"... and {more} lines more"]) if more > 1 else text
