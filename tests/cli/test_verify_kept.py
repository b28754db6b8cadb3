"""`theorem-checks verify` answers from its last run, as long as nothing under that has changed."""

import os
import re
import resource
import shutil
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from theorem_checks import targets
from theorem_checks.cli import app
from theorem_checks.running import kept_runs
from theorem_checks.running.ledger import Ledger

QUESTION = {"targets": ["claims.py"], "tier": "quick", "seed": 0, "experiments": False}
HELPED = "from kept_helper import POWER\nhelped = claim('helped', lambda n: n**POWER)\n"
SLOW = """
import time

@check("exact", seconds=1)
def check_slowly(square):
    while square(3) == 9:
        time.sleep(1)
    return Evidence.refuted(Counterexample({"n": 3}, square(3), 9))

slow = claim("slow", lambda n: n**2, checks=(check_slowly,), expect=Verdict.UNDECIDED)
"""
MOST_SECONDS = 1.5


@pytest.fixture
def original(tmp_path, texts, monkeypatch):
    """A folder with claims, and a module that they import, all verified; and what was printed."""
    folder = tmp_path / "verified"
    folder.mkdir()
    (folder / "kept_helper.py").write_text("POWER = 2\n")
    (folder / "claims.py").write_text(texts["good"] + HELPED)
    monkeypatch.chdir(folder)
    monkeypatch.delenv("THEOREM_CHECKS_LEDGER", raising=False)
    done = CliRunner().invoke(app, ["verify", "claims.py"])
    assert done.exit_code == 0
    assert is_known()
    return folder, done.stdout


@pytest.fixture
def verified(original):
    """The folder alone."""
    return original[0]


def is_known(**changed) -> bool:
    return kept_runs.KeptVerification({**QUESTION, **changed}).read() is not None


def untimed(text: str) -> str:
    return re.sub(r"[\d.]+ s\b", "", text).replace("(0 from", "(6 from")


def edit(file):
    file.write_text(file.read_text() + "# edited\n")


def test_the_second_run_imports_no_claim(original, verified, monkeypatch):
    def fail(*_):
        raise AssertionError("The claims were imported.")

    monkeypatch.setattr(targets, "find", fail)
    again = CliRunner().invoke(app, ["verify", "claims.py"])
    assert again.exit_code == 0
    assert untimed(again.stdout) == untimed(original[1])
    assert "6 results (6 from the ledger)" in again.stdout
    for option in ("--fresh", "--json", "--junit=x.xml"):
        assert isinstance(
            CliRunner().invoke(app, ["verify", "claims.py", option]).exception, AssertionError
        )


CHANGES = {
    "the file of claims": lambda folder: edit(folder / "claims.py"),
    "a module that it imports": lambda folder: edit(folder / "kept_helper.py"),
    "the time of change alone": lambda folder: os.utime(folder / "claims.py", (1, 1)),
    "a module that is gone": lambda folder: (folder / "kept_helper.py").unlink(),
    "the claims that are gone": lambda folder: (folder / "claims.py").unlink(),
    "the ledger": lambda folder: (folder / ".theorem-checks" / "ledger.sqlite").unlink(),
    "what was kept": lambda folder: (folder / ".theorem-checks" / "verified.json").write_text("{"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_after_a_change_nothing_is_known(verified, change):
    CHANGES[change](verified)
    assert not is_known()


@pytest.mark.parametrize(
    "asked", [{"seed": 1}, {"tier": "deep"}, {"experiments": True}, {"targets": []}], ids=str
)
def test_another_question_is_not_known(verified, asked):
    assert not is_known(**asked)


def test_a_result_that_was_replaced_counts(verified):
    with Ledger() as ledger:
        ledger._db.execute("UPDATE results SET finished_at = 1 WHERE variant = 'mutant:cube'")  # pyright: ignore[reportPrivateUsage]
    assert not is_known()


def test_another_folder_or_ledger_is_another_question(verified, monkeypatch):
    (verified / "inner").mkdir()
    shutil.copy(verified / "claims.py", verified / "inner")
    monkeypatch.setenv("THEOREM_CHECKS_LEDGER", str(verified / ".theorem-checks/ledger.sqlite"))
    assert is_known()
    monkeypatch.chdir(verified / "inner")
    assert not is_known()


def test_another_toolkit_counts(verified, monkeypatch):
    monkeypatch.setattr(kept_runs, "TOOLKIT", verified)
    assert not is_known()


def test_compiled_files_of_the_toolkit_do_not_count(verified, monkeypatch):
    toolkit = verified / "toolkit"
    toolkit.mkdir()
    (toolkit / "one.py").write_text("")
    monkeypatch.setattr(kept_runs, "TOOLKIT", toolkit)
    CliRunner().invoke(app, ["verify", "claims.py"])
    (toolkit / "__pycache__").mkdir()
    (toolkit / "__pycache__" / "one.cpython-311.pyc").write_text("")
    assert is_known()
    (toolkit / "two.py").write_text("")
    assert not is_known()


def test_another_installation_counts(verified, monkeypatch):
    monkeypatch.setattr(kept_runs, "installed_folders", lambda: (("site-packages", (9, 9)),))
    assert not is_known()


def test_another_search_path_counts(verified, monkeypatch):
    monkeypatch.syspath_prepend(str(verified / "elsewhere"))
    assert not is_known()


def test_a_new_file_in_a_folder_that_was_asked_for_counts(run, claims, folder):
    (folder / "own").mkdir()
    claims(name="own/kept_one.py")
    assert run("verify", "own").exit_code == 0
    assert is_known(targets=["own"])
    (folder / "own" / "kept_two.py").write_text("")
    assert not is_known(targets=["own"])


def test_a_run_that_failed_is_not_kept(run, claims, texts, folder):
    claims(texts["survivor"])
    assert run("verify", "claims.py").exit_code == 1
    assert not (folder / ".theorem-checks" / "verified.json").exists()


def test_a_result_that_is_not_in_the_ledger_is_not_known(run, claims, folder):
    claims(SLOW)
    assert run("verify", "claims.py::own/slow").exit_code == 0, "expected to end undecided"
    assert not is_known(targets=["claims.py::own/slow"])


def test_where_nothing_can_be_written_the_run_is_as_good(original, verified, monkeypatch):
    monkeypatch.setattr(kept_runs, "_path", lambda _name: verified / "claims.py" / "verified.json")
    done = CliRunner().invoke(app, ["verify", "claims.py"])
    assert untimed(done.stdout) == untimed(original[1])


@pytest.mark.deep
def test_answering_from_the_last_run_is_fast(verified):
    command = [sys.executable, "-m", "theorem_checks", "verify", "claims.py"]

    def seconds():
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        subprocess.run(command, capture_output=True, check=True)
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before

    assert min(seconds() for _ in range(5)) < MOST_SECONDS
