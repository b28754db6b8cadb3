"""No proof is called one by hand: engines say PROVED, sentences are words, grounds are typed."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
FILES = sorted((ROOT / "proofs").rglob("*.py"))


@pytest.fixture(scope="module")
def trees():
    return {file: ast.parse(file.read_text(encoding="utf-8")) for file in FILES}


def test_there_are_proofs():
    assert len(FILES) > 100


def test_no_evidence_is_proved_by_hand(trees):
    found = [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for file, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and ast.unparse(node) == "Evidence.proved"
    ]
    assert found == [], "Write Evidence.argued(words, ...)."


def test_no_sentence_is_a_ground(trees):
    found = [
        f"{file.relative_to(ROOT)}:{node.value.lineno}"
        for file, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.keyword) and node.arg == "rests_on"
        if isinstance(node.value, ast.Tuple)
        if any(isinstance(one, ast.Constant | ast.JoinedStr) for one in node.value.elts)
    ]
    assert found == [], "Write words=(...); a fact, or Ground.claim(...), is what a claim rests on."
