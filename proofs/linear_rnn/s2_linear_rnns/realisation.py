r"""Proposition 2.1(b): any filter of T coefficients is the impulse response of a linear RNN.

The network remembers the last T inputs, or prepares the next T outputs. Its units move on by one
block at each token, so that the state is a sum over the tokens before, each moved on by its age.
The printed bound of T n_x n_y units is generous: T min(n_x, n_y) always suffice, and for some
filter nothing less does.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy as sp

from constructions.arrays import polynomials, system_of
from constructions.cells.linear_rnn import LinearRNN
from constructions.cells.scaled_convolution import ScaledConvolution
from constructions.weights.filter_as_linear_rnn import (
    INPUT_MEMORY,
    OUTPUT_MEMORY,
    FilterMemory,
    smaller_memory,
)
from proofs.linear_rnn import PAPER
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Computes,
    Conclusion,
    Counterexample,
    Equal,
    Evidence,
    Implies,
    Index,
    Mutant,
    Source,
    StateSize,
    Sum,
    World,
    arithmetic,
    array_of,
    certificate,
    check,
    conjunction,
    delta,
    equal_maps,
    family,
    lag,
    linear_combination,
    minimum,
    order_of_delay,
    proof_of,
    prove,
    required_response,
    unrolling_delays,
)
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.conclusions import symbols_of


@dataclass(frozen=True)
class Memory:
    """A network for a filter, from its weights at every size, and how many units it has."""

    weights: FilterMemory = INPUT_MEMORY
    changed: Callable[[LinearRNN], LinearRNN] = lambda network: network
    units: Callable[[Any, Any, Any], Any] = lambda T, n_x, n_y: T * n_x

    def network(self, built: Callable[[Any], Any], scale: Any) -> LinearRNN:
        """Return the network; `built` makes an array of a description."""
        return self.changed(self.weights.network(built, scale))

    def of_numbers(self, filters: Any, scale: Any) -> LinearRNN:
        """Return the network for concrete filters."""
        sizes = dict(zip(("T", "n_y", "n_x"), filters.shape, strict=True))
        system = system_of(filters, scale)
        return self.network(lambda a: a.array(system, sizes, {"L": filters}), scale)


class Filter:
    """Any filter of T coefficients and any scale, and sequences of N tokens."""

    def __init__(self, w: World) -> None:
        names = ("T", "n_x", "n_y", "N")
        self.w, (self.T, self.n_x, self.n_y, self.N) = w, map(w.size, names)
        self.sizes = {"T": self.T, "n_x": self.n_x, "n_y": self.n_y}
        self.L, self.s = w.array("L", self.T, self.n_y, self.n_x), w.number("s", nonzero=True)
        self.xs, self.x = w.array("xs", self.N, self.n_x), w.array("x", self.n_x)

    def machine(self, memory: Memory) -> Any:
        """The network for the filter."""
        built = memory.network(lambda a: self.w.described(a, self.sizes, {"L": self.L}), self.s)
        return self.w.machine(built, self.x)

    def computed_by(self, machine: Any) -> Computes:
        """That a machine puts out y_t = sum_{j < T} L_j x_{t-j}, whatever the sequence is."""

        def output(at: Any, t: Any, a: Any) -> Any:
            def term(r: Any, j: Any, b: Any) -> Any:
                return at.lag(t, r, j) * self.L[j, a, b] * self.xs[r, b]

            return at.sum(term, self.N, self.T, self.n_x)

        return Computes(machine, self.xs, self.w.entries(output, self.N, self.n_y))


def says_realised(memory: Memory, w: World) -> Conclusion:
    """The network is the convolution with L on all sequences; it has so many units, no more.

    s is the factor n^{-1/2} of W and C, any number but 0: the weights built are divided by it.
    """
    given = Filter(w)
    machine = given.machine(memory)
    units = w.call(memory.units, given.T, given.n_x, given.n_y)
    most = given.T * given.n_x * given.n_y
    return All((given.computed_by(machine), StateSize(machine, units), AtMost(units, most)))


def by_delays(whole: Any) -> Evidence:
    """The state is a sum over the tokens, each moved on by its age."""
    computed, size, most = whole.parts
    return conjunction(whole, unrolling_delays(computed), prove(size), arithmetic(most))


FILTERS = [
    {"xs": (T, n_x), "filters": (T, n_y, n_x)}
    for T, n_y, n_x in ((1, 1, 1), (3, 1, 1), (2, 2, 1), (2, 1, 2), (3, 2, 2), (2, 2, 3))
]


@check("exact")
def check_same_outputs(memory):
    """The network is the convolution with the filter, as polynomials, and has the units stated."""
    scale = Fraction(1, 2)

    def outputs(xs, filters):
        return memory.of_numbers(filters, scale)(xs)

    for shapes in FILTERS:
        lags, n_y, n_x = shapes["filters"]
        ring = polynomials(filters=shapes["filters"])
        built = memory.of_numbers(ring.symbols("filters"), scale).W.shape[0]
        stated = memory.units(lags, n_x, n_y)
        if built != stated:
            values = {"T": lags, "n_x": n_x, "n_y": n_y}
            return Evidence.refuted(Counterexample(values, claimed=str(stated), found=str(built)))
    return equal_maps(outputs, convolution, sizes=FILTERS)


def convolution(xs, filters):
    """Return the outputs of the shipped convolution with a filter, of scale 1 at every lag."""
    return ScaledConvolution(filters, 1 + 0 * filters[:, 0, 0])(xs)


def without_recurrent_scale(network):
    """Return the network whose W is not divided by the scale."""
    return replace(network, W=network.W * network.scale)


def without_output_scale(network):
    """Return the network whose C is not divided by the scale."""
    return replace(network, C=network.C * network.scale)


AT = [{"T": 1, "n_x": 1, "n_y": 1, "N": 2}, {"T": 2, "n_x": 2, "n_y": 1, "N": 3}]

proposition_b = Claim(
    id="linear-rnn/prop-2.1b",
    title="Any filter of T coefficients is the response of a linear RNN with T n_x hidden units",
    source=Source(PAPER, "Proposition 2.1(b)"),
    statement=r"\forall L_0, \dots, L_{T-1}\;\exists (W, F, C):\;"
    r" L_j = n^{-(j+1)/2} C W^j F,\quad n = T n_x \le T n_x n_y",
    assumptions=(r"any factor $n^{-1/2} \ne 0$ of W and C",),
    subject=Memory(),
    says=says_realised,
    checks=(
        proof_of(says_realised, by_delays, instances=AT),
        check_same_outputs,
        certificate(says_realised, proof="delays.v", tier="deep"),
    ),
    mutants=(
        Mutant("no-recurrent-scale", Memory(changed=without_recurrent_scale), "W as it is"),
        Mutant("no-output-scale", Memory(changed=without_output_scale), "C as it is"),
        Mutant("one-short", Memory(units=lambda T, n_x, n_y: (T - 1) * n_x), "T - 1 blocks"),
        Mutant("outputs", Memory(OUTPUT_MEMORY), "the memory of outputs, of T n_y units"),
    ),
    late=(
        Mutant(
            "long",
            Memory(units=lambda T, n_x, n_y: T * n_x if T < 999 else T * n_x + 1),
            "one unit more from T = 999 on",
        ),
        Mutant(
            "far",
            Memory(changed=lambda net: net if net.W.shape[0] < 999 else without_output_scale(net)),
            "C is not divided by the scale from 999 units on",
        ),
    ),
    notes="The outputs are those of the convolution on sequences of every length N, longer than T"
    " or not. The text allows T n_x n_y units; how few always suffice is"
    " linear-rnn/new-fewest-units.",
)


# How few units always suffice


@dataclass(frozen=True)
class Fewest:
    """How many units suffice for every filter; and the two networks, of which the smaller does."""

    units: Callable[[Any, Any, Any], Any] = lambda T, n_x, n_y: T * minimum(n_x, n_y)
    inputs: Memory = Memory()
    outputs: Memory = Memory(OUTPUT_MEMORY, units=lambda T, n_x, n_y: T * n_y)


def says_fewest(fewest: Fewest, w: World) -> Conclusion:
    """Both memories compute every filter; for the hardest one no network has fewer units.

    The number of units is that of the memory of inputs, or of outputs, whichever is smaller.

    The hardest filter has, of m inputs and m outputs, the identity at lag T - 1, and 0 before. C is
    what reads these m outputs, and F what the m inputs drive, in any network; there may be p more
    inputs, or p more outputs, which are not looked at. The network's powers are those of
    A = n^{-1/2} W, any matrix. F is a block of columns of R, which is any array, so that F is any.
    """
    given = Filter(w)
    n, m, p, s, T = w.size("n"), w.size("m"), w.size("p", least=0), given.s, given.T
    units = w.call(fewest.units, T, given.n_x, given.n_y)
    enough = []
    for memory in (fewest.inputs, fewest.outputs):
        machine = given.machine(memory)
        number = w.call(memory.units, T, given.n_x, given.n_y)
        enough += [given.computed_by(machine), StateSize(machine, number)]
    A, C = w.array("A", n, n), w.array("C", m, n)
    age = w.by_age(w.matrix_powers("power", A, T))

    def last(at: Any, j: Any) -> Any:
        return 1 - at.sum(lambda later: at.follows(later, j), T)

    seen = w.entries(lambda at, j, a, h: at.sum(lambda g: s * C[a, g] * age[j, g, h], n), (T, m), n)
    R = w.right_inverse("R", seen)
    F = R @ w.entries(lambda at, j, b, c: last(at, j) * at.delta(b, c), (T, m), m)
    response = w.entries(
        lambda at, j, a, b: at.sum(lambda h, g: s * C[a, h] * age[j, h, g] * F[g, b], n, n),
        *(T, m, m),
    )
    hardest = w.entries(lambda at, j, a, b: last(at, j) * at.delta(a, b), T, m, m)
    least = [w.call(fewest.units, T, *both) for both in ((m, m + p), (m + p, m))]
    return All(
        (
            *enough,
            Implies(AtMost(given.n_x, given.n_y), Equal(units, T * given.n_x)),
            Implies(AtMost(given.n_y, given.n_x), Equal(units, T * given.n_y)),
            *(Implies(Equal(response, hardest), AtMost(number, n)) for number in least),
        )
    )


def by_delays_and_lateness(whole: Any) -> Evidence:
    """Both memories are delay lines; what comes T - 1 steps late takes T blocks of units."""
    inputs, n_inputs, outputs, n_outputs, *smaller, more_outputs, more_inputs = whole.parts
    return conjunction(
        whole,
        *(unrolling_delays(inputs), prove(n_inputs), unrolling_delays(outputs), prove(n_outputs)),
        *map(arithmetic, smaller),
        *map(by_lateness, (more_outputs, more_inputs)),
    )


def by_lateness(bound: Any) -> Evidence:
    """The response of a network is the hypothesis; F is the last block of columns of R."""
    hypothesis = bound.hypothesis
    C, R, powers = map(hypothesis.array, ("C", "R", "power_by_age"))
    (s,) = (symbol for symbol in symbols_of(bound) if symbol.name == "s")
    axes = hypothesis.lhs.axes
    (j,), (a,), (b,) = (axis[0].indices(place) for place, axis in enumerate(axes))

    def column(h: Index, c: Index) -> Any:
        i, k, later = Index("i", j.size), Index("k", a.size), Index("later", j.size)
        one = Index("one", 2)
        follows = Sum(lag(later, i, one), one) - delta(later, i)
        return Sum(R[h, i, k] * (1 - Sum(follows, later)) * delta(k, c), i, k)

    n = family("h", R.axes[0][0].sizes[0])
    F = array_of({("h", "c"): column}, n, family("c", a.size))
    needed = required_response(C * s, powers, F, j.size)
    place = delta(j, needed.lag) * delta(a, needed.row) * delta(b, needed.column)
    weights = SymbolicArray(axes, {(0, 0, 0): place})
    part = linear_combination(Implies(hypothesis, needed.equal), [], [(1, weights)])
    return order_of_delay(bound, C * s, powers, F, j.size, part)


@check("exact", kills=("one-short",))
def check_enough(fewest):
    """The smaller of the two memories has so many units, and computes the convolution."""
    scale = Fraction(1, 2)

    def outputs(xs, filters):
        return smaller_memory(filters, scale)(xs)

    for shapes in FILTERS:
        lags, n_y, n_x = shapes["filters"]
        filters = polynomials(filters=shapes["filters"]).symbols("filters")
        found = smaller_memory(filters, scale).W.shape[0]
        stated = int(fewest.units(lags, n_x, n_y))
        if found > stated:
            values = {"T": lags, "n_x": n_x, "n_y": n_y}
            return Evidence.refuted(Counterexample(values, claimed=str(stated), found=str(found)))
    return equal_maps(outputs, convolution, sizes=FILTERS)


@check("exact", kills=("product", "inputs-only", "one-short"))
def check_needed(fewest):
    """The Hankel matrix of the hardest filter has this rank, whatever follows after lag T - 1.

    Block (i, k) is L_{i+k}; what follows are free variables. It is the product of the C W^i and
    the W^k F, up to powers of the scale, so that n is no less than its rank. The filter is 0 but
    for an identity of size m = min(n_x, n_y) at one lag.
    """
    for lags, size in ((1, 1), (2, 1), (3, 1), (4, 1), (2, 2), (3, 2)):
        determinant = sp.expand(_hankel(lags, size).det())
        for n_x, n_y in ((size, size + 1), (size + 1, size)):
            stated, rank = int(fewest.units(lags, n_x, n_y)), lags * size
            if stated != rank or abs(determinant) != 1:
                values = {"T": lags, "n_x": n_x, "n_y": n_y}
                found = f"{rank}, the determinant of the Hankel matrix being {determinant}"
                return Evidence.refuted(Counterexample(values, claimed=str(stated), found=found))
    return Evidence.holds("T <= 4, min(n_x, n_y) <= 2")


def _hankel(lags, size):
    """The matrix of blocks L_{i+k}, with free variables after lag T - 1."""
    blocks = [int(lag == lags - 1) * sp.eye(size) for lag in range(lags)]
    blocks += [
        sp.Matrix(size, size, lambda a, b, lag=lag: sp.Symbol(f"L{lag}_{a}{b}"))
        for lag in range(lags, 2 * lags - 1)
    ]
    return sp.Matrix(sp.BlockMatrix([[blocks[i + k] for k in range(lags)] for i in range(lags)]))


SIZES = [
    {"T": 1, "n_x": 1, "n_y": 2, "N": 1, "n": 1, "m": 1, "p": 0},
    {"T": 2, "n_x": 2, "n_y": 1, "N": 2, "n": 2, "m": 1, "p": 1},
    {"T": 2, "n_x": 1, "n_y": 1, "N": 3, "n": 4, "m": 2, "p": 0},
]

fewest_units = Claim(
    id="linear-rnn/new-fewest-units",
    title="T min(n_x, n_y) hidden units suffice for every filter, and for some filter none fewer",
    source=Source(PAPER, "Proposition 2.1(b), beyond the text"),
    statement=r"\max_{L_0, \dots, L_{T-1}} \min\{n : L_j = n^{-(j+1)/2} C W^j F\}"
    r" = T \min(n_x, n_y)",
    assumptions=(r"any factor $n^{-1/2} \ne 0$ of W and C",),
    subject=Fewest(),
    says=says_fewest,
    checks=(
        proof_of(says_fewest, by_delays_and_lateness, instances=SIZES),
        check_enough,
        check_needed,
    ),
    mutants=(
        Mutant("product", Fewest(lambda T, n_x, n_y: T * n_x * n_y), "the printed bound"),
        Mutant(
            "inputs-only", Fewest(lambda T, n_x, n_y: 1 * T * n_x), "the memory of inputs alone"
        ),
        Mutant("one-short", Fewest(lambda T, n_x, n_y: T * minimum(n_x, n_y) - 1), "one unit less"),
    ),
    late=(
        Mutant(
            "long",
            Fewest(
                lambda T, n_x, n_y: T * minimum(n_x, n_y) if T < 999 else T * minimum(n_x, n_y) + 1
            ),
            "one unit more from T = 999 on",
        ),
        Mutant(
            "wide",
            Fewest(lambda T, n_x, n_y: T * minimum(n_x, n_y) if n_x < 999 else T * n_y),
            "as many as the memory of outputs has from 999 inputs on",
        ),
    ),
    new=True,
    notes="Of the hardest filter only the m x m part with m = min(n_x, n_y) is looked at; other"
    " inputs and outputs may have any response. What comes after lag T - 1 may be anything, too.",
)
