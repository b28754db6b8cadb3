"""What is exported, evaluated by Rocq at numbers, against the subject run in Python there."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.certifying.shared import NEEDS_COQC
from theorem_checks.certifying.compiler import coqc

pytestmark = NEEDS_COQC

ROOT = Path(__file__).parent.parent.parent


def run(*command, where):
    done = subprocess.run(
        list(map(str, command)), cwd=where, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-2000:]
    return done.stdout


def agreeing(folder, kind, most, each):
    """How many instances were compared, all of which agree."""
    file = folder / f"{kind}.v"
    count = run(
        sys.executable, "-m", "tests.certifying.instances", kind, file, most, each, where=ROOT
    )
    run(coqc(), "-w", "none", file, where=folder)
    return int(count)


MANY = {"sums": (250, 40), "machines": (150, 6), "formulas": (800, 40), "means": (150, 8)}
"""How many instances at most, of all claims and of each, by kind."""
LEAST = {"sums": 150, "machines": 80, "formulas": 700, "means": 100}  # more than 1,000 together


@pytest.mark.timeout(900)
@pytest.mark.parametrize("kind", MANY)
def test_some_instances(tmp_path, kind):
    assert agreeing(tmp_path, kind, 20, 2) == 20


@pytest.mark.deep
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("kind", MANY)
def test_many_instances(tmp_path, kind):
    assert agreeing(tmp_path, kind, *MANY[kind]) >= LEAST[kind]
