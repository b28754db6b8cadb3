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
    if symbol.is_nonzero and not (symbol.is_positive or symbol.is_negative):
        known.append("nonzero")
    return "".join(f"{word} " for word in [*known, _number(symbol, known)] if word)


def _number(symbol: sp.Symbol, known: Sequence[str]) -> str:
    """Which numbers a symbol stands for; of those with a sign it goes without saying: real ones."""
    if symbol.is_integer:
        return "integer"
    if symbol.is_rational:
        return "rational"
    return "real" if symbol.is_real and set(known) <= {"nonzero"} else ""
