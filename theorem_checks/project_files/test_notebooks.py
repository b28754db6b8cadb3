"""Every notebook runs from top to bottom."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parent.parent / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.name for path in NOTEBOOKS])
def test_the_notebook_runs(path):
    notebook = nbformat.read(path, as_version=4)
    where = {"metadata": {"path": str(FOLDER.parent)}}
    NotebookClient(notebook, timeout=300, resources=where).execute()
