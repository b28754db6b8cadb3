"""The pages themselves: an index, the open questions, and each paper's claims and errata."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from theorem_checks.certifying.kept import Entry, marks
from theorem_checks.claims import Claim
from theorem_checks.deriving.derivation import Derivation
from theorem_checks.reporting.authored import Authored
from theorem_checks.reporting.pages.certificates import certificates_page
from theorem_checks.reporting.pages.counterexamples import counterexample_said
from theorem_checks.reporting.pages.decided import how_decided
from theorem_checks.reporting.pages.derivations import derivation_page
from theorem_checks.reporting.pages.facts import facts_page
from theorem_checks.reporting.pages.found import Known, Paper
from theorem_checks.reporting.pages.grounds import (
    GROUNDS,
    GROUNDS_FIGURE,
    figure,
    graph_of,
    grounds,
)
from theorem_checks.reporting.pages.markdown import (
    MADE,
    anchor,
    display,
    headline,
    link,
    page,
    prose,
    table,
)
from theorem_checks.reporting.pages.open_questions import open_questions
from theorem_checks.reporting.pages.places import (
    CERTIFICATES,
    FACTS_PAGE,
    INDEX,
    OPEN_QUESTIONS,
    errata_file,
    link_to,
    proof_file,
)
from theorem_checks.reporting.pages.scripts import script_page
from theorem_checks.reporting.words import (
    ARGUED_MARK,
    CERTIFIED_MARK,
    REFUTED_MARK,
    STANDINGS,
    mark_of,
    plural,
)
from theorem_checks.running.outcome import GIVEN_FACTS
from theorem_checks.tables import ClaimTable
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["pages_of"]

COUNTED = (*STANDINGS, str(Verdict.REFUTED), str(Verdict.UNDECIDED))
CERTIFIED = ("certified", "refutation certified")


def pages_of(
    papers: Sequence[Paper],
    tables: Iterable[ClaimTable],
    derived: Mapping[str, Sequence[Derivation]] = MappingProxyType({}),
    authored: Mapping[str, Authored] = MappingProxyType({}),
) -> dict[str, str]:
    """Return the text of each page by the name of its file.

    A table that names a claim which is not there says so in its cell.

    **Arguments**: `derived`, by id the derivations of the claims whose proofs are written out;
    `authored`, by id what authors tell beside their claims.
    """
    by_id = {known.claim.id: known for paper in papers for known in paper.known}
    main = {name for paper in papers for name in paper.flagships}
    certified = marks(
        {
            name: (known.claim.module, known.outcome.verdict, known.outcome.decided_statement)
            for name, known in by_id.items()
        }
    )
    tables = tuple(tables)
    graph = graph_of(by_id.values())
    made = {
        INDEX: _index(papers, tables, certified, [by_id[n].claim for n in derived if n in main]),
        OPEN_QUESTIONS: open_questions(papers, by_id),
        CERTIFICATES: certificates_page(
            certified, {name: link_to(by_id[name].claim) for name in certified}
        ),
        FACTS_PAGE: facts_page(),
        GROUNDS: grounds(graph, by_id),
        GROUNDS_FIGURE: figure(graph),
    }
    scripts = {n: told for n, told in authored.items() if told.scripts and n not in derived}
    for paper in papers:
        made[f"{paper.name}.md"] = _claims(paper, by_id, certified, {*derived, *scripts})
        made[errata_file(paper.name)] = _errata(paper, by_id, certified)
    for one in tables:
        made[f"{one.name}.md"] = _table(one, by_id)
    for name, derivations in derived.items():
        file = proof_file(by_id[name].claim, main=name in main)
        words = authored[name].words if name in authored else ()
        made[file] = derivation_page(
            by_id[name], derivations, by_id, main=name in main, words=words
        )
    for name, told in scripts.items():
        made[proof_file(by_id[name].claim, main=False)] = script_page(by_id[name], told)
    return made


def _index(
    papers: Sequence[Paper],
    tables: Sequence[ClaimTable],
    certified: Mapping[str, Entry],
    derived: Sequence[Claim],
) -> str:
    rows = [
        [
            f"[{prose(paper.title)}]({paper.name}.md)",
            str(len(paper.known)),
            *_counts(paper),
            *_certificates(paper, certified),
            str(len(paper.not_checked)),
        ]
        for paper in papers
    ]
    heading = ["paper", "claims", *COUNTED, "deep or experiment", *CERTIFIED, "not checked"]
    linked = "\n".join(f"- [{prose(one.title)}]({one.name}.md)" for one in tables)
    return page(
        "# What is known of the papers' claims",
        MADE,
        table(heading, rows),
        f"{Verdict.ARGUED} ({ARGUED_MARK}): engines decided parts, and sentences lead from these to"
        f" the claim. It is not counted as {Verdict.PROVED}. '{GIVEN_FACTS}' is a proof that takes"
        f" [textbook theorems]({FACTS_PAGE}) without a certificate.",
        f"Certified: the kernel of Rocq (Coq) accepted the statement that is {Verdict.PROVED}"
        f" ({CERTIFIED_MARK}), or, counted apart, that the one that is {Verdict.REFUTED} is false"
        f" ({REFUTED_MARK}); [what that shows, and what it does not](../certificates.md), and"
        f" [how many of each form, with lines and seconds]({CERTIFICATES}).",
        f"What could not be settled stands among [the open questions]({OPEN_QUESTIONS});"
        f" [what rests on what]({GROUNDS}) tells which claims the evidence of others uses.",
        *_since_statements_are_data(papers),
        "## Proofs, line by line" if derived else "",
        "\n".join(
            f"- [{headline(c.title)}]({proof_file(c, main=True)}) (`{c.id}`)" for c in derived
        ),
        "## Tables of the papers, corrected" if tables else "",
        linked,
    )


def _since_statements_are_data(papers: Sequence[Paper]) -> list[str]:
    """What has become of the claims that were called PROVED before; each id counts once."""
    rows = []
    for paper in papers:
        now = {known.claim.id: known for known in paper.known}
        once = [now[name] for name in paper.once_proved if name in now]
        counts = [sum(known.standing == one for known in once) for one in STANDINGS]
        counts.append(len(once) - sum(counts))
        gone = len(paper.once_proved) - len(once)
        rows.append([prose(paper.title), len(paper.once_proved), *counts, gone])
    if not any(row[1] for row in rows):
        return []
    rows.append(["all", *(sum(column) for column in list(zip(*rows, strict=True))[1:])])
    heading = ["paper", "PROVED then", *STANDINGS, "other", "gone"]
    return [
        "## Since statements are data",
        "Once a claim was called PROVED if engines decided what its checks asked of them; that this"
        " is the claim was often said in words alone. A claim is PROVED now only if"
        " what was concluded, of the subject itself, is the statement.",
        table(heading, [list(map(str, row)) for row in rows]),
    ]


def _counts(paper: Paper) -> Iterator[str]:
    """How many claims have each verdict, and how many need deep checks or experiments for one."""
    verdicts = [known.standing for known in paper.known]
    for verdict in COUNTED:
        count = str(verdicts.count(verdict))
        refuted = verdict == Verdict.REFUTED
        yield f"[{count}]({errata_file(paper.name)})" if refuted else count
    yield str(verdicts.count(""))


def _certificates(paper: Paper, certified: Mapping[str, Entry]) -> Iterator[str]:
    """How many claims are certified, and of how many it is certified that they are false."""
    entries = [entry for k in paper.known if (entry := certified.get(k.claim.id)) is not None]
    yield str(sum(not entry.refutes for entry in entries))
    yield str(sum(entry.refutes for entry in entries))


def _certified(entry: Entry | None) -> str:
    """Which kernel accepted what, in a line."""
    if entry is None:
        return ""
    said = f"{entry.words}: {entry.form}, {entry.lines} lines, {entry.grounds}."
    return f"{mark_of(refutes=entry.refutes)} {said}"


def _mark(entry: Entry | None) -> str:
    """What stands beside the verdict of a claim that is certified."""
    return "" if entry is None else f" {mark_of(refutes=entry.refutes)}"


def _claims(
    paper: Paper,
    by_id: Mapping[str, Known],
    certified: Mapping[str, Entry],
    written_out: Collection[str],
) -> str:
    """All claims of a paper in its order, section by section, those that are refuted among them.

    **Arguments**: `written_out`, the ids of claims with a page on their proof.
    """
    told = []
    for heading, claims in paper.sections.items():
        told.append(f"## {prose(heading or paper.title)}")
        rows = [
            [
                prose(known.claim.source.place),
                f"{headline(known.claim.title)}{' (new)' if known.claim.new else ''}",
                f"**{known.verdict}**{_mark(certified.get(known.claim.id))}",
                link_to(known.claim),
            ]
            for known in claims
        ]
        told.append(table(["place", "what it says", "verdict", "claim"], rows))
        for known in claims:
            entry = certified.get(known.claim.id)
            if known.claim.expect is Verdict.REFUTED:
                told.append(_told_refuted(known, by_id, entry))
            else:
                is_main = known.claim.id in paper.flagships
                file = (
                    proof_file(known.claim, main=is_main) if known.claim.id in written_out else ""
                )
                told.append(_told(known, entry, file))
    lacking = [[f"`{name}`", prose(why)] for name, why in paper.not_checked.items()]
    return page(
        f"# {prose(paper.title)}: the claims",
        MADE,
        f"{plural(len(paper.known), 'claim')}, in the paper's order. Of those that are refuted as"
        f" printed, [the errata]({errata_file(paper.name)}) have the counterexamples.",
        *told,
        "## Not checked" if lacking else "",
        table(["statement", "why"], lacking) if lacking else "",
    )


def _told_refuted(known: Known, by_id: Mapping[str, Known], entry: Entry | None) -> str:
    """A claim that is refuted, in its place of the paper: what is printed, why not, and what is."""
    claim = known.claim
    return page(
        f"### {_place(claim)}",
        f"**{known.verdict}**{_mark(entry)}{_as_printed(claim)}: {headline(claim.title)}.",
        display(claim.statement),
        counterexample_said(known.counterexample),
        f"See {link_to(claim)}.",
        _repair(by_id.get(claim.repaired_by or "")),
    ).rstrip("\n")


def _as_printed(claim: Claim) -> str:
    """What stands behind REFUTED, unless the claim is a reading, or goes beyond the paper."""
    return "" if _is_beyond(claim) else " as printed"


def _is_beyond(claim: Claim) -> bool:
    return claim.new or claim.id.partition("/")[2].startswith("new-")


def _place(claim: Claim) -> str:
    """Where a claim stands in its paper, for a heading."""
    return prose(claim.source.place)


def _told(known: Known, entry: Entry | None, proof_at: str) -> str:
    """A claim that stands, in full; how it was decided is folded, or written out on a page."""
    claim = known.claim
    repairs = ", ".join(link(name, errata_file(name.partition("/")[0])) for name in claim.repairs)
    proof = f"[The proof, line by line]({proof_at})." if proof_at else ""
    return page(
        f"({anchor(claim.id)})=\n### `{claim.id}`: {_place(claim)}",
        f"**{known.verdict}**{_mark(entry)} {headline(claim.title)}.",
        f"Repairs {repairs}." if repairs else "",
        display(claim.statement),
        "\n".join(f"- {prose(said)}" for said in claim.assumptions),
        proof,
        headline(claim.notes),
        _certified(entry),
        how_decided(known, written_out=bool(proof)),
    ).rstrip("\n")


def _errata(paper: Paper, by_id: Mapping[str, Known], certified: Mapping[str, Entry]) -> str:
    entries = [_erratum(k, by_id, certified.get(k.claim.id)) for k in paper.errata]
    beyond = sum(_is_beyond(known.claim) for known in paper.errata)
    others = f", and {beyond} that are readings or go beyond the text" if beyond else ""
    measured = sum(known.standing != Verdict.REFUTED for known in paper.errata)
    trained = f" Of these {measured} by experiments, which show a measurement." if measured else ""
    return page(
        f"# {prose(paper.title)}: errata",
        MADE,
        f"{plural(len(entries) - beyond, 'statement')} refuted as printed{others}, each with its"
        f" counterexample.{trained}",
        *entries,
    )


def _erratum(known: Known, by_id: Mapping[str, Known], entry: Entry | None) -> str:
    claim = known.claim
    return page(
        f"({anchor(claim.id)})=\n## `{claim.id}`",
        f"{headline(claim.title)} ({_place(claim)}): **{known.verdict}**{_as_printed(claim)}.",
        display(claim.statement),
        "\n".join(f"- {prose(said)}" for said in claim.assumptions),
        counterexample_said(known.counterexample),
        _certified(entry),
        headline(claim.notes),
        _repair(by_id.get(claim.repaired_by or "")),
    ).rstrip("\n")


def _repair(repair: Known | None) -> str:
    if repair is None:
        return ""
    claim = repair.claim
    head = f"**Repaired** by {link_to(claim)}, {repair.verdict}: {headline(claim.title)}"
    return f"{head}\n\n{display(claim.statement)}"


def _table(one: ClaimTable, by_id: Mapping[str, Known]) -> str:
    rows = [
        [prose(row), *(_cell(one, by_id, row, column) for column in one.columns)]
        for row in one.rows
    ]
    return page(
        f"# {prose(one.title)}",
        MADE,
        f"{prose(one.source.paper)}, {prose(one.source.place)}. {prose(one.caption)}".strip(),
        table(["", *map(prose, one.columns)], rows),
    )


def _cell(one: ClaimTable, by_id: Mapping[str, Known], row: str, column: str) -> str:
    cell = one.cells.get((row, column))
    if cell is None:
        return ""
    said = [f"printed: {prose(cell.printed)}"] if cell.printed else []
    for name in cell.claims:
        known = by_id.get(name)
        if known is None:
            said.append(f"`{name}` is missing")
        else:
            title = headline(known.claim.title)
            said.append(f"**{known.verdict}** {title} ({link_to(known.claim)})")
    return "<br>".join(said)
