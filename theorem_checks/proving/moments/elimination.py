r"""Traces of powers of one Gaussian matrix are left when all other matrices are averaged out.

The other matrices stand in the words as single letters. Integration by parts takes them out two by
two, exactly, whatever stands between them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import sympy as sp

from theorem_checks.proving.moments.ranges import OpenError, least
from theorem_checks.statements.moments.powers import Factor, GaussianMatrix, Traces, Word

__all__ = ["Blocks", "Product", "without_letters"]

Blocks = tuple[tuple[sp.Expr, bool], ...]
"""A word as exponents, each with whether it is one of the transpose; neighbours differ in that."""


@dataclass(frozen=True)
class Product:
    r"""A coefficient times traces of words in W and its transpose, summed over ranges.

    **Fields**: `factor`, free of the size; `size`, n; `order`, the power of n that the factor is
    multiplied by; `variance`, of an entry of W; `words`, the blocks of each; `ranges`.
    """

    factor: sp.Expr
    size: sp.Expr
    order: sp.Expr
    variance: sp.Expr
    words: tuple[Blocks, ...]
    ranges: tuple[tuple[sp.Symbol, sp.Expr], ...]

    @property
    def letters(self) -> sp.Expr:
        """How many letters there are in all traces, 2m."""
        return sp.expand(sp.Add(*(exponent for word in self.words for exponent, _ in word)))

    @property
    def pairs(self) -> sp.Expr:
        """m, half of the letters."""
        return sp.expand(self.letters / 2)

    @property
    def is_odd(self) -> bool:
        """Whether the number of letters is odd, and so the mean 0. **Raises** `OpenError`."""
        if self.letters.is_odd:
            return True
        if not self.letters.is_even:
            raise OpenError(f"It is not known whether {self.letters} is even.")
        return False

    @property
    def order_in_size(self) -> int:
        """The power of n that a pairing without a defect counts. **Raises** `OpenError`."""
        power = sp.expand(self.order + self.pairs + len(self.words))
        if not power.is_Integer:
            raise OpenError(f"The power {power} of {self.size} depends on an exponent.")
        return int(power)


def without_letters(statistic: Traces) -> Iterator[Product]:
    """The mean over all matrices but that with powers, given it, as products of its traces.

    **Raises** `OpenError` for powers of two matrices, sizes or exponents that are not known to be
    what they stand for.
    """
    matrices = statistic.matrices
    factors = [f for _, _, words in statistic.summands for w in words for f in w.factors]
    powered = {f.matrix for f in factors if f.exponent != 1}
    if not powered:
        powered = {m for m in matrices if m.rows == m.columns}
    if len(powered) != 1:
        names = ", ".join(sorted(m.name for m in powered)) or "none"
        raise OpenError(f"One matrix is to have powers, and here it is {names}.")
    (main,) = powered
    _require_sizes(statistic, main)
    for coefficient, ranges, words in statistic.summands:
        given = tuple(tuple(word.factors) for word in words)
        for scale, traces in _averaged(given, main):
            for term in sp.Add.make_args(sp.expand(coefficient * scale)):
                if term == 0:
                    continue
                yield _product(term, ranges, traces, main)


def _require_sizes(statistic: Traces, main: GaussianMatrix) -> None:
    if not (main.rows.is_Symbol and main.rows.is_integer and main.rows.is_positive):
        raise OpenError(f"The size {main.rows} is to be a symbol for positive integers.")
    for matrix in statistic.matrices:
        if not all(side.is_integer and side.is_positive for side in (matrix.rows, matrix.columns)):
            raise OpenError(f"The sizes of {matrix.name} are to be positive integers.")
        if not matrix.variance.is_nonnegative:
            raise OpenError(f"The variance of {matrix.name} is not known to be at least 0.")
        if matrix.variance.free_symbols & {main.rows}:
            raise OpenError(f"The variance of {matrix.name} depends on {main.rows}.")
    for _, ranges, words in statistic.summands:
        if any(not (size.is_integer and size.is_nonnegative) for _, size in ranges):
            raise OpenError(f"The ranges {ranges} are to have lengths from 0 on.")
        for factor in (f for word in words for f in word.factors):
            exponent = factor.exponent
            if not (exponent.is_integer and least(exponent, ranges).is_nonnegative):
                raise OpenError(f"The exponent {exponent} is not known to be at least 0.")


def _product(term: Any, ranges: Any, traces: tuple[Any, ...], main: GaussianMatrix) -> Product:
    """One term, with the power of n taken out of its coefficient."""
    n = main.rows
    powers = sp.expand(term).as_powers_dict()
    order: Any = powers.pop(n, sp.Integer(0))
    factor = sp.Mul(*(base**power for base, power in powers.items()))
    if n in factor.free_symbols:
        raise OpenError(f"{n} stands in {factor} otherwise than as a factor.")
    words = tuple(map(_blocks, traces))
    return Product(factor, n, order, main.variance, words, tuple(ranges))


def _blocks(word: tuple[Factor, ...]) -> Blocks:
    """The blocks of one orientation, with the last put before the first where they are alike."""
    blocks: list[tuple[sp.Expr, bool]] = []
    for factor in word:
        if factor.exponent == 0:
            continue
        if blocks and blocks[-1][1] == factor.transposed:
            blocks[-1] = (sp.expand(blocks[-1][0] + factor.exponent), factor.transposed)
        else:
            blocks.append((factor.exponent, factor.transposed))
    if len(blocks) > 1 and blocks[0][1] == blocks[-1][1]:
        last, _ = blocks.pop()
        blocks[0] = (sp.expand(blocks[0][0] + last), blocks[0][1])
    return tuple(blocks)


Bare = tuple[Factor, ...]


def _averaged(words: tuple[Bare, ...], main: GaussianMatrix) -> Iterator[tuple[sp.Expr, Any]]:
    """Take one letter of another matrix out with each of its partners, until there are none."""
    place = next(
        ((t, k) for t, word in enumerate(words) for k, f in enumerate(word) if f.matrix != main),
        None,
    )
    if place is None:
        yield sp.Integer(1), words
        return
    t, k = place
    own, letter = words[t], words[t][k]
    others = words[:t] + words[t + 1 :]
    if letter.transposed:
        own, k = _turned(own), len(own) - 1 - k
        letter = own[k]
    u = own[k + 1 :] + own[:k]
    matrix = letter.matrix
    for left, scale in _partners(u, others, matrix):
        for more, traces in _averaged(left, main):
            yield matrix.variance * scale * more, traces


def _partners(
    u: Bare, others: tuple[Bare, ...], matrix: GaussianMatrix
) -> Iterator[tuple[tuple[Bare, ...], sp.Expr]]:
    """What is left for each partner of the letter X in tr(X u), and what empty words come to."""
    rows, columns = matrix.rows, matrix.columns
    for k, factor in enumerate(u):
        if factor.matrix != matrix:
            continue
        if factor.transposed:
            ends = ((u[:k], columns), (u[k + 1 :], rows))
        else:
            ends = ((u[:k] + _turned(u[k + 1 :]), rows),)
        yield _closed(others, ends)
    for place, other in enumerate(others):
        rest = others[:place] + others[place + 1 :]
        for k, factor in enumerate(other):
            if factor.matrix != matrix:
                continue
            v = other[k + 1 :] + other[:k]
            joined = u + (v if factor.transposed else _turned(v))
            yield _closed(rest, ((joined, rows),))


def _closed(others: tuple[Bare, ...], ends: Any) -> tuple[tuple[Bare, ...], sp.Expr]:
    """Words that are left, empty ones as the dimensions that their traces are."""
    scale = sp.Mul(*(size for word, size in ends if not word))
    return (*others, *(word for word, _ in ends if word)), scale


def _turned(word: Bare) -> Bare:
    return Word(word).T.factors if word else ()
