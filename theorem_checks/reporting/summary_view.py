"""The table of a run, for the terminal, from a summary of the run."""

from collections import Counter
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from theorem_checks.certifying.kept import Entry, marks
from theorem_checks.reporting.rows import Column, Row, Rows
from theorem_checks.reporting.words import (
    STANDINGS_HERE,
    VERDICT_STYLE,
    duration,
    error_budget,
    one_line,
    plural,
)
from theorem_checks.running.summary import Line, RunSummary
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["counts", "sum_line", "summary_view", "table", "verdict_text"]

REPORT_COLUMNS = (
    Column("claim"),
    Column("verdict"),
    Column("by", weight=2),
    Column("mutants", "right"),
    Column("controls", "right", weight=1),
    Column("error <=", "right", weight=0),
    Column("time", "right", weight=3),
)


def summary_view(summary: RunSummary) -> RenderableType:
    """Return the table of a run in which nothing failed, and its sum."""
    return Group(*table(summary), *counts(summary), sum_line(summary))


def table(summary: RunSummary) -> list[RenderableType]:
    """Return the table of a run, a line for each claim; nothing if there is none."""
    lines = summary.lines
    marks = marks_of(lines)
    rows = map(_row, lines, _papers([line.paper for line in lines]), map(marks.get, _ids(lines)))
    return [Rows(REPORT_COLUMNS, tuple(rows)), Text()] if lines else []


def counts(summary: RunSummary) -> list[Text]:
    """Return how many claims have which verdict, where several were run; given facts apart."""
    found = Counter(line.standing for line in summary.lines if line.ran)
    if found.total() < 2:
        return []
    others = (str(verdict) for verdict in Verdict if str(verdict) not in STANDINGS_HERE)
    order = [*STANDINGS_HERE, *others]
    said = [Text(", ".join(f"{found[said]} {said}" for said in order if found[said]))]
    if marks := marks_of(summary.lines):
        here = {line.claim for line in summary.lines if line.certified_here}
        each = Counter(_certified(entry, here=name in here) for name, entry in marks.items())
        said.append(Text("; ".join(f"{count} {words}" for words, count in each.items())))
    return said


def marks_of(lines: Sequence[Line]) -> dict[str, Entry]:
    """The certificates of what the lines say is PROVED or REFUTED, by id of the claim."""
    return marks({line.claim: (line.module, line.verdict, line.statement) for line in lines})


def _certified(entry: Entry, *, here: bool) -> str:
    return entry.words if here else f"{entry.words}, not re-run here"


def _ids(lines: Sequence[Line]) -> list[str]:
    return [line.claim for line in lines]


def sum_line(summary: RunSummary) -> Text:
    """Return what the lines come to."""
    claims = len(summary.lines)
    bad = sum(not line.ok for line in summary.lines)
    idle = sum(not line.ran for line in summary.lines)
    said = [f"{plural(claims, 'claim')}: {claims - bad - idle} as expected"]
    said += [f"{bad} not"] if bad else []
    said += [f"{idle} not run"] if idle else []
    said += [plural(summary.problems, "problem")] if summary.problems else []
    said += [f"{plural(summary.results, 'result')} ({summary.from_ledger} from the ledger)"]
    if budget := error_budget(summary.rates):
        said.append(f"error <= {budget}")
    said.append(duration(summary.seconds))
    return Text(", ".join(said), style="bold green" if summary.ok else "bold red")


def verdict_text(verdict: Verdict | None) -> Text:
    """Return a verdict in its colour; '-' for none."""
    return Text(str(verdict), style=VERDICT_STYLE[verdict]) if verdict else Text("-", style="dim")


def _papers(papers: Sequence[str]) -> list[Text | None]:
    """The paper of each claim, where it is not that of the claim before."""
    return [
        None if i and papers[i - 1] == paper else Text(paper, style="bold")
        for i, paper in enumerate(papers)
    ]


def _row(line: Line, above: Text | None, entry: Entry | None) -> Row:
    cells = (
        Text(line.claim),
        verdict_text(line.verdict),
        Text(", ".join(line.kinds), style="dim"),
        _share(*line.mutants),
        _share(*line.controls),
        Text(error_budget(line.rates), style="dim"),
        Text(duration(line.seconds), style="dim"),
    )
    below = [] if line.as_expected else [Text(f"expected {line.expect}", style="red")]
    below += [Text(f"given {', '.join(line.given)}", style="dim")] if line.given else []
    if entry:
        below.append(Text(_certified(entry, here=line.certified_here), style="dim"))
    false = f"false {one_line(line.counterexample)}" if line.counterexample else ""
    told_below = bool(false) or not line.as_expected
    about = one_line(line.reason) if line.reason else "" if told_below else line.scope
    below += [Text(said, style="dim") for said in (about, false, *line.remarks) if said]
    argued = line.verdict is Verdict.ARGUED
    return Row(line.ok if line.ran else None, cells, below, above, argued)


def _share(good: int, total: int) -> Text:
    return Text(f"{good}/{total}" if total else "", style="" if good == total else "bold red")
