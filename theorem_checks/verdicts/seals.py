"""Statements, conditions and seals, as evidence keeps them."""

import dataclasses
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from operator import is_
from typing import Any, NoReturn

from theorem_checks.errors import ArgumentError

__all__ = ["Condition", "Seal", "Stated", "content_of", "key_of"]


@dataclass(frozen=True)
class Condition:
    """A formula under which evidence speaks, such as n - 12 != 0 where something is divided by it.

    `text` says it to a reader; `formula` is the tree as nested tuples of strings, made and read by
    `theorem_checks.statements.formulas`.
    """

    text: str
    formula: tuple[Any, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.text, str) or not self.text:
            raise ArgumentError("Condition.text", self.text, "a formula in words")
        object.__setattr__(self, "formula", _nested(self.formula))

    def to_json(self) -> dict[str, Any]:
        """Return the condition as JSON-ready data."""
        return {"text": self.text, "formula": self.formula}


class Stated:
    """The statement that evidence decides, as data: what a proof concludes, and nothing more.

    `latex` says it to a reader; `data` is nested tuples of strings, as a conclusion writes itself
    (`theorem_checks.statements.conclusions`). Statements are compared by `key`.

    **Arguments**: `latex`, the formula, or a function that prints it; `data`, or a function that
    writes it and does not fail. Printing takes longer than many a proof, and is put off until
    somebody reads. `conclusion`, what it was made from, and `given`, what the rule was handed by
    which it was concluded: there where it was concluded, and not in what is kept or sent.
    """

    def __init__(
        self,
        latex: str | Callable[[], str],
        data: Any,
        conclusion: Any = None,
        given: Any = None,
    ) -> None:
        if not isinstance(latex, str) and not callable(latex):
            raise ArgumentError("Stated.latex", latex, "LaTeX, or a function that prints it")
        written = data if callable(data) else _nested(data)
        self.__dict__.update(_latex=latex, _data=written, _conclusion=conclusion, _given=given)

    @property
    def conclusion(self) -> Any:
        """What it was made from, where it was concluded; else None."""
        return self.__dict__["_conclusion"]

    @property
    def given(self) -> Any:
        """What the rule was handed by which it was concluded, where that was; else None."""
        return self.__dict__["_given"]

    @cached_property
    def data(self) -> tuple[Any, ...]:
        """Nested tuples of strings that say all of it."""
        data = self.__dict__["_data"]
        return _nested(data()) if callable(data) else data

    @cached_property
    def latex(self) -> str:
        """The formula, for a reader."""
        latex = self.__dict__["_latex"]
        return latex if isinstance(latex, str) else latex()

    @cached_property
    def key(self) -> str:
        """A digest of the data."""
        return key_of(self.data)

    @cached_property
    def content(self) -> str:
        """A digest of all that it says, to a reader too."""
        return _digested(f'{{"latex": {json.dumps(self.latex)}, "data": {_text(self.data)}}}')

    def to_json(self) -> dict[str, Any]:
        """Return the statement as JSON-ready data."""
        return {"latex": self.latex, "data": self.data}

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Stated) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(self.data)

    def __repr__(self) -> str:
        return f"Stated({self.latex!r}, {self.data!r})"


class Seal:
    """A digest of what a verdict stood on when it was concluded, made when somebody reads it."""

    __slots__ = ("_stood_on",)

    def __init__(self, stood_on: tuple[Any, ...]) -> None:
        self._stood_on = stood_on

    def fits(self, stands_on: tuple[Any, ...]) -> bool:
        """Whether a verdict stands on the same now."""
        return _is_one(self._stood_on, stands_on) or str(self) == content_of(stands_on)

    def __str__(self) -> str:
        return content_of(self._stood_on)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str | Seal) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __repr__(self) -> str:
        return repr(str(self))


def _is_one(one: Any, other: Any) -> bool:
    """Whether two trees of tuples have the same objects at their leaves."""
    if one is other:
        return True
    if type(one) is not tuple or type(other) is not tuple or len(one) != len(other):
        return False
    return all(map(_is_one, one, other))


def content_of(stands_on: tuple[Any, ...]) -> str:
    """A digest of what `Evidence.stands_on` lists."""
    verdict, rule, words, rests_on, statement, conditions, routes, parts = stands_on
    said = [str(verdict), rule, list(words), list(map(str, rests_on))]
    said += [statement.content if statement else None]
    said += [[c.to_json() for c in conditions], [r.to_json() for r in routes]]
    return _digest([*said, [content_of(part) for part in parts]])


def _digest(data: Any) -> str:
    """A digest of what JSON can hold."""
    return _digested(json.dumps(data))


def _digested(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def key_of(data: Any) -> str:
    """A digest of nested tuples of strings."""
    return _digested(_text(data))


def _nested(data: Any) -> Any:
    """A tree of strings as tuples; within it there may be empty ones, as of no types."""
    if not data:
        raise ArgumentError("Condition.formula", data, "nested tuples of strings")
    return _tuples(data)


_TEXT = {str}
_MOST_SEEN = 20_000  # trees
_place_of = object.__hash__  # where an object is; of `id` Python tells those that listen
_seen: dict[int, tuple[Any, ...]] = {}  # trees of tuples alone, by place; none comes in its place


def _tuples(data: Any) -> Any:
    if isinstance(data, str):
        return data
    if type(data) is not tuple:
        if not isinstance(data, list | tuple):
            raise ArgumentError("Condition.formula", data, "nested tuples of strings")
        return tuple(map(_tuples, data))
    if set(map(type, data)) <= _TEXT:  # as most are, and large ones
        return data
    if _place_of(data) in _seen:  # the statements of a proof have most of their parts in common
        return data
    found = tuple(map(_tuples, data))
    if not all(map(is_, found, data)):
        return found
    if len(_seen) >= _MOST_SEEN:
        _seen.clear()
    _seen[_place_of(data)] = data
    return data


_DEEPEST = 4  # 'if (all of (these)) then that': as deep as the parts that statements share
_MOST_LETTERS = 30_000_000  # of what is kept of their texts
_texts: dict[int, tuple[Any, str]] = {}  # by place, with the tree, so that none comes in its place
_letters = 0


def _text(data: Any, depth: int = 0) -> str:
    """What `json.dumps` writes of nested tuples; of parts that were written before, as it stands.

    Proofs write statements that have nearly all their parts in common thousands of times.
    """
    global _letters  # noqa: PLW0603
    if depth == _DEEPEST or type(data) is not tuple or _tuples(data) is not data:
        return json.dumps(data)
    place = _place_of(data)
    if place not in _seen:  # a row of strings
        return json.dumps(data)
    kept = _texts.get(place)
    if kept is not None and kept[0] is data:
        return kept[1]
    text = f"[{', '.join([_text(part, depth + 1) for part in data])}]"
    if _letters > _MOST_LETTERS:
        _texts.clear()
        _letters = 0
    _letters += len(text)
    _texts[place] = data, text
    return text
