"""For which sizes, numbers and arrays a statement is proved, as a sentence with formulas."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from theorem_checks.deriving.layout import prose
from theorem_checks.statements.names_in_latex import name_latex
from theorem_checks.statements.plain_text import plain_text

__all__ = ["in_plain_words", "in_sentence", "names_of", "without_letters"]

_NUMBERS = ("positive integer", "nonnegative integer", "integer", "positive", "nonnegative")
_NUMBERS += ("negative", "nonpositive", "any function")
_NUMBERS += ("nonzero integer", "nonzero real", "nonzero")
"""What stands before each name of its kind."""

_ARRAYS = r"sequences of real|(?:\w+ )?(?:integer|real|complex) sequences|real(?: [a-z]+)*?"
"""What stands before the first of several names, of arrays with their sizes or of sequences."""

_EVERY = ("all ", "any ")
"""What stands before all of the names."""

_APART = re.compile(r", (?![^(]*\))")
_ITEM = re.compile(
    rf"(?:all )?(?:(?P<kind>(?P<numbers>{'|'.join(_NUMBERS)})|{_ARRAYS}) )?"
    r"(?P<name>[A-Za-z]\w*)(?: \((?P<sizes>[\w+\-*/ ,]+)\))?"
)
_OVER = re.compile(r"every ([A-Za-z]\w*) from (-?\d+)(?= on)")
_NAME = "\0"  # in place of a name, while words are escaped
_RECURRENCES = re.compile(r"(the recurrences? of )(\w+(?:, \w+(?!\w| (?!and\b)))*)")
_WORD = re.compile(r"[A-Za-z]\w*")
_FORMULA = re.compile(r"\$([^$]*)\$")
_ESCAPED = re.compile(r"\\([\W_])")


@dataclass
class _Group:
    """Names of one `kind`, each with its sizes; or words, as they are.

    `carries`: whether names without a kind that follow are of this one.
    """

    kind: str
    told: list[str]
    carries: bool = False
    is_words: bool = False

    def written(self, *, of_all: bool) -> str:
        """The names behind their kind, which is said of several things where it is said of all."""
        many = of_all or len(self.told) > 1
        several = "s" if many and self.kind.endswith(("integer", "function")) else ""
        return f"{self.kind}{several} {', '.join(self.told)}".strip()


def in_sentence(scope: str) -> str:
    """A scope in Markdown: `all positive integer d, real W (d, d)` with its names as formulas.

    What is no name with its sizes is written as it is.
    """
    said, sign, more = scope.partition(" with ")
    every = next((one for one in _EVERY if re.match(rf"{one}(?!function )", said)), "")
    groups = _groups(_APART.split(said.removeprefix(every)))
    written = (group.written(of_all=every == "all ") for group in groups)
    return f"{every}{'; '.join(written)}{sign}{_prose(more)}"


def _prose(words: str) -> str:
    """Words with the names in them as formulas: of sequences, and of what an induction is over."""
    names: list[str] = []

    def named(word: re.Match[str]) -> str:
        names.append(word[0])
        return _NAME

    words = _OVER.sub(lambda found: f"every {_WORD.sub(named, found[1])} from {found[2]}", words)
    words = _RECURRENCES.sub(lambda found: found[1] + _WORD.sub(named, found[2]), words)
    first, *others = prose(words).split(_NAME)
    return first + "".join(
        f"${name_latex(name)}${other}" for name, other in zip(names, others, strict=True)
    )


def in_plain_words(scope: str) -> str:
    """The same for a terminal, without Markdown."""
    said = _FORMULA.sub(lambda formula: plain_text(formula[1]), in_sentence(scope))
    return _ESCAPED.sub(r"\1", said)


def names_of(scope: str) -> list[str]:
    """The names in a scope; what is no name is handed on as it is."""
    said = scope.partition(" with ")[0]
    every = next((one for one in _EVERY if said.startswith(one)), "")
    items = _APART.split(said.removeprefix(every))
    return [found["name"] if (found := _ITEM.fullmatch(item)) else item for item in items]


def without_letters(scope: str, stands: Callable[[str], bool]) -> str:
    """A scope without the arrays that stand nowhere; with all of them, where none stands.

    **Arguments**: `stands`, whether an array of a name stands in what is told.
    """
    said, sign, more = scope.partition(" with ")
    every = next((one for one in _EVERY if said.startswith(one)), "")
    kept: list[str] = []
    kind = ""  # of arrays that were left out, if no other one of their kind came before
    for item in _APART.split(said.removeprefix(every)):
        found = _ITEM.fullmatch(item)
        is_array = found is not None and found["sizes"] and not found["numbers"]
        if found is not None and is_array and not (stands(found["name"]) or found["name"] in more):
            kind = found["kind"] or kind
            continue
        is_next = kind and is_array and found is not None and not found["kind"]
        kept.append(f"{kind} {item}" if is_next else item)
        kind = ""
    return f"{every}{', '.join(kept)}{sign}{more}" if kept else scope


def _groups(items: list[str]) -> Iterator[_Group]:
    group: _Group | None = None
    for item in items:
        found = _ITEM.fullmatch(item)
        if found is None:
            new = _Group("", [_prose(item)], is_words=True)
        else:
            is_array = bool(found["kind"]) and not found["numbers"]
            new = _Group(found["kind"] or "", [_named(found)], carries=is_array)
        if group is not None and _goes_on(group, new):
            group.told += new.told
            continue
        if group is not None:
            yield group
        group = new
    if group is not None:
        yield group


def _goes_on(group: _Group, new: _Group) -> bool:
    """Whether names are of the kind of those before."""
    if group.is_words or new.is_words:
        return group.is_words and new.is_words
    return new.kind == group.kind or (not new.kind and group.carries)


def _named(item: re.Match[str]) -> str:
    """A name as a formula, and its sizes."""
    sizes = item["sizes"].split(", ") if item["sizes"] else []
    shape = r" \times ".join(_WORD.sub(lambda w: name_latex(w[0]), size) for size in sizes)
    return f"${name_latex(item['name'])}$" + (f" (${shape}$)" if shape else "")
