r"""Section 4.1: where every lambda is 0 or 1, all outputs follow from those on three tokens.

The output of class (2) is then

    y_t = c(x_t) + sum_{s<t} b(x_s, x_t) + sum_{r,s<t} g(x_r, x_s),    g symmetric,

which three tokens show. So the test of functional equality in `three_tokens.py` is enough.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np

from constructions.arrays import concatenate, ones
from constructions.cells.gated_rnn import GatedRNN
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.realisation import few
from theorem_checks import (
    Claim,
    Computes,
    Conclusion,
    Evidence,
    Mutant,
    Source,
    World,
    check,
    equal_maps,
    instances_of,
    proof_of,
    unrolling,
)

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Extrapolation:
    """All outputs from those on so many `tokens`, 1, 2 or 3, and fewer.

    `factor` is the lambda of the units that keep what they take in, by their number.
    """

    tokens: int
    factor: Callable[[Any], Any] = lambda _k: 1


@dataclass(frozen=True)
class WithOne:
    """A network that is shown a 1 beside each token."""

    cell: GatedRNN
    one: Any

    def initial_state(self) -> Any:
        """Return the network's."""
        return self.cell.initial_state()

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return the network's state after the token and a 1, and its output."""
        return self.cell.step(state, concatenate((x, self.one)))


def says_extrapolates(of: Extrapolation, w: World) -> Conclusion:
    """All outputs follow from y_k, those after k tokens, from the first state.

    With m tokens before the last one, r and s among them,

    y_t = sum_{r != s} y_3(x_r, x_s, x_t) / 2 - (m - 2) sum_s y_2(x_s, x_t)
          + (m - 1) (m - 2) y_1(x_t) / 2.

    For two tokens sum_s y_2 - (m - 1) y_1, and for one y_1. The networks are all of class (2), with
    biases, with lambda = `factor` in some units and 0 in the others, as a diagonal matrix; the
    cell runs on all tokens, pairs and triples at once.
    """
    T, d, kept, now, p, o = (w.size(name) for name in ("T", "d", "n_1", "n_0", "p", "o"))
    X, cell = w.array("X", T, d), _network(of, w, d, kept, now, p, o)

    def outputs(*places: int) -> Any:
        """The outputs after the tokens in some places of each tuple of times."""
        times: Any = (T,) * len(places) if len(places) > 1 else T
        groups = [w.zeros(units, times) for units in (kept, now)]
        state, output = concatenate(groups), None
        for place in places:
            x = w.entries(lambda _, k, *at, place=place: X[at[place], k], d, times)
            state, output = cell.step(state, concatenate((x, ones((1, x.shape[1]), like=x))))
        return output

    def before(h: Any, s: Any, t: Any) -> Any:
        return h.at_most(s, t) - h.delta(s, t)

    def count(h: Any, t: Any) -> Any:
        return h.sum(lambda s: before(h, s, t), T)

    def of_one(h: Any, u: Any, t: Any) -> Any:
        m = count(h, t)
        by_tokens = {1: 1, 2: -(m - 1), 3: (m - 1) * (m - 2) * HALF}
        return h.delta(u, t) * by_tokens[of.tokens]

    def of_two(h: Any, s: Any, u: Any, t: Any) -> Any:
        factor = 1 if of.tokens == 2 else -(count(h, t) - 2)
        return h.delta(u, t) * before(h, s, t) * factor

    def of_three(h: Any, r: Any, s: Any, u: Any, t: Any) -> Any:
        both = before(h, r, t) * before(h, s, t) * (1 - h.delta(r, s))
        return h.delta(u, t) * both * HALF

    total = outputs(0) @ w.entries(of_one, T, T)
    if of.tokens > 1:
        total = total + outputs(0, 1) @ w.entries(of_two, (T, T), T)
    if of.tokens > 2:
        total = total + outputs(0, 1, 2) @ w.entries(of_three, (T, T, T), T)
    network = WithOne(cell, ones((1,), like=X))
    return Computes(w.machine(network, w.array("x", d)), X, total.T)


def _network(of: Extrapolation, w: World, d: Any, kept: Any, now: Any, p: Any, o: Any) -> GatedRNN:
    """Any network of class (2) with such lambdas, whose tokens have a 1 for a last entry."""

    def gate(name: str) -> Any:
        rows = []
        for group, units in (("1", kept), ("0", now)):
            bias = w.array(f"{name}{group}_1", 1, units)
            rows.append(concatenate([w.array(f"{name}{group}_x", units, d).T, bias]).T)
        return concatenate(rows)

    def read(name: str) -> Any:
        return concatenate([w.array(f"{name}1", p, kept).T, w.array(f"{name}0", p, now).T]).T

    keeps = w.entries(lambda h, i, j: h.delta(i, j) * of.factor(i), kept, kept)
    above = concatenate([keeps.T, w.zeros(kept, now).T]).T
    below = concatenate([w.zeros(now, kept).T, w.zeros(now, now).T]).T
    gates, reads = (gate("M"), gate("N")), (read("O"), read("U"))
    return GatedRNN(concatenate([above, below]), *gates, *reads, w.array("D", o, p))


@check("exact", kills=("one-token", "two-tokens"))
def check_cells_extrapolate(of: Extrapolation) -> Evidence:
    """The outputs of the cell on four and five tokens are what the formula makes of three.

    For all tokens and weights, as polynomials: lambda = (1, 0), d = 1, with biases.
    """

    def network(W_m: Any, W_x: Any, U_m: Any, U_x: Any) -> GatedRNN:
        lam = np.array([1, 0])
        return GatedRNN(lam, W_m, W_x, U_m, U_x, np.array([[1]]), append_one=True)

    def direct(xs: Any, **weights: Any) -> Any:
        return network(**weights)(xs)[-1]

    def by_few(xs: Any, **weights: Any) -> Any:
        cell, t = network(**weights), len(xs)
        past, now = range(t - 1), xs[t - 1 :]
        alone = cell(now)[-1]
        if of.tokens == 1:
            return alone
        twos = sum(cell(np.concatenate([xs[[s]], now]))[-1] for s in past)
        if of.tokens == 2:
            return twos - alone * (t - 2)
        threes = sum(cell(np.concatenate([xs[[r, s]], now]))[-1] for r, s in combinations(past, 2))
        return threes - twos * (t - 3) + alone * ((t - 2) * (t - 3) // 2)

    weights = {"W_m": (2, 2), "W_x": (2, 2), "U_m": (1, 2), "U_x": (1, 2)}
    return equal_maps(direct, by_few, sizes=[{"xs": (t, 1), **weights} for t in (4, 5)])


certificate = Claim(
    id="gated-rnn/x3-certificate",
    title="For lambda in {0, 1} the outputs on three tokens make those on all sequences",
    source=Source(PAPER, "Sec. 4.1, beyond the text"),
    statement=r"\lambda \in \{0,1\}^n:\quad y_t = \sum_{r<s<t} y_3(x_r, x_s, x_t)"
    r" - (t-3)\sum_{s<t} y_2(x_s, x_t) + \tbinom{t-2}{2}\,y_1(x_t)",
    assumptions=("outputs of class (2) with any biases",),
    subject=Extrapolation(3),
    says=says_extrapolates,
    checks=(
        proof_of(says_extrapolates, unrolling, seconds=120),
        instances_of(says_extrapolates),
        check_cells_extrapolate,
    ),
    mutants=(
        Mutant("one-token", Extrapolation(1), "the instantaneous polynomials alone"),
        Mutant("two-tokens", Extrapolation(2), "products of two past tokens are not seen"),
        Mutant("doubling", Extrapolation(3, factor=lambda _k: 2), "lambda = 2"),
    ),
    late=(
        Mutant(
            "many-units",
            Extrapolation(3, factor=lambda k: 2 - few(k)),
            "lambda = 2 from unit 40 on",
        ),
    ),
    repairs=("gated-rnn/s4.1-identification-logic", "gated-rnn/tab2-logic"),
    notes="So equality of the outputs on one, two and three tokens is equality on all sequences,"
    " for two such networks, and for attention, which is one of them (gated-rnn/fig1)."
    " `prove_same_function` decides equality for every diagonal lambda.",
    new=True,
)
