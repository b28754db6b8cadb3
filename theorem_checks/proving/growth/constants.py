"""Equality of constants made of powers, Gamma and 2F1 whose parameters are fractions."""

from typing import cast

import sympy as sp

from theorem_checks.proving.identities.deciding import prove_identity
from theorem_checks.statements.values.assumptions import Conditions
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["prove_equal_constants"]


def prove_equal_constants(stated: sp.Expr, found: sp.Expr, *, assume: Conditions = ()) -> Evidence:
    """Decide whether two constants are equal, by `prove_identity`.

    A 2F1 is taken for an unknown function of its parameters. Fractions in exponents and parameters,
    such as 1/(1 - v), are first taken for independent symbols, so that the laws of powers and of
    Gamma apply to them; what is equal so, is equal. Else the expressions are compared as they are.
    """
    abstract = prove_identity(_rewritten(stated, True), _rewritten(found, True), assume=assume)
    if abstract.verdict is Verdict.PROVED:
        return abstract
    return prove_identity(_rewritten(stated, False), _rewritten(found, False), assume=assume)


def _rewritten(constant: sp.Expr, abstract: bool) -> sp.Expr:
    def rewritten(part: sp.Expr) -> sp.Expr:
        if isinstance(part, sp.hyper):
            parameters = (*part.ap, *part.bq)
            above = [_parameter(cast(sp.Expr, p), abstract) for p in parameters]
            return sp.Function("hyper")(*above, part.argument)
        return part.func(*part.args[:-1], _parameter(cast(sp.Expr, part.args[-1]), abstract))

    heads = sp.Pow | sp.gamma | sp.hyper
    return cast(sp.Expr, constant.replace(lambda part: isinstance(part, heads), rewritten))


def _parameter(number: sp.Expr, abstract: bool) -> sp.Expr:
    """A parameter as a sum of partial fractions, each a symbol if `abstract`."""
    free = number.free_symbols
    if len(free) != 1 or not number.is_rational_function(*free):
        return number
    parts = sp.Add.make_args(cast(sp.Expr, sp.apart(number)))
    return sp.Add(*(_symbol_for(part) if abstract else part for part in parts))


def _symbol_for(part: sp.Expr) -> sp.Expr:
    if part.is_polynomial():
        return part
    coefficient, fraction = part.as_coeff_Mul()
    return coefficient * sp.Symbol(str(fraction))
