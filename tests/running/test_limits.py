"""Bounds of memory and processor time."""

from types import SimpleNamespace

import pytest

from theorem_checks.running import limits

CPU, DATA, INFINITY = 1, 2, -1


@pytest.fixture
def asked(monkeypatch):
    """What is asked of the system, which grants all up to a hard limit."""
    found = SimpleNamespace(hard=INFINITY, set=[])

    def getrusage(_):
        return SimpleNamespace(ru_utime=100.0, ru_stime=20.0)

    fake = SimpleNamespace(
        RLIM_INFINITY=INFINITY,
        RUSAGE_SELF=0,
        RLIMIT_CPU=CPU,
        RLIMIT_DATA=DATA,
        getrusage=getrusage,
        getrlimit=lambda _: (INFINITY, found.hard),
        setrlimit=lambda name, both: found.set.append((name, both)),
    )
    monkeypatch.setattr(limits, "resource", fake)
    return found


def test_a_check_has_its_time_beside_what_was_used_before(asked, monkeypatch):
    monkeypatch.setattr(limits, "CORES", 2)
    with limits.bounded(30.0, 100):
        (name, (soft, _)), *_ = asked.set
        assert (name, soft) == (CPU, 100 + 20 + 60 + 60)
    assert asked.set[-2:] == [(name, (INFINITY, INFINITY)) for name in (CPU, DATA)]


def test_no_limit_is_above_the_hard_one(asked):
    limits._lower(CPU, 500)
    asked.hard = 300
    limits._lower(CPU, 500)
    limits._lower(CPU, 200)
    assert [soft for _, (soft, _) in asked.set] == [500, 300, 200]
