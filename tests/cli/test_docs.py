"""`theorem-checks docs`."""

import tempfile
import webbrowser
from pathlib import Path

from theorem_checks.reference import TITLES


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


def test_names_are_printed_by_task_or_those_of_one(run, folder):
    every = run("docs", "--names")
    assert every.exit_code == 0
    assert [line for line in every.stdout.splitlines() if line[:1].isalpha()] == [
        f"{page}: {title}" for page, title in TITLES.items()
    ]
    growth = run("docs", "--names", "growth").stdout
    assert growth in every.stdout
    assert "    prove_growth " in growth
    assert "    RandomMatrix " not in growth
    assert not [*Path(folder).iterdir()]


def test_a_task_that_there_is_not_is_told_with_those_that_there_are(run):
    done = run("docs", "--names", "statement")
    assert done.exit_code == 2
    assert "TASK='statement'" in done.output
    assert "Did you mean statements" in done.output
