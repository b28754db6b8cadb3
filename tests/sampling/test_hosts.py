"""Several processes with one run: the same verdict and the same samples, and clear errors."""

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from theorem_checks.errors import ArgumentError
from theorem_checks.sampling.hosts import HostsError, join_hosts

PROBE = Path(__file__).with_name("host_probe.py")
SECONDS = 150


def free_port():
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return listening.getsockname()[1]


def together(*arguments, environments=None):
    """Run a probe for each list of (seed, delta) at once; return exit codes and outputs."""
    address = f"127.0.0.1:{free_port()}"
    base = {**os.environ, "JAX_PLATFORMS": "cpu", "JAX_ENABLE_X64": "0", "XLA_FLAGS": ""}
    children = [
        subprocess.Popen(
            [sys.executable, str(PROBE), address, str(len(arguments)), str(number), *one],
            env=base | (environments[number] if environments else {}),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=PROBE.parents[2],
        )
        for number, one in enumerate(arguments)
    ]
    deadline = time.monotonic() + SECONDS
    try:
        ended = [
            (*child.communicate(timeout=max(1, deadline - time.monotonic())), child.returncode)
            for child in children
        ]
    finally:
        for child in children:
            child.kill()
    return [(code, out, err) for out, err, code in ended]


def result(ended):
    code, out, err = ended
    assert code == 0, err
    processes, evidence, samples = json.loads(out.splitlines()[-1])
    device = evidence["figures"].pop("device")
    return processes, device, evidence, samples


def test_two_processes_give_the_verdict_and_the_samples_of_one():
    """The second pair has three devices each, so that shards and batches differ as well."""
    (single,) = together(("7", "1/20"))
    one = result(single)
    three = {"XLA_FLAGS": "--xla_force_host_platform_device_count=3"}
    for environments, device in (
        ([{}, {}], "cpu x 2 on 2 hosts"),
        ([three, three], "cpu x 6 on 2 hosts"),
    ):
        for ended in together(("7", "1/20"), ("7", "1/20"), environments=environments):
            both = result(ended)
            assert both[:2] == (2, device)
            assert both[2:] == one[2:]
    assert one[:2] == (1, "cpu")
    assert one[2]["verdict"] == "REFUTED"
    assert one[2]["figures"]["samples"] > 64


@pytest.mark.parametrize(
    ("second", "says"), [(("8", "1/20"), "seed"), (("7", "1/30"), "test")], ids=["seed", "check"]
)
def test_hosts_that_disagree_all_say_so(second, says):
    for code, out, err in together(("7", "1/20"), second):
        assert code == 3, err
        assert f"they disagree on {says}." in out


def test_an_unreachable_coordinator_is_named():
    began = time.monotonic()
    address = f"127.0.0.1:{free_port()}"
    with pytest.raises(HostsError, match=rf"{address} within 0\.3 s .*Start process 0"):
        join_hosts(address, 2, 1, timeout=0.3)
    assert time.monotonic() - began < 10


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("nowhere", 2, 1), "coordinator.*host:port"),
        (("host:port", 2, 1), "coordinator.*host:port"),
        (("127.0.0.1:1", 0, 0), "processes.*positive"),
        (("127.0.0.1:1", 2, 2), "process.*from 0 to 1"),
        ((None, 2, 1), "THEOREM_CHECKS_COORDINATOR"),
        (("127.0.0.1:1", None, 1), "THEOREM_CHECKS_PROCESSES"),
        (("127.0.0.1:1", 2, None), "THEOREM_CHECKS_PROCESS"),
    ],
)
def test_bad_arguments_are_named(arguments, says, monkeypatch):
    for name in ("COORDINATOR", "PROCESSES", "PROCESS"):
        monkeypatch.delenv(f"THEOREM_CHECKS_{name}", raising=False)
    with pytest.raises(ArgumentError, match=says):
        join_hosts(*arguments)


def test_what_is_not_given_comes_from_the_environment(monkeypatch):
    address = f"127.0.0.1:{free_port()}"
    monkeypatch.setenv("THEOREM_CHECKS_COORDINATOR", address)
    monkeypatch.setenv("THEOREM_CHECKS_PROCESSES", "2")
    monkeypatch.setenv("THEOREM_CHECKS_PROCESS", "1")
    with pytest.raises(HostsError, match=address):
        join_hosts(timeout=0.1)


def test_processes_are_numbered_from_0(monkeypatch):
    def initialize(address, count, number, **_):
        joined.append((address, count, number))

    joined = []
    monkeypatch.setattr("jax.distributed.initialize", initialize)
    join_hosts("here:80", 2, 0)
    assert joined == [("here:80", 2, 0)]
    for number in (-1, 2):
        with pytest.raises(ArgumentError, match="a number from 0 to 1"):
            join_hosts("here:80", 2, number)
