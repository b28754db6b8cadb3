"""The letters by which parts of a statement are named: (a), (b), ..., (z), (aa), ...

Those of a statement inside another that has letters are Roman numbers: (i), (ii), (iii), ...
"""

__all__ = ["letter_at", "roman_at"]

_ROMAN = ((50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))


def letter_at(place: int) -> str:
    """The letter of a place, from 0 on, in brackets: (a), (b), ..., (z), (aa), (ab), ..."""
    return f"({_letter(place)})"


def roman_at(place: int) -> str:
    """The Roman number of a place, from 0 on, in brackets: (i), (ii), (iii), ..."""
    left, written = place + 1, ""
    for value, sign in _ROMAN:
        written += sign * (left // value)
        left %= value
    return f"({written})"


def _letter(place: int) -> str:
    more, last = divmod(place, 26)
    return (_letter(more - 1) if more else "") + chr(ord("a") + last)
