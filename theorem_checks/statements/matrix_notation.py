"""Sums of products of entries in the notation of matrices: A x for the sum over k of A_ik x_k.

A product of entries is a graph, with an edge for each matrix and an end for each vector. Bound
indices are contracted one by one; what is left has the free indices, at most two of them. Where
that cannot be written so (three entries that share an index, a tensor of three indices), there is
no such notation, and `contracted` returns None.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

__all__ = ["Factor", "contracted", "multiplied", "total"]

_NUMERALS = re.compile(r"\\frac\{\d+\}\{\d|\d")

_TOP = r"^{\top}"
_ATOM, _PRODUCT, _ENTRYWISE, _SUM = range(4)


@dataclass(frozen=True)
class Factor:
    """A number, a vector or a matrix in its indices, as text.

    **Fields**: `level`, how loosely the text hangs together: a symbol, a product, a product entry
    by entry, a sum; `reverse`, the text of the transpose, where it is known to be simpler; `pair`,
    of what the text is a product entry by entry.
    """

    indices: tuple[str, ...]
    text: str
    level: int = _ATOM
    reverse: str = ""
    pair: "tuple[Factor, Factor] | None" = None

    def inside(self, level: int) -> str:
        """The text as a part of what binds so tightly, in parentheses if it has to be."""
        return self.text if self.level <= level else rf"\big({self.text}\big)"

    def ending_in(self, index: str) -> "Factor":
        """The matrix, or its transpose, with this index last; a vector as it is."""
        return self if self.indices[-1] == index else self.transposed

    def starting_with(self, index: str) -> "Factor":
        """The matrix, or its transpose, with this index first; a vector as it is."""
        return self if self.indices[0] == index else self.transposed

    @property
    def transposed(self) -> "Factor":
        """The transpose; of a vector, a row."""
        indices = self.indices[::-1]
        if self.pair is not None and len(indices) == 2:
            return _entrywise(*(part.transposed for part in self.pair))
        if self.reverse:
            return Factor(indices, self.reverse, self.level, self.text)
        return Factor(indices, rf"{{{self.inside(_ATOM)}}}^{{\top}}", _ATOM, self.text)


def total(parts: Sequence[Factor | None]) -> Factor | None:
    """A sum of terms with the same indices; None if they have others."""
    known = [part for part in parts if part is not None]
    if not known or len(known) < len(parts):
        return None
    first = known[0].indices
    turned = []
    for part in known:
        if set(part.indices) != set(first):
            return None
        turned.append(part if part.indices == first else part.transposed)
    if len(turned) == 1:
        return turned[0]
    return Factor(first, " + ".join(p.text for p in turned).replace("+ -", "- "), _SUM)


def contracted(factors: Iterable[Factor], bound: Sequence[str]) -> Factor | None:
    """The sum over the bound indices of a product of factors, in the other ones."""
    left, open_ones = list(factors), list(bound)
    while open_ones:
        index = _next(left, open_ones)
        having = [f for f in left if index in f.indices]
        left = [f for f in left if index not in f.indices]
        if any(map(_is_diagonal, having)):
            return None
        closed = _closed(having, left, open_ones)
        joined = _joined(_merged(having), index) if closed is None else closed
        if joined is None:
            return None
        gone = {index} if closed is None else set(having[0].indices)
        open_ones = [name for name in open_ones if name not in gone]
        left.append(joined)
    return None if any(map(_is_diagonal, left)) else _product(left)


def _is_diagonal(factor: Factor) -> bool:
    """Whether only some of the entries are meant, as in A_ii, and not the matrix."""
    return len(set(factor.indices)) < len(factor.indices)


def _next(factors: Sequence[Factor], bound: Sequence[str]) -> str:
    """The index to contract next: on along the chain at hand, else from the end of another one."""
    chains = {}
    for index in bound:
        having = [f for f in factors if index in f.indices]
        matrices = {frozenset(f.indices) for f in having if len(f.indices) == 2}
        vectors = [f for f in having if len(f.indices) == 1]
        if len(matrices) < 2 and vectors:
            chains[index] = max(map(factors.index, vectors))
    return max(chains, key=lambda index: chains[index]) if chains else bound[0]


def _closed(
    having: Sequence[Factor], others: Sequence[Factor], bound: Sequence[str]
) -> Factor | None:
    """The trace of two matrices that share two bound indices, which no other factor has."""
    if len(having) != 2 or any(len(f.indices) != 2 for f in having):
        return None
    one, other = having
    if set(one.indices) != set(other.indices) or not set(one.indices) <= set(bound):
        return None
    if any(set(one.indices) & set(f.indices) for f in others):
        return None
    turned = other if other.indices == one.indices else other.transposed
    if turned.text == one.text:
        return Factor((), rf"\lVert {one.text} \rVert^2")
    ways = (one, turned.transposed), (turned, one.transposed), (one.transposed, turned)
    text = min((_chained(*way).text for way in ways), key=len)  # X X' X X', and not X (X X' X)'
    return Factor((), rf"\mathrm{{tr}}({text})")


def _merged(having: Sequence[Factor]) -> list[Factor]:
    """Factors with the same indices, multiplied entry by entry."""
    merged: list[Factor] = []
    for factor in having:
        for place, other in enumerate(merged):
            if set(other.indices) == set(factor.indices):
                merged[place] = _entrywise(other, factor)
                break
        else:
            merged.append(factor)
    return merged


def _entrywise(one: Factor, other: Factor) -> Factor:
    if one.reverse and one.indices != other.indices:
        one = one.transposed
    turned = other if one.indices == other.indices else other.transposed
    text = rf"{one.inside(_ENTRYWISE)} \odot {turned.inside(_ENTRYWISE)}"
    return Factor(one.indices, text, _ENTRYWISE, pair=(one, turned))


def _joined(having: list[Factor], index: str) -> Factor | None:
    """The sum over an index of the factors that have it."""
    vectors = [f for f in having if len(f.indices) == 1]
    matrices = [f for f in having if len(f.indices) == 2]
    if not having or len(having) > 3 or len(vectors) > 1 or len(matrices) > 2:
        return None
    if len(matrices) == 2 and vectors:
        one, other = matrices[0].ending_in(index), matrices[1].starting_with(index)
        return _chained(_chained(one, _diagonal(vectors[0], index)), other)
    if len(matrices) == 2:
        one, other = matrices
        return _chained(one.ending_in(index), other.starting_with(index))
    if matrices:
        vector = vectors[0] if vectors else Factor((index,), r"\mathbf{1}")
        return _chained(matrices[0].ending_in(index), vector)
    return _squared(vectors[0])


def _squared(vector: Factor) -> Factor:
    """The sum of a vector; of a product entry by entry, the inner product."""
    if vector.pair is None:
        return Factor((), rf"\mathbf{{1}}^{{\top}} {vector.inside(_PRODUCT)}", _PRODUCT)
    one, other = vector.pair
    if one.text == other.text:
        return Factor((), rf"\lVert {one.text} \rVert^2")
    return Factor((), f"{one.transposed.text} {other.inside(_PRODUCT)}", _PRODUCT)


def _diagonal(vector: Factor, index: str) -> Factor:
    return Factor((index, index), rf"\mathrm{{diag}}({vector.text})")


def _chained(one: Factor, other: Factor) -> Factor:
    """The product of a matrix with a matrix or a vector."""
    text = f"{one.inside(_PRODUCT)} {other.inside(_PRODUCT)}"
    indices = (*one.indices[:-1], *other.indices[1:])
    if len(one.indices) < 2 or len(other.indices) < 2:
        return Factor(indices, text, _PRODUCT)
    reverse = f"{other.transposed.inside(_PRODUCT)} {one.transposed.inside(_PRODUCT)}"
    is_simpler = reverse.count(_TOP) < text.count(_TOP)  # (X' (A X)')' is A X X
    return Factor(indices, text, _PRODUCT, reverse if is_simpler else "")


def _product(factors: Sequence[Factor]) -> Factor | None:
    """A product of factors without an index to contract: numbers, vectors, matrices."""
    numbers = [f for f in factors if not f.indices]
    arrays = _merged([f for f in factors if f.indices])
    body = _outer(arrays)
    if arrays and body is None:
        return None
    if body is None:
        body, numbers = (numbers[-1], numbers[:-1]) if numbers else (Factor((), "1"), [])
    if not numbers:
        return body
    tight = _ATOM if arrays else _PRODUCT  # u^T v w might be read as u^T (v w)
    texts = [*(f.inside(tight) for f in numbers), body.inside(_PRODUCT)]
    if numbers[0].text.startswith("-"):
        texts[:1] = [numbers[0].text] if numbers[0].text != "-1" else []
        sign = "-" if numbers[0].text == "-1" else ""
        return Factor(body.indices, sign + multiplied(texts), _SUM)
    return Factor(body.indices, multiplied(texts), _PRODUCT)


def multiplied(texts: Iterable[str]) -> str:
    r"""Factors side by side; with a dot before numerals, as 2 \frac{1}{2} may be read as 5/2."""
    product = ""
    for text in texts:
        dot = r" \cdot " if _NUMERALS.match(text) else r"\, "
        product += f"{dot}{text}" if product else text
    return product


def _outer(arrays: Sequence[Factor]) -> Factor | None:
    """Arrays that share no bound index: v w^T, diag(v) A, A diag(w)."""
    matrices = [f for f in arrays if len(f.indices) == 2]
    vectors = [f for f in arrays if len(f.indices) == 1]
    if len(matrices) > 1 or len(vectors) > 2 or any(len(f.indices) > 2 for f in arrays):
        return None
    if not matrices:
        if len(vectors) < 2:
            return vectors[0] if vectors else None
        one, other = vectors
        text = rf"{one.inside(_PRODUCT)} {other.transposed.text}"
        return Factor((*one.indices, *other.indices), text, _PRODUCT)
    (body,) = matrices
    for vector in vectors:
        (index,) = vector.indices
        if index == body.indices[0]:
            found = _chained(_diagonal(vector, index), body)
        elif index == body.indices[1]:
            found = _chained(body, _diagonal(vector, index))
        else:
            return None
        body = replace(found, indices=body.indices)
    return body
