"""How a claim was decided, step by step: on the paper's page, or on one of its own if it is long.

A page of a paper has hundreds of claims, and some proofs have hundreds of steps. What stands folded
has to be loaded all the same; so of a long proof the paper's page has the statement and its parts,
and a link to the page with the rest.
"""

from collections.abc import Iterable, Iterator

from theorem_checks.reporting.abbreviated import abbreviated
from theorem_checks.reporting.concluded import Step, heading_of, told
from theorem_checks.reporting.pages.found import Known
from theorem_checks.reporting.pages.markdown import MADE, folded, headline, link, page, prose
from theorem_checks.reporting.pages.places import file_of, steps_file
from theorem_checks.reporting.words import one_line, plural

__all__ = ["how_decided", "parts_in_lists", "steps_page"]

MOST = 1500
"""Of how many characters the steps stand on the page of the paper."""

DEEPEST = 8
"""How many lists stand in lists; parts of parts beyond are not indented any more, as readers of
Markdown leave out what is nested too deep, and all that comes after it: MyST from ten lists on."""


def how_decided(known: Known) -> str:
    """What stands folded below a claim: the steps, or the first of them, and what checks found."""
    shown = _steps(known)
    if not _is_long(shown):
        return folded("How it was decided", *_concluded(shown), *_checks(known))
    first = [step for step in shown if step.depth < 2]
    first = first if not _is_long(first) else first[:1]
    first = first if not _is_long(first) else []
    all_of_them = f"[All {plural(len(shown), 'step')}]({steps_file(known.claim)})."
    return folded("How it was decided", *_concluded(first), all_of_them, *_checks(known))


def steps_page(known: Known) -> str:
    """The page with all steps of a claim's proof; '' where the page of the paper has them."""
    claim, shown = known.claim, _steps(known)
    if not _is_long(shown):
        return ""
    back = link(claim.id, f"../{file_of(claim)}")
    return page(
        "---\norphan: true\n---",
        f"# All steps: `{claim.id}`",
        MADE,
        f"{back}: {headline(claim.title)}. **{known.verdict}**",
        "Where a long formula comes again it goes by the number that it has at its first place, and"
        " a long side of an equation by a name. All terms of long sums are written by"
        f" `theorem-checks show {known.claim.id} --derivation --full`.",
        *_concluded(shown),
    )


def _steps(known: Known) -> tuple[Step, ...]:
    return abbreviated(told(result.evidence for result in known.outcome.own))


def _is_long(shown: Iterable[Step]) -> bool:
    return len(parts_in_lists(shown)) > MOST


def _concluded(shown: Iterable[Step]) -> Iterator[str]:
    """What the evidence concludes, as mathematics: the whole, and its parts in a list."""
    shown = tuple(shown)
    if not shown:
        return
    yield f"**{heading_of(shown).capitalize()}**, each statement by the rule below it:"
    yield parts_in_lists(shown)


def parts_in_lists(steps: Iterable[Step]) -> str:
    """The statements that a proof is made of, each part in a list below what it is part of."""
    lines = []
    for step in steps:
        indent = "  " * min(step.depth, DEEPEST)
        said = f"$\\displaystyle {' '.join(step.latex.split())}$\n{indent}  "
        lines.append(f"{indent}- {'' if step.again else said}{prose(step.by)}")
        lines += [f"{indent}  argued: {prose(sentence)}" for sentence in step.words]
        lines += [f"{indent}  rests on: {prose(fact)}" for fact in step.rests_on]
    return "\n".join(lines)


def _checks(known: Known) -> Iterator[str]:
    """What each check found, in a line each."""
    lines = []
    for result in known.outcome.own:
        said = result.evidence.said or result.evidence.reason
        lines.append(f"- *{result.job.kind}*: {prose(one_line(said))}")
        lines += [f"  - argued: {prose(sentence)}" for sentence in result.evidence.words]
        lines += [f"  - rests on: {prose(str(ground))}" for ground in result.evidence.rests_on]
    yield "\n".join(lines)
