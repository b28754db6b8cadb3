"""Samples from JAX: keys, bits that depend on nothing else, types, and lengths."""

import json
import os
import runpy
import subprocess
import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorem_checks.errors import ArgumentError
from theorem_checks.sampling import streams
from theorem_checks.sampling.faults import StatisticError
from theorem_checks.sampling.keys import sample_key
from theorem_checks.sampling.sources import Devices
from theorem_checks.sampling.streams import Stream

PROBE = Path(__file__).with_name("devices_probe.py")


def key_words(key):
    return np.asarray(jax.random.key_data(key)).tolist()


def bits_of_key(key):
    """A statistic that shows its key: the 64 bits, as an exact integer modulo 2^50."""
    high, low = jax.random.key_data(key).astype(jnp.uint64)
    return ((high << 32) | low) % 2**50


def probe(devices, names, batch_sizes):
    """Return what devices_probe.py reports in a process with this number of devices."""
    environment = {
        **os.environ,
        "JAX_PLATFORMS": "cpu",
        "JAX_ENABLE_X64": "0",
        "XLA_FLAGS": f"--xla_force_host_platform_device_count={devices}",
    }
    done = subprocess.run(
        [sys.executable, str(PROBE), str(devices), ",".join(names), *map(str, batch_sizes)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        cwd=PROBE.parents[2],
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def require_equal(reports):
    """Bits of the samples, verdict, sample number and every digit of the figures agree."""
    first = next(iter(reports.values()))
    assert first["evidence"]["verdict"] == "HOLDS"
    assert first["evidence"]["figures"]["samples"] > 2000
    for run, report in reports.items():
        assert report == first, run


def test_samples_and_evidence_do_not_depend_on_batches_and_devices():
    here = runpy.run_path(str(PROBE))["report"](1, ["long_sum"], [1])
    reports = here | probe(8, ["long_sum"], [4096])
    assert len(reports) == 2
    require_equal(json.loads(json.dumps(reports)))


@pytest.mark.deep
def test_samples_and_evidence_do_not_depend_on_batches_and_devices_at_length():
    reports = {}
    for devices in (1, 2, 8):
        reports |= probe(devices, ["matrix", "long_sum", "recurrent"], [1, 300, 4096])
    assert len(reports) == 9
    assert all(len(report) == 4 for report in reports.values())
    require_equal(reports)


@settings(max_examples=10)
@given(seed=st.integers(0, 2**63 - 1), sample=st.integers(0, 2**32 - 1))
def test_a_sample_key_is_the_seed_folded_with_the_number(seed, sample):
    with jax.enable_x64(True):
        folded = jax.random.fold_in(jax.random.key(seed, impl="threefry2x32"), sample)
    assert key_words(sample_key(seed, sample)) == key_words(folded)


def test_the_counter_has_64_bits():
    numbers = [0, 1, 2**32 - 1, 2**32, 2**32 + 1, 2**40, 2**63]
    keys = {tuple(key_words(sample_key(3, n))) for n in numbers}
    assert len(keys) == len(numbers)


@pytest.mark.parametrize("first", [0, 7, 2**32 // 8 - 1])
def test_the_stream_gives_each_sample_its_key(first):
    """Also where the counter passes 2^32, in the middle of a batch."""
    stream = Stream(bits_of_key, seed=11, block=8, batch_size=16)
    values = np.concatenate(list(stream.batches(first, first + 3))).ravel()
    numbers = range(8 * first, 8 * (first + 3))
    expected = [((h << 32) | w) % 2**50 for h, w in (key_words(sample_key(11, n)) for n in numbers)]
    assert values.tolist() == expected


def test_a_batched_statistic_sees_the_same_keys():
    single = Stream(bits_of_key, seed=1, block=8)
    batched = Stream(jax.vmap(bits_of_key), seed=1, block=8, batched=True)
    one, other = (np.concatenate(list(stream.batches(0, 4))) for stream in (single, batched))
    np.testing.assert_array_equal(one, other)


def test_other_seeds_are_other_samples():
    first, second = (
        next(iter(Stream(jax.random.uniform, seed=seed, block=64).batches(0, 1))) for seed in (1, 2)
    )
    assert not np.intersect1d(first, second).size


@pytest.mark.parametrize(("first", "last"), [(0, 0), (5, 5), (0, 1), (2, 9)])
def test_just_the_wanted_blocks_come(first, last):
    stream = Stream(jax.random.uniform, seed=1, block=4, batch_size=12)
    assert sum(len(batch) for batch in stream.batches(first, last)) == last - first


def test_batches_grow_from_one_unit_to_the_batch_size():
    stream = Stream(jax.random.uniform, seed=1, block=256, batch_size=2**14, devices=one_device())
    assert stream.unit == 2**12
    assert [len(batch) for batch in stream.batches(0, 130)] == [16, 32, 64, 18]


def test_batches_that_take_long_do_not_grow(monkeypatch):
    monkeypatch.setattr(streams, "PATIENCE", -1.0)
    for cores, begun in ((1, [1]), (2, [1, 2])):  # each core begins a batch
        stream = Stream(
            jax.random.uniform,
            seed=1,
            block=4096,
            batch_size=2**16,
            devices=one_device(),
            cores=cores,
        )
        found = [len(batch) for batch in stream.batches(0, 20)]
        assert found == [*begun, *(20 - sum(begun)) * [1]]


def one_device():
    return jax.devices()[:1]


def test_statistics_see_64_bits_even_where_jax_is_set_to_32():
    with jax.enable_x64(False):
        stream = Stream(jax.random.normal, seed=1, block=4)
        assert stream.dtype == np.float64
        values = next(iter(stream.batches(0, 1)))
        assert jnp.zeros(()).dtype == jnp.float32  # the setting is left as it was
    assert values.dtype == np.float64
    assert (values != values.astype(np.float32)).all()


def test_32_bit_values_need_a_stated_rounding():
    def statistic(key):
        return jax.random.normal(key, dtype=jnp.float32)

    with pytest.raises(ArgumentError, match=r"float64.*rounding="):
        Stream(statistic, seed=1)
    assert Stream(statistic, seed=1, inexact=True).dtype == np.float32


@pytest.mark.parametrize("kind", [jnp.bool, jnp.uint32])
def test_booleans_and_integers_are_exact(kind):
    stream = Stream(lambda key: (jax.random.uniform(key) < 0.5).astype(kind), seed=1, block=16)
    assert set(next(iter(stream.batches(0, 1))).ravel()) == {0.0, 1.0}


@pytest.mark.parametrize(
    ("statistic", "batched", "says"),
    [
        (lambda key: jax.random.normal(key, (3,)), False, r"shape \(256, 3\).*a scalar"),
        (lambda keys: jnp.zeros(()), True, r"shape \(\).*batched=True"),
        (lambda key: (1.0, 2.0), False, "tuple.*a scalar"),
        (lambda key: jax.random.normal(key) * 1j, False, "complex128.*real"),
    ],
)
def test_a_statistic_of_the_wrong_shape_is_refused(statistic, batched, says):
    with pytest.raises(StatisticError, match=f"(?s){says}"):
        Stream(statistic, seed=1, batched=batched)


@pytest.mark.parametrize(
    "statistic",
    [
        lambda key: np.random.default_rng(0).normal(),
        lambda key: jnp.asarray(np.random.default_rng(0).normal()) + 1,
        lambda key: jax.random.uniform(jax.random.key(1)),
        lambda key: 0.5,
    ],
    ids=["numpy", "numpy-in-jax", "another-key", "constant"],
)
def test_a_statistic_that_ignores_its_key_is_refused(statistic):
    """Tracing would freeze one draw, and every sample would be that number."""
    with pytest.raises(StatisticError, match=r"depends on the key.*jax\.random"):
        Stream(statistic, seed=1)


@pytest.mark.parametrize("sizes", [{"block": 0}, {"batch_size": 0}])
def test_sizes_are_positive(sizes):
    with pytest.raises(ArgumentError, match="positive number of samples"):
        Stream(jax.random.uniform, seed=1, **sizes)


def test_no_more_is_computed_than_is_wanted(monkeypatch):
    """Batches double, but not beyond the last block."""
    counts = []
    launch = Devices.launch
    monkeypatch.setattr(
        Devices, "launch", lambda self, *where: counts.append(where[1]) or launch(self, *where)
    )
    stream = Stream(jax.random.uniform, seed=1, block=4096, devices=one_device())
    assert sum(len(batch) for batch in stream.batches(0, 5)) == sum(counts) == 5


def test_a_batch_is_rounded_up_to_whole_spans():
    def statistic(keys):
        return jax.vmap(jax.random.uniform)(keys)

    for size, spans in ((1, 1), (16, 1), (17, 2), (272, 17)):
        one = Stream(
            statistic,
            seed=1,
            batched=True,
            block=16,
            batch_size=size,
            devices=jax.devices()[:1],
            inexact=True,
        )
        assert one._here.layout.spans == spans
