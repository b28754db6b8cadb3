"""The proof of how many hidden units with lambda = 1, and with another one, attention needs."""

from collections.abc import Callable, Sequence
from typing import Any

from constructions.arrays import concatenate
from proofs.gated_rnn.s3_1_key_ideas.units_needed import UNITS
from proofs.gated_rnn.s3_2_number_of_neurons.any_gate import OnTokens, Signed, apart
from proofs.gated_rnn.s3_2_number_of_neurons.least_by_ranks_proof import by_stored_products
from theorem_checks import (
    Evidence,
    Implies,
    Impulse,
    Index,
    LongRun,
    Sum,
    array_of,
    conjunction,
    family,
    inner_dimension,
    long_linear_combination,
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
    "by_lambda_one",
    "by_lambda_zero",
    "by_units_with_one",
    "by_units_with_zero",
    "through_units_with_one",
]


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
        LongRun(weights * (s * t), [], Impulse(at.age, at.none, before), [x], (j, a, z, at.age))
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
    part = long_linear_combination(Implies(bound.hypothesis, block.equal), runs, equations)
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
    quiet = Impulse(at.age, at.none)

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
            placed = Impulse(at.age, at.none, x)
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
    part = long_linear_combination(Implies(bound.hypothesis, block.equal), runs, equations)
    return inner_dimension(bound, left, right, part)
