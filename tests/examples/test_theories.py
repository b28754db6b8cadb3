"""The five theories in examples/ come to the verdicts that their README counts."""

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

FOLDER = Path(__file__).parent.parent.parent / "examples" / "theories"


def test_a_claim_has_forty_lines_on_average_or_fewer():
    """What all share is counted with each."""
    shared = (FOLDER / "theory.py").read_text()
    for file in set(FOLDER.glob("*.py")) - {FOLDER / "theory.py"}:
        text = file.read_text()
        lines = len(text.splitlines()) + len(shared.splitlines())
        assert lines <= 40 * text.count(" = claim("), file.name


def test_the_verdicts_are_those_that_are_counted(tmp_path):
    program, ledger = Path(sys.executable).with_name("theorem-checks"), tmp_path / "ledger.sqlite"
    done = subprocess.run(
        [program, "verify", FOLDER, "--json", "--ledger", ledger],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    outcomes = json.loads(done.stdout)["outcomes"]
    found = Counter((one["id"].partition("/")[0], one["verdict"]) for one in outcomes)
    rows = re.findall(
        r"^\| `(\w+)\.py`.*\| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$",
        (FOLDER / "README.md").read_text(),
        re.M,
    )
    assert len(rows) == 5
    for name, claims, proved, argued, refuted in rows:
        project = name.replace("_", "-")
        assert found[project, "PROVED"] == int(proved)
        assert found[project, "ARGUED"] == int(argued)
        assert found[project, "REFUTED"] == int(refuted)
        assert int(proved) + int(argued) + int(refuted) == int(claims)
        assert 8 <= int(claims) <= 12
