"""The shipped claims: no evidence depends on the order of checks, or on how a run is split."""

import json
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from theorem_checks.processors import processors
from theorem_checks.running.discovery import discover
from theorem_checks.running.plan import plan
from theorem_checks.running.supervise import close_workers, run_job

# Who of them was in time may differ.
BY_SOLVERS = ("verdict", "kind", "scope", "conditions", "statement")


def said_in(jobs):
    """What each job says, by its name, when they run in this order."""
    with ThreadPoolExecutor(processors()) as threads:
        answers = list(threads.map(lambda job: run_job(job.to_json()), jobs))
    close_workers()
    return {str(job): told(answer) for job, answer in zip(jobs, answers, strict=True)}


def told(answer):
    """What an answer says, but for how long it took."""
    assert not answer["note"], answer["note"]
    said = untimed(answer["evidence"])
    if "z3" in json.dumps(said) or "cvc5" in json.dumps(said):
        said = {name: said[name] for name in BY_SOLVERS}
    return json.dumps([said, answer["finished"]], sort_keys=True)


def untimed(said: Any) -> Any:
    """Evidence, or what is inside of it, but for how long it took."""
    if isinstance(said, dict):
        return {k: untimed(v) for k, v in said.items() if k not in ("seconds", "versions")}
    return [untimed(part) for part in said] if isinstance(said, list) else said


@pytest.mark.deep
def test_all_claims_say_the_same_in_another_order():
    jobs = list(plan(discover()))
    first = said_in(jobs)
    random.Random(0).shuffle(jobs)
    half = len(jobs) // 2
    again = said_in(jobs[:half]) | said_in(jobs[half:])  # by other workers
    assert {name: said for name, said in again.items() if said != first[name]} == {}
