"""The proof of how many products attention needs."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from proofs.gated_rnn.s3_2_number_of_neurons.products_needed import HALF
from theorem_checks import (
    ByAge,
    Evidence,
    Implies,
    Index,
    LongRun,
    Sum,
    apply_fact,
    delta,
    given_each,
    long_linear_combination,
    syllogism,
)
from theorem_checks.facts.applying import said_of
from theorem_checks.facts.products import PRODUCTS_BY_COLUMNS
from theorem_checks.proving.effort import lemma
from theorem_checks.statements.arrays.index_expressions import scalar
from theorem_checks.statements.arrays.symbolic_arrays import SymbolicArray, matrix_unit, zeros
from theorem_checks.statements.arrays.tensors import Tensor
from theorem_checks.statements.terms import put, replacement

__all__ = ["SECOND", "by_columns"]


@lemma
def by_columns(bound: Any) -> Evidence:
    """Prove it: the products, as forms of tokens now and of the z_m, are those of the fact."""
    columns = _Columns(bound)
    terms = columns.terms()
    fact: Any = said_of(PRODUCTS_BY_COLUMNS, terms)
    independent, none = (Implies(bound.hypothesis, part) for part in fact.hypothesis.parts)
    both = given_each(
        Implies(bound.hypothesis, fact.hypothesis),
        columns.independent(independent),
        columns.none_within(none),
    )
    return syllogism(bound, fact, both, apply_fact(PRODUCTS_BY_COLUMNS, terms))


SECOND = (-1, 1), (0, -2), (1, 1)
"""The second difference: where, and with which factor."""


class _Columns:
    """What tokens leave in the state of the network, and the sequences that tell of it."""

    def __init__(self, bound: Any) -> None:
        same = bound.hypothesis.parts[0]
        self._machine = same.one
        self.A, self.C, self.X, self.D, self.O, self.U = map(bound.hypothesis.array, "ACXDOU")
        ((self._x,),), ((self._units,),) = same.one.token.axes, same.one.state.axes
        self._N, (self._y, self._r) = self.C.axes[0][0], (axis[0] for axis in self.D.axes)
        nothing = zeros(same.one.state.axes)
        self._added = put(same.one.after, replacement(same.one.state, nothing))
        self._none = zeros(same.one.token.axes)

    def terms(self) -> dict[str, Any]:
        """Return what stands for the symbols and arrays of the fact."""
        j, m = Index("j", *self._x.sizes), Index("m", *self._N.sizes)
        now, before = self._left(self._unit(j)), self._left_before(m)
        (row,), (out,), (known,) = (
            part.indices(n) for n, part in enumerate((self._N, self._y, self._x))
        )
        axes = (self._N,), (self._y,), (self._x,)
        X = SymbolicArray(axes, {(0, 0, 0): self.X[row, out, known]})
        return {
            "N": self._N.sizes[0],
            "J": self._x.sizes[0],
            "o": self._y.sizes[0],
            "p": self._r.sizes[0],
            "X": X,
            "D": self.D,
            "S": self._by_column(self.O @ now, j, self._x),
            "T": self._by_column(self.U @ now, j, self._x),
            "Y": self._by_column(self.O @ before, m, self._N),
            "Z": self._by_column(self.U @ before, m, self._N),
        }

    def independent(self, claim: Any) -> Evidence:
        """Prove that X times what the z_m give with tokens now is the identity."""
        row, m = (claim.body.lhs.free[name] for name in ("row", "unknown"))
        j, age = Index("now", *self._x.sizes), Index("age", *self._N.sizes)
        runs = []
        for (s, factor), (sign, now) in product(SECOND, ((1, self._unit(j)), (-1, self._none))):
            weights = self._vector(
                lambda y, by=factor * sign: self.X[row, y, j] * by * HALF, self._y
            )
            tokens = ByAge(age, self._vector(lambda i, s=s: s * delta(age, m) * self.C[m, i]))
            runs.append(LongRun(weights, [], tokens, [now], (j,)))
        one = matrix_unit(claim.hypothesis.parts[1].lhs.axes, row, m)
        return long_linear_combination(claim, runs, [(1, one)])

    def none_within(self, claim: Any) -> Evidence:
        """Prove that of the z_m no two are multiplied."""
        y, m, n = (claim.body.lhs.free[name] for name in ("output", "unknown", "another"))
        age, runs = Index("age", *self._N.sizes), []
        for (s, one), (t, other) in product(SECOND, repeat=2):
            both = self._vector(
                lambda i, s=s, t=t: (
                    s * delta(age, m) * self.C[m, i] + t * delta(age, n) * self.C[n, i]
                )
            )
            weights = self._vector(
                lambda i, by=Fraction(one * other, 4): (
                    delta(i, y) * (1 - delta(m, n) * Fraction(2, 3)) * by
                ),
                self._y,
            )
            runs.append(LongRun(weights, [], ByAge(age, both), [self._none]))
        return long_linear_combination(claim, runs)

    def _left(self, token: SymbolicArray) -> SymbolicArray:
        """g(x) - g(0), what a token leaves in the state more than nothing does."""
        there, nowhere = (
            put(self._added, replacement(self._machine.token, x)) for x in (token, self._none)
        )
        return there - nowhere

    def _left_before(self, m: Index) -> SymbolicArray:
        """z_m, the part of degree 2 of what c_m leaves, m + 1 tokens later."""
        token = self._vector(lambda i: self.C[m, i])
        square = (self._left(token) + self._left(-1 * token)) * sp.Rational(1, 2)
        powers = Tensor("powers of A", 3, power_of="A", matrix=True)
        u = Index("u", *self._units.sizes)
        return self.A @ self._vector(lambda v: Sum(powers[m, v, u] * square[u], u), self._units)

    def _unit(self, j: Index) -> SymbolicArray:
        return self._vector(lambda i: delta(i, j))

    def _vector(self, entry: Callable[[Index], Any], part: Any = None) -> SymbolicArray:
        """A vector in the axis of tokens, or in another one."""
        own = self._x if part is None else part
        (i,) = own.indices(0)
        return SymbolicArray(((own,),), {(0,): scalar(entry(i))})

    def _by_column(self, vector: SymbolicArray, column: Index, part: Any) -> SymbolicArray:
        """The matrix of p rows that has a vector, written in an index, for that column."""
        (own,) = part.indices(1)
        entries = vector.blocks.get((0,), scalar(0)).renamed([(column, own)])
        return SymbolicArray(((self._r,), (part,)), {(0, 0): entries})
