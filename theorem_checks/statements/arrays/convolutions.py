"""Convolutions of symbolic length: filters that are weighted by their lag, applied to tokens."""

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.arrays.index_expressions import (
    Sum,
    scalar,
)
from theorem_checks.statements.arrays.index_families import (
    same_axes,
    text_of,
)
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.lags import lag
from theorem_checks.statements.arrays.windows import Blocks, Parts

__all__ = ["convolved"]


def convolved(weights: Blocks, filters: Blocks, xs: Blocks) -> Parts:
    """Return the sums of w_j L_j x_{t-j} over j <= t, of tokens that are the rows of `xs`."""
    given = {"weights": (weights, 1), "filters": (filters, 3), "xs": (xs, 2)}
    for name, (array, axes) in given.items():
        if [len(axis) for axis in array.axes] != [1] * axes:
            raise ArgumentError(name, array, f"an array of {axes} axes, each of one family")
    if any(len(array.axes[0][0].sizes) != 1 for array, _ in given.values()):
        raise ArgumentError("xs", xs, "lags and tokens that have one index each")
    for lags, axis, width in ((weights, 0, 0), (xs, 1, 2)):
        if not same_axes([lags.axes[axis]], [filters.axes[width]]):
            raise ArgumentError("filters", text_of(filters.axes), f"what fits {text_of(lags.axes)}")
    (time,), (lags,), (outputs,) = xs.axes[0], filters.axes[0], filters.axes[1]
    (t,), own = time.indices(0), outputs.indices(1)
    s, j = (Index.bound(index) for index in (t, *lags.indices(0)))
    inputs = tuple(map(Index.bound, filters.axes[2][0].indices(2)))
    one = weights.blocks.get((0,), scalar(0)).renamed(zip(lags.indices(0), [j], strict=True))
    places = ((lags.indices(0), (j,)), (filters.axes[1][0].indices(1), own))
    places += ((filters.axes[2][0].indices(2), inputs),)
    names = [pair for olds, news in places for pair in zip(olds, news, strict=True)]
    two = filters.blocks.get((0, 0, 0), scalar(0)).renamed(names)
    token = zip((t, *xs.axes[1][0].indices(1)), (s, *inputs), strict=True)
    three = xs.blocks.get((0, 0), scalar(0)).renamed(token)
    value = Sum(lag(t, s, j) * one * two * three, s, j, *inputs)
    return (xs.axes[0], filters.axes[1]), {(0, 0): value}
