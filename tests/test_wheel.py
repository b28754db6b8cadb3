"""The built wheel, in an empty environment, without the repository."""

import json
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "online_memory"
IGNORED = shutil.ignore_patterns(".theorem-checks", ".hypothesis", "__pycache__", ".pytest_cache")


def run(*words, where):
    done = subprocess.run(
        [str(word) for word in words], cwd=where, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.mark.deep
@pytest.mark.timeout(3000)
def test_the_wheel_verifies_its_claims_and_a_strangers_project(tmp_path):
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", tmp_path, ROOT, where=tmp_path)
    (wheel,) = tmp_path.glob("theorem_checks-*.whl")
    venv.create(tmp_path / "env", with_pip=True)
    programs = tmp_path / "env" / "bin"
    run(
        programs / "pip",
        "install",
        wheel,
        "pytest",
        "nbclient",
        "nbformat",
        "ipykernel",
        where=tmp_path,
    )
    project = shutil.copytree(EXAMPLE, tmp_path / "online_memory", ignore=IGNORED)
    assert " failed" not in run(programs / "python", "-m", "pytest", "-q", where=project)
    run(programs / "theorem-checks", "new", "own-theory", where=tmp_path)
    run(programs / "theorem-checks", "verify", "own-theory/", where=tmp_path)
    out = run(programs / "theorem-checks", "verify", "--tier", "quick", "--json", where=tmp_path)
    outcomes = json.loads(out)["outcomes"]
    assert len(outcomes) > 400
    files = run(
        programs / "python",
        "-c",
        "import theorem_checks; print(theorem_checks.__path__)",
        where=tmp_path,
    )
    assert str(programs.parent) in files
    assert any(programs.parent.rglob("theorem_checks/py.typed"))
