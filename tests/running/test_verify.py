"""A whole run: what is run, what is taken from the ledger, what is kept, whatever happens."""

import contextlib
import multiprocessing
import os
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from theorem_checks.errors import ArgumentError
from theorem_checks.running import verify as module
from theorem_checks.running.catalogue import select
from theorem_checks.running.discovery import discover
from theorem_checks.running.ledger import Ledger
from theorem_checks.running.plan import derived_seed
from theorem_checks.running.supervise import close_workers
from theorem_checks.running.verify import verify

# Each check notes in a file beside its own that it ran.
BODY = """
import pathlib
{imports}

def note(word):
    with open(pathlib.Path(__file__).with_suffix(".log"), "a") as log:
        log.write(word + "\\n")

@check("search")
def notes(subject):
    note(f"notes-{{subject}}")
    return is_one(subject)

@check("exact")
def notes_too(subject):
    note(f"too-{{subject}}")
    return is_one(subject)

the_claim = claim("t/{name}", notes, notes_too)
"""
EVERYTHING = ["notes-1", "notes-2", "too-1", "too-2"]


@pytest.fixture
def file(write):
    return lambda name="a", imports="": write(f"{name}.py", BODY.format(name=name, imports=imports))


@pytest.fixture
def ledger(tmp_path):
    with Ledger(tmp_path / "ledger.sqlite") as opened:
        yield opened


def find(*paths):
    catalogue = discover(paths, entry_points=False)
    assert catalogue.problems == ()
    return catalogue


def log_of(file):
    log = file.with_suffix(".log")
    return sorted(log.read_text().split()) if log.exists() else []


class Recorder:
    def __init__(self):
        self.events = []

    def planned(self, jobs, cached):
        self.events.append(("planned", len(jobs), cached))

    def started(self, job):
        self.events.append(("started", job))

    def finished(self, result):
        self.events.append(("finished", result.job, result.from_ledger))


def test_a_good_claim_is_ok(file):
    report = verify(find(file()))
    (outcome,) = report.outcomes
    assert report.ok
    assert outcome.verdict == "HOLDS"
    assert (outcome.mutants_killed, outcome.pairs_total) == (1, 2)
    assert report.warnings == ()
    assert outcome.results[0].evidence.versions["python"] == sys.version.split()[0]
    assert report.seconds > 0


def test_a_second_run_takes_everything_from_the_ledger(file, ledger):
    here = file()
    first = verify(find(here), ledger=ledger)
    assert log_of(here) == EVERYTHING
    second = verify(find(here), ledger=ledger)
    assert log_of(here) == EVERYTHING
    assert [r.evidence for r in second["t/a"].results] == [r.evidence for r in first["t/a"].results]
    assert all(r.from_ledger for r in second["t/a"].results)
    assert second.ok


def test_a_fresh_run_runs_everything_and_keeps_it(file, ledger):
    here = file()
    verify(find(here), ledger=ledger)
    report = verify(find(here), ledger=ledger, fresh=True)
    assert log_of(here) == sorted(2 * EVERYTHING)
    assert not any(r.from_ledger for r in report["t/a"].results)


def test_an_edit_runs_again_what_depends_on_it(file, write, ledger):
    write("verify_helper.py", "x = 1\n", header="")
    leaning, standing = file("leaning", "import verify_helper"), file("standing")
    verify(find(leaning, standing), ledger=ledger)
    write("verify_helper.py", "x = 1  # still\n", header="")
    verify(find(leaning, standing), ledger=ledger)
    assert log_of(leaning) == EVERYTHING
    write("verify_helper.py", "x = 22\n", header="")
    verify(find(leaning, standing), ledger=ledger)
    assert log_of(leaning) == sorted(2 * EVERYTHING)
    assert log_of(standing) == EVERYTHING


BAD = """
@check("search", seconds=0.3)
def tried(subject):
    with open(__file__ + ".log", "a") as log:
        log.write("x")
    {body}

the_claim = claim("t/bad", tried)
"""


COUNTS = """
from HELPER import VALUE

@check("search")
def counts(subject):
    return Evidence.holds(str(VALUE)) if subject == 1 else Evidence.refuted(reason="no")

the_claim = claim("t/counts", counts)
"""


@pytest.mark.parametrize("then", [None, 10**9], ids=["of-one-second", "with-an-old-time"])
def test_no_compiled_file_of_an_earlier_edit_is_run(write, ledger, monkeypatch, then):
    """Python itself tells edits apart by size and the whole second alone."""
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    file = write("counts.py", COUNTS.replace("HELPER", f"helper_{then}"))
    at = then or int(time.time())
    for value in (1, 2):
        helper = write(f"helper_{then}.py", f"VALUE = {value}\n", header="")
        os.utime(helper, (at, at))
        found = verify(find(file), ledger=ledger)["t/counts"]
        assert (found.ok, found.scope) == (True, str(value))
        close_workers()  # the next one imports all anew
        if value == 1:
            assert list(helper.parent.glob("__pycache__/helper_*.pyc"))


ARGUES = """
@check("proof")
def argues(subject):
    '''DOCSTRING'''
    if subject != 1:
        return Evidence.refuted(reason="no")
    return Evidence.argued("It is one.", scope="all")

the_claim = claim("t/argues", argues, tries, expect="ARGUED")
"""


def test_the_words_of_an_argument_are_those_of_its_docstring_now(write, ledger):
    def words(said):
        report = verify(find(write("argues.py", ARGUES.replace("DOCSTRING", said))), ledger=ledger)
        argued = report["t/argues"].results[0]
        assert report.ok
        return argued.evidence.words[-1], argued.from_ledger

    assert words("By counting.") == ("By counting.", False)
    assert words("By induction.") == ("By induction.", False)
    assert words("By induction.\n\n    At length.") == ("By induction.", True)


@pytest.mark.parametrize(
    ("body", "runs"),
    [
        ("raise ValueError", 4),
        ("os._exit(1)", 4),
        ("return Evidence.undecided('who knows')", 2),
    ],
)
def test_only_what_a_check_returned_is_reused(write, ledger, body, runs):
    file = write("bad.py", BAD.format(body=body))
    for _ in range(2):
        report = verify(find(file), ledger=ledger, jobs=1)
        assert not report.ok
        assert report["t/bad"].verdict == "UNDECIDED"
    assert len((file.parent / "bad.py.log").read_text()) == runs


def test_a_mutant_that_survives_is_named(write):
    file = write(
        "weak.py",
        """
        @check("search")
        def weak(subject):
            return Evidence.holds("whatever it is")

        the_claim = claim("t/weak", weak, tries)
        """,
    )
    report = verify(find(file))
    assert not report.ok
    assert report["t/weak"].failures == ("mutant two survived weak, which ended HOLDS",)
    assert report["t/weak"].mutants_killed == 0
    assert report["t/weak"].pairs_killed == 1


def test_seeds_come_from_the_run_and_not_from_the_order(write):
    body = """
    @check("sample")
    def draws(subject, *, seed):
        return Evidence.holds(str(seed)) if subject == 1 else Evidence.refuted(reason=str(seed))

    one, two = claim("t/one", draws), claim("t/two", draws)
    """
    catalogue = find(write("drawn.py", body))

    def seeds(report, name):
        return {r.evidence.scope or r.evidence.reason for r in report[name].results}

    both = verify(catalogue, seed=7, jobs=2)
    alone = verify(select(catalogue, ["t/two"]), seed=7, jobs=1)
    assert seeds(both, "t/two") == seeds(alone, "t/two") == {str(derived_seed(7, "t/two", "draws"))}
    assert seeds(both, "t/one") != seeds(both, "t/two")
    assert both["t/one"].results[0].evidence.seed == derived_seed(7, "t/one", "draws")
    assert seeds(verify(catalogue), "t/two") != seeds(both, "t/two")


def test_a_watcher_is_told_of_everything(file, ledger):
    here, watch = file(), Recorder()
    report = verify(find(here), ledger=ledger, watch=watch, jobs=1)
    jobs = [r.job for r in report["t/a"].results]
    assert watch.events[0] == ("planned", 4, 0)
    expected = [event for j in jobs for event in (("started", j), ("finished", j, False))]
    assert watch.events[1:] == expected
    again = Recorder()
    verify(find(here), ledger=ledger, watch=again)
    assert again.events == [("planned", 4, 4), *(("finished", j, True) for j in jobs)]


def test_nothing_in_the_tier_is_said(write):
    body = "@check('search', tier='deep')\ndef d(s): return is_one(s)\nx = claim('t/d', d)\n"
    catalogue = find(write("deep.py", body))
    report = verify(catalogue)
    assert report.ok
    assert not report.outcomes[0].ran
    assert report.warnings == ("Nothing was run: no check is in the quick tier.",)
    assert verify(catalogue, tier="deep").outcomes[0].verdict == "HOLDS"


@pytest.mark.parametrize("jobs", [0, -1, True])
def test_jobs_is_positive(file, jobs):
    with pytest.raises(ArgumentError, match="expected a positive integer"):
        verify(find(file()), jobs=jobs)


def test_an_unknown_tier_is_an_error(file):
    with pytest.raises(ArgumentError, match="expected one of quick, deep"):
        verify(find(file()), tier="slow")


# Ledgers that fail


def test_a_read_only_ledger_is_used_and_does_not_stop_the_run(file, ledger):
    a, b = file("a"), file("b")
    verify(find(a), ledger=ledger)
    with Ledger(ledger.path, writable=False) as closed:
        report = verify(find(a, b), ledger=closed)
    assert report.ok
    assert all(r.from_ledger for r in report["t/a"].results)
    (warning,) = report.warnings
    assert "shown, but not kept" in warning
    assert "open for reading only" in warning


def test_a_full_ledger_does_not_stop_the_run(file, ledger):
    ledger._db.execute("PRAGMA max_page_count = 8")
    with contextlib.suppress(sqlite3.OperationalError):  # that it is full
        for i in range(1000):
            row = (str(i), "x" * 100)
            ledger._db.execute("INSERT INTO results VALUES (?, '', '', '', ?, 0)", row)
    report = verify(find(file()), ledger=ledger)
    assert report.ok
    (warning,) = report.warnings
    assert "full" in warning


def test_a_damaged_ledger_does_not_stop_the_run(file, ledger):
    here = file()
    verify(find(here), ledger=ledger)
    with contextlib.closing(sqlite3.connect(ledger.path)) as db:
        db.execute("DROP TABLE results")
    report = verify(find(here), ledger=ledger)
    assert report.ok
    assert len(report.warnings) == 2
    assert log_of(here) == sorted(2 * EVERYTHING)


# Code that changes


def test_what_is_edited_during_a_run_is_not_kept(file, ledger):
    here = file()

    class Editor(Recorder):
        def finished(self, result):
            super().finished(result)
            if len(self.events) == 3:  # planned, started, finished
                here.write_text(here.read_text() + "\nedited = True\n")

    report = verify(find(here), ledger=ledger, watch=Editor(), jobs=1)
    assert report.ok
    (warning,) = report.warnings
    assert "was changed after the run was planned" in warning
    assert len(ledger.latest("t/a")) in (1, 2)  # the second one may have begun before


# Executors


def test_a_process_pool_runs_the_same_jobs(file, ledger):
    here = file()
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as executor:
        report = verify(find(here), executor=executor, ledger=ledger)
    assert report.ok
    assert log_of(here) == EVERYTHING
    assert len(ledger.latest("t/a")) == 4


FORKED = """
import multiprocessing, sys
from concurrent.futures import ProcessPoolExecutor
from theorem_checks.running.discovery import discover
from theorem_checks.running.verify import verify

catalogue = discover(sys.argv[1:], entry_points=False)
print(verify(catalogue, jobs=2).ok)
with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("fork")) as executor:
    print(verify(catalogue, executor=executor).ok)
print(verify(catalogue, jobs=2).ok)
"""


def test_a_forked_pool_leaves_the_workers_of_its_parent_alone(file):
    command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", FORKED, str(file())]
    run = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert run.stdout == "True\nTrue\nTrue\n"
    assert run.stderr == ""


def test_an_executor_is_not_shut_down(file):
    with ThreadPoolExecutor(2) as executor:
        assert verify(find(file()), executor=executor).ok
        assert executor.submit(int, "3").result() == 3


class Odd(Executor):
    """Fails for some jobs, in one way or another."""

    def submit(self, fn, /, *args, **kwargs):
        spec = args[0]
        future = Future()
        if spec["check"] == "notes_too":
            raise RuntimeError("refuses to submit")
        if spec["variant"] == "claim":
            future.set_exception(OSError("lost the connection"))
        else:
            future.set_result({"evidence": {"verdict": "PROVED"}})
        return future


def test_an_executor_that_fails_leaves_jobs_undecided(file, ledger):
    report = verify(find(file()), executor=Odd(), ledger=ledger)
    reasons = [r.evidence.reason for r in report["t/a"].results]
    assert {r.evidence.verdict for r in report["t/a"].results} == {"UNDECIDED"}
    assert "OSError: lost the connection" in reasons[0]
    assert "expected exactly the fields of Evidence" in reasons[1]
    assert "RuntimeError: refuses to submit" in reasons[2]
    assert not any(kept.finished for kept in ledger.latest("t/a"))


def test_a_pool_whose_process_dies_leaves_jobs_undecided(file):
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as executor:
        executor.submit(int).result()  # now it has a process
        for process in executor._processes.values():
            process.kill()
        report = verify(find(file()), executor=executor)
    assert not report.ok
    assert "BrokenProcessPool" in report["t/a"].failures[-1]


# Order and width


def test_jobs_of_a_file_run_together_and_long_ones_first(write, tmp_path):
    for name, seconds in (("a", 5), ("b", 50), ("c", 5)):  # the other check has 20
        write(
            f"{name}.py",
            f"""
            @check("search", seconds={seconds})
            def timed(subject):
                return is_one(subject)

            x, y = claim("t/{name}-x", tries), claim("t/{name}-y", timed)
            """,
        )
    watch = Recorder()
    verify(find(tmp_path), watch=watch, jobs=1)
    started = [job.claim for kind, job, *_ in watch.events if kind == "started"]
    once = list(dict.fromkeys(started))
    assert once == ["t/b-y", "t/b-x", "t/a-x", "t/a-y", "t/c-x", "t/c-y"]


def test_no_more_jobs_than_asked_for_run_at_a_time(file):
    class Widest(Recorder):
        now = widest = 0

        def started(self, job):
            self.now += 1
            self.widest = max(self.now, self.widest)

        def finished(self, result):
            self.now -= 1

    watch = Widest()
    assert verify(find(file()), jobs=2, watch=watch).ok
    assert (watch.now, watch.widest) == (0, 2)


def test_now_and_then_a_run_gives_a_sign_of_life(monkeypatch, tmp_path):
    now, beats = [1000.0], []
    clock = SimpleNamespace(monotonic=lambda: now[0])
    monkeypatch.setattr(module, "time", clock)
    monkeypatch.setattr(Ledger, "beat", lambda _: beats.append(now[0]))
    with Ledger(tmp_path / "ledger.sqlite") as ledger:
        run = module._Run(ledger, None)
        for _ in range(9):
            now[0] += module.BEAT_SECONDS / 2
            run._keep_in_touch()
    assert [(beat - 1000) / module.BEAT_SECONDS for beat in beats] == [1.5, 3.0, 4.5]
