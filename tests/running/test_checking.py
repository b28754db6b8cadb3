"""Answers of checks, as lines."""

import json

import pytest

from theorem_checks.errors import CheckError
from theorem_checks.running import checking
from theorem_checks.running.checking import answer_of, line_of
from theorem_checks.running.job import Job

JOB = object.__new__(Job)
for _name, _value in {"check": "check_squares", "memory_mb": 100}.items():
    object.__setattr__(JOB, _name, _value)


def test_a_long_answer_is_written_as_it_is_and_one_that_is_too_long_is_not(monkeypatch):
    monkeypatch.setattr(checking, "_undecided", lambda _, said, __: Said(said))
    answer = {"evidence": "x" * 10**6, "finished": True}
    assert json.loads(line_of(JOB, answer)) == answer
    monkeypatch.setattr(checking, "MOST_BYTES", 10**6)
    short = json.loads(line_of(JOB, answer))
    assert short["finished"] is False
    assert "returned evidence that is too long: 10000" in short["evidence"]


@pytest.mark.parametrize(
    ("error", "said", "raised"),
    [
        (CheckError("It returned nothing."), "", True),
        (ValueError("no"), "", True),
        (MemoryError("full"), "The check ran out of its 100 MB of memory", True),
    ],
)
def test_what_a_check_raises_is_told_as_what_it_is(monkeypatch, error, said, raised):
    def fails(*_):
        raise error

    told = []
    monkeypatch.setattr(checking, "_found", fails)
    monkeypatch.setattr(
        checking, "_undecided", lambda _, said, error: told.append((said, error)) or Said(said)
    )
    answer = answer_of(JOB, {})
    assert answer == {"evidence": said, "finished": False}
    assert told == [(said, error if raised else None)]


class Said:
    def __init__(self, said):
        self._said = said

    def to_json(self):
        return self._said
