"""Gaussian matrices: a recursion on cyclic words, by integration by parts.

A product of traces of words is kept as a sorted tuple of byte strings, one per trace: byte 2m is
matrix m, byte 2m + 1 its transpose. For one letter X of a trace, E[X_ab F] = s sum E[dF/dX_ab]
(Stein's identity, s the variance) sums over its partners:

    tr(X u X v)       becomes  tr(u v^T)        tr(X u) tr(X v)    becomes  tr(u v^T)
    tr(X u X^T v)     becomes  tr(u) tr(v)      tr(X u) tr(X^T v)  becomes  tr(u v)

An empty word is the trace of an identity, a dimension. Values are remembered for each product up
to rotation and transposition of each word, so the cost follows the number of different products
that occur and not the number of pairings. Vectors are columns; a fixed index i is the unit vector
e_i. Where the inner dimension is 1, a word is cut in two.
"""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from flint import fmpq_mpoly

from theorem_checks.proving.moments.settings import Edges, Setting
from theorem_checks.proving.moments.values import Value, product_of, scaled, summed_up
from theorem_checks.statements.moments.grouping import connected
from theorem_checks.statements.moments.laws import Gaussian

__all__ = ["WordEngine"]

State: TypeAlias = tuple[bytes, ...]
"""A product of traces of words, each the least of its rotations and transposed rotations."""

_FLIP = bytes(code ^ 1 for code in range(256))
_ONE = -1  # stands for the dimension 1 of a column
_MOST_LETTERS = 128


def _transposed(word: bytes) -> bytes:
    """The word of the transposed product."""
    return word[::-1].translate(_FLIP)


class WordEngine:
    """The expectations of products of closed words in centred Gaussian matrices and vectors."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._sides = [(*slots, _ONE)[:2] for slots in setting.slots]
        self._sides += [(vertex.slot, _ONE) for vertex in setting.fixed]
        numbers = range(len(setting.tensors))
        self._random = {
            code for m in numbers if setting.is_random(m) for code in (2 * m, 2 * m + 1)
        }
        self._one = setting.ring.constant(1)
        self._values: dict[State, Value[bytes]] = {(): {(): self._one}}
        self._least: dict[bytes, bytes] = {}

    def accepts(self, edges: Edges) -> bool:
        """Whether a product of entries is one of words: each summed index occurs just twice."""
        summed = Counter(v for _, vertices in edges for v in vertices if v >= 0)
        return (
            len(self._sides) <= _MOST_LETTERS
            and all(len(vertices) in (1, 2) for _, vertices in edges)
            and all(self._is_gaussian_or_constant(number) for number, _ in edges)
            and all(count == 2 for count in summed.values())
        )

    def expectation(self, words: Iterable[bytes]) -> Value[bytes]:
        """The expectation of a product of traces of words that are not empty."""
        _, constants, state = self._sorted((word, _ONE) for word in words)
        return scaled(self._value(state), constants, self._one)

    def _is_gaussian_or_constant(self, number: int) -> bool:
        law = self._setting.tensors[number].law
        return law is None or (isinstance(law, Gaussian) and law.mean == 0)

    def _value(self, state: State) -> Value[bytes]:
        if state not in self._values:
            parts = self._independent_parts(state)
            self._values[state] = self._by_parts(state) if len(parts) == 1 else self._product(parts)
        return self._values[state]

    def _product(self, parts: list[State]) -> Value[bytes]:
        return product_of(map(self._value, parts), self._one)

    def _by_parts(self, state: State) -> Value[bytes]:
        """Sum over the partners of one letter, of the matrix that occurs the fewest times."""
        counts = Counter(code >> 1 for word in state for code in word if code in self._random)
        if any(count % 2 for count in counts.values()):
            return {}
        matrix = min(counts, key=lambda m: (counts[m], m))
        variance = self._setting.cumulants(matrix).get(2)
        if variance is None:
            return {}
        outcomes = Counter(map(self._sorted, self._partners(state, 2 * matrix)))
        return summed_up(
            scaled(self._value(rest), constants, self._loops(loops) * variance * count)
            for (loops, constants, rest), count in outcomes.items()
        )

    def _partners(self, state: State, x: int) -> Iterator[list[tuple[bytes, int]]]:
        """Yield the words that are left for each partner of a letter x.

        The letter is taken from the shortest word that has one. Each word comes with the number
        of its dimension, in case it is empty.
        """
        rows, columns = self._sides[x >> 1]
        bearing = [word for word in state if x in word or x + 1 in word]
        chosen = min(bearing, key=len)
        others = [(word, _ONE) for word in state]
        others.remove((chosen, _ONE))
        oriented = chosen if x in chosen else _transposed(chosen)
        start = oriented.index(x)
        u = oriented[start + 1 :] + oriented[:start]
        for k, code in enumerate(u):
            if code == x:
                yield [*others, (u[:k] + _transposed(u[k + 1 :]), rows)]
            elif code == x + 1:
                yield [*others, (u[:k], columns), (u[k + 1 :], rows)]
        for place, (other, _) in enumerate(others):
            for k, code in enumerate(other):
                if code >> 1 == x >> 1:
                    v = other[k + 1 :] + other[:k]
                    joined = u + (_transposed(v) if code == x else v)
                    yield [*others[:place], *others[place + 1 :], (joined, rows)]

    def _sorted(self, words: Iterable[tuple[bytes, int]]) -> tuple[tuple[int, ...], State, State]:
        """Sort words into empty ones (their dimensions), those of constants, and the others."""
        loops, constants, rest = [], [], []
        for word, dimension in words:
            if not word and dimension != _ONE:
                loops.append(dimension)
            for piece in self._pieces(word):
                least = self._least.get(piece) or self._least.setdefault(piece, _least(piece))
                (constants if self._random.isdisjoint(least) else rest).append(least)
        return tuple(sorted(loops)), tuple(sorted(constants)), tuple(sorted(rest))

    def _pieces(self, word: bytes) -> list[bytes]:
        """Cut a closed word after each column, where the inner dimension is 1."""
        cuts = [
            k + 1
            for k, code in enumerate(word)
            if not code & 1 and self._sides[code >> 1][1] == _ONE
        ]
        if not cuts:
            return [word] if word else []
        turned = word[cuts[0] :] + word[: cuts[0]]
        ends = [0, *(cut - cuts[0] for cut in cuts[1:]), len(word)]
        return [turned[a:b] for a, b in itertools.pairwise(ends)]

    def _loops(self, loops: tuple[int, ...]) -> fmpq_mpoly:
        total = self._one
        for dimension in loops:
            total = total * self._setting.dimensions[dimension]
        return total

    def _independent_parts(self, state: State) -> list[State]:
        """Split a product into factors that have no random matrix in common."""
        random = self._random
        parts = connected(state, lambda word: (code >> 1 for code in word if code in random))
        return [tuple(sorted(part)) for part in parts]


def _least(word: bytes) -> bytes:
    """The least of all rotations of a word and of its transpose."""
    length = len(word)
    twice = (word + word, _transposed(word) * 2)
    return min(text[k : k + length] for text in twice for k in range(length))
