"""Count how many of the solvers' queries the kernel of Rocq (Coq) decides as well.

The queries are those that the proofs of shipped claims put to the SMT solvers and that these
decide: formulas that are true for all real numbers that meet assumptions. Each is written as a
certificate of the form 'real numbers' is, in Rocq's reals, and tried by the tactic that stands in
such certificates, within a limit of seconds. A query that several checks put counts once.

The counts are written as JSON and into the page on certificates; with claims named, only printed.

Run:  python benchmarks/real_queries.py [CLAIM ...] [--seconds 20] [--show]
"""

import argparse
import json
import os
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from theorem_checks.certifying.certificates import certificate_for
from theorem_checks.certifying.compiler import rocq_version
from theorem_checks.certifying.compiler_runs import Compilers, run_compiler
from theorem_checks.certifying.rocq import compiled_library
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.checks import Check, Tier
from theorem_checks.running.ledger import default_path
from theorem_checks.running.loading import claim_here
from theorem_checks.solving import smt
from theorem_checks.solving.smtlib import is_linear
from theorem_checks.statements.for_reals import ForReals
from theorem_checks.statements.reals.terms import nodes
from theorem_checks.targets import find
from theorem_checks.verdicts.kinds import Kind, Verdict

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "results" / "real_queries.json"
PAGE = ROOT / "docs" / "certificates.md"
BEGIN, END = "<!-- real queries -->\n", "<!-- end of real queries -->\n"
EACH_FILE = 30
SECONDS_OF_FILE = 120.0  # beside those of the queries in it
PROVING = (Kind.SOLVER, Kind.PROOF)
HEADER = (
    "From Coq Require Import Reals Lra Psatz.\n"
    "From TheoremChecks Require Import RealCases.\n"
    "Local Open Scope R_scope.\n"
)


class LateError(Exception):
    """A check took longer than it may."""


def queries(patterns: Iterable[str], console: Console) -> dict[str, tuple[str, ForReals]]:
    """The distinct queries that are decided as true: by key, with a claim that puts each."""
    found: dict[str, tuple[str, ForReals]] = {}
    claims = [
        claim_here(one.origin, one.claim.id)
        for one in find(list(patterns)).catalogue.found.values()
    ]
    for claim in claims:
        for check in claim.checks:
            if check.kind in PROVING and check.tier is Tier.QUICK:
                for query in put_by(check, claim.subject, console):
                    found.setdefault(query.key, (claim.id, query))
    return found


def put_by(check: Check, subject: Any, console: Console) -> list[ForReals]:
    """What a check has the solvers decide."""
    with recorded() as found, limited(check.seconds):
        try:
            check.function(subject)
        except Exception as error:
            console.print(f"{check.name}: {type(error).__name__}", style="dim")
    return found


@contextmanager
def recorded() -> Iterator[list[ForReals]]:
    """Note each query that is decided as true."""
    found: list[ForReals] = []
    weighed = smt._weighed

    def noted(problem: Any, answers: Any, *, simple: bool) -> Any:
        evidence = weighed(problem, answers, simple=simple)
        if evidence.verdict is Verdict.PROVED:
            found.append(ForReals(problem.claim, tuple(problem.assumed)))
        return evidence

    smt._weighed = noted
    try:
        yield found
    finally:
        smt._weighed = weighed


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise an error in what takes longer."""

    def late(*_: object) -> None:
        raise LateError

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(int(seconds) + 1)
    try:
        yield
    except LateError:
        pass
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def decided(statements: Mapping[str, str], seconds: int) -> list[str]:
    """The statements that the kernel accepts."""
    library = compiled_library(default_path().parent / "rocq", "real numbers")
    found: list[str] = []
    names = list(statements)
    for first in range(0, len(names), EACH_FILE):
        some = names[first : first + EACH_FILE]
        text = HEADER + "\n".join(_tried(name, statements[name], seconds) for name in some)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / f"queries_{os.getpid()}.v"
            file.write_text(text, encoding="utf-8")
            said: list[str] = []
            # what a tactic whose time was up has left running ends with the compiler
            limit = SECONDS_OF_FILE + len(some) * (seconds + 5.0)
            code, errors = run_compiler([library], file, limit, said.append, Compilers())
        if code:
            sys.exit(errors[-2000:])
        found += re.findall(r"^yes (\S+)$", "".join(said), re.MULTILINE)
    return found


def _tried(name: str, statement: str, seconds: int) -> str:
    """A lemma that is a query, or says nothing; what is said tells which of both."""
    return (
        f"Lemma {name} : ({statement}) \\/ True.\nProof.\n"
        f'first [left; timeout {seconds} (solve [by_cases]); idtac "yes {name}"'
        " | right; exact I].\nQed."
    )


def sort_of(query: ForReals) -> str:
    """What a formula is made of."""
    roots = [query.formula, *query.assumed]
    ops = {node.op for node in nodes(*roots)}
    divides = not all(node.op != "/" or node.children[1].op == "constant" for node in nodes(*roots))
    kind = "linear" if is_linear(roots) else "with divisions" if divides else "polynomial"
    return kind + (", by cases" if ops & {"max", "min", "where"} else "")


def counted(patterns: list[str], seconds: int, console: Console) -> dict[str, Any]:
    """The counts, and which queries are left."""
    since = time.perf_counter()
    asked = queries(patterns, console)
    console.print(f"{len(asked)} distinct queries after {time.perf_counter() - since:.0f} s")
    statements, said = {}, {}
    for number, (claim, query) in enumerate(asked.values()):
        name = f"q{number}"
        said[name] = claim, sort_of(query)
        try:
            text = certificate_for(query).statement
            statements[name] = text.partition(":=")[2].strip().removesuffix(".")
        except NoFormError:
            continue
    since = time.perf_counter()
    went = decided(statements, seconds)
    kinds = sorted({kind for _, kind in said.values()})
    tried = Counter(kind for _, kind in said.values())
    through = Counter(said[name][1] for name in went)
    left = [f"{said[name][0]}: {said[name][1]}" for name in said if name not in went]
    return {
        "version": rocq_version(),
        "limit": seconds,
        "queries": len(asked),
        "exported": len(statements),
        "accepted": len(went),
        "seconds": round(time.perf_counter() - since),
        "kinds": {kind: [tried[kind], through[kind]] for kind in kinds},
        "left": left,
    }


def fragment(found: Mapping[str, Any]) -> str:
    """What the page says."""
    rows = "".join(f"| {kind} | {n} | {k} |\n" for kind, (n, k) in found["kinds"].items())
    return (
        f"{BEGIN}Of {found['queries']} distinct queries that the shipped proofs put to the solvers,"
        f" {found['accepted']} go through\nin Rocq {found['version']}, within {found['limit']} s"
        f" each (`benchmarks/real_queries.py`):\n\n"
        f"| queries | tried | accepted |\n|---|---|---|\n{rows}{END}"
    )


def main() -> None:
    """Run."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("claims", nargs="*", help="patterns of claims; all if none is given")
    parser.add_argument("--seconds", type=int, default=20, help="for each query")
    parser.add_argument("--show", action="store_true", help="list the queries that are left")
    options = parser.parse_args()
    found = counted(options.claims, options.seconds, Console(stderr=True))
    table = Table("queries", "tried", "accepted")
    for kind, (tried, through) in found["kinds"].items():
        table.add_row(kind, str(tried), str(through))
    table.add_row("all", str(found["queries"]), str(found["accepted"]))
    console = Console()
    console.print(table)
    for name, count in Counter(found["left"]).items() if options.show else ():
        console.print(f"{count:4}  {name}", markup=False)
    if not options.claims:
        RESULTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        text = PAGE.read_text(encoding="utf-8")
        place = re.compile(re.escape(BEGIN) + ".*?" + re.escape(END), re.DOTALL)
        PAGE.write_text(place.sub(lambda _: fragment(found), text), encoding="utf-8")


if __name__ == "__main__":
    main()
