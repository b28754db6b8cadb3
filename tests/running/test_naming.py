"""Which files of claims have an id in their text."""

from pathlib import Path

import pytest

from theorem_checks.running import naming
from theorem_checks.running.catalogue import Origin
from theorem_checks.running.finding import Target


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Three files that declare claims, and one that only speaks of them."""
    found = {}
    for name, text in {
        "one": 'Claim(id="own/one")',
        "other": "Claim(id='own/other'), Claim(id='own/one-more')",
        "notes": "'own/noted', 'own/one'",
        "gone": "",
    }.items():
        file = tmp_path / f"{name}.py"
        file.write_text(text, encoding="utf-8")
        found[file] = Target(Origin(name, None), file)
    (tmp_path / "gone.py").unlink()
    monkeypatch.setattr(naming, "declares_claims", lambda target: target.file.stem != "notes")
    return found


@pytest.mark.parametrize(
    ("patterns", "files"),
    [
        (["own/one"], ["one"]),
        (["own/other"], ["other"]),
        (["own/one", "own/one-more"], ["one", "other"]),
        (["own/noted"], None),
        (["own/one", "own/nowhere"], None),
        (["own/on"], None),
    ],
)
def test_files_are_found_by_the_ids_in_their_text(installed, patterns, files):
    found = naming.files_by_text(patterns, installed)
    assert (found if found is None else [Path(file).stem for file in found]) == files
