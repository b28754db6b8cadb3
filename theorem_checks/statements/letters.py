"""The letters by which parts of a statement are named: (a), (b), ..., (z), (aa), ..."""

__all__ = ["letter_at"]


def letter_at(place: int) -> str:
    """The letter of a place, from 0 on, in brackets: (a), (b), ..., (z), (aa), (ab), ..."""
    return f"({_letter(place)})"


def _letter(place: int) -> str:
    more, last = divmod(place, 26)
    return (_letter(more - 1) if more else "") + chr(ord("a") + last)
