"""The projects in examples/ come to their verdicts as a stranger would run them."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
IGNORED = shutil.ignore_patterns(".theorem-checks", ".hypothesis", "__pycache__", ".pytest_cache")


@pytest.fixture
def project(tmp_path):
    return Path(
        shutil.copytree(EXAMPLES / "online_memory", tmp_path / "online_memory", ignore=IGNORED)
    )


def test_online_memory(project):
    done = subprocess.run(
        [Path(sys.executable).with_name("theorem-checks"), "verify", "online_memory/", "--json"],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    outcomes = {outcome["id"]: outcome for outcome in json.loads(done.stdout)["outcomes"]}
    verdicts = {name.partition("/")[2]: one["verdict"] for name, one in outcomes.items()}
    assert verdicts == {
        "delta-rule": "PROVED",
        "error-after-a-step": "PROVED",
        "small-steps": "REFUTED",
        "safe-steps": "ARGUED",
        "initialisation": "ARGUED",
    }
    table = (project / "README.md").read_text()
    assert sum(table.count(f"| {word}") for word in ("proved", "argued", "refuted")) == len(
        verdicts
    )
    (false,) = (
        r for r in outcomes["online-memory/small-steps"]["results"] if r["variant"] == "claim"
    )
    assert false["evidence"]["counterexample"]["values"] == {"beta": 1, "s": 3, "q": 1}
    assert false["evidence"]["seconds"] < 10
