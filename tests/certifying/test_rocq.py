"""The library of lemmas is compiled once for each of its states, by however many ask for it."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from theorem_checks.certifying import rocq
from theorem_checks.certifying.rocq import compiled_library

FORMS = {"first": ("Shared", "One"), "second": ("Shared", "Other")}


class Compiler:
    """Stands in for coqc: notes what it compiles, and waits until so many files are compiled."""

    def __init__(self, at_once: int) -> None:
        self.compiled: list[str] = []
        self._both = threading.Barrier(at_once, timeout=20)

    def run(self, _folders: object, file: Path, *_more: object) -> tuple[int, str]:
        self.compiled.append(file.stem)
        if file.stem != "Shared":
            self._both.wait()
        file.with_suffix(".vo").write_text(f"{file.stem}, compiled")
        return 0, ""


@pytest.fixture
def compilers(monkeypatch):
    def at_once(number: int) -> Compiler:
        made = Compiler(number)
        monkeypatch.setattr(rocq, "run_compiler", made.run)
        return made

    monkeypatch.setattr(rocq, "LIBRARY", FORMS)
    monkeypatch.setattr(rocq, "files_digest", "-".join)
    monkeypatch.setattr(rocq, "library_text", str)
    monkeypatch.setattr(rocq, "rocq_version", lambda: "8.16.1")
    return at_once


def test_libraries_of_two_forms_are_compiled_side_by_side(compilers, tmp_path):
    compiler = compilers(2)  # each waits for the other
    with ThreadPoolExecutor(2) as threads:
        places = list(threads.map(lambda form: compiled_library(tmp_path, form), FORMS))
    assert sorted(compiler.compiled) == ["One", "Other", "Shared"]
    for place, names in zip(places, FORMS.values(), strict=True):
        assert [(place / f"{name}.vo").read_text() for name in names] == [
            f"{name}, compiled" for name in names
        ]


def test_a_library_is_compiled_once_for_all_that_ask(compilers, tmp_path):
    compiler = compilers(1)
    with ThreadPoolExecutor(8) as threads:
        places = set(threads.map(lambda _: compiled_library(tmp_path, "first"), range(8)))
    assert len(places) == 1
    assert compiler.compiled == ["Shared", "One"]
