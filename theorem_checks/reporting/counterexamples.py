"""A counterexample as sentences with formulas: what stands between $ is LaTeX."""

import re
from collections.abc import Iterator
from typing import Any

from theorem_checks.statements.names_in_latex import name_latex
from theorem_checks.verdicts.counterexamples import Counterexample

__all__ = ["counterexample_lines", "value_latex"]

_NAME = re.compile(r"[A-Za-z]\w*")
_NUMBER = re.compile(r"(?P<sign>-?)(?P<over>\d+)(?:/(?P<under>\d+))?")
_SPECIAL = re.compile(r"[$`]")
MOST = 400
"""Of how many characters a value is a formula; a longer one is cut, as text."""


def counterexample_lines(found: Counterexample) -> Iterator[str]:
    """Yield the values, what is claimed of them and what is true, and why, a line each.

    Before what is claimed stands the part of the statement that is false, where it is known.
    """
    for name, value in found.shown.items():
        latex = value_latex(value)
        if latex is not None and _NAME.fullmatch(name):
            yield f"${name_latex(name)} = {latex}$"
        else:
            yield f"{_plain(name)} = {_plain(value)}"
    if found.others:
        yield f"and {found.others}"
    if found.part:
        yield f"false: ${found.part}$"
    if found.claimed or found.found:
        (one, other), (where, (claimed, true)) = found.sides, found.compared(MOST)
        if where:
            yield f"differ first in {where}"
        yield f"{one}: {f'${found.latex}$' if found.latex else _number_or_text(claimed)}"
        yield f"{other}: {_number_or_text(true)}"
    if found.explanation:
        yield _plain(found.explanation)


def value_latex(value: Any) -> str | None:
    """A number, a vector or a matrix of numbers in LaTeX; None for what is none of them."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | str):
        found = _NUMBER.fullmatch(str(value))
        if found is None or len(str(value)) > MOST:
            return None
        over, under = found["over"], found["under"]
        return found["sign"] + (rf"\frac{{{over}}}{{{under}}}" if under else over)
    if not isinstance(value, list | tuple) or not value or len(str(value)) > MOST:
        return None
    rows = list(value)
    if all(isinstance(row, list | tuple) and len(row) == len(rows[0]) and row for row in rows):
        cells = [[value_latex(cell) for cell in row] for row in rows]
        if any(cell is None for row in cells for cell in row):
            return None
        body = r" \\ ".join(" & ".join(map(str, row)) for row in cells)
        return rf"\begin{{pmatrix}} {body} \end{{pmatrix}}"
    entries = [value_latex(entry) for entry in rows]
    return None if None in entries else rf"\left({', '.join(map(str, entries))}\right)"


def _number_or_text(said: str) -> str:
    latex = value_latex(said)
    return _plain(said) if latex is None else f"${latex}$"


def _plain(value: Any) -> str:
    """Text in which nothing is taken for a formula or for code."""
    text = _SPECIAL.sub("", str(value))
    return text if len(text) <= MOST else f"{text[:MOST]}…"
