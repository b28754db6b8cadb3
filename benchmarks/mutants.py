"""Plant slips into the code, one at a time, and count which of them the tests and claims notice.

A slip is one of cosmic-ray's: another operator, another comparison, another number, a condition
negated, a loop that is not entered, a decorator taken away, `break` for `continue`. They are drawn
by a seed, so many for each package, from all that are possible; those in annotations are left out.
Each is planted into a copy of the repository. First run the tests that import from the file, then
all tests of the package, folder by folder; for `constructions` also the claims whose files import
it. Whatever fails has noticed it, and so has what takes five times as long as without a slip, and a
minute more.

What was found is kept, and a slip into a file that has not changed since is not tried again, so
that a run can be ended and goes on. Slips that change nothing stand in `equivalent_mutants.json`
with the reason. The table is written to docs/strength.md.

Needs cosmic-ray (`pip install cosmic-ray`). Run:
    python benchmarks/mutants.py [--plants 120] [--package NAME ...] [--seed 0] [--minutes 60]
"""

import argparse
import ast
import contextlib
import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "results" / "mutants.json"
EQUIVALENT = ROOT / "benchmarks" / "results" / "equivalent_mutants.json"
PAGE = ROOT / "docs" / "strength.md"
COPY = ROOT / ".theorem-checks" / "mutants"
BEGIN, END = "<!-- mutants -->\n", "<!-- end of mutants -->\n"

PACKAGES = {
    "constructions": ("constructions", ("constructions", "proofs")),
    **{
        name: (f"theorem_checks/{name}", tests)
        for name, tests in {
            "certifying": ("certifying",),
            "deriving": ("deriving", "cli/test_derivations.py"),
            "facts": ("facts",),
            "judging": ("judging",),
            "proving": ("proving", "soundness"),
            "reporting": ("reporting", "cli"),
            "running": ("running", "cli"),
            "sampling": ("sampling",),
            "searching": ("searching",),
            "solving": ("solving",),
            "statements": ("statements", "proving", "judging"),
            "training": ("training",),
            "verdicts": ("verdicts",),
        }.items()
    },
}
"""By the name of a package: its folder, and where its tests stand."""

LEFT_OUT = ("BitOr", "_LShift", "_RShift", "Variable", "NoOp")
"""Operators of cosmic-ray: `A | B` is a type here, nobody writes shifts, others take arguments."""
TIMES, MORE_SECONDS = 5, 60
TESTS, CLAIMS, SURVIVED = "tests", "claims", "survived"


@dataclass(frozen=True, order=True)
class Slip:
    """A slip: which operator of cosmic-ray, which of the places where it can be applied."""

    file: str
    operator: str
    occurrence: int
    line: int

    @property
    def key(self) -> str:
        """What it is kept under."""
        return f"{self.file}:{self.line}:{self.operator}:{self.occurrence}"


def possible_slips(folder: Path) -> Iterator[Slip]:
    """All slips into the files of a folder."""
    import cosmic_ray.plugins
    from cosmic_ray.ast import ast_nodes, get_ast_from_path

    names = [n for n in cosmic_ray.plugins.operator_names() if not any(o in n for o in LEFT_OUT)]
    operators = {name: cosmic_ray.plugins.get_operator(name)() for name in names}
    for file in sorted(folder.rglob("*.py")):
        tree = get_ast_from_path(file)
        quiet = _annotated(file)
        for name, operator in operators.items():
            found = (p for node in ast_nodes(tree) for p in operator.mutation_positions(node))
            for occurrence, ((line, _), _) in enumerate(found):
                if line not in quiet:
                    yield Slip(str(file.relative_to(ROOT)), name, occurrence, line)


def _annotated(file: Path) -> set[int]:
    """The lines of annotations, imports, `__all__` and conditions on types alone."""
    lines: set[int] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        parts: list[Any] = []
        if isinstance(node, ast.AnnAssign | ast.arg) and node.annotation is not None:
            parts.append(node.annotation)
        if isinstance(node, ast.FunctionDef) and node.returns is not None:
            parts.append(node.returns)
        if isinstance(node, ast.Import | ast.ImportFrom):
            parts.append(node)
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            parts.append(node)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            parts.append(node)
        for part in parts:
            lines |= set(range(part.lineno, part.end_lineno + 1))
    return lines


def drawn(package: str, count: int, seed: int) -> list[Slip]:
    """So many of the possible slips into a package, each on another line."""
    by_line: dict[tuple[str, int], list[Slip]] = defaultdict(list)
    for slip in sorted(possible_slips(ROOT / PACKAGES[package][0])):
        by_line[slip.file, slip.line].append(slip)
    source = random.Random(f"{seed}:{package}")
    lines = source.sample(list(by_line.values()), min(count, len(by_line)))
    return [source.choice(slips) for slips in lines]


@cache
def importers(folder: str) -> dict[str, list[str]]:
    """By module, the files below a folder that import from it, by itself or from the top level."""
    import theorem_checks

    found = defaultdict(list)
    for file in sorted((ROOT / folder).rglob("*.py")):
        modules = set()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                modules |= {name.name for name in node.names}
            if isinstance(node, ast.ImportFrom) and node.module:
                modules |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
                if node.module == "theorem_checks":
                    values = (getattr(theorem_checks, name.name, None) for name in node.names)
                    modules |= {str(getattr(value, "__module__", "")) for value in values}
        for module in modules:
            found[module].append(str(file.relative_to(ROOT)))
    return found


def _module(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


class Copy:
    """A copy of the repository, in which slips are planted."""

    def __init__(self) -> None:
        shutil.rmtree(COPY, ignore_errors=True)
        COPY.parent.mkdir(exist_ok=True)
        subprocess.run(["git", "clone", "-q", ROOT, COPY], check=True)
        self._taken: dict[tuple[str, ...], float] = {}

    def noticed(self, slip: Slip, package: str) -> str:
        """What notices a slip: tests, claims, or nothing."""
        from cosmic_ray.mutating import mutate_code
        from cosmic_ray.plugins import get_operator

        path = COPY / slip.file
        before = path.read_text(encoding="utf-8")
        after = mutate_code(before, get_operator(slip.operator)(), slip.occurrence)
        assert after is not None, slip
        commands = list(self._commands(slip.file, package))
        for command, _ in commands:
            self._without_a_slip(command)
        path.write_text(after, encoding="utf-8")
        try:
            return next((by for command, by in commands if self._fails(command)), SURVIVED)
        finally:
            path.write_text(before, encoding="utf-8")

    def _commands(self, file: str, package: str) -> Iterator[tuple[tuple[str, ...], str]]:
        pytest = (
            sys.executable,
            "-m",
            "pytest",
            "-x",
            "-q",
            "-p",
            "no:xdist",
            "-p",
            "no:cacheprovider",
        )
        near = [t for t in importers("tests").get(_module(file), []) if "/test_" in t]
        if near:
            yield (*pytest, *near), TESTS
        yield from (((*pytest, f"tests/{place}"), TESTS) for place in PACKAGES[package][1])
        if package == "constructions" and (claims := importers("proofs").get(_module(file))):
            verify = (sys.executable, "-m", "theorem_checks", "verify", "--jobs", "1")
            yield (*verify, "--ledger", str(COPY / "none.sqlite"), *claims), CLAIMS

    def _without_a_slip(self, command: tuple[str, ...]) -> None:
        if command not in self._taken:
            begun = time.monotonic()
            if self._run(command, None):
                raise SystemExit(f"This fails without a slip: {' '.join(command)}")
            self._taken[command] = time.monotonic() - begun

    def _fails(self, command: tuple[str, ...]) -> bool:
        return self._run(command, TIMES * self._taken[command] + MORE_SECONDS)

    def _run(self, command: Sequence[str], seconds: float | None) -> bool:
        """Whether a command fails, or does not end in time."""
        (COPY / "none.sqlite").unlink(missing_ok=True)
        environment = os.environ | {"PYTHONPATH": str(COPY), "PYTHONDONTWRITEBYTECODE": "1"}
        process = subprocess.Popen(
            command,
            cwd=COPY,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            return process.wait(seconds) != 0
        except subprocess.TimeoutExpired:
            return True
        finally:
            _end(process)


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End a process and all that it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def digest(file: str) -> str:
    """A short digest of a file of the repository."""
    return hashlib.sha256((ROOT / file).read_bytes()).hexdigest()[:16]


def kept() -> dict[str, dict[str, Any]]:
    """What was found before, of files that are as they were."""
    known = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    return {
        key: one
        for key, one in known.items()
        if (ROOT / one["file"]).exists() and digest(one["file"]) == one["digest"]
    }


def keep(known: dict[str, dict[str, Any]]) -> None:
    """Write down what was found."""
    text = json.dumps(dict(sorted(known.items())), indent=1) + "\n"
    partial = RESULTS.with_suffix(".part")
    partial.write_text(text, encoding="utf-8")
    partial.replace(RESULTS)


def table(known: dict[str, dict[str, Any]], equivalent: dict[str, str]) -> str:
    """The counts by package, as Markdown."""
    rows = ["| package | planted | by tests | by claims | equivalent | survived | noticed |"]
    rows.append("|---|---|---|---|---|---|---|")
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for key, one in known.items():
        by = "equivalent" if key in equivalent and one["by"] == SURVIVED else one["by"]
        for package in (one["package"], "all"):
            counts[package][by] += 1
    for package in [*sorted(set(counts) - {"all"}), *({"all"} & set(counts))]:
        count = counts[package]
        planted = count.total()
        of = planted - count["equivalent"]
        share = f"{100 * (of - count[SURVIVED]) / of:.0f} %" if of else ""
        cells = [planted, count[TESTS], count[CLAIMS], count["equivalent"], count[SURVIVED], share]
        rows.append(f"| {package} | {' | '.join(map(str, cells))} |")
    return "\n".join(rows) + "\n"


def write_page(text: str) -> None:
    """Put the table into its page."""
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(before + BEGIN + "\n" + text + "\n" + END + after, encoding="utf-8")


def main() -> None:
    """Plant what is not known yet, one package after the other, and write the table."""
    parser = argparse.ArgumentParser(description="Plant slips, and count which are noticed.")
    parser.add_argument("--plants", type=int, default=120, help="slips for each package")
    parser.add_argument("--package", action="append", choices=PACKAGES, help="which; all, if none")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=1e9, help="after which nothing is begun")
    given = parser.parse_args()
    end = time.monotonic() + 60 * given.minutes
    known, equivalent = kept(), json.loads(EQUIVALENT.read_text(encoding="utf-8"))
    wanted = {name: drawn(name, given.plants, given.seed) for name in given.package or PACKAGES}
    turns = max(map(len, wanted.values()))
    work = [
        (name, slips[k]) for k in range(turns) for name, slips in wanted.items() if k < len(slips)
    ]
    left = [(name, slip) for name, slip in work if slip.key not in known]
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    copy = Copy()
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("planting", total=len(left))
        for name, slip in left:
            if time.monotonic() > end:
                break
            bar.update(task, description=slip.file)
            by = copy.noticed(slip, name)
            known[slip.key] = asdict(slip) | {
                "package": name,
                "by": by,
                "digest": digest(slip.file),
            }
            keep(known)
            bar.advance(task)
    write_page(table(known, equivalent))
    print(table(known, equivalent))


if __name__ == "__main__":
    main()
