"""A derivation in Markdown (MyST): statement, definitions, parts in order, steps folded.

What a reader wants stands open: what is proved, of what, by which rule, and how the sides of an
equation come together. Entry by entry, with every step, it stands in `<details>`.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Self

from theorem_checks.deriving.conjunctions import once
from theorem_checks.deriving.labels import (
    Labels,
    Premises,
    in_ranges,
    is_again,
    is_long,
    is_the_same,
    labelled,
    stated,
)
from theorem_checks.deriving.layout import (
    LABEL,
    LONG,
    aligned,
    chain,
    display,
    displays,
    folded,
    one_line,
    prose,
)
from theorem_checks.deriving.left_out import fitting
from theorem_checks.deriving.long_sides import terms_of
from theorem_checks.deriving.proved_statement import ProvedStatement
from theorem_checks.deriving.rules_said import AS_RUN, rule_of, without_unused
from theorem_checks.deriving.scopes import in_sentence
from theorem_checks.deriving.shortened import shortened
from theorem_checks.statements.plain_text import plain_text
from theorem_checks.verdicts.grounds import Ground
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["MOST", "in_markdown"]

_MACHINE = re.compile(r"\\text\{(?!tied at )[^{}]*\}:\\; ")
AT_ONCE = 40
"""How many statements stand open below another one; proofs deeper within are folded."""

MOST = 57_000
"""How many characters of a derivation stand on a page."""

MOST_NAMED = 300
"""How many characters of what has a name stand once more at the end; of others, where they are."""

IN_A_LINE = 90
"""Of how many characters of plain text a statement stands on the line of its number."""


def in_markdown(
    derivation: ProvedStatement,
    link: Callable[[Ground], str] = lambda ground: f"`{ground}`",
    *,
    full: bool = False,
    most: int = MOST,
    anchors: str = "at",
) -> str:
    """Return a derivation in Markdown.

    Of a long one no more statements stand open than one reads at once. The proofs of the others are
    folded, and at the end all names are told, those that are introduced in a fold as well. What is
    too much for a page is left out, and said to be.

    **Arguments**: `link` writes what it rests on; `full`, for all that there is, each formula
    where it stands; `most`, how many characters it may have otherwise; `anchors`, what
    the places that links lead to begin with, another one for each derivation on a page.
    """

    def write(shown: ProvedStatement) -> str:
        return "\n\n".join(_Writer.of(shown, link, anchors).whole(shown)) + "\n"

    return write(derivation) if full else fitting(shortened(derivation), write, most)


@dataclass
class _Writer:
    """Writes a derivation: how what it rests on is linked, and which proofs are named elsewhere.

    `rules`, which were told at length; `names` and labels that were told, each with the number of
    the statement that it stands beside; `in_folds`, those that stand in a fold; `folds`, in how
    many one is at the moment; `beside`, what the last rule takes that has its label there.
    """

    link: Callable[[Ground], str]
    anchors: str
    named: frozenset[str]
    labels: Labels
    rules: set[str] = field(default_factory=set)
    names: dict[str, str] = field(default_factory=dict)
    beside: list[str] = field(default_factory=list)
    in_folds: list[str] = field(default_factory=list)
    folds: int = 0

    @classmethod
    def of(cls, whole: ProvedStatement, link: Callable[[Ground], str], anchors: str) -> Self:
        """A writer for a derivation that was shortened."""
        named = frozenset(one.as_in for one in whole.walk() if one.as_in)
        return cls(link, anchors, named, Labels.of(whole))

    def whole(self, one: ProvedStatement) -> Iterator[str]:
        """All of a derivation."""
        yield from displays(stated(one, self.labels))
        yield from self._named(one, "")
        if one.definitions:
            yield "**where**, as traced from the code,"
            yield from _definitions(one.definitions)
        if one.scope:
            yield f"For {in_sentence(one.scope)}."
        yield f"*Proof:* {self._how(one, self.labels)}"
        yield from self._told_beside()
        yield from self._inside(one, "", self.labels, _levels(one))
        if self.in_folds:
            yield folded("all names that are told in folds", "\n\n".join(self._all_names()))

    def _how(self, one: ProvedStatement, labels: Labels) -> str:
        """By which rule a statement was concluded, of what."""
        if is_the_same(one) and len(one.entries) < 3:
            return f"{AS_RUN}."
        verdict = "" if one.verdict is Verdict.PROVED else f" **{one.verdict}**"
        return f"{self._rule(one, labels)}.{verdict}"

    def _rule(self, one: ProvedStatement, labels: Labels) -> str:
        """A rule, at length where it comes first, with what it takes."""
        said = rule_of(one, again=one.rule in self.rules)
        self.rules.add(one.rule)
        taken = labels.taken(one)
        self.beside += labelled(taken.told)
        return f"{prose(said)}{_taken(taken)}{without_unused(one)}"

    def _told_beside(self) -> Iterator[str]:
        """What the rule takes that has just been written, behind its labels."""
        rows, self.beside = self.beside, []
        yield from displays(rows)

    def _inside(
        self, one: ProvedStatement, number: str, labels: Labels, levels: int
    ) -> Iterator[str]:
        """How a statement was concluded: its steps, and its parts, so many levels of them open."""
        if one.invariant:
            yield "**Invariant:**"
            yield aligned(one.invariant)
        if len(one.lines) > 1:
            yield chain(one.lines)
        if len(one.entries) > 2:
            told = f"entry by entry, in {len(one.entries) - 1} steps"
            yield folded(told, chain(one.entries, is_folded=True))
        if one.conditions:
            yield "Wherever " + "; ".join(f"${said}$" for said in one.conditions) + "."
        yield from (f"Argued: {prose(sentence)}" for sentence in one.words)
        if one.rests_on:
            yield "Rests on " + ", ".join(map(self.link, one.rests_on)) + "."
        if one.left_out:
            yield f"*Left out here: {'; '.join(one.left_out)}.*"
        letters = labels.letters(one)
        for place, (part, own, known) in enumerate(labels.inside(one, number), 1):
            name = prose(letters.head(place, part.name))
            head = f"{self._number(own)} {name}".rstrip()
            if part.as_in:
                yield from self._elsewhere(part, f"{head}{',' if name else ''}")
            elif is_again(part, place, one):
                yield f"{head}{',' if name else ''} as above."
                yield from self._named(part, own)
                yield from self._proof(part, own, known, levels - 1)
            else:
                yield from self._part(part, own, known, levels - 1, head)

    def _part(
        self, one: ProvedStatement, number: str, labels: Labels, levels: int, head: str
    ) -> Iterator[str]:
        """A part: in a line what is short and has no more to it than a rule."""
        rows = list(stated(one, labels))
        is_short = _is_short(one) and not labels.tells_beside(one)
        if is_short and len(rows) == 1 and len(plain_text(rows[0])) <= IN_A_LINE:
            colon = "" if head.endswith("**") else ":"
            by = "" if is_the_same(one) else f" ({self._rule(one, labels)})"
            yield f"{head}{colon} ${one_line(rows[0])}${by}."
            return
        yield head
        yield from displays(rows)
        yield from self._named(one, number)
        yield from self._proof(one, number, labels, levels)

    def _elsewhere(self, one: ProvedStatement, head: str) -> Iterator[str]:
        """A part with a proof that came before; what it says, unless that is long."""
        instead = " and ".join(f"${new}$ for ${old}$" for old, new in one.instead)
        left_out = ", which is left out here" if one.left_out else ""
        place = one.as_in if left_out else self._place(one.as_in)
        said = f"{head} as in {place}{', with ' if instead else ''}{instead}{left_out}"
        latex = once(one_line(one.consequence or one.statement))
        if is_long(one):
            yield f"{said}."
        elif len(plain_text(latex)) <= IN_A_LINE:
            yield f"{said}: ${latex}$."
        else:
            yield f"{said}."
            yield display(latex)

    def _proof(
        self, one: ProvedStatement, number: str, labels: Labels, levels: int
    ) -> Iterator[str]:
        """The proof of a part; folded, where no more levels of it stand open."""
        self._note_labels(number)
        if is_the_same(one) and len(one.entries) < 3:
            return
        yield f"*Proof:* {self._how(one, labels)}"
        yield from self._told_beside()
        self._note_labels(number)
        if levels > 0 or not one.parts:
            yield from self._inside(one, number, labels, levels)
            return
        count = sum(1 for _ in one.walk()) - 1
        summary = f"the proof of {number.rstrip('.')}: {count} statement{'s' * (count > 1)}"
        self.folds += 1
        inside = list(self._inside(one, number, labels, _levels(one)))
        self.folds -= 1
        yield folded(summary, "\n\n".join(inside))

    def _named(self, one: ProvedStatement, number: str) -> Iterator[str]:
        """What long sides go by from here on; all terms of a long sum are folded."""
        if one.named:
            yield "where"
        defined = [named.defined() for named in one.named]
        for latex in defined:
            self._note(latex, number)
        yield from displays(defined)
        for named in one.named:
            full = named.defined(full=True)
            if named.is_folded and len(full) <= LONG:
                count = len(terms_of(named.latex))
                what = f"all {count} terms" if count > 1 else "the whole term"
                yield folded(what, f"$$\n{full}\n$$")

    def _note(self, latex: str, number: str) -> None:
        """Remember what was told beside which statement, once."""
        if latex not in self.names:
            self.names[latex] = number.rstrip(".")
            self.in_folds += [latex] if self.folds else []

    def _note_labels(self, number: str) -> None:
        """Remember the labels that the statement of a number has given."""
        for latex, name in self.labels.all:
            self._note(rf"\text{{({name})}}\quad {latex}", number)

    def _all_names(self) -> Iterator[str]:
        """What stands in folds and has a name; of what is long, where."""
        short = [latex for latex in self.in_folds if len(latex) <= MOST_NAMED]
        yield from displays(short)
        rest = [latex for latex in self.in_folds if len(latex) > MOST_NAMED]
        told = (f"${_name_in(latex)}$ at {self.names[latex]}" for latex in rest)
        yield "; ".join(told)

    def _number(self, own: str) -> str:
        """The number of a statement, to which links lead where its proof is named elsewhere."""
        number = own.rstrip(".")
        target = f'<span id="{self._anchor(number)}"></span>' if number in self.named else ""
        return f"{target}**{own}**"

    def _anchor(self, number: str) -> str:
        return f"{self.anchors}-{number.replace('.', '-')}"

    def _place(self, number: str) -> str:
        return f'<a href="#{self._anchor(number)}">{number}</a>'


def _is_short(one: ProvedStatement) -> bool:
    """Whether there is no more to a statement than itself, and its rule."""
    more = (*one.parts, *one.invariant, *one.words, *one.rests_on, *one.named, *one.conditions)
    steps = len(one.lines) > 1 or len(one.entries) > 2
    return not (more or steps or one.left_out) and one.verdict is Verdict.PROVED


def _name_in(latex: str) -> str:
    """The name that a definition gives, or the label of a hypothesis."""
    label = LABEL.match(latex)
    return label[0] if label else latex.partition(" := ")[0]


def _definitions(lines: Sequence[str]) -> Iterator[str]:
    """Definitions below each other, machine by machine; folded, where there are many."""
    groups: list[list[str]] = [[]]
    for line in lines:
        if _MACHINE.match(line) and groups[-1]:
            groups.append([])
        groups[-1].append(line)
    if len(lines) <= AT_ONCE:
        yield from map(aligned, groups)
        return
    inside = (aligned(group, is_folded=True) for group in groups)
    yield folded(f"{len(lines)} lines", "\n\n".join(inside))


def _levels(one: ProvedStatement) -> int:
    """How many levels of parts stand open below a statement: at least one."""
    levels, count, layer = 0, 0, one.parts
    while layer and (levels == 0 or count + len(layer) <= AT_ONCE):
        count += len(layer)
        levels += 1
        layer = tuple(part for above in layer for part in above.parts)
    return levels


def _taken(taken: Premises) -> str:
    """What the rule takes of what is known."""
    known = in_ranges(taken.known)
    using = [*([known] if known else []), *(f"${one_line(said)}$" for said in taken.others)]
    return f"{', from ' if using else ''}{' and '.join(using)}"
