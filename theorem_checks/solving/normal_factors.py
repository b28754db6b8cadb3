r"""Functions of normal numbers as sums of products, with one factor for each number.

A factor is :math:`z^j` times 1, the step :math:`[z > 0]`, :math:`\mathrm{erf}(\alpha z)` or
:math:`e^{\beta z + \gamma z^2}`. ReLU, absolute values, signs and GELU are sums of such.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, cast

import sympy as sp

__all__ = ["Factor", "NoFactorsError", "Product", "factors_of", "slopes_of"]


class NoFactorsError(Exception):
    """A function is not known as a sum of products of factors."""


@dataclass(frozen=True)
class Factor:
    """z^power times what `kind` says: 'one', 'step', 'erf', 'exp' or 'delta', the step's slope.

    **Fields**: of erf(alpha z) alpha is `first`; of e^(beta z + gamma z^2) beta is `first` and
    gamma `second`.
    """

    power: int
    kind: str = "one"
    first: Any = sp.S.Zero
    second: Any = sp.S.Zero

    def times(self, other: "Factor") -> "Factor":
        """The product of two factors of one number."""
        one, more = sorted((self, other), key=lambda factor: factor.kind != "one")
        power = one.power + more.power
        if one.kind == "one" or one.kind == more.kind == "step":
            return replace(more, power=power)
        if one.kind == more.kind == "exp":
            first, second = one.first + more.first, one.second + more.second
            return replace(one, power=power, first=first, second=second)
        raise NoFactorsError(f"a product of {one.kind} and {more.kind} of one number")


Product = tuple[Any, tuple[Factor, ...]]
"""A coefficient, and a factor for each number."""


def factors_of(integrand: sp.Expr, numbers: Sequence[sp.Symbol]) -> list[Product]:
    """A function as a sum of products.

    **Raises** `NoFactorsError` where it is none that is known.
    """
    plain = cast(Any, integrand).replace(_is_special, lambda part: _plain(part, numbers))
    expanded = sp.expand(plain, power_exp=False, log=False, power_base=False)
    found: dict[tuple[Factor, ...], Any] = {}
    for part in sp.Add.make_args(expanded):
        coefficient, factors = _product(part, numbers)
        found[factors] = found.get(factors, sp.Integer(0)) + coefficient
    return [(c, factors) for factors, c in found.items() if sp.expand(c) != 0]


def _is_special(part: Any) -> bool:
    return isinstance(part, sp.Max | sp.Min | sp.Abs | sp.sign | sp.Heaviside | sp.erfc)


def _plain(part: Any, numbers: Sequence[sp.Symbol]) -> Any:
    """ReLU, absolute values and signs of a multiple of a number, by its step."""
    if not part.free_symbols & set(numbers):
        return part
    if isinstance(part, sp.erfc):
        return 1 - sp.erf(part.args[0])
    if isinstance(part, sp.Max | sp.Min):
        others = [argument for argument in part.args if argument != 0]
        if len(part.args) != 2 or len(others) != 1:
            raise NoFactorsError(f"{part}")
        (argument,) = others
        above = argument * _step(argument, numbers)
        return above if isinstance(part, sp.Max) else argument - above
    argument = part.args[0]
    if isinstance(part, sp.Heaviside):
        if part.args[1] != sp.Rational(1, 2):
            raise NoFactorsError(f"{part}")
        return _step(argument, numbers)
    sign = 2 * _step(argument, numbers) - 1
    return sign * argument if isinstance(part, sp.Abs) else sign


def _step(argument: Any, numbers: Sequence[sp.Symbol]) -> Any:
    z, slope = _multiple(argument, numbers)
    if slope.is_positive:
        return sp.Heaviside(z)
    if slope.is_negative:
        return 1 - sp.Heaviside(z)
    raise NoFactorsError(f"the sign of {slope} is not known")


def _multiple(argument: Any, numbers: Sequence[sp.Symbol]) -> tuple[sp.Symbol, Any]:
    """The number of which an argument is a multiple, and by what."""
    inside = [z for z in numbers if argument.has(z)]
    if len(inside) == 1:
        slope = sp.cancel(argument / inside[0])
        if not slope.has(inside[0]) and slope.is_real:
            return inside[0], slope
    raise NoFactorsError(f"{argument} is no multiple of one of the numbers")


def _product(part: Any, numbers: Sequence[sp.Symbol]) -> Product:
    coefficient: Any = sp.Integer(1)
    factors = {z: Factor(0) for z in numbers}
    for whole in sp.Mul.make_args(part):
        if not whole.has(*numbers):
            coefficient *= whole
            continue
        base, times = _powers(whole)
        for z, factor, more in _one(base, numbers):
            coefficient *= more**times
            if z is None:
                continue
            for _ in range(times):
                factors[z] = factors[z].times(factor)
    return coefficient, tuple(factors[z] for z in numbers)


def _powers(whole: Any) -> tuple[Any, int]:
    if isinstance(whole, sp.Pow) and whole.exp.is_Integer and whole.exp > 0:
        return whole.base, int(whole.exp)
    return whole, 1


def _one(base: Any, numbers: Sequence[sp.Symbol]) -> Iterator[tuple[Any, Factor, Any]]:
    """The factors of which a part is made, each with its number, and a coefficient."""
    one = sp.Integer(1)
    if base in numbers:
        yield base, Factor(1), one
    elif isinstance(base, sp.Heaviside):
        yield base.args[0], Factor(0, "step"), one
    elif isinstance(base, sp.erf):
        z, slope = _multiple(base.args[0], numbers)
        yield z, Factor(0, "erf", slope), one
    elif isinstance(base, sp.exp):
        yield from _exponential(base.args[0], numbers)
    else:
        raise NoFactorsError(f"{base}")


def _exponential(exponent: Any, numbers: Sequence[sp.Symbol]) -> Iterator[tuple[Any, Factor, Any]]:
    polynomial = sp.expand(exponent).as_poly(*numbers)
    if polynomial is None:
        raise NoFactorsError(f"exp({exponent})")
    for powers, c in polynomial.terms():
        places = [place for place, power in enumerate(powers) if power]
        if not places:
            yield None, Factor(0), sp.exp(c)
            continue
        if len(places) > 1 or powers[places[0]] > 2 or not c.is_real:
            raise NoFactorsError(f"exp({exponent})")
        first, second = (c, 0) if powers[places[0]] == 1 else (0, c)
        yield numbers[places[0]], Factor(0, "exp", sp.sympify(first), sp.sympify(second)), sp.S.One


def slope_of(factor: Factor) -> list[tuple[Any, Factor]]:
    """The derivative of a factor, as a sum of multiples of factors; of a step it is a delta.

    **Raises** `NoFactorsError` for that of a delta.
    """
    j, kind = factor.power, factor.kind
    if kind == "delta":
        raise NoFactorsError("the slope of a delta")
    found: list[tuple[Any, Factor]] = []
    if j:
        found.append((sp.Integer(j), replace(factor, power=j - 1)))
    if kind == "step" and not j:  # z times a delta is 0
        found.append((sp.Integer(1), Factor(0, "delta")))
    if kind == "erf":
        bell = Factor(j, "exp", sp.Integer(0), -(factor.first**2))
        found.append((2 * factor.first / sp.sqrt(sp.pi), bell))
    if kind == "exp":
        found.append((factor.first, factor))
        found.append((2 * factor.second, replace(factor, power=j + 1)))
    return [(c, one) for c, one in found if c != 0]


def slopes_of(products: Sequence[Product]) -> list[Product]:
    """Of a sum of c f(u) g(v), that of c f'(u) g'(v)."""
    found: dict[tuple[Factor, ...], Any] = {}
    for c, factors in products:
        for parts in product(*map(slope_of, factors)):
            key = tuple(factor for _, factor in parts)
            found[key] = found.get(key, sp.Integer(0)) + sp.prod([c, *(d for d, _ in parts)])
    return [(c, factors) for factors, c in found.items() if c != 0]
