"""Changes as plain text, and as Markdown for a pull request."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from theorem_checks.reporting.changes.compare import Change, What
from theorem_checks.reporting.words import plural

__all__ = ["as_markdown", "as_text"]


def as_text(changes: Sequence[Change]) -> str:
    """Return the changes, those of one sort below one heading."""
    return "\n".join(_text_lines(changes)).strip()


def _text_lines(changes: Sequence[Change]) -> Iterator[str]:
    for what, group in _by_sort(changes):
        yield f"\n{what}"
        for change in group:
            yield f"  {change.claim}: {_said(change)}"
    yield f"\n{summary(changes)}"


def as_markdown(changes: Sequence[Change]) -> str:
    """Return the changes as a comment on a pull request: what got worse, the rest folded."""
    lines = [f"### Claims: {summary(changes)}"]
    for what, group in _by_sort(changes):
        rows = [f"| `{c.claim}` | {c.before or '-'} | {c.after or '-'} |" for c in group]
        table = ["| claim | before | after |", "| --- | --- | --- |", *rows]
        head = f"{what} ({len(rows)})"
        if what.worse:
            lines += ["", f"**{head}**", "", *table]
        else:
            lines += ["", f"<details><summary>{head}</summary>", "", *table, "", "</details>"]
    return "\n".join(lines)


def summary(changes: Sequence[Change]) -> str:
    """Say in a line how much changed."""
    if not changes:
        return "nothing changed"
    worse = sum(change.what.worse for change in changes)
    return f"{plural(len(changes), 'change')}, {worse or 'none'} to look at"


def _by_sort(changes: Sequence[Change]) -> Iterator[tuple[What, Iterator[Change]]]:
    return groupby(changes, key=lambda change: change.what)


def _said(change: Change) -> str:
    if change.before and change.after:
        return f"{change.before} -> {change.after}"
    return change.before or change.after
