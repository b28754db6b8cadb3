"""Sec. 3: programs are (Gated) Linear RNNs, and (Gated) Linear RNNs are programs.

A layer is written as nodes: LinState, Lin and ReLU, and Multi of a Concat for the gate; and a node
as a layer (`lsrl/lsrl-to-gated`). Both ways are pure functions of plain data, whose code is read,
and of which it is proved that they keep the outputs: `nodes.v` goes from layer to layer, and then
from token to token, `layers.v` from node to node. So the maps are the same; programs and networks
do not correspond one to one, as relu(relu(x)) and relu(x) show.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from constructions.lsrl import ForEach, Input, ReLU
from constructions.lsrl.listed.data import GatedLayer, ListedLayer, ListedProgram, PlainLayer
from constructions.lsrl.listed.layers import are_plain, has_no_products, layers_of
from constructions.lsrl.listed.nodes import program_of, resized
from constructions.lsrl.listed.outputs import program_outputs, stack_outputs
from constructions.lsrl.programs.majority import majority_of_ones
from constructions.lsrl.targets import Model, as_program, gated_linear_rnn
from constructions.lsrl.targets.programs import ToNodes
from proofs.lsrl import PAPER
from proofs.lsrl.drawn_layers import drawn_layer
from proofs.lsrl.s3_language.layer_by_layer import (
    check_models,
    from_zero,
    late_in_nodes,
    late_in_states,
    says_same,
    without_gate,
    zero_start,
)
from theorem_checks import (
    All,
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    SameValues,
    Source,
    Verdict,
    certificate,
    check,
    pure,
)

SEC_3 = "Sec. 3"

ToLayers = Callable[[ListedProgram], tuple[ListedLayer, ...]]


def says_stack(to_program: ToNodes, w) -> All:
    """The program has the outputs of the stack on all sequences, and products only for gates."""
    program = pure(to_program, "layers", "dim")
    return All(
        (
            SameValues(
                pure(program_outputs, program, "tokens"),
                pure(stack_outputs, "layers", pure(resized, "tokens", "dim")),
            ),
            SameValues(pure(has_no_products, program), pure(are_plain, "layers")),
        )
    )


@dataclass(frozen=True)
class Translation:
    """How layers are written as nodes, and nodes as layers."""

    program_of: ToNodes = program_of
    layers_of: ToLayers = layers_of


def says_both(translation: Translation, w) -> All:
    """Each stack has the outputs of a program, and each program those of a stack."""
    stacks, programs = (
        says_stack(translation.program_of, w),
        says_same(translation.layers_of, w),
    )
    return All((*stacks.parts, *programs.parts))


def drawn_stack(seed, gated):
    """Return two layers with small random weights, and tokens for them."""
    rng = np.random.default_rng(seed)
    sizes, layers = rng.integers(1, 4, 3).tolist(), []
    for m, p in pairwise(sizes):
        n, maps = int(rng.integers(1, 3)), (2, p)
        gate = maps if gated else ()
        ends = (False, False)
        layers.append(drawn_layer(n, m, maps, gate, rng, ends=ends, from_zero=False))
    return layers, rng.integers(-3, 4, (3, sizes[0])).tolist()


@check("exact")
def check_stacks(to_program):
    """The program of a random stack of two layers has the outputs of the stack, run as cells."""
    for seed in range(8):
        layers, xs = drawn_stack(seed, gated=seed % 2 == 1)
        model = Model("drawn", tuple(layers), len(layers))
        program = as_program(model, to_program)
        wanted, found = model(xs).tolist(), program(xs).tolist()
        if wanted != found:
            at = {"weights drawn from seed": seed, "xs": xs}
            return Evidence.refuted(Counterexample(at, str(wanted), str(found)))
    return Evidence.holds("eight stacks of two layers, three tokens")


@check("exact")
def check_both(translation):
    """Random stacks have the outputs of their programs, and programs those of their models."""
    found = check_stacks(translation.program_of)
    return check_models(translation.layers_of) if found.verdict is Verdict.HOLDS else found


x = Input(dim=2)
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


def restarted(layers: tuple[ListedLayer, ...], dim: int) -> ListedProgram:
    """Write a program of layers whose states start at 0."""
    return program_of(tuple(zero_start(layer) for layer in layers), dim)


def ungated(layers: tuple[ListedLayer, ...], dim: int) -> ListedProgram:
    """Write a program of layers without their gates."""
    return program_of(tuple(without_gate(layer) for layer in layers), dim)


def exchanged(layers: tuple[ListedLayer, ...], dim: int) -> ListedProgram:
    """Write a program of layers whose gates read the states, and whose other networks do not."""
    return program_of(tuple(other_gate(layer) for layer in layers), dim)


def other_gate(layer: ListedLayer) -> ListedLayer:
    """Return a layer whose two networks have changed places."""
    match layer:
        case PlainLayer(_, _):
            return layer
        case GatedLayer(entries, phi, gamma):
            return GatedLayer(entries, gamma, phi)


def late_in_layers(layers: tuple[ListedLayer, ...], dim: int) -> ListedProgram:
    """Write a program of the first 1,000 layers."""
    return program_of(layers[:1000], dim)


def late_in_starts(layers: tuple[ListedLayer, ...], dim: int) -> ListedProgram:
    """Write a program of layers, without first states behind the 1,000th."""
    return program_of((*layers[:1000], *(zero_start(layer) for layer in layers[1000:])), dim)


OF_LAYERS = {
    "restarted": (restarted, "all first states 0"),
    "ungated": (ungated, "without gates"),
    "exchanged": (exchanged, "phi(x) for the gate, gamma(s) for what it multiplies"),
}
LATE_OF_LAYERS = {
    "layers": (late_in_layers, "without the layers behind the 1,000th"),
    "starts": (late_in_starts, "first states lost behind the 1,000th layer"),
}
LATE_OF_NODES = {
    "nodes": (late_in_nodes, "without the nodes behind the 1,000th"),
    "states": (late_in_states, "first states lost behind the 1,000th layer of a program"),
}
AS_DATA = (
    "a layer without a gate is one whose gate is 1",
    "stacks and programs as data, which those of the library are written as; numbers are computed"
    " exactly",
)

any_layer = Claim(
    id="lsrl/any-linear-rnn-is-lsrl",
    title="Every (Gated) Linear RNN is a program, without Multi if it has no gates",
    source=Source(PAPER, SEC_3),
    statement=r"\gamma(x_t) \odot \phi(s_t) = \mathrm{Multi}(\mathrm{Concat}(\gamma(x_t),"
    r" \phi(\mathrm{LinState}(x_t)))); \qquad y_{\mathrm{program}} = y_{\mathrm{stack}}"
    r" \text{ on all sequences}",
    assumptions=(*AS_DATA, "tokens of the stack's size: shorter ones go on with 0"),
    subject=program_of,
    says=says_stack,
    checks=(
        certificate(
            says_stack, proof=("program_runs.v", "stack_runs.v", "nodes.v", "any_stack.v")
        ).killing(*OF_LAYERS),
        check_stacks.killing("restarted", "ungated"),
    ),
    mutants=tuple(Mutant(name, *mutant) for name, mutant in OF_LAYERS.items()),
    late=tuple(Mutant(name, *mutant) for name, mutant in LATE_OF_LAYERS.items()),
    notes="The compiler is as_program of the library; what it does between the data that are read"
    " and proved and the layers and nodes of the library is tested on random stacks.",
)

isomorphic = Claim(
    id="lsrl/isomorphic",
    title="Programs and (Gated) Linear RNNs compute the same maps",
    source=Source(PAPER, f"{SEC_3}, prior work"),
    statement=r"\{\text{maps of programs}\} = \{\text{maps of Gated Linear RNNs}\}, \quad"
    r" \text{without Multi: of Linear RNNs}",
    assumptions=(
        "'any (Gated) Linear RNN can be represented as an LSRL program and vice versa'",
        *AS_DATA,
    ),
    subject=Translation(),
    says=says_both,
    checks=(
        certificate(
            says_both,
            proof=("program_runs.v", "stack_runs.v", "layers.v", "nodes.v", "compilation.v"),
        ).killing(*OF_LAYERS, "from-zero"),
        check_both.killing("restarted", "ungated", "from-zero"),
    ),
    mutants=(
        *(
            Mutant(name, Translation(program_of=wrong), changed)
            for name, (wrong, changed) in OF_LAYERS.items()
        ),
        Mutant("from-zero", Translation(layers_of=from_zero), "layers whose first states are 0"),
    ),
    late=(
        *(
            Mutant(name, Translation(program_of=wrong), changed)
            for name, (wrong, changed) in LATE_OF_LAYERS.items()
        ),
        *(
            Mutant(name, Translation(layers_of=wrong), changed)
            for name, (wrong, changed) in LATE_OF_NODES.items()
        ),
    ),
    repairs=("lsrl/isomorphic-one-to-one",),
    notes="The two compilers are as_program and layer_by_layer of the library, whose passes are"
    " read and proved; see lsrl/any-linear-rnn-is-lsrl and lsrl/lsrl-to-gated.",
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
