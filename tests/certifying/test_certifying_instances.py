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


def written(folder, limits):
    """How many instances are compared, by kind; the files of them are in the folder.

    One process writes them all: most claims have to be stated for each.
    """
    asked = [f"{kind}:{most}:{each}" for kind, (most, each) in limits.items()]
    told = run(sys.executable, "-m", "tests.certifying.instances", folder, *asked, where=ROOT)
    return {kind: int(count) for kind, count in map(str.split, told.splitlines())}


MANY = {"sums": (250, 40), "machines": (150, 6), "formulas": (800, 40), "means": (150, 8)}
"""How many instances at most, of all claims and of each, by kind."""
LEAST = {"sums": 150, "machines": 80, "formulas": 700, "means": 100}  # more than 1,000 together


SOME = dict.fromkeys(MANY, (20, 2))


@pytest.fixture(scope="module")
def some(tmp_path_factory):
    folder = tmp_path_factory.mktemp("some")
    return folder, written(folder, SOME)


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    folder = tmp_path_factory.mktemp("many")
    return folder, written(folder, MANY)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("kind", SOME)
def test_some_instances(some, kind):
    folder, counts = some
    assert counts[kind] == 20
    run(coqc(), "-w", "none", folder / f"{kind}.v", where=folder)


@pytest.mark.deep
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("kind", MANY)
def test_many_instances(many, kind):
    folder, counts = many
    assert counts[kind] >= LEAST[kind]
    run(coqc(), "-w", "none", folder / f"{kind}.v", where=folder)
