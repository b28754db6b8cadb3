"""What is said of the files in which claims were looked for."""

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from theorem_checks.cli.catalogues import tell_skipped
from theorem_checks.reporting import streams
from theorem_checks.running.catalogue import Catalogue


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (1, "1 file (0.py)"),
        (3, "3 files (0.py, 1.py, 2.py)"),
        (4, "4 files (0.py, 1.py, 2.py, ...)"),
    ],
)
def test_the_first_three_files_that_declare_no_claim_are_named(folder, monkeypatch, files, said):
    told = StringIO()
    console = Console(file=told, width=200)
    monkeypatch.setattr(streams, "error_console", lambda: console)
    skipped = tuple(Path.cwd() / f"{n}.py" for n in range(files))
    tell_skipped(Catalogue({}, skipped=skipped))
    assert told.getvalue().rstrip() == f"Not imported, as they declare no claim: {said}."
