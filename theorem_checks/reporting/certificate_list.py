"""What `certify` found, for the terminal."""

from collections import Counter
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from theorem_checks.certifying.lines import CertificateLine, State
from theorem_checks.reporting.rows import Column, Row, Rows
from theorem_checks.reporting.words import duration, one_line, plural

__all__ = ["certificate_list"]

COLUMNS = (
    Column("claim"),
    Column("certificate"),
    Column("form", weight=2),
    Column("", weight=1),
    Column("lines", "right", weight=3),
    Column("time", "right", weight=4),
)


_LACKING = (State.NO_FORM, State.UNPROVED)


def certificate_list(found: Sequence[CertificateLine]) -> RenderableType:
    """Return the table of claims with their certificates, and the counts."""
    rows = [_row(one) for one in found if one.state not in _LACKING]
    counts = Counter(one.state for one in found)
    good = [one for one in found if one.state in (State.ACCEPTED, State.KEPT)]
    refuting = sum(one.entry is not None and one.entry.refutes for one in good)
    said = [f"{plural(len(good) - refuting, 'certificate')}"]
    said += [f"{plural(refuting, 'certificate')} of what is false"] if refuting else []
    said += [
        f"{counts[s]} {s}"
        for s in (State.KEPT, State.REJECTED, State.MISSING, State.UNPROVED)
        if counts[s]
    ]
    said += [f"{counts[State.NO_FORM]} without a form yet"] if counts[State.NO_FORM] else []
    table = [Rows(COLUMNS, rows), Text()] if rows else []
    return Group(*table, *_without_form(found), *_not_run(found), Text(", ".join(said)))


def _without_form(found: Sequence[CertificateLine]) -> list[RenderableType]:
    """Why claims have no certificate: each where they are few, else the reasons with counts."""
    lacking = [one for one in found if one.state in _LACKING]
    unproved = [one.claim for one in lacking if one.state is State.UNPROVED]
    if len(lacking) <= 3:
        said = [f"{one.claim}: {one_line(one.said)}" for one in lacking]
    else:
        reasons = (one_line(one.said, 100) for one in lacking if one.claim not in unproved)
        counted = Counter(reasons).most_common()
        said = [f"{count:4}  {reason}" for reason, count in counted]
        said += [f"      no proof found: {name}" for name in unproved]
    return [Text("\n".join(said), style="dim"), Text()] if said else []


def _not_run(found: Sequence[CertificateLine]) -> list[RenderableType]:
    """Why certificates were not run: once, as it is so of all of them."""
    said = dict.fromkeys(one_line(one.said, 600) for one in found if one.state is State.MISSING)
    return [Text("\n".join(said), style="dim"), Text()] if said else []


def _row(one: CertificateLine) -> Row:
    entry = one.entry
    words = entry.words if entry else str(one.state)
    if one.state is State.KEPT:
        words += ", not re-run here"
    said = one.said if one.state is not State.MISSING else ""
    below = (Text(one_line(said, 600), style="dim"),) if said else ()
    return Row(
        one.ok,
        (
            Text(one.claim),
            Text(words),
            Text(one.form + ", refuted" * one.refutes, style="dim"),
            Text(entry.grounds if entry else "", style="dim"),
            Text(str(one.lines), style="dim"),
            Text(duration(entry.seconds) if entry else "", style="dim"),
        ),
        below,
    )
