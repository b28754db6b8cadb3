"""Logarithms of products of numbers: sums, where the factors are positive, and else not."""

import pytest
import sympy as sp

from theorem_checks import Equal, Verdict, prove

p, q = sp.symbols("p q", positive=True)
x, y = sp.symbols("x y", real=True)
z = sp.Symbol("z", nonnegative=True)
n, m = sp.symbols("n m", negative=True)

TRUE = {
    "a product": (sp.log(p * q), sp.log(p) + sp.log(q)),
    "a quotient": (sp.log(p**2 / q), 2 * sp.log(p) - sp.log(q)),
    "a factor": (sp.log(p * q + q), sp.log(p + 1) + sp.log(q)),
    "inside": (sp.log(p / (p + q)) * x, x * (sp.log(p) - sp.log(p + q))),
    "a power of any exponent": (sp.log(p**x), x * sp.log(p)),
    "two negative numbers": (sp.log(n * m), sp.log(-n) + sp.log(-m)),
}
NOT_SO = {
    "of any sign": (sp.log(x * y), sp.log(x) + sp.log(y)),
    "a square": (sp.log(x**2), 2 * sp.log(x)),
    "what may be 0": (sp.log(z * p), sp.log(z) + sp.log(p)),
    "negative numbers": (sp.log(n**2), 2 * sp.log(n)),
    "a sum": (sp.log(p + q), sp.log(p) + sp.log(q)),
    "a wrong factor": (sp.log(p * q), sp.log(p) + 2 * sp.log(q)),
    "two negative numbers": (sp.log(n * m), sp.log(n) + sp.log(m)),
    "a difference": (sp.log((p - q) * p), sp.log(p - q) + sp.log(p)),
    "three negative numbers": (sp.log(n * m * n), sp.log(-n) * 2 + sp.log(-m)),
    "what cancels": (sp.log(p * (z**2 + z) / z), sp.log(p) + sp.log(z + 1) + sp.log(z) * 0 + 1),
}


@pytest.mark.parametrize("name", TRUE)
def test_logarithms_of_positive_products_are_sums(name):
    assert prove(Equal(*TRUE[name])).verdict is Verdict.PROVED


@pytest.mark.parametrize("name", NOT_SO)
def test_others_are_not(name):
    assert prove(Equal(*NOT_SO[name])).verdict is not Verdict.PROVED
