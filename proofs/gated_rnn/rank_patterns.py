r"""Layers of attention with given ranks, and what of the past they remember.

Attention is y_t = V S_t M x_t with M = K^T Q and S_t = sum_s x_s x_s^T. What counts is a = rank V,
b = rank M, and c, the dimension that the rows of V and the columns of M have in common.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import flint
import numpy as np

from constructions.arrays import EXACT
from constructions.cells.linear_attention import LinearAttention

__all__ = ["Pattern", "patterns"]


@dataclass(frozen=True, order=True)
class Pattern:
    """The size d, and the ranks (a, b, c)."""

    d: int
    a: int
    b: int
    c: int

    @cached_property
    def V(self) -> np.ndarray:
        """A matrix of rank a, whose rows are mixed by a unit triangular matrix."""
        rows = np.eye(self.d, dtype=int) * (np.arange(self.d)[:, None] < self.a)
        return np.tril(np.ones((self.d, self.d), dtype=int)) @ rows @ self._mixed

    @cached_property
    def M(self) -> np.ndarray:
        """A matrix of rank b, whose columns share c dimensions with the rows of V."""
        places = [*range(self.c), *range(self.a, self.a + self.b - self.c)]
        columns = np.zeros((self.d, self.d), dtype=int)
        for column, place in enumerate(places):
            columns[place, column] = 1
        return self._mixed.T @ columns @ np.triu(np.ones((self.d, self.d), dtype=int))

    @property
    def _mixed(self) -> np.ndarray:
        """An invertible matrix without structure: 1 on the diagonal, small integers above."""
        i, j = np.indices((self.d, self.d))
        return np.where(i < j, (i * i + 2 * j) % 5 - 2, (i == j).astype(int))

    @property
    def attention(self) -> LinearAttention:
        """A layer of attention with these V and M (keys are the tokens themselves)."""
        return LinearAttention(EXACT.array(self.V), EXACT.eye(self.d), EXACT.array(self.M))

    @cached_property
    def memory_rank(self) -> int:
        """The rank of S -> V S M on symmetric S: the rank of what is remembered of a token.

        The mixed difference of the output in the current token x and a past token x' is
        V x' x'^T M x, and the matrices x' x'^T span the symmetric ones.
        """
        images = [(self.V @ S @ self.M).ravel() for S in _symmetric_basis(self.d)]
        return _rank(np.stack(images))

    @cached_property
    def query_rank(self) -> int:
        """The rank of x -> (S -> V S M x): the rank of what is asked by a token; 0 if V = 0."""
        return _rank(np.concatenate([self.V @ S @ self.M for S in _symmetric_basis(self.d)]))


def _rank(matrix: np.ndarray) -> int:
    return flint.fmpz_mat(matrix.tolist()).rank()


def _symmetric_basis(d: int) -> Iterator[np.ndarray]:
    for i in range(d):
        for j in range(i, d):
            S = np.zeros((d, d), dtype=int)
            S[i, j] = S[j, i] = 1
            yield S


def patterns(most: int, least: int = 1) -> list[Pattern]:
    """List all rank patterns of sizes from `least` to `most`."""
    return [
        Pattern(d, a, b, c)
        for d in range(least, most + 1)
        for a in range(d + 1)
        for b in range(d + 1)
        for c in range(max(0, a + b - d), min(a, b) + 1)
    ]
