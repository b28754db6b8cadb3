"""A function of normal numbers has the values of the sum of products that it is taken for."""

import pytest
import sympy as sp

from theorem_checks.solving.normal_factors import NoFactorsError, factors_of

y, z = sp.symbols("y z", real=True)
KINDS = {
    "one": lambda factor, at: sp.Integer(1),
    "step": lambda factor, at: sp.Heaviside(at),
    "erf": lambda factor, at: sp.erf(factor.first * at),
    "exp": lambda factor, at: sp.exp(factor.first * at + factor.second * at**2),
}


def value(products, points):
    """The sum of products at a number for each variable."""
    return sum(
        coefficient
        * sp.Mul(
            *(
                at**factor.power * KINDS[factor.kind](factor, at)
                for factor, at in zip(factors, points, strict=True)
            )
        )
        for coefficient, factors in products
    )


@pytest.mark.parametrize(
    "function",
    [
        sp.erfc(z),
        z * sp.erfc(-2 * z) + sp.erf(z / 3),
        sp.Max(0, 3 * z),
        sp.Min(0, -z) * z,
        sp.Abs(z),
        sp.Abs(-2 * z) + 1,
        sp.sign(z),
        sp.Heaviside(-z),
        sp.exp(2 * z - z**2) * z**3,
        (sp.Max(0, z) + 2) ** 2,
        sp.Max(0, z) * sp.erfc(y),
        sp.exp(z + 1) * sp.exp(y - z) * y,
    ],
    ids=str,
)
def test_the_products_add_up_to_the_function(function):
    products = factors_of(function, (y, z))
    for points in ((1, 2), (-1, sp.Rational(1, 3)), (2, -1), (sp.Rational(-1, 2), -3)):
        difference = value(products, points) - function.subs({y: points[0], z: points[1]})
        assert abs(sp.N(difference, 30)) < sp.Rational(1, 10**20)


@pytest.mark.parametrize(
    "function",
    [
        sp.Max(1, z),
        sp.Max(0, z, z**2),
        sp.Abs(y + z),
        sp.Heaviside(z, 1),  # pyright: ignore[reportArgumentType]
        sp.tanh(z),
    ],
    ids=str,
)
def test_what_is_no_sum_of_products_is_refused(function):
    with pytest.raises(NoFactorsError):
        factors_of(function, (y, z))
