"""The picture of the packages is the one that the code's imports make."""

import importlib.util
from pathlib import Path

import networkx as nx
import pytest

DOCS = Path(__file__).parent.parent.parent / "docs"


@pytest.fixture(scope="module")
def made():
    spec = importlib.util.spec_from_file_location("imports_of_the_packages", DOCS / "imports.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_picture_is_current(made):
    assert made.PICTURE.read_text(encoding="utf-8") == made.drawn(), "Run make picture."
    assert f"]({made.PICTURE.name})" in (DOCS / "architecture.md").read_text(encoding="utf-8")


def test_nothing_is_imported_in_a_circle(made):
    graph = made.imports()
    assert {"proofs", "constructions", "statements", "reporting"} <= set(graph)
    assert nx.is_directed_acyclic_graph(graph)


def test_a_new_import_would_change_it(made, monkeypatch):
    graph = made.imports()
    graph.add_edge("words", "certifying")
    monkeypatch.setattr(made, "imports", lambda: graph)
    assert "certifying + " in made.drawn()
