"""What people see of a test that takes long: in a terminal, and in a log."""

import io
import os
import pty
import re
import subprocess
import sys
import time

import jax
import pytest

from theorem_checks.sampling import progress_lines, runs
from theorem_checks.sampling.mean_tests import decide_mean
from theorem_checks.sampling.progress_lines import ShowProgress
from theorem_checks.sampling.runs import Progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def at(samples, *, done=False, seconds_left=75.2):
    return Progress(samples, 10_000_000, 0.5, (0.25, 0.75), 1234567.0, seconds_left, done, {})


def test_a_line_says_samples_estimate_interval_rate_and_expected_end():
    stream = io.StringIO()
    ShowProgress(stream)(at(2_500_000))
    assert stream.getvalue() == (
        "2.5M of at most 10M samples  0.5 in [0.25, 0.75]  1.23M/s  1:15 left\n"
    )


def test_a_log_gets_a_line_once_in_a_while_and_the_end(monkeypatch):
    stream = io.StringIO()
    show = ShowProgress(stream)
    for samples in range(100, 600, 100):
        show(at(samples))
    show(at(600, done=True))
    lines = stream.getvalue().splitlines()
    assert [line.split()[0] for line in lines] == ["100", "600"]
    assert lines[-1].endswith("done")
    monkeypatch.setattr(progress_lines, "BETWEEN_LINES", 0.0)
    show(at(700))
    assert len(stream.getvalue().splitlines()) == 3


def test_a_terminal_keeps_one_line_and_what_comes_next_begins_on_a_new_one():
    stream = Terminal()
    show = ShowProgress(stream)
    show(at(2_500_000, seconds_left=4000.0))
    show(at(9))
    show(at(10, done=True))
    first, second, third = stream.getvalue().split("\r")[1:]
    assert "1:06:40 left" in first
    assert len(second) >= len(first)  # no rest of the longer line stays
    assert third.endswith("\n")
    assert stream.getvalue().count("\n") == 1


def test_the_expected_end_is_when_the_interval_is_narrow_enough_or_the_budget_used_up(monkeypatch):
    monkeypatch.setattr(runs, "BETWEEN_REPORTS", 0.0)
    arguments = {"bounds": (0, 1), "seed": 5, "batch_size": 4096}
    for delta, budget, by_budget in (("1/100", 10**9, False), ("1/1000000", 40_000, True)):
        seen = []
        decide_mean(
            jax.random.uniform, "1/2", delta, max_samples=budget, progress=seen.append, **arguments
        )
        early = seen[0]
        expected = early.samples + early.seconds_left * early.rate
        if by_budget:
            assert expected == pytest.approx(39_936)  # in whole blocks
        else:
            # From a tenth of the samples; that the width falls as a root is a rule of thumb.
            assert early.samples < 0.2 * seen[-1].samples
            assert 0.5 < expected / seen[-1].samples < 2
        assert [one.done for one in seen] == [*(len(seen) - 1) * [False], True]
        assert seen[-1].seconds_left == 0


SCRIPT = """
import jax
from theorem_checks import ShowProgress, decide_mean
from theorem_checks.sampling import runs
runs.BETWEEN_REPORTS = 0.0
decide_mean(jax.random.uniform, "1/2", "1/1000000", bounds=(0, 1), seed=1, max_samples=60_000,
            batch_size=8192, progress=ShowProgress())
print("end", flush=True)
"""


def test_in_a_real_terminal():
    """A pseudo-terminal gets carriage returns; a pipe gets lines."""
    ours, theirs = pty.openpty()
    child = subprocess.Popen([sys.executable, "-c", SCRIPT], stdout=theirs, stderr=theirs)
    os.close(theirs)
    seen, deadline = b"", time.monotonic() + 120
    while time.monotonic() < deadline:
        try:
            part = os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        seen += part
    assert child.wait(timeout=60) == 0, seen
    text = seen.decode()
    assert text.count("\r") > 3
    assert re.search(r"done *\r\nend\r\n$", text)
    piped = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True
    )
    assert piped.stdout == "end\n"
    assert "\r" not in piped.stderr
    lines = piped.stderr.splitlines()
    assert 1 < len(lines) < 4
    assert lines[-1].endswith("done")
