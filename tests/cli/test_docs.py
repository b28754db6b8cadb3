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
    done = run("docs", "--names", "growing zebras")
    assert done.exit_code == 2
    assert "TASK='growing zebras'" in done.output
    assert "words of a name or of its line" in done.output
    assert run("docs", "--names", " ").exit_code == 2


def test_words_that_are_no_task_find_names_and_their_lines(run):
    done = run("docs", "--names", "induction")
    assert done.exit_code == 0
    assert " ".join(done.stderr.split()).startswith("No task is 'induction'; these names have it")
    names = {line.split()[0] for line in done.stdout.splitlines() if line.startswith("    ")}
    assert {"induction", "prove_by_induction", "layer_by_layer"} <= names
    assert not names & {"prove_recurrence", "expectation"}
    assert "moments:" not in done.stdout
    assert "Did you mean statements" in run("docs", "--names", "statement").stderr


def test_all_of_several_words_are_asked_for_in_any_form(run):
    names = run("docs", "--names", "index identities").stdout
    assert "prove_index_identity " in names
    assert "prove_identity " not in names
