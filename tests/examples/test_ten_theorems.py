"""The ten theorems in examples/ come to the verdicts that their README says."""

import json
import re
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent.parent.parent / "examples" / "ten_theorems"


def test_each_theorem_has_at_most_forty_lines():
    long = {p.name: n for p in FOLDER.glob("*.py") if (n := len(p.read_text().splitlines())) > 40}
    assert not long


def test_the_verdicts_are_those_of_the_table(tmp_path):
    done = subprocess.run(
        [
            Path(sys.executable).with_name("theorem-checks"),
            "verify",
            FOLDER,
            "--json",
            "--ledger",
            tmp_path / "ledger.sqlite",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found = {
        outcome["id"].partition("/")[2]: outcome["verdict"]
        for outcome in json.loads(done.stdout)["outcomes"]
    }
    table = re.findall(r"\| `([a-z0-9-]+)` \| ([A-Z]+)", (FOLDER / "README.md").read_text())
    assert found == dict(table)
