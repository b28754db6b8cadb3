"""`theorem-checks list` answers from what was kept, as long as no file has changed."""

import json
import os
import re
import resource
import subprocess
import sys

import pytest
from rich.console import Console
from rich.table import Table

from theorem_checks import targets
from theorem_checks.reporting.claim_list import claim_list

ENTRY = {
    "id": "own/one",
    "title": "One",
    "source": {"paper": "Own notes"},
    "expect": "HOLDS",
    "kinds": ["exact"],
    "mutants": ["late"],
    "controls": [],
}
KEEP = f"from theorem_checks.running.listing import keep_entries; keep_entries([{ENTRY}] * 600)"
MOST_MODULES = 134
"""Beside those of the standard library and of typer, to which pydantic belongs. Each command, and
what several share, is a module: fifteen together."""
MOST_SECONDS = 0.5


@pytest.fixture
def no_import(monkeypatch):
    """Makes every search for claims fail, so that only what was kept can answer."""

    def fail(*_):
        raise AssertionError("The claims were imported.")

    return lambda: monkeypatch.setattr(targets, "find", fail)


def test_the_second_list_imports_nothing(run, installed, folder, no_import):
    installed()
    (folder / ".theorem-checks").mkdir()
    first = run("list")
    assert (folder / ".theorem-checks" / "catalogue.json").is_file()
    no_import()
    assert run("list").stdout == first.stdout
    assert [one["id"] for one in json.loads(run("list", "--json").stdout)] == ["own/good"]


def test_a_changed_file_is_read_again(run, installed, folder, no_import):
    installed()
    (folder / ".theorem-checks").mkdir()
    run("list")
    (file,) = folder.glob("installed_*.py")
    os.utime(file, (1, 1))
    no_import()
    assert isinstance(run("list").exception, AssertionError)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"files": 1, "entries": [], "made_by": []}'])
def test_a_damaged_list_is_made_anew(run, installed, folder, text):
    installed()
    (folder / ".theorem-checks").mkdir()
    (folder / ".theorem-checks" / "catalogue.json").write_text(text)
    assert "own/good" in run("list").stdout


def test_without_a_ledger_nothing_is_kept(run, installed, folder):
    installed()
    run("list")
    assert not (folder / ".theorem-checks").exists()


@pytest.fixture
def kept(folder):
    """A folder in which a list of 600 claims is kept."""
    (folder / ".theorem-checks").mkdir()
    subprocess.run([sys.executable, "-c", KEEP], check=True)
    return folder


def test_answering_from_what_was_kept_loads_little(kept):
    command = [sys.executable, "-X", "importtime", "-m", "theorem_checks", "list"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.count("own/one") == 600
    loaded = set(re.findall(r"^import time:.*\| +([\w.]+)$", done.stderr, re.MULTILINE))
    others = sys.stdlib_module_names | {"typer", "pydantic", "pydantic_core", "annotated_types"}
    counted = {name for name in loaded if name.partition(".")[0] not in others}
    assert "theorem_checks.running.listing" in counted
    assert not {name for name in loaded if name.startswith(("proofs", "constructions"))}
    assert len(counted) <= MOST_MODULES, sorted(counted)


def test_a_long_list_is_written_line_by_line(monkeypatch):
    def laid_out(*_):
        raise AssertionError("A table for each row takes most of the time of `list`.")

    monkeypatch.setattr(Table, "__rich_console__", laid_out)
    console = Console(width=80)
    with console.capture() as written:
        console.print(claim_list([ENTRY] * 600))
    assert written.get().count("own/one") == 600


@pytest.mark.deep
def test_answering_from_what_was_kept_is_fast(kept):
    def seconds():
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        subprocess.run(
            [sys.executable, "-m", "theorem_checks", "list"], capture_output=True, check=True
        )
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before

    assert min(seconds() for _ in range(5)) < MOST_SECONDS
