r"""Proposition 2.1(b): any filter of T coefficients is the impulse response of a linear RNN.

The network remembers the last T inputs. It is built by induction over T: one more coefficient
needs one more block of n_x units, which takes the oldest input over from the network before. The
printed bound of T n_x n_y units is generous: T min(n_x, n_y) always suffice, and for some filter
nothing less does.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from constructions.arrays import concatenate, equal, polynomials, system_of, zeros
from constructions.cells.linear_rnn import LinearRNN
from constructions.cells.scaled_convolution import ScaledConvolution
from constructions.weights.filter_as_linear_rnn import input_memory, smaller_memory
from proofs.linear_rnn import PAPER
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Ground,
    Mutant,
    Source,
    all_of,
    array_of,
    check,
    delta,
    equal_maps,
    family,
    inverse_pair,
    prove_equal_arrays,
    prove_identity,
    prove_recurrence,
    symbol_array,
    symbolic,
)
from theorem_checks.facts.linear_algebra import RANK_OF_PRODUCT

n, n_x, n_y, T, m = sp.symbols("n n_x n_y T m", integer=True, positive=True)
s = sp.Symbol("s", nonzero=True)
STATE, BLOCK, OUTPUTS = family("h", n), family("new", n_x), family("y", n_y)


@dataclass(frozen=True)
class Memory:
    """The network that remembers T inputs, from the one that remembers T - 1.

    **Fields**: `at_W` and `at_C`, by what the new blocks of W and C are multiplied; `units`, how
    many hidden units there are for T, n_x, n_y.
    """

    at_W: Callable = lambda s: 1 / s
    at_C: Callable = lambda s: 1 / s
    units: Callable = lambda T, n_x, n_y: T * n_x

    def network(self, filters, scale):
        """Return the network for concrete filters, built block by block."""
        lags, _, inputs = filters.shape
        system = system_of(filters)
        C = self.at_C(scale) * filters[0]
        F = last = system.eye(inputs)
        W = system.zeros((inputs, inputs))
        for lag in range(1, lags):
            size = lag * inputs
            below = concatenate([(self.at_W(scale) * last).T, system.zeros((inputs, inputs))]).T
            W = concatenate([concatenate([W.T, zeros((inputs, size), like=W)]).T, below])
            F = concatenate([F, system.zeros((inputs, inputs))])
            C = concatenate([C.T, (self.at_C(scale) * filters[lag]).T]).T
            last = concatenate([system.zeros((size, inputs)), system.eye(inputs)]).T
        return LinearRNN(W, F, C, scale)


@check("proof")
def check_one_more_lag(memory):
    """One more block of units adds the term L_T x_{t-T} to the output, for symbolic sizes.

    `R` reads the oldest input out of the state of the network before: R h_t = x_{t-T+1}. So the
    new block, R h_{t-1}, is x_{t-T}, which is the oldest input now.
    """
    W, F = symbol_array("W", STATE, STATE), symbol_array("F", STATE, BLOCK)
    C, R = symbol_array("C", OUTPUTS, STATE), symbol_array("R", BLOCK, STATE)
    L, x = symbol_array("L", OUTPUTS, BLOCK), symbol_array("x", BLOCK)
    h, oldest = symbol_array("h", STATE), symbol_array("u", BLOCK)
    at_W, at_C = memory.at_W(s), memory.at_C(s)
    both = (STATE, BLOCK)
    bigger_W = array_of(
        {("h", "h"): lambda i, k: W[i, k], ("new", "h"): lambda i, k: at_W * R[i, k]}, both, both
    )
    bigger_F = array_of({("h", "new"): lambda i, k: F[i, k]}, both, BLOCK)
    bigger_C = array_of(
        {("y", "h"): lambda i, k: C[i, k], ("y", "new"): lambda i, k: at_C * L[i, k]},
        OUTPUTS,
        both,
    )
    before, after = LinearRNN(W, F, C, s), LinearRNN(bigger_W, bigger_F, bigger_C, s)  # pyright: ignore
    state, output = before.step(h, x)
    bigger, read = after.step(_joined(h, oldest, both), x)
    return all_of(
        {
            "the state": prove_equal_arrays(bigger, _joined(state, R @ h, both)),
            "the output": prove_equal_arrays(read, output + L @ (R @ h)),
            "T = 1, the output": prove_identity(s * at_C, 1),
            "the count": prove_recurrence(
                lambda T: memory.units(T, symbolic(n_x), symbolic(n_y)),
                lambda units, _: units + n_x,
                (1, n_x),
                T,
            ),
        },
        "all T, n_x, n_y, all filters and inputs",
        words=("induction over T",),
    )


def _joined(h, u, both):
    return array_of({("h",): lambda i: h[i], ("new",): lambda i: u[i]}, both)


FILTERS = [
    {"xs": (T, n_x), "filters": (T, n_y, n_x)}
    for T, n_y, n_x in ((1, 1, 1), (3, 1, 1), (2, 2, 1), (2, 1, 2), (3, 2, 2), (2, 2, 3))
]


@check("exact")
def check_same_outputs(memory):
    """The network is the convolution with the filter, as polynomials, and has the units stated."""
    scale = Fraction(1, 2)

    def outputs(xs, filters):
        return memory.network(filters, scale)(xs)

    def convolution(xs, filters):
        return ScaledConvolution(filters, 1 + 0 * filters[:, 0, 0])(xs)

    for shapes in FILTERS:
        lags, n_y, n_x = shapes["filters"]
        ring = polynomials(filters=shapes["filters"])
        built = memory.network(ring.symbols("filters"), scale).W.shape[0]
        stated = memory.units(lags, n_x, n_y)
        if built != stated:
            values = {"T": lags, "n_x": n_x, "n_y": n_y}
            return Evidence.refuted(Counterexample(values, claimed=str(stated), found=str(built)))
    return equal_maps(outputs, convolution, sizes=FILTERS)


@check("exact", kills=("no-recurrent-scale", "no-output-scale"))
def check_built_at_once(memory):
    """The weights built block by block are those of constructions.weights, at small sizes."""
    scale = Fraction(1, 3)
    for shapes in FILTERS:
        filters = polynomials(filters=shapes["filters"]).symbols("filters")
        found, expected = memory.network(filters, scale), input_memory(filters, scale)
        for name in "WFC":
            if not equal(getattr(found, name), getattr(expected, name)):
                return Evidence.refuted(
                    Counterexample({"filters": shapes["filters"], "weight": name})
                )
    return Evidence.holds("T <= 3, n_x <= 2, n_y <= 2")


proposition_b = Claim(
    id="linear-rnn/prop-2.1b",
    title="Any filter of T coefficients is the response of a linear RNN with T n_x hidden units",
    source=Source(PAPER, "Proposition 2.1(b)"),
    statement=r"\forall L_0, \dots, L_{T-1}\;\exists (W, F, C):\;"
    r" L_j = n^{-(j+1)/2} C W^j F,\quad n = T n_x \le T n_x n_y",
    subject=Memory(),
    checks=(check_one_more_lag, check_same_outputs, check_built_at_once),
    mutants=(
        Mutant("no-recurrent-scale", Memory(at_W=lambda s: s**0), "W is not divided by the scale"),
        Mutant("no-output-scale", Memory(at_C=lambda s: s**0), "C is not divided by the scale"),
        Mutant("one-short", Memory(units=lambda T, n_x, n_y: (T - 1) * n_x), "T - 1 blocks"),
    ),
    notes="The text allows T n_x n_y units; how few always suffice is linear-rnn/new-fewest-units.",
)


# How few units always suffice


@dataclass(frozen=True)
class Fewest:
    """How many units suffice for every filter, and which filter needs them all."""

    units: Callable = lambda T, n_x, n_y: T * sp.Min(n_x, n_y)
    hardest: Callable = lambda lag, T: 1 if lag == T - 1 else 0


@check("exact", kills=("one-short",))
def check_enough(fewest):
    """The smaller of the two memories has so many units, and computes the convolution."""
    scale = Fraction(1, 2)

    def outputs(xs, filters):
        return smaller_memory(filters, scale)(xs)

    def convolution(xs, filters):
        return ScaledConvolution(filters, 1 + 0 * filters[:, 0, 0])(xs)

    for shapes in FILTERS:
        lags, n_y, n_x = shapes["filters"]
        filters = polynomials(filters=shapes["filters"]).symbols("filters")
        found = smaller_memory(filters, scale).W.shape[0]
        stated = int(fewest.units(lags, n_x, n_y))
        if found > stated:
            values = {"T": lags, "n_x": n_x, "n_y": n_y}
            return Evidence.refuted(Counterexample(values, claimed=str(stated), found=str(found)))
    return equal_maps(outputs, convolution, sizes=FILTERS)


@check("exact", kills=("product", "inputs-only", "one-short", "first-lag"))
def check_needed(fewest):
    """The Hankel matrix of the hardest filter has this rank, whatever follows after lag T - 1.

    Block (i, k) is L_{i+k}; what follows are free variables. It is the product of the C W^i and
    the W^k F, up to powers of the scale, so that n is no less than its rank. The filter is 0 but
    for an identity of size m = min(n_x, n_y) at one lag.
    """
    for lags, size in ((1, 1), (2, 1), (3, 1), (4, 1), (2, 2), (3, 2)):
        determinant = sp.expand(_hankel(fewest, lags, size).det())
        for n_x, n_y in ((size, size + 1), (size + 1, size)):
            stated, rank = int(fewest.units(lags, n_x, n_y)), lags * size
            if stated != rank or abs(determinant) != 1:
                values = {"T": lags, "n_x": n_x, "n_y": n_y}
                found = f"{rank}, the determinant of the Hankel matrix being {determinant}"
                return Evidence.refuted(Counterexample(values, claimed=str(stated), found=found))
    return Evidence.holds("T <= 4, min(n_x, n_y) <= 2")


def _hankel(fewest, lags, size):
    """The matrix of blocks L_{i+k}, with free variables after lag T - 1."""
    blocks = [fewest.hardest(lag, lags) * sp.eye(size) for lag in range(lags)]
    blocks += [
        sp.Matrix(size, size, lambda a, b, lag=lag: sp.Symbol(f"L{lag}_{a}{b}"))
        for lag in range(lags, 2 * lags - 1)
    ]
    return sp.Matrix(sp.BlockMatrix([[blocks[i + k] for k in range(lags)] for i in range(lags)]))


@check("proof", kills=("product", "inputs-only", "one-short"))
def check_for_every_length(fewest):
    """The two memories suffice, and by induction over T the Hankel matrix is invertible.

    H_{T+1} = [[0, I], [H_T, B]], of size m more, has the inverse [[-G B, G], [I, 0]] if G is that
    of H_T.
    """
    old, new = family("old", n), family("new", m)
    H, G = inverse_pair("H")
    B = symbol_array("B", old, new)
    above = {("new", "new"): delta, ("old", "old"): lambda i, k: H[i, k]}
    hankel = array_of({**above, ("old", "new"): lambda i, k: B[i, k]}, (new, old), (old, new))
    corner = array_of({("old", "old"): lambda i, k: G[i, k]}, old, old) @ B
    inverse = array_of(
        {
            ("old", "new"): lambda i, k: -corner[i, k],
            ("old", "old"): lambda i, k: G[i, k],
            ("new", "new"): delta,
        },
        (old, new),
        (new, old),
    )
    identity = array_of({("new", "new"): delta, ("old", "old"): delta}, (new, old), (new, old))
    units = fewest.units
    return all_of(
        {
            "the step over T": prove_equal_arrays(hankel @ inverse, identity),
            "as many as the memory of inputs": prove_identity(units(T, n_x, n_x + m), T * n_x),
            "as many as the memory of outputs": prove_identity(units(T, n_y + m, n_y), T * n_y),
            "as many where both are equal": prove_identity(units(T, n_x, n_x), T * n_x),
        },
        "all T, n_x, n_y",
        words=(
            "induction over T",
            "linear-rnn/prop-2.1b for the memory of inputs; that of outputs is its transpose",
        ),
        rests_on=(
            Ground.claim("linear-rnn/prop-2.1b"),
            RANK_OF_PRODUCT,
        ),
    )


fewest_units = Claim(
    id="linear-rnn/new-fewest-units",
    title="T min(n_x, n_y) hidden units suffice for every filter, and for some filter none fewer",
    source=Source(PAPER, "Proposition 2.1(b), beyond the text"),
    statement=r"\max_{L_0, \dots, L_{T-1}} \min\{n : L_j = n^{-(j+1)/2} C W^j F\}"
    r" = T \min(n_x, n_y)",
    subject=Fewest(),
    checks=(check_for_every_length, check_enough, check_needed),
    mutants=(
        Mutant("product", Fewest(lambda T, n_x, n_y: T * n_x * n_y), "the printed bound"),
        Mutant("inputs-only", Fewest(lambda T, n_x, n_y: T * n_x), "the memory of inputs alone"),
        Mutant("one-short", Fewest(lambda T, n_x, n_y: T * sp.Min(n_x, n_y) - 1), "one unit less"),
        Mutant(
            "first-lag",
            Fewest(hardest=lambda lag, T: 1 if lag == 0 else 0),
            "a filter that one block of units is enough for",
        ),
    ),
    new=True,
)
