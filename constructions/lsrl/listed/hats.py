"""The program of hats and its prompts as pure functions of plain data.

`hat_values` is what `hat_program` puts out, with its formulas, entry by entry. `hat_tokens` is
`hat_prompt` with levels 1, 2, 4, ..., for a function that is given by its values at the nodes. What
it counts ends somewhere, so that it is total over any ordered field.
"""

from typing import Any, TypeAlias

from constructions.lsrl.language.cyclotomic import Number
from constructions.lsrl.language.numbers import ONE, ZERO
from constructions.lsrl.listed.data import Vector
from constructions.lsrl.listed.outputs import entry_of, vector_at
from constructions.lsrl.programs.hats import hat, kept_at_query, weighted

__all__ = ["Vectors", "grid_nodes", "hat_tokens", "hat_values", "multiple", "one_over", "two_to"]

Vectors: TypeAlias = tuple[Vector, ...]


def multiple(k: int, a: Number) -> Number:
    """Return k a."""
    return sum((a for _ in range(k)), ZERO)


def one_over(k: int) -> Number:
    """Return 1/k, and 0 for 0."""
    a: Any = multiple(k, ONE)
    return ONE / a if a != 0 else ZERO


def two_to(k: int) -> int:
    """Return 2 to the power of k."""
    found = 1
    for _ in range(k):
        found = 2 * found
    return found


def grid_nodes(width: Number, cells: int, dim: int) -> Vectors:
    """Return the nodes of a grid: all vectors of 0, 1, ..., cells times the width."""
    found: Vectors = ((),)
    for _ in range(dim):
        found = tuple((*v, multiple(k, width)) for v in found for k in range(cells + 1))
    return found


def hat_values(dim: int, outs: int, tokens: Vectors) -> Vector:
    """Return the last output of `hat_program` on tokens [flag, delta, c, w]."""
    q: Vector = tuple(ZERO for _ in range(dim))
    y: Vector = tuple(ZERO for _ in range(outs))
    for x in tokens:
        q = tuple(a + kept_at_query(entry_of(x, 2 + i), entry_of(x, 0)) for i, a in enumerate(q))
        height = hat(entry_of(x, 1), tuple(a - entry_of(x, 2 + i) for i, a in enumerate(q)))
        y = tuple(b + weighted(height, entry_of(x, 2 + dim + k)) for k, b in enumerate(y))
    return y


def query_token(q: Vector, outs: int) -> Vector:
    """Return the first token, of the query."""
    return (ONE, ZERO, *q, *(ZERO for _ in range(outs)))


def steps(a: Number, width: Number, most: int) -> int:
    """Return the multiple of the width that is nearest to a, up to `most`; from a < 0 on, 0.

    Halves are rounded to even numbers.
    """
    return sum(
        1
        for k in range(most)
        if multiple(2 * k + 1, width) < a + a
        or (multiple(2 * k + 1, width) == a + a and k % 2 == 1)
    )


def unary(a: Number, width: Number, most: int, k: int) -> Number:
    """Return the weight of the token k of those that add up to the nearest multiple."""
    return ONE if k < steps(a, width, most) else -ONE if k < steps(-a, width, most) else ZERO


def corrections(missing: Vector, width: Number, most: int) -> Vectors:
    """Return weights of tokens at a node: what is missing there, in as few as there can be."""
    return tuple(
        tuple(unary(a, width, most, k) for a in missing)
        for k in range(most)
        if any(k < steps(a, width, most) or k < steps(-a, width, most) for a in missing)
    )


def missing_at(node: Vector, wanted: Vector, dim: int, outs: int, before: Vectors) -> Vector:
    """Return what tokens before leave to be corrected at a node."""
    found = hat_values(dim, outs, (query_token(node, outs), *before))
    return tuple(entry_of(wanted, k) - a for k, a in enumerate(found))


def level_tokens(
    cells: int, wanted: Vectors, dim: int, outs: int, before: Vectors, most: int
) -> Vectors:
    """Return the tokens of one grid, given those before and the values at the nodes."""
    width = one_over(cells)
    return tuple(
        (ZERO, width, *node, *w)
        for i, node in enumerate(grid_nodes(width, cells, dim))
        for w in corrections(missing_at(node, vector_at(wanted, i), dim, outs, before), width, most)
    )


def hat_tokens(values: tuple[Vectors, ...], levels: int, dim: int, outs: int, most: int) -> Vectors:
    """Return the tokens for grids with 1, 2, 4, ... cells a side, so many after the first one.

    **Arguments**: the values at the nodes of each grid, 0 where there are none; `most`, up to
    which multiples of a width are looked for.
    """
    tokens: Vectors = ()
    for j in range(levels + 1):
        wanted = values[j] if j < len(values) else ()
        tokens = (*tokens, *level_tokens(two_to(j), wanted, dim, outs, tokens, most))
    return tokens
