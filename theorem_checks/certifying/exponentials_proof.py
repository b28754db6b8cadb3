"""Proofs of relations between numbers with exp, tanh or logarithms in them (`Exponentials.v`).

In one number x, exponentials of whole multiples of x are powers of exp(x), so that a relation is
one of a polynomial in x and exp(x); where all numbers are bounded, intervals decide; else what is
known of the values of exp and tanh. Nothing here is trusted.
"""

import contextlib
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import sympy as sp

from theorem_checks.certifying.exponential_polynomials import (
    Lemmas,
    Polynomial,
    Range,
    polynomial_text,
)
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.statements import conclusions as c

__all__ = ["relation_steps"]

_FUNCTIONS = (sp.exp, sp.tanh, sp.log)
_E = sp.Symbol("exponential of it", positive=True)
_MOST_IN_A_BOX = 3


def relation_steps(
    relation: c.Relation,
    known: Sequence[c.Conclusion],
    number: Callable[[Any], str],
    lemmas: Lemmas,
) -> str:
    """The steps of a proof of a relation, where hypotheses are introduced and divisors not 0.

    **Arguments**: `known`, what is assumed beside the sorts of symbols; `number`, which writes a
    number; `lemmas`, to which those are added that the steps use.
    """
    found = []
    difference: Any = relation.rhs - relation.lhs
    symbols = sorted(difference.free_symbols, key=str)
    if len(symbols) == 1 and not symbols[0].is_integer:
        with contextlib.suppress(NoFormError):
            found.append(_in_one_number(relation, symbols[0], known, number, lemmas))
    ranges = [range_of(symbol, known) for symbol in symbols]
    is_box = bool(ranges) and all(r.low is not None and r.high is not None for r in ranges)
    if is_box and len(symbols) <= _MOST_IN_A_BOX and not isinstance(relation, c.Equal):
        found.append(_in_a_box(relation, symbols, number))
    found.append(_by_values(difference, number))
    return f"first [ {' | '.join(f'({steps})' for steps in found)} ]"


def range_of(symbol: Any, known: Sequence[c.Conclusion]) -> Range:
    """Where a number lies, by its sort and by bounds that are assumed of it alone."""
    low = Fraction(0) if symbol.is_nonnegative else None
    is_open, high = bool(symbol.is_positive), None
    for one in _relations(known):
        for side, other, is_low in ((one.rhs, one.lhs, True), (one.lhs, one.rhs, False)):
            if side != symbol or not isinstance(other, sp.Rational):
                continue
            bound = Fraction(int(other.p), int(other.q))
            if is_low and (low is None or bound > low):
                low, is_open = bound, isinstance(one, c.Less)
            if not is_low and (high is None or bound < high):
                high = bound
    return Range(low, high, is_open)


def _relations(known: Sequence[c.Conclusion]) -> Any:
    for one in known:
        if isinstance(one, c.All):
            yield from _relations(one.parts)
        elif isinstance(one, c.AtMost | c.Less):
            yield one


def _in_one_number(
    relation: c.Relation,
    symbol: Any,
    known: Sequence[c.Conclusion],
    number: Callable[[Any], str],
    lemmas: Lemmas,
) -> str:
    """Steps by polynomials in a number and its exponential."""
    difference: Any = relation.rhs - relation.lhs
    atoms = sorted(difference.atoms(*_FUNCTIONS), key=sp.default_sort_key)
    if isinstance(relation, c.Equal):
        over, rewriting = _over(symbol, number, 1), _rewriting(atoms, symbol, number, 1)
        return f"{over} {rewriting} by_field_of_signs"
    within, strict = range_of(symbol, known), isinstance(relation, c.Less)
    own = number(symbol)
    steps = []
    for sign, where in _pieces(within):
        numerator, divisor = _fraction(difference, symbol, sign)
        name = lemmas.positive(numerator, where, strict=strict)
        base = own if sign > 0 else f"(- {own})"
        bounds = " ltac:(lra)" * len(where.names.split())
        rule = "less_by" if strict else "at_most_by"
        below = polynomial_text(divisor, base)
        steps.append(
            f"{_over(symbol, number, sign)} {_rewriting(atoms, symbol, number, sign)}"
            f" refine ({rule} _ _ _ ({below}) _ ({name} {base}{bounds}) _);"
            " [strict_sign | by_field_of_signs]"
        )
    if len(steps) == 1:
        return steps[0]
    return f"destruct (Rle_or_lt 0 {own}); [{steps[0]} | {steps[1]}]"


def _pieces(within: Range) -> list[tuple[int, Range]]:
    """Half lines from a number on, with the sign of the number; one or two."""
    if within.low is None and within.high is None:
        half = Range(Fraction(0), None)
        return [(1, half), (-1, half)]
    if within.low is not None and within.low >= 0:
        return [(1, within)]
    low = None if within.low is None else -within.low
    if within.high is not None and within.high <= 0:
        return [(-1, Range(-within.high, low))]
    return [(1, Range(Fraction(0), within.high)), (-1, Range(Fraction(0), low))]


def _multiple(e: Any, symbol: Any) -> int:
    """The whole number by which a symbol is multiplied."""
    k = sp.expand(e / symbol)
    if not k.is_Integer or not k:
        raise NoFormError(f"an exponential of {e}")
    return int(k)


def _fraction(difference: Any, symbol: Any, sign: int) -> tuple[Polynomial, Polynomial]:
    """A difference as a fraction of polynomials in sign * symbol and its exponential."""
    if difference.has(sp.log):
        raise NoFormError("a logarithm")

    def power(k: int) -> Any:
        return _E ** (sign * k)

    values = {}
    for atom in difference.atoms(sp.exp, sp.tanh):
        k = _multiple(atom.args[0], symbol)
        squared = power(2 * k)
        values[atom] = power(k) if isinstance(atom, sp.exp) else (squared - 1) / (squared + 1)
    rational = difference.xreplace(values).xreplace({symbol: sign * symbol})
    numerator, denominator = sp.fraction(sp.cancel(sp.together(rational)))
    polys = []
    for part in (numerator, denominator):
        if not part.is_polynomial(symbol, _E):
            raise NoFormError(f"the function {part}")
        polys.append(sp.Poly(part, symbol, _E))
    if not all(poly.domain.is_QQ or poly.domain.is_ZZ for poly in polys):
        raise NoFormError("coefficients that are not rational")
    (a, top), (b, bottom) = (poly.clear_denoms(convert=True) for poly in polys)
    top, bottom = top * b, bottom * a
    if all(value < 0 for value in bottom.coeffs()):
        top, bottom = -top, -bottom
    if any(value < 0 for value in bottom.coeffs()):
        raise NoFormError("a divisor that is not seen to be positive")
    return _integers(top), _strict_first(_integers(bottom))


def _integers(poly: Any) -> Polynomial:
    return {powers: int(value) for powers, value in poly.terms() if value}


def _strict_first(p: Polynomial) -> Polynomial:
    """A term without the number itself first, by which a sum is more than 0."""
    return dict(sorted(p.items(), key=lambda term: term[0][0]))


def _over(symbol: Any, number: Callable[[Any], str], sign: int) -> str:
    own = number(symbol)
    return f"pose proof (exp_pos {own if sign > 0 else f'(- {own})'});"


def _rewriting(atoms: Sequence[Any], symbol: Any, number: Callable[[Any], str], sign: int) -> str:
    """The steps that write exponentials as powers of one."""
    base = number(symbol) if sign > 0 else f"(- {number(symbol)})"
    steps = []
    for atom in atoms:
        k = sign * _multiple(atom.args[0], symbol)
        argument = number(atom.args[0])
        if isinstance(atom, sp.exp) and argument == base:
            continue
        kind = "exp" if isinstance(atom, sp.exp) else "tanh"
        word = ("power" if k > 0 else "inverse") if kind == "exp" else "exp" if k > 0 else "inverse"
        steps.append(f"rewrite ({kind}_as_{word} {base} {argument} {abs(k)}) by multiple;")
    return " ".join([*steps, "cbn [Nat.mul Nat.add];"])


def _in_a_box(relation: c.Relation, symbols: Sequence[Any], number: Callable[[Any], str]) -> str:
    """Steps by intervals, which are bisected."""
    bisected = ", ".join(f"i_bisect {number(symbol)}" for symbol in symbols)
    taylor = f", i_taylor {number(symbols[0])}" if len(symbols) == 1 else ""
    said = f"0 < {number(relation.rhs)} - {number(relation.lhs)}"
    by = f"(rewrite ?tanh_by_exp; interval with ({bisected}{taylor}, i_depth 24, i_prec 40))"
    return f"assert ({said}) by {by}; lra"


def _by_values(difference: Any, number: Callable[[Any], str]) -> str:
    """Steps by what is known of the values of functions, the inner ones first."""
    atoms = sorted(difference.atoms(*_FUNCTIONS), key=lambda atom: (atom.count_ops(), str(atom)))
    words = {sp.exp: "exp", sp.tanh: "tanh", sp.log: "ln"}
    steps = [f"known_{words[type(atom)]} ({number(atom.args[0])})" for atom in atoms]
    return "; ".join([*steps, "first [lra | nra | not_0_by_sign | by_numbers]"])
