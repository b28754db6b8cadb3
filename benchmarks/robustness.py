"""What becomes of results when a run is killed, files are damaged, or checks are hostile.

A hundred runs are killed at random moments, the run itself or any process below it; two thousand
ledgers, kept files, reports and files of programs are damaged; fifty hostile checks run beside
fifty sound ones. Counted are results that are *lost* though they had been kept, verdicts that are
*wrong*, processes that are *left behind*, and ends that are *unclear*: a traceback, or an error
that is none of the toolkit's. All are to be zero, and the exit status is 1 if one is not.

Run with `python benchmarks/robustness.py [--kills 100] [--damages 2000] [--hostile 50] [--seed 0]`.
"""

import argparse
import contextlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from constructions.errors import ConstructionError
from constructions.lsrl import ForEach, Input, Lin, LinState, ReLU
from constructions.lsrl.saving import load, save
from constructions.lsrl.targets import gru
from constructions.lsrl.targets.saving import load_weights, save_weights
from theorem_checks.errors import TheoremChecksError
from theorem_checks.reporting.changes.snapshots import snapshot_of
from theorem_checks.running.discovery import discover
from theorem_checks.running.kept_runs import KeptVerification
from theorem_checks.running.ledger import Ledger
from theorem_checks.running.plan import plan

MARK = "THEOREM_CHECKS_ROBUSTNESS"
COUNTS = ("lost", "wrong", "left behind", "unclear")
HEADER = """\
import os, sys, time
from theorem_checks import Claim, Evidence, Mutant, Source, check

def claim(name, *checks, **more):
    fields = dict(title="t", source=Source("p", "q"), statement="s", subject=1,
                  mutants=(Mutant("two", 2),), expect="HOLDS", module=__name__)
    return Claim(id=name, checks=checks, **{**fields, **more})

"""
SOUND = """
STATE = [1]

@check("exact")
def looks(subject):
    time.sleep({seconds})
    import builtins, decimal
    seen = (STATE, sorted([2, 1]), decimal.getcontext().prec, os.umask(0o22), Evidence.__name__)
    STATE.append(subject)
    if subject == 1:
        return Evidence.holds(repr(seen))
    return Evidence.refuted(reason=repr(seen))

claims = [claim(f"sound/{name}-{{i}}", looks) for i in range({count})]
"""
HOSTILE = (
    "os._exit(0)",
    "os.kill(os.getpid(), 9)",
    "os.kill(os.getppid(), 9); time.sleep(9)",
    "import psutil; [p.kill() for p in psutil.Process().parents()[:2]]; time.sleep(9)",
    "import ctypes; ctypes.string_at(0)",
    "while True: pass",
    "pow(7, 10**9)",
    "time.sleep(99)",
    "bytearray(50 * 2**30)",
    "kept = []\nwhile True: kept.append(bytearray(os.urandom(2**10) * 2**12))",
    "Evidence.refuted = classmethod(lambda cls, *a, **k: cls.holds('forged'))",
    "import builtins; builtins.sorted = lambda *a, **k: []",
    "import decimal; decimal.DefaultContext.prec = decimal.getcontext().prec = 3",
    "os.umask(0o777); os.nice(5); os.chdir('/')",
    "import signal; signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32)); time.sleep(99)",
    "sys.modules['json'] = None; sys.path[:] = []; sys.meta_path[:] = []",
    "import theorem_checks.running.validation as t; t.taken = lambda d: Evidence.holds('forged')",
    "import theorem_checks.verdicts as v; v.aggregate = lambda x: v.Verdict.HOLDS",
    "if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0: time.sleep(99)\n    os._exit(0)",
    "import subprocess; subprocess.Popen(['sleep', '99'], start_new_session=True)",
    "import threading; threading.Thread(target=time.sleep, args=(99,)).start()",
    "[os.write(n, b'{\"finished\": true}\\n') for n in range(3, 20) if os.path.exists("
    "f'/proc/self/fd/{n}')]",
    "os.closerange(0, 1000); time.sleep(9)",
    "raise type('E', (BaseException,), {'__str__': None})",
    "print('\\x1b]0;owned\\x07' * 10**5); raise ValueError('\\x1b[2J\\u202e')",
)


def written(folder: Path, name: str, text: str) -> Path:
    """Write a file of claims."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}.py"
    file.write_text(HEADER + text)
    return file


def left_behind(mark: str) -> list[int]:
    """The processes of a run that are there three seconds after its end."""
    wanted = f"{MARK}={mark}".encode()
    there: list[int] = []
    for _ in range(30):
        there = []
        for name in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError):
                if wanted in Path(f"/proc/{name}/environ").read_bytes():
                    there.append(int(name))
        if not there:
            break
        time.sleep(0.1)
    return there


def started(here: Path, mark: str, *arguments: str) -> "subprocess.Popen[str]":
    """Start a command of the toolkit."""
    return subprocess.Popen(
        [sys.executable, "-m", "theorem_checks", *arguments],
        cwd=here,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, MARK: mark, "THEOREM_CHECKS_LEDGER": str(here / "kept" / "l.sqlite")},
    )


def kept_keys(here: Path) -> set[str]:
    """The keys of all results that can be read from the ledger."""
    file = here / "kept" / "l.sqlite"
    if not file.exists():
        return set()
    with Ledger(file) as ledger:
        return {k.key for name in ledger.claims() for k in ledger.latest(name) if k.finished}


def killed_runs(times: int, chance: random.Random, found: Counter[str]) -> None:
    """Kill runs at random moments, and look at what they had kept."""
    with tempfile.TemporaryDirectory() as name:
        here = Path(name)
        for i in range(10):
            written(here / "claims", f"f{i}", SOUND.format(seconds=0.05, name=f"f{i}", count=4))
        (here / "kept").mkdir()
        for time_ in range(times):
            before, mark = kept_keys(here), f"kill-{os.getpid()}-{time_}"
            run = started(here, mark, "verify", "claims", "--json")
            with contextlib.suppress(subprocess.TimeoutExpired):
                run.wait(chance.uniform(0.2, 4))
            victims = [run.pid, *_below(run.pid)]
            victim = run.pid if chance.random() < 0.4 else chance.choice(victims)
            with contextlib.suppress(OSError):
                os.kill(victim, signal.SIGKILL)
            out, errors = run.communicate(timeout=120)
            found["left behind"] += len(left_behind(mark))
            found["unclear"] += "Traceback" in errors
            after = kept_keys(here)
            found["lost"] += len(before - after)
            if run.returncode in (0, 1):
                outcomes = json.loads(out)["outcomes"]
                # a check whose process was killed has no verdict, and runs again
                found["wrong"] += sum(o["verdict"] not in ("HOLDS", "UNDECIDED") for o in outcomes)
            if len(after) == 80:
                shutil.rmtree(here / "kept")
                (here / "kept").mkdir()


def _below(pid: int) -> list[int]:
    from theorem_checks.running.trees import descendants

    return descendants(pid)


def damaged(content: bytes, chance: random.Random) -> bytes:
    """Damage a content in one of several ways."""
    data = bytearray(content)
    at = chance.randrange(len(data) + 1)
    match chance.randrange(6):
        case 0:
            return bytes(data[:at])
        case 1:
            for _ in range(chance.randrange(1, 9)):
                data[chance.randrange(len(data))] = chance.randrange(256)
        case 2:
            data[at:at] = chance.randbytes(chance.randrange(1, 99))
        case 3:
            del data[at : at + chance.randrange(1, 99)]
        case 4:
            data[at : at + 512] = bytes(512)
        case _:
            data[at:at] = chance.choice([b"[" * 10**5, rb"\ud800", b"\xff\xfe", b'{"a":' * 10**4])
    return bytes(data)


ODD = (
    None,
    5,
    -1.5,
    b"\xff\x00",
    "",
    "[" * 10**5,
    "\ud800".encode("utf-8", "surrogatepass"),
    "PROVED",
)


def with_odd_rows(file: Path, chance: random.Random) -> None:
    """Edit the rows of a ledger, as someone may with any tool."""
    with contextlib.closing(sqlite3.connect(file)) as db, db:
        column = chance.choice(["key", "claim", "check_name", "variant", "evidence", "finished_at"])
        (rows,) = db.execute("SELECT count(*) FROM results").fetchone()
        row, value = chance.randrange(rows), chance.choice(ODD)
        if column == "evidence" and chance.random() < 0.5:
            old = "SELECT evidence FROM results LIMIT 1 OFFSET ?"
            (text,) = db.execute(old, (row,)).fetchone()
            value = text.replace("HOLDS", "PROVED").replace("REFUTED", "HOLDS")
        with contextlib.suppress(sqlite3.IntegrityError):
            db.execute(
                f"UPDATE results SET {column} = ? WHERE rowid IN"
                " (SELECT rowid FROM results LIMIT 1 OFFSET ?)",
                (value, row),
            )


class Damages:
    """Files as they were written, and what is read from them after each damage."""

    def __init__(self, here: Path) -> None:
        self.here = here
        claims = written(here / "claims", "a", SOUND.format(seconds=0, name="a", count=5))
        (here / "kept").mkdir()
        os.environ["THEOREM_CHECKS_LEDGER"] = str(here / "kept" / "l.sqlite")
        os.chdir(here)
        done = started(here, "damages", "verify", "claims", "--json")
        (here / "report.json").write_text(done.communicate()[0])
        started(here, "damages", "verify", "claims").communicate()
        self.jobs = plan(discover([claims], entry_points=False))
        with Ledger(here / "kept" / "l.sqlite") as ledger:
            ledger._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self.known = {job.key: ledger.get(job.key) for job in self.jobs}
        x = Input(2)
        self.program = ForEach(ReLU(LinState(Lin(x, [[1, 0], [2, "1/3"]]), [["1/2"]], [[1, 3]])))
        self.model = gru(self.program)
        save(self.program, here / "program.safetensors")
        save_weights(self.model, here / "model.safetensors")
        question = {"targets": ["claims"], "tier": "quick", "seed": 0, "experiments": False}
        self.question = question
        self.run = KeptVerification(question).read()

    def read_ledger(self) -> bool:
        """Whether all that is read of a ledger is what was kept."""
        file = self.here / "kept" / "l.sqlite"
        with Ledger(file) as ledger:
            own = {job.key: ledger.get(job.key) for job in self.jobs}
            latest = [k for name in ledger.claims() for k in ledger.latest(name)]
            ledger.state()
            ledger.reads()
        snapshot_of(file)
        right = all(found is None or found == self.known[key] for key, found in own.items())
        return right and all(k.evidence in self.known.values() for k in latest)

    def read_kept(self) -> bool:
        """Whether the run that was kept is that, or is not used."""
        run = KeptVerification(self.question).read()
        return run is None or self.run is None or run.lines == self.run.lines

    def read_report(self) -> bool:
        """Whether a report can be read, or is said to be none."""
        snapshot_of(self.here / "report.json")
        return True

    def read_program(self) -> bool:
        """Whether a program is the one that was written."""
        return load(self.here / "program.safetensors") == self.program

    def read_model(self) -> bool:
        """Whether a model is the one that was written."""
        return load_weights(self.here / "model.safetensors") == self.model


@contextlib.contextmanager
def kept_as_it_was(folder: Path) -> Iterator[None]:
    """Put a folder back."""
    with tempfile.TemporaryDirectory() as name:
        shutil.copytree(folder, Path(name) / "copy")
        try:
            yield
        finally:
            shutil.rmtree(folder)
            shutil.copytree(Path(name) / "copy", folder)


def damaged_files(times: int, chance: random.Random, found: Counter[str]) -> None:
    """Damage files, and read them."""
    with tempfile.TemporaryDirectory() as name, contextlib.chdir(name):
        all_ = Damages(Path(name))
        kinds: list[tuple[str, Callable[[], bool]]] = [
            ("kept/l.sqlite", all_.read_ledger),
            ("kept/l.sqlite", all_.read_ledger),
            ("kept/verified.json", all_.read_kept),
            ("report.json", all_.read_report),
            ("program.safetensors", all_.read_program),
            ("model.safetensors", all_.read_model),
        ]
        originals = {file: (Path(name) / file).read_bytes() for file, _ in kinds}
        for time_ in range(times):
            file, read = kinds[time_ % len(kinds)]
            path = Path(name) / file
            if time_ % len(kinds) == 1:
                with_odd_rows(path, chance)
            else:
                path.write_bytes(damaged(originals[file], chance))
            try:
                with warnings.catch_warnings(action="ignore"):
                    found["wrong"] += not read()
            except (TheoremChecksError, ConstructionError):
                pass  # it is told what is wrong
            except Exception as error:
                print(f"unclear: {file}: {type(error).__name__}: {str(error)[:200]}")
                found["unclear"] += 1
            for stale in (Path(name) / "kept").glob("l.sqlite-*"):
                stale.unlink()
            path.write_bytes(originals[file])


def hostile_checks(count: int, _: random.Random, found: Counter[str]) -> None:
    """Run hostile checks beside sound ones, and compare these with what they are alone."""
    with tempfile.TemporaryDirectory() as name:
        here = Path(name)
        sound = [
            written(here / "sound", f"s{i}", SOUND.format(seconds=0, name=f"s{i}", count=1))
            for i in range(count)
        ]
        (here / "kept").mkdir()
        alone = _verdicts(here, "alone", found, "verify", "sound", "--json", "--fresh")
        for i in range(count):
            body = HOSTILE[i % len(HOSTILE)].replace("\n", "\n    ")
            check = (
                f"@check('exact', seconds=2, memory_mb=500)\ndef attacks(subject):\n    {body}\n"
            )
            check += "    return Evidence.refuted(reason='it is false')\n"
            text = f"{check}\nthe_claim = claim('hostile/h{i}', attacks)\n"
            if i >= len(HOSTILE) and "parents" not in body:  # then this is one of them
                text += f"if os.getpid():\n    {body}\n"
            written(here / "sound", f"h{i}", text)
        both = _verdicts(here, "both", found, "verify", "sound", "--json", "--fresh")
        for key, told in alone.items():
            found["wrong"] += both.get(key) != told
            found["lost"] += key not in both
        hostile = [told for key, told in both.items() if key[0].startswith("hostile/")]
        found["wrong"] += sum(verdict == "PROVED" for verdict, _ in hostile)
        found["lost"] += len(alone) != 2 * len(sound)


def _verdicts(
    here: Path, mark: str, found: Counter[str], *arguments: str
) -> dict[tuple[str, str], tuple[str, str]]:
    mark = f"{mark}-{os.getpid()}"
    run = started(here, mark, *arguments)
    out, errors = run.communicate(timeout=1200)
    found["left behind"] += len(left_behind(mark))
    found["unclear"] += "Traceback" in errors
    return {
        (outcome["id"], result["variant"]): (
            result["evidence"]["verdict"],
            result["evidence"]["scope"] + result["evidence"]["reason"],
        )
        for outcome in json.loads(out)["outcomes"]
        for result in outcome["results"]
    }


def main() -> None:
    """Do all of it, and print what was counted."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--damages", type=int, default=2000)
    parser.add_argument("--hostile", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    total: Counter[str] = Counter()
    parts: list[tuple[int, str, Callable[[int, random.Random, Counter[str]], None]]] = [
        (asked.kills, "kills", killed_runs),
        (asked.damages, "damages", damaged_files),
        (asked.hostile, "hostile checks", hostile_checks),
    ]
    for count, what, part in parts:
        if not count:
            continue
        found: Counter[str] = Counter()
        begun = time.perf_counter()
        part(count, random.Random(asked.seed), found)
        counts = ", ".join(f"{name}: {found[name]}" for name in COUNTS)
        print(f"{count} {what}: {counts} ({time.perf_counter() - begun:.0f} s)", flush=True)
        total += found
    raise SystemExit(any(total.values()))


if __name__ == "__main__":
    main()
