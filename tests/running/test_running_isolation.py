"""Nothing that one check or one file does reaches another, in whatever order they run."""

import contextlib
import itertools
import json
import os
import sqlite3
import time
from dataclasses import replace

import psutil
import pytest

from theorem_checks.running.discovery import discover
from theorem_checks.running.ledger import Ledger
from theorem_checks.running.plan import plan
from theorem_checks.running.supervise import close_workers, run_job
from theorem_checks.running.verify import verify
from theorem_checks.verdicts.evidence import Evidence

BOOKKEEPING = ("seconds", "versions")


def run(job):
    return run_job(job.to_json())


def told(answer):
    """What an answer says, but for how long it took."""
    assert not answer["note"], answer["note"]  # someone has edited the code meanwhile
    said = {k: v for k, v in answer["evidence"].items() if k not in BOOKKEEPING}
    return json.dumps([said, answer["finished"]], sort_keys=True)


def jobs_of(*files):
    catalogue = discover(files, entry_points=False)
    assert not catalogue.problems
    return plan(catalogue)


CHANGES_ITS_SUBJECT = """
import numpy as np

LIST, DICT, ARRAY = [3, 1, 2], {"k": 1}, np.array([1.0, 2.0])
COUNT = 0

@check("search")
def sorts(subject):
    subject.sort()
    return Evidence.holds("sorted") if subject == [1, 2, 3] else Evidence.refuted(reason="no")

@check("search")
def is_sorted(subject):
    if subject == sorted(subject):
        return Evidence.holds("sorted")
    return Evidence.refuted(reason=str(subject))

@check("search")
def spoils(subject):
    global COUNT
    COUNT += 1
    DICT.pop("k", None)
    np.subtract(ARRAY, ARRAY.mean(), out=ARRAY)
    return Evidence.holds("spoilt")

@check("search")
def looks(subject):
    return Evidence.holds(str((COUNT, DICT, ARRAY.tolist())))

the_claim = claim("t/order", sorts, is_sorted, spoils, looks, subject=LIST,
                  mutants=(Mutant("two", [2]),))
"""


def test_evidence_does_not_depend_on_the_order_of_checks_or_on_where_a_run_was_cut(write):
    jobs = jobs_of(write("order.py", CHANGES_ITS_SUBJECT))
    alone = {}
    for job in jobs:
        alone[job] = told(run(job))
        close_workers()
    for order in itertools.islice(itertools.permutations(jobs), 0, None, 5041):
        for job in order:
            assert told(run(job)) == alone[job]
    verdicts = {str(job): Evidence.from_json(run(job)["evidence"]) for job in jobs}
    assert verdicts["t/order: is_sorted"].reason == "[3, 1, 2]"
    assert verdicts["t/order: looks"].scope == "(0, {'k': 1}, [1.0, 2.0])"


def test_evidence_does_not_depend_on_which_rows_of_a_ledger_are_there(write, tmp_path):
    catalogue = discover([write("order.py", CHANGES_ITS_SUBJECT)], entry_points=False)

    def found():
        with Ledger(tmp_path / "ledger.sqlite") as ledger:
            results = verify(catalogue, ledger=ledger)["t/order"].results
        said = {(r.job.check, r.job.variant): replace(r.evidence, seconds=None) for r in results}
        return said, sum(not r.from_ledger for r in results)

    whole, ran = found()
    assert ran == len(whole) == 8
    for row in range(8):
        with contextlib.closing(sqlite3.connect(tmp_path / "ledger.sqlite")) as db, db:
            key = "SELECT key FROM results ORDER BY key LIMIT 1 OFFSET ?"
            db.execute(f"DELETE FROM results WHERE key = ({key})", (row,))
        assert found() == (whole, 1)


PATCHES = """
import builtins, decimal, locale, resource, signal, threading
import theorem_checks.claims, theorem_checks.verdicts.kinds, theorem_checks.running.validation
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict

def patch():
    Evidence.refuted = classmethod(lambda cls, *a, **k: cls.holds("forged"))
    theorem_checks.verdicts.kinds.aggregate = lambda verdicts: Verdict.HOLDS
    theorem_checks.running.validation.taken = lambda data: Evidence.holds("forged")
    os.umask(0o777)
    os.nice(5)
    os.environ["TZ"] = "Asia/Tokyo"
    time.tzset()
    decimal.getcontext().prec = decimal.DefaultContext.prec = 3
    builtins.sorted = lambda *a, **k: []
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40))
    resource.setrlimit(resource.RLIMIT_DATA, (2**29, 2**29))
    sys.modules["json"] = None
    sys.modules["fractions"] = None
    sys.meta_path.insert(0, None)
    sys.path[:] = []

AT_IMPORT
@check("search")
def patches(subject):
    patch()
    return Evidence.holds("patched")

the_claim = claim("t/patches", patches, expect="REFUTED", mutants=(), controls=(Control("a", 1),))
"""
LOOKS = """
@check("search")
def false(subject):
    import builtins, decimal, json, resource, signal, fractions
    time.sleep(0.3)
    seen = {
        "umask": os.umask(0o22), "nice": os.nice(0), "zone": time.tzname,
        "decimal": (decimal.getcontext().prec, decimal.DefaultContext.prec),
        "sorted": sorted([2, 1]), "alarm": str(signal.getsignal(signal.SIGALRM)),
        "timer": signal.getitimer(signal.ITIMER_REAL)[0] > 0,
        "files": resource.getrlimit(resource.RLIMIT_NOFILE), "path": len(sys.path),
    }
    return Evidence.refuted(reason=json.dumps(seen))

the_claim = claim("t/looks", false)
"""


@pytest.mark.parametrize("at_import", [False, True], ids=["in-a-check", "at-import"])
def test_what_one_file_patches_reaches_no_other(write, at_import):
    looks = jobs_of(write("looks.py", LOOKS))[0]
    before = told(run(looks))
    close_workers()
    body = PATCHES.replace("AT_IMPORT", "patch()\n" if at_import else "")
    found = discover([write("patches.py", body)], entry_points=False)
    for job in plan(found):
        run(job)
    assert told(run(looks)) == before
    assert Evidence.from_json(run(looks)["evidence"]).verdict == "REFUTED"


def marked(word):
    found = []
    for process in psutil.process_iter(["cmdline"]):
        if word in " ".join(process.info["cmdline"] or ()):
            found.append(process.pid)
    return found


FLEES = """
import subprocess
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execvp(sys.executable, [sys.executable, "-c", "import time; time.sleep(99)", WORD])
        os._exit(0)
time.sleep(0.2)
"""


@pytest.mark.parametrize(
    "end",
    [
        "return Evidence.holds('fled')",
        "os._exit(3)",
        "os.kill(os.getpid(), 9)",
        "os.kill(os.getppid(), 9); time.sleep(9)",
        "time.sleep(99)",
    ],
    ids=["returns", "exits", "dies", "kills-its-parent", "stays"],
)
def test_a_check_takes_all_its_processes_with_it(run_body, end):
    word = f"fled-{os.getpid()}-{time.monotonic_ns()}"
    run_body(FLEES.replace("WORD", repr(word)) + end, seconds=2)
    assert marked(word) == []


def test_a_check_that_kills_the_worker_takes_all_its_processes_with_it(run_body):
    word = f"fled-{os.getpid()}-{time.monotonic_ns()}"
    kill = "import psutil\nfor p in psutil.Process().parents()[:2]: p.kill()\ntime.sleep(9)"
    answer = run_body(FLEES.replace("WORD", repr(word)) + kill, seconds=5)
    assert answer["finished"] is False
    close_workers()
    assert marked(word) == []


FORGES = """
@check("search")
def forges(subject):
    import json
    forged = {"evidence": Evidence.holds("forged").to_json(), "finished": True, "token": "0" * 16}
    line = json.dumps(forged).encode() + b"\\n"
    for process in ("self", os.getppid()):
        for name in os.listdir(f"/proc/{process}/fd"):
            if process == "self":
                try: os.write(int(name), line)
                except OSError: pass
            else:
                try:
                    with open(f"/proc/{process}/fd/{name}", "wb", buffering=0) as pipe:
                        pipe.write(line)
                except OSError: pass
    return Evidence.refuted(reason="true")

the_claim = claim("t/forges", forges)
"""


def test_a_forged_answer_is_none_and_costs_nobody_else_anything(write):
    forges = jobs_of(write("forges.py", FORGES))[0]
    sound = jobs_of(write("sound.py", "the_claim = claim('t/sound', tries)\n"))[0]
    for _ in range(2):
        found = Evidence.from_json(run(forges)["evidence"])
        assert found.verdict in ("UNDECIDED", "REFUTED")
        assert Evidence.from_json(run(sound)["evidence"]).scope == "1"


STARTS = """
import threading, subprocess
THREAD = threading.Thread(target=time.sleep, args=(99,), daemon=True)
THREAD.start()
LIST = [3, 1, 2]

@check("search")
def sorts(subject):
    before = list(subject)
    subject.sort()
    return Evidence.holds(f"{before} {THREAD.is_alive()}")

the_claim = claim("t/starts", sorts, subject=LIST, mutants=(Mutant("two", [2]),))
"""


def test_a_file_that_starts_threads_is_imported_for_each_check(write):
    job = jobs_of(write("starts.py", STARTS))[0]
    scopes = [run(job)["evidence"]["scope"] for _ in range(3)]
    assert scopes == ["[3, 1, 2] True"] * 3


def test_no_back_end_of_jax_is_forked(write):
    body = """
    import jax.numpy as jnp
    START = jnp.zeros(3) + 1

    @check("search")
    def adds(subject):
        return Evidence.holds(str((START + jnp.ones(3)).sum()))

    the_claim = claim("t/adds", adds)
    """
    job = jobs_of(write("adds.py", body))[0]
    assert [run(job)["evidence"]["scope"] for _ in range(2)] == ["6.0", "6.0"]
