"""`theorem-checks diff`: files are read, and revisions are verified."""

from pathlib import Path

import pytest

from theorem_checks.reporting.changes import revisions, snapshots
from theorem_checks.reporting.changes.snapshots import Snapshot


@pytest.mark.parametrize(
    ("before", "after", "wanted"),
    [
        ("main", "HEAD", ["revision main", "revision HEAD"]),
        ("kept.json", "HEAD", ["file kept.json", "revision HEAD"]),
        ("nowhere", "kept.json", ["file nowhere", "file kept.json"]),
    ],
)
def test_what_is_no_file_may_be_a_revision(run, folder, monkeypatch, before, after, wanted):
    def made(kind):
        def state(name, *_):
            asked.append(f"{kind} {name}")
            return Snapshot(str(name), {})

        return state

    asked = []
    Path("kept.json").write_text("{}", encoding="utf-8")
    monkeypatch.setattr(revisions, "is_revision", lambda name: name != "nowhere")
    monkeypatch.setattr(revisions, "at_revision", made("revision"))
    monkeypatch.setattr(snapshots, "snapshot_of", made("file"))
    assert run("diff", before, after).exit_code == 0
    assert asked == wanted
