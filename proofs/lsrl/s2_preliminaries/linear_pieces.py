r"""Sec. 2: what linear state updates cost: nothing up to a fixed length, else linear pieces.

An RNN applies its ReLUs once more at each token, so that its output may have 2^t linear pieces in
the first token. A Linear RNN applies each ReLU once on the way to an output: at most
(1 + w t)^D pieces, with w ReLUs on each of D levels.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from constructions.arrays import OBJECTS, relu
from constructions.cells.recurrent_layer import RecurrentLayer
from constructions.cells.relu_network import ReLUNetwork
from constructions.lsrl import ForEach, Input, LinState, ReLU
from constructions.lsrl.programs.majority import majority_of_ones
from proofs.lsrl import PAPER
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Control,
    Counterexample,
    Evidence,
    ForAll,
    Less,
    Mutant,
    Source,
    Verdict,
    all_hold,
    all_of,
    check,
    identity_function,
    implies,
    invariant,
    proof_of,
    prove_by_induction,
    prove_for_all,
    reals,
)
from theorem_checks.statements.reals.terms import entries_named

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
    tokens = [[identity_function()]] + [[0 * identity_function()]] * (length - 1)
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


class OnAPiece:
    """An RNN, and beside it on which linear piece its first token r is, by the digits of that.

    The state is [f, m, r, u, c, e], and then that of the RNN: f is 1 before the first token, and
    after t tokens m = 2^t, u = 2^t r, and c, of t binary digits, the number of the piece from c/2^t
    to (c + 1)/2^t. A token is that of the RNN, and the next digit of c, of which e is the last.
    """

    def __init__(self, rnn):
        self._rnn = rnn

    def initial_state(self):
        """Return what is kept at first, and the first state."""
        return OBJECTS.array([1, 1, 0, 0, 0, 0]), self._rnn.initial_state()

    def step(self, state, token):
        """Return both after a token, and the output of the RNN."""
        (f, m, r, u, c, _), own = state
        x, digit = token
        after, y = self._rnn.step(own, token[:1])
        kept = [0 * f, 2 * m, r + x, 2 * (u + x), 2 * c + digit, digit]
        return (np.array(kept, dtype=object), after), y


def says_pieces(rnn, w):
    """On piece c the output is 2^t r - c where c is even, and c + 1 - 2^t r where it is odd.

    So for every t and every one of the 2^t numbers c: lines side by side rise and fall.
    """

    def allowed(state, token):
        (f, _, _, u, c, _), (x, digit) = state[0], token
        place = u + x - c
        first = implies(f == 1, (x >= 0) & (x <= 1)) & implies(f == 0, x == 0)
        return first & (((digit == 0) & (place <= HALF)) | ((digit == 1) & (place >= HALF)))

    def said(state, token, y):
        _, m, r, u, c, e = state[0]
        even, odd = implies(e == 0, y[0] == u - c), implies(e == 1, y[0] == c + 1 - u)
        return all_hold((e == 0) | (e == 1), u == m * r, c <= u, u <= c + 1, even, odd)

    def drawn(entries, source):
        f, _, _, u, c, *_ = entries
        x = Fraction(source.randint(0, 64), 64) if f == 1 else Fraction(0)
        return [x, Fraction(1 if u + x - c > HALF else 0)]

    return w.throughout(OnAPiece(rnn()), 2, allowed, said, drawn)


def by_the_line(conclusion):
    """The two units give the line of the piece, from which the tent makes those of its halves."""
    f, m, r, u, c, e, one, other = entries_named("s", (8,))
    y = 2 * one - 4 * other
    first = all_hold(one == 0, other == 0, u == 0, c == 0, m == 1, r == 0)
    even, odd = implies(e == 0, y == u - c), implies(e == 1, y == c + 1 - u)
    later = all_hold((e == 0) | (e == 1), c <= u, u <= c + 1, even, odd)
    start, on = implies(f == 1, first), implies(f == 0, later)
    return invariant(conclusion, (f == 1) | (f == 0), u == m * r, start, on, seconds=2)


def late_rnn():
    """Return the RNN whose first unit has a bias beyond 10^9."""
    return LateRNN(tent_rnn())


@dataclass(frozen=True)
class LateRNN:
    """A cell that puts out 1 more where the output is more than 1 - 10^-9."""

    cell: Any

    def initial_state(self):
        """Return the first state."""
        return self.cell.initial_state()

    def step(self, state, x):
        """Return the state after a token, and the output."""
        after, y = self.cell.step(state, x)
        return after, y + relu(y - 1 + Fraction(1, 10**9))

    def __call__(self, xs):
        """Return the outputs on a sequence."""
        return self.cell(xs)


SMALL = ((1, 1), (2, 1), (4, 1))
"""Pairs (w, D): ReLUs on a level, and levels."""


@check("exact")
def check_linear_rnn_has_as_many(rnn):
    """For some (w, D) its pieces up to t = 5 are at most (1 + w t)^D, as a Linear RNN's are."""
    layer = rnn()
    found = pieces(layer, 5)
    claimed, true = [], []
    for w, D in SMALL:
        t = next((t for t, number in enumerate(found, 1) if number > (1 + w * t) ** D), None)
        if t is None:
            return Evidence.holds(f"t = 1, ..., 5; {w} ReLUs on each of {D} levels")
        claimed.append(f"{(1 + w * t) ** D} at t = {t} for w = {w}, D = {D}")
        true.append(f"{found[t - 1]} at t = {t}")
    weights = {"A": layer.A, "B": layer.B, "b": layer.b, "s_0": layer.s_0}
    (read,) = layer.phi.W
    output = f"({', '.join(map(str, read[0].tolist()))}) s_t"
    at = {**weights, "y_t": output, "x": "r in [0, 1], then 0, 0, ..."}
    most = f"by a Linear RNN at most (1 + w t)^D linear pieces in r: {', '.join(claimed)}"
    return Evidence.refuted(Counterexample(at, most, f"y_t has {', '.join(true)}"))


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
    return prove_for_all(new + 1 <= count.more(B + 1, w, t), assume=[B >= 0, w >= 0, t >= 0])


@check("solver")
def check_exponential_is_more(count):
    """2^t > (1 + w t)^D at t = 2^{D + g + 4}, if 2^g > w: for all w and D.

    There 1 + w t <= 2^g t = 2^{D + 2 g + 4}, and D (D + 2 g + 4) <= 2 n^2 + 4 n < 16 E = t with
    n = D + g and E = 2^n, the latter by induction over n.
    """
    w, t, D, g, n, top = reals("w t D g n G")
    k = sp.Symbol("n", integer=True, nonnegative=True)
    one = count.more(1 + 0 * w, w, t)
    return all_of(
        {
            "a level": prove_for_all(one <= top * t, assume=[w >= 0, w + 1 <= top, t >= 1]),
            "D levels": prove_for_all(
                D * (D + 2 * g + 4) <= 2 * n * n + 4 * n, assume=[D >= 0, g >= 0, n == D + g]
            ),
            "2^n": prove_by_induction(
                ForAll(k, 0, All((AtMost(1, 2**k), Less(2 * k**2 + 4 * k, 16 * 2**k))))
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


COUNT = Count()

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
    r" y_t = 2 u_t - 4 v_t: \quad y_t = \begin{cases} 2^t r - c & c \text{ even} \\"
    r" c + 1 - 2^t r & c \text{ odd} \end{cases} \quad \text{for } c \le 2^t r \le c + 1,"
    r"\ c = 0, \dots, 2^t - 1",
    assumptions=("the first token is r in [0, 1], the others are 0",),
    subject=tent_rnn,
    says=says_pieces,
    checks=(proof_of(says_pieces, by_the_line), check_doubles),
    late=(Mutant("peaks", late_rnn, "more from 1 - 10^-9 on"),),
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
        check_exponential_is_more.killing("squared"),
    ),
    mutants=(
        Mutant("once", Count(more=lambda P, w, t: P * (1 + w)), "one token's ReLUs"),
        Mutant("sum", Count(more=lambda P, w, t: P + w - w * t), "a sum"),
        Mutant("squared", Count(more=lambda P, w, t: P * (1 + w * t) * (1 + w * t)), "squares"),
    ),
    new=True,
)
