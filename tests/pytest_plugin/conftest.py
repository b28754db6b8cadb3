"""A project with claims, and a way to run pytest in it."""

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.own_claims import SQUARES

GOOD = (
    SQUARES
    + """
@check("search", tier="deep", kills=("cube",))
def check_more(square):
    return check_squares.function(square)

def claim(name, square, **more):
    fields = dict(
        title=f"The {name} square", source=Source("Own notes", "line 1"), statement="n^2 = n n",
        subject=square, checks=(check_squares, check_more), expect=Verdict.HOLDS, module=__name__,
        mutants=(Mutant("twice", lambda n: 2 * n, "doubles"), Mutant("cube", lambda n: n**3)),
    )
    return Claim(id=f"own/{name}", **{**fields, **more})

good = claim("good", lambda n: n**2)
"""
)
# Each result is as it can be, but ARGUED is expected and HOLDS is found.
WEAK = """
@check("bound", kills=("cube",))
def check_bound(square):
    return check_squares.function(square)

weak = claim("weak", lambda n: n**2, checks=(check_squares, check_bound), expect=Verdict.ARGUED)
"""
BAD = """
bad = claim("bad", lambda n: n**2 + (n == 7))
"""


@dataclass
class Outcome:
    """How pytest ended: its status, what it printed, and the verdict on each item."""

    status: int
    output: str

    @property
    def items(self) -> dict[str, str]:
        """The word for each item by its node id, as `-v` prints them."""
        pattern = re.compile(r"^(?:\[gw\d\] \[ *\d+%\] )?(\w+) (\S+::.*?) *$|^(\S+::\S.*?) (\w+) ")
        running = self.output.partition("= FAILURES =")[0].partition("short test summary")[0]
        found = (pattern.match(line) for line in running.splitlines())
        return {
            (m[2] or m[3]): (m[1] or m[4])
            for m in found
            if m and (m[1] or m[4]) in ("PASSED", "FAILED", "SKIPPED")
        }

    @property
    def counts(self) -> str:
        """The counts of the last line: '3 passed, 1 failed'."""
        last = self.output.strip().splitlines()[-1]
        return re.sub(r" in [\d.]+s.*$", "", last).strip("= ")


@pytest.fixture
def project(tmp_path) -> Path:
    """A folder with a file of claims and a file of tests."""
    (tmp_path / "proofs").mkdir()
    (tmp_path / "proofs" / "good.py").write_text(GOOD)
    (tmp_path / "test_ordinary.py").write_text("def test_ordinary():\n    assert True\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --strict-markers -W error\n")
    return tmp_path


@pytest.fixture
def run(project):
    """A function that runs pytest in the project, in a process of its own."""

    def invoke(*arguments: object) -> Outcome:
        command = [sys.executable, "-m", "pytest", "-v"]
        for slow_to_load in ("cacheprovider", "hypothesispytest", "jaxtyping"):
            command += ["-p", f"no:{slow_to_load}"]
        done = subprocess.run(
            [*command, *map(str, arguments)],
            cwd=project,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=100,
            check=False,
        )
        return Outcome(done.returncode, done.stdout)

    return invoke


@pytest.fixture
def texts():
    """The pieces of a file of claims."""
    return {"good": GOOD, "weak": WEAK, "bad": BAD}
