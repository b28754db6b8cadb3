r"""The least number of hidden units for attention of any ranks: what is said, and how it is proved.

A matrix A has rank r at least if, and only if, X A Y is the identity of r rows for some X and Y.
So ranks are spoken of by equations: X, Y and the one-sided inverses of independent rows and columns
are free arrays, and the equations are hypotheses.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Protocol

from constructions import arrays
from constructions.arrays import concatenate, ones
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.indexed import Family, IndexedArray
from constructions.indexed import family as indices
from constructions.weights.gated_rnn_description import GatedRNNDescription
from proofs.gated_rnn.s3_2_number_of_neurons.any_gate import (
    AnyGate,
    AtThree,
    MixedDifferences,
    Signed,
    apart,
)
from theorem_checks import (
    All,
    AtMost,
    Conclusion,
    Equal,
    Evidence,
    Implies,
    Index,
    SameOutputs,
    StateSize,
    Sum,
    World,
    array_of,
    conjunction,
    consequence,
    delta,
    family,
    given_each,
    inner_dimension,
    prove,
    replacing,
    required_blocks,
    simulation,
    symbol_array,
)
from theorem_checks.proving.effort import lemma
from theorem_checks.statements.arrays.indices import as_index
from theorem_checks.statements.arrays.symbolic_arrays import SymbolicArray, matrix_unit

__all__ = [
    "IDENTITY",
    "LEFT",
    "PRODUCTS",
    "Factored",
    "at_forms",
    "block_at",
    "by_independence",
    "by_ranks",
    "by_stored_products",
    "of_products",
    "says_least_by_ranks",
]


class _Stated(Protocol):
    """A count of hidden units by ranks, and weights that are to reach it."""

    @property
    def count(self) -> Callable[..., Any]: ...

    @property
    def needed(self) -> Callable[..., Any]: ...

    @property
    def weights(self) -> GatedRNNDescription: ...


def says_least_by_ranks(stated: _Stated, w: World) -> Conclusion:
    """Attention takes N + b units; N is count(a, b, c) - b at least; and so many units do.

    In this order: no network of fewer than N + b units has the outputs of attention at three
    tokens, where V is not 0, b is at most the rank of M = W_K^T W_Q, and N at most that of
    S -> V S M on symmetric S. Of V = P [E; F] and M = [E; H]^T R, with c, a - c and b - c rows in
    E, F and H, independent together, P of full column rank and R of full row rank, these ranks are
    a, b and count(a, b, c) - b at least. And the network has count(a, b, c) units, and its outputs.
    """
    factored = Factored(w)
    c, f, h = factored.numbers
    count = w.call(stated.count, c + f, c + h, c)
    network = factored.machine(factored.network(stated.weights))
    return All(
        (
            said_to_take(w, stated.needed),
            factored.says_ranks(),
            Equal(factored.number_of_products(), count - (c + h)),
            SameOutputs(factored.attention, network),
            StateSize(network, count),
        )
    )


def remembered(w: World, V: Any, M: Any) -> Any:
    """Return the matrix of S -> V S M on symmetric S, in the e_x e_z^T + e_z e_x^T."""
    (d_v, d), (_, m) = V.shape, M.shape

    def entry(_: Any, y: Any, j: Any, x: Any, z: Any) -> Any:
        return V[y, x] * M[z, j] + V[y, z] * M[x, j]

    return w.entries(entry, (_number(d_v), _number(m)), (_number(d), _number(d)))


def _number(size: Any) -> Any:
    return getattr(size, "number", size)


def said_to_take(w: World, needed: Callable[..., Any]) -> Implies:
    """No network of fewer than N + b units, as `needed` says, has the outputs of attention.

    Three tokens are enough: at these the outputs are to be equal. The networks are all with a dense
    linear recurrence, any input gate and outputs quadratic in the state.
    """
    d, d_v, d_k, n, p = (w.size(name) for name in ("d", "d_v", "d_k", "n", "p"))
    N, b = w.size("N"), w.size("b")
    V, K, Q = w.array("W_V", d_v, d), w.array("W_K", d_k, d), w.array("W_Q", d_k, d)
    M, token = K.T @ Q, w.array("x", d)
    read = w.array("O", p, n), w.array("U", p, n), w.array("D", d_v, p), w.array("L", d_v, n)
    free = AnyGate(w.array("A", n, n), w.function("g", d, n), *read, w.array("k", d_v))
    one = arrays.ones((V.shape[0],), like=V)
    at_three = [w.machine(AtThree(cell, one), token) for cell in (free, LinearAttention(V, K, Q))]
    stored = remembered(w, V, M)
    X, L, u = w.array("X", N, stored.shape[0]), w.array("L_M", b, d), w.array("u", d_v)
    Y, R = w.right_inverse("Y", X @ stored), w.right_inverse("R_M", L @ M)
    v = w.right_inverse("v", u @ V)
    given = (
        SameOutputs(*at_three),
        Equal(X @ stored @ Y, _identity(w, N)),
        Equal(u @ V @ v, w.entries(lambda _: 1)),
        Equal(L @ M @ R, _identity(w, b)),
    )
    return Implies(All(given), AtMost(w.call(needed, N, b), n))


def _identity(w: World, size: Any) -> Any:
    return w.entries(lambda helper, i, j: helper.delta(i, j), size, size)


# --- attention by independent forms

HALF = Fraction(1, 2)
PRODUCTS = {
    "ee": indices("ee", increasing=True, i="c", j="c"),
    "eh": indices("eh", i="c", j="h"),
    "fe": indices("fe", i="f", j="c"),
    "fh": indices("fh", i="f", j="h"),
}
FORMS = {name: indices(name, i=size) for name, size in (("e", "c"), ("f", "f"), ("h", "h"))}
Axis = tuple[Family, ...]


def _chosen(names: str, own: str) -> IndexedArray:
    """The columns of the identity of some forms that belong to some of these."""
    axes = tuple(tuple(FORMS[name] for name in listed) for listed in (names, own))
    return IndexedArray(axes, {(name, name): lambda w, i, k: w.delta(i, k) for name in own})


def _same_product(w: Any, i: Any, j: Any, k: Any, m: Any) -> Any:
    return w.delta(i, k) * w.delta(j, m)


IDENTITY = IndexedArray(
    (tuple(PRODUCTS.values()),) * 2, {(name, name): _same_product for name in PRODUCTS}
)


def _left(name: str) -> Callable[..., Any]:
    rows, columns = (letter.upper() for letter in name)
    return lambda w, i, j, y, z: getattr(w, f"P_{rows}")[i, y] * getattr(w, f"R_{columns}")[z, j]


def _right(name: str) -> Callable[..., Any]:
    rows, columns = (letter.upper() for letter in name)

    def entry(w: Any, x: Any, z: Any, i: Any, j: Any) -> Any:
        made = getattr(w, f"Z_{rows}")[x, i] * getattr(w, f"Z_{columns}")[z, j]
        return made * (1 - w.delta(i, j) * HALF) if name == "ee" else made

    return entry


_OUTPUTS, _INPUTS = indices("yz", y="d_v", z="d"), indices("xz", x="d", z="d")
LEFT = IndexedArray(
    (tuple(PRODUCTS.values()), (_OUTPUTS,)), {(name, "yz"): _left(name) for name in PRODUCTS}
)
RIGHT = IndexedArray(
    ((_INPUTS,), tuple(PRODUCTS.values())), {("xz", name): _right(name) for name in PRODUCTS}
)


class Factored:
    """Attention of V = P [E; F] and M = [E; H]^T R, and what belongs to it."""

    def __init__(self, w: World) -> None:
        self._w = w
        self.numbers = c, f, h = [w.size(name, least=0) for name in "cfh"]
        d, d_v = w.size("d_x"), w.size("d_y")
        self._sizes = {"c": c, "f": f, "h": h, "d": d, "d_v": d_v}
        E, F, H = w.array("E", c, d), w.array("F", f, d), w.array("H", h, d)
        P_e, P_f = w.array("P_e", d_v, c), w.array("P_f", d_v, f)
        R_e, R_h = w.array("R_e", c, d), w.array("R_h", h, d)
        self._given = {"E": E, "F": F, "H": H, "P_e": P_e, "P_f": P_f, "R_e": R_e, "R_h": R_h}
        self.forms = concatenate([E, F, H])
        self.P, self.R = concatenate([P_e.T, P_f.T]).T, concatenate([R_e, R_h])
        self.V, self.M = P_e @ E + P_f @ F, E.T @ R_e + H.T @ R_h
        self.Z = w.right_inverse("Z", self.forms)
        self.P_left = w.right_inverse("P_l", self.P.T).T
        self.R_right = w.right_inverse("R_r", self.R)
        layer = LinearAttention(self.V, concatenate([E, H]), self.R)
        self._token = w.array("x_t", d)
        self.attention = w.machine(layer, self._token)

    def network(self, weights: GatedRNNDescription) -> GatedRNN:
        """Return a network that is described by the factors."""
        names = ("lam", "W_in_m", "W_in_x", "W_out_m", "W_out_x", "D")
        made: dict[str, Any] = {
            name: self._w.described(getattr(weights, name), self._sizes, self._given)
            for name in names
        }
        return GatedRNN(**made, append_one=weights.append_one)

    def machine(self, network: GatedRNN) -> Any:
        """Return a network as a machine that reads the tokens of attention."""
        return self._w.machine(network, self._token)

    def described(self, array: IndexedArray, **parameters: Any) -> Any:
        """Return an array that is described by these parameters."""
        return self._w.described(array, self._sizes, parameters)

    def inverses(self) -> dict[str, Any]:
        """Return rows of P_l, and columns of R_r and of Z, of the forms of each group."""
        parts = {}
        for name in "ef":
            parts[f"P_{name.upper()}"] = self.described(_chosen("ef", name)).T @ self.P_left
        for name in "eh":
            parts[f"R_{name.upper()}"] = self.R_right @ self.described(_chosen("eh", name))
        for name in "efh":
            parts[f"Z_{name.upper()}"] = self.Z @ self.described(_chosen("efh", name))
        return parts

    def _witnesses(self) -> tuple[Any, Any]:
        """X and Y with which X A Y is the identity, A the matrix of S -> V S M."""
        parts = self.inverses()
        left, right = (
            {name: own for name, own in parts.items() if name[0] in of} for of in ("PR", "Z")
        )
        return self.described(LEFT, **left), self.described(RIGHT, **right)

    def number_of_products(self) -> Any:
        """Return how many products there are."""
        left, _ = self._witnesses()
        return self._w.count(ones((left.shape[0],), like=left))

    def independence(self) -> tuple[Equal, Equal, Equal]:
        """Say that the columns of P, all forms, and the rows of R are independent."""
        one = {names: self.described(_chosen(names, names)) for names in ("ef", "eh", "efh")}
        return (
            Equal(self.P_left @ self.P, one["ef"]),
            Equal(self.forms @ self.Z, one["efh"]),
            Equal(self.R @ self.R_right, one["eh"]),
        )

    def says_ranks(self) -> Implies:
        """The ranks of V and M, and of S -> V S M, if forms and factors are independent."""
        one = {names: self.described(_chosen(names, names)) for names in ("ef", "eh")}
        ef, eh = (self.Z @ self.described(_chosen("efh", names)) for names in ("ef", "eh"))
        left, right = self._witnesses()
        given = self.independence()
        stored = remembered(self._w, self.V, self.M)
        ranks = (
            Equal(self.P_left @ self.V @ ef, one["ef"]),
            Equal(eh.T @ self.M @ self.R_right, one["eh"]),
            Equal(left @ stored @ right, self.described(IDENTITY)),
        )
        return Implies(All(given), All(ranks))


# --- the proof


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
            parts.append(consequence(Implies(bound.hypothesis, block.equal), runs, equations))
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
