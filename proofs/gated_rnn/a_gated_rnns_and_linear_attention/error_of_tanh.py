r"""How far tanh is from its argument: its slope is from $1 - B^2$ to 1 where $|z| \le B$."""

from functools import cache
from typing import Any

import sympy as sp

from proofs.bounds import Lemma, Steps, numbers, within
from theorem_checks import All, AtMost, Implies
from theorem_checks.facts.applying import apply_fact, said_of
from theorem_checks.facts.errors import TANH_SLOPES

__all__ = ["hyperbolic", "tanh_apart", "tanh_near"]


def hyperbolic(z: Any) -> Any:
    """Return tanh of a number, as networks compute it of arrays."""
    return 1 - 2 / (1 + sp.exp(2 * z))


@cache
def _slopes() -> Lemma:
    """|y - x| <= B^2 A and |y| <= A where |x| <= A, (1 - B^2) x^2 <= x y and y^2 <= x y."""
    x, y, A, B = numbers("x y A B")
    slopes = AtMost((1 - B**2) * x**2, x * y), AtMost(y**2, x * y)
    body = *within(y - x, B**2 * A), *within(y, A)
    return Lemma.by_arithmetic((*within(x, A), *slopes), body)


@cache
def tanh_apart() -> Lemma:
    """|tanh b - tanh a - (b - a)| <= B^2 A where |a|, |b| <= B and |b - a| <= A.

    And |tanh b - tanh a| <= A.
    """
    a, b, A, B = numbers("a b A B")
    values = {"a": a, "b": b, "B": B}
    sizes = *within(a, B), *within(b, B), *within(b - a, A)
    apart = hyperbolic(b) - hyperbolic(a)
    steps = Steps()
    slopes = steps.use(said_of(TANH_SLOPES, values), apply_fact(TANH_SLOPES, values))
    given = dict(zip(numbers("x y A B"), (b - a, apart, A, B), strict=True))
    near = steps.lemma(_slopes(), given, slopes, *within(b - a, A))
    wanted = All((*within(apart - (b - a), B**2 * A), *within(apart, A)))
    steps.arithmetic(wanted, near)
    said = Implies(All(sizes), wanted)
    return Lemma(said, steps.conclude(said))


@cache
def tanh_near() -> Lemma:
    """|tanh z - z| <= B^3 and |tanh z| <= B where |z| <= B."""
    z, B = numbers("z B")
    values = dict(zip(numbers("a b A B"), (sp.Integer(0), z, B, B), strict=True))
    steps = Steps()
    near = steps.lemma(tanh_apart(), values, *within(z, B))
    wanted = All((*within(hyperbolic(z) - z, B**3), *within(hyperbolic(z), B)))
    steps.arithmetic(wanted, near)
    said = Implies(All(within(z, B)), wanted)
    return Lemma(said, steps.conclude(said))
