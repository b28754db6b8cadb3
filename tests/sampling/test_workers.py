"""Runs that go on in several processes: the same bits, and a clean end whatever happens."""

import contextlib
import itertools
import os
import runpy
import signal
import subprocess
import sys
import time
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import psutil
import pytest

from theorem_checks import decide_mean
from theorem_checks.errors import ArgumentError
from theorem_checks.running.process import WorkerProcess
from theorem_checks.sampling import handover
from theorem_checks.sampling.block_sums import sums_of
from theorem_checks.sampling.cores import cores_to_use
from theorem_checks.sampling.programs import ON_CPU
from theorem_checks.sampling.sequential import MeanTest
from theorem_checks.sampling.sources import Devices
from theorem_checks.sampling.streams import Stream
from theorem_checks.sampling.worker import Order
from theorem_checks.sampling.workers import Team, WorkerError

PROBE = Path(__file__).with_name("workers_probe.py")
ENDLESS = 10**9  # blocks
TEST = MeanTest(0, "1/100", bounds=(-1, 1))


def statistic(key):
    """Products, a loop and a function, so that a compiler has something to order otherwise."""

    def step(state, x):
        return jnp.tanh(state @ x + 1), None

    return jax.lax.scan(step, jnp.ones(7), jax.random.normal(key, (3, 7, 7)))[0].mean()


def sampling_workers():
    """The children that sample; other tests of this process may have left solvers or others."""
    found = []
    for child in psutil.Process().children():
        with contextlib.suppress(psutil.Error):  # it may end while it is looked at
            if "theorem_checks.sampling.worker" in " ".join(child.cmdline()):
                found.append(child)
    return found


@pytest.fixture
def at_once(monkeypatch):
    """Every run counts as one that lasts, and waits for its workers."""
    monkeypatch.setattr(handover, "LASTING", handover.LASTING)  # to be put back
    monkeypatch.setattr(handover.Relief, "ready", handover.Relief.ready)
    runpy.run_path(str(PROBE))["take_over_at_once"]()


def stream(*, cores=2, summary=None):
    return Stream(
        statistic,
        seed=3,
        block=64,
        batch_size=2**12,
        devices=jax.devices()[:1],
        cores=cores,
        summary=summary,
    )


def test_workers_draw_the_same_bits(at_once):
    """From the middle of a span on, beside a stream with a single core."""
    summary = sums_of(TEST)
    source, alone, first = stream(summary=summary), stream(cores=1, summary=summary), 5
    batches = source.summarized(first, ENDLESS)
    for batch in itertools.islice(batches, 8):
        expected = list(alone.summarized(first, batch.last))
        for rows in ("values", "summaries"):
            one = np.concatenate([getattr(other, rows)() for other in expected])
            np.testing.assert_array_equal(getattr(batch, rows)(), one)
        first = batch.last
    assert source.device == "cpu in 2 processes"
    assert alone.device == "cpu"
    assert len(sampling_workers()) == 2
    batches.close()
    assert not sampling_workers()


def test_a_run_outlives_its_workers(at_once):
    source = stream()
    batches = source.batches(0, ENDLESS)
    rows = list(itertools.islice(batches, 3))
    os.kill(sampling_workers()[0].pid, signal.SIGKILL)
    rows += itertools.islice(batches, 10)
    expected = stream(cores=1).batches(0, sum(map(len, rows)))
    np.testing.assert_array_equal(np.concatenate(rows), np.concatenate(list(expected)))
    assert source.device == "cpu in one process, since a worker ended with exit code -9"
    assert not sampling_workers()


def test_what_cannot_leave_the_process_stays(at_once):
    def calls_back(key):
        shape = jax.ShapeDtypeStruct((), jnp.float64)
        return jax.pure_callback(
            lambda x: x / 2, shape, jax.random.uniform(key), vmap_method="expand_dims"
        )

    source = Stream(calls_back, seed=3, batch_size=1, devices=jax.devices()[:1], cores=2)
    assert sum(len(values) for values in source.batches(0, 40)) == 40
    assert "in one process, since the program cannot leave this process" in source.device


def a_team(program, require=lambda answer: None):
    order = Order(len(program), [0, 0], [1, 1], 0, ON_CPU)
    return Team(1, order, program, 8, trial=(0, 1), require=require)


def wait_for(team):
    while not team.ready():
        time.sleep(0.05)


def test_a_worker_that_fails_says_why():
    team = a_team(b"no program")
    try:
        with pytest.raises(WorkerError, match=r"a worker ended with exit code 1: \w+"):
            wait_for(team)
    finally:
        team.close()
    assert not sampling_workers()


def test_a_run_that_will_not_last_has_no_workers(monkeypatch):
    monkeypatch.setattr(handover, "LASTING", 3600.0)
    source = stream()
    for batch in itertools.islice(source.summarized(0, ENDLESS), 4):
        assert batch.span >= 0
        assert not sampling_workers()
    assert source.device == "cpu"


@pytest.mark.parametrize("cores", [0, -1])
def test_bad_numbers_of_cores_are_named(cores, monkeypatch):
    monkeypatch.setenv("THEOREM_CHECKS_CORES", "many")
    with pytest.raises(ArgumentError, match=r"cores.*positive"):
        cores_to_use(None)
    with pytest.raises(ArgumentError, match=r"cores.*positive"):
        decide_mean(statistic, 0, "1/10", bounds=(-1, 1), seed=1, cores=cores)


def test_the_number_of_cores(monkeypatch):
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    monkeypatch.delenv("THEOREM_CHECKS_CORES", raising=False)
    assert cores_to_use(None) == len(os.sched_getaffinity(0))
    monkeypatch.setenv("PYTEST_XDIST_WORKER", "gw0")
    assert cores_to_use(None) == 1
    monkeypatch.setenv("THEOREM_CHECKS_CORES", "3")
    assert cores_to_use(None) == 3
    assert cores_to_use(5) == 5


def test_a_worker_of_verify_keeps_to_one_core(monkeypatch):
    monkeypatch.delenv("THEOREM_CHECKS_CORES", raising=False)
    worker = WorkerProcess()
    try:
        assert psutil.Process(worker._process.pid).environ()["THEOREM_CHECKS_CORES"] == "1"
    finally:
        worker.kill()


@pytest.mark.deep
def test_workers_with_other_bits_are_not_used(at_once, monkeypatch):
    launch = Devices.launch
    monkeypatch.setattr(
        Devices, "launch", lambda self, first, count: launch(self, first + 1, count)
    )
    source = stream()
    for _ in itertools.islice(source.summarized(0, ENDLESS), 3):
        pass
    assert source.device.endswith("since a worker computes other bits than this process")


@pytest.mark.deep
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT])
def test_workers_end_with_their_parent(end):
    parent = subprocess.Popen(
        [sys.executable, str(PROBE), "run"],
        env={**os.environ, "JAX_PLATFORMS": "cpu"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=PROBE.parents[2],
    )
    assert parent.stdout is not None
    line = parent.stdout.readline()
    workers = [psutil.Process(int(pid)) for pid in line.split()]
    assert len(workers) == 2
    parent.send_signal(end)
    _, errors = parent.communicate(timeout=60)
    assert parent.returncode == -end
    assert errors.count("Traceback") == (end == signal.SIGINT)
    assert not psutil.wait_procs(workers, timeout=10)[1]


@pytest.mark.deep
def test_the_evidence_is_the_same():
    """But for what computed it, also after a resume."""
    found = [
        subprocess.run(
            [sys.executable, str(PROBE), *arguments],
            env={**os.environ, "JAX_PLATFORMS": "cpu"},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            cwd=PROBE.parents[2],
        ).stdout.splitlines()
        for arguments in (("evidence", "1"), ("evidence", "2"), ("resumed", "2"))
    ]
    assert [lines[0] for lines in found] == ["cpu", "cpu in 2 processes", "cpu in 2 processes"]
    assert len({lines[1] for lines in found}) == 1
