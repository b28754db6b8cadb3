"""What was proved, as the evidence has it: statement by statement, each with its rule."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["Step", "cut_latex", "cut_text", "first_of", "heading_of", "steps", "told"]

MOST = 1500
"""Of how many letters, of formulas and words, steps stand beside a claim."""


@dataclass(frozen=True)
class Step:
    """A statement that an engine or a rule concluded.

    **Fields**: its `verdict`; the statement in `latex`; the `rule`; the `scope` with conditions, in
    words; the `words` of an argument; what it `rests_on`; `depth`, in how many others it stands;
    `again`, whether it is just the statement in which it stands.
    """

    verdict: Verdict
    latex: str
    rule: str
    scope: str
    words: tuple[str, ...]
    rests_on: tuple[str, ...]
    depth: int
    again: bool = False

    @property
    def length(self) -> int:
        """How many letters there are to be read."""
        return sum(map(len, ("" if self.again else self.latex, self.by, *self.words)))

    @property
    def by(self) -> str:
        """The rule and the scope in a line; the verdict, too, where it is not PROVED."""
        said = f"rule: {self.rule}; {self.scope}" if self.scope else f"rule: {self.rule}"
        said = said if self.verdict is Verdict.PROVED else f"{said} ({self.verdict})"
        return f"the same by {said}" if self.again else said


def steps(evidence: Evidence, depth: int = 0, within: str = "") -> Iterator[Step]:
    """Yield what evidence concludes, the whole before its parts.

    Only what is sealed counts; of other evidence, its parts stand in its place. `within` is the key
    of the statement in which all of it stands.
    """
    statement = evidence.statement
    if statement is not None and evidence.is_sealed and evidence.verdict.passes:
        yield Step(
            evidence.verdict,
            statement.latex,
            evidence.rule,
            evidence.said,
            evidence.words,
            tuple(map(str, evidence.rests_on)),
            depth,
            again=statement.key == within,
        )
        depth, within = depth + 1, statement.key
    for part in evidence.parts:
        yield from steps(part, depth, within)


def told(found: Iterable[Evidence]) -> tuple[Step, ...]:
    """The steps of those among several that conclude a statement as a whole."""
    whole = (one for one in found if one.statement is not None and one.is_sealed)
    return tuple(step for one in whole for step in steps(one))


def first_of(shown: Sequence[Step]) -> tuple[Step, ...]:
    """All steps if they are short, or else the whole and what it is made of, or else nothing.

    What is left out is told by the derivation of the proof, in which long formulas have names.
    """
    for deepest in (math.inf, 1):
        first = tuple(step for step in shown if step.depth <= deepest)
        if sum(step.length for step in first) <= MOST:
            return first
    return ()


def heading_of(shown: Iterable[Step]) -> str:
    """What the statements come to: 'proved' only where each that is not a part is PROVED."""
    verdicts = {step.verdict for step in shown if step.depth == 0}
    if verdicts == {Verdict.PROVED}:
        return "proved"
    return "argued" if verdicts <= {Verdict.PROVED, Verdict.ARGUED} else "on what was tried"


def cut_latex(latex: str, most: int) -> str:
    r"""Return LaTeX on one line of at most `most` characters, cut with `\dots` between groups.

    It is cut at the last space that stands in no braces, if there is one in the later half.
    """
    line = " ".join(latex.split())
    if len(line) <= most:
        return line
    room, depth, outside, last = most - len(r" \dots"), 0, 0, 0
    for place, character in enumerate(line[: room + 1]):
        depth += (character == "{") - (character == "}")
        if character == " ":
            last = place
            outside = place if depth == 0 else outside
    return line[: outside if 2 * outside >= room else last or room] + r" \dots"


def cut_text(text: str, most: int) -> str:
    """Return a line of at most `most` characters, cut at a space that is in its later half."""
    if len(text) <= most:
        return text
    cut = text[: most - 1]
    last = cut.rfind(" ")
    return f"{cut[:last] if 2 * last >= most else cut}…"
