"""What crashed, ran out of time, is damaged or odd is shown, and spoils nothing else."""

import contextlib
import json
import os
import sqlite3
import subprocess
import sys
import time

import pytest
from typer.testing import CliRunner

from theorem_checks import ArgumentError, Claim, Counterexample
from theorem_checks.cli import app
from theorem_checks.reporting.changes.snapshots import snapshot_of
from theorem_checks.reporting.streams import harmless
from theorem_checks.running.catalogue import Origin
from theorem_checks.running.discovery import discover
from theorem_checks.running.ledger import _ROWS, Ledger, _checksum
from theorem_checks.running.plan import plan
from theorem_checks.running.supervise import claims_in, close_workers
from theorem_checks.running.verify import verify
from theorem_checks.verdicts.evidence import Evidence


def invoke(*arguments):
    return CliRunner().invoke(app, list(map(str, arguments)), env={"COLUMNS": "100"})


@pytest.fixture
def ledger(tmp_path):
    return tmp_path / "ledger.sqlite"


CRASHES = """
@check("search", seconds=0.5)
def crashes(subject):
    {body}

the_claim = claim("t/crashes", crashes, mutants=(Mutant("two", 2), Mutant("three", 3)))
good = claim("t/good", tries)
"""


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("raise KeyError('which was thrown')", "which was thrown"),
        ("os._exit(3)", "exit code 3"),
        ("time.sleep(9)", "limit of 0.5 s"),
        ("return Evidence.holds(49)", "Evidence.scope=49"),
        ("return Evidence.holds('x', figures={'a': float('nan')}, seconds=float('nan'))", "nan"),
        ("return Evidence.holds('x', error_rates=float('nan'))", "error_rates=nan"),
    ],
)
def test_what_did_not_come_to_its_end_is_shown_and_runs_again(write, ledger, body, said):
    file = write("crashes.py", CRASHES.format(body=body))
    for _ in range(2):
        done = invoke("verify", file, "--ledger", ledger)
        assert done.exit_code == 1
        assert "t/good" in done.stdout
        assert said in " ".join(done.stdout.split())
        assert done.stdout.count("crashes ended UNDECIDED") == 1  # not once for each mutant
        assert "(2 from the ledger)" in done.stdout or "(0 from the ledger)" in done.stdout
    shown = invoke("show", f"{file}::t/crashes", "--ledger", ledger)
    text = " ".join(shown.stdout.split())
    assert said in text
    assert "not run" not in text
    assert "did not come to its end" in text
    if "raise" in body:
        assert "Traceback" in text
    report = file.with_name("report.html")
    assert invoke("report", report, file, "--ledger", ledger).exit_code == 0
    assert said.split("=")[0] in report.read_text()


def test_numbers_of_any_length_are_exact(write, ledger):
    body = """
    @check("search")
    def large(subject):
        if subject == 1:
            return Evidence.holds("x", figures={"n": 10**5000})
        return Evidence.refuted(Counterexample({"n": 10**5000 + 7}, "less", str(10**5000 + 7)))

    the_claim = claim("t/large", large)
    """
    file = write(
        "large.py", "from theorem_checks import Counterexample\n" + body.replace("\n    ", "\n")
    )
    for times in (0, 2):
        done = invoke("verify", file, "--ledger", ledger, "--json")
        assert done.exit_code == 0
        assert f"2 results ({times}" in done.stdout or str(10**5000 + 7) in done.stdout
    with Ledger(ledger) as kept:
        found = [k.evidence.counterexample for k in kept.latest("t/large")]
    assert Counterexample({"n": 10**5000 + 7}, "less", str(10**5000 + 7)) in found


def test_one_row_of_damaged_bytes_runs_again_alone(write, ledger):
    file = write("good.py", "the_claim = claim('t/good', tries)\n")
    invoke("verify", file, "--ledger", ledger)
    for value in ("x'ff00'", "CAST(x'edA080' AS TEXT)", "NULL || ''", "7"):
        with contextlib.closing(sqlite3.connect(ledger)) as db, db:
            db.execute(f"UPDATE OR IGNORE results SET evidence = {value} WHERE variant = 'claim'")
        assert invoke("show", file, "--ledger", ledger).exit_code == 0
        with Ledger(ledger) as kept:
            report = verify(discover([file], entry_points=False), ledger=kept)
        assert report.ok
        assert sum(r.from_ledger for r in report["t/good"].results) in (1, 2)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("claim", "x'ff00'"),
        ("check_name", "x'ff00'"),
        ("variant", "'mutant:three'"),
        ("evidence", "x'ff00'"),
    ],
)
def test_damaged_rows_are_left_out_and_named(write, ledger, column, value):
    file = write("good.py", "the_claim = claim('t/good', tries)\n")
    invoke("verify", file, "--ledger", ledger)
    whole = ledger.with_name("whole.sqlite")
    whole.write_bytes(ledger.read_bytes())
    with contextlib.closing(sqlite3.connect(ledger)) as db, db:
        db.execute(f"UPDATE results SET {column} = {value} WHERE variant = 'claim'")
    page = file.with_name("r.html")
    for command in (["show", file], ["report", page, file]):
        told = invoke(*command, "--ledger", ledger)
        assert told.exit_code == 0
        assert "Left out, as they were changed since they were kept: 1 row of" in told.stderr
    changed = invoke("diff", whole, ledger)
    assert changed.exit_code == 1
    assert "gone\n  t/good: HOLDS by search" in changed.stdout
    assert ("1 row of" in changed.stderr) == (column != "claim")  # which is in no claim any more


def test_a_kept_run_is_not_used_when_the_rows_under_it_were_changed(write, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("THEOREM_CHECKS_LEDGER", raising=False)
    write("good.py", "the_claim = claim('t/good', tries)\n")
    invoke("verify", "good.py")
    assert "(2 from the ledger)" in invoke("verify", "good.py").stdout
    path = tmp_path / ".theorem-checks" / "ledger.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE results SET evidence = replace(evidence, 'REFUTED', 'HOLDS')")
    again = invoke("verify", "good.py")
    assert again.exit_code == 0
    assert "1 row of the ledger" in again.stdout


def test_results_are_in_the_order_in_which_they_were_kept(write, ledger, monkeypatch):
    def kept(verdict, at):
        monkeypatch.setattr("time.time", lambda: at)
        job = plan(discover([file], entry_points=False))[0]
        with Ledger(ledger) as books:
            books.put(job, verdict)
        return snapshot_of(ledger).states["t/good"].verdict

    file = write("good.py", "the_claim = claim('t/good', tries)\n")
    now = time.time()
    assert kept(Evidence.holds("x"), now) == "HOLDS"
    write("good.py", "the_claim = claim('t/good', tries, subject=2)\n")
    assert kept(Evidence.refuted(reason="x"), now - 10**6) == "REFUTED"


def test_what_is_printed_does_nothing_to_a_terminal(write, ledger):
    body = """
    @check("search")
    def prints(subject):
        raise ValueError("\\x1b]0;owned\\x07 \\u202e turned \\x9b2J")

    the_claim = claim("t/prints", prints, title="a \\x1b[31m title \\u2066")
    """
    file = write("prints.py", body.replace("\n    ", "\n"))
    for command in ("verify", "show", "list"):
        more = () if command == "list" else ("--ledger", ledger)
        said = invoke(command, file, *more).stdout
        assert not set(said) & set("\x1b\x07\x9b\u202e\u2066")
    assert harmless("a\x1b[2J\u202eb\nc\td") == "a\\x1b[2J\\u202eb\nc\td"


def test_a_worker_that_is_killed_while_importing_is_tried_again_once(write, tmp_path):
    close_workers()
    body = """
    import pathlib
    with open(__file__ + ".log", "a") as log: log.write("x")
    if len(pathlib.Path(__file__ + ".log").read_text()) < {times}:
        os.kill(os.{whom}(), 9)
        time.sleep(9)
    the_claim = claim("t/killed", tries)
    """.replace("\n    ", "\n")
    for whom in ("getpid", "getppid"):
        for times, found in ((2, True), (99, False)):
            file = write(f"{whom}_{times}.py", body.format(times=times, whom=whom))
            claims, problems = claims_in(Origin(None, str(file)), file)
            assert (len(claims), len(problems)) == ((1, 0) if found else (0, 1))
            assert len(file.with_name(f"{file.name}.log").read_text()) == 2


def test_a_file_that_cannot_be_written_to_is_told(write, ledger):
    if not os.path.exists("/dev/full"):
        pytest.skip("there is no /dev/full")
    file = write("good.py", "the_claim = claim('t/good', tries)\n")
    commands = [["list", file], ["verify", file, "--ledger", ledger], ["show", file]]
    for command in (*commands, ["--help"], ["--version"], []):
        with open("/dev/full", "w") as full:
            run = subprocess.run(
                [sys.executable, "-m", "theorem_checks", *map(str, command)],
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        assert run.returncode == 2
        assert "No space left on device" in run.stderr
        assert "Traceback" not in run.stderr


FAULTY = """
good = claim("t/good", tries)
faulty = {faulty}
better = claim("t/better", tries)
"""


@pytest.mark.parametrize(
    ("faulty", "said"),
    [
        ("claim('t/faulty', tries, source='My paper')", "t/faulty: source='My paper'"),
        ("claim('t/faulty', tries, source=Source(1, 'q'))", "t/faulty: source.paper=1"),
        ("claim('t/faulty', tries, mutants=(Mutant('two', 2, 5),))", "says of two=5"),
        ("claim('t/faulty', tries, title=None)", "t/faulty: title=None"),
        ("claim('faulty', tries)", "Claim.id='faulty'"),
        ("claim('t/faulty', tries, mutants=())", "kills no mutant"),
        ("claim('t/faulty', tries, expect='PROVED')", "expected to be PROVED"),
    ],
)
def test_a_claim_that_is_declared_wrongly_spoils_no_other_of_its_file(write, ledger, faulty, said):
    file = write("some.py", FAULTY.format(faulty=faulty))
    line = next(n for n, text in enumerate(file.read_text().split("\n"), 1) if "faulty =" in text)
    for _ in range(2):  # from nothing, and by the kept run
        done = invoke("verify", file, "--ledger", ledger)
        told = "".join(done.output.split())
        assert done.exit_code == 1
        assert "".join(said.split()) in told
        assert f"some.py:{line}" in told
        assert "2 claims: 2 as expected" in done.stdout
    shown = invoke("show", file, "--ledger", ledger)
    assert "HOLDS" in shown.stdout


def test_a_faulty_claim_of_another_file_is_told_once_and_with_that_file(write, ledger):
    write(
        "bad.py", "faulty = claim('t/faulty', tries, title=None)\ngood = claim('t/good', tries)\n"
    )
    write("uses.py", "from bad import faulty\nown = claim('t/own', tries)\n")
    found = discover([ledger.parent], entry_points=False)
    assert set(found.found) == {"t/good", "t/own"}
    (problem,) = found.problems
    assert "bad.py:" in problem.where


def test_elsewhere_a_faulty_claim_raises_at_once():
    with pytest.raises(ArgumentError, match="title=None"):
        Claim(id="t/faulty", title=None, source=None, statement="", subject=1, checks=())  # type: ignore[arg-type]


def test_a_row_of_a_newer_version_is_named_and_runs_again(write, ledger):
    file = write("good.py", "the_claim = claim('t/good', tries)\n")
    invoke("verify", file, "--ledger", ledger)
    with contextlib.closing(sqlite3.connect(ledger)) as db, db:
        for *place, row in db.execute(_ROWS).fetchall():
            newer = json.dumps({**json.loads(row.partition(" ")[2]), "confidence_of_the_future": 1})
            text = f"{_checksum(*place, newer)} {newer}"
            db.execute("UPDATE results SET evidence = ? WHERE key = ?", (text, place[0]))
    shown = invoke("show", file, "--ledger", ledger)
    assert shown.exit_code == 0
    done = invoke("verify", file, "--ledger", ledger)
    assert done.exit_code == 0
    assert "2 rows of the ledger" in " ".join(done.output.split())
    assert "2 results (0 from the ledger)" in done.stdout
    assert "2 results (2 from the ledger)" in invoke("verify", file, "--ledger", ledger).stdout


ON_READ_ONLY_MEDIA = """
mount --bind {folder} {folder} && mount -o remount,ro,bind {folder} || exit 99
for command in "verify {file} {new}" "verify {file}" "show {file}" "report {page} {file}"; do
    {python} -m theorem_checks $command --ledger {folder}/ledger.sqlite; echo "status $?"
done
"""


def test_a_ledger_on_read_only_media_is_read_and_the_rest_is_told(write, tmp_path):
    file = write("good.py", "the_claim = claim('t/good', tries)\n")
    new = write("new.py", "the_claim = claim('t/new', tries)\n")
    folder = tmp_path / "media"
    folder.mkdir()
    assert invoke("verify", file, "--ledger", folder / "ledger.sqlite").exit_code == 0
    page = tmp_path / "r.html"
    script = ON_READ_ONLY_MEDIA.format(
        folder=folder, file=file, new=new, page=page, python=sys.executable
    )
    command = ["unshare", "-rm", "sh", "-c", script]
    try:
        run = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("there is no unshare")
    if "status" not in run.stdout:
        pytest.skip(f"no read-only mount can be made: {run.stderr}")
    told = "".join((run.stdout + run.stderr).split())  # lines break anywhere in a long path
    assert "Traceback" not in told
    ends = [line for line in run.stdout.splitlines() if line.startswith("status")]
    assert ends == ["status 2", "status 2", "status 0", "status 0"]
    assert told.count("ledger.sqlitecannotbeopened:unabletoopendatabasefile") == 2
    assert told.count("Chooseanotherplace") == 2
    assert "triesHOLDSsearch" in told
    assert "r.html:1claim.Openit" in told
