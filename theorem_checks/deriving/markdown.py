"""A derivation in Markdown (MyST): statement, definitions, parts in order, steps folded.

What a reader wants stands open: what is proved, of what, by which rule, and how the sides of an
equation come together. Entry by entry, with every step, it stands in `<details>`.
"""

import re
from collections.abc import Callable, Iterator

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
from theorem_checks.deriving.rules_said import said_of
from theorem_checks.deriving.shortened import shortened
from theorem_checks.statements.plain_text import plain_text
from theorem_checks.verdicts.grounds import Ground
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["in_markdown"]

BESIDE = 70  # characters of a formula, beside which there is room for words
LONG = 1500  # characters of a formula; longer ones are folded
_SPECIAL = re.compile(r"([\\`*_\[\]<>|#$])")


def in_markdown(
    derivation: ProvedStatement, link: Callable[[Ground], str] = lambda ground: f"`{ground}`"
) -> str:
    """Return a derivation in Markdown; `link` writes what it rests on."""
    derivation = shortened(derivation)
    labels = Labels.of(derivation)
    blocks = [*map(_display, stated(derivation, labels)), *_named(derivation)]
    if derivation.definitions:
        blocks += ["**where**, as traced from the code,", _aligned(derivation.definitions)]
    if derivation.scope:
        blocks.append(f"For {_prose(derivation.scope)}.")
    blocks += _inside(derivation, "", link, labels)
    return "\n\n".join(blocks) + "\n"


def _inside(
    one: ProvedStatement, number: str, link: Callable[[Ground], str], labels: Labels
) -> Iterator[str]:
    """How a statement was concluded."""
    verdict = "" if one.verdict is Verdict.PROVED else f" **{one.verdict}**"
    yield f"*Proof:* {_prose(said_of(one.rule))}.{verdict}"
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
        yield "Rests on " + ", ".join(map(link, one.rests_on)) + "."
    letters = Letters.of(one)
    for place, (part, own, known) in enumerate(labels.inside(one, number), 1):
        head = f"**{own}** {_prose(letters.head(place, part.name))}"
        if part.as_in:
            yield f"{head}, as in {part.as_in}."
            yield from _told_elsewhere(part)
        else:
            again = is_again(part, place, one)
            yield f"{head}, as above." if again else head
            yield from () if again else map(_display, stated(part, known))
            yield from _named(part)
            if not is_the_same(part) or len(part.entries) > 2:
                yield from _inside(part, own, link, known)


def _told_elsewhere(one: ProvedStatement) -> Iterator[str]:
    """What is proved above, under the same hypotheses, unless it is long."""
    if not is_long(one):
        yield _display(one.consequence or one.statement)


def _named(one: ProvedStatement) -> Iterator[str]:
    """What long sides go by from here on; all terms of a long sum are folded."""
    if one.named:
        yield "where"
    for named in one.named:
        yield _display(named.defined())
        if named.is_folded:
            count = len(terms_of(named.latex))
            yield _folded(f"all {count} terms", f"$$\n{named.defined(full=True)}\n$$")


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


def _display(latex: str) -> str:
    first, *others = in_rows(latex)
    if others:
        rows = [f"& {first}", *(rf"& \quad {row}" for row in others)]
        latex = r"\begin{aligned}" + " \\\\\n".join(rows) + r"\end{aligned}"
    shown = f"$$\n{latex.strip()}\n$$"
    return shown if len(latex) <= LONG else _folded(f"{len(latex)} characters of a formula", shown)


def _folded(summary: str, inside: str) -> str:
    return f"<details><summary>{summary}</summary>\n\n{inside}\n\n</details>"


def _one_line(latex: str) -> str:
    return " ".join(latex.split())


def _in_text(words: str) -> str:
    return words.replace("_", r"\_").replace("<=", "≤")


def _prose(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))
