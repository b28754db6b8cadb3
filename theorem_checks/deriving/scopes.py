"""For which sizes, numbers and arrays a statement is proved, as a sentence with formulas."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from theorem_checks.statements.names_in_latex import name_latex

__all__ = ["in_sentence"]

_KINDS = {
    "positive integer": "positive integers",
    "nonnegative integer": "nonnegative integers",
    "integer": "integers",
    "positive": "positive",
    "nonnegative": "nonnegative",
    "negative": "negative",
    "real": "real",
    "real invertible": "real invertible",
    "sequences of real": "sequences of real",
    "any function": "any functions",
}
"""What stands before a name, and what before several of them."""

_APART = re.compile(r", (?![^(]*\))")
_ITEM = re.compile(
    rf"(?:all )?(?:(?P<kind>{'|'.join(sorted(_KINDS, key=len, reverse=True))}) )?"
    r"(?P<name>[A-Za-z]\w*)(?: \((?P<sizes>[\w+\-*/ ,]+)\))?"
)
_WORD = re.compile(r"[A-Za-z]\w*")
_SPECIAL = re.compile(r"([\\`*_\[\]<>|#$])")


@dataclass
class _Group:
    """Names of one kind, each with its sizes; or words, as they are."""

    kind: str
    told: list[str]

    def __str__(self) -> str:
        several = _KINDS.get(self.kind, "") if len(self.told) > 1 else self.kind
        return f"{several} {', '.join(self.told)}".strip()


def in_sentence(scope: str) -> str:
    """A scope in Markdown: `all positive integer d, real W (d, d)` with its names as formulas.

    What is no name with its sizes is written as it is.
    """
    every = "all " if scope.startswith("all ") else ""
    return every + "; ".join(map(str, _groups(scope.removeprefix(every))))


def _groups(scope: str) -> Iterator[_Group]:
    group = _Group("", [])
    for item in _APART.split(scope):
        found = _ITEM.fullmatch(item)
        kind, told = (found["kind"] or "", _named(found)) if found else ("", _plain(item))
        starts = bool(kind) and kind != group.kind
        if starts and group.told:
            yield group
        group = _Group(kind, []) if starts else group
        group.told.append(told)
    yield group


def _named(item: re.Match[str]) -> str:
    """A name as a formula, and its sizes."""
    sizes = re.split(", ", item["sizes"]) if item["sizes"] else []
    shape = r" \times ".join(_WORD.sub(lambda w: name_latex(w[0]), size) for size in sizes)
    return f"${name_latex(item['name'])}$" + (f" (${shape}$)" if shape else "")


def _plain(words: str) -> str:
    return _SPECIAL.sub(r"\\\1", words)
