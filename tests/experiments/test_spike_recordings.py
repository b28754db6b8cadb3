"""Recordings of spikes: read from a user's file, or made up; windows for decoding."""

import numpy as np
import pytest

from proofs.linear_rnn.experiments.spikes import Recording, load_recording, synthetic_recording
from theorem_checks import ArgumentError


def test_a_recording_is_read_from_an_archive(tmp_path):
    counts, velocity = np.ones((400, 3)), np.zeros((400, 2))
    np.savez(tmp_path / "s1.npz", counts=counts, velocity=velocity)
    found = load_recording(tmp_path / "s1.npz")
    assert found.name == str(tmp_path / "s1.npz")
    np.testing.assert_array_equal(found.counts, counts)


@pytest.mark.parametrize(
    "arrays",
    [
        {"counts": np.ones((400, 3))},
        {"counts": np.ones((400, 3)), "velocity": np.zeros((399, 2))},
        {"counts": np.ones((10, 3)), "velocity": np.zeros((10, 2))},
        {"counts": np.array([{}], object), "velocity": np.zeros((400, 2))},
    ],
)
def test_what_is_no_recording_is_refused(tmp_path, arrays):
    np.savez(tmp_path / "s1.npz", **arrays)
    with pytest.raises(ArgumentError, match="path="):
        load_recording(tmp_path / "s1.npz")


def test_a_file_that_is_missing_is_refused(tmp_path):
    with pytest.raises(ArgumentError, match="a NumPy archive"):
        load_recording(tmp_path / "nothing.npz")


def test_windows_slide_over_the_first_part_and_tile_the_rest():
    ramp = np.arange(1000.0)
    x, y, x_test, y_test = Recording("", ramp[:, None], np.stack([ramp, -ramp], 1)).windows()
    assert x.shape == (786, 15, 1)  # starts 0, ..., 800 - 15
    assert y.shape == (786, 15, 2)
    assert x_test.shape == (13, 15, 1)  # starts 800, 815, ..., 980
    assert y_test.shape == (13, 15, 2)
    steps = np.diff(x[:, 0, 0])
    np.testing.assert_allclose(steps, steps[0], rtol=1e-3)  # float32 differences
    assert x[:, -1].max() < x_test.min()
    np.testing.assert_allclose(y[..., 0], -y[..., 1], rtol=1e-5)


def test_the_stand_in_says_what_it_is_and_is_seeded():
    one, again, other = (synthetic_recording(seed, 600, 4) for seed in (1, 1, 2))
    assert one.name == "synthetic stand-in"
    np.testing.assert_array_equal(one.counts, again.counts)
    assert (one.counts != other.counts).any()
    assert one.counts.shape == (600, 4)
