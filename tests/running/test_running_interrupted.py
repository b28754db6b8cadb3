"""Runs that are killed or interrupted leave no process behind, and are gone on with."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter

import psutil
import pytest

from theorem_checks.running.discovery import discover
from theorem_checks.running.ledger import Ledger
from theorem_checks.running.verify import verify

# `notes` writes its process and what it runs on; `waits` stays until it is let go.
BODY = """
import pathlib

HERE = pathlib.Path(__file__).parent

def note(word):
    with open(HERE / "log", "a") as log:
        log.write(f"{word} {os.getpid()}\\n")

@check("search")
def notes(subject):
    note(f"notes-{subject}")
    return is_one(subject)

@check("search", seconds=60)
def waits(subject):
    note(f"waits-{subject}")
    HOW
    return is_one(subject)

first, last = claim("t/first", notes), claim("t/last", waits)
"""
WAIT = "while not (HERE / 'go').exists(): time.sleep(0.01)"
WAYS_TO_STAY = {
    "sleeps": WAIT,
    "holds-the-interpreter": "pow(7, 10**10) if not (HERE / 'go').exists() else None",
    "has-children": "import subprocess; p = subprocess.Popen(['sleep', '600'])\n"
    "    (HERE / 'child').write_text(str(p.pid))\n"
    "    note('child')\n"
    f"    {WAIT}\n    p.kill(); p.wait()",
}

RUN = """
import sys
from theorem_checks.running.discovery import discover
from theorem_checks.running.ledger import Ledger
from theorem_checks.running.verify import verify

if __name__ == "__main__":
    with Ledger(sys.argv[2]) as ledger:
        catalogue = discover([sys.argv[1]], entry_points=False)
        try:
            report = verify(catalogue, ledger=ledger, jobs=2)
        except KeyboardInterrupt:
            print("interrupted")
            raise SystemExit(130)
    print(report.ok, sum(r.from_ledger for o in report.outcomes for r in o.results))
"""


@pytest.fixture
def here(write, tmp_path):
    """Write a claims file whose second check stays in some way; return how to start a run."""

    def start(how):
        file = write("stays.py", BODY.replace("HOW", how))
        (tmp_path / "run.py").write_text(RUN)
        command = [sys.executable, str(tmp_path / "run.py"), str(file), str(tmp_path / "l.sqlite")]
        return subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, start_new_session=True, cwd=tmp_path
        )

    return start


def lines(tmp_path):
    log = tmp_path / "log"
    return log.read_text().splitlines() if log.exists() else []


def wait_for(condition, seconds=20.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.01)


def all_gone(pids):
    for pid in pids:
        try:
            if psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
                return False
        except psutil.NoSuchProcess:
            continue
    return True


def kept(tmp_path):
    with Ledger(tmp_path / "l.sqlite") as ledger:
        return len(ledger.latest("t/first") + ledger.latest("t/last"))


@pytest.mark.parametrize(
    ("sent", "way"),
    [
        ("SIGKILL", "sleeps"),
        ("SIGKILL", "holds-the-interpreter"),
        ("SIGKILL", "has-children"),
        ("SIGINT", "sleeps"),
        ("SIGINT", "holds-the-interpreter"),
    ],
)
def test_a_run_that_ends_early_is_gone_on_with(here, tmp_path, sent, way):
    how = WAYS_TO_STAY[way]
    run = here(how)
    with_child = way == "has-children"
    wait_for(lambda: len(lines(tmp_path)) == (6 if with_child else 4) and kept(tmp_path) == 2)
    workers = {int(line.split()[1]) for line in lines(tmp_path)}
    if with_child:
        workers.add(int((tmp_path / "child").read_text()))
    started = time.monotonic()
    os.kill(run.pid, signal.Signals[sent])
    out, _ = run.communicate(timeout=10)
    wait_for(lambda: all_gone(workers), 5)
    assert time.monotonic() - started < 5
    assert out == ("interrupted\n" if sent == "SIGINT" else "")

    (tmp_path / "go").touch()
    again = here(how)
    assert again.communicate(timeout=60)[0] == "True 2\n"
    ran = Counter(line.split()[0] for line in lines(tmp_path))
    ran.pop("child", None)
    assert ran == {"notes-1": 1, "notes-2": 1, "waits-1": 2, "waits-2": 2}


def test_two_runs_at_once_share_the_work(here, tmp_path):
    runs = [here(WAIT), here(WAIT)]
    wait_for(lambda: len([x for x in lines(tmp_path) if "waits" in x]) == 2)
    time.sleep(0.5)  # for the one that has nothing to do
    (tmp_path / "go").touch()
    said = [run.communicate(timeout=60)[0] for run in runs]
    assert all(line.startswith("True ") for line in said)
    assert kept(tmp_path) == 4
    assert sorted(Counter(line.split()[0] for line in lines(tmp_path)).values()) == [1] * 4
    assert here(WAIT).communicate(timeout=60)[0] == "True 4\n"


def test_an_interrupt_in_this_process_keeps_what_is_finished(write, tmp_path):
    file = write("stays.py", BODY.replace("HOW", WAIT))

    class Stop:
        def planned(self, jobs, cached): ...

        def started(self, job): ...

        def finished(self, result):
            raise KeyboardInterrupt

    with Ledger(tmp_path / "l.sqlite") as ledger:
        catalogue = discover([file], entry_points=False)
        started = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            verify(catalogue, ledger=ledger, jobs=3, watch=Stop())
        assert time.monotonic() - started < 10
    assert kept(tmp_path) >= 1
    assert all_gone({int(line.split()[1]) for line in lines(tmp_path)})
    (tmp_path / "go").touch()
    assert verify(catalogue).ok


def test_an_interrupt_of_discovery_ends_at_once(write, tmp_path):
    write("loops.py", "open('started', 'w').close()\nwhile True: pass\n", header="")
    code = (
        "import sys; from theorem_checks.running.discovery import discover;"
        "discover(sys.argv[1:], entry_points=False)"
    )
    run = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path / "loops.py")],
        stderr=subprocess.PIPE,
        start_new_session=True,
        cwd=tmp_path,
    )
    wait_for((tmp_path / "started").exists)
    workers = {child.pid for child in psutil.Process(run.pid).children()}
    assert workers
    os.kill(run.pid, signal.SIGINT)
    assert b"KeyboardInterrupt" in run.communicate(timeout=10)[1]
    wait_for(lambda: all_gone(workers), 5)
