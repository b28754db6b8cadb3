"""The list of claims, for the terminal: what is expected of each, without verdicts."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from theorem_checks.certifying.kept import Entry
from theorem_checks.reporting.rows import Column, Row, Rows
from theorem_checks.reporting.words import (
    CERTIFIED_MARK,
    REFUTED_MARK,
    VERDICT_STYLE,
    mark_of,
    plural,
)
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["claim_list"]

COLUMNS = (
    Column("claim"),
    Column("expected"),
    Column("by", weight=2),
    Column("mutants", "right", weight=3),
    Column("controls", "right", weight=1),
)


def claim_list(
    entries: Sequence[Mapping[str, Any]],
    kept: Mapping[str, Entry] = MappingProxyType({}),
    *,
    given: Mapping[str, Sequence[str]] = MappingProxyType({}),
    places: bool = False,
) -> RenderableType:
    """Return the table of claims, each given as `reporting.as_json.claim_entry` has it.

    **Arguments**: `kept`, the certificates by id of the claim, which have a mark; `given`, the
    facts without certificate on which proofs rest, by id; `places`, whether each title is followed
    by the place in the paper.
    """
    papers = [entry["source"]["paper"] for entry in entries]
    rows = [
        Row(
            None,
            (
                Text(entry["id"]),
                _expected(entry["expect"], kept.get(entry["id"])),
                Text(", ".join(entry["kinds"]), style="dim"),
                Text(str(len(entry["mutants"]))),
                Text(str(len(entry["controls"]) or "")),
            ),
            [Text(said, style="dim") for said in _below(entry, places, given)],
            None if i and papers[i - 1] == papers[i] else Text(papers[i], style="bold"),
        )
        for i, entry in enumerate(entries)
    ]
    table = [Rows(COLUMNS, rows, marks=False), Text()] if rows else []
    said = [plural(len(rows), "claim"), *_certified(kept.values())]
    return Group(*table, Text(", ".join(said)))


def _title(entry: Mapping[str, Any], places: bool) -> str:
    """The title of a claim, with its place in the paper where that is wanted."""
    place = entry["source"]["place"] if places else ""
    return f"{entry['title']} [{place}]" if place else entry["title"]


def _below(entry: Mapping[str, Any], places: bool, given: Mapping[str, Sequence[str]]) -> list[str]:
    facts = given.get(entry["id"], ())
    return [_title(entry, places), *([f"given {', '.join(facts)}"] if facts else [])]


def _expected(verdict: str, entry: Entry | None) -> Text:
    """The verdict that is expected, with a mark where a certificate is kept."""
    text = Text(verdict, style=VERDICT_STYLE[Verdict(verdict)])
    return text if entry is None else text.append(f" {mark_of(refutes=entry.refutes)}")


def _certified(kept: Collection[Entry]) -> list[str]:
    refuting = sum(entry.refutes for entry in kept)
    counts = {CERTIFIED_MARK: len(kept) - refuting, REFUTED_MARK: refuting}
    what = {CERTIFIED_MARK: "certified", REFUTED_MARK: "certified to be false"}
    return [f"{count} {what[mark]} ({mark})" for mark, count in counts.items() if count]
