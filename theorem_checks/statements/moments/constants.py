"""The value of a statistic of arrays that are not random, exactly."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.exact import to_fraction
from theorem_checks.statements.moments.networks import Fixed, Network
from theorem_checks.statements.moments.statistics import Statistic

__all__ = ["value_of"]


def value_of(statistic: Statistic, constants: Mapping[str, Any]) -> Fraction:
    """The value of a statistic of constants of known sizes.

    **Arguments**: `constants`, the rows of each by its name.

    **Raises** `ArgumentError` for one with random tensors in it.
    """
    if any(tensor.law is not None for tensor in statistic.tensors):
        raise ArgumentError("statistic", statistic, "one of constants, and nothing random")
    total = Fraction(0)
    for monomial, coefficient in statistic.terms.items():
        part = to_fraction(coefficient)
        for network in monomial:
            part *= _contracted(network, constants)
        total += part
    return total


def _contracted(network: Network, constants: Mapping[str, Any]) -> Fraction:
    operands: list[Any] = []
    for edge in network:
        shape = tuple(map(int, edge.tensor.shape))
        array = np.array(constants[edge.tensor.name], dtype=object).reshape(shape)
        at = tuple(int(i.label) if isinstance(i, Fixed) else slice(None) for i in edge.indices)
        operands += [array[at], [i for i in edge.indices if not isinstance(i, Fixed)]]
    total = np.einsum(*operands, [], optimize=False)
    return Fraction(np.asarray(total, dtype=object).item())
