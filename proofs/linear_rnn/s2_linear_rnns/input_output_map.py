r"""Section 2 and Proposition 2.1(a): the linear RNN, and the convolution that is the same map.

The network is linear in its inputs and does not change in time, so it is the convolution with
its response to an impulse, L_j = n^{-(j+1)/2} C W^j F. The scale n^{-1/2} is a symbol s.
"""

from collections.abc import Callable
from dataclasses import dataclass

from constructions.arrays import concatenate, convolve, outer, system_of
from constructions.cells.linear_rnn import LinearRNN
from constructions.cells.scaled_convolution import ScaledConvolution
from proofs.linear_rnn import PAPER
from theorem_checks import (
    All,
    Claim,
    Computes,
    Equal,
    Implies,
    Index,
    Mutant,
    Source,
    Sum,
    array_of,
    certificate,
    check,
    conjunction,
    equal_maps,
    proof_of,
    prove,
    replacing,
    symbol_array,
    unrolling,
)
from theorem_checks.statements.conclusions import symbols_of


def shapes(n, n_x, n_y, T):
    """Return the shapes of inputs and weights."""
    weights = {"W": (n, n), "F": (n, n_x), "C": (n_y, n), "scale": (1,)}
    return {"xs": (T, n_x), **weights}


SIZES = [
    shapes(*sizes)
    for sizes in (
        (1, 1, 1, 1),
        (1, 1, 1, 3),
        (2, 1, 1, 3),
        (2, 2, 1, 3),
        (2, 1, 2, 2),
        (3, 2, 2, 2),
    )
]


# Eq. (1)


def cell(xs, W, F, C, scale):
    """Return the outputs of the cell that everything else here runs."""
    return LinearRNN(W, F, C, scale)(xs)


def as_printed(xs, W, F, C, scale):
    """Return y_t of eq. (1), entry by entry."""
    hidden, outputs = [0] * len(W), []
    for x in xs:
        hidden = [scale[0] * _dot(w, hidden) + _dot(f, x) for w, f in zip(W, F, strict=True)]
        outputs.append([scale[0] * _dot(c, hidden) for c in C])
    return outputs


def _dot(u, v):
    return sum(p * q for p, q in zip(u, v, strict=True))


@dataclass(frozen=True)
class Weights:
    """The weights and the scale that the cell gets for W, F, C and n^{-1/2}."""

    given: Callable = lambda W, F, C, scale: (W, F, C, scale)

    def __call__(self, xs, W, F, C, scale):
        """Return the outputs."""
        return cell(xs, *self.given(W, F, C, scale))


class Network:
    """The cell with free weights W, F and C and any number s as its scale, and its sizes."""

    def __init__(self, w):
        self.n, self.n_x, self.n_y = w.size("n"), w.size("n_x"), w.size("n_y")
        self.W, self.F = w.array("W", self.n, self.n), w.array("F", self.n, self.n_x)
        self.C, self.s = w.array("C", self.n_y, self.n), w.number("s")

    def cell(self, W=None, F=None, C=None, s=None):
        """Return the cell; weights that are given take the place of the free ones."""
        chosen = zip((W, F, C, s), (self.W, self.F, self.C, self.s), strict=True)
        return LinearRNN(*(own if given is None else given for given, own in chosen))


def says_eq_1(weights, w):
    """The cell's state is 0 at first; a token makes of it, and reads from it, what eq. (1) says."""
    net = Network(w)
    W, F, C, s, n, n_x = net.W, net.F, net.C, net.s, net.n, net.n_x
    step = w.machine(LinearRNN(*weights.given(W, F, C, s)), w.array("x", n_x))
    h, x = step.state, step.token

    def next_state(at, i):
        return s * at.sum(lambda k: W[i, k] * h[k], n) + at.sum(lambda m: F[i, m] * x[m], n_x)

    def read(at, a):
        return s * at.sum(lambda i: C[a, i] * next_state(at, i), n)

    return All(
        (
            Equal(step.start, w.entries(lambda at, i: 0, n)),
            Equal(step.after, w.entries(next_state, n)),
            Equal(step.output, w.entries(read, net.n_y)),
        )
    )


@check("exact")
def check_by_entries(weights):
    """The network's outputs, from h_{-1} = 0 on, are those of eq. (1), as polynomials."""
    return equal_maps(weights, as_printed, sizes=SIZES)


definition = Claim(
    id="linear-rnn/eq-1",
    title="The cell linear_rnn computes eq. (1), from h_{-1} = 0",
    source=Source(PAPER, "Sec. 2, eqs (1)-(3)"),
    statement=r"h_t = n^{-1/2} W h_{t-1} + F x_t,\quad y_t = n^{-1/2} C h_t,\quad h_{-1} = 0",
    covers=("linear-rnn/eq-2-3",),
    subject=Weights(),
    says=says_eq_1,
    checks=(proof_of(says_eq_1), check_by_entries),
    mutants=(
        Mutant("transposed", Weights(lambda W, F, C, s: (W.T, F, C, s)), "W^T for W"),
        Mutant(
            "no-recurrent-scale",
            Weights(lambda W, F, C, s: (W, F, s * C, 1 + 0 * s)),
            "lost n^{-1/2} at W",
        ),
        Mutant(
            "no-output-scale",
            Weights(lambda W, F, C, s: (s * W, F, C, 1 + 0 * s)),
            "lost n^{-1/2} at C",
        ),
        Mutant("scaled-input", Weights(lambda W, F, C, s: (W, s * F, C, s)), "n^{-1/2} at F, too"),
    ),
    late=(
        Mutant(
            "wide",
            Weights(lambda W, F, C, s: (W, F, C, s if W.shape[0] < 2000 else 1)),
            "no scale from n = 2000 on",
        ),
    ),
)


# A bias


@dataclass(frozen=True)
class Extended:
    """How a network gets a bias: the new column of F, and the entry that is appended to x."""

    column: Callable = lambda bias: bias
    entry: int = 1


def says_bias(extended, w):
    """A step of the network with one more input, and the column for it, adds the bias."""
    net = Network(w)
    b, x, h = w.array("b", net.n), w.array("x", net.n_x), w.array("h", net.n)
    one = w.entries(lambda at, i: 1, 1)
    wide = concatenate([net.F.T, outer(one, extended.column(b))]).T
    token = concatenate([x, extended.entry * one])
    found, _ = net.cell(F=wide).step(h, token)
    return Equal(found, net.cell().step(h, x)[0] + b)


@check("exact")
def check_bias_by_entries(extended):
    """The outputs are those of the recurrence with a bias, as polynomials."""

    def by_extension(xs, W, F, C, scale, bias):
        column, array = extended.column(bias), system_of(F, bias).array
        wide = array([[*row, entry] for row, entry in zip(F, column, strict=True)])
        return cell(array([[*x, extended.entry] for x in xs]), W, wide, C, scale)

    def with_bias(xs, W, F, C, scale, bias):
        hidden, outputs = 0 * bias, []
        for x in xs:
            hidden = scale * (W @ hidden) + F @ x + bias
            outputs.append(scale * (C @ hidden))
        return outputs

    sizes = [{**one, "bias": one["W"][:1]} for one in SIZES[:4]]
    return equal_maps(by_extension, with_bias, sizes=sizes)


bias = Claim(
    id="linear-rnn/bias-by-extension",
    title="A bias in h_t is one more input that is always 1, with the bias as its column of F",
    source=Source(PAPER, "Sec. 2, after eq. (1)"),
    statement=r"n^{-1/2} W h_{t-1} + [F\; b] \begin{bmatrix} x_t \\ 1 \end{bmatrix}"
    r" = n^{-1/2} W h_{t-1} + F x_t + b",
    subject=Extended(),
    says=says_bias,
    checks=(proof_of(says_bias), check_bias_by_entries),
    mutants=(
        Mutant("minus", Extended(lambda bias: -bias), "the wrong sign"),
        Mutant("two", Extended(entry=2), "an input that is always 2"),
    ),
    late=(
        Mutant(
            "wide",
            Extended(lambda bias: bias if bias.shape[0] < 2000 else -bias),
            "the wrong sign from n = 2000 on",
        ),
    ),
)


# Eqs (5) to (8)


@dataclass(frozen=True)
class Convolution:
    """The filter of a scaled convolution from its parameters: L_j = root_rho_j theta_j.

    **Fields**: `scaled`, a number of L_j from that of theta_j and from root_rho_j; `first_lag`, by
    the parameters, at which the sum over j starts, 0 or 1.
    """

    scaled: Callable = lambda theta, root: root * theta
    first_lag: Callable = lambda theta: 0

    def outputs(self, xs, theta, root_rho):
        """Return y_t = sum_j L_j x_{t-j}, term by term."""
        filters = [self.scaled(theta[lag], root_rho[lag]) for lag in range(len(theta))]
        first = self.first_lag(theta)
        return [
            sum((filters[k] @ xs[t - k] for k in range(first, t + 1)), 0 * theta[0][:, 0])
            for t in range(len(xs))
        ]


def says_convolution(convolution, w):
    """Output t of the cell is the sum over j <= t of L_j x_{t-j}.

    L_j is r_j theta_j, where r_j, the root of rho_j, is any number; the rows of `xs` are the x_t.
    """
    T, n_x, n_y = (w.size(name) for name in ("T", "n_x", "n_y"))
    xs, theta, root = w.array("xs", T, n_x), w.array("theta", T, n_y, n_x), w.array("r", T)
    L = w.entries(lambda _, j, a, b: convolution.scaled(theta[j, a, b], root[j]), T, n_y, n_x)
    first = convolution.first_lag(theta)

    def output(at, t, a):
        def term(j, s, b):
            return at.lag(t, s, j) * (1 - first * at.delta(t, s)) * L[j, a, b] * xs[s, b]

        return at.sum(term, T, T, n_x)

    return Equal(ScaledConvolution(theta, root)(xs), w.entries(output, T, n_y))


@check("exact")
def check_convolution(convolution):
    """The cell scaled_convolution computes the sum of eq. (8), as polynomials."""
    sizes = [
        {"xs": (T, n_x), "theta": (T, n_y, n_x), "root_rho": (T,)}
        for T, n_x, n_y in ((1, 1, 1), (2, 1, 1), (3, 2, 1), (3, 1, 2))
    ]
    return equal_maps(
        convolution.outputs,
        lambda xs, theta, root_rho: ScaledConvolution(theta, root_rho)(xs),
        sizes=sizes,
    )


convolution = Claim(
    id="linear-rnn/eq-8",
    title="The cell scaled_convolution computes eq. (8) with the filters of eq. (7)",
    source=Source(PAPER, "Sec. 2, eqs (5)-(8)"),
    statement=r"y_t = \sum_{j=0}^t L_j x_{t-j},\quad L_j = \sqrt{\rho_j}\,\theta_j",
    covers=("linear-rnn/eq-5", "linear-rnn/eq-6-7"),
    subject=Convolution(),
    says=says_convolution,
    checks=(proof_of(says_convolution), check_convolution),
    mutants=(
        Mutant("rho", Convolution(lambda theta, root: root * root * theta), "rho_j for its root"),
        Mutant("no-scale", Convolution(lambda theta, root: theta), "lost the root of rho_j"),
        Mutant("from-lag-1", Convolution(first_lag=lambda theta: 1), "the sum starts at j = 1"),
    ),
    late=(
        Mutant(
            "long",
            Convolution(first_lag=lambda theta: 0 if theta.shape[0] < 999 else 1),
            "the sum starts at j = 1 from T = 999 on",
        ),
    ),
)


# Proposition 2.1(a)


@dataclass(frozen=True)
class ImpulseResponse:
    """The filter L_j = read(C, s) recurrent(W, s)^j F, for s = n^{-1/2}."""

    recurrent: Callable = lambda W, s: s * W
    read: Callable = lambda C, s: s * C

    def outputs(self, xs, W, F, C, scale):
        """Return the outputs of the convolution with this filter."""
        filters, column = [], F
        for _ in range(len(xs)):
            filters.append(self.read(C, scale) @ column)
            column = self.recurrent(W, scale) @ column
        theta = system_of(xs, W, F, C).stack(filters)
        return ScaledConvolution(theta, 1 + 0 * theta[:, 0, 0])(xs)


def says_response(response, w):
    """The network puts out y_t = sum_{r <= t} L_{t-r} x_r on T inputs, as the cell of eq. (8) does.

    A is what the filter has the powers of, for W = A / s; so W may be any matrix. Where no root r_j
    of rho_j is 0, so that r_j times 1/r_j is 1, the cell's theta_j is L_j over r_j; and whatever
    theta_j may be, it is r_j theta_j over r_j, so that there is no other one.
    """
    n, n_x, n_y, T = (w.size(name) for name in ("n", "n_x", "n_y", "T"))
    A, F, C = w.array("A", n, n), w.array("F", n, n_x), w.array("C", n_y, n)
    s, xs, x = w.number("s", positive=True), w.array("xs", T, n_x), w.array("x", n_x)
    power, W = w.matrix_powers("power", A, T), A * (1 / s)
    age = w.by_age(power)
    read, driven = response.read(C, s), xs @ F.T
    root, other = w.array("r", T), w.array("theta", T, n_y, n_x)

    def output(at, t, a):
        return at.sum(lambda r, i, k: read[a, i] * power[t, r, i, k] * driven[r, k], T, n, n)

    def divided(of):
        return w.entries(lambda _, j, a, b: of[j, a, b] / root[j], T, n_y, n_x)

    network, outputs = w.machine(LinearRNN(W, F, C, s), x), w.entries(output, T, n_y)
    L = w.entries(
        lambda at, j, a, b: at.sum(lambda i, k: read[a, i] * age[j, i, k] * F[k, b], n, n),
        *(T, n_y, n_x),
    )
    again = w.entries(lambda _, j, a, b: root[j] * other[j, a, b], T, n_y, n_x)
    none_is_0 = Equal(w.entries(lambda _, j: root[j] / root[j], T), w.entries(lambda at, j: 1, T))
    return All(
        (
            Equal(response.recurrent(W, s), A),
            Computes(network, xs, outputs),
            Implies(none_is_0, Equal(ScaledConvolution(divided(L), root)(xs), outputs)),
            Implies(none_is_0, Equal(divided(again), other)),
        )
    )


def by_unrolling(whole):
    """The state is the sum of what each input has become; 1 takes the place of r_j / r_j."""
    powers, run, convolved, only = whole.parts
    C, age, F, theta, xs = (whole.array(name) for name in ("C", "power_by_age", "F", "theta", "xs"))
    once = symbol_array("one", xs.axes[0])
    units = F.axes[0][0].indices(0)[0].size
    (scale,) = (symbol for symbol in symbols_of(powers) if symbol.name == "s")

    def response(j, a, b):
        i, k = Index("i", units), Index("k", units)
        return Sum(scale * C[a, i] * age[j, i, k] * F[k, b], i, k)

    def multiplied(entry):
        return array_of({tuple(f.name for (f,) in theta.axes): entry}, *theta.axes)

    return conjunction(
        whole,
        prove(powers),
        unrolling(run),
        replacing(convolved, convolve(once, multiplied(response), xs), once),
        replacing(only, multiplied(lambda j, a, b: once[j] * theta[j, a, b]), once),
    )


@check("exact")
def check_maps_agree(response):
    """The two cells compute the same polynomials."""
    return equal_maps(response.outputs, cell, sizes=SIZES)


proposition_a = Claim(
    id="linear-rnn/prop-2.1a",
    title="A linear RNN is the convolution with L_j = n^{-(j+1)/2} C W^j F",
    source=Source(PAPER, "Proposition 2.1(a), eqs (9), (10)"),
    statement=r"f_{RNN}(x, (W, F, C)) = f_{conv}(x, \theta),\quad"
    r" \sqrt{\rho_j}\,\theta_j = L_j = n^{-(j+1)/2} C W^j F",
    assumptions=(r"$\rho_j > 0$, so that $\theta_j = L_j / \sqrt{\rho_j}$ exists and is unique",),
    subject=ImpulseResponse(),
    says=says_response,
    checks=(
        proof_of(says_response, by_unrolling),
        certificate(says_response, proof="input_output_map.v", tier="deep"),
        check_maps_agree,
    ),
    mutants=(
        Mutant("exponent-j", ImpulseResponse(read=lambda C, s: C), "n^{-j/2}: lost the scale at C"),
        Mutant("exponent-2j", ImpulseResponse(lambda W, s: s * s * W), "n^{-(2j+1)/2}"),
        Mutant("transposed", ImpulseResponse(lambda W, s: s * W.T), "W^T for W"),
    ),
    late=(
        Mutant(
            "wide",
            ImpulseResponse(lambda W, s: s * (W if W.shape[0] < 999 else W.T)),
            "W^T for W from n = 999 on",
        ),
    ),
)
