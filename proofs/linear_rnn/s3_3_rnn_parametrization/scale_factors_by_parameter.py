r"""Theorem 3.3(b): the parts of rho_j that belong to W, F and C, and the system of the sketch.

$L_j = C W^j F$ has the gradients $(W^j F)^\top$ by C, $(C W^j)^\top$ by F, and by W a sum over the
j places at which a W stands. With the Krylov vectors tending to orthogonal ones, cross terms vanish
and the squares are $\nu_F \nu_W^j$, $\nu_C \nu_W^j$ and j times $\nu_C \nu_F \nu_W^{j-1}$; the
exact means at every width are computed for lags up to 4. The sketch's system is exact: the network
at $W + e D_W$, $F + e D_F$ has the states $h + e g + e^2 r$, a relation that every step of the
shipped network keeps, so that g is the derivative of h.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy as sp

from constructions.arrays import concatenate
from proofs.linear_rnn import PAPER
from proofs.linear_rnn.s2_linear_rnns.equation_4 import INITIAL, C, W, n, nu_C, nu_F, nu_W
from proofs.linear_rnn.s2_linear_rnns.input_output_map import Network
from proofs.linear_rnn.s3_3_rnn_parametrization.every_lag import AtEveryLag
from proofs.linear_rnn.s3_3_rnn_parametrization.theorem_3_3_a import krylov
from proofs.linear_rnn.s3_3_rnn_parametrization.theorem_3_3_b import printed_rho
from theorem_checks import (
    All,
    Claim,
    Counterexample,
    Equal,
    Evidence,
    MeanWithin,
    Mutant,
    SameOutputs,
    Source,
    check,
    conjunction,
    expectation,
    inner,
    instances_of,
    pairings,
    proof_of,
    prove,
    simulation,
    squared_norm,
)
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.conclusions import symbols_of


@dataclass(frozen=True)
class Parts:
    """The limits of the squared gradients of L_j by C, by F and by W, of j and the variances."""

    by_C: Callable = lambda j, nu_W, nu_F, nu_C: nu_F * nu_W**j
    by_F: Callable = lambda j, nu_W, nu_F, nu_C: nu_C * nu_W**j
    by_W: Callable = lambda j, nu_W, nu_F, nu_C: j * nu_C * nu_F * nu_W ** (j - 1)


def says_limits(parts, w):
    """Each part is near its limit in the mean square, at every width and lag, by a number over n.

    And the limits add up to rho_j.
    """
    at, j = AtEveryLag(w), w.size("j", least=0)
    nu_W, nu_F, nu_C = at.variances
    limits = [w.call(part, j, *at.variances) for part in (parts.by_C, parts.by_F, parts.by_W)]
    found = at.by_C(j, j), at.by_F(j, j), at.by_W(j, j)
    places = (j + 1) ** 2 * nu_C * nu_F * nu_W ** (j - 1)
    scales = (5 * (nu_F * nu_W**j) ** 2, 5 * (nu_C * nu_W**j) ** 2, 11 * places**2)
    near = (
        MeanWithin((part - limit) ** 2, 0, scale * pairings(4 * j) / at.n)
        for part, limit, scale in zip(found, limits, scales, strict=True)
    )
    return All((*near, Equal(sum(limits), printed_rho(j, *at.variances))))


@check("exact")
def check_means(parts):
    """The exact means of the three parts at every width, and their limits, for lags 0 to 4."""
    for lag in range(5):
        left: list[Any] = [C]
        for _ in range(lag):
            left.append(W.T @ left[-1])
        by_W: Any = 0
        for p in range(lag):
            for q in range(lag):
                by_W = by_W + inner(left[p], left[q]) * inner(
                    krylov(lag - 1 - p), krylov(lag - 1 - q)
                )
        statistics = (squared_norm(krylov(lag)), squared_norm(left[lag]), by_W)
        claims = (parts.by_C, parts.by_F, parts.by_W)
        for name, statistic, claimed in zip("CFW", statistics, claims, strict=True):
            mean = sp.sympify(expectation(statistic)) if lag or name != "W" else sp.Integer(0)
            found = sp.limit(sp.expand(mean / n ** (lag + 1)), n, sp.oo)
            limit = claimed(sp.Integer(lag), nu_W, nu_F, nu_C)
            if sp.expand(found - limit) != 0:
                return Evidence.refuted(
                    Counterexample({"j": lag, "by": name}, str(limit), str(found))
                )
    return Evidence.holds("lags 0 to 4, all variances")


WIDE = (
    {"n": 10**6, "j": 1, "nu_W": 4, "nu_F": 1, "nu_C": 2},
    {"n": 2, "j": 0, "nu_W": 1, "nu_F": 3, "nu_C": 1},
)

contributions = Claim(
    id="linear-rnn/thm-3.3-contributions",
    title="C gives nu_F nu_W^j to rho_j, F gives nu_C nu_W^j, W gives j nu_C nu_F nu_W^{j-1}",
    source=Source(PAPER, "Theorem 3.3(b), eq. (21)"),
    statement=r"\|\partial_C L_j\|^2 \to \nu_F \nu_W^j,"
    r"\quad \|\partial_F L_j\|^2 \to \nu_C \nu_W^j,"
    r"\quad \|\partial_W L_j\|^2 \to j\,\nu_C \nu_F \nu_W^{j-1}"
    r"\quad\text{in the mean square, as } n^{-1}",
    assumptions=INITIAL,
    subject=Parts(),
    says=says_limits,
    checks=(proof_of(says_limits, instances=WIDE), check_means),
    mutants=(
        Mutant("exchanged", Parts(Parts().by_F, Parts().by_C), "C and F exchanged"),
        Mutant(
            "more-places",
            Parts(by_W=lambda j, w, f, c: (j + 1) * c * f * w ** (j - 1)),
            "j + 1 places of W",
        ),
        Mutant("power", Parts(by_W=lambda j, w, f, c: j * c * f * w**j), "nu_W^j for W"),
    ),
    late=(
        Mutant(
            "long",
            Parts(by_W=lambda j, w, f, c: (j if j < 1000 else j + 1) * c * f * w ** (j - 1)),
            "j + 1 places of W from lag 1000 on",
        ),
    ),
    notes="That these are the gradients: they are linear in a change of the weights, and"
    " linear-rnn/thm-3.3-sketch has the recurrence for it.",
)


# The sketch: state and derivative together are linear and time-invariant


@dataclass(frozen=True)
class Augmented:
    """The step of the derivative: what Delta_W adds, and what Delta_F adds."""

    by_W: Callable = lambda s, change, h, x: s * (change @ h)
    by_F: Callable = lambda s, change, h, x: change @ x


@dataclass(frozen=True)
class Hidden:
    """A network that puts out its state."""

    network: Any

    def initial_state(self):
        """Return the network's first state."""
        return self.network.initial_state()

    def step(self, state, x):
        """Return the state after a token, twice."""
        after, _ = self.network.step(state, x)
        return after, after


@dataclass(frozen=True)
class Expanded:
    """State, derivative and what is left over of it, one above another: it reads h + e g + e^2 r.

    What is left over, r, begins with 0, and its step divides by no e: so e^2 r is of order e^2.
    """

    network: Any
    system: Any
    e: Any
    changes: tuple[Any, Any]
    parts: tuple[Any, Any, Any]

    def initial_state(self):
        """Return (0, 0, 0)."""
        return concatenate([self.network.initial_state()] * 3)

    def derivative(self, h, g, x):
        """Return g after a token, from h and g before."""
        net, system, (D_W, D_F) = self.network, self.system, self.changes
        s = net.scale
        return s * (net.W @ g) + system.by_W(s, D_W, h, x) + system.by_F(s, D_F, h, x)

    def step(self, state, x):
        """Return (h, g, r) after a token, and h + e g + e^2 r."""
        h, g, r = (part @ state for part in self.parts)
        net, e, (D_W, _) = self.network, self.e, self.changes
        after, _ = net.step(h, x)
        change = self.derivative(h, g, x)
        left = net.scale * (net.W @ r + D_W @ g) + (e * net.scale) * (D_W @ r)
        return concatenate([after, change, left]), after + e * change + (e * e) * left


def says_augmented(system, w):
    """The network at W + e D_W, F + e D_F has the states h + e g + e^2 r, for every e.

    On all sequences, of all lengths. So g_t is the derivative of h_t in the direction (D_W, D_F).
    The step of (h, g) is linear in (h, g) and x, and the same at each time.
    """
    net, e, a = Network(w), w.number("e"), w.number("a")
    D_W, D_F = w.array("D_W", net.n, net.n), w.array("D_F", net.n, net.n_x)
    x = w.array("x", net.n_x)
    eye = w.identity(net.n)
    rows = [[eye if part == place else eye * 0 for place in range(3)] for part in range(3)]
    parts = tuple(concatenate([block.T for block in row]).T for row in rows)
    cell = Expanded(net.cell(), system, e, (D_W, D_F), parts)
    changed = Hidden(net.cell(W=net.W + e * D_W, F=net.F + e * D_F))
    h, g, x_0 = w.array("h", net.n), w.array("g", net.n), w.array("x_0", net.n_x)
    h_1, g_1, x_1 = w.array("h_1", net.n), w.array("g_1", net.n), w.array("x_1", net.n_x)
    mixed = cell.derivative(h + a * h_1, g + a * g_1, x_0 + a * x_1)
    return All(
        (
            SameOutputs(w.machine(changed, x), w.machine(cell, x)),
            Equal(mixed, cell.derivative(h, g, x_0) + a * cell.derivative(h_1, g_1, x_1)),
        )
    )


def by_orders(both):
    """The changed network's state is what is read of (h, g, r)."""
    same, linear = both.parts
    state, e = same.other.state, next(s for s in symbols_of(both) if s.name == "e")
    h, g, r = (
        SymbolicArray((state.axes[0][number : number + 1],), {(0,): state.blocks[number,]})
        for number in range(3)
    )
    return conjunction(both, simulation(same, h + e * g + e**2 * r), prove(linear))


sketch = Claim(
    id="linear-rnn/thm-3.3-sketch",
    title="State and parameter derivative together are a linear time-invariant system",
    source=Source(PAPER, "Theorem 3.3, proof sketch"),
    statement=r"g_t = n^{-1/2} W g_{t-1} + n^{-1/2} \Delta_W h_{t-1} + \Delta_F x_t,"
    r"\quad g_t = \partial h_t \text{ in the direction } (\Delta_W, \Delta_F)",
    subject=Augmented(),
    says=says_augmented,
    checks=(proof_of(says_augmented, by_orders), instances_of(says_augmented)),
    mutants=(
        Mutant("no-scale", Augmented(lambda s, change, h, x: change @ h), "lost n^{-1/2}"),
        Mutant("twice", Augmented(by_F=lambda s, change, h, x: 2 * (change @ x)), "a factor 2"),
    ),
    late=(
        Mutant(
            "wide",
            Augmented(by_F=lambda s, change, h, x: (change @ x) * (1 if h.shape[0] < 999 else 2)),
            "a factor 2 from n = 999 on",
        ),
    ),
    notes="In print it is the derivative of h_t by t; the derivative by the parameters is meant."
    " 'LSL' is not defined.",
)
