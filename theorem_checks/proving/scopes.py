"""Scopes in words: for which values of which symbols a statement is."""

from collections.abc import Sequence

import sympy as sp

__all__ = ["all_values_of"]


def all_values_of(symbols: Sequence[sp.Symbol], conditions: Sequence[sp.Basic] = ()) -> str:
    """Name the symbols with their assumptions, and the conditions on them."""
    if not symbols:
        return "these numbers"
    said = ", ".join(f"{_kind(symbol)}{symbol.name}" for symbol in symbols)
    under = " and ".join(str(condition) for condition in conditions)
    return f"all {said}" + (f" with {under}" if under else "")


def _kind(symbol: sp.Symbol) -> str:
    """The symbol's assumptions in words, each followed by a space."""
    words = ("positive", "negative", "nonnegative", "nonpositive", "even", "odd", "prime")
    known = [word for word in words if symbol.assumptions0.get(word)]
    if symbol.is_positive:
        known.remove("nonnegative")
    if symbol.is_negative:
        known.remove("nonpositive")
    number = "integer" if symbol.is_integer else "real" if symbol.is_real and not known else ""
    return "".join(f"{word} " for word in [*known, number] if word)
