"""The pages on which the proofs of a paper's main theorems are written out."""

from collections.abc import Iterable, Mapping, Sequence

from theorem_checks.claims import Claim
from theorem_checks.deriving.derivation import Derivation
from theorem_checks.deriving.from_evidence import derivations_of
from theorem_checks.deriving.markdown import in_markdown
from theorem_checks.facts import FACTS
from theorem_checks.reporting.pages.found import Known, Paper
from theorem_checks.reporting.pages.markdown import MADE, display, headline, page, prose
from theorem_checks.reporting.pages.places import FACTS_PAGE, link_to
from theorem_checks.verdicts.grounds import Ground

__all__ = ["derivation_page", "derived"]


def derived(papers: Iterable[Paper], claims: Mapping[str, Claim]) -> dict[str, list[Derivation]]:
    """The derivations of the claims that `flagships.py` beside the papers' claims names.

    Their proofs are run again, here; those of claims that are not among the paper's are left out.

    **Arguments**: `claims`, by id, as their modules declare them, with checks that can be called.

    **Raises** `CheckError` where there is no proof.
    """
    return {
        known.claim.id: derivations_of(claims[known.claim.id])
        for paper in papers
        for known in paper.known
        if known.claim.id in paper.flagships
    }


def derivation_page(
    known: Known, derivations: Sequence[Derivation], by_id: Mapping[str, Known]
) -> str:
    """Return the page on the proof of a claim."""
    claim = known.claim

    def linked(ground: Ground) -> str:
        if ground.of == "fact" and ground.name in FACTS:
            return f"[`{ground.name}`]({FACTS_PAGE}#fact-{ground.name})"
        if ground.of == "claim" and (other := _claim(ground.name, by_id)) is not None:
            return link_to(other)
        return f"`{ground}`"

    return page(
        f"# The proof of {prose(claim.source.place)}",
        MADE,
        f"{headline(claim.title)} ({prose(str(claim.source))}, {link_to(claim)}):"
        f" **{known.verdict}**.",
        display(claim.statement),
        "What follows was written from the proof: the terms as they were traced from the code, the"
        " rules as they concluded, and lines that the engine compared one by one.",
        *(in_markdown(one, linked).rstrip("\n") for one in derivations),
    )


def _claim(name: str, by_id: Mapping[str, Known]) -> Claim | None:
    """The claim of an id, or the one that covers it."""
    if name in by_id:
        return by_id[name].claim
    return next((k.claim for k in by_id.values() if name in k.claim.covers), None)
