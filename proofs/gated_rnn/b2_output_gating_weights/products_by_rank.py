r"""App. B.2, beyond the text: how many products a form between key-values and queries takes.

A product (a.k + alpha.q)(b.k + beta.q) adds two to the rank of the symmetric form of what is read
of products, and that of k^T R q has twice the rank of R. So rank R products are needed, of any
kind; and so many are enough.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

from constructions.arrays import ones
from proofs.gated_rnn.s3_2_number_of_neurons.any_gate import apart
from theorem_checks import (
    All,
    AtMost,
    Conclusion,
    Equal,
    Evidence,
    Implies,
    Index,
    SameOutputs,
    World,
    array_of,
    conjunction,
    family,
    inner_dimension,
    linear_combination,
    prove,
    required_blocks,
    simulation,
    zeros,
)
from theorem_checks.statements.arrays.index_expressions import scalar
from theorem_checks.statements.arrays.symbolic_arrays import SymbolicArray, matrix_unit

__all__ = ["Merged", "by_symmetric_forms", "says_number"]


@dataclass(frozen=True)
class Merged:
    """How many products those with proportional kernels of rank r become: `count`(r)."""

    count: Callable[[Any], Any]


@dataclass(frozen=True)
class Products:
    """Reads a key-value and a query: products of two forms in both, and a readout of these."""

    A: Any
    alpha: Any
    B: Any
    beta: Any
    D: Any

    def initial_state(self) -> Any:
        """Return no state."""
        return ()

    def step(self, state: Any, token: Any) -> tuple[Any, Any]:
        """Return no state, and what is read of the products."""
        k, q = token
        return state, self.D @ ((self.A @ k + self.alpha @ q) * (self.B @ k + self.beta @ q))


@dataclass(frozen=True)
class Form:
    """Reads a key-value and a query, and puts out c k^T R q."""

    R: Any
    c: Any

    def initial_state(self) -> Any:
        """Return no state."""
        return ()

    def step(self, state: Any, token: Any) -> tuple[Any, Any]:
        """Return no state, and multiples of the form."""
        k, q = token
        return state, self.c * (k @ (self.R @ q))


def says_number(merged: Merged, w: World) -> Conclusion:
    """Products that are c k^T R q are rank R at least; and so many are, where R = P Q.

    In this order: if L R S = I, with r rows, and c is not 0, so that c.u = 1, twice `count`(r) is
    at most twice their number; the r products (P^T k)_j (Q q)_j, read by c in each, are
    c k^T P Q q; and `count`(r) is their number.
    """
    n, m, o, p, r = (w.size(name) for name in ("N", "M", "o", "p", "r"))
    token = w.array("k", n), w.array("q", m)
    A, B = w.array("A", p, n), w.array("B", p, n)
    a, b = w.array("a", p, m), w.array("b", p, m)
    some = w.machine(Products(A, a, B, b, w.array("D", o, p)), token)
    R, c, L = w.array("R", n, m), w.array("c", o), w.array("L", r, n)
    wanted, S, u = (
        w.machine(Form(R, c), token),
        w.right_inverse("S", L @ R),
        w.right_inverse("u", c),
    )
    given = (
        SameOutputs(some, wanted),
        Equal(c @ u, w.entries(lambda _: 1)),
        Equal(L @ R @ S, w.identity(r)),
    )
    count = w.call(merged.count, r)
    P, Q = w.array("P", n, r), w.array("Q", r, m)
    read = w.entries(lambda _, i, j: c[i], o, r)
    few = Products(P.T, 0 * Q, 0 * P.T, Q, read)
    return All(
        (
            Implies(All(given), AtMost(2 * count, 2 * p)),
            SameOutputs(w.machine(few, token), w.machine(Form(P @ Q, c), token)),
            Equal(w.count(ones((few.A.shape[0],), like=P)), count),
        )
    )


def by_symmetric_forms(whole: Any) -> Evidence:
    """Prove it by a product through two dimensions for each product.

    Take for rows L_i of key-values, and column i of S of queries; for columns the latter, and then
    the former. What the products make of a row and a column together, less of each alone, is twice
    their symmetric form; and of c.u k^T R q it is the identity, and 0 below.
    """
    fewer, same, number = whole.parts
    lower = _LowerBound(fewer)
    parts = []
    for place, block in enumerate(required_blocks(lower.left, lower.right)):
        runs, equations = lower.made[place](*block.rows, *block.columns)
        parts.append(linear_combination(Implies(fewer.hypothesis, block.equal), runs, equations))
    bound = inner_dimension(fewer, lower.left, lower.right, *parts)
    return conjunction(whole, bound, simulation(same, ()), prove(number))


class _LowerBound:
    """The two factors of what products make of rows and columns, and the tokens that show it."""

    def __init__(self, fewer: Any) -> None:
        self._given = fewer.hypothesis
        names = "A", "a", "B", "b", "D", "c", "L", "S", "u"
        self.A, self.a, self.B, self.b, self.D, self.c, self.L, self.S, self.u = map(
            self._given.array, names
        )
        self.R = self._given.array("R")
        (self._k,), (self._q,) = self.A.axes[1], self.a.axes[1]
        ((rank,), (products,)) = self.L.axes[0], self.A.axes[0]
        self._rows = family("of_k", *rank.sizes), family("of_q", *rank.sizes)
        self._between = family("first", *products.sizes), family("second", *products.sizes)
        self.made = self.mixed, self.queries, self.mixed_again

    def of_k(self, i: Index) -> tuple[SymbolicArray, SymbolicArray]:
        """Return row i of L as a key-value, and no query."""
        return self._vector(self._k, lambda x: self.L[i, x]), zeros((self._q,))

    def of_q(self, i: Index) -> tuple[SymbolicArray, SymbolicArray]:
        """Return column i of S as a query, and no key-value."""
        return zeros((self._k,)), self._vector(self._q, lambda y: self.S[y, i])

    @staticmethod
    def _vector(axis: Any, entry: Callable[[Index], Any]) -> SymbolicArray:
        (own,) = axis.indices(0)
        return SymbolicArray(((axis,),), {(0,): scalar(entry(own))})

    def _first(self, token: Any) -> SymbolicArray:
        return self.A @ token[0] + self.a @ token[1]

    def _second(self, token: Any) -> SymbolicArray:
        return self.B @ token[0] + self.b @ token[1]

    @property
    def left(self) -> SymbolicArray:
        """Return both forms at each row, read by u of the outputs."""
        read = self.u @ self.D

        def entry(form: Callable[[Any], SymbolicArray], token: Callable[[Index], Any]) -> Any:
            return lambda i, j: (read * form(token(i)))[j]

        return array_of(apart(self._entries(entry, swapped=False)), self._rows, self._between)

    @property
    def right(self) -> SymbolicArray:
        """Return the other form at each column."""

        def entry(form: Callable[[Any], SymbolicArray], token: Callable[[Index], Any]) -> Any:
            return lambda j, i: form(token(i))[j]

        return array_of(apart(self._entries(entry, swapped=True)), self._between, self._rows)

    def _entries(self, entry: Any, *, swapped: bool) -> dict[Any, Any]:
        """The entries for each row, or column, and each of the two dimensions of a product."""
        tokens = (self.of_q, self.of_k) if swapped else (self.of_k, self.of_q)
        forms = (self._second, self._first) if swapped else (self._first, self._second)
        found = {}
        for (row, token), (between, form) in product(
            zip(self._rows, tokens, strict=True), zip(self._between, forms, strict=True)
        ):
            names = (between.name, row.name) if swapped else (row.name, between.name)
            found[names] = entry(form, token)
        return found

    def _runs(self, one: Any, other: Any) -> list[Any]:
        """What the two tokens leave together, less each alone."""
        both = tuple(x + y for x, y in zip(one, other, strict=True))
        return [(self.u, [both]), (-self.u, [one]), (-self.u, [other])]

    def mixed(self, i: Index, m: Index) -> Any:
        """Return the sequences for a key-value in a row and a query in a column."""
        return self._runs(self.of_k(i), self.of_q(m)), self._identity(i, m)

    def queries(self, i: Index, m: Index) -> Any:
        """Return the sequences for two queries."""
        return self._runs(self.of_q(i), self.of_q(m)), []

    def mixed_again(self, i: Index, m: Index) -> Any:
        """Return the sequences for a query in a row and a key-value in a column."""
        return self._runs(self.of_q(i), self.of_k(m)), self._identity(m, i)

    def _identity(self, i: Index, m: Index) -> list[Any]:
        """That c.u is 1, times entry i, m of L R S; and what that entry is."""
        made = self.of_k(i)[0] @ self.R @ self.of_q(m)[1]
        return [(1, made), (2, matrix_unit(self._given.parts[2].lhs.axes, i, m))]
