"""Files and environment variables that a check reads count as what its result rests on."""

import os
import textwrap

import pytest

from theorem_checks.reporting.standing import standings
from theorem_checks.running.discovery import discover
from theorem_checks.running.ledger import Ledger
from theorem_checks.running.verify import verify

BODY = """
from pathlib import Path
HERE = Path(__file__).parent
{at_import}

@check("search")
def reads(subject):
    with open(__file__ + ".log", "a") as log:
        log.write("x")
    {body}
    return is_one(subject)

the_claim = claim("t/reads", reads)
"""
READS = {
    "a-file": ("", "(HERE / 'data.txt').read_text()"),
    "a-file-at-import": ("DATA = open(HERE / 'data.txt').read()", "pass"),
    "a-file-by-a-library": ("", "import numpy; numpy.loadtxt(HERE / 'data.txt')"),
    "a-variable": ("", "os.environ.get('ASKED_FOR')"),
    "a-variable-at-import": ("VALUE = os.getenv('ASKED_FOR')", "pass"),
    "a-module-by-name": ("", "import importlib; importlib.import_module('by_' + 'name')"),
    "a-module-by-path": (
        "import importlib.util as found",
        "s = found.spec_from_file_location('x', HERE / 'by_name.py');"
        " s.loader.exec_module(found.module_from_spec(s))",
    ),
    "a-module-by-path-at-import": (
        "import runpy; VALUES = runpy.run_path(str(HERE / 'by_name.py'))",
        "pass",
    ),
    "code-as-text": ("", "(HERE / 'by_name.py').read_text()"),
}


@pytest.fixture
def ledger(tmp_path):
    with Ledger(tmp_path / "ledger.sqlite") as ledger:
        yield ledger


def change(folder):
    status = (folder / "data.txt").stat()
    (folder / "data.txt").write_text("2")
    os.utime(folder / "data.txt", ns=(status.st_atime_ns, status.st_mtime_ns))
    (folder / "by_name.py").write_text("X = 2")


@pytest.mark.parametrize("way", READS)
def test_what_was_read_and_has_changed_is_noticed(write, tmp_path, monkeypatch, ledger, way):
    (tmp_path / "data.txt").write_text("1")
    (tmp_path / "by_name.py").write_text("X = 1")
    monkeypatch.setenv("ASKED_FOR", "1")
    at_import, body = READS[way]
    file = write("reads.py", BODY.format(at_import=at_import, body=body))
    log = tmp_path / "reads.py.log"

    def run():
        catalogue = discover([file], entry_points=False)
        report = verify(catalogue, ledger=ledger)
        assert report.ok, report["t/reads"].results
        return len(log.read_text()), {k.state for k in standings(catalogue, ledger)[0].known}

    assert run() == (2, {"current"})
    assert run() == (2, {"current"})
    change(tmp_path)
    monkeypatch.setenv("ASKED_FOR", "2")
    with Ledger(ledger.path) as again:
        known = standings(discover([file], entry_points=False), again)[0].known
        assert {k.state for k in known} == {"stale"}
    assert run() == (4, {"current"})


def test_what_a_library_or_the_toolkit_looks_up_is_not_the_checks(write, ledger, monkeypatch):
    body = textwrap.indent("import numpy, sympy, tempfile\ntempfile.gettempdir()", "    ").strip()
    file = write("reads.py", BODY.format(at_import="", body=body))
    verify(discover([file], entry_points=False), ledger=ledger)
    assert ledger.reads() == {"files": {}, "environment": {}}


def _run(file, ledger, log):
    report = verify(discover([file], entry_points=False), ledger=ledger)
    assert report.ok, report["t/reads"].results
    return len(log.read_text())


def test_a_file_that_was_looked_for_and_is_made_later_is_noticed(write, tmp_path, ledger):
    looks = "import contextlib\nwith contextlib.suppress(OSError): open(HERE / 'later.txt')"
    file, log = (
        write("reads.py", BODY.format(at_import=looks, body="pass")),
        tmp_path / "reads.py.log",
    )
    assert _run(file, ledger, log) == 2
    assert _run(file, ledger, log) == 2
    (tmp_path / "later.txt").write_text("1")
    assert _run(file, ledger, log) == 4


def test_what_reads_more_than_can_be_noted_runs_every_time(write, tmp_path, ledger):
    (tmp_path / "many").mkdir()
    for number in range(205):
        (tmp_path / "many" / str(number)).write_text("1")
    body = "[one.read_text() for one in sorted((HERE / 'many').iterdir())]"
    file, log = write("reads.py", BODY.format(at_import="", body=body)), tmp_path / "reads.py.log"
    assert _run(file, ledger, log) == 2
    assert _run(file, ledger, log) == 4
