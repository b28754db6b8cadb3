"""Numbers of Rocq's reals as text: what is the same wherever a statement over them is written."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import sympy as sp

from theorem_checks.certifying.names import encoded_name

__all__ = ["joined_text", "known_of", "rational_text"]


def rational_text(number: sp.Rational | Fraction) -> str:
    """A rational number."""
    top = str(number.numerator) if number >= 0 else f"(- {-number.numerator})"
    return top if number.denominator == 1 else f"({top} / {number.denominator})"


def joined_text(e: sp.Add | sp.Mul, text_of: Callable[[Any], str]) -> str:
    """A sum or a product, of parts in an order that does not hang on the run."""
    parts = sorted(e.args, key=sp.default_sort_key)
    return "(" + f" {'+' if e.is_Add else '*'} ".join(map(text_of, parts)) + ")"


def known_of(symbol: Any) -> str:
    """What the sort of a symbol says of the variable of its name, a natural or a real number."""
    name = encoded_name(symbol.name)
    if symbol.is_integer:
        return f"(1 <= {name})%nat" if symbol.is_positive else ""
    if symbol.is_positive:
        return f"0 < {name}"
    if symbol.is_nonnegative:
        return f"0 <= {name}"
    return f"{name} <> 0" if symbol.is_nonzero else ""
