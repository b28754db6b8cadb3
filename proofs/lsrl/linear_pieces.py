r"""Sec. 2: what linear state updates cost: nothing up to a fixed length, else linear pieces.

An RNN applies its ReLUs once more at each token, so that its output may have 2^t linear pieces in
the first token. A Linear RNN applies each ReLU once on the way to an output: at most
(1 + w t)^D pieces, with w ReLUs on each of D levels.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from types import SimpleNamespace as Given
from typing import Any

import numpy as np
import sympy as sp

from constructions.arrays import EXACT, OBJECTS
from constructions.cells.recurrent_layer import RecurrentLayer
from constructions.cells.relu_network import ReLUNetwork
from constructions.lsrl import ForEach, Input, Lin, LinState, ReLU
from constructions.lsrl.programs.majority import majority_of_ones
from proofs.lsrl import PAPER
from proofs.lsrl.two_readings import prove_for_all_sizes
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    all_of,
    check,
    line,
    prove_by_induction,
    prove_for_all,
    prove_recurrence,
    reals,
    where,
)

SEC_2 = Source(PAPER, "Sec. 2")
HALF = Fraction(1, 2)
ROWS = {"A": [[2, -4], [2, -4]], "B": [[1], [1]], "b": [0, Fraction(-1, 2)]}


def tent_rnn(fall=4):
    """Return the RNN with state (relu(z), relu(z - 1/2)), z = y_{t-1} + x_t, and y = 2 u - 4 v.

    After a first token in [0, 1] and then zeros, y_t is the tent map, t times.
    """
    A = np.array([[2, -fall]] * 2, dtype=object)
    B, b, s_0 = (np.array(values, dtype=object) for values in (ROWS["B"], ROWS["b"], [0, 0]))
    read = ReLUNetwork((A[:1],), (np.array([0], dtype=object),))
    return RecurrentLayer(A, B, b, s_0, read, relu_state=True)


def flat_rnn():
    """Return the RNN with y = 2 u - 3 v, which does not come back to 0 at 1."""
    return tent_rnn(3)


def adding_rnn():
    """Return the RNN that adds up its tokens, in two halves."""
    A, B = [[1, -1], [-1, 1]], [[1], [-1]]
    read = ReLUNetwork((np.array([[1, -1]], dtype=object),), (np.array([0], dtype=object),))
    A, B, b, s_0 = (np.array(values, dtype=object) for values in (A, B, [0, 0], [0, 0]))
    return RecurrentLayer(A, B, b, s_0, read, relu_state=True)


def pieces(run, length):
    """Return for t = 1, ..., length the number of linear pieces of y_t on [0, 1] in x_1 = r.

    The other tokens are 0.
    """
    tokens = [[line()]] + [[0 * line()]] * (length - 1)
    outputs = run(OBJECTS.array(np.array(tokens, dtype=object)))
    return [1 + sum(0 < place < 1 for place in y.breakpoints) for y in outputs[:, 0]]


@check("exact")
def check_doubles(rnn):
    """It has 2^t pieces for t = 1, ..., 5."""
    found = pieces(rnn(), 5)
    wanted = [2**t for t in range(1, 6)]
    if found != wanted:
        return Evidence.refuted(Counterexample({"t": "1, ..., 5"}, str(wanted), str(found)))
    return Evidence.holds("t = 1, ..., 5")


u, v, p = reals("u v p")
T = sp.Symbol("t", integer=True, positive=True)


@check("proof")
def check_doubles_always(rnn):
    """It has 2^t pieces for every t: on each the output runs from 0 to 1 or back.

    Then p = y_{t-1} takes each value once on a piece, and y_t rises with p up to 1/2, from 0 to 1,
    and falls from there, to 0: two pieces of each. Pieces side by side have slopes of opposite
    sign, before and after, so that none become one.
    """
    cell = rnn()
    state, nothing, start, token = (
        OBJECTS.array(np.array(values, dtype=object)) for values in ([u, v], [0], [0, 0], [p])
    )
    read, (_, after), (_, first) = (
        cell.phi.at(state)[0],
        cell.step(state, nothing),
        cell.step(start, token),
    )
    unit = [p >= 0, p <= 1]
    tent = where(p <= HALF, 2 * p, 2 - 2 * p)
    return all_of(
        {
            "first token": prove_for_all(first[0] == tent, assume=unit),
            "one more": prove_for_all(after[0] == tent, assume=[*unit, read == p]),
            "pieces": prove_recurrence(2**T, lambda P, _: 2 * P, (1, 2), T),
        },
        "every t",
        rests_on=("induction over t",),
    )


SMALL = ((1, 1), (2, 1), (4, 1))
"""Pairs (w, D): ReLUs on a level, and levels."""


@check("exact")
def check_linear_rnn_has_as_many(rnn):
    """For some (w, D) its pieces up to t = 5 are at most (1 + w t)^D, as a Linear RNN's are."""
    found = pieces(rnn(), 5)
    late = {}
    for w, D in SMALL:
        late[w, D] = [t for t, number in enumerate(found, 1) if number > (1 + w * t) ** D]
        if not late[w, D]:
            return Evidence.holds(f"t = 1, ..., 5; {w} ReLUs on each of {D} levels")
    most = {f"{w} ReLUs, {D} level": (1 + w * times[0]) ** D for (w, D), times in late.items()}
    at = {"x_1": "r in [0, 1], then zeros", "t": {str(pair): t[0] for pair, t in late.items()}}
    return Evidence.refuted(Counterexample(at, f"at most {most} pieces", f"{found} pieces"))


@dataclass(frozen=True)
class Count:
    """The most pieces after one more level of w ReLUs, from P of them: `more(P, w, t)`."""

    more: Callable[[Any, Any, Any], Any] = lambda P, w, t: P * (1 + w * t)

    def of(self, program: ForEach, length: int) -> list[int]:
        """Return the bound for each of the first outputs of a program without Multi."""
        levels: dict[int, int] = {}
        depths: list[int] = []
        for node, inputs in zip(program.nodes, program.graph.inputs, strict=True):
            depth = max((depths[i] for i in inputs), default=0)
            if isinstance(node, ReLU):
                depth += 1
                levels[depth] = levels.get(depth, 0) + node.dim
            depths.append(depth)
        bounds = []
        for t in range(1, length + 1):
            bound = 1
            for depth in sorted(levels):
                bound = self.more(bound, levels[depth], t)
            bounds.append(bound)
        return bounds


@check("solver")
def check_level(count):
    """With B breakpoints so far, w ReLUs at t tokens add at most one on each of B + 1 intervals."""
    B, w, t = reals("B w t")
    new = B + w * t * (B + 1)
    return prove_for_all(
        new + 1 <= count.more(B + 1, w, t),
        assume=[B >= 0, w >= 0, t >= 0],
        scope="any numbers of breakpoints, ReLUs and tokens; by induction over the levels",
    )


@check("solver")
def check_outgrown(count):
    """2^t > (1 + w t)^D at t = 2^{D + g + 4}, if 2^g > w: for all w and D.

    There 1 + w t <= 2^g t = 2^{D + 2 g + 4}, and D (D + 2 g + 4) <= 2 n^2 + 4 n < 16 E = t with
    n = D + g and E = 2^n, the latter by induction over n.
    """
    w, t, D, g, n, E, top = reals("w t D g n E G")
    one = count.more(1 + 0 * w, w, t)
    return all_of(
        {
            "a level": prove_for_all(one <= top * t, assume=[w >= 0, w + 1 <= top, t >= 1]),
            "D levels": prove_for_all(
                D * (D + 2 * g + 4) <= 2 * n * n + 4 * n, assume=[D >= 0, g >= 0, n == D + g]
            ),
            "2^n": prove_by_induction(
                base=prove_for_all(0 * n + 16 > 0),
                step=prove_for_all(
                    2 * (n + 1) * (n + 1) + 4 * (n + 1) < 16 * (2 * E),
                    assume=[2 * n * n + 4 * n < 16 * E, E >= 1, n >= 0],
                ),
                variable="n",
            ),
        },
        "all numbers of ReLUs and of levels",
    )


token = Input(1)
PLAIN = {
    "Figure 1": majority_of_ones(),
    "three levels": ForEach(ReLU(1 - 2 * ReLU(1 - 3 * ReLU(token - "1/3")))),
    "ReLUs of sums": ForEach(
        ReLU(LinState(ReLU(3 * token - 1) - 2 * ReLU(3 * token - 2), 1, 1) - "1/2")
    ),
}


@check("exact")
def check_plain_programs(count):
    """Three programs have no more pieces than that, t = 1, ..., 5."""
    for name, program in PLAIN.items():
        found, most = pieces(program, 5), count.of(program, 5)
        for t in range(5):
            if found[t] > most[t]:
                at = {"program": name, "t": t + 1}
                return Evidence.refuted(Counterexample(at, f"at most {most[t]}", str(found[t])))
    return Evidence.holds(", ".join(PLAIN))


def given_unrolled(k):
    """A layer of the RNN, and what a layer of the stack holds: v at the last token, and junk."""
    n, m = k.size("n"), k.size("m")
    g = Given(v=k.value("v", n), x=k.value("x", m), n=n, m=m)
    g.A, g.B, g.b = k.matrix("A", n, n), k.matrix("B", n, m), k.vector("b", n)
    g.s, g.junk, g.past = (k.vector("v_before", n),), k.vector("u", n), k.vector("w", m)
    return g


def rnn_of_before(k, g):
    """Compute relu(A v_{t-1} + B x_t + b), and pass x."""
    k.LinState(g.v, k.zeros(g.n, g.n), k.eye(g.n), k.zeros(g.n), g.s[0])
    return [k.ReLU(g.A @ g.s[0] + g.B @ g.x + g.b), g.x]


def one_layer(k, g, *, reads=1, sign=-1):
    """Write a Linear RNN layer: its state is (v_t, v_{t-1}, x_t), its network has one ReLU.

    The network has the three ReLUs of A v_{t-1} + B x_t + b, of x and of -x.
    """
    n, m = g.n, g.m
    A = k.vstack(
        [
            k.hstack([k.zeros(n, n), k.zeros(n, n), k.zeros(n, m)]),
            k.hstack([k.eye(n), k.zeros(n, n), k.zeros(n, m)]),
            k.hstack([k.zeros(m, n), k.zeros(m, n), k.zeros(m, m)]),
        ]
    )
    both = k.Concat(g.v, g.x)
    B = k.vstack(
        [
            k.hstack([k.eye(n), k.zeros(n, m)]),
            k.hstack([k.zeros(n, n), k.zeros(n, m)]),
            k.hstack([k.zeros(m, n), k.eye(m)]),
        ]
    )
    zero = k.vstack([k.zeros(n), k.zeros(n), k.zeros(m)])
    s = k.LinState(both, A, B, zero, k.vstack([g.s[0], g.junk, g.past]))
    old = [k.zeros(n, n), g.A] if reads else [g.A, k.zeros(n, n)]
    hidden = k.vstack(
        [
            k.hstack([*old, g.B]),
            k.hstack([k.zeros(m, n), k.zeros(m, n), k.eye(m)]),
            k.hstack([k.zeros(m, n), k.zeros(m, n), -k.eye(m)]),
        ]
    )
    y = k.ReLU(k.Lin(s, hidden, k.vstack([g.b, k.zeros(m), k.zeros(m)])))
    read = k.hstack([k.zeros(m, n), k.eye(m), sign * k.eye(m)])
    return [k.Lin(y, k.select(n + m + m, 0, 1)), k.Lin(y, read)]


@dataclass(frozen=True)
class Stack:
    """The layer that is stacked, and how many layers are taken for sequences of length T."""

    layer: Callable[..., Any] = one_layer
    layers: Callable[[int], int] = lambda T: T


@check("proof")
def check_layer(stack):
    """A layer computes relu(A v_{t-1} + B x_t + b) from v and x, and passes x: all sizes.

    So if v_t = s_t for t < k, then its output is s_t for t <= k; for k = 1 v is s_0 throughout.
    """
    return prove_for_all_sizes(given_unrolled, rnn_of_before, stack.layer)


def unrolled_program(depth):
    """Write the stack for the tent map: v_k = relu(A v_{k-1}(t-1) + B x + b), v_0 = 0."""
    A, B, b = ROWS["A"], ROWS["B"], ROWS["b"]
    x = Input(1)
    v = Lin(x, [[0], [0]])
    for _ in range(depth):
        before = LinState(v, [[0, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0]], EYE)[2:4]
        v = ReLU(A @ before + Lin(x, B, b))
    return ForEach(Lin(v, [[2, -4]]))


EYE = [[1, 0], [0, 1], [0, 0], [0, 0]]


@check("exact")
def check_lengths(stack):
    """The stack is the RNN on T tokens: the tent map, T = 1, ..., 4, from three first tokens."""
    rnn = tent_rnn()
    for T in range(1, 5):
        program = unrolled_program(stack.layers(T))
        for r in (Fraction(1, 7), Fraction(2, 5), Fraction(5, 6)):
            xs = [[r]] + [[0]] * (T - 1)
            wanted = [str(y) for y in rnn(EXACT.array(xs))[:, 0]]
            found = [str(y) for y in program(xs)[:, 0]]
            if wanted != found:
                at = {"T": T, "x_1": r}
                return Evidence.refuted(Counterexample(at, str(wanted), str(found)))
    return Evidence.holds("the tent map; T = 1, ..., 4; x_1 = 1/7, 2/5, 5/6")


COUNT, STACK = Count(), Stack()

printed = Claim(
    id="lsrl/linear-state-expressivity",
    title="Linear state updates do not affect the expressivity: every RNN is a Linear RNN",
    source=SEC_2,
    statement=r"\text{'The fully linear state updates do not affect the expressivity'}",
    assumptions=("read as: one Linear RNN for one RNN, exactly, for sequences of all lengths",),
    subject=tent_rnn,
    checks=(check_linear_rnn_has_as_many,),
    controls=(Control("adding", adding_rnn),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/linear-state-of-bounded-length",
    notes="Two units whose output is the tent map, again and again, have 2^t pieces in the first"
    " token; a Linear RNN has at most (1 + w t)^D, which is less at some t, whatever w and D are"
    " (lsrl/few-pieces). The smallest are told off at t = 2 to 5. Sec. 3 itself speaks of 'serious"
    " limitations' by linear updates.",
)

doubles = Claim(
    id="lsrl/rnn-pieces",
    title="An RNN of two units has 2^t linear pieces in its first token",
    source=SEC_2,
    statement=r"(u, v)_t = \mathrm{relu}(z, z - \tfrac12),\ z = 2 u_{t-1} - 4 v_{t-1} + x_t,\ "
    r" y_t = 2 u_t - 4 v_t",
    assumptions=("the first token is in [0, 1], the others are 0",),
    subject=tent_rnn,
    checks=(check_doubles_always, check_doubles),
    mutants=(
        Mutant("adding", adding_rnn, "adds up its tokens"),
        Mutant("flatter", flat_rnn, "2 u - 3 v"),
    ),
    new=True,
    notes="y_t is the tent map, applied t times.",
)

few = Claim(
    id="lsrl/few-pieces",
    title="Without Multi, y_t has at most (1 + w t)^D linear pieces in any one number",
    source=SEC_2,
    statement=r"P_{\ell} \le P_{\ell-1} (1 + w_\ell t); \qquad (1 + w t)^D < 2^t"
    r"\ \text{at } t = 2^{D + g + 4},\ 2^g > w",
    assumptions=("w_l ReLUs on level l; tokens that are affine in the number; t tokens",),
    subject=COUNT,
    checks=(
        check_level.killing("once", "sum"),
        check_plain_programs.killing("sum"),
        check_outgrown.killing("squared"),
    ),
    mutants=(
        Mutant("once", Count(more=lambda P, w, t: P * (1 + w)), "one token's ReLUs"),
        Mutant("sum", Count(more=lambda P, w, t: P + w - w * t), "a sum"),
        Mutant("squared", Count(more=lambda P, w, t: P * (1 + w * t) * (1 + w * t)), "squares"),
    ),
    new=True,
)

bounded = Claim(
    id="lsrl/linear-state-of-bounded-length",
    title="For sequences of length up to T every RNN is a Linear RNN of T layers; in general not",
    source=SEC_2,
    statement=r"v^{(k)}_t = \mathrm{relu}(A v^{(k-1)}_{t-1} + B x_t + b),\ v^{(0)} = s_0"
    r" \implies v^{(k)}_t = s_t\ (t \le k)",
    assumptions=("by induction over k; an output network goes on top of the last layer",),
    subject=STACK,
    checks=(check_layer.killing("late", "absolute"), check_lengths.killing("one-less")),
    mutants=(
        Mutant(
            "late",
            replace(STACK, layer=lambda k, g: one_layer(k, g, reads=0)),
            "v_t for v_{t-1}",
        ),
        Mutant(
            "absolute", replace(STACK, layer=lambda k, g: one_layer(k, g, sign=1)), "passes |x|"
        ),
        Mutant("one-less", replace(STACK, layers=lambda T: max(T - 1, 1)), "a layer less"),
    ),
    repairs=("lsrl/linear-state-expressivity",),
)
