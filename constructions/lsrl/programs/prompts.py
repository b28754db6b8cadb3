"""Queries and prompts for the programs, from any Python function or dictionary.

A prompt is a list of tokens, each a list of exact numbers, to be put after the tokens of the
query: `program([query, *prompt])`. Functions are asked for their values at exact points (tuples
of fractions) and answer with an exact number, or a sequence of them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import Any, TypeAlias

from constructions.errors import ArgumentError, ExactnessError, require_integer
from constructions.lsrl.helpers.operations import exact
from constructions.lsrl.programs.hats import hat

__all__ = [
    "all_sequences",
    "cell_query",
    "dictionary_prompt",
    "function_as_dictionary",
    "grid_prompt",
    "hat_prompt",
    "hat_prompt_gated",
    "hat_query",
    "streaming_grid_prompt",
    "token_query",
]

Point: TypeAlias = tuple[Fraction, ...]
Tokens: TypeAlias = list[list[Fraction]]
Target: TypeAlias = Callable[[Point], Any]
"""A function of a point; its value is an exact number or a sequence of exact numbers."""


def cell_query(q: Sequence[Any], d_out: int) -> list[Fraction]:
    """Return the first token for Listing 1: q, and then zeros."""
    return [*_numbers(q, "q"), *[Fraction(0)] * (d_out + 1)]


def grid_prompt(f: Target, d_in: int, cells: int) -> Tokens:
    """Return the prompt of eq. (8): for each of the `cells`^d_in cells its side, corner and value.

    The value is that of f at the centre of the cell.
    """
    return [_cell(f, corner, Fraction(1, cells)) for corner in _grid(d_in, cells, cells)]


def streaming_grid_prompt(f: Target, d_in: int, levels: Sequence[int]) -> Tokens:
    """Return prompts at finer and finer grids, each correcting the sum of those before it.

    After the tokens of a level the output is the value of f at the centre of the cell of that
    level, so that the prompt may be broken off there.

    **Arguments**: `levels`, the numbers of cells per side, each a multiple of the one before.
    **Raises** `ArgumentError` if the grids are not nested.
    """
    tokens: Tokens = []
    coarser: Target | None = None
    for cells, before in zip(levels, [1, *levels], strict=False):
        if cells % before:
            raise ArgumentError("levels", list(levels), "multiples of each other, in order")
        tokens += grid_prompt(_minus(f, coarser), d_in, cells)
        coarser = _at_centres(f, cells)
    return tokens


def hat_query(q: Sequence[Any], d_out: int) -> list[Fraction]:
    """Return the first token for the programs of `hats`: [1, 0, q, 0]."""
    return [Fraction(1), Fraction(0), *_numbers(q, "q"), *[Fraction(0)] * d_out]


def hat_prompt(f: Target, d_in: int, levels: Sequence[int]) -> Tokens:
    r"""Return a prompt for `hat_program`, level by level, with weights -1, 0 and 1.

    At each node of the grid with n cells per side the value so far is corrected towards f by the
    nearest multiple of $1/n$: so many equal tokens. After the tokens of a level the output at
    each node is within $1/2n$ of f, and, if f is L-Lipschitz, everywhere within
    $L\sqrt d/2n + 1/2n$. With levels 1, 2, 4, ..., n there are $O((1 + L) n^d)$ tokens, and at the
    first level as many as the values there are large.

    **Arguments**: `levels`, the numbers of cells per side, each a multiple of the one before:
    on a cell of such a level the corrections so far are interpolated, on one of another level they
    may bend, and the bound is false. **Raises** `ArgumentError` for other levels.
    """
    if any(fine % coarse for coarse, fine in pairwise(levels)):
        raise ArgumentError("levels", list(levels), "grids each of which has the one before in it")
    tokens: Tokens = []
    sums: list[_HatSum] = []
    for cells in levels:
        delta = Fraction(1, cells)
        heights: dict[Point, list[int]] = {}
        for node in _grid(d_in, cells, cells + 1):
            wanted = _values(f, node)
            missing = [w - sum(s.at(node, k) for s in sums) for k, w in enumerate(wanted)]
            heights[node] = [round(value / delta) for value in missing]
            tokens += [_hat_token(delta, node, w) for w in _unary(heights[node])]
        sums.append(_HatSum(delta, heights))
    return tokens


def hat_prompt_gated(f: Target, d_in: int, cells: int) -> Tokens:
    r"""Return the prompt for `hat_program_gated` that interpolates f at the nodes of a grid.

    It has $(n + 1)^d$ tokens; for f L-Lipschitz the output is within $L\sqrt d/2n$ of f.
    """
    delta = Fraction(1, cells)
    return [
        _hat_token(delta, node, [value / delta for value in _values(f, node)])
        for node in _grid(d_in, cells, cells + 1)
    ]


def token_query(query: Sequence[int]) -> Tokens:
    """Return the tokens of a query for Listing 2 and `token_lookup`."""
    return [[number] for number in _numbers(query, "query")]


def dictionary_prompt(dictionary: Mapping[tuple[int, ...], Sequence[int]]) -> Tokens:
    """Return the pairs of keys and values, one after the other, for Listing 2 and `token_lookup`.

    **Raises** `ArgumentError` if keys and values are not all of one length.
    """
    pairs = [(list(key), list(value)) for key, value in dictionary.items()]
    lengths = {len(part) for pair in pairs for part in pair}
    if len(lengths) > 1:
        raise ArgumentError("dictionary", dictionary, f"one length, not lengths {sorted(lengths)}")
    return [[t] for pair in pairs for part in pair for t in _numbers(part, "dictionary")]


def function_as_dictionary(
    f: Callable[[tuple[int, ...]], Sequence[int]], keys: Iterable[Sequence[int]]
) -> dict[tuple[int, ...], tuple[int, ...]]:
    """Return the dictionary of a function of token sequences on these keys.

    `all_sequences(n, tokens)` has all keys.
    """
    return {tuple(key): tuple(f(tuple(key))) for key in keys}


def all_sequences(n: int, tokens: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """Iterate over all sequences of n of the tokens."""
    return product(tokens, repeat=n)


def _numbers(values: Sequence[Any], name: str) -> list[Any]:
    read = [exact(value) for value in values]
    for i, number in enumerate(read):
        if number is None:
            raise ExactnessError(f"{name}[{i}]", values[i])
    return read


def _values(f: Target, point: Point) -> list[Fraction]:
    value = f(point)
    values = value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
    return _numbers(values, f"f({', '.join(map(str, point))})")


def _grid(d: int, cells: int, points: int) -> Iterator[Point]:
    """The multiples of 1/cells, `points` of them from 0 on in each dimension."""
    require_integer("cells", cells, 1)
    return product([Fraction(k, cells) for k in range(points)], repeat=d)


def _cell(f: Target, corner: Point, side: Fraction) -> list[Fraction]:
    centre = tuple(lower + side / 2 for lower in corner)
    return [side, *corner, *_values(f, centre)]


def _at_centres(f: Target, cells: int) -> Target:
    """The function that is f at the centre of the point's cell."""

    def stepwise(point: Point) -> list[Fraction]:
        return _values(f, tuple(Fraction(2 * (x * cells // 1) + 1, 2 * cells) for x in point))

    return stepwise


def _minus(f: Target, g: Target | None) -> Target:
    if g is None:
        return f
    return lambda point: [a - b for a, b in zip(_values(f, point), _values(g, point), strict=True)]


class _HatSum:
    """The sum of integer multiples of the hats of one grid."""

    def __init__(self, delta: Fraction, heights: dict[Point, list[int]]) -> None:
        self.delta, self.heights = delta, heights

    def at(self, point: Point, k: int) -> Fraction:
        """Return the sum at a point: only hats at the corners of its cell reach there."""
        below = [x // self.delta * self.delta for x in point]
        corners = product(*((lower, lower + self.delta) for lower in below))
        return sum(
            (
                self.heights[c][k]
                * hat(self.delta, tuple(x - y for x, y in zip(point, c, strict=True)))
                for c in corners
                if c in self.heights
            ),
            Fraction(0),
        )


def _hat_token(delta: Fraction, node: Point, w: Sequence[Any]) -> list[Fraction]:
    return [Fraction(0), delta, *node, *map(Fraction, w)]


def _unary(heights: list[int]) -> list[list[int]]:
    """Weights of -1, 0 and 1 that add up to the heights, as few as there can be."""
    rounds = max(map(abs, heights), default=0)
    return [[(h > i) - (h < -i) for h in heights] for i in range(rounds)]
