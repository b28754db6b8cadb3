"""Checkpoints that are damaged, that find no room, that are killed while they are written."""

import random
import resource
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from theorem_checks.training.checkpoints import CheckpointError, held, read, write

OURS = "f" * 64
ARRAYS = {"state/0": np.arange(12.0).reshape(3, 4), "loss": np.ones((2, 3), np.float32)}
ABOUT = {"fingerprint": OURS, "steps": 3}


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "run.npz"
    write(path, ARRAYS, ABOUT)
    return path


def is_whole(file):
    arrays, about = read(file, OURS) or ({}, {})
    return about == ABOUT and all(np.array_equal(arrays[name], ARRAYS[name]) for name in ARRAYS)


def test_what_is_read_is_what_was_written(file):
    assert is_whole(file)
    assert read(file.with_name("none.npz"), OURS) is None
    with pytest.raises(CheckpointError, match="belongs to another configuration"):
        read(file, "e" * 64)


def test_no_flipped_bit_and_no_lost_end_goes_unseen(file):
    """Bits that nobody reads may differ, and names, which `train` compares, may be others."""
    good, refused, drawn = file.read_bytes(), 0, random.Random(0)
    for _ in range(200):
        place = drawn.randrange(len(good))
        spoiled = bytearray(good)
        spoiled[place] ^= 1 << drawn.randrange(8)
        for data in (bytes(spoiled), good[:place]):
            file.write_bytes(data)
            try:
                arrays, _ = read(file, OURS) or ({}, {})
            except CheckpointError:
                refused += 1
            else:
                assert arrays.keys() != ARRAYS.keys() or is_whole(file)
    assert refused > 300


@pytest.mark.parametrize(
    "save",
    [
        lambda file: np.save(file, np.ones(3)),
        lambda file: np.savez(file, about=np.array("[1]")),
        lambda file: np.savez(file, about=np.array("3")),
        lambda file: np.savez(file, loss=np.ones(3)),
        lambda file: file.write(b""),
    ],
)
def test_other_files_are_refused(file, save):
    with file.open("wb") as other:
        save(other)
    with pytest.raises(CheckpointError, match="is no checkpoint, or a damaged one"):
        read(file, OURS)


def test_without_room_the_old_one_stays_and_nothing_else(file):
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, hard))
    try:
        with pytest.raises(CheckpointError, match="cannot be written: "):
            write(file, {"state/0": np.zeros(10_000)}, ABOUT)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert is_whole(file)
    assert list(file.parent.iterdir()) == [file]


def test_whatever_its_name_a_checkpoint_is_not_its_own_lock_or_draft(tmp_path):
    for name in ("run.lock", "run.part", "run"):
        with held(tmp_path / name):
            write(tmp_path / name, ARRAYS, ABOUT)
        with held(tmp_path / name):
            assert is_whole(tmp_path / name)


WRITER = """
import sys
import numpy as np
from pathlib import Path
from theorem_checks.training.checkpoints import write
print("begun", flush=True)
turn = 0
while True:
    turn += 1
    write(Path(sys.argv[1]), {"loss": np.full(100_000, turn)}, {"fingerprint": "f" * 64})
"""


@pytest.mark.deep
def test_one_who_is_killed_while_writing_leaves_a_whole_checkpoint(tmp_path):
    file, drawn, drafts = tmp_path / "run.npz", random.Random(0), 0
    for _ in range(20):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(file)], stdout=subprocess.PIPE, text=True
        )
        assert writer.stdout is not None
        writer.stdout.readline()
        time.sleep(drawn.random() / 20)
        writer.send_signal(signal.SIGKILL)
        writer.communicate()
        drafts += (tmp_path / "run.npz.part").exists()
        if found := read(file, OURS):
            assert len(found[0]["loss"]) == 100_000
            assert len(set(found[0]["loss"].tolist())) == 1
    assert drafts, "none was killed while it wrote"
