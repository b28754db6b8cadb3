"""What the words on the command line stand for."""

from pathlib import Path
from typing import Any

import pytest

from theorem_checks import ArgumentError, targets
from theorem_checks.running.catalogue import Catalogue, Found
from theorem_checks.running.discovery import UnknownClaim
from theorem_checks.targets import Chosen, patterns_alone

FOUND = object.__new__(Found)  # of which only its place is looked at


def named(*names: str, **more: Any) -> Catalogue:
    return Catalogue(dict.fromkeys(names, FOUND), **more)


@pytest.mark.parametrize("target", ["", " ", "::paper/lemma", "here.py::", "here.py:: "])
def test_words_without_a_claim_or_a_file_are_refused(target):
    with pytest.raises(ArgumentError, match="an id, a pattern, a file, a folder, or FILE::ID"):
        patterns_alone([target])


def test_a_claim_of_a_file_is_no_pattern_alone(tmp_path):
    file = tmp_path / "here.py"
    file.touch()
    assert patterns_alone([f"{file}::own/lemma"]) is None
    assert patterns_alone(["own/lemma", "own/*"]) == ["own/lemma", "own/*"]


def test_all_parts_are_joined_in_their_order():
    one = Chosen(named("b", "a", known=frozenset("abc")), {"a": "x.py::a"})
    other = Chosen(named("c", "a", skipped=(Path("y.py"),)), {"a": "y.py::a"})
    joined = targets._joined([one, other])
    assert list(joined.catalogue.found) == ["b", "a", "c"]
    assert joined.targets == {"b": "b", "a": "x.py::a", "c": "c"}
    assert joined.catalogue.known == frozenset("abc")
    assert joined.catalogue.skipped == (Path("y.py"),)


def test_few_files_are_read_for_patterns_and_all_without(monkeypatch):
    few, every = named("few"), named("every")
    monkeypatch.setattr(targets, "_of_few_files", lambda *_: few)
    monkeypatch.setattr(targets, "discover", lambda **_: every)
    monkeypatch.setattr(targets, "select", lambda catalogue, _: catalogue)
    assert targets._installed(["own/lemma"], lambda *_: None) is few
    assert targets._installed([], lambda *_: None) is every


def test_a_claim_that_has_moved_is_looked_for_in_all_files(monkeypatch):
    def select(*_):
        raise UnknownClaim("claim", "own/lemma", "the id of a claim")

    read = []
    monkeypatch.setattr(targets, "kept_entries", lambda: None)
    monkeypatch.setattr(targets, "installed_targets", lambda: ("files", "modules"))
    monkeypatch.setattr(
        targets, "files_by_text", lambda _, files: read.append(files) or [Path("a.py")]
    )
    monkeypatch.setattr(targets, "discover", lambda *_, **__: named("own/other"))
    monkeypatch.setattr(targets, "select", select)
    assert targets._of_few_files(["own/lemma"], lambda *_: None) is None
    assert read == ["files"]
