"""What the README tells a new user to do gives what it shows."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def block(label: str) -> str:
    """Return the code block that follows a label."""
    found = re.search(rf"<!-- {label} -->\n```\w+\n(.*?)```", README, re.DOTALL)
    assert found, label
    return found[1]


def settled(output: str) -> list[list[str]]:
    """Return the words of each line, without what differs from run to run."""
    return [re.sub(r"[\d.]+ s\b", "# s", line).split() for line in output.strip().splitlines()]


@pytest.fixture
def claims_file(tmp_path):
    file = tmp_path / "my_claims.py"
    file.write_text(block("first-claim"), encoding="utf-8")
    return file


def test_the_first_claim_gives_the_output_that_is_shown(claims_file):
    command, shown = block("first-output").split("\n", 1)
    program, *arguments = command.removeprefix("$ ").split()
    done = subprocess.run(
        [Path(sys.executable).with_name(program), *arguments],
        cwd=claims_file.parent,
        env={**os.environ, "COLUMNS": "90", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert settled(done.stdout) == settled(shown)


def test_the_first_claim_takes_under_twenty_lines():
    assert len([line for line in block("first-claim").splitlines() if line.strip()]) < 20


def test_the_map_names_folders_that_exist():
    paths = re.findall(r"^\| `([\w./]+)`", README, re.MULTILINE)
    assert {"theorem_checks/", "constructions/", "proofs/", "tests/", "notebooks/"} < set(paths)
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_table_of_packages_has_all_of_them_and_no_others():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    cells = re.findall(r"^\| (`[^|]+`) \|", page, re.MULTILINE)
    told = {name.rpartition(".")[2] for cell in cells for name in re.findall(r"`([\w.]+)`", cell)}
    package = ROOT / "theorem_checks"
    held = {path.stem for path in package.iterdir() if path.suffix == ".py"}
    held |= {path.name for path in package.iterdir() if path.is_dir()}
    inner = {name for name in held if name.startswith("_")}
    assert held - inner == told - {"theorem_checks", "constructions", "proofs"}


def test_the_commands_are_targets_of_make():
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert {"verify", "test", "deep", "lint"} <= set(targets)
    assert set(re.findall(r"`?make (\w+)`?", README)) - {"and"} <= set(targets)
