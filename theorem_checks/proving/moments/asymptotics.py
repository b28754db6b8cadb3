"""Leading terms and expansions of expectations as a dimension grows."""

import sympy as sp

from theorem_checks.errors import ArgumentError, require_integer
from theorem_checks.statements.exact import ExactLike, to_expression

__all__ = ["expansion_in_inverse", "leading_order"]


def leading_order(expression: ExactLike, symbol: sp.Symbol) -> sp.Expr:
    """The term of highest order of a rational function as a symbol tends to infinity.

    The other symbols are held fixed. For several dimensions that grow together, put the others as
    multiples of one first: `expression.subs(d, c*n)`.

    **Returns** c * symbol**k, the k possibly negative; 0 for 0. It leads for all values of others
    at which c is not 0.

    **Raises** `ArgumentError` if the expression is no rational function of the symbol.
    """
    return expansion_in_inverse(expression, symbol, 1)


def expansion_in_inverse(expression: ExactLike, symbol: sp.Symbol, terms: int) -> sp.Expr:
    """The expansion of a rational function in 1/symbol, from its term of highest order down.

    A rational function of order k is c_0 symbol**k + c_1 symbol**(k-1) + ...: the c_0, c_1, ... by
    long division.

    **Returns** the sum over c_0, ..., c_{terms-1} (of which some may be 0), exact.

    **Raises** `ArgumentError` if the expression is no rational function of the symbol, or `terms`
    is no positive integer.
    """
    require_integer("terms", terms, 1)
    exact = to_expression(expression, "expression")
    top, bottom = (_polynomial(part, symbol, exact) for part in sp.fraction(sp.together(exact)))
    if top.is_zero:
        return sp.S.Zero
    above, below = top.all_coeffs(), bottom.all_coeffs()
    order = top.degree() - bottom.degree()
    series: list[sp.Expr] = []
    for k in range(terms):
        known = sp.Add(*(below[j] * series[k - j] for j in range(1, min(k, len(below) - 1) + 1)))
        series.append(sp.cancel(((above[k] if k < len(above) else 0) - known) / below[0]))
    return sp.Add(*(sp.expand(c) * symbol ** (order - k) for k, c in enumerate(series)))


def _polynomial(part: sp.Expr, symbol: sp.Symbol, whole: sp.Expr) -> sp.Poly:
    try:
        polynomial = sp.Poly(part, symbol)
    except sp.PolynomialError as error:
        raise ArgumentError("expression", whole, f"a rational function of {symbol}") from error
    if not polynomial.domain.is_EX:
        return polynomial
    # Coefficients such as sin(q)^2 + cos(q)^2 - 1 may be 0 without looking so.
    return sp.Poly([sp.simplify(c) for c in polynomial.all_coeffs()], symbol)
