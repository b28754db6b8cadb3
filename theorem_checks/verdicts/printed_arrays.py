"""Arrays that are printed: the first entry in which two differ, and a long one in short.

Counterexamples keep their arrays whole, as texts; a reader of a line wants what differs.
"""

from collections.abc import Iterator
from typing import TypeAlias

__all__ = ["first_difference", "shortened"]

_OPENING, _CLOSING = "([{", ")]}"
_ROOM = 40
"""How many characters the first entries of a long array take, but for the very first one."""

_Nested: TypeAlias = "str | list[_Nested]"


def first_difference(one: str, other: str) -> tuple[str, str, str] | None:
    """Where two arrays of the same shape first differ, 'entry (2, 51) of 2 x 52', and both there.

    Entries are counted from 1. Of several arrays in a tuple the number of the first that differs
    stands before. None where nothing is to be told: these are no two such arrays.
    """
    if _is_whole(one, "(") and _is_whole(other, "("):
        pairs = list(zip(_items(one), _items(other), strict=False))
        for number, pair in enumerate(pairs, 1):
            if pair[0] != pair[1]:
                found = first_difference(*pair)
                return found and (f"part {number}, {found[0]}", *found[1:])
        return None
    left, right = _read(one), _read(other)
    shape = _shape(left)
    if not shape or shape != _shape(right):
        return None
    entries = zip(_entries(left), _entries(right), strict=True)
    wrong = ((at, entry, there) for (at, entry), (_, there) in entries if entry != there)
    if (found := next(wrong, None)) is None:
        return None
    place = ", ".join(map(str, found[0]))
    named = place if len(shape) == 1 else f"({place})"
    size = _times(shape).removesuffix(" entries")
    return f"entry {named} of {size}", found[1], found[2]


def shortened(text: str, most: int, whole: str = "") -> str:
    """A text in which arrays of more than `most` characters are cut, with their shape behind.

    Behind the shape stands, if it is told, where the `whole` array is.
    """
    told, end, more = [], 0, f"; {whole}" if whole else ""
    for start, stop in _arrays_in(text):
        array = text[start:stop]
        if stop - start > most and (shape := _shape(read := _read(array))):
            told += [text[end:start], f"{_first_entries(read)} ({_times(shape)}{more})"]
            end = stop
    return "".join([*told, text[end:]])


def _first_entries(array: _Nested) -> str:
    """An array in its brackets, cut behind the first entries."""
    row, depth = array, 0
    while isinstance(row, list) and isinstance(row[0], list):
        row, depth = row[0], depth + 1
    shown = [str(row[0])]
    for entry in map(str, row[1:]):
        if len(", ".join([*shown, entry])) > _ROOM:
            break
        shown.append(entry)
    cut = ", …" if len(shown) < len(row) else ""
    return f"{'[' * (depth + 1)}{', '.join(shown)}{cut}]{', …]' * depth}"


def _arrays_in(text: str) -> Iterator[tuple[int, int]]:
    """Where the outermost arrays in square brackets begin and end."""
    depth = start = 0
    for at, character in enumerate(text):
        if character == "[":
            start = start if depth else at
            depth += 1
        elif character == "]" and depth:
            depth -= 1
            if not depth:
                yield start, at + 1


def _read(text: str) -> _Nested:
    """Nested lists of texts; of what is no list, the text itself."""
    text = text.strip()
    return [_read(item) for item in _items(text)] if _is_whole(text, "[") else text.strip("'")


def _is_whole(text: str, bracket: str) -> bool:
    """Whether a text stands as a whole in a pair of such brackets."""
    closing = _CLOSING[_OPENING.index(bracket)]
    if not (text.startswith(bracket) and text.endswith(closing)):
        return False
    depth = 0
    for at, character in enumerate(text):
        depth += (character in _OPENING) - (character in _CLOSING)
        if not depth:
            return at == len(text) - 1
    return False


def _items(text: str) -> list[str]:
    """What stands between the outermost commas of a text in brackets."""
    items, depth, start = [], 0, 1
    for at, character in enumerate(text[:-1]):
        depth += (character in _OPENING) - (character in _CLOSING)
        if character == "," and depth == 1:
            items.append(text[start:at].strip())
            start = at + 1
    return [item for item in (*items, text[start:-1].strip()) if item]


def _shape(array: _Nested) -> tuple[int, ...]:
    """The shape of an array; () of a number, and of what is ragged or empty."""
    if isinstance(array, str) or not array:
        return ()
    if all(isinstance(row, str) for row in array):
        return (len(array),)
    shapes = {_shape(row) for row in array}
    inner = shapes.pop()
    return (len(array), *inner) if inner and not shapes else ()


def _entries(array: _Nested, place: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], str]]:
    """The entries with their places, counted from 1, in the order in which they are written."""
    if isinstance(array, str):
        yield place, array
        return
    for number, part in enumerate(array, 1):
        yield from _entries(part, (*place, number))


def _times(shape: tuple[int, ...]) -> str:
    """A shape in words: 3 x 50, or 50 entries."""
    times = " x ".join(map(str, shape))
    return times if len(shape) > 1 else f"{times} entries"
