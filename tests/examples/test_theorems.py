"""The theorems in files of examples/ come to the verdicts that their READMEs say."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
FOLDERS = [EXAMPLES / "ten_theorems", EXAMPLES / "more_theorems"]
each_folder = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


@each_folder
def test_each_theorem_has_at_most_forty_lines(folder):
    long = {p.name: n for p in folder.glob("*.py") if (n := len(p.read_text().splitlines())) > 40}
    assert not long


@each_folder
def test_the_verdicts_are_those_of_the_table(folder, tmp_path):
    done = subprocess.run(
        [
            Path(sys.executable).with_name("theorem-checks"),
            "verify",
            folder,
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
    table = re.findall(r"\| `([a-z0-9-]+)` \| ([A-Z]+)", (folder / "README.md").read_text())
    assert found == dict(table)
