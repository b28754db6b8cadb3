"""Expectations as the engines keep them: a polynomial for each product of constants."""

from collections.abc import Iterable
from typing import TypeAlias, TypeVar

from flint import fmpq_mpoly

from theorem_checks.proving.moments.settings import Component

__all__ = ["Value", "product_of", "scaled", "summed_up"]


_C = TypeVar("_C", bytes, Component)

Value: TypeAlias = dict[tuple[_C, ...], fmpq_mpoly]
"""For each sorted product of constants its coefficient, in dimensions and cumulants.

Without constants, the only product is the empty one.
"""


def scaled(value: Value[_C], constants: tuple[_C, ...], factor: fmpq_mpoly) -> Value[_C]:
    """A value times a product of constants and a polynomial."""
    if not constants:
        return {product: polynomial * factor for product, polynomial in value.items()}
    return {tuple(sorted(c + constants)): polynomial * factor for c, polynomial in value.items()}


def summed_up(values: Iterable[Value[_C]]) -> Value[_C]:
    """The sum of values, without zeros."""
    total: Value[_C] = {}
    for value in values:
        for product, polynomial in value.items():
            total[product] = total[product] + polynomial if product in total else polynomial
    return {
        product: polynomial for product, polynomial in total.items() if not polynomial.is_zero()
    }


def product_of(values: Iterable[Value[_C]], one: fmpq_mpoly) -> Value[_C]:
    """The product of values."""
    total: Value[_C] = {(): one}
    for value in values:
        total = summed_up(scaled(value, *term) for term in total.items())
        if not total:
            break  # what comes later need not be known
    return total
