r"""Means of factors of one or two jointly normal numbers in closed form.

Of one number these are integrals of calculus. Two are brought to one: given :math:`v`, the other
number :math:`u` is normal of mean :math:`(c/b) v` and variance :math:`a - c^2/b`, so that a
polynomial in :math:`u`, or a delta, leaves a mean of a factor of :math:`v`; and a bell
:math:`e^{\gamma u^2}` changes the covariance. What is left, as a step of each, has no closed form
here: `normal_means` differentiates it by the covariance.
"""

from dataclasses import replace
from math import comb, prod
from typing import Any

import sympy as sp

from theorem_checks.solving.normal_factors import Factor, NoFactorsError

__all__ = ["Covariance", "mean_of_one", "mean_of_two"]

Covariance = tuple[Any, Any, Any]
"""The variance of u, the covariance, and the variance of v."""


def mean_of_one(factor: Factor, variance: Any) -> Any:
    """The mean of a factor of a normal number of mean 0 and some variance.

    **Raises** `NoFactorsError` where e^(gamma z^2) is not known to have a mean.
    """
    j, s = factor.power, variance
    if factor.kind == "delta":
        return 1 / sp.sqrt(2 * sp.pi * s) if j == 0 else sp.Integer(0)
    if factor.kind == "one":
        return sp.Integer(0) if j % 2 else _odd_product(j) * s ** (j // 2)
    if factor.kind == "step":  # half of E |z|^j
        moment = sp.Rational(2) ** sp.Rational(j, 2) * sp.gamma(sp.Rational(j + 1, 2))
        return moment / (2 * sp.sqrt(sp.pi)) * s ** sp.Rational(j, 2)
    if factor.kind == "erf":
        return _mean_of_erf(j, factor.first, s)
    narrowed, density = _narrowed(factor.second, s)
    shift = factor.first * narrowed
    around = (comb(j, i) * shift ** (j - i) * _even(i, narrowed) for i in range(j + 1))
    return density * sp.exp(factor.first**2 * narrowed / 2) * sp.Add(*around)


def _even(power: int, variance: Any) -> Any:
    return sp.Integer(0) if power % 2 else _odd_product(power) * variance ** (power // 2)


def _odd_product(power: int) -> int:
    """1 * 3 * ... * (power - 1), for an even power."""
    return prod(range(1, power, 2))


def _mean_of_erf(power: int, alpha: Any, s: Any) -> Any:
    """Of z^j erf(alpha z): integrated by parts, with z times the density as a derivative."""
    if power % 2 == 0:
        return sp.Integer(0)
    bell = mean_of_one(Factor(power - 1, "exp", sp.Integer(0), -(alpha**2)), s)
    least: Any = s * 2 * alpha / sp.sqrt(sp.pi) * bell
    return least if power == 1 else least + s * (power - 1) * _mean_of_erf(power - 2, alpha, s)


def _narrowed(gamma: Any, variance: Any) -> tuple[Any, Any]:
    """The variance under a density times e^(gamma z^2), and what that integrates to."""
    share = 1 - 2 * gamma * variance
    if not (gamma.is_nonpositive or share.is_positive):
        raise NoFactorsError(f"it is not known that 1 > {2 * gamma * variance}, as a mean needs")
    return variance / share, 1 / sp.sqrt(share)


_RANKS = {"one": 0, "delta": 1, "exp": 2, "step": 3, "erf": 3}
"""Which factor is integrated over first, given the other number."""


def mean_of_two(one: Factor, other: Factor, covariance: Covariance) -> Any | None:
    """The mean of a product of factors of two numbers; None where no closed form is known.

    **Raises** `NoFactorsError` where there is none for any derivative of it either.
    """
    a, c, b = covariance
    if one.kind in ("step", "erf") and other.kind in ("step", "erf"):
        return None
    if _RANKS[other.kind] < _RANKS[one.kind]:
        return mean_of_two(other, one, (b, c, a))
    left = a - c**2 / b
    if one.kind == "one":
        total: Any = sp.Integer(0)
        for i in range(0, one.power + 1, 2):
            rest = one.power - i
            weight = comb(one.power, i) * _odd_product(i) * left ** (i // 2) * (c / b) ** rest
            total += weight * mean_of_one(replace(other, power=other.power + rest), b)
        return total
    if one.kind == "delta":
        if one.power:
            return sp.Integer(0)
        return mean_of_one(one, a) * mean_of_one(other, b - c**2 / a)
    return _of_exponential(one, other, covariance)


def _of_exponential(one: Factor, other: Factor, covariance: Covariance) -> Any | None:
    """The mean of u^j e^(beta u + gamma u^2) g(v), by another covariance and mean."""
    a, c, b = covariance
    narrowed, density = _narrowed(one.second, a)
    share = 1 - 2 * one.second * a
    changed = narrowed, c / share, b + 2 * one.second * c**2 / share
    if one.first == 0:
        rest = mean_of_two(Factor(one.power), other, changed)
        return None if rest is None else density * rest
    if other.kind not in ("one", "exp"):
        raise NoFactorsError("an exponential of one number, and a step or erf of the other")
    a, c, b = changed
    beta, shift = one.first, one.first * a
    if other.kind == "exp" and other.second != 0:
        raise NoFactorsError("an exponential of one number, and a bell of the other")
    total: Any = sp.Integer(0)
    more = sp.exp(other.first * beta * c)  # of e^(beta' v), as v is moved by beta c
    for i in range(one.power + 1):
        for j in range(other.power + 1):
            moved = replace(other, power=j)
            rest = mean_of_two(Factor(i), moved, changed)
            weight = comb(one.power, i) * shift ** (one.power - i)
            weight *= comb(other.power, j) * (beta * c) ** (other.power - j)
            total += weight * rest
    return density * sp.exp(beta**2 * a / 2) * more * total
