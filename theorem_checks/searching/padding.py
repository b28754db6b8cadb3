"""Pad arrays of many shapes to one, so that JAX compiles a function once and not per example."""

from typing import Any, NamedTuple

import numpy as np

from theorem_checks.errors import ArgumentError

__all__ = ["Padded", "pad"]


class Padded(NamedTuple):
    """An array filled up to a fixed shape, and where it is real.

    `values` and `mask` have the same shape; `mask` is True on the entries of the array that was
    padded.
    """

    values: np.ndarray
    mask: np.ndarray

    def unpad(self, values: Any = None) -> np.ndarray:
        """Return the part of `values` that is not padding, in its own shape.

        `values`: an array of the padded shape, such as what a compiled function returned; by
        default the padded array itself.
        """
        full = self.values if values is None else np.asarray(values)
        if full.shape != self.mask.shape:
            raise ArgumentError("values", full.shape, f"the padded shape {self.mask.shape}")
        lengths = (np.max(np.nonzero(self.mask)[axis], initial=-1) + 1 for axis in _axes(full))
        return full[tuple(slice(0, int(length)) for length in lengths)]


def pad(array: Any, shape: tuple[int, ...], *, dtype: Any = None, fill: Any = 0) -> Padded:
    r"""Fill an array up to `shape`, at the end of each axis.

    **Arguments**

    - `array`: of at most the given size along each axis; a sequence $x_1,\dots,x_T$ has time as
      its first axis.
    - `shape`: the one shape for all examples, with as many axes as the array.
    - `dtype`: of the result, by default that of the array. To leave exact arithmetic is a
      decision: pass `float` to turn rationals into numbers that JAX takes.
    - `fill`: what stands in the padding.

    **Returns** the padded values and their mask. A function of a padded input has to use the
    mask wherever padding could reach its result; zero padding is harmless in a sum, but not in a
    softmax or a mean.
    """
    source = np.asarray(array)
    if source.ndim != len(shape):
        raise ArgumentError("shape", shape, f"{source.ndim} axes, as the array has")
    if any(have > room for have, room in zip(source.shape, shape, strict=True)):
        raise ArgumentError("shape", shape, f"at least {source.shape} along each axis")
    inside = tuple(slice(0, length) for length in source.shape)
    values = np.full(shape, fill, dtype=source.dtype if dtype is None else dtype)
    values[inside] = source
    mask = np.zeros(shape, dtype=bool)
    mask[inside] = True
    return Padded(values, mask)


def _axes(array: np.ndarray) -> range:
    return range(array.ndim)
