"""Every Python block of every page of the documents runs, top to bottom."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent.parent / "docs"
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
PAGES = sorted(DOCS.rglob("*.md"))


def blocks(text: str) -> list[tuple[int, str]]:
    """Return (line, code) for each block of Python in a page."""
    return [(text[: m.start(1)].count("\n"), m[1]) for m in BLOCK.finditer(text)]


@pytest.mark.parametrize("page", PAGES, ids=[str(p.relative_to(DOCS)) for p in PAGES])
def test_the_page_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    names: dict[str, object] = {"__name__": "page"}
    for line, code in blocks(text):
        # The blank lines make a traceback point into the page itself.
        exec(compile("\n" * line + code, str(page), "exec"), names)
    if found := blocks(text):
        assert any("assert " in code for _, code in found), f"{page.name} asserts nothing"


def test_blocks_are_found():
    assert blocks("a\n```python\nx = 1\n```\nb\n```\nno\n```\n") == [(2, "x = 1\n")]


def test_the_contents_of_the_page_on_statements_name_all_of_its_sections():
    text = (DOCS / "statements.md").read_text(encoding="utf-8")
    headings = re.findall(r"^##(#?) (.*)$", BLOCK.sub("", text), re.MULTILINE)
    listed = re.findall(r"^((?:  )?)- \[(.*)\]\(#([\w-]+)\)$", text, re.MULTILINE)
    assert [("#" if indent else "", title) for indent, title, _ in listed] == headings
    for _, title, anchor in listed:
        assert anchor == re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")
