"""Every notebook runs from top to bottom, within its time, and ends in a claim."""

import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
SECONDS_PER_CELL = 120


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def test_the_notebook_runs_and_ends_in_a_claim(path):
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(
        notebook, timeout=SECONDS_PER_CELL, resources={"metadata": {"path": str(path.parent)}}
    ).execute()
    (last, *_) = notebook.cells[-1].outputs
    assert re.match(r"\*\*[a-z-]+/[\w.-]+\*\*", last.data["text/markdown"])
    assert any("image/png" in o.get("data", {}) for c in code(notebook) for o in c.outputs)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def test_the_notebook_is_short_and_kept_without_outputs(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert 8 < len(notebook.cells) < 25
    assert all(not cell.outputs and cell.execution_count is None for cell in code(notebook))


def test_there_is_one_for_each_paper_and_one_for_own_theorems():
    papers = [path for path in (ROOT / "proofs").iterdir() if (path / "not_checked.py").exists()]
    assert len(NOTEBOOKS) == len(papers) + 1


def code(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]
