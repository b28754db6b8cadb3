"""Section 2: the map is linear in the weights of a convolution, not in those of a network.

With t times its parameters the convolution has t times its coefficients, and the network $t^{j+2}$
times those at lag j: C, F and j factors W. For every lag it is told by machines that read an
impulse: before lag j the state of the network with the larger weights is $t^j$ times the other's, a
relation that each step of the shipped network keeps, with $t^j$ in a unit of its own.
"""

from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from constructions.arrays import concatenate, ones, outer
from constructions.cells.linear_rnn import LinearRNN
from constructions.cells.scaled_convolution import ScaledConvolution
from proofs.linear_rnn import PAPER
from proofs.linear_rnn.s2_linear_rnns.input_output_map import Network
from theorem_checks import (
    All,
    Claim,
    Counterexample,
    Equal,
    Evidence,
    Mutant,
    SameOutputs,
    Source,
    check,
    conjunction,
    proof_of,
    prove,
    simulation,
)
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray


@dataclass(frozen=True)
class Degrees:
    """The degree of L_j in theta_conv, and in (W, F, C): what 'linear' and 'non-linear' come to."""

    convolution: Callable = lambda lag: 1
    network: Callable = lambda lag: lag + 2


@check("exact")
def check_degrees(degrees):
    """The responses of both cells at lag j are homogeneous of these degrees in their weights."""
    from constructions.arrays import polynomials

    for lag in range(4):
        ring = polynomials(W=(2, 2), F=(2, 1), C=(1, 2), theta=(lag + 1, 1, 1))
        W, F, C, theta = (ring.symbols(name) for name in ("W", "F", "C", "theta"))
        impulse = ring.array([[1]] + [[0]] * lag)
        network = LinearRNN(W, F, C, scale=ring.array([1]))(impulse)
        convolution = ScaledConvolution(theta, ring.array([2] * (lag + 1)))(impulse)
        for name, response in (("network", network), ("convolution", convolution)):
            claimed = getattr(degrees, name)(lag)
            found = {sum(powers) for powers, _ in response[lag, 0].terms()}
            if found != {claimed}:
                return Evidence.refuted(
                    Counterexample({"j": lag, "of": name}, str(claimed), str(sorted(found)))
                )
    return Evidence.holds("n = 2, n_x = n_y = 1, lags 0 to 3")


@dataclass(frozen=True)
class Impulse:
    """A network that reads its first token alone, and so puts out L_j of it at lag j.

    Each output is multiplied by `factor` times `t`^j. The state is that of the network, 1 at first
    and 0 later, and t^j.
    """

    network: Any
    parts: tuple[Any, Any, Any]
    t: Any
    factor: Any
    one: Any

    def initial_state(self):
        """Return (0, 1, 1)."""
        return concatenate([self.network.initial_state(), self.one, self.one])

    def step(self, state, x):
        """Return the state after a token, and the output."""
        h, first, power = (part @ state for part in self.parts)
        after, output = self.network.step(h, self.one @ outer(first, x))
        later = concatenate([after, 0 * first, self.t * power])
        return later, self.factor * (self.one @ outer(power, output))


def says_degrees(degrees, w):
    """With t times the parameters L_j is t^a times as much, or t^b for the network, at every lag.

    For the convolution, which is linear in theta, with other parameters added as well.

    Two networks read one impulse: of t W, t F, t C; and of W, F, C, whose output at lag j is
    multiplied by t^2, and by t once more at each later lag; which is t^b in all.
    """
    net, t, j = Network(w), w.number("t"), w.size("j", least=0)
    theta, other = (w.array(name, net.n_y, net.n_x) for name in ("theta", "theta_2"))
    root = w.number("root_rho")

    def coefficient(theta):
        parts: Any = SimpleNamespace(theta={0: theta}, root_rho={0: root})
        return ScaledConvolution.coefficient(parts, 0)

    x = w.array("x", net.n_x)
    one = ones((1,), like=x)
    eye = w.identity(net.n)
    column, single = outer(0 * ones((net.n,), like=x), one), outer(one, one)
    state = concatenate([eye, 0 * column.T, 0 * column.T]).T
    flags = (
        concatenate([column, *blocks]).T for blocks in ((single, 0 * single), (0 * single, single))
    )
    parts = (state, *flags)
    larger = Impulse(net.cell(t * net.W, t * net.F, t * net.C), parts, 1, 1, one)
    plain = Impulse(net.cell(), parts, t, t * t, one)
    closed = t ** w.call(degrees.network, j)
    return All(
        (
            Equal(
                coefficient(other + t * theta),
                coefficient(other) + t ** w.call(degrees.convolution, j) * coefficient(theta),
            ),
            SameOutputs(w.machine(larger, x), w.machine(plain, x)),
            Equal(w.product(lambda _: t, "k", 1, j + 2), closed),
        )
    )


def by_powers(parts):
    """Before lag j the state of the network with larger weights is t^j times that of the other."""
    linear, same, powers = parts.parts
    state = same.other.state

    def block(number):
        return SymbolicArray((state.axes[0][number : number + 1],), {(0,): state.blocks[number,]})

    h, first, power = map(block, range(3))
    one = ones(power.axes, like=power)
    relation = concatenate([one @ outer(power, h), one @ outer(power, first), one])
    return conjunction(parts, prove(linear), simulation(same, relation), prove(powers))


parametrisations = Claim(
    id="linear-rnn/conv-linear-rnn-nonlinear",
    title="L_j is linear in theta_conv, and homogeneous of degree j + 2 in (W, F, C)",
    source=Source(PAPER, "Sec. 2, Linear and non-linear parametrizations"),
    statement=r"L_j(t\,\theta_{conv}) = t\,L_j(\theta_{conv}),\quad"
    r" L_j(t W, t F, t C) = t^{j+2} L_j(W, F, C)",
    subject=Degrees(),
    says=says_degrees,
    checks=(proof_of(says_degrees, by_powers), check_degrees),
    mutants=(
        Mutant("without-readout", Degrees(network=lambda lag: lag + 1), "C not counted"),
        Mutant("product", Degrees(network=lambda lag: 2 * lag + 2), "W counted twice"),
        Mutant("quadratic", Degrees(lambda lag: 2), "theta counted twice"),
    ),
    late=(
        Mutant(
            "long",
            Degrees(network=lambda lag: lag + 2 if lag < 5000 else 2 * lag),
            "W counted twice from lag 5000 on",
        ),
        Mutant(
            "far",
            Degrees(lambda lag: 1 if lag < 10 else 2),
            "theta counted twice from lag 10 on",
        ),
    ),
)
