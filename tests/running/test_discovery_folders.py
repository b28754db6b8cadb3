"""Of a folder only the files that declare claims are imported, each once; the others are named."""

import os
from collections import Counter

import pytest

from tests.shipped import catalogue as shipped_catalogue
from theorem_checks.running.discovery import discover
from theorem_checks.running.finding import installed_targets, targets_of_paths

TELL = "import os\nopen(os.environ['IMPORTED'], 'a').write(__file__ + '\\n')\n"
CLAIMS = {
    "direct": "the_claim = claim('t/direct', tries)\n",
    "in_a_list": "many = [claim(f't/many-{i}', tries) for i in range(3)]\n",
    "by_a_function": "def make(name):\n    return claim(name, tries)\nmade = make('t/function')\n",
    "conditional": "if True:\n    found = [*map(lambda n: claim(n, tries), ['t/conditional'])]\n",
}
OTHERS = {
    "script": TELL + "import theorem_checks\nprint(theorem_checks.check)\nraise SystemExit\n",
    "deletes": TELL + "import shutil\nshutil.rmtree('precious', ignore_errors=True)\n",
    "test_of_claims": TELL
    + "from theorem_checks import Claim\ndef test_it():\n    Claim(id='t/x')\n",
    "setup": TELL + "from setuptools import setup\nsetup()\n",
}


@pytest.fixture
def folder(write, tmp_path, monkeypatch):
    """A folder of claims and other files, and the log of what is imported."""
    monkeypatch.setenv("IMPORTED", str(tmp_path / "imported"))
    for name, text in CLAIMS.items():
        write(f"all/{name}.py", TELL + text)
    for name, text in OTHERS.items():
        write(f"all/{name}.py", text, header="")
    return tmp_path / "all"


def test_files_of_claims_are_found_by_their_text_and_imported_once(folder, tmp_path):
    catalogue = discover([folder], entry_points=False)
    assert catalogue.problems == ()
    assert {found.file.stem for found in catalogue.found.values()} == set(CLAIMS)
    assert {file.stem for file in catalogue.skipped} == set(OTHERS)
    imported = Counter((tmp_path / "imported").read_text().splitlines())
    assert imported == {str(folder / f"{name}.py"): 1 for name in CLAIMS}


def test_claims_made_by_a_function_of_another_file_are_found(write, tmp_path):
    write("all/__init__.py", header="")
    write("all/makers.py", "def make(name):\n    return claim(name, tries)\n")
    write("all/uses.py", "from .makers import make\nmade = make('t/uses')\n", header="")
    write("all/names.py", "from . import makers\nmade = makers.make('t/names')\n", header="")
    targets, skipped, _ = targets_of_paths([tmp_path / "all"], {})
    assert {target.file.stem for target in targets} == {"uses", "names"}
    assert {file.stem for file in skipped} == {"__init__", "makers"}


BY_ANOTHER_NAME = {
    "a class": "from theorem_checks import Claim as C\nmade = C(id='t/x')\n",
    "a function": "from makers import make as build\nmade = build('t/x')\n",
    "a module": "import makers as m\nmade = m.make('t/x')\n",
    "all names": "from makers import *\nmade = make('t/x')\n",
    "an assignment": "from makers import make\nbuild = make\nmade = build('t/x')\n",
    "a map": "from makers import make\nmade = [*map(make, ['t/x'])]\n",
    "a partial": "import functools\nfrom makers import make\nf = functools.partial(make, 't/x')\n",
    "a decorator": "from makers import make\n@make\ndef made(): pass\n",
    "an own function": "from makers import make\ndef f():\n    return make('t/x')\nmade = f()\n",
    "an own function and class": "from theorem_checks import Claim as C\n"
    "def f():\n    return C(id='t/x')\nmade = f()\n",
}


@pytest.mark.parametrize("way", BY_ANOTHER_NAME)
def test_claims_made_by_another_name_are_found(write, tmp_path, way):
    write("all/makers.py", "def make(name):\n    return claim(name, tries)\n")
    write("all/uses.py", BY_ANOTHER_NAME[way], header="")
    targets, skipped, _ = targets_of_paths([tmp_path / "all"], {})
    assert [target.file.stem for target in targets] == ["uses"]
    assert [file.stem for file in skipped] == ["makers"]


def test_a_broken_file_of_claims_is_not_skipped(folder):
    (folder / "broken.py").write_text("from theorem_checks import Claim\nx = Claim(\n")
    (problem,) = discover([folder], entry_points=False).problems
    assert problem.where == f"{folder / 'broken.py'}:2"


def test_pipes_and_huge_files_stall_nothing(folder):
    os.mkfifo(folder / "pipe.py")
    with (folder / "huge.py").open("wb") as huge:
        huge.truncate(2**35)
    (folder / "loop").symlink_to(folder, target_is_directory=True)
    (folder / "nowhere.py").symlink_to(folder / "gone.py")
    catalogue = discover([folder], entry_points=False)
    assert catalogue.problems == ()
    assert len(catalogue.found) == 6


def test_all_files_of_the_papers_that_declare_claims_are_found():
    everything = shipped_catalogue()
    targets, skipped, _ = targets_of_paths(["proofs"], installed_targets()[0])
    declare = {found.file for found in everything.found.values()}
    assert declare <= {target.file for target in targets}
    assert not declare & set(skipped)
    assert len(skipped) > 100
