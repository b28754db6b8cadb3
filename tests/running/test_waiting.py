"""Which job is the next: what may take long first, and of different files while there are some."""

from theorem_checks import Kind, Tier
from theorem_checks.running.catalogue import Origin
from theorem_checks.running.job import Job
from theorem_checks.running.waiting import Waiting

FILES = {name: Origin(None, f"/{name}.py") for name in "abc"}


def job(file, name, seconds):
    return Job(name, "c", "claim", Kind.EXACT, Tier.QUICK, float(seconds), 100, None, FILES[file])


def taken(waiting, *busy):
    found = waiting.take([FILES[file] for file in busy])
    return found.claim if found else None


def test_two_workers_are_at_different_files_as_long_as_there_are_two():
    jobs = [job("a", "a1", 1), job("b", "b1", 2), job("a", "a2", 5), job("c", "c1", 2)]
    waiting = Waiting(jobs)
    assert taken(waiting) == "a2"  # it may take the longest
    assert taken(waiting, "a") == "b1"
    assert taken(waiting, "b") == "a1"  # who was at `a` goes on there
    assert taken(waiting, "a", "b") == "c1"
    assert taken(waiting, "a", "c") is None


def test_no_worker_rests_while_a_job_waits():
    waiting = Waiting([job("a", name, 1) for name in ("a1", "a2")])
    assert [taken(waiting, "a"), taken(waiting, "a"), taken(waiting)] == ["a1", "a2", None]
