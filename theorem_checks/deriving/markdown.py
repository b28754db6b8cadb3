"""A derivation in Markdown (MyST): statement, definitions, parts in order, steps folded.

What a reader wants stands open: what is proved, of what, by which rule, and how the sides of an
equation come together. Entry by entry, with every step, it stands in `<details>`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Self

from theorem_checks.deriving.labels import (
    Labels,
    Letters,
    in_rows,
    is_again,
    is_long,
    is_the_same,
    stated,
)
from theorem_checks.deriving.long_sides import terms_of
from theorem_checks.deriving.proved_statement import Line, ProvedStatement
from theorem_checks.deriving.rules_said import said_of, without_unused
from theorem_checks.deriving.shortened import shortened
from theorem_checks.statements.plain_text import plain_text
from theorem_checks.verdicts.grounds import Ground
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["in_markdown"]

BESIDE = 70  # characters of a formula, beside which there is room for words
LONG = 1500  # characters of a formula; longer ones are folded
AT_ONCE = 40
"""How many statements stand open below another one; proofs deeper within are folded."""

_LABEL = re.compile(r"\\text\{(\([^(){}]+\))\}")
_SPECIAL = re.compile(r"([\\`*_\[\]<>|#$])")


def in_markdown(
    derivation: ProvedStatement, link: Callable[[Ground], str] = lambda ground: f"`{ground}`"
) -> str:
    """Return a derivation in Markdown; `link` writes what it rests on.

    Of a long one no more statements stand open than one reads at once. The proofs of the others are
    folded, and at the end all names are told, those that are introduced in a fold as well.
    """
    shown = shortened(derivation)
    return "\n\n".join(_Writer.of(shown, link).whole(shown)) + "\n"


@dataclass
class _Writer:
    """Writes a derivation: how what it rests on is linked, and which proofs are named elsewhere.

    `definitions`: those of all names that were told; `folds`, whether a proof was folded.
    """

    link: Callable[[Ground], str]
    named: frozenset[str]
    labels: Labels
    definitions: list[str] = field(default_factory=list)
    folds: bool = False

    @classmethod
    def of(cls, whole: ProvedStatement, link: Callable[[Ground], str]) -> Self:
        """A writer for a derivation that was shortened."""
        named = frozenset(one.as_in for one in whole.walk() if one.as_in)
        return cls(link, named, Labels.of(whole))

    def whole(self, one: ProvedStatement) -> Iterator[str]:
        """All of a derivation."""
        yield from _displays(stated(one, self.labels))
        yield from self._named(one)
        if one.definitions:
            where = _aligned(one.definitions)
            is_much = len(one.definitions) > AT_ONCE
            yield "**where**, as traced from the code,"
            yield _folded(f"{len(one.definitions)} lines", where) if is_much else where
        if one.scope:
            yield f"For {_prose(one.scope)}."
        yield self._how(one, self.labels)
        yield from self._inside(one, "", self.labels, _levels(one))
        labelled = (rf"\text{{({name})}}\quad {latex}" for latex, name in self.labels.all)
        if self.folds and (told := [*labelled, *self.definitions]):
            yield _folded("all names", "\n\n".join(_displays(told)))

    def _how(self, one: ProvedStatement, labels: Labels) -> str:
        """By which rule a statement was concluded, of what."""
        verdict = "" if one.verdict is Verdict.PROVED else f" **{one.verdict}**"
        return f"*Proof:* {_prose(said_of(one.rule))}{_taken(one, labels)}.{verdict}"

    def _inside(
        self, one: ProvedStatement, number: str, labels: Labels, levels: int
    ) -> Iterator[str]:
        """How a statement was concluded: its steps, and its parts, so many levels of them open."""
        if one.invariant:
            yield "**Invariant:**"
            yield _aligned(one.invariant)
        if len(one.lines) > 1:
            yield _chain(one.lines)
        if len(one.entries) > 2:
            yield _folded("entry by entry, with every step", _chain(one.entries))
        if one.conditions:
            yield "Wherever " + "; ".join(map(_prose, one.conditions)) + "."
        yield from (f"Argued: {_prose(sentence)}" for sentence in one.words)
        if one.rests_on:
            yield "Rests on " + ", ".join(map(self.link, one.rests_on)) + "."
        letters = Letters.of(one)
        for place, (part, own, known) in enumerate(labels.inside(one, number), 1):
            name = _prose(letters.head(place, part.name))
            head = f"{self._number(own)} {name}".rstrip()
            if part.as_in:
                yield f"{head}{',' if name else ''} as in {self._place(part.as_in)}."
                yield from _told_elsewhere(part)
            else:
                again = is_again(part, place, one)
                yield f"{head}{',' if name else ''} as above." if again else head
                yield from () if again else _displays(stated(part, known))
                yield from self._named(part)
                yield from self._proof(part, own, known, levels - 1)

    def _proof(
        self, one: ProvedStatement, number: str, labels: Labels, levels: int
    ) -> Iterator[str]:
        """The proof of a part; folded, where no more levels of it stand open."""
        if is_the_same(one) and len(one.entries) < 3:
            return
        yield self._how(one, labels)
        if levels > 0 or not one.parts:
            yield from self._inside(one, number, labels, levels)
            return
        self.folds = True
        count = sum(1 for _ in one.walk()) - 1
        summary = f"the proof of {number.rstrip('.')}: {count} statement{'s' * (count > 1)}"
        inside = self._inside(one, number, labels, _levels(one))
        yield _folded(summary, "\n\n".join(inside))

    def _named(self, one: ProvedStatement) -> Iterator[str]:
        """What long sides go by from here on; all terms of a long sum are folded."""
        if one.named:
            yield "where"
        defined = [named.defined() for named in one.named]
        self.definitions += defined
        yield from _displays(defined)
        for named in one.named:
            if named.is_folded:
                count = len(terms_of(named.latex))
                yield _folded(f"all {count} terms", f"$$\n{named.defined(full=True)}\n$$")

    def _number(self, own: str) -> str:
        """The number of a statement, to which links lead where its proof is named elsewhere."""
        number = own.rstrip(".")
        target = f'<span id="{_anchor(number)}"></span>' if number in self.named else ""
        return f"{target}**{own}**"

    def _place(self, number: str) -> str:
        return f'<a href="#{_anchor(number)}">{number}</a>'


def _anchor(number: str) -> str:
    return f"at-{number.replace('.', '-')}"


def _levels(one: ProvedStatement) -> int:
    """How many levels of parts stand open below a statement: at least one."""
    levels, count, layer = 0, 0, one.parts
    while layer and (levels == 0 or count + len(layer) <= AT_ONCE):
        count += len(layer)
        levels += 1
        layer = tuple(part for above in layer for part in above.parts)
    return levels


def _taken(one: ProvedStatement, labels: Labels) -> str:
    """What the rule takes of what is known, and what was left out."""
    known, others = labels.taken(one)
    taken = [*([known] if known else []), *(f"${_one_line(said)}$" for said in others)]
    return f"{', from ' if taken else ''}{' and '.join(taken)}{without_unused(one)}"


def _told_elsewhere(one: ProvedStatement) -> Iterator[str]:
    """What is proved above, under the same hypotheses, unless it is long."""
    if not is_long(one):
        yield _display(one.consequence or one.statement)


def _chain(lines: tuple[Line, ...]) -> str:
    """Terms that are equal one after the other, each with why: beside it, or above long ones."""
    rows: list[str] = []
    above = any(len(plain_text(line.latex)) > BESIDE for line in lines)
    for line in lines:
        sign = "={}&" if rows else "&"
        why = rf"\text{{{_in_text(line.why)}}}" if line.why else ""
        if why and above:
            rows += [rf"& {why}\text{{:}}"]
        beside = f" && {why}" if why and not above else ""
        rows.append(f"{sign} {_one_line(line.latex)}{beside}")
    return _display(r"\begin{aligned}" + " \\\\\n".join(rows) + r"\end{aligned}")


def _aligned(lines: tuple[str, ...]) -> str:
    """Equations below each other."""
    rows = [_one_line(line).replace(" = ", " ={}& ", 1) for line in lines]
    rows = [row if "&" in row else f"& {row}" for row in rows]
    return _display(r"\begin{aligned}" + " \\\\\n".join(rows) + r"\end{aligned}")


def _displays(formulas: Iterable[str]) -> Iterator[str]:
    """Formulas below each other; those that are too long apart, and folded."""
    rows: list[str] = []
    for latex in formulas:
        if len(latex) > LONG:
            yield from _together(rows)
            rows = []
            yield _display(latex)
        else:
            first, *others = map(_one_line, in_rows(latex))
            rows += [first, *(rf"\quad {row}" for row in others)]
    yield from _together(rows)


def _together(rows: Sequence[str]) -> Iterator[str]:
    if len(rows) > 1:
        body = " \\\\\n".join(f"& {row}" for row in rows)
        yield f"$$\n\\begin{{aligned}}{body}\\end{{aligned}}\n$$"
    elif rows:
        yield _display(rows[0])


def _display(latex: str) -> str:
    shown = f"$$\n{latex.strip()}\n$$"
    if len(latex) <= LONG:
        return shown
    label = _LABEL.match(latex)
    name = f"{label[1]}: " if label else ""
    return _folded(f"{name}{len(latex)} characters of a formula", shown)


def _folded(summary: str, inside: str) -> str:
    return f"<details><summary>{summary}</summary>\n\n{inside}\n\n</details>"


def _one_line(latex: str) -> str:
    return " ".join(latex.split())


def _in_text(words: str) -> str:
    return words.replace("_", r"\_").replace("<=", "≤")


def _prose(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))
