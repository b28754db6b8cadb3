"""The library of textbook theorems: what each says, where it stands, and how it is tried."""

from theorem_checks.certifying.certified_facts import certified
from theorem_checks.facts import FACTS, Fact
from theorem_checks.reporting.pages.markdown import MADE, display, page, prose, table
from theorem_checks.running.outcome import GIVEN_FACTS

__all__ = ["facts_page"]


def facts_page() -> str:
    """Return the page on the facts."""
    rows = [[f"[`{fact.name}`](#fact-{fact.name})", prose(fact.says)] for fact in FACTS.values()]
    return page(
        "# Facts",
        MADE,
        "Textbook theorems that a proof may use, and which no engine here proves. A claim that uses"
        f" one is '{GIVEN_FACTS}', and is counted apart, unless a certificate of the fact was"
        f" accepted (⊢), by a proof that is written for it. There are {len(FACTS)}, of which"
        f" {sum(certified(name) is not None for name in FACTS)} are certified.",
        "The statement of each is data: `apply_fact` concludes it of any terms of its sorts, for a"
        " proof to go on from. A theorem that cannot be said so is no fact: an argument may name it"
        " in words, and is ARGUED.",
        "Each has a search that tries to refute it on random instances, and a slip of its"
        " statement, which the same search has to refute. That is a test, and no proof.",
        table(["fact", "what it says"], rows),
        *map(_told, FACTS.values()),
    )


def _told(fact: Fact) -> str:
    entry = certified(fact.name)
    return page(
        f"(fact-{fact.name})=\n## `{fact.name}`",
        f"It says: {prose(fact.says)} ({prose(fact.source)}).",
        display(fact.latex),
        "\n".join(
            [
                f"- as data: $\\displaystyle {' '.join(fact.statement.latex.split())}$",
                f"- tried on random instances, by {fact.engine}",
                *([f"- ⊢ {entry.words}, {entry.grounds}"] if entry else []),
            ]
        ),
    ).rstrip("\n")
