"""One way in: a statement goes to the engine that decides its kind."""

from functools import singledispatch

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.equal_arrays import prove_equal_arrays
from theorem_checks.proving.identities import prove_identity
from theorem_checks.proving.index_sums import prove_index_identity
from theorem_checks.proving.moments.deciding import prove_moment
from theorem_checks.proving.ranges import prove_ranges
from theorem_checks.proving.signs import prove_sign
from theorem_checks.statements.arrays.index_expressions import IndexExpression
from theorem_checks.statements.arrays.symbolic_arrays import SymbolicArray
from theorem_checks.statements.conclusions import All, AtMost, Conclusion, Equal, Less, Mean
from theorem_checks.statements.seals import concluded
from theorem_checks.verdicts import Evidence, all_of

__all__ = ["prove"]


def prove(conclusion: Conclusion) -> Evidence:
    """Decide a statement by the engine that speaks of its kind, and return sealed evidence of it.

    - `Equal`: of numbers by `prove_identity`, of sums and products over symbolic ranges by
      `prove_ranges`, of index expressions by `prove_index_identity`, of
      arrays by `prove_equal_arrays`.
    - `AtMost`, `Less`: by the signs of polynomials (`prove_sign`).
    - `Mean`: by `prove_moment`. `All`: part by part.

    **Raises** `ArgumentError` for a kind that needs more than the statement: two machines need a
    relation (`simulation`), all integers an induction (`induction`), a least value its mean
    (`least`).
    """
    return _prove(conclusion)


@singledispatch
def _prove(conclusion: Conclusion) -> Evidence:
    raise ArgumentError(
        "conclusion",
        type(conclusion).__name__,
        "a kind that an engine decides by itself",
        "Rules conclude the others: simulation, unrolling, induction, least, cases, witness.",
    )


@_prove.register
def _(conclusion: Equal) -> Evidence:
    sides = conclusion.lhs, conclusion.rhs
    if isinstance(conclusion.lhs, SymbolicArray):
        return concluded(prove_equal_arrays(*sides), conclusion, "prove_equal_arrays")
    if any(isinstance(side, IndexExpression) for side in sides):
        return concluded(prove_index_identity(*sides), conclusion, "prove_index_identity")
    if any(side.has(sp.Sum, sp.Product) for side in sides):
        return concluded(prove_ranges(*sides), conclusion, "prove_ranges")
    return concluded(prove_identity(*sides), conclusion, "prove_identity")


@_prove.register
def _(conclusion: AtMost) -> Evidence:
    found = prove_sign(_difference(conclusion), strict=False)
    return concluded(found, conclusion, "prove_sign")


@_prove.register
def _(conclusion: Less) -> Evidence:
    found = prove_sign(_difference(conclusion), strict=True)
    return concluded(found, conclusion, "prove_sign")


@_prove.register
def _(conclusion: Mean) -> Evidence:
    found = prove_moment(conclusion.statistic, conclusion.formula)
    return concluded(found, conclusion, "prove_moment")


@_prove.register
def _(conclusion: All) -> Evidence:
    parts = {f"part {n}": prove(part) for n, part in enumerate(conclusion.parts, 1)}
    return concluded(all_of(parts, "all parts"), conclusion, "conjunction")


def _difference(conclusion: AtMost | Less) -> sp.Expr:
    for name, side in (("lhs", conclusion.lhs), ("rhs", conclusion.rhs)):
        if not isinstance(side, sp.Expr):
            raise ArgumentError(name, side, "a number")
    return conclusion.rhs - conclusion.lhs
