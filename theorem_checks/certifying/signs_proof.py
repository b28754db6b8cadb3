"""Proofs that polynomials are positive where their variables are at least their least values.

Nothing here is trusted: the kernel decides each step.
"""

from collections.abc import Iterable, Sequence

import sympy as sp

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.exporting import Exporter, NoFormError
from theorem_checks.certifying.rocq_text import Naming, term

__all__ = ["positive_lines"]


def positive_lines(
    expressions: Iterable[sp.Expr],
    exporter: Exporter,
    assumed: Sequence[t.Proposition],
    names: Naming,
) -> list[str]:
    """Steps of a proof, each of which says of a factor of expressions that it is positive."""
    factors: dict[sp.Expr, None] = {}
    for expression in expressions:
        for part in sp.Mul.make_args(sp.factor(expression)):
            base, _ = part.as_base_exp()
            for one in (base, *sp.fraction(sp.together(base))):
                if not one.is_number:
                    factors[one] = None
    lines: list[str] = []
    for factor in factors:
        lines += _positive(factor, exporter, assumed, names)
    return lines


def _positive(
    factor: sp.Expr, exporter: Exporter, assumed: Sequence[t.Proposition], names: Naming
) -> list[str]:
    symbols = sorted(factor.free_symbols, key=str)
    least = {s: _least(s, assumed) for s in symbols}
    shifted = {s: sp.Symbol(f"shifted {s}") for s in symbols}
    moved = sp.expand(sp.numer(sp.together(factor)).subs({s: shifted[s] + v for s, v in least.items()}, simultaneous=True))
    if sp.denom(sp.together(factor)) != 1 or factor.is_Symbol:
        return [f"have ? : 0 < {term(exporter.scalar(factor), names)} :> F by positive."] if factor.is_Symbol else []
    back = {shifted[s]: s for s in symbols}
    strict: list[t.Term] = []
    weak: list[t.Term] = []
    for powers, coefficient in sp.Poly(moved, *shifted.values()).terms():
        if not coefficient.is_number or coefficient < 0:
            raise NoFormError(f"a proof that {factor} is positive")
        factors: list[t.Term] = []
        positive = True
        if coefficient != 1 or not any(powers):
            factors.append(exporter.scalar(coefficient))
        for s, power in zip(shifted.values(), powers, strict=True):
            if power:
                own = exporter.scalar(back[s])
                if least[back[s]]:
                    positive = False
                    less = t.Negative(exporter.scalar(least[back[s]]))
                    own = t.Plus((own, less))
                elif not back[s].is_positive:
                    positive = False
                factors.append(own if power == 1 else t.Power(own, power))
        one = factors[0] if len(factors) == 1 else t.Times(tuple(factors))
        (strict if positive else weak).append(one)
    if not strict:
        raise NoFormError(f"a proof that {factor} is positive")
    whole = [*strict, *weak]
    total = whole[0] if len(whole) == 1 else t.Plus(tuple(whole))
    said = term(exporter.scalar(factor), names)
    return [
        f"have ? : 0 < {said} :> F.",
        f"  rewrite (_ : {said} = {term(total, names)} :> F); last by field_of_numbers.",
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
