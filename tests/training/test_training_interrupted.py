"""A training run that is killed at any moment goes on to the same bits."""

import json
import random
import signal
import time
from pathlib import Path

import numpy as np
import pytest

from tests.killing import kill_after, start

PROBE = Path(__file__).with_name("training_probe.py")


def records_in(file):
    if not file.exists():
        return 0
    with np.load(file, allow_pickle=False) as archive:
        return len(archive["loss"])


def killed_after(file, records):
    """Run until the checkpoint holds more than this many records, then kill without warning."""
    return kill_after(start(PROBE, file, 1e-3), lambda: records_in(file), records)


def finish(file):
    printed, _ = start(PROBE, file, 60.0).communicate(timeout=120)
    return json.loads(printed)


def test_a_killed_run_goes_on_to_the_same_bits(tmp_path):
    broken = tmp_path / "broken.npz"
    assert 0 < killed_after(broken, 0) < 100
    resumed, whole = finish(broken), finish(tmp_path / "whole.npz")
    assert resumed.pop("resumed") == 1
    assert whole.pop("resumed") == 0
    assert resumed == whole
    assert len(whole["loss"][1][1]) == 100


@pytest.mark.deep
def test_of_two_processes_with_one_checkpoint_the_second_waits_and_finds_it_finished(tmp_path):
    file = tmp_path / "shared.npz"
    both = [start(PROBE, file, 1e-3) for _ in range(2)]
    found = [json.loads(child.communicate(timeout=240)[0]) for child in both]
    assert sorted(one.pop("resumed") for one in found) == [0, 1]
    assert found[0] == found[1]


@pytest.mark.deep
def test_killed_again_and_again_at_any_moment_a_run_comes_to_the_same_bits(tmp_path):
    broken, drawn, kills = tmp_path / "broken.npz", random.Random(0), 0
    while records_in(broken) < 100 and kills < 8:
        kills += 1
        child = start(PROBE, broken, 1e-3)
        before, wait = records_in(broken), drawn.random() / 4
        while records_in(broken) == before and child.poll() is None:
            time.sleep(0.005)
        time.sleep(wait)
        child.send_signal(signal.SIGKILL)
        child.communicate()
    resumed, whole = finish(broken), finish(tmp_path / "whole.npz")
    assert resumed.pop("resumed") >= 1
    assert whole.pop("resumed") == 0
    assert resumed == whole
