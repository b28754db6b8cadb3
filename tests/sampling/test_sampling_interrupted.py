"""A run that is killed goes on from its last state and ends as if nothing had happened."""

import json
from pathlib import Path

from tests.killing import kill_after, start

PROBE = Path(__file__).with_name("interruption_probe.py")
MOST = 400_000


def started(file):
    return start(PROBE, file, MOST)


def samples_in(file):
    return json.loads(file.read_text())["samples"] if file.exists() else 0


def killed_after(file, samples):
    """Run until the file holds more than this many samples, then kill without warning."""
    return kill_after(started(file), lambda: samples_in(file), samples)


def test_a_killed_run_goes_on_to_the_same_bits(tmp_path):
    file = tmp_path / "state.json"
    first = killed_after(file, 0)
    second = killed_after(file, first)
    assert 0 < first < second < MOST
    resumed, _ = started(file).communicate(timeout=120)
    whole, _ = started(tmp_path / "other.json").communicate(timeout=120)
    first, second = json.loads(resumed), json.loads(whole)
    figures = second["figures"]
    for found in (first, second):
        found["figures"].pop("device")  # on a slow machine the longer run may have had workers
    assert first == second
    assert figures["samples"] == figures["state"]["samples"] == MOST // 256 * 256
