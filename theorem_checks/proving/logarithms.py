"""The logarithm of a product as a sum, as far as its factors are known to have a sign."""

from typing import Any, cast

import sympy as sp

__all__ = ["logarithm_apart", "with_logarithms_apart"]


def with_logarithms_apart(expression: sp.Expr) -> sp.Expr:
    """An expression with `logarithm_apart` in place of each of its logarithms."""
    apart = {part: logarithm_apart(part.args[0]) for part in expression.atoms(sp.log)}
    return expression.xreplace(apart)  # pyright: ignore[reportReturnType]


def logarithm_apart(argument: Any) -> Any:
    r"""The logarithm of a real number, with those factors apart that are known to be positive.

    For :math:`y > 0` and any real e, :math:`\log (x y^e) = \log x + e \log y` wherever the left
    side has a value, or the right one: the angle of a number stays as it is where it is multiplied
    by a positive one. Of factors known to be negative the opposite is taken, two at a time.
    """
    if any(_may_be_infinite(power) for power in argument.atoms(sp.Pow)):
        return sp.log(argument)  # what cancels would have a value elsewhere
    rest, found = sp.Integer(1), sp.Integer(0)
    for factor in sp.Mul.make_args(cast(sp.Expr, sp.factor(argument))):
        base, exponent = factor.as_base_exp()
        if base.is_positive is True and exponent.is_real is True:
            found += exponent * sp.log(base)
        elif base.is_negative is True and base != -1 and exponent.is_integer is True:
            found += exponent * sp.log(-base)
            rest *= sp.Integer(-1) ** exponent
        else:
            rest *= factor
    return found if rest == 1 else found + sp.log(rest)


def _may_be_infinite(power: Any) -> bool:
    return power.exp.is_nonnegative is not True and power.base.is_nonzero is not True
