"""Count how often each engine decides, and how often it is wrong.

The statements are those of `tests/soundness`: the corpus of false and empty ones; true ones, and
what a planted slip makes of them; random ones that are true by construction, or that come as they
come and are compared with brute force. 'decided' are those with a verdict that is right, an error
included for what is about nothing or no statement; 'refused' are other statements for which the
toolkit raised an error of its own; 'wrong' are untrue verdicts, and any other exception.

The counts are written as JSON and into the pages on engines. With --engine only some engines are
asked, and nothing is written but what --json names.

Run:  python benchmarks/soundness.py [--examples 100] [--seed 0] [--engine NAME] [--json PATH]
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Column, Table

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))  # the statements are those of the tests

import theorem_checks  # noqa: E402
from tests.soundness.corpus import all_cases  # noqa: E402
from tests.soundness.differential import all_comparisons  # noqa: E402
from tests.soundness.generators import all_generators  # noqa: E402
from tests.soundness.statements import (  # noqa: E402
    Drawn,
    Finding,
    Outcome,
    drawn_from,
    judged,
    judged_case,
)

RESULTS = ROOT / "benchmarks" / "results" / "soundness.json"
PAGES = ROOT / "docs" / "engines"
BEGIN, END = "<!-- rates -->\n", "<!-- end of rates -->\n"
PLACE = re.compile(re.escape(BEGIN) + ".*?" + re.escape(END), re.DOTALL)

OUTCOMES = [str(outcome) for outcome in Outcome]
PAGE_OF = (  # by the module that a public name comes from; the first that fits
    ("proving.identities", "identities"),
    ("proving.induction", "induction"),
    ("proving.degrees", "degrees"),
    ("proving.moments", "moments"),
    ("proving.growth", "growth"),
    ("proving", "index-sums"),
    ("solving.balls", "balls"),
    ("solving.constants", "balls"),
    ("solving", "solving"),
    ("searching", "searching"),
    ("sampling", "sampling"),
)


@dataclass(frozen=True)
class Work:
    """Statements for one engine: of which `source`, how many, and how to judge them."""

    engine: str
    source: str
    count: int
    findings: Callable[[], Iterator[Finding]]


def page_of(engine: str) -> str:
    """The page on an engine, by its public name; others stand on that of values and verdicts."""
    module = getattr(getattr(theorem_checks, engine, None), "__module__", "")
    found = module.removeprefix("theorem_checks.")
    return next((page for start, page in PAGE_OF if found.startswith(start)), "")


def all_work(examples: int, seed: int) -> Iterator[Work]:
    """The corpus, the generators and the comparisons."""
    cases: dict[str, list[Any]] = {}
    for case in all_cases():
        cases.setdefault(case.engine, []).append(case)
    for engine, known in cases.items():
        yield Work(engine, "corpus", len(known), partial(map, judged_case, known))
    for generator in all_generators():
        true, slipped = (generator.pairs.map(attrgetter(part)) for part in ("true", "slipped"))
        yield Work(generator.engine, "true", examples, partial(_judged, true, examples, seed))
        yield Work(generator.engine, "slips", examples, partial(_judged, slipped, examples, seed))
    for comparison in all_comparisons():
        source = "true" if comparison.true else "as they come"
        drawn = partial(_judged, comparison.statements, examples, seed)
        yield Work(comparison.engine, source, examples, drawn)


def _judged(statements: Any, examples: int, seed: int) -> Iterator[Finding]:
    found: list[Drawn] = drawn_from(statements, examples, seed)
    return map(judged, found)


def counted(work: list[Work], console: Console) -> tuple[list[dict[str, Any]], list[str]]:
    """The counts for each engine and source, and what is wrong, in words."""
    counts: dict[tuple[str, str], Counter[str]] = {}
    wrong: list[str] = []
    bar = Progress(
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}", style="dim", markup=False),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    with bar:
        task = bar.add_task("", total=sum(w.count for w in work))
        for w in work:
            bar.update(task, description=f"{w.engine}, {w.source}")
            row = counts.setdefault((w.engine, w.source), Counter())
            tried = 0
            for finding in w.findings():
                row[finding.outcome] += 1
                wrong += [f"{w.engine}: {finding}"] * (finding.outcome is Outcome.WRONG)
                tried += 1
                bar.advance(task)
            bar.advance(task, w.count - tried)  # where a strategy has no more examples
    rows = [
        {"engine": engine, "source": source, "page": page_of(engine), "tried": row.total()}
        | {name: row[Outcome(name)] for name in OUTCOMES}
        for (engine, source), row in sorted(counts.items())
    ]
    return rows, wrong


def fragment(results: dict[str, Any], page: str) -> str:
    """What a page says of its engines."""
    rows = [row for row in results["rows"] if row["page"] == page]
    total = {name: sum(row[name] for row in rows) for name in ("tried", *OUTCOMES)}
    lines = [
        f"`make soundness` gave this engine {total['tried']} statements (at most"
        f" {results['examples']} examples of each kind, seed {results['seed']}). It decided"
        f" {total['decided']}, left {total['undecided']} open, refused {total['refused']} with an"
        f" error, and was wrong on {total['wrong']}.",
        "",
        "| function | statements | tried | decided | undecided | refused | wrong |",
        "|---|---|--:|--:|--:|--:|--:|",
    ]
    for row in rows:
        numbers = " | ".join(str(row[name]) for name in ("tried", *OUTCOMES))
        lines.append(f"| `{row['engine']}` | {row['source']} | {numbers} |")
    return BEGIN + "\n".join(lines) + "\n" + END


def show(rows: list[dict[str, Any]], wrong: list[str], console: Console) -> None:
    """Print the counts, and what is wrong."""
    table = Table(Column("engine", no_wrap=True), "statements", "tried", *OUTCOMES)
    for row in rows:
        table.add_row(row["engine"], row["source"], *(str(row[n]) for n in ("tried", *OUTCOMES)))
    console.print(table)
    for text in wrong:
        console.print(text, markup=False)


def main() -> int:
    """Run; the status is 1 if any verdict is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--examples", type=int, default=100, help="of each generator and comparison"
    )
    parser.add_argument("--seed", type=int, default=0, help="from which examples are drawn")
    parser.add_argument("--engine", action="append", help="ask only this one; may be repeated")
    parser.add_argument("--json", type=Path, help=f"where counts go (default {RESULTS.name})")
    options = parser.parse_args()
    work = list(all_work(options.examples, options.seed))
    known = sorted({w.engine for w in work})
    if options.engine and (odd := set(options.engine) - set(known)):
        parser.error(f"--engine: {', '.join(sorted(odd))} is none of {', '.join(known)}")
    work = [w for w in work if not options.engine or w.engine in options.engine]
    rows, wrong = counted(work, Console(stderr=True))
    results = {"examples": options.examples, "seed": options.seed, "rows": rows, "wrong": wrong}
    show(rows, wrong, Console())
    if path := options.json or (None if options.engine else RESULTS):
        path.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    if not options.engine:
        for page in sorted(PAGES.glob("*.md")):
            text = page.read_text(encoding="utf-8")
            told = fragment(results, page.stem)
            page.write_text(PLACE.sub(lambda _, told=told: told, text), encoding="utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
