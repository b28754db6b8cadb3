"""Scopes in words: for which values of which symbols a statement is."""

from collections.abc import Iterable, Sequence

import sympy as sp

from theorem_checks.verdicts import Evidence

__all__ = ["all_values_of", "wherever", "with_conditions"]

_BUT = "; wherever "


def wherever(scope: str, conditions: Iterable[str]) -> str:
    """Restrict a scope by conditions, such as 'x - 1 is not 0'."""
    return _BUT.join([scope, *dict.fromkeys(conditions)])


def with_conditions(scope: str, parts: Iterable[Evidence]) -> str:
    """Restrict the scope of a whole by the conditions under which its parts are proved."""
    return wherever(scope, (said for part in parts for said in part.scope.split(_BUT)[1:]))


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
    number = "integer" if symbol.is_integer else ""
    return "".join(f"{word} " for word in [*known, number] if word)
