"""Inequalities of symbols, as the solvers and balls take them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import sympy as sp

from theorem_checks.errors import TheoremChecksError
from theorem_checks.proving.effort import are_counterexamples_wanted
from theorem_checks.proving.scopes import all_values_of
from theorem_checks.solving.smt import prove_for_all
from theorem_checks.statements.conclusions import All, AtMost, Conclusion
from theorem_checks.statements.reals.sorts import sign_by_sort
from theorem_checks.statements.reals.terms import Term, constant, reals
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["box_of", "prove_sign_by_solvers"]

_SECONDS = 5


def prove_sign_by_solvers(expression: sp.Expr, *, strict: bool) -> Evidence:
    """Decide whether a rational function of real symbols is nonnegative, or positive.

    Integers are taken for reals from their least value on, so that a point is no counterexample:
    PROVED, or UNDECIDED.
    """
    found = sorted(expression.free_symbols, key=str)
    symbols = [symbol for symbol in found if isinstance(symbol, sp.Symbol)]
    known = len(symbols) == len(found) and all(symbol.is_real for symbol in symbols)
    if not symbols or not known or not expression.is_rational_function(*symbols):
        return Evidence.undecided("The solvers know rational functions of real symbols.")
    terms = {symbol: reals(f"v{number}") for number, symbol in enumerate(symbols)}
    term = _term(expression, terms)
    if term is None:
        return Evidence.undecided("The solvers know rational functions of real symbols.")
    assumed = [given for symbol, v in terms.items() for given in sign_by_sort(symbol, v)]
    try:
        claim = term > 0 if strict else term >= 0
        one = not are_counterexamples_wanted()
        found = prove_for_all(claim, assume=assumed, seconds=_SECONDS, one=one)
    except TheoremChecksError as error:
        return Evidence.undecided(str(error))
    if found.verdict is not Verdict.PROVED:
        return Evidence.undecided(str(found))
    return replace(found, scope=all_values_of(symbols))


def _term(e: sp.Expr, terms: Mapping[Any, Term]) -> Any:
    """An expression as a term of the solvers; None where it has what they do not know."""
    if e in terms:
        return terms[e]
    if isinstance(e, sp.Rational):
        return constant(f"{e.p}/{e.q}")
    if isinstance(e, sp.Pow) and isinstance(e.exp, sp.Integer):
        base = _term(e.base, terms)
        return None if base is None else base ** int(e.exp)
    if not isinstance(e, sp.Add | sp.Mul):
        return None
    total: Any = None
    for part in e.args:
        found = _term(part, terms)  # pyright: ignore[reportArgumentType]
        if found is None:
            return None
        if total is None:
            total = found
        else:
            total = total + found if isinstance(e, sp.Add) else total * found
    return total


def box_of(hypothesis: Conclusion) -> dict[sp.Symbol, tuple[Any, Any]] | None:
    """The box in which a hypothesis puts its symbols; None where it says anything else.

    It has to say of each symbol a least and a largest value, once, and nothing besides.
    """
    parts = hypothesis.parts if isinstance(hypothesis, All) else (hypothesis,)
    low: dict[Any, Any] = {}
    high: dict[Any, Any] = {}
    for part in parts:
        if not isinstance(part, AtMost):
            return None
        if isinstance(part.rhs, sp.Symbol) and isinstance(part.lhs, sp.Rational):
            symbol, end, ends = part.rhs, part.lhs, low
        elif isinstance(part.lhs, sp.Symbol) and isinstance(part.rhs, sp.Rational):
            symbol, end, ends = part.lhs, part.rhs, high
        else:
            return None
        if symbol in ends:
            return None
        ends[symbol] = end
    if not low or low.keys() != high.keys():
        return None
    return {symbol: (low[symbol], high[symbol]) for symbol in low}
