"""Under pytest-xdist each job runs once, and each claim is judged, however items are spread."""

import inspect
import runpy
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from theorem_checks.pytest_plugin.exchange import Exchange
from theorem_checks.running.ledger import LedgerError
from theorem_checks.verdicts.evidence import Evidence

COUNTED = '''
from pathlib import Path

@check("exact")
def check_counted(square):
    """Leaves a mark for each time that it runs."""
    mark = Path(__file__).with_name("runs")
    mark.mkdir(exist_ok=True)
    (mark / f"{square(3)} {len(list(mark.iterdir()))}").touch()
    time.sleep(0.2)
    return check_squares.function(square)

import time

counted = claim("counted", lambda n: n**2, checks=(check_counted,))
'''


@pytest.mark.parametrize("spread", ["load", pytest.param("worksteal", marks=pytest.mark.deep)])
def test_two_workers_judge_like_one(run, project, texts, spread, tmp_path_factory, monkeypatch):
    rest = tmp_path_factory.mktemp("rest")
    monkeypatch.setenv("TMPDIR", str(rest))
    file = project / "proofs" / "good.py"
    file.write_text(texts["good"] + texts["bad"] + texts["weak"] + COUNTED)
    ledger = ("--claims-ledger", "kept.sqlite")
    done = run("--claims", "proofs", "-n", "2", "--dist", spread, *ledger)
    wrong = {name for name, word in done.items.items() if word != "PASSED"}
    assert wrong == {
        "proofs/good.py::own/bad::check_squares[claim]",
        "proofs/good.py::own/bad::verdict",
        "proofs/good.py::own/weak::verdict",
    }
    assert len(done.items) == 4 + 4 + 6 + 4
    ran = sorted(mark.name.partition(" ")[0] for mark in (project / "proofs/runs").iterdir())
    assert ran == ["27", "6", "9"]  # the cube, the double and the square of 3, once each
    assert not list(rest.glob("theorem-checks-*")), "the folder that they shared is left"


@pytest.fixture
def exchange(pytestconfig, monkeypatch, tmp_path):
    """The exchange of a worker whose folder is not there yet."""
    shared = {Exchange.SHARED: str(tmp_path / "on" / "another" / "machine")}
    monkeypatch.setattr(pytestconfig, "workerinput", shared, raising=False)
    monkeypatch.setattr(pytestconfig.option, "claims_ledger", None)
    return Exchange(pytestconfig)


def test_a_worker_makes_the_folder_that_is_shared(exchange, tmp_path):
    assert exchange.folder == tmp_path / "on" / "another" / "machine"
    assert exchange.folder.is_dir()
    exchange.close()
    assert exchange.folder.is_dir()  # it is not the worker's


def test_what_a_ledger_does_not_take_is_a_warning_at_the_line_that_asked(exchange, monkeypatch):
    def put(*_, **__):
        raise LedgerError("it is full")

    monkeypatch.setattr(exchange, "_ledger", SimpleNamespace(put=put))
    job: Any = None
    with pytest.warns(pytest.PytestWarning, match="it is full") as told:
        exchange._keep(job, Evidence.holds("n = 1"), True, ())
    assert told[0].filename == __file__


def test_where_there_are_no_locks_it_goes_on_without(monkeypatch):
    monkeypatch.setitem(sys.modules, "fcntl", None)
    assert runpy.run_path(inspect.getfile(Exchange))["fcntl"] is None
