"""Checks on a real Dask cluster of several processes, one of which is killed in the middle."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from theorem_checks.errors import ArgumentError
from theorem_checks.running.discovery import discover
from theorem_checks.running.schedulers import SchedulerError, dask_executor
from theorem_checks.running.verify import verify

CLAIMS = """
@check("search", seconds=60)
def takes_a_while(subject):
    time.sleep(0.3)
    return is_one(subject)

@check("search", seconds=60)
def ends_badly(subject):
    os._exit(3)

claims = [claim(f"t/{i}", takes_a_while) for i in range(6)]
broken = claim("t/broken", ends_badly)
"""


@contextmanager
def process(*words):
    started = subprocess.Popen(
        [sys.executable, "-m", "dask", *map(str, words)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield started
    finally:
        started.kill()
        started.wait()


def wait_for(condition, seconds=60):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


class KillsOne:
    """When a job has ended, all of the cluster is at work: then the first worker is killed."""

    def __init__(self, victim):
        self.victim = victim

    def planned(self, jobs, cached):
        assert not cached

    def started(self, job):
        pass

    def finished(self, result):
        if self.victim.poll() is None:
            os.kill(self.victim.pid, signal.SIGKILL)


def verdicts(report):
    return {
        (result.job.claim, result.job.variant): (result.evidence.verdict, result.evidence.reason)
        for outcome in report.outcomes
        for result in outcome.results
    }


@pytest.fixture
def scheduler(tmp_path):
    """The file with the address of a scheduler that has no workers yet."""
    file = tmp_path / "scheduler.json"
    with process("scheduler", "--port", 0, "--no-dashboard", "--scheduler-file", file):
        wait_for(file.exists)
        yield file


def test_a_cluster_finds_the_same_when_a_worker_is_killed(scheduler, write, tmp_path):
    catalogue = discover([write("claims.py", CLAIMS)], entry_points=False)
    words = ("worker", "--scheduler-file", scheduler, "--nthreads", 1, "--no-nanny")
    words = (*words, "--no-dashboard", "--local-directory", tmp_path)
    with pytest.raises(SchedulerError, match="has no workers"), dask_executor(str(scheduler)):
        pass
    with process(*words) as victim, process(*words):
        wait_for(lambda: workers(scheduler) == 2)
        with dask_executor(str(scheduler)) as executor:
            report = verify(catalogue, executor=executor, watch=KillsOne(victim))
        assert victim.poll() is not None
        assert workers(scheduler) == 1
    assert verdicts(report) == verdicts(verify(catalogue))
    assert [outcome.ok for outcome in report.outcomes] == [True] * 6 + [False]


def workers(scheduler):
    from distributed import Client

    with Client(scheduler_file=str(scheduler), set_as_default=False) as client:
        return len(client.scheduler_info(n_workers=-1)["workers"])


@pytest.mark.parametrize("address", ["", "  ", "nonsense", "tcp://"])
def test_what_is_no_address(address):
    with pytest.raises(ArgumentError, match="--scheduler"), dask_executor(address):
        pass


def test_nobody_answers():
    with (
        pytest.raises(SchedulerError, match=r"No Dask scheduler answers at tcp://127\.0\.0\.1:9"),
        dask_executor("tcp://127.0.0.1:9", timeout=0.5),
    ):
        pass


def test_dask_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(SchedulerError, match=r"pip install 'theorem-checks\[dask\]'"),
        dask_executor("tcp://10.0.0.7:8786"),
    ):
        pass
