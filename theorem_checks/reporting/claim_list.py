"""The list of claims, for the terminal: what is expected of each, without verdicts."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from theorem_checks.reporting.rows import Column, Row, Rows
from theorem_checks.reporting.words import VERDICT_STYLE, plural
from theorem_checks.verdicts import Verdict

__all__ = ["claim_list"]

COLUMNS = (
    Column("claim"),
    Column("expected"),
    Column("by", weight=2),
    Column("mutants", "right", weight=3),
    Column("controls", "right", weight=1),
)


def claim_list(entries: Sequence[Mapping[str, Any]]) -> RenderableType:
    """Return the table of claims, each given as `reporting.as_json.claim_entry` has it."""
    papers = [entry["source"]["paper"] for entry in entries]
    rows = [
        Row(
            None,
            (
                Text(entry["id"]),
                Text(entry["expect"], style=VERDICT_STYLE[Verdict(entry["expect"])]),
                Text(", ".join(entry["kinds"]), style="dim"),
                Text(str(len(entry["mutants"]))),
                Text(str(len(entry["controls"]) or "")),
            ),
            (Text(entry["title"], style="dim"),),
            None if i and papers[i - 1] == papers[i] else Text(papers[i], style="bold"),
        )
        for i, entry in enumerate(entries)
    ]
    table = [Rows(COLUMNS, rows, marks=False), Text()] if rows else []
    return Group(*table, Text(plural(len(rows), "claim")))
