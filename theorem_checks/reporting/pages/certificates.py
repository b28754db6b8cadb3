"""The page on certificates: how many there are of each form, how long they are, and how quick."""

from collections.abc import Mapping, Sequence
from statistics import median

from theorem_checks.certifying.kept import Entry
from theorem_checks.reporting.pages.markdown import MADE, page, table
from theorem_checks.reporting.words import duration

__all__ = ["certificates_page"]


def certificates_page(certified: Mapping[str, Entry], links: Mapping[str, str]) -> str:
    """Return the page.

    **Arguments**: what is kept of each certificate, by id of its claim; `links` to the claims.
    """
    forms: dict[str, list[Entry]] = {}
    for _, entry in sorted(certified.items()):
        forms.setdefault(entry.named_form, []).append(entry)
    rows = [_row(form, entries) for form, entries in sorted(forms.items())]
    if len(rows) > 1:
        rows.append(_row("all", list(certified.values())))
    heading = ["form", "certificates", "lines", "most lines", "seconds", "most seconds", "together"]
    each = [
        [
            *(links[name], e.named_form, e.grounds, str(e.lines)),
            *(duration(e.seconds), f"Coq {e.version}"),
        ]
        for name, e in sorted(certified.items())
    ]
    return page(
        "# Certificates",
        MADE,
        "Claims whose statement was PROVED, and accepted by the kernel of Rocq (Coq) as well, and"
        " claims that are REFUTED, of which it accepted that they are false;"
        " [what that shows, and what it does not](../certificates.md).",
        table(heading, rows) if rows else "There are none.",
        "Lines are of statement and proof, without the library: the middle one of each form, and"
        " the most. Seconds are the kernel's, as they were when it last accepted the text, without"
        " loading MathComp (about a second for each file of twelve)."
        if rows
        else "",
        table(["claim", "form", "rests", "lines", "time", "by"], each) if each else "",
    )


def _row(form: str, entries: Sequence[Entry]) -> list[str]:
    lines, seconds = [e.lines for e in entries], [e.seconds for e in entries]
    times = (median(seconds), max(seconds), sum(seconds))
    counts = (len(entries), round(median(lines)), max(lines))
    return [form, *map(str, counts), *map(duration, times)]
