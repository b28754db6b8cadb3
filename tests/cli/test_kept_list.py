"""`theorem-checks list` answers from what was kept, as long as no file has changed."""

import json
import os

import pytest

from theorem_checks import targets


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
