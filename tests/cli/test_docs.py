"""`theorem-checks docs`."""

import tempfile
import webbrowser
from pathlib import Path


def test_without_a_file_the_page_is_opened_where_it_was_written(run, monkeypatch, tmp_path):
    opened = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setattr(tempfile, "mkdtemp", lambda prefix: str(tmp_path))
    done = run("docs")
    page = tmp_path / "reference.html"
    assert (done.exit_code, done.stdout) == (0, f"Wrote {page}.\n")
    assert opened == [page.as_uri()]
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_with_a_file_it_is_not_opened(run, monkeypatch, folder):
    monkeypatch.setattr(webbrowser, "open", lambda _: 1 / 0)
    assert run("docs", "reference.html").exit_code == 0
    assert (Path(folder) / "reference.html").is_file()
