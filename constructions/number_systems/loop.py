"""The time loop in plain Python, for number systems that hold Python objects or NumPy floats."""

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from constructions.errors import ShapeError
from constructions.trees import flatten

__all__ = ["lag_by_lag", "length_of", "python_scan", "row_by_row"]

State = TypeVar("State")


def length_of(sequences: list[Any]) -> int:
    """Return the common length of the arrays that a loop runs along.

    **Raises** `ShapeError` if there is none.
    """
    lengths = {array.shape[0] if array.shape else None for array in sequences}
    length = lengths.pop() if len(lengths) == 1 else None
    if length is None:
        shapes = ", ".join(str(array.shape) for array in sequences) or "nothing"
        raise ShapeError(f"scan runs along sequences of one length, not along {shapes}.")
    return length


def python_scan(
    step: Callable[[State, Any], tuple[State, Any]], state: State, xs: Any
) -> tuple[State, Any]:
    """Run `step` along the first axis of `xs`, as `NumberSystem.scan` says.

    For an empty sequence the step is run once on zeros, and its result dropped, to learn the
    shapes of an empty result.
    """
    sequences, rebuild = flatten(xs)
    length = length_of(sequences)
    if length == 0:
        one = [np.zeros((1, *array.shape[1:]), dtype=int) for array in sequences]
        padded = [np.concatenate([array, zero]) for array, zero in zip(sequences, one, strict=True)]
        _, empty = python_scan(step, state, rebuild(padded))
        outputs, put = flatten(empty)
        return state, put([array[:0] for array in outputs])
    collected = []
    for t in range(length):
        # `array[t, ...]` of a sequence of scalars is an array still, `array[t]` would be a number
        state, y = step(state, rebuild([array[t, ...] for array in sequences]))
        collected.append(y)
    _, put = flatten(collected[0])
    rows = zip(*(flatten(y)[0] for y in collected), strict=True)
    return state, put([np.stack(row) for row in rows])


def lag_by_lag(system: Any, weights: Any, filters: Any, xs: Any) -> Any:
    """Convolve, as `NumberSystem.convolve` says, by adding what reaches the outputs at each lag."""
    length = xs.shape[0]
    total = xs @ (weights[0] * filters[0]).T
    for j in range(1, length):
        reached = xs[: length - j] @ (weights[j] * filters[j]).T
        total = total + system.concatenate((system.zeros((j, reached.shape[1])), reached))
    return total


def row_by_row(kernel: Any, window: Any) -> Any:
    """Apply a kernel, as `NumberSystem.apply_kernel` says, by adding the product with each row."""
    first, *others = range(window.shape[0])
    total = kernel[first] @ window[first]
    for j in others:
        total = total + kernel[j] @ window[j]
    return total
