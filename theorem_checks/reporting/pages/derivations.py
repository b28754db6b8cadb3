"""The pages on which proofs are written out: of a paper's main theorems, and all long ones."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from theorem_checks.claims import Claim
from theorem_checks.deriving.derivation import Derivation
from theorem_checks.deriving.from_claims import derivations_of
from theorem_checks.deriving.markdown import MOST, in_markdown
from theorem_checks.errors import CheckError
from theorem_checks.facts import FACTS
from theorem_checks.processors import processors
from theorem_checks.reporting.authored import Words
from theorem_checks.reporting.pages.decided import is_long
from theorem_checks.reporting.pages.found import Known, Paper
from theorem_checks.reporting.pages.kept_derivations import KeptDerivations
from theorem_checks.reporting.pages.markdown import MADE, display, headline, page, prose, quoted
from theorem_checks.reporting.pages.places import FACTS_PAGE, link_to
from theorem_checks.running.catalogue import Origin
from theorem_checks.running.loading import claim_here
from theorem_checks.running.tracebacks import message_of
from theorem_checks.verdicts.grounds import Ground

__all__ = ["derivation_page", "derived"]

FEW = 4
"""How many proofs are run again in this process; more of them on all processors."""

Watch = Callable[[str, int, int], None]


def derived(
    papers: Iterable[Paper],
    origins: Mapping[str, Origin],
    kept: KeptDerivations,
    watch: Watch = lambda *_: None,
) -> dict[str, list[Derivation]]:
    """The derivations of main theorems, and of what has a proof too long for the paper's page.

    Main theorems are those that `flagships.py` beside the papers' claims names. The proofs of which
    nothing is kept are run again, each in one of several processes that load the claims themselves.

    **Arguments**: `origins`, by id, how claims are loaded; `kept`, what was derived before, to
    which the others are added; `watch` is told which one was derived anew, how many were, and of
    how many.

    **Raises** `CheckError` where a claim that is named has no proof.
    """
    papers = tuple(papers)
    main = {name for paper in papers for name in paper.flagships}
    every = [known for paper in papers for known in paper.known]
    wanted = [k.claim.id for k in every if k.claim.id in main or is_long(k)]
    made = {name: found for name in wanted if (found := kept.get(name))}
    lacking = [name for name in wanted if name not in made]
    if lacking:
        watch(f"deriving {lacking[0]}", 0, len(lacking))
    for count, (name, found) in enumerate(_run({name: origins[name] for name in lacking}), 1):
        if isinstance(found, CheckError) and name in main:
            raise found
        if not isinstance(found, CheckError):
            made[name] = found
            kept.put(name, found)
        watch(f"deriving {name}", count, len(lacking))
    return {name: made[name] for name in wanted if name in made}


def _run(wanted: Mapping[str, Origin]) -> Iterator[tuple[str, list[Derivation] | CheckError]]:
    """The derivations of claims, or why there are none, in the order in which they are made."""
    if len(wanted) < FEW:
        yield from ((name, _derivations(origin, name)) for name, origin in wanted.items())
        return
    with ProcessPoolExecutor(processors(), get_context("spawn")) as pool:
        tasks = {pool.submit(_derivations, origin, name): name for name, origin in wanted.items()}
        yield from ((tasks[task], task.result()) for task in as_completed(tasks))


def _derivations(origin: Origin, name: str) -> list[Derivation] | CheckError:
    try:
        return derivations_of(claim_here(origin, name))
    except CheckError as error:
        return CheckError(str(error))
    except Exception as error:  # one that comes through to another process, whatever its type
        raise RuntimeError(f"The derivation of {name} fails. {message_of(error)}") from error


def derivation_page(
    known: Known,
    derivations: Sequence[Derivation],
    by_id: Mapping[str, Known],
    *,
    main: bool,
    words: Sequence[Words] = (),
) -> str:
    """Return the page on the proof of a claim.

    **Arguments**: `main`, whether the index leads to it; `words`, what its author tells of it.
    """
    claim, up = known.claim, "" if main else "../"

    def linked(ground: Ground) -> str:
        if ground.of == "fact" and ground.name in FACTS:
            return f"[`{ground.name}`]({up}{FACTS_PAGE}#fact-{ground.name})"
        if ground.of == "claim" and (other := _claim(ground.name, by_id)) is not None:
            return link_to(other, up)
        return f"`{ground}`"

    return page(
        "" if main else "---\norphan: true\n---",
        f"# Proof: {headline(claim.title)}",
        MADE,
        f"**{known.verdict}**, of {link_to(claim, up)} ({prose(str(claim.source))}).",
        display(claim.statement),
        *map(quoted, words),
        "What follows was written from the proof: the terms as they were traced from the code, the"
        " rules as they concluded, and lines that the engine compared one by one. All that is"
        f" left out is written by `theorem-checks show {claim.id} --derivation --full`.",
        *_proofs(derivations, linked),
    )


def _proofs(derivations: Sequence[Derivation], link: Callable[[Ground], str]) -> Iterator[str]:
    """The derivations in Markdown, which together are no longer than one may be."""
    count = len(derivations)
    for number, one in enumerate(derivations, 1):
        if count > 1:
            yield f"## Proof {number} of {count}"
        anchors = f"at-{number}" if count > 1 else "at"
        yield in_markdown(one, link, most=MOST // count, anchors=anchors).rstrip("\n")


def _claim(name: str, by_id: Mapping[str, Known]) -> Claim | None:
    """The claim of an id, or the one that covers it."""
    if name in by_id:
        return by_id[name].claim
    return next((k.claim for k in by_id.values() if name in k.claim.covers), None)
