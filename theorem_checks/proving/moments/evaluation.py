"""The value of a statistic for given arrays: one sample, or one case of an enumeration."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.exact import ExactLike, to_expression
from theorem_checks.statements.moments.networks import Fixed, Network
from theorem_checks.statements.moments.statistics import Statistic

__all__ = ["evaluate"]


def evaluate(
    statistic: Statistic,
    arrays: Mapping[str, np.ndarray | Sequence[Any]],
    at: Mapping[sp.Symbol, ExactLike] | None = None,
) -> Any:
    """The value of a statistic where its tensors are these arrays.

    **Arguments**

    - `arrays`: for each tensor, by name, an array of its order (a vector has one axis). Arrays of
      objects, such as fractions, give an exact value; arrays of floats a float.
    - `at`: values for the symbols in coefficients and fixed indices.

    **Raises** `ArgumentError` if an array or a value is missing, or shapes do not fit.
    """
    known = {name: np.asarray(array) for name, array in arrays.items()}
    values = [(symbol, to_expression(v, f"at[{symbol}]")) for symbol, v in (at or {}).items()]
    total: Any = 0
    for monomial, coefficient in statistic.terms.items():
        term: Any = _number(coefficient.subs(values), known)
        for network in monomial:
            term = term * _contracted(network, known, values)
        total = total + term
    return total


def _number(value: Any, arrays: Mapping[str, np.ndarray]) -> Fraction | float:
    if any(array.dtype.kind == "f" for array in arrays.values()) and value.is_number:
        return float(value)
    if not isinstance(value, sp.Rational):
        raise ArgumentError("at", value, "a value for each symbol", "Give them in `at`.")
    return Fraction(value.p, value.q)


def _contracted(
    network: Network, arrays: Mapping[str, np.ndarray], values: list[tuple[sp.Symbol, Any]]
) -> Any:
    """Sum the product of entries over the summed indices."""
    operands: list[Any] = []
    sizes: dict[int, int] = {}
    for edge in network:
        name, order = edge.tensor.name, len(edge.indices)
        if name not in arrays or arrays[name].ndim != order:
            raise ArgumentError("arrays", sorted(arrays), f"an array of order {order} for {name}")
        array, summed = arrays[name], []
        for axis, index in reversed(list(enumerate(edge.indices))):
            if isinstance(index, Fixed):
                array = np.take(array, int(index.label.subs(values)), axis=axis)
            elif sizes.setdefault(index, array.shape[axis]) != array.shape[axis]:
                raise ArgumentError("arrays", array.shape, f"sizes that fit together at {edge}")
            else:
                summed.insert(0, index)
        operands += [array, summed]
    total: Any = np.einsum(*operands, [], optimize=True)
    return total.item() if isinstance(total, np.ndarray) else total
