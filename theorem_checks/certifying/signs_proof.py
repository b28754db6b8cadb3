"""Proofs that polynomials are positive where their variables are at least their least values.

Nothing here is trusted: the kernel decides each step.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy as sp

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.exporting import Exporter
from theorem_checks.certifying.rocq_text import Naming, term
from theorem_checks.certifying.theorems import NoFormError, joined

__all__ = ["excess_of_sizes", "positive_lines"]


def positive_lines(
    expressions: Iterable[sp.Expr],
    exporter: Exporter,
    assumed: Sequence[t.Proposition],
    names: Naming,
) -> list[str]:
    """Steps of a proof, each of which says of a factor of expressions that it is positive."""
    factors: dict[sp.Expr, None] = {}
    for expression in expressions:
        whole: Any = sp.factor(expression)
        for part in sp.Mul.make_args(whole):
            base, _ = part.as_base_exp()
            if not base.is_number:
                factors[base] = None
    lines: list[str] = []
    for factor in factors:
        lines += _positive(factor, exporter, assumed, names)
    return lines


def _positive(
    factor: sp.Expr, exporter: Exporter, assumed: Sequence[t.Proposition], names: Naming
) -> list[str]:
    said = f"0 < {term(exporter.scalar(factor), names)} :> F"
    if factor.is_Symbol and factor.is_positive:
        return [f"have ? : {said} by positive."]
    symbols: list[Any] = sorted(factor.free_symbols, key=str)
    least = {s: _least(s, assumed) for s in symbols}
    above = {s: sp.Symbol(f"{s} above its least value") for s in least}
    values = [(s, above[s] + value) for s, value in least.items()]
    moved: Any = sp.Poly(factor.subs(values, simultaneous=True), *above.values())
    strict: list[t.Term] = []
    weak: list[t.Term] = []
    terms: list[tuple[tuple[int, ...], Any]] = moved.terms()
    for powers, coefficient in terms:
        if not coefficient.is_number or coefficient < 0:
            raise NoFormError(f"a proof that {factor} is positive")
        factors: list[t.Term] = []
        if not (coefficient == 1 and any(powers)):
            factors.append(exporter.scalar(sp.Rational(coefficient)))
        for symbol, power in zip(least, powers, strict=True):
            if power:
                own = exporter.scalar(symbol)
                if least[symbol]:
                    own = t.Plus((own, t.Negative(exporter.scalar(least[symbol]))))
                factors.append(own if power == 1 else t.Power(own, power))
        used = (s for s, power in zip(least, powers, strict=True) if power)
        positive = all(s.is_positive and not least[s] for s in used)
        (strict if positive else weak).append(joined(t.Times, factors))
    if not strict:
        raise NoFormError(f"a proof that {factor} is positive")
    total = term(joined(t.Plus, [*strict, *weak]), names)
    own = term(exporter.scalar(factor), names)
    if own == total:
        return [f"have ? : {said} by positive."]
    return [
        f"have ? : {said}.",
        f"  rewrite (_ : {own} = {total} :> F); last by field_of_numbers.",
        "  positive.",
    ]


def _least(symbol: sp.Symbol, assumed: Sequence[t.Proposition]) -> sp.Expr:
    """The least value that is known of a symbol."""
    found = sp.Integer(1 if symbol.is_integer and symbol.is_positive else 0)
    for p in assumed:
        if isinstance(p, t.AtMost) and isinstance(p.lhs, t.Number):
            named = (isinstance(p.rhs, t.Variable) and p.rhs.name == symbol.name) or (
                isinstance(p.rhs, t.OfSize) and p.rhs.size == t.Size("name", (symbol.name,))
            )
            if named:
                found = sp.Max(found, p.lhs.value)
    if not symbol.is_nonnegative and not found:
        raise NoFormError(f"the sign of {symbol}")
    return found


def excess_of_sizes(excess: sp.Expr, sizes: Mapping[str, int]) -> t.Term:
    """A polynomial in sizes as a sum of products of what is not negative from their least values.

    **Raises** `NoFormError` for anything else, and where a coefficient would be negative.
    """
    symbols: list[Any] = sorted(excess.free_symbols, key=str)
    least = {symbol: sizes.get(symbol.name) for symbol in symbols}
    if not symbols or None in least.values() or not excess.is_polynomial(*symbols):
        raise NoFormError(f"a proof of AtMost, but of polynomials in sizes, as {excess}")
    shifted = sp.expand(excess.subs({n: n + start for n, start in least.items()}))
    summands: list[t.Term] = []
    for powers, coefficient in sp.Poly(shifted, *symbols).terms():
        if not coefficient.is_Rational or coefficient < 0:
            raise NoFormError(f"a proof of AtMost, with a negative coefficient in {shifted}")
        factors = [t.fraction(Fraction(int(coefficient.p), int(coefficient.q)))]
        for symbol, power in zip(symbols, powers, strict=True):
            base: t.Term = t.OfSize(t.Size("name", (symbol.name,)))
            if start := least[symbol]:
                base = t.Plus((base, t.Negative(t.Number(start))))
            if power:
                factors.append(base if power == 1 else t.Power(base, power))
        summands.append(joined(t.Times, factors))
    return joined(t.Plus, summands)
