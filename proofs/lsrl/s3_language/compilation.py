"""Sec. 3: programs are (Gated) Linear RNNs, and (Gated) Linear RNNs are programs.

A layer is written as nodes (LinState, Lin, ReLU, Multi of a Concat for the gate), and a node as a
layer, with a gate of 1, or a state without memory where a product needs a gate that reads the
token. Both translations are compared with eqs. (3) and (4) on arrays of all sizes. So the maps are
the same; programs and networks do not correspond one to one, as relu(relu(x)) and relu(x) show.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from types import SimpleNamespace as Given
from typing import Any

from constructions.lsrl import ForEach, Input, LinState, Matrix, Multi, ReLU
from constructions.lsrl.programs.majority import majority_of_ones
from constructions.lsrl.targets import Model, as_program, gated_linear_rnn, linear_rnn
from constructions.lsrl.targets.layers import Affine, Layer, Network
from proofs.lsrl import PAPER
from proofs.lsrl.a_debranching_rules.levelised_compiler import DEEP
from proofs.lsrl.first_states import without_first_states
from proofs.lsrl.two_readings import compare_on_programs, prove_for_all_sizes
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    check,
)

SEC_3 = "Sec. 3"
x = Input(dim=2)
PROGRAMS = DEEP | {
    "a state with a start": ForEach(ReLU(LinState(x, 2, [[1, -1]], 1, 3)) - x[0]),
    "a state of a state": ForEach(LinState(LinState(x, 2, [[1, 1]], 1), A=3, B=-1, init_state=1)),
}
SIZES = ({"n": 1, "m": 1, "p": 1, "h": 1}, {"n": 2, "m": 3, "p": 1, "h": 2})


def given_layer(k):
    """A layer of eq. (4): its state, and two networks with a hidden layer each."""
    n, m, p, h = map(k.size, "nmph")
    g = Given(x=k.value("x", m), s=(k.vector("s", n),), u=(k.vector("u", p),), m=m, p=p, n=n)
    g.A, g.B, g.b = k.matrix("A", n, n), k.matrix("B", n, m), k.vector("b", n)
    for name, size in (("phi", n), ("gamma", m)):
        W, c = k.matrix(f"W_{name}", h, size), k.vector(f"c_{name}", h)
        vars(g)[name] = (W, c, k.matrix(f"V_{name}", p, h), k.vector(f"d_{name}", p))
    g.F, g.f = k.matrix("F", p, m), k.vector("f", p)
    g.G, g.g = k.matrix("G", p, m), k.vector("g", p)
    return g


def network(k, weights, x):
    """Write V relu(W x + c) + d."""
    W, c, V, d = weights
    return k.Lin(k.ReLU(k.Lin(x, W, c)), V, d)


def as_printed(k, g):
    """Compute eqs. (3) and (4) on symbolic arrays by their formulas."""
    s = g.A @ g.s[0] + g.B @ g.x + g.b
    k.states.append((g.A, g.s[0], s))
    W, c, V, d = g.phi
    phi = V @ k.ReLU(W @ s + c) + d
    W, c, V, d = g.gamma
    return [phi, (V @ k.ReLU(W @ g.x + c) + d) * phi]


def layers_as_nodes(k, g, *, gate_reads="x", start=None):
    """Write them as nodes: LinState, Lin and ReLU, and Multi of Concat for the gate."""
    s = k.LinState(g.x, g.A, g.B, g.b, g.s[0] if start is None else start(k, g))
    phi = network(k, g.phi, s)
    gate = phi if gate_reads == "phi" else network(k, g.gamma, g.x)
    return [phi, k.Multi(k.Concat(gate, phi))]


def nodes_of_program(k, g):
    """Write one node of each kind, as a program has it."""
    product = k.Multi(k.Concat(k.Lin(g.x, g.F, g.f), k.Lin(g.x, g.G, g.g)))
    s = k.LinState(g.x, g.A, g.B, g.b, g.s[0])
    return [product, s, k.ReLU(k.Lin(g.x, g.F, g.f)), k.Lin(g.x, g.F, g.f)]


def memoryless(k, x, W, b, s):
    """Write a layer's state that holds W x + b, whatever it was before."""
    return k.LinState(x, k.zeros(k.axis(W), k.axis(W)), W, b, s)


def nodes_as_layers(k, g, *, one=1, gate="G"):
    """Write them as layers of eq. (4), y = gamma(x) phi(s): with a gate of 1 where none is needed.

    A product has one factor in a state without memory, and the other for a gate.
    """
    own = {"G": (g.G, g.g), "F": (g.F, g.f)}[gate]
    product = k.Multi(k.Concat(k.Lin(g.x, *own), memoryless(k, g.x, g.F, g.f, g.u[0])))
    ones = [one * k.ones(size) for size in (g.n, g.p)]
    gates = [k.Lin(g.x, k.zeros(size, g.m), b) for size, b in zip((g.n, g.p), ones, strict=True)]
    s = k.LinState(g.x, g.A, g.B, g.b, g.s[0])
    held = memoryless(k, g.x, g.F, g.f, g.u[0])
    return [
        product,
        k.Multi(k.Concat(gates[0], s)),
        k.Multi(k.Concat(gates[1], k.ReLU(held))),
        k.Multi(k.Concat(gates[1], held)),
    ]


def drawn_model(seed, gated):
    """Return a stack of two layers with small random weights, and tokens for it."""
    source = random.Random(seed)  # noqa: S311  # no secret hangs on it

    def matrix(rows, columns):
        return Matrix.of([[source.randint(-2, 2) for _ in range(columns)] for _ in range(rows)])

    def net(inputs, outputs):
        first = Affine(matrix(2, inputs), matrix(2, 1))
        return Network((first, Affine(matrix(outputs, 2), matrix(outputs, 1))))

    sizes = [source.randint(1, 3) for _ in range(3)]
    parts = []
    for m, p in pairwise(sizes):
        n = source.randint(1, 2)
        state = matrix(n, n), matrix(n, m), matrix(n, 1), matrix(n, 1)
        parts.append(Layer(*state, net(n, p), net(m, p) if gated else None))
    xs = [[source.randint(-3, 3) for _ in range(sizes[0])] for _ in range(3)]
    return Model("drawn", tuple(parts), len(parts)), xs


@dataclass(frozen=True)
class Translation:
    """How layers are written as nodes, and nodes as layers, and the compilers for both ways."""

    nodes: Callable[..., Any] = layers_as_nodes
    layers: Callable[..., Any] = nodes_as_layers
    program_of: Callable[[Model], ForEach] = as_program
    gated_of: Callable[[ForEach], Model] = gated_linear_rnn
    plain_of: Callable[[ForEach], Model] = linear_rnn
    given: Callable[[Any], Any] = field(default=given_layer)


@check("proof")
def check_layer_for_all_sizes(translation):
    """The nodes of a layer compute eqs. (3) and (4): all sizes, weights, states and tokens."""
    return prove_for_all_sizes(translation.given, as_printed, translation.nodes)


@check("exact")
def check_stacks(translation):
    """The program of a random stack of two layers has the outputs of the stack."""
    for seed in range(8):
        model, xs = drawn_model(seed, gated=seed % 2 == 1)
        wanted, found = model(xs).tolist(), translation.program_of(model)(xs).tolist()
        if wanted != found:
            at = {"weights drawn from seed": seed, "xs": xs}
            return Evidence.refuted(Counterexample(at, str(wanted), str(found)))
    return Evidence.holds("eight stacks of two layers, three tokens")


@check("proof")
def check_nodes_for_all_sizes(translation):
    """Each node is a layer of eq. (4), alone: all sizes, numbers, states and tokens."""
    return prove_for_all_sizes(translation.given, nodes_of_program, translation.layers)


@check("exact")
def check_nodes_as_programs(translation):
    """The same, as programs."""
    return compare_on_programs(translation.given, nodes_of_program, translation.layers, SIZES)


@check("exact")
def check_models(translation):
    """The model of a program has its outputs; without Multi it has no gates."""
    for name, program in PROGRAMS.items():
        xs = [[(3 * t + i) % 5 - 2 for i in range(program.input.dim)] for t in range(5)]
        models = [translation.gated_of(program)]
        if program.count(Multi) == 0:
            models.append(plain := translation.plain_of(program))
            if any(isinstance(part, Layer) and part.gamma is not None for part in plain.parts):
                found = Counterexample({"program": name}, "no gates", "a gate")
                return Evidence.refuted(found)
        for model in models:
            wanted, found = (of(xs).tolist() for of in (program, model))
            if wanted != found:
                told = (str([list(map(str, ys)) for ys in side]) for side in (wanted, found))
                return Evidence.refuted(Counterexample({"program": name, "xs": xs}, *told))
    return Evidence.holds(", ".join(PROGRAMS))


DIFFERENT = {
    "relu(relu(x)) and relu(x)": (ForEach(ReLU(ReLU(x))), ForEach(ReLU(x))),
    "2 (3 x) and 6 x": (ForEach(2 * (3 * x)), ForEach(6 * x)),
    "Figure 1 and itself": (majority_of_ones(), majority_of_ones()),
}


@check("exact")
def check_one_to_one(same_program):
    """Programs with equal models are the same, in the sense given; three pairs."""
    for name, (one, other) in DIFFERENT.items():
        alike = gated_linear_rnn(one).parts == gated_linear_rnn(other).parts
        if alike and not same_program(one, other):
            told = ("two models", "one model")
            return Evidence.refuted(Counterexample({"programs": name}, *told))
    return Evidence.holds(", ".join(DIFFERENT))


def same_function(one, other):
    """Decide on two sequences whether two programs compute the same."""
    xs = [[i - 2] * one.input.dim for i in range(5)]
    return all((one(part) == other(part)).all() for part in (xs, xs[::-1]))


def without_start(k, g):
    """Return first states 0."""
    return k.zeros(g.n)


def ungated(model):
    """Write a program of the layers without their gates."""
    parts = tuple(replace(part, gamma=None) for part in model.parts if isinstance(part, Layer))
    return as_program(replace(model, parts=parts))


def restarted(program):
    """Compile a program with all first states 0."""
    return gated_linear_rnn(without_first_states(program))


LAYER_MUTANTS = (
    Mutant(
        "gate-of-state",
        Translation(nodes=lambda k, g: layers_as_nodes(k, g, gate_reads="phi")),
        "phi(s) for gamma(x)",
    ),
    Mutant(
        "from-zero",
        Translation(nodes=lambda k, g: layers_as_nodes(k, g, start=without_start)),
        "s_0 = 0",
    ),
    Mutant("ungated", Translation(program_of=ungated), "without gates"),
)
NODE_MUTANTS = (
    Mutant("zero-gate", Translation(layers=lambda k, g: nodes_as_layers(k, g, one=0)), "gate 0"),
    Mutant(
        "square",
        Translation(layers=lambda k, g: nodes_as_layers(k, g, gate="F")),
        "the state's factor for the gate",
    ),
    Mutant("restarted", Translation(gated_of=restarted), "first states 0"),
)

any_layer = Claim(
    id="lsrl/any-linear-rnn-is-lsrl",
    title="Every (Gated) Linear RNN is a program",
    source=Source(PAPER, SEC_3),
    statement=r"\gamma(x_t) \odot \phi(s_t) = \mathrm{Multi}(\mathrm{Concat}(\gamma(x_t),"
    r" \phi(\mathrm{LinState}(x_t))))",
    assumptions=("networks with one hidden layer; more layers and stacks by composition",),
    subject=Translation(),
    checks=(
        check_layer_for_all_sizes.killing("gate-of-state", "from-zero"),
        check_stacks.killing("ungated"),
    ),
    mutants=LAYER_MUTANTS,
)

isomorphic = Claim(
    id="lsrl/isomorphic",
    title="Programs and (Gated) Linear RNNs compute the same maps",
    source=Source(PAPER, f"{SEC_3}, prior work"),
    statement=r"\{\text{maps of programs}\} = \{\text{maps of Gated Linear RNNs}\}, \quad"
    r" \text{without Multi: of Linear RNNs}",
    assumptions=("'any (Gated) Linear RNN can be represented as an LSRL program and vice versa'",),
    subject=Translation(),
    checks=(
        check_layer_for_all_sizes.killing("gate-of-state", "from-zero"),
        check_nodes_for_all_sizes.killing("zero-gate", "square"),
        check_stacks.killing("ungated"),
        check_models.killing("restarted"),
    ),
    mutants=LAYER_MUTANTS + NODE_MUTANTS,
    repairs=("lsrl/isomorphic-one-to-one",),
)

one_to_one = Claim(
    id="lsrl/isomorphic-one-to-one",
    title="Programs and (Gated) Linear RNNs correspond one to one",
    source=Source(PAPER, f"{SEC_3}, prior work"),
    statement=r"\text{'LSRL is isomorphic to the set of all (Gated) Linear RNNs'}",
    subject=lambda one, other: one == other,
    checks=(check_one_to_one,),
    controls=(Control("same-map", same_function),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/isomorphic",
    notes="An isomorphism is one to one; here relu(relu(x)) and relu(x) have one model.",
)
