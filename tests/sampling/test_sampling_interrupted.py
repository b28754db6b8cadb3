"""A run that is killed goes on from its last state and ends as if nothing had happened."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

PROBE = Path(__file__).with_name("interruption_probe.py")
MOST = 400_000
ENVIRONMENT = {**os.environ, "JAX_PLATFORMS": "cpu"}


def start(file):
    return subprocess.Popen(
        [sys.executable, str(PROBE), str(file), str(MOST)],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        text=True,
        cwd=PROBE.parents[2],
    )


def samples_in(file):
    return json.loads(file.read_text())["samples"] if file.exists() else 0


def kill_after(file, samples):
    """Run until the file holds more than this many samples, then kill without warning."""
    child, deadline = start(file), time.monotonic() + 120
    while samples_in(file) <= samples and child.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    child.send_signal(signal.SIGKILL)
    child.communicate()
    assert child.returncode == -signal.SIGKILL, "it ended before it could be killed"
    return samples_in(file)


def test_a_killed_run_goes_on_to_the_same_bits(tmp_path):
    file = tmp_path / "state.json"
    first = kill_after(file, 0)
    second = kill_after(file, first)
    assert 0 < first < second < MOST
    resumed, _ = start(file).communicate(timeout=120)
    whole, _ = start(tmp_path / "other.json").communicate(timeout=120)
    first, second = json.loads(resumed), json.loads(whole)
    figures = second["figures"]
    for found in (first, second):
        found["figures"].pop("device")  # on a slow machine the longer run may have had workers
    assert first == second
    assert figures["samples"] == figures["state"]["samples"] == MOST // 256 * 256
