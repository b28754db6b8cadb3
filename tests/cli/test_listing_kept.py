"""`theorem-checks list` answers from what was kept, as long as no file has changed."""

import json
import os
import re
import resource
import subprocess
import sys
from importlib.metadata import EntryPoint

import pytest
from rich.console import Console
from rich.table import Table

from theorem_checks import targets
from theorem_checks.reporting.claim_list import claim_list
from theorem_checks.running import discovery, finding, supervise

ENTRY = {
    "id": "own/one",
    "title": "One",
    "source": {"paper": "Own notes"},
    "file": "own.py",
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

    def fail(*_, **__):
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


def test_the_first_list_makes_the_folder_of_a_project(run, installed, folder, no_import):
    installed()
    first = run("list")
    assert (folder / ".theorem-checks" / ".gitignore").read_text() == "*\n"
    no_import()
    assert run("list").stdout == first.stdout


def test_from_elsewhere_nothing_is_kept(run, installed, folder, monkeypatch):
    installed()
    (folder / "elsewhere").mkdir()
    monkeypatch.chdir(folder / "elsewhere")
    assert "own/good" in run("list").stdout
    assert list((folder / "elsewhere").iterdir()) == []


@pytest.fixture
def read(monkeypatch):
    """The names of the files that were imported to look for claims."""
    names: list[str] = []

    def claims_in(origin, file, *rest):
        names.append(file.name)
        return supervise.claims_in(origin, file, *rest)

    monkeypatch.setattr(discovery, "claims_in", claims_in)
    return names


@pytest.fixture
def two_files(folder, texts, monkeypatch):
    """Two installed files of claims, of which the second has its titles from a third."""
    (folder / "words_of_it.py").write_text('TITLE = "First words"\n')
    second = texts["good"].replace("own/", "two/").replace('f"The {name} square"', "TITLE")
    files = {"one_of_two": texts["good"], "two_of_two": f"from words_of_it import TITLE\n{second}"}
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    entries = [EntryPoint(name, name, finding.GROUP) for name in files]
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr(finding, "entry_points", lambda group: entries)


@pytest.mark.usefixtures("two_files")
def test_only_what_rests_on_an_edit_is_read_again(run, folder, read):
    assert "First words" in run("list").stdout
    read.clear()
    (folder / "words_of_it.py").write_text('TITLE = "Other words"\n')
    again = run("list").stdout
    assert "Other words" in again
    assert "The good square" in again
    assert read == ["two_of_two.py"]
    read.clear()
    assert run("list").stdout == again
    assert read == []


@pytest.mark.usefixtures("two_files")
def test_another_id_has_all_files_read(run, folder, read):
    run("list")
    read.clear()
    file = folder / "two_of_two.py"
    file.write_text(file.read_text().replace("two/", "three/"))
    assert "three/good" in run("list").stdout
    assert {"one_of_two.py", "two_of_two.py"} <= set(read)


@pytest.mark.usefixtures("two_files")
def test_an_id_is_found_by_the_list_or_by_the_text_and_no_other_file_is_read(run, folder, read):
    file = folder / "two_of_two.py"
    file.write_text(file.read_text().replace('f"two/{name}"', '"two/it"'))
    assert run("show", "two/it").stdout.startswith("two/it  not run")
    assert read == ["two_of_two.py"]
    run("list")
    read.clear()
    assert run("show", "own/good").stdout.startswith("own/good  not run")
    assert run("show", "tw*").stdout.startswith("two/it  not run")
    assert read == ["one_of_two.py", "two_of_two.py"]
    read.clear()
    missed = " ".join(run("show", "own/godo").stderr.split())
    assert "Did you mean own/good?" in missed
    assert read == []


@pytest.mark.usefixtures("two_files")
def test_patterns_are_looked_up_in_the_list(run, folder, read):
    file = folder / "two_of_two.py"
    file.write_text(file.read_text().replace('f"two/{name}"', '"two/it"'))
    assert "two/it" in run("list", "two/it").stdout
    assert read == ["two_of_two.py"]
    read.clear()
    found = run("list", "tw*").stdout
    assert "two/it" in found
    assert "own/good" not in found
    assert {"one_of_two.py", "two_of_two.py"} <= set(read)
    read.clear()
    assert run("list", "tw*").stdout == found
    assert run("list", "two/it").stdout == found
    missed = " ".join(run("list", "own/godo").stderr.split())
    assert "Did you mean own/good? A claim in a file of your own is found by FILE" in missed
    assert read == []


@pytest.mark.usefixtures("two_files")
def test_an_id_that_is_put_together_is_found_by_looking_at_all(run, read):
    assert run("show", "two/good").stdout.startswith("two/good  not run")
    assert read == ["one_of_two.py", "two_of_two.py"]


@pytest.mark.usefixtures("two_files")
@pytest.mark.parametrize("listed", [False, True])
def test_an_id_whose_file_is_broken_tells_what_is_wrong_with_the_file(run, folder, listed):
    file = folder / "two_of_two.py"
    right = file.read_text().replace('f"two/{name}"', '"two/it"')
    file.write_text(right)
    if listed:
        run("list")
    file.write_text(f"import nowhere_to_be_found\n{right}")
    for words in (["verify"], ["show"], ["certify"], ["certify", "--known"], ["list"]):
        done = run(*words, "two/it")
        assert done.exit_code == 1
        said = "".join(done.output.split())
        assert "two_of_two.py:1:ModuleNotFoundError" in said
        assert "Didyoumean" not in said


@pytest.mark.usefixtures("two_files")
def test_a_wrong_file_before_an_id_is_told_with_the_right_one(run, folder):
    file = folder / "two_of_two.py"
    file.write_text(file.read_text().replace('f"two/{name}"', '"two/it"'))
    missed = " ".join(run("show", "one_of_two.py::two/it").stderr.split())
    assert "expected the id of a claim in one_of_two.py." in missed
    assert "It is named in two_of_two.py; its id alone finds it, too." in missed
    missed = " ".join(run("show", "three.py::two/it").stderr.split())
    assert "expected a file or folder that exists before the ::." in missed
    assert "It is named in two_of_two.py" in missed


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
