"""Sec. 3: of which graphs programs consist, and what lives on from one token to the next.

Nodes read nodes that were made before them, so along a way of edges numbers fall, and no way comes
back: the graph has no cycle. Only LinStates read the past, so that a token's values are functions
of the states before and of the token, node after node. What a Lin puts out can be used at the next
token all the same, through a LinState of twice the size, whose second half is the first half
before.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace as Given
from typing import Any

import numpy as np
import sympy as sp

from constructions.arrays import EXACT, OBJECTS
from constructions.lsrl import Concat, ForEach, Input, Lin, LinState, Multi, ReLU
from constructions.lsrl.programs.majority import majority_of_ones
from proofs.lsrl import PAPER
from proofs.lsrl.a_debranching_rules.levelised_compiler import DEEP
from proofs.lsrl.interpretations import Nodes, Written, wide
from proofs.lsrl.short_circuit import short_circuit
from proofs.lsrl.symbolic_language import Vectors
from theorem_checks import (
    AtMost,
    Claim,
    Control,
    Counterexample,
    Evidence,
    ForAll,
    Implies,
    Mutant,
    SameOutputs,
    Source,
    Verdict,
    all_hold,
    all_of,
    check,
    proof_of,
    prove_by_induction,
    prove_for_all,
    reals,
    simulation,
)
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.hypotheses import hypothesis

SEC_3 = Source(PAPER, "Sec. 3")


@dataclass(frozen=True)
class Running:
    """The graph of a program, and what is handed on from one token to the next.

    `reads(i, j)` says that node i, in the order in which nodes are made, may read node j.
    """

    inputs: Callable[[ForEach], Any] = lambda program: program.graph.inputs
    carry: Callable[..., Any] = lambda machine, state: state
    reads: Callable[[Any, Any], Any] = lambda i, j: j <= i - 1


PROGRAMS = DEEP | {"the token": ForEach(Input(2)), "Figure 1": majority_of_ones()}


@check("exact")
def check_graph(running):
    """One node has no inputs, one has no users, and there is no cycle."""
    for name, program in PROGRAMS.items():
        inputs = running.inputs(program)
        users = {i for parts in inputs for i in parts}
        sources = [i for i, parts in enumerate(inputs) if not parts]
        sinks = [i for i in range(len(inputs)) if i not in users]
        if (len(sources), len(sinks), is_acyclic(inputs)) != (1, 1, True):
            told = ("one source, one sink, no cycle", f"sources {sources}, sinks {sinks}")
            return Evidence.refuted(Counterexample({"program": name}, *told))
    return Evidence.holds(", ".join(PROGRAMS))


def is_acyclic(inputs):
    """Decide whether nodes can be taken away, one without inputs after the other."""
    left = {i: set(parts) for i, parts in enumerate(inputs)}
    while left:
        free = [i for i, parts in left.items() if not parts & left.keys()]
        if not free:
            return False
        for i in free:
            del left[i]
    return True


start, here, there, length = reals("start here there length")


@check("proof")
def check_no_cycle(running):
    """Along a way of L edges, from users to what they read, numbers fall by L: none comes back."""
    edge = running.reads(here, there)
    L, node = sp.Symbol("L", integer=True, nonnegative=True), sp.Function("i", real=True)
    way = ForAll(L, 0, hypothesis(running.reads(node(L), node(L + 1))))
    return all_of(
        {
            "an edge": prove_for_all(there <= here - 1, assume=edge),
            "ways": prove_by_induction(Implies(way, ForAll(L, 0, AtMost(node(L), node(0) - L)))),
            "no circle": prove_for_all(
                there != start, assume=[there <= start - length, length >= 1]
            ),
        },
        "all programs",
        words=("a node is made from nodes that are there, and does not change",),
    )


token = Input(2)
kept = LinState(token, [[1, 2], [0, 1]], [[1, 0], [1, 1]], [1, -1], [2, 3])
KINDS = {
    "Input": ForEach(token),
    "Lin": ForEach(Lin(kept, [[1, -2]], 1)),
    "ReLU": ForEach(ReLU(kept)),
    "LinState": ForEach(LinState(kept, [[2, 0], [1, 1]], [[1, 1], [0, 1]], 1, [1, 0])),
    "Concat": ForEach(Concat(token, kept)),
    "Multi": ForEach(Multi(kept)),
}


@check("solver")
def check_memory_of_kinds(running):
    """The states before a token are enough, for each kind of node, and all tokens.

    A node of the kind reads a state, which may be anything. So, by induction over the nodes, each
    value is a function of the states before and of the token.
    """
    parts = {}
    x = np.array(reals("x1 x2 y1 y2"), dtype=object).reshape(2, 2)
    for kind, program in KINDS.items():
        machine, whole = program.on(OBJECTS), program(OBJECTS.array(x))
        state, _ = machine.step(machine.initial_state(), x[0])
        _, found = machine.step(running.carry(machine, state), x[1])
        same = all_hold(*(a == b for a, b in zip(found, whole[1], strict=True)))
        parts[kind] = partial(prove_for_all, same)
    return short_circuit(parts, "all programs, by induction over nodes", words=("that induction",))


@check("exact")
def check_memory(running):
    """A machine that starts from what another hands on goes on as that one does.

    What is handed on has one vector for each LinState, of its size, and nothing else.
    """
    for name, program in PROGRAMS.items():
        xs = EXACT.array(tokens(program.input.dim))
        machine, whole = program.on(EXACT), program(xs)
        state = machine.initial_state()
        for t, x in enumerate(xs):
            state, y = machine.step(running.carry(machine, state), x)
            if y.tolist() != whole[t].tolist():
                at = {"program": name, "t": t}
                told = (str(list(map(str, side))) for side in (whole[t], y))
                return Evidence.refuted(Counterexample(at, *told))
        found = [len(part) for part in running.carry(machine, state)]
        if found != (wanted := [node.dim for node in program.states]):
            told = (f"vectors of sizes {wanted}", f"of sizes {found}")
            return Evidence.refuted(Counterexample({"program": name}, *told))
    return Evidence.holds(", ".join(PROGRAMS) + "; five tokens")


def tokens(dim):
    """Return five tokens."""
    return [[(3 * t + i) % 5 - 2 for i in range(dim)] for t in range(5)]


def with_dangling(program):
    """Add a node that nothing uses."""
    return (*program.graph.inputs, (0,))


def with_feedback(program):
    """Let the first state read the sink."""
    inputs = list(program.graph.inputs)
    for i in program.graph.states[:1]:
        inputs[i] = (*inputs[i], len(inputs) - 1)
    return tuple(inputs)


def with_constants(program):
    """Let states have no inputs."""
    graph = program.graph
    return tuple(() if i in graph.states else parts for i, parts in enumerate(graph.inputs))


def given_delay(k):
    """A Lin, its value at the token before, and any vector."""
    n, m = k.size("n"), k.size("m")
    g = Given(x=k.value("x", n), A=k.matrix("A", m, n), b=k.vector("b", m), m=m)
    g.s, g.junk = (k.vector("y_before", m),), k.vector("u", m)
    return g


class LastTwo:
    """Puts out y = A x + b of this token and of the one before."""

    def __init__(self, g):
        self.g = g

    def initial_state(self):
        """Return what stands for the y before the first token."""
        return self.g.s[0]

    def step(self, state, x):
        """Return the y of this token, and both."""
        y = self.g.A @ x + self.g.b
        return y, (y, state)


def delayed(k, g, keeps=False):
    """Write one LinState of twice the size, whose second half is the first half before."""
    eye, zero = k.eye(g.m), k.zeros(g.m, g.m)
    A = k.vstack([k.hstack([zero, zero]), k.hstack([eye, eye if keeps else zero])])
    s = k.LinState(
        k.Lin(g.x, g.A, g.b),
        A,
        k.vstack([eye, zero]),
        k.vstack([k.zeros(g.m), k.zeros(g.m)]),
        k.vstack([g.s[0], g.junk]),
    )
    return [k.Lin(s, k.select(g.m + g.m, i, i + 1)) for i in (0, 1)]


def says_delay(write, w):
    """On all sequences the values are the Lin at this token and at the one before."""
    k = Vectors(w)
    g = given_delay(k)
    written = Written(k, g, write)
    return SameOutputs(*(w.machine(cell, written.token) for cell in (written, LastTwo(g))))


def by_first_half(same):
    """Prove it, as the first half of the state is the Lin's value; the second may be anything."""
    (state,), before = same.one.state, same.other.state
    return simulation(same, (SymbolicArray(state.axes, {**state.blocks, **before.blocks}),))


@check("exact")
def check_delay_on_programs(write):
    """Written as a program it puts out the Lin now and before, on four tokens."""
    for n, m in ((1, 1), (2, 1), (1, 3), (3, 2)):
        k = Nodes({"n": n, "m": m}, seed=n)
        g = given_delay(k)
        xs = k.tokens(4)
        nodes = Concat(*write(k, g)), k.Lin(g.x, g.A, g.b)
        found, ys = (ForEach(node)(xs).astype(str).tolist() for node in nodes)
        first = [entry for (entry,) in g.s[0].tolist()]
        wanted = [[*y, *before] for y, before in zip(ys, [first, *ys], strict=False)]
        if found != wanted:
            at = {"n": n, "m": m, "xs": xs}
            return Evidence.refuted(Counterexample(at, str(wanted), str(found)))
    return Evidence.holds("n, m <= 3, random numbers, 4 tokens")


def delay_program(x, b):
    """Write the value of 2 x + b at the token before."""
    return LinState(2 * x + b, A=[[0, 0], [1, 0]], B=[[1], [0]])[1]


def state_beside(x, b):
    """Write ReLU(2 x + b) and a sum of the tokens, which does not read the Lin."""
    return ReLU(2 * x + b) + LinState(x, 1, 1)


@check("exact")
def check_no_use(write):
    """Another value of the Lin at one token changes no output at the next."""
    token = EXACT.array([3])
    after = []
    for b in (0, 1):
        changed = ForEach(write(Input(1), b)).on(EXACT)
        state, _ = changed.step(changed.initial_state(), token)
        _, y = ForEach(write(Input(1), 0)).on(EXACT).step(state, token)
        after.append([str(e) for e in y])
    if after[0] != after[1]:
        program = " ".join(repr(ForEach(write(Input(1), 0))).split())
        at = {"program": program, "x_1": 3, "x_2": 3}
        told = (f"y_2 is {', '.join(one)}, with the Lin's b = {b}" for b, one in enumerate(after))
        claimed = "the same y_2 where b = 1 for 0 in the Lin at t = 1 alone"
        return Evidence.refuted(Counterexample(at, claimed, f"{next(told)}; {next(told)}"))
    return Evidence.holds("two tokens")


dag = Claim(
    id="lsrl/dag",
    title="A program is a graph with one source, one sink and no cycle, and keeps only its states",
    source=SEC_3,
    statement=r"(s_t, y_t) = F(s_{t-1}, x_t), \quad s_t = \text{the values of the LinStates}",
    assumptions=("that there is one source and one sink: seven programs",),
    subject=Running(),
    checks=(
        check_no_cycle.killing("feedback"),
        check_memory_of_kinds.killing("forgets"),
        check_graph.killing("dangling", "feedback", "two-sources"),
        check_memory.killing("forgets", "remembers"),
    ),
    mutants=(
        Mutant("dangling", Running(inputs=with_dangling), "a node that nothing uses"),
        Mutant(
            "feedback",
            Running(inputs=with_feedback, reads=lambda i, j: (j <= i - 1) | (j >= i + 1)),
            "a state that reads the output",
        ),
        Mutant("two-sources", Running(inputs=with_constants), "states without inputs"),
        Mutant(
            "forgets",
            Running(carry=lambda machine, state: machine.initial_state()),
            "starts again at each token",
        ),
        Mutant(
            "remembers",
            Running(carry=lambda machine, state: (*state, *state[:1])),
            "hands on one vector more",
        ),
    ),
    notes="A cycle cannot even be written: a node is made from nodes that are there, and does not"
    " change.",
)

no_use = Claim(
    id="lsrl/no-cross-step-use",
    title="What a linear layer puts out at t cannot be used in any computation at t + 1",
    source=Source(PAPER, "Sec. 3, expressiveness limitations"),
    statement=r"\text{'you cannot use the output of a linear layer at step } t"
    r" \text{ in any computation at step } t + 1\text{'}",
    subject=delay_program,
    checks=(check_no_use,),
    controls=(Control("not-through-a-state", state_beside),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/cross-step-by-state",
    notes="True of a Lin that no LinState reads. A LinState hands it on: the next claim.",
)

by_state = Claim(
    id="lsrl/cross-step-by-state",
    title="A LinState hands what a Lin puts out on to the next token, unchanged",
    source=Source(PAPER, "Sec. 3, expressiveness limitations"),
    statement=r"s_t = \begin{pmatrix} 0 & 0 \\ I & 0 \end{pmatrix} s_{t-1} +"
    r" \begin{pmatrix} I \\ 0 \end{pmatrix} y_t \implies s_t = (y_t, y_{t-1})",
    assumptions=("y is any Lin; first the second half is what s_0 says",),
    subject=delayed,
    says=says_delay,
    checks=(proof_of(says_delay, by_first_half), check_delay_on_programs),
    late=(wide(delayed, lambda k, g: delayed(k, g, keeps=True)),),
    mutants=(
        Mutant("keeps", lambda k, g: delayed(k, g, keeps=True), "adds up the values"),
        Mutant("same", lambda k, g: [delayed(k, g)[0]] * 2, "the value at this token twice"),
    ),
    repairs=("lsrl/no-cross-step-use",),
    notes="Only states pass from one token to the next (lsrl/dag), but a state may be any such"
    " value.",
)
