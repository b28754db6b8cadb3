"""A folder with a file of claims, and two ways to run the command there."""

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.cli.modules import forget_modules
from tests.own_claims import SQUARES
from theorem_checks.cli import app
from theorem_checks.running import finding, loading

CLAIMS = (
    SQUARES
    + """
def claim(name, square, **more):
    fields = dict(
        title=f"The {name} square", source=Source("Own notes", "line 1"), statement="n^2 = n n",
        subject=square, checks=(check_squares,), expect=Verdict.HOLDS, module=__name__,
        mutants=(Mutant("twice", lambda n: 2 * n), Mutant("cube", lambda n: n**3)),
    )
    return Claim(id=f"own/{name}", **{**fields, **more})

good = claim("good", lambda n: n**2)
"""
)
BAD = """
bad = claim("bad", lambda n: n**2 + (n == 7), covers=("own/also-bad",))
"""
SURVIVOR = """
weak = claim("weak", lambda n: n**2, mutants=(Mutant("late", lambda n: n**2 + (n == 10)),))
"""
ERRATUM = """
printed = claim("printed", lambda n: n**3, mutants=(), repaired_by="own/repaired",
    expect=Verdict.REFUTED, controls=(Control("repaired", lambda n: n**2),))
repaired = claim("repaired", lambda n: n**2, repairs=("own/printed",))
"""


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Iterator[Path]:
    """An empty folder in which the command runs; what this process imported there is forgotten."""
    monkeypatch.chdir(tmp_path)
    for name in ("THEOREM_CHECKS_LEDGER", "COLUMNS", "FORCE_COLOR", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    path = [*sys.path]
    yield tmp_path
    loading.reset_path(path)
    forget_modules(tmp_path)


@pytest.fixture
def run(folder):
    """A function that runs the command in this process."""

    def invoke(*arguments: object):
        return CliRunner().invoke(app, [str(argument) for argument in arguments])

    return invoke


@pytest.fixture
def command(folder):
    """A function that runs the command in a process of its own."""

    def invoke(*arguments: object, **more) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, **more.pop("env", {})}
        return subprocess.run(
            [sys.executable, "-m", "theorem_checks", *map(str, arguments)],
            env=environment,
            text=True,
            encoding="utf-8",
            capture_output=True,
            timeout=60,
            check=False,
            **more,
        )

    return invoke


@pytest.fixture
def claims(folder):
    """A function that writes a file of claims: the good one, and what else is given."""

    def write(*more: str, name: str = "claims.py") -> Path:
        file = folder / name
        file.write_text(CLAIMS + "".join(more), encoding="utf-8")
        return file

    return write


@pytest.fixture
def installed(folder, claims, monkeypatch):
    """A function that installs such a file, as the only one, for this process."""

    def install(*more: str) -> None:
        name = f"installed_{folder.name.replace('-', '_')}"
        claims(*more, name=f"{name}.py")
        entry = EntryPoint("own", name, finding.GROUP)
        monkeypatch.syspath_prepend(str(folder))
        monkeypatch.setattr(finding, "entry_points", lambda group: [entry])

    return install


@pytest.fixture(scope="session")
def texts():
    """The pieces of a file of claims."""
    return {"good": CLAIMS, "bad": BAD, "survivor": SURVIVOR, "erratum": ERRATUM}
