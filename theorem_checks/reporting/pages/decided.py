"""How a claim was decided, step by step, on the paper's page; of a long proof, where it stands.

A page of a paper has hundreds of claims, and some proofs have hundreds of steps. What stands folded
has to be loaded all the same; so of a long proof the paper's page has the statement and its parts,
if they are short, and a link to the page on which it is written out.
"""

from collections.abc import Iterable, Iterator

from theorem_checks.reporting.concluded import Step, first_of, heading_of, told
from theorem_checks.reporting.pages.found import Known
from theorem_checks.reporting.pages.markdown import folded, prose
from theorem_checks.reporting.words import one_line, plural
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["how_decided", "is_long", "parts_in_lists"]

DEEPEST = 8
"""How many lists stand in lists; parts of parts beyond are not indented any more, as readers of
Markdown leave out what is nested too deep, and all that comes after it: MyST from ten lists on."""


def how_decided(known: Known, *, written_out: bool = False) -> str:
    """What stands folded below a claim: the steps, or the first of them, and what checks found.

    **Arguments**: `written_out`, whether the proof has a page of its own, which is named above.
    """
    shown, left = _steps(known), ""
    if not written_out and is_long(known):
        left = (
            f"`theorem-checks show {known.claim.id} --json` has all {plural(len(shown), 'step')}."
        )
    elif not written_out and known.claim.expect is Verdict.PROVED and shown:
        left = f"`theorem-checks show {known.claim.id} --derivation` writes the proof out."
    return folded("How it was decided", *_concluded(first_of(shown)), left, *_checks(known))


def is_long(known: Known) -> bool:
    """Whether the steps of a claim's proof are too long for the page of the paper."""
    shown = _steps(known)
    return first_of(shown) != shown


def _steps(known: Known) -> tuple[Step, ...]:
    return told(result.evidence for result in known.outcome.own)


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
