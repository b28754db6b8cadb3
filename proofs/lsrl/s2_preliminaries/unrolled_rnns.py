r"""Sec. 2: up to a fixed length a Linear RNN of as many layers does what an RNN does.

Layer k of the stack holds $v^{(k)}_t = \mathrm{relu}(A v^{(k-1)}_{t-1} + B x_t + b)$, with the
state of the layer as its memory of the token before. If $v^{(k-1)}$ is the RNN's state up to token
k - 1, then $v^{(k)}$ is up to k: so T layers do for T tokens. The step is proved for all sizes; the
induction is over layers, said in words, and the stack is run on the tent map.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from types import SimpleNamespace as Given
from typing import Any

from constructions.arrays import EXACT
from constructions.lsrl import ForEach, Input, Lin, LinState, ReLU
from proofs.lsrl.interpretations import prove_for_all_sizes
from proofs.lsrl.s2_preliminaries.linear_pieces import ROWS, SEC_2, tent_rnn
from theorem_checks import Claim, Counterexample, Evidence, Mutant, check


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


STACK = Stack()

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
