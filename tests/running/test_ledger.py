"""The ledger keeps what is finished, through kills and beside other runs, and names its faults."""

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import time

import pytest

from theorem_checks.checks import Tier, check
from theorem_checks.running import ledger as module
from theorem_checks.running.catalogue import Origin
from theorem_checks.running.job import Job
from theorem_checks.running.ledger import SCHEMA_VERSION, Ledger, LedgerError, default_path
from theorem_checks.running.plan import plan
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.error_rates import ErrorRates
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Kind

EVIDENCE = Evidence.refuted(
    Counterexample({"x": "1/3", "\ud800": [1, 2]}, "0", "1", "off"),
    kind=Kind.SAMPLE,
    error_rates=ErrorRates(1e-9, 2e-9),
    figures={"estimate": 0.1, "n": 10**30},
    seed=3,
)


def job(key="k", check="c", variant="claim"):
    origin = Origin(None, "/nowhere.py")
    return Job("t/x", check, variant, Kind.SAMPLE, Tier.QUICK, 1.0, 10, 3, origin, key)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "ledger.sqlite"


def test_what_is_put_is_there_exactly_after_reopening(path):
    with Ledger(path) as ledger:
        assert ledger.get("k") is None
        ledger.put(job(), EVIDENCE)
        assert ledger.get("k") == EVIDENCE
    with Ledger(path, writable=False) as ledger:
        assert ledger.get("k") == EVIDENCE
        assert ledger.get("other") is None


def test_a_key_that_is_put_again_is_replaced(path):
    with Ledger(path) as ledger:
        ledger.put(job(), EVIDENCE)
        ledger.put(job(), Evidence.holds("now"))
        assert ledger.get("k") == Evidence.holds("now")


def test_latest_is_the_newest_of_each_check_and_variant(path, monkeypatch):
    times = iter(range(100, 200))
    monkeypatch.setattr(module.time, "time", lambda: next(times))
    with Ledger(path) as ledger:
        for i, (check, variant) in enumerate([("a", "claim"), ("b", "claim"), ("a", "claim")]):
            ledger.put(job(f"k{i}", check, variant), Evidence.holds(str(i)))
        ledger.put(job("k3", "a", "mutant:m"), EVIDENCE)
        rows = ledger.latest("t/x")
        assert [(r.check, r.variant, r.key, r.finished_at) for r in rows] == [
            ("b", "claim", "k1", 101),
            ("a", "claim", "k2", 102),
            ("a", "mutant:m", "k3", 103),
        ]
        assert rows[2].evidence == EVIDENCE
        assert ledger.latest("t/other") == ()


def test_an_unreadable_row_counts_as_absent(path):
    with Ledger(path) as ledger:
        ledger.put(job(), EVIDENCE)
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE results SET evidence = '{\"verdict\": 1}'")
        db.commit()
    with Ledger(path) as ledger:
        assert ledger.get("k") is None
        assert ledger.latest("t/x") == ()


def test_the_default_place_can_be_chosen(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("THEOREM_CHECKS_LEDGER", raising=False)
    assert default_path() == tmp_path / ".theorem-checks" / "ledger.sqlite"
    with Ledger() as ledger:
        assert ledger.path == default_path()
    assert (tmp_path / ".theorem-checks" / ".gitignore").read_text() == "*\n"
    monkeypatch.setenv("THEOREM_CHECKS_LEDGER", str(tmp_path / "else" / "where.db"))
    with Ledger() as ledger:
        assert ledger.path == tmp_path / "else" / "where.db"
    assert not (tmp_path / "else" / ".gitignore").exists()


def test_a_file_that_is_no_database_is_told(path):
    path.write_bytes(b"not a database at all" * 100)
    with pytest.raises(LedgerError, match="is not a ledger, or it is damaged"):
        Ledger(path)
    assert path.read_bytes().startswith(b"not a database")


def test_a_damaged_ledger_is_told(path):
    with Ledger(path) as ledger:
        for i in range(200):
            ledger.put(job(f"k{i}"), EVIDENCE)
    content = bytearray(path.read_bytes())
    content[4096:] = b"\x5a" * (len(content) - 4096)
    path.write_bytes(content)
    with Ledger(path) as ledger, pytest.raises(LedgerError, match="damaged"):
        ledger.get("k7")


def test_a_database_of_someone_else_is_left_alone(path):
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE theirs (x)")
        db.commit()
    with pytest.raises(LedgerError, match="an SQLite file, but no ledger"):
        Ledger(path)


def test_a_ledger_of_another_version_is_told_with_both(path):
    Ledger(path).close()
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 77")
    with pytest.raises(LedgerError, match=rf"version 77; .* version {SCHEMA_VERSION}\. Delete"):
        Ledger(path)


def test_a_missing_ledger_is_not_made_to_be_read(path):
    with pytest.raises(LedgerError, match="There is no ledger at"):
        Ledger(path, writable=False)
    assert not path.exists()


@pytest.mark.parametrize("below", ["ledger.sqlite", "deeper/ledger.sqlite"])
def test_a_folder_that_cannot_be_made_is_told(tmp_path, below):
    (tmp_path / "file").write_text("")
    with pytest.raises(LedgerError, match="cannot be made: a file is in the way"):
        Ledger(tmp_path / "file" / below)


def test_a_folder_in_the_place_of_the_ledger_is_told(path):
    path.mkdir()
    with pytest.raises(
        LedgerError, match=r"is a folder, and a ledger is a file\. Name one in it, such as"
    ):
        Ledger(path)


def test_a_ledger_for_reading_keeps_nothing(path):
    Ledger(path).close()
    with Ledger(path, writable=False) as ledger, pytest.raises(LedgerError, match="reading only"):
        ledger.put(job(), EVIDENCE)


def test_a_file_that_turns_out_to_be_read_only_is_told(path, monkeypatch):
    Ledger(path).close()
    connect = sqlite3.connect  # as the system would, for anyone but root

    def connect_for_reading(name, **more):
        return connect(name.replace("rwc", "ro"), **more)

    monkeypatch.setattr(module.sqlite3, "connect", connect_for_reading)
    with Ledger(path) as ledger:
        assert ledger.get("k") is None
        with pytest.raises(LedgerError, match="cannot be written: attempt to write a readonly"):
            ledger.put(job(), EVIDENCE)


def test_a_full_disk_is_told(path):
    with Ledger(path) as ledger:
        ledger._db.execute("PRAGMA max_page_count = 8")
        ledger.put(job(), EVIDENCE)
        with pytest.raises(LedgerError, match="cannot be written: database or disk is full"):
            ledger.put(job("large"), Evidence.holds("x" * 10**5))
        assert ledger.get("k") == EVIDENCE


def test_a_lock_is_waited_for_and_then_told(path, monkeypatch):
    monkeypatch.setattr(module, "BUSY_SECONDS", 0.1)
    with Ledger(path) as ledger, contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(LedgerError, match=r"has been locked by another process for 0\.1 s"):
            ledger.put(job(), EVIDENCE)
        other.rollback()
        ledger.put(job(), EVIDENCE)


def test_closing_twice_does_no_harm(path):
    ledger = Ledger(path)
    ledger.close()
    ledger.close()
    with pytest.raises(LedgerError, match="closed"):
        ledger.get("k")


PUT_MANY = """
import sys
sys.path.insert(0, sys.argv[3])
from test_ledger_jobs import put_many
put_many(sys.argv[1], sys.argv[2])
"""

JOBS = """
from theorem_checks.checks import Tier, check
from theorem_checks.running.catalogue import Origin
from theorem_checks.running.job import Job
from theorem_checks.running.ledger import Ledger
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Kind

def put_many(path, name):
    with Ledger(path) as ledger:
        for i in range(10**6):
            key = f"{name}-{i}"
            job = Job("t/x", "c", "claim", Kind.SEARCH, Tier.QUICK, 1.0, 1, None, Origin("m", None), key)
            ledger.put(job, Evidence.holds("x" * 1000))
            print(key, flush=True)
"""  # noqa: E501


def test_two_writers_that_are_killed_lose_nothing(path, tmp_path):
    (tmp_path / "test_ledger_jobs.py").write_text(JOBS)
    command = [sys.executable, "-c", PUT_MANY, str(path)]
    writers = [
        subprocess.Popen([*command, name, str(tmp_path)], stdout=subprocess.PIPE, text=True)
        for name in ("one", "two")
    ]
    said = [[writer.stdout.readline().strip() for _ in range(20)] for writer in writers]  # type: ignore[union-attr]
    for writer in writers:
        os.kill(writer.pid, signal.SIGKILL)
        said.append(writer.communicate()[0].split())
    with Ledger(path) as ledger:
        for key in (key for keys in said for key in keys):
            assert ledger.get(key) == Evidence.holds("x" * 1000)


def test_a_new_ledger_may_be_opened_by_many_at_once(path):
    at = time.time() + 0.7
    code = (
        "import sys, time; from theorem_checks.running.ledger import Ledger;"
        f" time.sleep(max(0, {at} - time.time())); Ledger({str(path)!r}).close()"
    )
    openers = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(4)]
    assert [opener.wait() for opener in openers] == [0, 0, 0, 0]


def test_a_row_that_was_changed_counts_as_absent(tmp_path, make_claim, as_catalogue):
    job = plan(as_catalogue(make_claim("t/x", tampered)))[0]
    path = tmp_path / "changed.sqlite"
    with Ledger(path) as ledger:
        ledger.put(job, Evidence.undecided("the budget ran out"))
        assert ledger.get(job.key) is not None
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE results SET evidence = replace(evidence, 'UNDECIDED', 'HOLDS')")
    with Ledger(path) as ledger:
        assert ledger.get(job.key) is None
        assert ledger.damaged == [job.key]
        assert ledger.latest("t/x") == ()


@check("search")
def tampered(subject):
    raise NotImplementedError


def test_a_run_takes_on_again_what_it_has_and_no_other_takes_it(path):
    with Ledger(path) as one, Ledger(path) as other:
        assert one.take("a job")
        assert one.take("a job")
        assert not other.take("a job")
        one.give_back("a job")
        assert other.take("a job")
