"""Plant slips into the code, one at a time, and count which of them the tests and claims notice.

The slips are drawn by a seed, so many for each package (`mutants_slips`). First each test of the
package is run once, to see which functions it calls (`mutants_live`). A slip in a function is then
tried by the tests that call it, those of its own file's tests first, then the quickest of each
file, until one fails or a minute's worth has passed: in a process that is forked with all tests
collected (`mutants_session`), where the functions have the changed code. A slip outside of
functions, or in one that is called when the tests are imported, is written into a copy of the
repository, and files of tests that import from there, and pass without a slip, are run in a new
process, a minute's worth again; and any other one that is not noticed, with such files of other
folders. For `constructions` the claims whose files import from the file are run after that. What
takes five times as long as without a slip, and 20 s more, has noticed it.

What was found is kept, so that a run can be ended and goes on. Slips that change nothing stand in
`equivalent_mutants.json` with the reason, and count as such once another reader than its author has
marked it as read. The table is written to docs/strength.md.

Needs cosmic-ray (`pip install cosmic-ray`). Run:
    python benchmarks/mutants.py [--plants 120] [--package NAME ...] [--again] [--minutes 60]

`--own` is for after tests have been written: only the tests of the package's own folder are
collected, and of what these do not notice nothing is kept.
"""

import argparse
import ast
import contextlib
import difflib
import json
import os
import queue
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from mutants_slips import Slip, drawn, still_possible
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "results" / "mutants.json"
EQUIVALENT = ROOT / "benchmarks" / "results" / "equivalent_mutants.json"
PAGE = ROOT / "docs" / "strength.md"
OWN = ROOT / ".theorem-checks" / "mutants"
CALLS = OWN / "calls.json"
BEGIN, END = "<!-- mutants -->\n", "<!-- end of mutants -->\n"

PACKAGES = {
    "constructions": ("constructions", ("constructions", "proofs")),
    **{
        name: (f"theorem_checks/{name}", tests)
        for name, tests in {
            "certifying": ("certifying",),
            "deriving": ("deriving", "cli/test_show_derivations.py"),
            "facts": ("facts", "proving", "soundness"),
            "judging": ("judging", "statements", "soundness", "certifying"),
            "proving": ("proving", "soundness"),
            "reporting": ("reporting", "cli"),
            "running": ("running", "cli"),
            "sampling": ("sampling",),
            "searching": ("searching", "statements"),
            "solving": ("solving", "proving", "soundness"),
            "statements": ("statements", "proving", "judging"),
            "training": ("training",),
            "verdicts": ("verdicts",),
        }.items()
    },
}
"""By the name of a package: its folder, and where its tests stand."""

TESTS, CLAIMS, SURVIVED = "tests", "claims", "survived"
PYTEST = (sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:xdist", "-p", "no:cacheprovider")
SECONDS = 60
"""So many seconds' worth of tests are run for a slip, at the most."""
UNKNOWN = SECONDS / 3
"""So many seconds a file of tests is taken to need that has not been mapped."""


class Session:
    """A process of pytest with all tests of some places collected (`mutants_session`)."""

    def __init__(self, folder: Path, places: Sequence[str]) -> None:
        here, there = socket.socketpair()
        script = Path(__file__).with_name("mutants_session.py")
        self._process = subprocess.Popen(
            [sys.executable, script, str(there.fileno()), *places],
            cwd=folder,
            env=_environment(folder),
            pass_fds=[there.fileno()],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        there.close()
        self._asked, self._lines = here, here.makefile("r", encoding="utf-8")
        begun = self._answer()
        self.tests: list[str] = begun["tests"]
        self.at_import = frozenset[str](begun["at_import"])

    def ask(self, what: dict[str, Any]) -> dict[str, Any]:
        """What it answers."""
        self._asked.sendall(json.dumps(what).encode() + b"\n")
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        line = self._lines.readline()
        if not line:
            raise SystemExit("The tests could not be collected; run pytest to see why.")
        return json.loads(line)

    def end(self) -> None:
        """End the process."""
        self._lines.close()
        self._asked.close()
        _end(self._process)


def _environment(folder: Path) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}


def _within(test: str, folder: str) -> bool:
    return test.startswith(f"tests/{folder}/")


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End a process and all that it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


class CallsOfTests:
    """Which tests call a function, and how long each takes, as they were when they were mapped."""

    def __init__(self) -> None:
        self._tests: dict[str, dict[str, Any]] = {}
        self._writing = threading.Lock()
        if CALLS.exists():
            self._tests = json.loads(CALLS.read_text(encoding="utf-8"))
        self._by_function: dict[str, list[str]] = defaultdict(list)
        for test in self._tests:
            self._add(test)

    def _add(self, test: str) -> None:
        if self._tests[test]["ok"]:
            for function in self._tests[test]["calls"]:
                self._by_function[function].append(test)

    def missing(self, tests: Sequence[str]) -> list[list[str]]:
        """The tests that are not mapped yet, those of a file together."""
        by_file: dict[str, list[str]] = defaultdict(list)
        for test in tests:
            if test not in self._tests:
                by_file[test.partition("::")[0]].append(test)
        return list(by_file.values())

    def note(self, found: Sequence[dict[str, Any]]) -> None:
        """Take in what was found of some tests, and write it down."""
        with self._writing:
            for one in found:
                test = one.pop("test")
                self._tests[test] = one
                self._add(test)
            partial = CALLS.with_suffix(".part")
            partial.write_text(json.dumps(self._tests), encoding="utf-8")
            partial.replace(CALLS)

    def forget(self, folder: str) -> None:
        """Map the tests of a folder anew: what was changed since may call other functions."""
        self._tests = {test: one for test, one in self._tests.items() if not _within(test, folder)}
        self._by_function.clear()
        for test in self._tests:
            self._add(test)

    def quick(self, files: Iterable[str]) -> list[str]:
        """Files of tests, the quickest first, that take no more than a minute together."""
        seconds: Counter[str] = Counter()
        for test, one in self._tests.items():
            seconds[test.partition("::")[0]] += one["seconds"]
        chosen, total = [], 0.0
        for file in sorted(files, key=lambda file: seconds.get(file, UNKNOWN)):
            total += seconds.get(file, UNKNOWN)
            if chosen and total > SECONDS:
                break
            chosen.append(file)
        return chosen

    def of(self, slip: Slip, collected: Container[str]) -> tuple[list[str], list[float]]:
        """The tests that call the function of a slip, or any of its file where it is in none."""
        if slip.function:
            found = self._by_function.get(f"{slip.file}::{slip.function}", [])
        else:
            own = (t for f, t in self._by_function.items() if f.startswith(f"{slip.file}::"))
            found = list(dict.fromkeys(test for tests in own for test in tests))
        by_file: dict[str, list[str]] = defaultdict(list)
        for test in sorted(found, key=lambda test: self._tests[test]["seconds"]):
            by_file[test.partition("::")[0]].append(test)
        stem = Path(slip.file).stem.strip("_")
        order = [
            (stem not in Path(file).stem, place, test)
            for file, tests in by_file.items()
            for place, test in enumerate(tests)
        ]
        chosen, total = [], 0.0
        for _, _, test in sorted(order):
            if test not in collected:
                continue
            total += self._tests[test]["seconds"]
            if chosen and total > SECONDS:
                break
            chosen.append(test)
        return chosen, [self._tests[test]["seconds"] for test in chosen]


class Planting:
    """Copies of the repository, and sessions in which slips are tried."""

    def __init__(self, calls: CallsOfTests, places: Sequence[str], jobs: int) -> None:
        self.calls = calls
        self.written = _clone("written")
        self._writing = threading.Lock()
        self._passing: dict[tuple[str, ...], bool] = {}
        self._loaded = _clone("loaded")
        self._free: queue.Queue[Session] = queue.Queue()
        for _ in range(jobs):
            self._free.put(Session(self._loaded, places))
        with self.session() as session:
            self.tests = dict.fromkeys(session.tests)
            self._at_import = session.at_import

    def end(self) -> None:
        """End the sessions."""
        while not self._free.empty():
            self._free.get().end()

    @contextlib.contextmanager
    def session(self) -> Iterator[Session]:
        """A session that nobody else asks meanwhile."""
        session = self._free.get()
        try:
            yield session
        finally:
            self._free.put(session)

    def map(self, tests: list[str]) -> None:
        """See which functions these tests call."""
        with self.session() as session:
            self.calls.note(session.ask({"map": tests})["found"])

    def noticed(self, slip: Slip, package: str, *, own: bool) -> str:
        """What notices a slip: tests, claims, or nothing; `own`: of the tests of its folder."""
        tests, seconds = self.calls.of(slip, self.tests)
        by = "unreached"
        if slip.function and tests:
            text = slip.text(self._loaded)
            request = {"file": slip.file, "text": text, "tests": tests, "seconds": seconds}
            with self.session() as session:
                by = session.ask(request)["by"]
        if by == "error":
            raise SystemExit(f"The session could not try {slip}.")
        if by == "noticed":
            return TESTS
        folder = f"tests/{PACKAGES[package][1][0]}" if own else "tests"
        done = by == SURVIVED and f"{slip.file}::{slip.function}" not in self._at_import
        with self._writing:
            others = self._tests_of(slip, tests, folder, but_collected=done)
            if others and self._fail_by_it(slip, others):
                return TESTS
            if package == "constructions" and not own and self._fails(slip, self._claims_of(slip)):
                return CLAIMS
        return SURVIVED

    def _tests_of(
        self, slip: Slip, tests: Sequence[str], folder: str, *, but_collected: bool
    ) -> list[str]:
        """Tests in a new process: what is computed at import is computed with the slip there."""
        near = importers(self.written, folder, _module(slip.file))
        near = [one for one in near if Path(one).name.startswith("test_")]
        if but_collected:  # nothing that they import has called it
            collected = {test.partition("::")[0] for test in self.tests}
            return self.calls.quick(one for one in near if one not in collected)
        chosen = [*self.calls.quick(near), *(test for test in tests if not slip.function)]
        if not chosen:
            own = {test.partition("::")[0] for test in self.tests}
            chosen = self.calls.quick(one for one in own if one.startswith(f"{folder}/"))
        return chosen

    def _fail_by_it(self, slip: Slip, tests: Sequence[str]) -> bool:
        """Whether tests fail with a slip that pass without it."""
        if not self._fails(slip, [*PYTEST, *tests]):
            return False
        if self._pass(tests):
            return True
        sound = [one for one in tests if self._pass([one.partition("::")[0]])]
        return bool(sound) and self._fails(slip, [*PYTEST, *sound])

    def _pass(self, tests: Sequence[str]) -> bool:
        """Whether files or folders of tests pass without a slip; what does not notices none."""
        key = tuple(tests)
        if key not in self._passing:
            self._passing[key] = not self._ends_badly([*PYTEST, *tests])
        return self._passing[key]

    def _claims_of(self, slip: Slip) -> list[str]:
        claims = importers(self.written, "proofs", _module(slip.file))
        verify = [sys.executable, "-m", "theorem_checks", "verify", "--jobs", "1"]
        return [*verify, "--ledger", str(OWN / "none.sqlite"), *claims] if claims else []

    def _fails(self, slip: Slip, command: Sequence[str]) -> bool:
        """Whether a command fails with a slip, or takes over five minutes."""
        if not command:
            return False
        (OWN / "none.sqlite").unlink(missing_ok=True)
        path = self.written / slip.file
        before = path.read_text(encoding="utf-8")
        path.write_text(slip.text(self.written), encoding="utf-8")
        try:
            return self._ends_badly(command)
        finally:
            path.write_text(before, encoding="utf-8")

    def _ends_badly(self, command: Sequence[str]) -> bool:
        process = subprocess.Popen(
            command,
            cwd=self.written,
            env=_environment(self.written),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            return process.wait(5 * SECONDS) != 0
        except subprocess.TimeoutExpired:
            return True
        finally:
            _end(process)


def _clone(name: str) -> Path:
    """A copy of the repository."""
    folder = OWN / name
    shutil.rmtree(folder, ignore_errors=True)
    OWN.mkdir(parents=True, exist_ok=True)
    subprocess.run(["git", "clone", "-q", ROOT, folder], check=True)
    return folder


def importers(root: Path, folder: str, wanted: str) -> list[str]:
    """The files below a folder that import from a module, by itself or from the top level."""
    import theorem_checks

    found = []
    for file in sorted((root / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            modules = set()
            if isinstance(node, ast.Import):
                modules |= {name.name for name in node.names}
            if isinstance(node, ast.ImportFrom) and node.module:
                modules |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
                if node.module == "theorem_checks":
                    values = (getattr(theorem_checks, name.name, None) for name in node.names)
                    modules |= {str(getattr(value, "__module__", "")) for value in values}
            if wanted in modules:
                found.append(str(file.relative_to(root)))
                break
    return found


def _module(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def kept() -> dict[str, dict[str, Any]]:
    """What was found before, of slips that can still be made."""
    known = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    possible = still_possible(ROOT, known)
    return {key: one for key, one in known.items() if key in possible}


WRITING = threading.Lock()


def keep(known: dict[str, dict[str, Any]]) -> None:
    """Write down what was found."""
    with WRITING:
        text = json.dumps(dict(sorted(known.items())), indent=1) + "\n"
        partial = RESULTS.with_suffix(".part")
        partial.write_text(text, encoding="utf-8")
        partial.replace(RESULTS)


def change(slip: Slip) -> list[str]:
    """The lines that a slip takes away and puts in."""
    before = (ROOT / slip.file).read_text(encoding="utf-8").splitlines()
    lines = difflib.unified_diff(before, slip.text(ROOT).splitlines(), n=0, lineterm="")
    return [line for line in list(lines)[2:] if not line.startswith("@@")]


def reasons() -> dict[str, dict[str, Any]]:
    """Why slips change nothing, and whether others than the author have read it."""
    return json.loads(EQUIVALENT.read_text(encoding="utf-8"))


def equivalents() -> set[str]:
    """The slips that change nothing, for a reason that others than its author have read."""
    return {key for key, one in reasons().items() if one["read"]}


def table(known: dict[str, dict[str, Any]], equivalent: Container[str]) -> str:
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


def in_turn(work: Sequence[Any], do: Any, what: str, jobs: int, end: float) -> None:
    """Do each piece of work, several at a time, while there is time; and show how far it is."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    left, lock = iter(work), threading.Lock()
    errors: list[BaseException] = []
    with Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True)) as bar:
        task = bar.add_task(what, total=len(work))

        def worker() -> None:
            while time.monotonic() < end and not errors:
                with lock:
                    one = next(left, None)
                if one is None:
                    return
                try:
                    do(one)
                except BaseException as error:  # told by the main thread
                    errors.append(error)
                bar.advance(task)

        threads = [threading.Thread(target=worker) for _ in range(jobs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    if errors:
        raise errors[0]


def plant_into(
    package: str,
    slips: Sequence[Slip],
    calls: CallsOfTests,
    known: dict[str, Any],
    jobs: int,
    end: float,
    *,
    own: bool,
) -> None:
    """Plant slips into a package, and keep what notices each in `known`.

    Only its own tests are collected: others' would start threads of JAX, and a process that is
    forked with these stands still.
    """
    places = [f"tests/{place}" for place in PACKAGES[package][1][: 1 if own else None]]
    planting = Planting(calls, places, jobs)
    try:
        missing = calls.missing(list(planting.tests))
        in_turn(missing, planting.map, f"files of tests of {package}", jobs, end)

        def plant(slip: Slip) -> None:
            by = planting.noticed(slip, package, own=own)
            if own and by == SURVIVED:
                return
            known[slip.key] = {"package": package, "by": by, "change": change(slip)}
            keep(known)

        in_turn(slips, plant, f"slips into {package}", jobs, end)
    finally:
        planting.end()


def main() -> None:
    """Plant what is not known yet, one package after the other, and write the table."""
    parser = argparse.ArgumentParser(description="Plant slips, and count which are noticed.")
    parser.add_argument("--plants", type=int, default=120, help="slips for each package")
    parser.add_argument("--package", action="append", choices=PACKAGES, help="which; all, if none")
    parser.add_argument(
        "--again", action="store_true", help="try once more what survived without a reason"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2, help="how many slips are tried at a time")
    parser.add_argument("--minutes", type=float, default=1e9, help="after which nothing is begun")
    parser.add_argument("--own", action="store_true", help="with tests of the own folder only")
    given = parser.parse_args()
    end = time.monotonic() + 60 * given.minutes
    known, equivalent = kept(), equivalents()
    calls = CallsOfTests()
    for package in given.package or PACKAGES:
        slips = drawn(ROOT, PACKAGES[package][0], given.plants, given.seed)
        again = {k for k, one in known.items() if one["by"] == SURVIVED and given.again}
        done = set(known) - (again - set(reasons()))
        if left := [slip for slip in slips if slip.key not in done]:
            if given.again:
                calls.forget(PACKAGES[package][1][0])
            plant_into(package, left, calls, known, given.jobs, end, own=given.own)
    write_page(table(known, equivalent))
    print(table(known, equivalent))


if __name__ == "__main__":
    main()
