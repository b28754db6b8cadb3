"""Evidence that comes back from elsewhere is taken only if its seal fits what it says."""

import contextlib
import json
import sqlite3
from concurrent.futures import Executor, Future
from dataclasses import replace

import pytest
import sympy as sp

from theorem_checks import prove_identity
from theorem_checks.errors import CheckError
from theorem_checks.running.discovery import discover
from theorem_checks.running.ledger import _ROWS, Ledger, _checksum
from theorem_checks.running.supervise import run_job
from theorem_checks.running.validation import validated
from theorem_checks.running.verify import verify
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Kind

n = sp.Symbol("n", integer=True, positive=True)
PROVED = replace(prove_identity(2 * n, n + n), kind=Kind.PROOF)
ARGUED = Evidence.argued("It is easy to see.", kind=Kind.PROOF)

BODY = """
from theorem_checks import Equal, proof_of

def says(total, w):
    n = w.size("n")
    return Equal(w.sum(lambda k: 2 * k - 1, "k", 1, n), w.call(total, n))

squares = claim("t/squares", proof_of(says), title="sums of odd numbers", says=says,
                expect="PROVED", subject=lambda n: n**2,
                mutants=(Mutant("cubes", lambda n: n**3),))
"""


@pytest.fixture
def catalogue(write):
    return discover([write("a.py", BODY)], entry_points=False)


def edited(data, path, value):
    """A copy of JSON data with the value at a path replaced."""
    copy = json.loads(json.dumps(data))
    *way, last = path
    place = copy
    for step in way:
        place = place[step]
    place[last] = value
    return copy


def test_what_was_not_changed_is_taken():
    assert PROVED.verdict == "PROVED"
    for evidence in (PROVED, ARGUED, Evidence.holds("n < 9", kind=Kind.SEARCH)):
        assert validated(evidence.to_json()) == evidence


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["statement", "data"], ["equal", "2", "3"]),
        (["statement", "latex"], "0 = 1"),
        (["rule"], "modus_ponens"),
        (["seal"], ""),
        (["rests_on"], ["fact:cauchy-schwarz"]),
        (["words"], ["It is easy to see."]),
        (["routes"], []),
        (["conditions"], [{"text": "n is not 1", "formula": ["Ne", "n", "1"]}]),
        (["verdict"], "ARGUED"),
        (["kind"], "search"),
    ],
)
def test_what_was_changed_is_not_taken(path, value):
    with pytest.raises(CheckError, match="It says"):
        validated(edited(PROVED.to_json(), path, value))


def test_what_was_argued_is_not_taken_as_proved():
    with pytest.raises(CheckError, match="It says PROVED, and its seal does not fit"):
        validated(ARGUED.to_json() | {"verdict": "PROVED"})


class Meddling(Executor):
    """Runs jobs, and changes what they answer."""

    def __init__(self, path, value):
        self.path, self.value = path, value

    def submit(self, fn, /, *args, **kwargs):
        answer = run_job(args[0])
        if args[0]["variant"] == "claim":
            answer["evidence"] = edited(answer["evidence"], self.path, self.value)
        future = Future()
        future.set_result(answer)
        return future


def test_an_answer_that_was_changed_fails_its_claim_and_is_not_kept(catalogue, tmp_path):
    with Ledger(tmp_path / "ledger.sqlite") as ledger:
        report = verify(catalogue, executor=Meddling(["statement", "latex"], "0"), ledger=ledger)
        assert not report.ok
        own, mutant = report["t/squares"].results
        assert own.evidence.verdict == "UNDECIDED"
        assert "its seal does not fit what it says" in own.evidence.reason
        assert mutant.evidence.verdict == "REFUTED"
        finished = {kept.variant: kept.finished for kept in ledger.latest("t/squares")}
        assert finished == {"mutant:cubes": True, "claim": False}
        assert verify(catalogue, ledger=ledger)["t/squares"].verdict == "PROVED"


def test_a_row_that_was_changed_runs_again_with_a_warning(catalogue, tmp_path):
    path = tmp_path / "ledger.sqlite"
    with Ledger(path) as ledger:
        assert verify(catalogue, ledger=ledger).warnings == ()
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        rows = db.execute(_ROWS + "WHERE variant = 'claim'").fetchall()
        ((*place, row),) = rows
        text = json.dumps(edited(json.loads(row.partition(" ")[2]), ["rule"], "by hand"))
        forged = f"{_checksum(*place, text)} {text}"  # the checksum fits, the seal does not
        db.execute("UPDATE results SET evidence = ? WHERE key = ?", (forged, place[0]))
    with Ledger(path) as ledger:
        report = verify(catalogue, ledger=ledger)
        assert report["t/squares"].verdict == "PROVED"
        assert [result.from_ledger for result in report["t/squares"].results] == [False, True]
        said = "Run again, as they were changed since they were kept: 1 row of the ledger."
        assert report.warnings == (said,)
        assert verify(catalogue, ledger=ledger).warnings == ()
