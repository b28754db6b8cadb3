"""Numbers of Rocq's reals as text: what is the same wherever a statement over them is written."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from theorem_checks.certifying.names import encoded_name
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.statements import conclusions as c

__all__ = [
    "RELATIONS",
    "definition_text",
    "is_positive",
    "joined_text",
    "known_of",
    "plain_text",
    "rational_text",
    "relations_in",
    "require_known_sorts",
]

RELATIONS: dict[type, str] = {c.Equal: "=", c.AtMost: "<=", c.Less: "<"}
_SORTS = {"real", "positive", "nonnegative", "nonzero", "integer"}


def definition_text(variables: Iterable[str], known: Iterable[str], body: str) -> str:
    """The statement: for all variables, with their types, what is known of them gives the body."""
    named, hypotheses = " ".join(variables), "".join(f"\n  {said} ->" for said in known if said)
    quantified = f"forall {named}," if named else ""
    return f"Definition statement : Prop :=\n  {quantified}{hypotheses}\n  {body}."


def relations_in(conclusion: c.Conclusion) -> Iterator[c.Conclusion]:
    """What `All` and `Implies` join in a statement, hypotheses among it."""
    if isinstance(conclusion, c.All):
        for part in conclusion.parts:
            yield from relations_in(part)
    elif isinstance(conclusion, c.Implies):
        yield from relations_in(conclusion.hypothesis)
        yield from relations_in(conclusion.body)
    else:
        yield conclusion


def rational_text(number: sp.Rational | Fraction) -> str:
    """A rational number."""
    top = str(number.numerator) if number >= 0 else f"(- {-number.numerator})"
    return top if number.denominator == 1 else f"({top} / {number.denominator})"


def joined_text(e: sp.Add | sp.Mul, text_of: Callable[[Any], str]) -> str:
    """A sum or a product, of parts in an order that does not hang on the run."""
    parts = sorted(e.args, key=sp.default_sort_key)
    return "(" + f" {'+' if e.is_Add else '*'} ".join(map(text_of, parts)) + ")"


def plain_text(e: Any, number: Callable[[Any], str], symbol: Callable[[Any], str]) -> str | None:
    """A rational number, a symbol, a sum or a product; None for anything else.

    **Arguments**: `e`, an expression of SymPy; what writes its parts, and what writes a symbol.
    """
    if isinstance(e, sp.Rational):
        return rational_text(e)
    if isinstance(e, sp.Symbol):
        return symbol(e)
    return joined_text(e, number) if isinstance(e, sp.Add | sp.Mul) else None


def is_positive(e: Any, is_unknown: Callable[[Any], bool]) -> bool:
    """Whether sorts, and positive numbers, alone say that a number is positive.

    **Arguments**: `is_unknown`, whether a variable is one of which its symbol says too much, as of
    one whose range begins at 0.
    """
    if isinstance(e, sp.Rational):
        return bool(e > 0)
    if is_unknown(e):
        return False
    if isinstance(e, sp.Symbol | AppliedUndef):
        return e.is_positive is True
    if isinstance(e, sp.Add | sp.Mul):
        return all(is_positive(part, is_unknown) for part in e.args)
    return isinstance(e, sp.Pow) and is_positive(e.base, is_unknown)


def require_known_sorts(symbol: Any) -> None:
    """Raise `NoFormError` unless a symbol is a real number, or a natural one, by its sorts alone.

    What is known of it besides, that it is no integer say, has no form here.
    """
    given = {k: v for k, v in symbol._assumptions_orig.items() if k != "commutative"}
    if not set(given) <= _SORTS or not all(given.values()) or not symbol.is_real:
        raise NoFormError(f"the symbol {symbol.name}, {given}")
    if symbol.is_integer and not symbol.is_nonnegative:
        raise NoFormError(f"the integer {symbol.name}, which may be negative")


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
