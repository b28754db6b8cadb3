"""The pages tell the rates that `make soundness` found, and it finds nothing wrong."""

import json
import re

import pytest
from rich.console import Console

from benchmarks.soundness import PAGES, PLACE, RESULTS, all_work, counted, fragment

KEPT = json.loads(RESULTS.read_text(encoding="utf-8"))
HINT = "run `make soundness`"


@pytest.mark.parametrize("page", sorted({row["page"] for row in KEPT["rows"]} - {""}))
def test_the_page_has_the_rates_that_were_found(page: str) -> None:
    told = PLACE.findall((PAGES / f"{page}.md").read_text(encoding="utf-8"))
    assert told == [fragment(KEPT, page)], HINT


def test_every_row_adds_up() -> None:
    for row in KEPT["rows"]:
        parts = [row[name] for name in ("decided", "undecided", "refused", "wrong")]
        assert sum(parts) == row["tried"] > 0


def test_nothing_was_wrong() -> None:
    assert KEPT["wrong"] == []


def test_all_that_is_asked_is_told() -> None:
    asked = {(w.engine, w.source) for w in all_work(1, 0) if w.source != "corpus"}
    assert asked <= {(row["engine"], row["source"]) for row in KEPT["rows"]}, HINT


def test_the_same_counts_come_again() -> None:
    work = [w for w in all_work(4, 0) if w.engine == "largest_difference" and w.source == "true"]
    first, again = (counted(work, Console(quiet=True)) for _ in range(2))
    assert first == again
    (row,), wrong = first
    assert (row["tried"], row["wrong"], wrong) == (4, 0, [])


def test_one_engine_is_asked_of_all_by_name() -> None:
    names = {work.engine for work in all_work(1, 0)}
    assert all(re.fullmatch(r"\w+", name) for name in names)
