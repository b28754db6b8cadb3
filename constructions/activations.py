r"""The functions that cells apply entry by entry, and what stands in for them.

A network with $\sigma$ and $\tanh$ is compared with a polynomial map in one of three senses:
*exact*, with the functions as they are; *linearised*, with `linear_sigmoid` and `identity` in
their place; and in the *limit*, with the functions as they are and weights that depend on one
scale $\epsilon \to 0$.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

from constructions.arrays import ConcreteSystem, ones_like, relu, sigmoid, system_of, tanh

__all__ = [
    "Activation",
    "bounded_by_one",
    "identity",
    "linear_sigmoid",
    "relu",
    "sigmoid",
    "tanh",
]

Activation: TypeAlias = Callable[[Any], Any]
"""A function of an array, entry by entry."""


def identity(u: Any) -> Any:
    r"""Return u, the linear part of $\tanh$ at 0."""
    return u


def linear_sigmoid(u: Any) -> Any:
    r"""Return $\frac12 + \frac14 u$, the linear part of the sigmoid at 0."""
    return _scaled(u, Fraction(1, 4)) + _scaled(ones_like(u), Fraction(1, 2))


def bounded_by_one(u: Any) -> Any:
    r"""Return 1, which bounds $|\sigma(u)|$ and $|\tanh(u)|$ whatever u is."""
    return ones_like(u)


def _scaled(u: Any, factor: Fraction) -> Any:
    system = system_of(u)
    return u * (system.array(factor) if isinstance(system, ConcreteSystem) else factor)
