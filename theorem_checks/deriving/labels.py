"""What is called (H1), (H2), ...: hypotheses that stand in several statements, told once.

A proof by induction carries the hypotheses of its theorem into base and step, and into all that
these are made of. A reader wants them once, and a name for them from there on. What a step derived
goes by the step's own number in the steps that come after it, and a part of a conjunction that was
just written out by its own number, too.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from theorem_checks.deriving.conjunctions import once
from theorem_checks.deriving.part_letters import Letters, bare, is_balanced
from theorem_checks.deriving.proved_statement import ON_BOTH_SIDES, ProvedStatement
from theorem_checks.deriving.rules_said import THE_SAME_TERM
from theorem_checks.statements.plain_text import conjuncts, plain_text
from theorem_checks.verdicts.kinds import Verdict

__all__ = [
    "Labels",
    "Premises",
    "in_ranges",
    "in_rows",
    "is_again",
    "is_long",
    "is_the_same",
    "labelled",
    "says_nothing",
    "stated",
]

LONG = 120
"""Of how many characters of plain text what stands just above is not written again."""

SHORT = 30
"""Of how many characters of plain text a hypothesis is repeated rather than named: k <= s + 1."""

OPENS, CLOSES = r":\; \big(", r"\big)"
"""What several statements stand in that are said of all of something."""

TOGETHER = 60
"""Of how many characters those that are short have names, too, as they stand side by side."""


@dataclass(frozen=True)
class Premises:
    """The hypotheses of a statement.

    **Fields**: `known`, the labels of those that were told before, and of what was derived before,
    and of what a rule takes all labels;
    `told`, those that are told here and have a label from here on, by label; `others`, without one.
    """

    known: tuple[str, ...]
    told: Mapping[str, str]
    others: tuple[str, ...]


@dataclass
class Labels:
    """The labels of a derivation: `hypotheses` by their LaTeX, and `derived`, what is in scope.

    `first` is the place of the first letter for what a statement joins, a part of a larger one;
    `within`, whether it stands in one that has letters, and `is_inner`, whether it does not go on
    with them. What `is_whole` has letters whatever its parts are, as counterexamples tell these.
    """

    repeated: frozenset[str]
    hypotheses: dict[str, str] = field(default_factory=dict)
    derived: Mapping[str, str] = field(default_factory=dict)
    first: int = 0
    within: bool = False
    is_inner: bool = False
    is_whole: bool = False

    @classmethod
    def of(cls, whole: ProvedStatement) -> Self:
        """The labels for a derivation, of which none is given yet."""
        told = [{*part.hypotheses, *part.using} for part in whole.walk() if not part.as_in]
        counted = Counter(one for some in told for one in some)
        again = {one for one, times in counted.items() if times > 1}
        named = {one for one in again if _is_long(one)}
        for some in told:
            short = (some & again) - named
            if sum(len(plain_text(one)) for one in short) > TOGETHER:
                named |= short
        return cls(frozenset(named), is_whole=True)

    @property
    def all(self) -> list[tuple[str, str]]:
        """The hypotheses that have a label so far, each with its own."""
        return list(self.hypotheses.items())

    def of_known(self, hypothesis: str) -> str | None:
        """The label of a hypothesis that was told before; of what was derived, its number."""
        return self.derived.get(plain_text(hypothesis)) or self.hypotheses.get(hypothesis)

    def letters(self, one: ProvedStatement) -> Letters:
        """The letters of what a statement joins by 'and'."""
        return Letters.of(one, self.first, is_inner=self.is_inner, is_whole=self.is_whole)

    def premises(self, one: ProvedStatement) -> Premises:
        """Those of a statement; the ones that are told here get their labels."""
        known: list[str] = []
        told: dict[str, str] = {}
        others: list[str] = []
        for hypothesis in dict.fromkeys(one.hypotheses):
            label = self.of_known(hypothesis)
            if label is not None:
                known.append(label)
            elif hypothesis in self.repeated:
                label = f"H{len(self.hypotheses) + 1}"
                self.hypotheses[hypothesis] = label
                told[label] = hypothesis
            else:
                others.append(hypothesis)
        return Premises(tuple(sorted(known, key=_in_order)), told, tuple(others))

    def taken(self, one: ProvedStatement) -> Premises:
        """What the step takes whose rule a statement has; what is long gets its label there."""
        told: dict[str, str] = {}
        for said in filter(self._is_told_beside, one.using):
            label = f"H{len(self.hypotheses) + 1}"
            self.hypotheses[said], told[label] = label, said
        labels = {said: self.of_known(said) for said in one.using}
        known = sorted({label for label in labels.values() if label}, key=_in_order)
        others = tuple(said for said, label in labels.items() if label is None)
        return Premises(tuple(known), told, others)

    def tells_beside(self, one: ProvedStatement) -> bool:
        """Whether something that a rule takes gets its label beside the rule."""
        return any(map(self._is_told_beside, one.using))

    def _is_told_beside(self, said: str) -> bool:
        is_long = said in self.repeated or len(plain_text(said)) > TOGETHER
        return is_long and self.of_known(said) is None

    def inside(
        self, one: ProvedStatement, number: str
    ) -> Iterator[tuple[ProvedStatement, str, Self]]:
        """The parts of a statement with their numbers, and the labels that are known to each.

        What a part derived has a label in the parts that come after it, as it holds there: where
        it takes no more hypotheses than the whole, or where the rule hands it on.
        """
        derived, letters = dict(self.derived), self.letters(one)
        for place, part in enumerate(one.parts, 1):
            own = f"{number}{place}."
            at = letters.place_of(part)
            known = replace(
                self,
                derived=dict(derived),
                first=at or 0,
                within=self.within or bool(letters),
                is_whole=False,
                is_inner=self.is_inner or (at is None and (self.within or bool(letters))),
            )
            yield part, own, known
            given = one.rule == "derivation" or {*part.hypotheses} <= {*one.hypotheses}
            own = part.as_in or own
            if given and _is_long(part.consequence):
                derived.setdefault(plain_text(part.consequence), own.rstrip("."))


def labelled(told: Mapping[str, str]) -> Iterator[str]:
    """Hypotheses behind their labels, as formulas in LaTeX."""
    return (rf"\text{{({label})}}\quad {latex}" for label, latex in told.items())


def stated(one: ProvedStatement, labels: Labels) -> Iterator[str]:
    """A statement as formulas in LaTeX: each hypothesis that is told here, and what follows."""
    premises = labels.premises(one)
    yield from labelled(premises.told)
    named = in_ranges([*premises.known, *premises.told])
    given = [*([rf"\text{{{named}}}"] if named else []), *premises.others]
    letters = labels.letters(one)
    first, *others = letters.rows or _apart(once(one.consequence or one.statement))
    together = r",\quad ".join(given)
    yield rf"{together} \implies {first}" if given else first
    yield from others


def _apart(latex: str) -> list[str]:
    """What a long conjunction joins, below each other."""
    is_long = len(plain_text(latex)) > LONG and r"\implies" not in latex
    first, *others = conjuncts(latex) if is_long else [latex]
    return [first, *(rf"\text{{and }}{other.strip()}" for other in others)]


def is_again(part: ProvedStatement, place: int, whole: ProvedStatement) -> bool:
    """Whether a part is a conjunct of the whole, and too long to be written once more."""
    (statement, _), (own, _) = whole.says, part.says
    if whole.rule != "conjunction" or whole.hypotheses or len(plain_text(own)) <= LONG:
        return False
    said = conjuncts(statement)
    if not whole.seen:
        said = said[place - 1 : place] if len(said) == len(whole.parts) else []
    return bare(own) in map(bare, said)


def is_long(one: ProvedStatement) -> bool:
    """Whether what a statement says is too long to be written once more beside where it is."""
    statement, consequence = one.says
    return len(plain_text(consequence or statement)) > LONG


def in_rows(latex: str) -> list[str]:
    """A formula in rows: what is said of all of something, if it is long, statement by statement.

    The brackets that the statements stand in open in the first row and close in the last.
    """
    head, opening, inner = latex.partition(OPENS)
    body = inner.rstrip().removesuffix(CLOSES)
    is_whole = opening and inner.rstrip().endswith(CLOSES) and is_balanced(body)
    parts = conjuncts(body) if is_whole else []
    if len(parts) < 2 or len(plain_text(latex)) <= LONG:
        return [latex]
    *rows, last = [parts[0], *(rf"\text{{and }}{part.strip()}" for part in parts[1:])]
    return [f"{head}{OPENS}{rows[0]}", *rows[1:], f"{last}{CLOSES}"]


def is_the_same(part: ProvedStatement) -> bool:
    """Whether a part says that something is equal to itself, so that no proof need be told.

    Or that it is at most itself, whatever is assumed.
    """
    if part.rule == THE_SAME_TERM:
        return True
    if part.parts or part.words or part.rests_on or part.verdict is not Verdict.PROVED:
        return False
    return part.statement.endswith(ON_BOTH_SIDES) or says_nothing(part)


def says_nothing(one: ProvedStatement) -> bool:
    """Whether both sides of what is said are written alike: 0 = 0, or 0 <= 0."""
    latex = one.consequence or one.statement
    sides = (latex.partition(sign) for sign in (" = ", r" \le "))
    return any(bool(sign) and left == right for left, sign, right in sides)


def in_ranges(labels: Iterable[str]) -> str:
    """Labels in brackets, in a row those that follow each other: `(H1)-(H5), (H8)`."""
    runs: list[list[str]] = []
    for label in labels:
        if runs and _number(label) is not None and _number(label) == _next(runs[-1][-1]):
            runs[-1].append(label)
        else:
            runs.append([label])
    return ", ".join(
        f"({run[0]})–({run[-1]})" if len(run) > 2 else ", ".join(f"({one})" for one in run)
        for run in runs
    )


def _in_order(label: str) -> tuple[bool, list[int]]:
    """Hypotheses by their numbers, behind what was derived."""
    return label.startswith("H"), [int(number) for number in re.findall(r"\d+", label)]


def _number(label: str) -> int | None:
    found = re.fullmatch(r"H?(\d+)", label)
    return int(found[1]) if found else None


def _next(label: str) -> int | None:
    number = _number(label)
    return None if number is None else number + 1


def _is_long(latex: str) -> bool:
    return len(plain_text(latex)) > SHORT
