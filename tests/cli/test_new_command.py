"""`theorem-checks new`: the file that it writes is a claim that can be verified."""

import json
import subprocess
import sys
import tomllib

import pytest

from theorem_checks.scaffold import LEAKY_SUM

FILES = {".py", ".toml", ".md", ".yml", ".ipynb"}


def test_the_new_file_is_verified_and_its_mutants_are_killed(command, folder):
    written = command("new", "my_claims.py")
    assert written.returncode == 0
    assert "theorem-checks verify my_claims.py" in written.stdout
    done = command("verify", "my_claims.py", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    (outcome,) = json.loads(done.stdout)["outcomes"]
    assert outcome["id"] == "my-claims/leaky-sum"
    assert outcome["verdict"] == outcome["expect"]
    assert outcome["mutants"] == {"killed": 2, "total": 2}
    assert outcome["pairs"] == {"killed": 6, "total": 6}


@pytest.mark.parametrize(
    ("name", "claim_id"),
    [
        ("Lemma_4.py", "lemma-4/leaky-sum"),
        ("_private.py", "private/leaky-sum"),
        ("π.py", "my-paper/leaky-sum"),
    ],
)
def test_the_claim_is_named_after_the_file(run, name, claim_id):
    assert run("new", name).exit_code == 0
    (listed,) = json.loads(run("list", name, "--json").stdout)
    assert listed["id"] == claim_id


def test_a_file_is_overwritten_only_by_force(run, folder):
    file = folder / "mine.py"
    file.write_text("precious = 1\n")
    refused = run("new", "mine.py")
    assert refused.exit_code == 2
    assert "Give --force to overwrite it." in refused.stderr
    assert file.read_text() == "precious = 1\n"
    assert run("new", "mine.py", "--force").exit_code == 0
    assert "precious" not in file.read_text()


@pytest.mark.parametrize(
    "name",
    [
        "claims.txt",
        "two words.py",
        "nowhere/claims.py",
        ".",
        "two words",
        "nowhere/claims",
        "Upper",
    ],
)
def test_a_name_that_cannot_be_a_module_is_refused(run, folder, name):
    refused = run("new", name)
    assert refused.exit_code == 2
    assert "expected" in refused.stderr
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("name", ["class", "json", "unittest"])
def test_a_name_that_python_uses_is_refused(run, folder, name):
    refused = run("new", name)
    assert refused.exit_code == 2
    assert "a name that Python does not use itself" in " ".join(refused.stderr.split())
    assert list(folder.iterdir()) == []


def test_a_project_runs_as_it_stands(command, folder):
    written = command("new", "own-theory")
    assert written.returncode == 0
    assert "theorem-checks verify own-theory/" in written.stdout
    project = folder / "own-theory"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "12 passed" in done.stdout, done.stdout + done.stderr  # the notebook is one of them
    listed = json.loads(command("list", "own-theory/", "--json").stdout)
    assert [claim["id"] for claim in listed] == ["own-theory/leaky-sum"]
    settings = tomllib.loads((project / "pyproject.toml").read_text())
    assert settings["project"]["entry-points"]["theorem_checks.claims"] == {
        "own-theory": "own_theory"
    }
    assert {path.name for path in project.rglob(".*")} >= {".gitignore", ".github"}
    texts = [path.read_text() for path in project.rglob("*") if path.suffix in FILES]
    assert not any("my_theory" in text or "my-theory" in text for text in texts)


def test_a_project_is_overwritten_only_by_force(run, folder):
    assert run("new", "theory").exit_code == 0
    claims = folder / "theory" / "theory" / "leaky_sum.py"
    claims.write_text("precious = 1\n")
    refused = run("new", "theory")
    assert refused.exit_code == 2
    assert "Give --force to overwrite it." in refused.stderr
    assert claims.read_text() == "precious = 1\n"
    assert run("new", "theory", "--force").exit_code == 0
    assert "precious" not in claims.read_text()


def test_the_mutants_of_the_example_differ_where_it_looks():
    claim = LEAKY_SUM
    for mutant in claim.mutants:
        assert mutant.says
        assert mutant.subject(2, 3) != claim.subject(2, 3) == 7
