"""A product through n dimensions that has an inverse has at most n rows."""

from itertools import product
from typing import NamedTuple

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.conclude import prove
from theorem_checks.proving.rules.parts import sufficient
from theorem_checks.statements.arrays.index_expressions import Times, scalar
from theorem_checks.statements.arrays.index_families import masked, same_axes
from theorem_checks.statements.arrays.index_relations import delta
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.conclusions import (
    AtMost,
    Equal,
    Implies,
)
from theorem_checks.statements.seals import concluded, require_concluded
from theorem_checks.verdicts.evidence import Evidence

__all__ = [
    "Bounded",
    "ProductBlock",
    "inner_dimension",
    "required_blocks",
]


def inner_dimension(
    conclusion: Implies, left: SymbolicArray, right: SymbolicArray, *parts: Evidence
) -> Evidence:
    """A product through n dimensions that has an inverse has at most n rows.

    **Arguments**

    - `conclusion`: that a hypothesis implies N <= n.
    - `left`, `right`: matrices whose rows, and columns, are of the same families, N in all; between
      them stand the n dimensions.
    - `parts`: evidence of what `required_blocks` gives, under the hypothesis and in that order: the
      blocks of the product on the diagonal are identities, those below it 0.
    """
    bound = conclusion.body
    wanted = required_blocks(left, right)
    if not isinstance(bound, AtMost) or len(parts) != len(wanted):
        raise ArgumentError("parts", len(parts), f"evidence of {len(wanted)} blocks, for N <= n")
    for part, block in zip(parts, wanted, strict=True):
        require_concluded(part, Implies(conclusion.hypothesis, block.equal), "a block")
    counts = {
        "the number of rows": prove(Equal(bound.lhs, left.shape[0])),
        "the dimensions between": prove(Equal(bound.rhs, left.shape[1])),
    }
    named = {f"block {number}": part for number, part in enumerate(parts, 1)}
    whole = sufficient(counts | named, "under the hypothesis")
    return concluded(whole, conclusion, "inner dimension", given=Bounded(conclusion, left, right))


class Bounded(NamedTuple):
    """What a bound by an inner dimension was given: its `conclusion`, and the two matrices."""

    conclusion: Implies
    left: SymbolicArray
    right: SymbolicArray


class ProductBlock(NamedTuple):
    """A block that `inner_dimension` asks about, and the indices in which it is written."""

    equal: Equal
    rows: tuple[Index, ...]
    columns: tuple[Index, ...]


def required_blocks(left: SymbolicArray, right: SymbolicArray) -> list[ProductBlock]:
    """The blocks of a product that `inner_dimension` needs, row by row: identities and zeros."""
    whole = left @ right
    families, columns = whole.axes
    if not same_axes([families], [columns]):
        raise ArgumentError("right", right, f"columns of the families of the rows of {left!r}")
    found = []
    for r, c in product(range(len(families)), repeat=2):
        if r < c:
            continue
        own = families[r].indices(0), families[c].indices(1)
        named = [
            tuple(Index(f"{name}{n}", index.range) for n, index in enumerate(indices))
            for name, indices in zip(("row", "column"), own, strict=True)
        ]
        one = Times(tuple(delta(i, j) for i, j in zip(*named, strict=True))) if r == c else None
        names = list(zip((*own[0], *own[1]), (*named[0], *named[1]), strict=True))
        inside = masked(scalar(1), (families[r], families[c])).renamed(names)
        block = whole.blocks.get((r, c), scalar(0)).renamed(names)
        found.append(ProductBlock(Equal(block, scalar(0) if one is None else one * inside), *named))
    return found
