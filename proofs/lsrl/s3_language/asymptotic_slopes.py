r"""Which products are possible without Multi: a third condition, beside Lipschitz and few pieces.

Let the last token go to infinity along a line, x + r v, and the tokens before be fixed. A program
without Multi becomes affine in r, and its slope can be computed node by node, from the slopes of
what a node reads: by A in a Lin, by B in a LinState, and by the ReLU of the slope in a ReLU.
Neither t nor the tokens before come in. So far out all outputs have one slope; but $t\,x_t$, which
is linear in the tokens at each t, has the slope t.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, cast

import numpy as np

from constructions.arrays import EXACT, OBJECTS, relu
from constructions.lsrl import Concat, ForEach, Input, Lin, LinState, Multi, ReLU
from proofs.lsrl import PAPER
from proofs.lsrl.free_weights import Token, Weight, machine_of
from proofs.lsrl.program_steps import PLAIN_STEPS, STEPS, Steps, from_90, machines_of
from proofs.lsrl.s2_preliminaries.linear_pieces import PLAIN
from proofs.lsrl.single_nodes import NODES, Nodes, from_90_rows, joined, put_out, step_of
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Computes,
    Counterexample,
    Equal,
    EveryStackIs,
    Evidence,
    Implies,
    Less,
    Mutant,
    Source,
    World,
    arithmetic,
    check,
    closed_under_composition,
    conjunction,
    identity_function,
    proof_of,
    prove,
    to_fraction,
    unrolling,
)

token = Input(1)
time = LinState(0 * token, 1, 1, 1)
"""The number of the token, 1, 2, ..."""


@dataclass(frozen=True)
class Slopes:
    """The slopes far out in the last token.

    **Fields**: `of_lin(A, a)`, `of_relu(a)` and `of_state(A, B, a)`, the slopes of nodes that read
    what has the slopes a, arrays; the `nodes`; the `steps` of programs without Multi;
    `times(t, x)`, the node with Multi that has the slope t, of the number of the token and the
    token.
    """

    of_lin: Callable[[Any, Any], Any] = lambda A, a: A @ a
    of_relu: Callable[[Any], Any] = relu
    of_state: Callable[[Any, Any, Any], Any] = lambda A, B, a: B @ a
    nodes: Nodes = field(default_factory=lambda: NODES)
    steps: Steps = field(default_factory=lambda: PLAIN_STEPS)
    times: Callable[[Any, Any], Any] = lambda t, x: t * x


class OfOneState:
    """A machine whose states are one array, without the tuple around it."""

    def __init__(self, machine: Any) -> None:
        self.machine = machine

    def initial_state(self) -> Any:
        """Return the only state."""
        (state,) = self.machine.initial_state()
        return state

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return the state after a token, and the output."""
        (after,), y = self.machine.step((state,), x)
        return after, y


def says_far(slopes: Slopes, w: World) -> All:
    """Programs without Multi have one slope far out at each t; that of t x_t, of any size, is t.

    The latter is a program with one Multi, of a state that counts the tokens. The slope goes
    through the shipped nodes as the subject has it: a node that reads a r + c has it from some r
    on, whatever s_{t-1} = s and c are, a ReLU from r = |c| / |a| on, and everywhere if a = 0.
    """
    d, N = w.size("d"), w.size("N")
    x, xs = w.array("x", d), w.array("xs", N, d)

    def weight(entry: Callable[..., Any], *sizes: Any) -> Weight:
        return Weight(w.entries(entry, *sizes), *sizes)

    token = Token(x, d)
    eye, none = weight(lambda h, i, j: h.delta(i, j), d, d), weight(lambda *_: 0, d, d)
    number = LinState(token, eye, none, weight(lambda *_: 1, d), weight(lambda *_: 0, d))
    machine = OfOneState(machine_of(slopes.times(number, token), x))
    outputs = w.entries(lambda h, t, i: h.sum(lambda s: h.at_most(s, t), N) * xs[t, i], N, d)
    every = EveryStackIs(machines_of(slopes.steps, w), "far slopes")
    return All((every, Computes(w.machine(machine, x), xs, outputs), *_through_nodes(slopes, w)))


def _through_nodes(slopes: Slopes, w: World) -> tuple[Implies | Equal, ...]:
    """By how much a Lin, a state, a ReLU and a Concat of it rise from r to r + h, far out."""
    m, n, r, h = w.size("m"), w.size("n"), w.number("r"), w.number("h")
    A, B, b = w.array("A", n, n), w.array("B", n, m), w.array("b", n)
    s, s_0, a, c = w.array("s", n), w.array("s_0", n), w.array("a", m), w.array("c", m)
    token, weights = Token(a, m), (Weight(B, n, m), Weight(b, n))
    lin = slopes.nodes["Lin"](token, *weights)
    state = slopes.nodes["LinState"](token, Weight(A, n, n), *weights, Weight(s_0, n))
    reads, later = a * r + c, a * (r + h) + c
    risen = put_out(lin, later) - put_out(lin, reads)
    steps = zip(step_of(state, later, s), step_of(state, reads, s), strict=True)
    after, output = (one - other for one, other in steps)
    of_state = slopes.of_state(A, B, a) * h
    return (
        Equal(risen, slopes.of_lin(B, a) * h),
        Equal(after, of_state),
        Equal(output, of_state),
        *_through_relus(slopes, w, r, h),
    )


def _through_relus(slopes: Slopes, w: World, r: Any, h: Any) -> tuple[Implies, Implies]:
    """A ReLU, and a Concat of the token, its ReLU and the token, where a (a r + c) >= 0."""
    k = w.size("k")
    a, c = w.array("a_r", k), w.array("c_r", k)
    token = Token(a, k)
    positive = slopes.nodes["ReLU"](token)
    reads, later = a * r + c, a * (r + h) + c
    risen = put_out(positive, later) - put_out(positive, reads)
    runs = (joined(slopes.nodes, token, read) for read in (later, reads))
    one, two, three = (there - here for there, here in zip(*runs, strict=True))
    far_out, of_relu = All((Less(0, h), AtMost(0, a * reads))), slopes.of_relu(a) * h
    parts = Equal(one, a * h), Equal(two, of_relu), Equal(three, a * h)
    return Implies(far_out, Equal(risen, of_relu)), Implies(far_out, All(parts))


def by_form(both: All) -> Evidence:
    """Prove it as slopes are composed, and as a state that counts is the sum of 1 over tokens."""
    every, product_, *nodes = cast(Any, both).parts
    return conjunction(
        both, closed_under_composition(every), unrolling(product_), *map(_decided, nodes)
    )


def _decided(part: Equal | Implies) -> Evidence:
    """Prove an equation of arrays as such, and what is so far out by arithmetic of entries."""
    return prove(part) if isinstance(part, Equal) else arithmetic(part)


def far_slopes(program, past):
    """Return the slopes of the output in the last token for r to minus and to plus infinity."""
    tokens = [[value] for value in past] + [[identity_function()]]
    y = program(OBJECTS.array(np.array(tokens, dtype=object)))[-1, 0]
    return y.slope, y.slope + sum(change for _, change in y.kinks)


def predicted(program, slopes, v):
    """Compute the slope of a program without Multi for the direction v, node by node."""
    found: list[Any] = []
    for node, inputs in zip(program.nodes, program.graph.inputs, strict=True):
        reads = EXACT.array([slope for i in inputs for slope in found[i]] or [v])
        numbers = {name: matrix.array(EXACT) for name, matrix in node.numbers.items()}
        if isinstance(node, Lin):
            reads = slopes.of_lin(numbers["A"], reads)
        elif isinstance(node, LinState):
            reads = slopes.of_state(numbers["A"], numbers["B"], reads)
        elif isinstance(node, ReLU):
            reads = slopes.of_relu(reads)
        found.append(reads)
    return to_fraction(found[-1][0])


@check("exact")
def check_plain_programs(slopes):
    """Three programs without Multi have these slopes, for all pasts of up to 4 tokens 0, 1."""
    for name, program in PLAIN.items():
        wanted = (-predicted(program, slopes, -1), predicted(program, slopes, 1))
        for past in (past for t in range(5) for past in product((0, 1), repeat=t)):
            found = far_slopes(program, past)
            if any(one != other for one, other in zip(wanted, found, strict=True)):
                at = {"program": name, "past": past}
                told = (str(list(map(str, side))) for side in (wanted, found))
                return Evidence.refuted(Counterexample(at, *told))
    return Evidence.holds(", ".join(PLAIN))


@check("exact")
def check_product(slopes):
    """The program is linear in the last token at each t, with slopes that differ: t = 1, ..., 5."""
    program = ForEach(slopes.times(time, token))
    found = [far_slopes(program, (0,) * t) for t in range(5)]
    wanted = [(t, t) for t in range(1, 6)]
    if found != wanted:
        at = {"products": program.count(Multi)}
        told = (str([list(map(str, pair)) for pair in side]) for side in (wanted, found))
        return Evidence.refuted(Counterexample(at, *told))
    return Evidence.holds("t = 1, ..., 5")


def squared(x: Any) -> Multi:
    """Write the square of the token."""
    return Multi(Concat(x, x))


def late_state(x: Any, A: Any, B: Any, b: Any, s_0: Any) -> LinState:
    """Write a state that reads the ReLU of the token."""
    return LinState(ReLU(x), A, B, b, s_0)


def capped(a: Any) -> Any:
    """Return the ReLU of slopes, and 10^9 at most."""
    return relu(a) - relu(a - 10**9)


SLOPES = Slopes()

far = Claim(
    id="lsrl/new-far-slopes",
    title="Without Multi the slope far out in the last token is the same at each t; t x_t has t",
    source=Source(PAPER, "beyond Sec. 3, constant and dynamic variables"),
    statement=r"\lim_{r \to \infty} \tfrac1r\, y_t(x_1, \dots, x_{t-1}, x + r v) = Y(v)"
    r" \text{ for all } t, x; \qquad y_t = t\,x_t:\ t v;"
    r" \qquad Y_{\mathrm{Lin}} = A\,Y, \quad Y_{\mathrm{ReLU}} = \mathrm{ReLU}(Y), \quad"
    r" Y_{\mathrm{state}} = B\,Y",
    assumptions=(
        "programs without Multi, and so Linear RNNs, as stacks of steps, each of which adds the"
        " value of a node to those so far",
        "slopes of nodes of all sizes as they read the token, a Concat of three parts; a ReLU where"
        " $r$ is so large that $a (a r + c) \\ge 0$",
    ),
    subject=SLOPES,
    says=says_far,
    checks=(
        proof_of(says_far, by_form),
        check_plain_programs.killing("linear"),
        check_product.killing("no-product"),
    ),
    mutants=(
        Mutant("linear", replace(SLOPES, of_relu=lambda slope: slope), "that of what it reads"),
        Mutant("with-past", replace(SLOPES, of_state=lambda A, B, a: A @ (B @ a)), "A B for B"),
        Mutant(
            "of-relus",
            replace(SLOPES, nodes={**NODES, "LinState": late_state}),
            "a state of the ReLU of what it reads",
        ),
        Mutant("squares", replace(SLOPES, nodes={**NODES, "ReLU": squared}), "a ReLU that squares"),
        Mutant(
            "no-product",
            replace(SLOPES, times=lambda t, x: t + x),
            "t + x_t",
        ),
    ),
    late=(
        Mutant(
            "wide",
            replace(SLOPES, steps={**PLAIN_STEPS, "relu": from_90(STEPS["multi"], "relu")}),
            "a product in place of a ReLU of 90 values or more",
        ),
        Mutant(
            "steep",
            replace(SLOPES, of_relu=capped),
            "a slope of 10^9 at most",
        ),
        Mutant(
            "with-past-from-90-on",
            replace(
                SLOPES,
                of_state=lambda A, B, a: B @ a if A.shape[0] < 90 else A @ (B @ a),
            ),
            "A B for B from 90 entries on",
        ),
        Mutant(
            "of-relus-from-90-on",
            replace(
                SLOPES,
                nodes={**NODES, "LinState": from_90_rows(LinState, late_state)},
            ),
            "a state of ReLUs from 90 entries on",
        ),
    ),
    new=True,
    notes="So a program with Multi need not be a Linear RNN although at each t its outputs are"
    " Lipschitz (lsrl/constants), with no more pieces than a Linear RNN has (lsrl/few-pieces):"
    " t x_t is linear in the tokens, and no program without Multi is right at t = 1 and t = 2.",
)
