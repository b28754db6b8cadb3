"""Plant slips into the code, one at a time, and count which of them the tests and claims notice.

The slips are drawn by a seed, so many for each package (`mutants_slips`). First each test of the
package is run once, and again when its file has changed, to see which functions it calls
(`mutants_live`). A slip in a function is then tried by the tests that call it, those of its own
file's tests first, then the quickest of each file, until one fails or a minute's worth has passed:
in a process that is forked with all tests collected (`mutants_session`), where the functions have
the changed code. A slip outside of functions, or in one that is called when the tests are imported,
is written into a copy of the repository, and files of tests that import from there, and pass
without a slip, are run in a new process, a minute's worth again; and any other one that is not
noticed, with such files of other folders. For `constructions` the claims whose files import from
the file are run after that, and for `certifying` the tests that compare exports, which are made in
a process of their own. What takes five times as long as without a slip, and 20 s more, has noticed
it.

What was found is kept, so that a run can be ended and goes on. Slips that change nothing stand in
`equivalent_mutants.json` with the reason, and count as such once another reader than its author has
marked it as read. The table is written to docs/strength.md.

Needs cosmic-ray (`pip install cosmic-ray`). Run:
    python benchmarks/mutants.py [--plants 120] [--package NAME ...] [--again] [--minutes 60]

All are first tried with fifteen seconds' worth of the tests of the package's own folder, and what
these do not notice, which counts as survived till then, with all that was said. `--own` is for
after tests have been written: only tests of the own folder are asked, and of what they do not
notice nothing is kept.
"""

import argparse
import ast
import contextlib
import difflib
import functools
import hashlib
import itertools
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
from collections.abc import Container, Iterable, Sequence
from pathlib import Path
from typing import Any

from mutants_slips import Slip, drawn, possible_slips, still_possible
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "results" / "mutants.json"
EQUIVALENT = ROOT / "benchmarks" / "results" / "equivalent_mutants.json"
PAGE = ROOT / "docs" / "strength.md"
OWN = ROOT / ".theorem-checks" / "mutants"
CALLS = OWN / "calls.json"
LOADED = OWN / "loaded"
"""The copy of the repository, as it was at the start of a package, in which tests are collected."""
BEGIN, END = "<!-- mutants -->\n", "<!-- end of mutants -->\n"

PACKAGES = {
    "constructions": ("constructions", ("constructions", "proofs")),
    "words": (
        "theorem_checks/*.py",
        ("test_claims.py", "test_checks.py", "test_errors.py", "cli", "running"),
    ),
    **{
        name: (f"theorem_checks/{name}", tests)
        for name, tests in {
            "certifying": ("certifying",),
            "cli": ("cli",),
            "deriving": ("deriving", "cli/test_show_derivations.py"),
            "facts": ("facts", "proving", "soundness"),
            "judging": ("judging", "statements", "soundness", "certifying"),
            "proving": ("proving", "soundness"),
            "pytest_plugin": ("pytest_plugin",),
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
"""By the name of a package: its folder or files, and where its tests stand."""

WORKERS = {"cli", "pytest_plugin", "reporting", "running", "words"}
"""Packages whose tests start processes, which do not see what has been changed in this one."""

APART = {"certifying": ("tests/certifying/test_certify.py",)}
"""Files of tests that call the code of a package in processes of their own, where no session sees
which functions: each slip that nothing else notices is tried by them."""

TESTS, CLAIMS, SURVIVED = "tests", "claims", "survived"
PYTEST = (sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:xdist", "-p", "no:cacheprovider")
HELP_SECONDS = "worth of tests for a slip; below 60, one that was tried is in no new process"
SECONDS = 60
"""So many seconds' worth of tests are run for a slip at the most, if not said otherwise."""
BRIEFLY = 15
"""So many in the first round, where those that are noticed at once are told from the others."""
UNKNOWN = SECONDS / 3
"""So many seconds a file of tests is taken to need that has not been mapped."""


class Asked:
    """One of the processes of a session, which answers what it is asked."""

    def __init__(self, asked: socket.socket) -> None:
        self._asked, self._lines = asked, asked.makefile("r", encoding="utf-8")
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
        """Ask no more."""
        self._lines.close()
        self._asked.close()


class Session:
    """Pytest with all tests of some places collected, in so many processes (`mutants_session`)."""

    def __init__(self, folder: Path, places: Sequence[str], jobs: int) -> None:
        pairs = [socket.socketpair() for _ in range(jobs)]
        numbers = [there.fileno() for _, there in pairs]
        script = Path(__file__).with_name("mutants_session.py")
        self._process = subprocess.Popen(
            [sys.executable, script, ",".join(map(str, numbers)), *places],
            cwd=folder,
            env=_environment(folder),
            pass_fds=numbers,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        for _, there in pairs:
            there.close()
        self._all = [Asked(here) for here, _ in pairs]
        self.tests, self.at_import = self._all[0].tests, self._all[0].at_import
        self._free: queue.Queue[Asked] = queue.Queue()
        for one in self._all:
            self._free.put(one)

    def ask(self, what: dict[str, Any]) -> dict[str, Any]:
        """What a process answers that nobody else asks meanwhile."""
        one = self._free.get()
        try:
            return one.ask(what)
        finally:
            self._free.put(one)

    def end(self) -> None:
        """End the processes."""
        for one in self._all:
            one.end()
        _end(self._process)


def _environment(folder: Path) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPATH": str(folder)}


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End a process and all that it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


class CallsOfTests:
    """Which tests call a function, and how long each takes, as they were when they were mapped."""

    def __init__(self, root: Path, most: float) -> None:
        self._tests: dict[str, dict[str, Any]] = {}
        self._root, self.most = root, most
        self._writing = threading.Lock()
        self._texts: dict[str, str] = {}
        self._written = time.monotonic()
        if CALLS.exists():
            known = json.loads(CALLS.read_text(encoding="utf-8"))
            self._tests = {t: one for t, one in known.items() if one["text"] == self._text(t)}
        self._by_function: dict[str, list[str]] = defaultdict(list)
        for test in self._tests:
            self._add(test)

    def _add(self, test: str) -> None:
        if self._tests[test]["ok"]:
            for function in self._tests[test]["calls"]:
                self._by_function[function].append(test)

    def _text(self, test: str) -> str:
        """A digest of the file that a test stands in: where it has changed, it is mapped anew."""
        file = test.partition("::")[0]
        if file not in self._texts:
            path = self._root / file
            text = path.read_bytes() if path.exists() else b""
            self._texts[file] = hashlib.sha256(text).hexdigest()[:12]
        return self._texts[file]

    def missing(self, tests: Sequence[str]) -> list[list[str]]:
        """The tests that are not mapped yet, those of a file together."""
        by_file: dict[str, list[str]] = defaultdict(list)
        for test in tests:
            if test not in self._tests:
                by_file[test.partition("::")[0]].append(test)
        return list(by_file.values())

    def note(self, found: Sequence[dict[str, Any]]) -> None:
        """Take in what was found of some tests, and write it down now and then."""
        with self._writing:
            for one in found:
                test = one.pop("test")
                self._tests[test] = one | {"text": self._text(test)}
                self._add(test)
        if time.monotonic() > self._written + SECONDS / 2:
            self.write()

    def write(self) -> None:
        """Write down what was found of all tests."""
        with self._writing:
            self._written = time.monotonic()
            partial = CALLS.with_suffix(".part")
            partial.write_text(json.dumps(self._tests), encoding="utf-8")
            partial.replace(CALLS)

    def sound(self, files: Iterable[str]) -> bool:
        """Whether all tests of these files are mapped, and passed then."""
        return set(files) <= self._sound()

    def _sound(self) -> set[str]:
        by_file: dict[str, bool] = defaultdict(lambda: True)
        for test, one in self._tests.items():
            by_file[test.partition("::")[0]] &= one["ok"]
        return {file for file, ok in by_file.items() if ok}

    def quick(self, files: Iterable[str], stem: str, most: float) -> list[str]:
        """Files of tests, those named so and the quickest first, that take no longer than that."""
        seconds: Counter[str] = Counter()
        for test, one in self._tests.items():
            seconds[test.partition("::")[0]] += one["seconds"]
        chosen, total = [], 0.0

        def place(file: str) -> tuple[bool, float]:
            return stem not in Path(file).stem, seconds.get(file, UNKNOWN)

        for file in sorted(files, key=place):
            total += seconds.get(file, UNKNOWN)
            if chosen and total > most:
                break
            chosen.append(file)
        return chosen

    def of(
        self, slip: Slip, collected: Container[str], most: float
    ) -> tuple[list[str], list[float]]:
        """The tests that call the function of a slip, or any of its file where it is in none."""
        if slip.function:
            found = self._by_function.get(f"{slip.file}::{slip.function}", [])
        else:
            own = (t for f, t in self._by_function.items() if f.startswith(f"{slip.file}::"))
            found = list(dict.fromkeys(test for tests in own for test in tests))
        by_file: dict[str, list[str]] = defaultdict(list)
        for test in sorted(found, key=lambda test: self._tests[test]["seconds"]):
            by_file[test.partition("::")[0]].append(test)
        order = [
            (slip.distance(file), place, test)
            for file, tests in by_file.items()
            for place, test in enumerate(tests)
        ]
        chosen, total = [], 0.0
        for _, _, test in sorted(order):
            if test not in collected:
                continue
            total += self._tests[test]["seconds"]
            if chosen and total > most:
                break
            chosen.append(test)
        return chosen, [self._tests[test]["seconds"] for test in chosen]


class Planting:
    """Copies of the repository, and a session in which slips are tried."""

    def __init__(self, calls: CallsOfTests, places: Sequence[str], jobs: int) -> None:
        self.calls = calls
        self._passing: dict[tuple[str, ...], bool] = {}
        self.copy = LOADED
        self._written: queue.Queue[Path] = queue.Queue()
        for job in range(jobs):
            self._written.put(copied(LOADED, OWN / f"written-{job}"))
        self._asked: dict[Slip, set[str]] = {}  # tests that have not noticed it
        self._session = Session(self.copy, places, jobs)
        self.tests = dict.fromkeys(self._session.tests)
        self._at_import = self._session.at_import

    def end(self) -> None:
        """End the session."""
        self._session.end()

    def map(self, tests: list[str]) -> None:
        """See which functions these tests call."""
        self.calls.note(self._session.ask({"map": tests})["found"])

    def noticed(self, slip: Slip, package: str, *, own: bool, briefly: bool) -> str:
        """What notices a slip: tests, claims, or nothing.

        **Arguments**: `own`, whether the tests of its folder alone are asked; `briefly`, whether
        only some of these, and none in a new process.
        """
        folder = f"tests/{PACKAGES[package][1][0]}"
        asked = {test for test in self.tests if test.startswith(folder)} if own else {*self.tests}
        asked -= self._asked.get(slip, set())
        tests, seconds = self.calls.of(slip, asked, BRIEFLY if briefly else self.calls.most)
        by = SURVIVED if self._asked.get(slip) else "unreached"
        if slip.function and tests:
            text = slip.text(self.copy)
            request = {"file": slip.file, "text": text, "tests": tests, "seconds": seconds}
            by = self._session.ask(request)["by"]
        if by == "error":
            raise SystemExit(f"The session could not try {slip}.")
        if by == "noticed":
            return TESTS
        if briefly:
            self._asked[slip] = set(tests)
            return SURVIVED
        others = self._tests_of(slip, tests, package, own=own, tried=by == SURVIVED)
        others += [file for file in APART.get(package, ()) if file not in others]
        written = self._written.get()
        try:
            if others and self._fail_by_it(slip, others, written):
                return TESTS
            if package == "constructions" and not own:
                claims = self._claims_of(slip, written)
                if claims and self._fails(slip, claims, written):
                    return CLAIMS
        finally:
            self._written.put(written)
        return SURVIVED

    def _tests_of(
        self, slip: Slip, tests: Sequence[str], package: str, *, own: bool, tried: bool
    ) -> list[str]:
        """Tests in a new process: what is computed at import is computed with the slip there.

        Where a slip was `tried` in the session, fewer are: there is less to be noticed.
        """
        folder = f"tests/{PACKAGES[package][1][0]}"
        near = importers(self.copy, folder if own else "tests", _module(slip.file))
        near = [one for one in near if Path(one).name.startswith("test_")]
        collected = {test.partition("::")[0] for test in self.tests}
        most = self.calls.most
        if tried and package not in WORKERS:
            most = BRIEFLY if most >= SECONDS else 0
            if f"{slip.file}::{slip.function}" not in self._at_import:
                near = [one for one in near if one not in collected]  # the others have not seen it
            return self.calls.quick(near, slip.stem, most) if most > 0 else []
        if package in WORKERS:
            near += [one for one in collected if one.startswith(folder)]
        chosen = self.calls.quick(dict.fromkeys(near), slip.stem, most)
        chosen += [test for test in tests if not slip.function]
        if not chosen:
            within = (one for one in collected if one.startswith(folder))
            chosen = self.calls.quick(within, slip.stem, most)
        return chosen

    def _fail_by_it(self, slip: Slip, tests: Sequence[str], written: Path) -> bool:
        """Whether tests fail with a slip that pass without it."""
        if not self._fails(slip, [*PYTEST, *tests], written):
            return False
        files = [one.partition("::")[0] for one in tests]
        if self.calls.sound(files) or self._pass(tests, written):
            return True
        sound = [one for one in tests if self._pass([one.partition("::")[0]], written)]
        return bool(sound) and self._fails(slip, [*PYTEST, *sound], written)

    def _pass(self, tests: Sequence[str], written: Path) -> bool:
        """Whether files or folders of tests pass without a slip; what does not notices none."""
        key = tuple(tests)
        if key not in self._passing:
            self._passing[key] = not _ends_badly([*PYTEST, *tests], written)
        return self._passing[key]

    def _claims_of(self, slip: Slip, written: Path) -> list[str]:
        claims = importers(self.copy, "proofs", _module(slip.file))
        verify = [sys.executable, "-m", "theorem_checks", "verify", "--jobs", "1"]
        return [*verify, "--ledger", str(_ledger(written)), *claims] if claims else []

    def _fails(self, slip: Slip, command: Sequence[str], written: Path) -> bool:
        """Whether a command fails with a slip, or takes over five minutes."""
        _ledger(written).unlink(missing_ok=True)
        path = written / slip.file
        before, then = path.read_text(encoding="utf-8"), path.stat()
        path.write_text(slip.text(self.copy), encoding="utf-8")
        moment = next(MOMENTS)
        os.utime(path, (moment, moment))
        try:
            return _ends_badly(command, written)
        finally:
            path.write_text(before, encoding="utf-8")
            os.utime(path, ns=(then.st_atime_ns, then.st_mtime_ns))


MOMENTS = itertools.count(int(time.time()) - 10**9)
"""When a slip was written, as Python is told: what it keeps compiled is known by that, in seconds,
and by the length of the text."""


def _ledger(written: Path) -> Path:
    return written.with_suffix(".sqlite")


def _ends_badly(command: Sequence[str], folder: Path) -> bool:
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=_environment(folder),
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


def copied(root: Path, folder: Path) -> Path:
    """A copy of the repository as it stands; what is compiled is kept from earlier ones."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    output = subprocess.run(listed, cwd=root, check=True, capture_output=True, text=True).stdout
    files = [file for file in output.split("\0") if file and (root / file).is_file()]
    wanted = {folder / file for file in files}
    for path in list(folder.rglob("*")):
        if path.is_file() and path not in wanted and not KEPT & set(path.parts):
            path.unlink()
    for file in files:
        source, target = root / file, folder / file
        if not target.exists() or source.read_bytes() != target.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    if not (folder / ".git").exists():
        subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    return folder


KEPT = {".git", "__pycache__", ".pytest_cache", ".hypothesis"}
"""What stays in a copy though it is not in the repository."""


READING = threading.Lock()
"""While code is parsed, which two threads cannot do at once."""


def importers(root: Path, folder: str, wanted: str) -> list[str]:
    """The files below a folder that import from a module, by itself or from the top level."""
    files = sorted((root / folder).rglob("*.py"))
    with READING:
        return [str(file.relative_to(root)) for file in files if wanted in _imported(file)]


@functools.cache
def _imported(file: Path) -> set[str]:
    """The modules that a file imports from, and for what is of the top level those it is from."""
    import theorem_checks

    modules: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules |= {name.name for name in node.names}
        if isinstance(node, ast.ImportFrom) and node.module:
            modules |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
            if node.module == "theorem_checks":
                values = (getattr(theorem_checks, name.name, None) for name in node.names)
                modules |= {str(getattr(value, "__module__", "")) for value in values}
    return modules


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


def change(slip: Slip, root: Path) -> list[str]:
    """The lines that a slip takes away and puts in."""
    before = (root / slip.file).read_text(encoding="utf-8").splitlines()
    lines = difflib.unified_diff(before, slip.text(root).splitlines(), n=0, lineterm="")
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
    slips: Sequence[tuple[str, Slip]],
    calls: CallsOfTests,
    known: dict[str, Any],
    jobs: int,
    end: float,
    rounds: Sequence[tuple[bool, bool]],
) -> None:
    """Plant slips into their packages, and keep what notices each in `known`.

    Only the tests of these packages are collected: others' would start threads of JAX, and a
    process that is forked with these stands still. In each of the `rounds` those are tried that are
    left, `own` and `briefly` or not, as `Planting.noticed` says.
    """
    packages = list(dict.fromkeys(package for package, _ in slips))
    first = [f"tests/{PACKAGES[package][1][0]}" for package in packages]
    others = [f"tests/{place}" for package in packages for place in PACKAGES[package][1][1:]]
    all_own = all(own for own, _ in rounds)
    planting = Planting(calls, list(dict.fromkeys([*first, *([] if all_own else others)])), jobs)
    left = list(slips)
    try:
        for own, briefly in rounds:
            asked = [t for t in planting.tests if not own or t.startswith(tuple(first))]
            told = f"{', '.join(packages)}, {'own tests' if own else 'all tests'}"
            in_turn(calls.missing(asked), planting.map, f"files of tests of {told}", jobs, end)
            calls.write()

            def plant(one: tuple[str, Slip], own: bool = own, briefly: bool = briefly) -> None:
                package, slip = one
                by = planting.noticed(slip, package, own=own, briefly=briefly)
                if by == SURVIVED and not briefly:
                    tell("not noticed by own tests" if own else "survived", slip, planting.copy)
                if by == SURVIVED and own and not briefly:
                    return
                if by != SURVIVED or not briefly:
                    left.remove(one)
                did = change(slip, planting.copy)
                known[slip.key] = {"package": package, "by": by, "change": did}
                keep(known)

            in_turn(list(left), plant, f"slips into {told}", jobs, end)
    finally:
        planting.end()


def tell(what: str, slip: Slip, root: Path) -> None:
    """Show a slip on the way."""
    print(f"{what}: {slip.key}, line {slip.line}", *change(slip, root), sep="\n  ", flush=True)


def main() -> None:
    """Plant what is not known yet, one package after the other, and write the table."""
    parser = argparse.ArgumentParser(description="Plant slips, and count which are noticed.")
    parser.add_argument("--plants", type=int, default=120, help="slips for each package")
    parser.add_argument("--package", action="append", choices=PACKAGES, help="which; all, if none")
    parser.add_argument(
        "--again", action="store_true", help="try only what survived without a reason"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2, help="how many slips are tried at a time")
    parser.add_argument("--minutes", type=float, default=1e9, help="after which nothing is begun")
    parser.add_argument("--own", action="store_true", help="with tests of the own folder only")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=HELP_SECONDS)
    parser.add_argument("--slowly", action="store_true", help="without the first, brief round")
    parser.add_argument("--briefly", action="store_true", help="the first, brief round alone")
    parser.add_argument("--together", action="store_true", help="collect all packages' tests once")
    given = parser.parse_args()
    end = time.monotonic() + 60 * given.minutes
    known, equivalent = kept(), equivalents()
    again = {key for key, one in known.items() if one["by"] == SURVIVED} - set(reasons())
    rounds = [(True, True), (False, False)]
    if given.own or given.slowly:
        rounds = [(given.own, False)]
    if given.briefly:
        rounds = [(True, True)]
    packages: list[str] = given.package or [*PACKAGES]
    for group in [packages] if given.together else [[one] for one in packages]:
        calls = CallsOfTests(copied(ROOT, LOADED), given.seconds)
        left: list[tuple[str, Slip]] = []
        for package in group:
            folder = PACKAGES[package][0]
            if given.again:
                slips = [one for one in possible_slips(LOADED, folder) if one.key in again]
            else:
                slips = drawn(LOADED, folder, given.plants, given.seed)
            left += [(package, one) for one in slips if given.again or one.key not in known]
        if left:
            plant_into(left, calls, known, given.jobs, end, rounds)
    write_page(table(known, equivalent))
    print(table(known, equivalent))


if __name__ == "__main__":
    main()
