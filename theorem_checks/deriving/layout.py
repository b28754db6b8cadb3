"""Formulas in Markdown (MyST): below each other, aligned, and folded where they are long."""

import re
from collections.abc import Iterable, Iterator, Sequence

from theorem_checks.deriving.labels import in_rows
from theorem_checks.deriving.proved_statement import Line
from theorem_checks.statements.plain_text import plain_text

__all__ = [
    "LABEL",
    "LONG",
    "aligned",
    "chain",
    "display",
    "displays",
    "folded",
    "one_line",
    "prose",
]

BESIDE = 70  # characters of a formula, beside which there is room for words
LONG = 1500  # characters of a formula; longer ones are folded

LABEL = re.compile(r"\\text\{(\([^(){}]+\))\}")
"""The label of a hypothesis, or the letter of a part, in front of a formula."""

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#$])")


def chain(lines: tuple[Line, ...], *, is_folded: bool = False) -> str:
    """Terms that are equal one after the other, each with why: beside it, or above long ones.

    **Arguments**: `is_folded`, whether they stand in a fold already.
    """
    rows: list[str] = []
    above = any(len(plain_text(line.latex)) > BESIDE for line in lines)
    for line in lines:
        sign = "={}&" if rows else "&"
        why = rf"\text{{{_in_text(line.why)}}}" if line.why else ""
        if why and above:
            rows += [rf"& {why}\text{{:}}"]
        beside = f" && {why}" if why and not above else ""
        rows.append(f"{sign} {one_line(line.latex)}{beside}")
    return _in_rows(rows, is_folded=is_folded)


def aligned(lines: Sequence[str], *, is_folded: bool = False) -> str:
    """Equations below each other."""
    rows = [one_line(line).replace(" = ", " ={}& ", 1) for line in lines]
    rows = [row if "&" in row else f"& {row}" for row in rows]
    return _in_rows(rows, is_folded=is_folded)


def _in_rows(rows: Sequence[str], *, is_folded: bool) -> str:
    latex = r"\begin{aligned}" + " \\\\\n".join(rows) + r"\end{aligned}"
    return f"$$\n{latex}\n$$" if is_folded else display(latex)


def displays(formulas: Iterable[str]) -> Iterator[str]:
    """Formulas below each other; those that are too long apart, and folded."""
    rows: list[str] = []
    for latex in formulas:
        if len(latex) > LONG:
            yield from _together(rows)
            rows = []
            yield display(latex)
        else:
            first, *others = map(one_line, in_rows(latex))
            rows += [first, *(rf"\quad {row}" for row in others)]
    yield from _together(rows)


def _together(rows: Sequence[str]) -> Iterator[str]:
    if len(rows) > 1:
        body = " \\\\\n".join(f"& {row}" for row in rows)
        yield f"$$\n\\begin{{aligned}}{body}\\end{{aligned}}\n$$"
    elif rows:
        yield display(rows[0])


def display(latex: str) -> str:
    """A formula on lines of its own; folded, where it is long."""
    shown = f"$$\n{latex.strip()}\n$$"
    if len(latex) <= LONG:
        return shown
    label = LABEL.match(latex)
    name = f"{label[1]}: " if label else ""
    return folded(f"{name}a formula of {len(latex)} characters", shown)


def folded(summary: str, inside: str) -> str:
    """What is shown on demand."""
    return f"<details><summary>{summary}</summary>\n\n{inside}\n\n</details>"


def one_line(latex: str) -> str:
    """A formula without breaks of lines."""
    return " ".join(latex.split())


def _in_text(words: str) -> str:
    return words.replace("_", r"\_").replace("<=", "≤")


def prose(text: str) -> str:
    """A text in which nothing has a meaning for Markdown."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))
