"""The library of textbook theorems: what each says, where it stands, and how it is tried."""

from theorem_checks.facts import FACTS, Fact
from theorem_checks.reporting.pages.markdown import MADE, display, page, prose, table
from theorem_checks.running.outcome import GIVEN_FACTS

__all__ = ["facts_page"]


def facts_page() -> str:
    """Return the page on the facts."""
    formal = [fact for fact in FACTS.values() if fact.is_formal]
    rows = [
        [f"[`{fact.name}`](#fact-{fact.name})", prose(fact.says), "yes" if fact.is_formal else "no"]
        for fact in FACTS.values()
    ]
    return page(
        "# Facts",
        MADE,
        "Textbook theorems that a proof may use, and which nothing here proves. A claim that uses"
        f" one is '{GIVEN_FACTS}', and is counted apart.",
        f"There are {len(FACTS)}. The statement of {len(formal)} is data: `apply_fact` concludes it"
        " of any terms of its sorts, for a proof to go on from. The others stand in words alone, so"
        " that what rests on them can be argued, and never proved.",
        "Each has a search that tries to refute it on random instances, and a slip of its"
        " statement, which the same search has to refute. That is a test, and no proof.",
        table(["fact", "what it says", "is data"], rows),
        *map(_told, FACTS.values()),
    )


def _told(fact: Fact) -> str:
    said = fact.statement
    return page(
        f"(fact-{fact.name})=\n## `{fact.name}`",
        f"It says: {prose(fact.says)} ({prose(fact.source)}).",
        display(fact.latex),
        "\n".join(
            [
                f"- as data: $\\displaystyle {' '.join(said.latex.split())}$"
                if said is not None
                else "- in words alone: it has no formal statement",
                f"- tried on random instances, by {fact.engine}",
            ]
        ),
    ).rstrip("\n")
