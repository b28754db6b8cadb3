r"""How many units with lambda = 1, and with lambda = 0, a network for attention needs.

**Statement.** Let the units of a network be those with lambda = 1, those with lambda = 0, and
others, with any linear recurrence B among themselves, diagonal or dense. Let p be a polynomial with
p(B) = 0. If p(0) = 0 and p(1) = 1, and the outputs are those of attention on one token more than
the degree of p, then the units with lambda = 1 are at least as many as the rank of S -> V S M on
symmetric S. Likewise, where the units with lambda = 1 are among the others: if p(0) = 1, and they
are so on two tokens more than the degree, then the units with lambda = 0 are at least rank M.

**Of r values.** If B is diagonal with r different values besides 0 and 1, then
x (x - b_1) ... (x - b_r) / ((1 - b_1) ... (1 - b_r)) is such a p, of degree r + 1, and for the
values other than 0 (1 - x/b_1) ... (1 - x/b_r), of degree r: both times these are r + 2 tokens.

**Proof.** The mixed difference of the outputs in two tokens is bilinear in what these leave in the
state, g(x) for the last one, and A^k g(x') for one k steps before. Weighted with the coefficients
of p and added up, this leaves p(A) g(x') of the token before: g(x') in the units with lambda = 1,
and 0 in all others. Of attention it is p(1) V x' x'^T M x, whatever k was. So S -> V S M is a
product through the units with lambda = 1.
For lambda = 0 the two tokens are one before all others, and one at each later time: of attention
this is V x' x'^T M x at the last time, and 0 before.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from constructions.arrays import concatenate, ones
from constructions.cells.linear_attention import LinearAttention
from constructions.weights.gated_rnn_description import GatedRNNDescription
from proofs.gated_rnn.s3_2_number_of_neurons.any_gate import AnyGate, OnTokens, Signed, apart
from proofs.gated_rnn.s3_2_number_of_neurons.independent_forms import Factored, remembered
from proofs.gated_rnn.s3_2_number_of_neurons.least_by_ranks_proof import by_stored_products
from theorem_checks import (
    All,
    AtMost,
    Conclusion,
    Equal,
    Evidence,
    Implies,
    Index,
    LongRun,
    Placed,
    SameFirstOutputs,
    SameOutputs,
    Sum,
    World,
    array_of,
    conjunction,
    family,
    inner_dimension,
    long_consequence,
    prove,
    required_blocks,
    state_after,
)
from theorem_checks.proving.rules.entries import only
from theorem_checks.statements.arrays.index_expressions import Times, scalar
from theorem_checks.statements.arrays.index_relations import at_most
from theorem_checks.statements.arrays.symbolic_arrays import (
    SymbolicArray,
    matrix_unit,
    outer,
    zeros,
)
from theorem_checks.statements.arrays.symbolic_arrays import ones as ones_over
from theorem_checks.statements.terms import put, replacement

__all__ = [
    "Beside",
    "by_lambda_one",
    "by_lambda_zero",
    "by_units_with_one",
    "by_units_with_zero",
    "lambda_one_needed",
    "lambda_zero_needed",
    "says_lambda_one",
    "says_lambda_zero",
    "through_units_with_one",
]

UNITS = ("one", "none", "other")


class _Stated(Protocol):
    """On how many tokens, by r, attention is asked for; how many units are needed, by rank.

    And weights of a network, with its number of such units by the ranks a, b and c.
    """

    @property
    def horizon(self) -> Callable[..., Any]: ...

    @property
    def least(self) -> Callable[..., Any]: ...

    @property
    def count(self) -> Callable[..., Any]: ...

    @property
    def weights(self) -> GatedRNNDescription: ...


class Beside:
    """A network of three groups of units beside a layer of attention, on so many tokens.

    Of the other units there are r values of lambda, `fewest` at least.
    """

    def __init__(
        self, horizon: Callable[..., Any], w: World, layer: LinearAttention, fewest: int = 0
    ) -> None:
        (d_v, d), p, r = layer.W_V.shape, w.size("p"), w.size("r", least=fewest)
        n = {name: w.size(f"n_{name}", least=0) for name in UNITS}
        self.V, self.M, self.units, self.r = layer.W_V, _turned(layer.W_K) @ layer.W_Q, n, r
        self.B, token = w.array("B", n["other"], n["other"]), w.array("x", d)
        gates = [w.function(f"g_{name}", d, n[name]) for name in UNITS]
        O, U = (
            concatenate([w.array(f"{read}_{name}", p, n[name]).T for name in UNITS]).T
            for read in "OU"
        )
        L = concatenate([w.array(f"L_{name}", d_v, n[name]).T for name in UNITS]).T
        free = AnyGate(
            self._recurrence(w), lambda x: concatenate([gate(x) for gate in gates]),
            O, U, w.array("D", d_v, p), L, w.array("k", d_v),
        )  # fmt: skip
        machines = w.machine(free, token), w.machine(layer, token)
        self.same = SameFirstOutputs(*machines, w.call(horizon, r))

    def without_others(self, w: World) -> tuple[Conclusion, Conclusion]:
        """A polynomial is 0 at B and at 0, and 1 at 1: coefficients of x, ..., x^(r + 1)."""
        degree, n = self.r + 1, self.units["other"]
        c = w.array("coeff", degree)
        powers = w.by_age(w.matrix_powers("P", self.B, degree))
        of_B = w.entries(
            lambda h, i, j: h.sum(
                lambda k, m: c[k] * self.B[i, m] * powers[k, m, j], degree, n
            ),
            n, n,
        )  # fmt: skip
        of_1 = w.entries(lambda h: h.sum(lambda k: c[k], degree))
        return Equal(of_B, w.zeros(n, n)), Equal(of_1, w.entries(lambda _: 1))

    def _recurrence(self, w: World) -> Any:
        """The matrix with 1, 0 and B on its diagonal."""

        def block(row: str, column: str) -> Any:
            if row == column == "other":
                return self.B
            one = int(row == column == "one")
            sizes = self.units[row], self.units[column]
            return w.entries(lambda h, i, j: h.delta(i, j) if one else 0, *sizes)

        rows = [concatenate([block(row, own).T for own in UNITS]).T for row in UNITS]
        return concatenate(rows)


def says_lambda_one(stated: _Stated, w: World) -> Conclusion:
    """So many are needed; and a network with 0 and 1 for lambda has `count` of them."""
    network, same = _network(stated, w)
    return All((lambda_one_needed(stated, w), same, *_counted(stated, w, network, one=True)))


def says_lambda_zero(stated: _Stated, w: World) -> Conclusion:
    """So many are needed; and a network with 0 and 1 for lambda has `count` of them."""
    network, same = _network(stated, w)
    return All((lambda_zero_needed(stated, w), same, *_counted(stated, w, network, one=False)))


def _network(stated: _Stated, w: World) -> tuple[Any, Conclusion]:
    """The network of these weights, and that its outputs are those of attention."""
    factored = Factored(w)
    network = factored.network(stated.weights)
    return (network, factored), SameOutputs(factored.attention, factored.machine(network))


def _counted(stated: _Stated, w: World, made: Any, *, one: bool) -> tuple[Conclusion, Conclusion]:
    """Each lambda is 0 or 1, and so many are 1, or 0."""
    network, factored = made
    c, f, h = factored.numbers
    lam = network.lam
    every = ones((lam.shape[0],), like=lam)
    chosen = lam if one else every - lam
    count = w.call(stated.count, c + f, c + h, c)
    return Equal(lam * lam, lam), Equal(chosen @ every, 0 * (chosen @ every) + count)


def lambda_one_needed(stated: _Stated, w: World) -> Implies:
    """Units with lambda = 1 are at least N, where N is at most the rank of S -> V S M.

    The polynomial has the coefficients c of x, ..., x^(r + 1).
    """
    at = Beside(stated.horizon, w, _any_layer(w))
    N, stored = w.size("N"), remembered(w, at.V, at.M)
    X = w.array("X", N, stored.shape[0])
    Y = w.right_inverse("Y", X @ stored)
    given = (at.same, Equal(X @ stored @ Y, w.identity(N)), *at.without_others(w))
    return Implies(All(given), AtMost(w.call(stated.least, N), at.units["one"]))


def _turned(matrix: Any) -> Any:
    return matrix.T


def _any_layer(w: World) -> LinearAttention:
    d, d_v, d_k = (w.size(name) for name in ("d", "d_v", "d_k"))
    return LinearAttention(w.array("W_V", d_v, d), w.array("W_K", d_k, d), w.array("W_Q", d_k, d))


def lambda_zero_needed(stated: _Stated, w: World) -> Implies:
    """Units with lambda = 0 are at least b, where b is at most the rank of M, and V is not 0.

    The polynomial has the coefficients 1 and, of x, ..., x^r, c.
    """
    at = Beside(stated.horizon, w, _any_layer(w), fewest=1)  # lambda = 1 is one of the values
    c = w.array("coeff", at.r)
    powers = w.by_age(w.matrix_powers("P", at.B, at.r))
    n = at.units["other"]
    of_B = w.entries(
        lambda h, i, j: (
            h.delta(i, j) + h.sum(lambda k, m: c[k] * at.B[i, m] * powers[k, m, j], at.r, n)
        ),
        n,
        n,
    )
    b = w.size("b")
    u, L = w.array("u", at.V.shape[0]), w.array("L_M", b, at.M.shape[0])
    v, R = w.right_inverse("v", u @ at.V), w.right_inverse("R_M", L @ at.M)
    given = (
        at.same,
        Equal(u @ at.V @ v, w.entries(lambda _: 1)),
        Equal(L @ at.M @ R, w.identity(b)),
        Equal(of_B, w.zeros(n, n)),
        Equal(w.entries(lambda h: 1 + h.sum(lambda k: c[k], at.r)), w.entries(lambda _: 0)),
    )
    return Implies(All(given), AtMost(w.call(stated.least, b), at.units["none"]))


# --- the proof


class _Differences(OnTokens):
    """Mixed differences of the outputs of the network, and the factors through its units."""

    def __init__(self, bound: Implies) -> None:
        hypothesis: Any = bound.hypothesis
        self.bound = bound
        self.same, *self.equations = hypothesis.parts
        self.machine = self.same.one
        self.array = hypothesis.array
        self.O, self.U = (
            concatenate([self.array(f"{read}_{name}").T for name in UNITS]).T for read in "OU"
        )
        self.D = self.array("D")
        ((self.x,),), (self.y,) = self.machine.token.axes, self.D.axes[0]
        self.none = zeros((self.x,))
        self.c = self.array("coeff")
        self.age = Index("age", self.c.axes[0][0].sizes[0])
        self.added = put(
            self.machine.after,
            replacement(self.machine.state, zeros(self.machine.state.axes)),
        )

    def part(self, z: SymbolicArray) -> SymbolicArray:
        """Return g(z) - g(0), what a token leaves in the state."""
        there, nowhere = (
            put(self.added, replacement(self.machine.token, x)) for x in (z, self.none)
        )
        return there - nowhere

    def parts(self, tokens: Signed) -> SymbolicArray:
        """Return what tokens leave in the state, each with its factor."""
        total = zeros(self.machine.state.axes)
        for sign, z in tokens:
            total = total + self.times(self.part(z), sign)
        return total

    def times(self, array: SymbolicArray, *by: Any) -> SymbolicArray:
        """Return an array times numbers, which may be made of entries."""
        number = Times(tuple(map(only, by)))
        return SymbolicArray(array.axes, {at: e * number for at, e in array.blocks.items()})

    def moved(self, state: SymbolicArray) -> SymbolicArray:
        """Return a state after one more token, less what the token leaves."""
        machine = self.machine
        nothing = replacement(machine.token, self.none)
        after = put(machine.after, {**replacement(machine.state, state), **nothing})
        return after - put(self.added, nothing)

    def slope(self, state: SymbolicArray, units: str) -> SymbolicArray:
        """Return the bilinear form of the outputs, given one state, in some units of the other."""
        every = ones_over((self.y,))
        left, right = (self.D * outer(every, read @ state) for read in (self.O, self.U))
        return left @ self.array(f"U_{units}") + right @ self.array(f"O_{units}")

    def of(self, state: SymbolicArray, units: str) -> SymbolicArray:
        """Return the part of a state in some units."""
        number = UNITS.index(units)
        axis = (state.axes[0][number],)
        return SymbolicArray((axis,), {(0,): state.blocks.get((number,), scalar(0))})

    def entry(self, number: int, i: Index, k: Index) -> SymbolicArray:
        """Return weights of one entry of an equation of matrices."""
        return matrix_unit(self.equations[number].lhs.axes, i, k)

    def entry_of(self, number: int, i: Index, k: Index) -> Any:
        """Return an entry of the left side of an equation of matrices."""
        left = self.equations[number].lhs
        (row,), (column,) = (axis[0].indices(n) for n, axis in enumerate(left.axes))
        return left.blocks[0, 0].renamed([(row, i), (column, k)])

    def matrix(self, number: int, made: Callable[[Index, Index], Any]) -> SymbolicArray:
        """Return weights of all entries of an equation of matrices."""
        axes = self.equations[number].lhs.axes
        (row,), (column,) = (axis[0].indices(n) for n, axis in enumerate(axes))
        return SymbolicArray(axes, {(0, 0): scalar(made(row, column))})


def by_lambda_one(whole: Any) -> Evidence:
    """Prove the bound, and that the network has the outputs of attention, by what it stores."""
    return _with_network(whole, by_units_with_one)


def by_lambda_zero(whole: Any) -> Evidence:
    """Prove the bound, and that the network has the outputs of attention, by what it stores."""
    return _with_network(whole, by_units_with_zero)


def _with_network(whole: Any, by: Callable[[Any], Evidence]) -> Evidence:
    bound, same, *counted = whole.parts
    return conjunction(whole, by(bound), by_stored_products(same), *map(prove, counted))


def by_units_with_one(bound: Any) -> Evidence:
    """Prove it: X A Y is the identity, A the matrix of S -> V S M."""
    X, Y = bound.hypothesis.array("X"), bound.hypothesis.array("Y")
    (N,) = X.axes[0]
    return through_units_with_one(
        bound,
        family("pair", *N.sizes),
        lambda y, j, k: X[k, y, j],
        lambda a, z, m: Y[a, z, m],
        stored=True,
    )


def through_units_with_one(
    bound: Any, pair: Any, X: Callable[..., Any], Y: Callable[..., Any], *, stored: bool = False
) -> Evidence:
    """Prove it: S -> V S M, between X and Y, is a product through the units with lambda = 1.

    **Arguments**: `pair`, the family of the rows of the product; X of an output, of a coordinate of
    the token now, and of a row; Y of two coordinates of the token before, and of a column; and
    whether that the product is the identity is the first equation of the hypothesis, or follows by
    inverses.
    """
    at = _Differences(bound)
    (units,) = (at.machine.state.axes[0][0],)
    named = pair, family("one", *units.sizes)
    y, (j, a, z) = Index("y", *at.y.sizes), (Index(n, *at.x.sizes) for n in ("now", "a", "z"))
    e_a, e_z = at.unit(a), at.unit(z)
    past, now = at.two(e_a, e_z), at.less_nothing(at.unit(j))
    leaves = at.parts(past)

    def weighted(row: Sequence[Index], name: str, u: Index) -> Any:
        """The outputs now, weighted by X, given one unit."""
        return Sum(X(y, j, *row) * at.slope(at.part(at.unit(j)), name)[y, u], y, j)

    def stays(u: Index, column: Sequence[Index], name: str) -> Any:
        """What the tokens before leave in one unit, weighted by Y."""
        return Sum(Y(a, z, *column) * at.of(leaves, name)[u], a, z)

    rows, one = (own.name for own in named)
    left = array_of(apart({(rows, one): lambda *at: weighted(at[:-1], "one", at[-1])}), *named)
    right = array_of(apart({(one, rows): lambda u, *at: stays(u, at, "one")}), *named[::-1])
    (block,) = required_blocks(left, right)
    k, m = block.rows, block.columns
    inside = _inside(pair, k) * _inside(pair, m)
    weights = at.vector(lambda i: at.c[at.age] * X(i, j, *k) * Y(a, z, *m) * inside, axis=at.y)
    runs = [
        LongRun(weights * (s * t), [], Placed(at.age, at.none, before), [x], (j, a, z, at.age))
        for s, before in past
        for t, x in now
    ]
    through, first = Index("u", *units.sizes), 1 if stored else 0
    of_1 = at.equations[first + 1]
    own = Sum(weighted(k, "one", through) * stays(through, m, "one"), through)
    attention = at.entry_of(0, *k, *m) if stored else scalar(block.equal.rhs)
    equations = [
        (
            first + 1,
            at.matrix(
                first, lambda i, l: -1 * weighted(k, "other", i) * stays(l, m, "other") * inside
            ),
        ),
        (first + 2, SymbolicArray(of_1.lhs.axes, {(): attention - own * inside})),
    ]
    if stored:
        equations.append((1, at.entry(0, *k, *m)))
    part = long_consequence(Implies(bound.hypothesis, block.equal), runs, equations)
    return inner_dimension(bound, left, right, part)


def _inside(pair: Any, row: Sequence[Index]) -> Any:
    """1 for the indices of a family that belong to it, and 0 for others."""
    return at_most(*row) if pair.increasing else scalar(1)


def by_units_with_zero(bound: Any) -> Evidence:
    """Prove it: x -> u V z z^T M x is a product through the units with lambda = 0.

    With the outputs u, and for z the tokens v + l less v and l, where l is row i of L, less as many
    v as make up for u V l, this is L M, and with R_M for x the identity.
    """
    at = _Differences(bound)
    u, v, L, R, V = map(bound.hypothesis.array, ("u", "v", "L_M", "R_M", "W_V"))
    M = bound.hypothesis.array("W_K").T @ bound.hypothesis.array("W_Q")
    (b,) = L.axes[0]
    (units,) = (at.machine.state.axes[0][1],)
    named = family("query", *b.sizes), family("none", *units.sizes)
    quiet = Placed(at.age, at.none)

    def row_of(i: Index) -> SymbolicArray:
        return at.vector(lambda k: L[i, k])

    def before(i: Index) -> Signed:
        more = u @ V @ row_of(i)
        return [(1, v + row_of(i)), (-1, row_of(i)), (-1 - more, v), (1 + more, at.none)]

    def weighted(i: Index, name: str, unit: Index) -> Any:
        """The outputs u, given one unit, of the tokens before all others."""
        total = zeros(at.machine.state.axes)
        for sign, z in before(i):
            here = at.moved(state_after(bound, at.machine, [z], quiet))
            total = total + at.times(here, sign)
        return (u @ at.slope(total, name))[unit]

    def leaves(unit: Index, k: Index, name: str) -> Any:
        """What column k of R_M leaves in one unit."""
        return at.of(at.part(at.vector(lambda n: R[n, k])), name)[unit]

    query, none = (own.name for own in named)
    left = array_of(apart({(query, none): lambda i, n: weighted(i, "none", n)}), *named)
    right = array_of(apart({(none, query): lambda n, k: leaves(n, k, "none")}), *named[::-1])
    (block,) = required_blocks(left, right)
    (i,), (k,) = block.rows, block.columns
    column = at.vector(lambda n: R[n, k])
    runs = []
    for sign, z in before(i):
        for t, x in ((1, column), (-1, at.none)):
            runs.append(LongRun(at.times(u, sign, t), [z], quiet, [x]))
            later = at.times(u, sign, at.c[at.age], t)
            placed = Placed(at.age, at.none, x)
            runs.append(LongRun(later, [z], placed, [at.none], (at.age,)))
    row, more = row_of(i), (u @ V @ row_of(i)) * (v @ M @ column)
    (one,) = (at.machine.state.axes[0][0],)
    through = Index("u", *one.sizes)
    own = Sum(weighted(i, "one", through) * leaves(through, k, "one"), through)
    equations = [
        (1, row @ M @ column - more),
        (2, at.entry(1, i, k)),
        (3, at.matrix(2, lambda n, m: -1 * (weighted(i, "other", n) * leaves(m, k, "other")))),
        (4, SymbolicArray((), {(): -own})),
    ]
    part = long_consequence(Implies(bound.hypothesis, block.equal), runs, equations)
    return inner_dimension(bound, left, right, part)
