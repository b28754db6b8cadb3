"""The least number of hidden units for attention of any ranks: how it is proved.

Below it by mixed differences of outputs, which are a product through the units; the ranks by the
products of forms; and that the network has these outputs, by simulation.
"""

from collections.abc import Callable, Sequence
from typing import Any

from constructions.arrays import concatenate
from proofs.gated_rnn.s3_2_number_of_neurons.any_gate import MixedDifferences, Signed, apart
from proofs.gated_rnn.s3_2_number_of_neurons.independent_forms import HALF, PRODUCTS
from theorem_checks import (
    Evidence,
    Implies,
    Index,
    Sum,
    array_of,
    conjunction,
    delta,
    family,
    given_each,
    inner_dimension,
    linear_combination,
    prove,
    replacing,
    required_blocks,
    simulation,
    symbol_array,
)
from theorem_checks.proving.effort import lemma
from theorem_checks.statements.arrays.indices import as_index
from theorem_checks.statements.arrays.symbolic_arrays import SymbolicArray, matrix_unit


def by_ranks(whole: Any) -> Evidence:
    """Prove that fewer units do not do, what the ranks are, and that the network does."""
    fewer, ranks, number, same, size = whole.parts
    return conjunction(
        whole, by_mixed_differences(fewer), by_independence(ranks), prove(number),
        by_stored_products(same), prove(size),
    )  # fmt: skip


@lemma
def by_mixed_differences(fewer: Any) -> Evidence:
    """Prove that a network with the outputs of attention has N + b units.

    At the last of three tokens the state is the sum of A^k (g(x) - g(0)) over the tokens x at lags
    k, and of what depends on none of them. So the mixed difference of the outputs in two tokens is
    bilinear in their parts of the state, and a product through the units. Of attention it is
    V (z z^T) M x for x now and z before, and 0 for two tokens before.

    For columns take e_x + e_z less e_x and e_z two steps before, combined by Y, and R e_c now. For
    rows take all e_j now, and the outputs, combined by X; and one step before, with the outputs u,
    v + l less v and l, where l is row i of L, less as many v as make up for u V l. The product is
    X A Y, and 0 below it, and then L M R: both are identities.
    """
    return _LowerBound(fewer).by_differences(fewer)


class BesideQueries(MixedDifferences):
    """The two factors of mixed differences, of what is stored and of queries in a second block.

    A subclass says what is stored: its family, the first of `named`; the sequences for each block,
    `made`; and what a token of the past leaves in a unit, `left_behind`. `hypothesis`: equal
    outputs, and the equations of which the last two are about u, V, v and L, M, R.
    """

    named: tuple[Any, ...]
    made: tuple[Callable[..., Any], ...]

    def __init__(self, hypothesis: Any) -> None:
        same, *self.equations = hypothesis.parts
        super().__init__(same)
        names = "X", "u", "v", "L_M", "R_M", "W_V"
        self.X, self.u, self.v, self.L, self.R, self.V = map(hypothesis.array, names)
        self.M = hypothesis.array("W_K").T @ hypothesis.array("W_Q")
        self.j = Index("now", *self.x.sizes)

    def left_behind(self, unit: Index, m: Index) -> Any:
        """Return what stays in a unit of the m-th of what is stored, two steps before."""
        raise NotImplementedError

    def by_differences(self, bound: Implies) -> Evidence:
        """Prove how many units there are."""
        left, right = self.rows(), self.columns()
        parts = []
        for block, made in zip(required_blocks(left, right), self.made, strict=True):
            runs, equations = made(*block.rows, *block.columns)
            parts.append(
                linear_combination(Implies(bound.hypothesis, block.equal), runs, equations)
            )
        return inner_dimension(bound, left, right, *parts)

    def before(self, i: Index) -> Signed:
        """Return v + l less l and v, l row i of L, and less (u V l) v, and nothing."""
        row, more = self.row(i), self.u @ self.V @ self.row(i)
        return [(1, self.v + row), (-1, row), (-(1 + more), self.v), (1 + more, self.none)]

    def row(self, i: Index) -> SymbolicArray:
        """Return row i of L."""
        return self.vector(lambda k: self.L[i, k])

    def column(self, c: Index) -> SymbolicArray:
        """Return column c of R."""
        return self.vector(lambda k: self.R[k, c])

    def rows(self) -> SymbolicArray:
        """Return the left factor: all tokens now, combined by X, and for a query one before."""
        y = Index("y", *self.y.sizes)

        def of_stored(k: Index, u: Index) -> Any:
            slope = self.slope(self.part(self.unit(self.j)))
            return Sum(self.X[k, y, self.j] * slope[y, u], y, self.j)

        def of_query(i: Index, u: Index) -> Any:
            return (self.u @ self.slope(self.A @ self.parts(self.before(i))))[u]

        stored, query = (own.name for own in self.named)
        entries = {(stored, self.units.name): of_stored, (query, self.units.name): of_query}
        return array_of(apart(entries), self.named, self.units)

    def columns(self) -> SymbolicArray:
        """Return the right factor: what is stored two steps before, and for a query one now."""

        def of_query(u: Index, c: Index) -> Any:
            return self.part(self.column(c))[u]

        stored, query = (own.name for own in self.named)
        entries = {(self.units.name, stored): self.left_behind, (self.units.name, query): of_query}
        return array_of(apart(entries), self.units, self.named)

    def queries(self, i: Index, c: Index) -> Any:
        """Return the sequences for a token one step before and one now; u V v, and L M R."""
        row, now = self.row(i), self.column(c)
        runs = self.mixed(self.u, [(1, self.none)], self.before(i), self.less_nothing(now))
        more = (self.u @ self.V @ row) * (self.v @ self.M @ now)
        return runs, [(2, row @ self.M @ now - more), (3, self.entry(2, i, c))]

    def entry(self, number: int, i: Index, k: Index) -> SymbolicArray:
        """Return weights of one entry of an equation of matrices."""
        return matrix_unit(self.equations[number].lhs.axes, i, k)


class _LowerBound(BesideQueries):
    """What is stored are products of pairs, combined by Y."""

    def __init__(self, fewer: Implies) -> None:
        hypothesis: Any = fewer.hypothesis
        super().__init__(hypothesis)
        self.Y = hypothesis.array("Y")
        ((N,),), ((b,),) = self.X.axes[:1], self.L.axes[:1]
        self.named = family("pair", *N.sizes), family("query", *b.sizes)
        self.a, self.z = (Index(name, *self.x.sizes) for name in ("one", "two"))
        self.made = self.pairs, self.neither, self.queries

    def past(self) -> Signed:
        """Return e_a + e_z, less e_a and e_z, and nothing."""
        return self.two(self.unit(self.a), self.unit(self.z))

    def left_behind(self, unit: Index, m: Index) -> Any:
        """Return what the sums of two tokens leave, combined by Y."""
        moved = self.A @ (self.A @ self.parts(self.past()))
        return Sum(self.Y[self.a, self.z, m] * moved[unit], self.a, self.z)

    def pairs(self, k: Index, m: Index) -> Any:
        """Return the sequences for a pair now and a pair before; and X A Y at [k, m]."""
        weights = self.vector(
            lambda y: self.X[k, y, self.j] * self.Y[self.a, self.z, m], axis=self.y
        )
        now, over = self.less_nothing(self.unit(self.j)), (self.j, self.a, self.z)
        runs = self.mixed(weights, self.past(), [(1, self.none)], now, over=over)
        return runs, [(1, self.entry(0, k, m))]

    def neither(self, i: Index, m: Index) -> Any:
        """Return the sequences for a token one step before and a pair two steps before."""
        weights = self.vector(lambda y: self.u[y] * self.Y[self.a, self.z, m], axis=self.y)
        tokens = self.past(), self.before(i), [(1, self.none)]
        return self.mixed(weights, *tokens, over=(self.a, self.z)), []


@lemma
def by_independence(ranks: Any) -> Evidence:
    """Prove each rank by the products of forms, and of factors, with what is inverse to them."""
    V, M, stored = (Implies(ranks.hypothesis, part) for part in ranks.body.parts)
    axes = ranks.body.parts[-1].rhs.axes
    places = [
        symbol_array(name, *equation.lhs.axes)
        for name, equation in zip(("on_P", "on_Z", "on_R"), ranks.hypothesis.parts, strict=True)
    ]
    P, Z, R = places
    ef, eh = (_only(Z, rows, rows) for rows in ((0, 1), (0, 2)))
    return given_each(
        ranks,
        replacing(V, P @ ef, *places),
        replacing(M, eh.T @ R, *places),
        replacing(stored, _of_products(P, Z, R, axes), *places),
    )


def _only(array: SymbolicArray, *numbers: Sequence[int]) -> SymbolicArray:
    """Return the part of a matrix that has some families of its axes, by their numbers."""
    axes = [tuple(axis[n] for n in own) for axis, own in zip(array.axes, numbers, strict=True)]
    blocks = {
        (r, c): array.blocks[row, column]
        for r, row in enumerate(numbers[0])
        for c, column in enumerate(numbers[1])
    }
    return SymbolicArray(axes, blocks)


def at_forms(P: Any, Z: Any, R: Any) -> tuple[SymbolicArray, SymbolicArray]:
    """Return P_l V Z and R_r^T M^T Z, by P_l P, [E; F; H] Z and R R_r in the places of these."""
    return P @ _only(Z, (0, 1), (0, 1, 2)), R.T @ _only(Z, (0, 2), (0, 1, 2))


def of_products(axes: Any, of: Callable[[str, str], Callable[..., Any]]) -> SymbolicArray:
    """Return the matrix of products by products with such entries."""
    named = [
        tuple(
            family(name, *part.sizes, increasing=part.increasing)
            for name, part in zip(PRODUCTS, axis, strict=True)
        )
        for axis in axes
    ]
    return array_of(
        {(one, other): of(one, other) for one in PRODUCTS for other in PRODUCTS}, *named
    )


def _of_products(P: Any, Z: Any, R: Any, axes: Any) -> SymbolicArray:
    """Return X A Y, by P_l P, [E; F; H] Z and R R_r in the places of these."""
    rows, columns = at_forms(P, Z, R)
    of_row, of_column = {"e": 0, "f": 1}, {"e": 0, "h": 1}
    at = {"e": 0, "f": 1, "h": 2}

    def of(one: str, other: str) -> Callable[..., Any]:
        (g, k), (p, q) = one, other

        def entry(i: Index, j: Index, m: Index, n: Index) -> Any:
            left, right = of_row[g], of_column[k]
            straight = block_at(rows, left, at[p], i, m) * block_at(columns, right, at[q], j, n)
            crossed = block_at(rows, left, at[q], i, n) * block_at(columns, right, at[p], j, m)
            made = straight + crossed
            return made * (1 - delta(m, n) * HALF) if other == "ee" else made

        return entry

    return of_products(axes, of)


def block_at(array: SymbolicArray, row: int, column: int, i: Index, k: Index) -> Any:
    """Return the entry of a block at two indices."""
    (own,), (other,) = (axis[n].indices(k) for k, (axis, n) in
                        enumerate(zip(array.axes, (row, column), strict=True)))  # fmt: skip
    return array.blocks[row, column].renamed([(own, as_index(i)), (other, as_index(k))])


@lemma
def by_stored_products(same: Any) -> Evidence:
    """Prove equal outputs: the network stores the products of forms that attention remembers."""
    state = same.other.state
    ee, eh, fe, fh = (state.part(name) for name in PRODUCTS)
    P_e, P_f = same.array("P_e"), same.array("P_f")
    c, f, h = (family(name, *own.sizes) for name, own in zip("efh", (
        same.array("E").axes[0][0], same.array("F").axes[0][0], same.array("H").axes[0][0]
    ), strict=True))  # fmt: skip
    products = array_of(
        {
            ("e", "e"): lambda i, j: ee[i, j] + ee[j, i] - delta(i, j) * ee[i, j],
            ("e", "h"): lambda i, j: eh[i, j],
            ("f", "e"): lambda i, j: fe[i, j],
            ("f", "h"): lambda i, j: fh[i, j],
        },
        (c, f),
        (c, h),
    )
    return simulation(same, concatenate([P_e.T, P_f.T]).T @ products)
