"""The page of what is not settled: open questions, unproved repairs, measured limits."""

from collections.abc import Iterator, Mapping, Sequence

from theorem_checks.reporting.pages.found import Known, Paper
from theorem_checks.reporting.pages.markdown import MADE, page, prose, table
from theorem_checks.reporting.pages.measured import limits_of
from theorem_checks.reporting.pages.places import link_to
from theorem_checks.reporting.words import one_line
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["open_questions", "unproved_repairs"]

NOTHING = "Nothing."
SETTLED = (Verdict.PROVED, Verdict.ARGUED)


def open_questions(papers: Sequence[Paper], by_id: Mapping[str, Known]) -> str:
    """Return the page.

    It tells the questions that a paper's `UNDECIDED` names, with what was tried; the claims whose
    verdict is UNDECIDED; the refuted claims whose repair is neither proved nor argued; and the
    limits of which order and constant were measured.
    """
    known = [known for paper in papers for known in paper.known]
    undecided = [k for k in known if k.claim.expect is Verdict.UNDECIDED]
    return page(
        "# Open questions",
        MADE,
        "What could not be settled, and what was tried; then what is known less surely than by a"
        " proof.",
        *_questions(papers, by_id),
        "## Claims without a verdict" if undecided else "",
        _table(["claim", "what it says", "why"], map(_without_verdict, undecided)),
        "## Refuted, and the repair is neither proved nor argued",
        _table(
            ["refuted", "repair", "what the repair says"],
            (_unproved(k, by_id) for k in unproved_repairs(known, by_id)),
        )
        or NOTHING,
        "## Limits of which order and constant were measured",
        "At falling scales with certified errors; each number is an interval if its ends differ.",
        _table(["claim", "what it says", "verdict", "error, measured"], _measured(known))
        or NOTHING,
    )


def unproved_repairs(known: Sequence[Known], by_id: Mapping[str, Known]) -> tuple[Known, ...]:
    """Return the claims that are refuted as printed and whose repair is neither proved nor argued.

    One that has no repair is among them.
    """
    return tuple(
        k
        for k in known
        if k.claim.expect is Verdict.REFUTED
        and not ((repair := _repair(k, by_id)) and repair.claim.expect in SETTLED)
    )


def _repair(known: Known, by_id: Mapping[str, Known]) -> Known | None:
    return by_id.get(known.claim.repaired_by or "")


def _questions(papers: Sequence[Paper], by_id: Mapping[str, Known]) -> Iterator[str]:
    yield "## Undecided"
    asked = [paper for paper in papers if paper.undecided]
    for paper in asked:
        yield f"### {prose(paper.title)}"
        yield "\n".join(
            f"- **{_question(question, by_id)}** {prose(tried)}"
            for question, tried in paper.undecided.items()
        )
    if not asked:
        yield NOTHING


def _question(question: str, by_id: Mapping[str, Known]) -> str:
    """The question; where it begins with a claim's id and a colon, that is a link."""
    name, colon, rest = question.partition(":")
    if colon and (known := by_id.get(name)):
        return f"{link_to(known.claim)}: {prose(rest)}"
    return prose(question)


def _without_verdict(known: Known) -> list[str]:
    """A claim, with why it is not decided: by what was run, or as its author noted."""
    reasons = [r.evidence.reason for r in known.outcome.own if r.evidence.reason]
    why = one_line("; ".join(reasons)) or known.claim.notes
    return [link_to(known.claim), prose(known.claim.title), prose(why)]


def _unproved(known: Known, by_id: Mapping[str, Known]) -> list[str]:
    repair = _repair(known, by_id)
    if repair is None:
        return [link_to(known.claim), "none", ""]
    by = f"{link_to(repair.claim)}, {repair.verdict}"
    return [link_to(known.claim), by, prose(repair.claim.title)]


def _measured(known: Sequence[Known]) -> Iterator[list[str]]:
    for one in known:
        if limits := limits_of(one.outcome):
            said = "<br>".join(map(str, limits))
            yield [link_to(one.claim), prose(one.claim.title), one.verdict, said]


def _table(heading: Sequence[str], rows: Iterator[list[str]]) -> str:
    """A table, or nothing where it has no rows."""
    rows_ = list(rows)
    return table(heading, rows_) if rows_ else ""
