"""Every program is a Gated Linear RNN: one layer for each node, and all values are carried past.

The compiler is a pure function of programs as data. Its code is read, and what is read is stated
and proved: the layer of a node maps the values of the nodes before it to the same and its own, and
keeps in its state what the node keeps. By induction over the nodes, and then over the tokens, the
stack puts out what the program does. `stack_runs.v`, `layers.v` and `layer_by_layer.v` are this
proof.
"""

from constructions.lsrl import ForEach, Input, LinState, ReLU
from constructions.lsrl.language.numbers import ONE, ZERO
from constructions.lsrl.listed.data import (
    Entry,
    Form,
    GatedLayer,
    ListedLayer,
    ListedNetwork,
    ListedProgram,
    PlainLayer,
)
from constructions.lsrl.listed.layers import are_plain, has_no_products, layers_of
from constructions.lsrl.listed.outputs import program_outputs, stack_outputs
from constructions.lsrl.listed.programs import listed_program
from constructions.lsrl.targets.from_data import model_of_layers
from proofs.lsrl import PAPER
from proofs.lsrl.a_debranching_rules.levelised_compiler import DEEP
from theorem_checks import (
    All,
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    SameValues,
    Source,
    certificate,
    check,
    pure,
)

x = Input(dim=2)
PROGRAMS = DEEP | {
    "a state with a start": ForEach(ReLU(LinState(x, 2, [[1, -1]], 1, 3)) - x[0]),
    "a state of a state": ForEach(LinState(LinState(x, 2, [[1, 1]], 1), A=3, B=-1, init_state=1)),
}
SMALL = {name: program for name, program in PROGRAMS.items() if len(program.nodes) < 100}


def says_same(compiler, w):
    """The stack has the outputs of the program on all sequences, and gates only for products."""
    stack = pure(compiler, "program")
    return All(
        (
            SameValues(
                pure(stack_outputs, stack, "tokens"), pure(program_outputs, "program", "tokens")
            ),
            SameValues(pure(are_plain, stack), pure(has_no_products, "program")),
        )
    )


def same_on_programs(model_of):
    """Find out on some tokens whether small programs have the outputs of their models.

    `model_of(listed, width)` makes the model of a listed program, given the width of its tokens.
    """
    for name, program in SMALL.items():
        xs = [[(3 * t + i) % 5 - 2 for i in range(program.input.dim)] for t in range(5)]
        model = model_of(listed_program(program), program.input.dim)
        wanted, found = program(xs).tolist(), model(xs).tolist()
        if wanted != found:
            told = (str([list(map(str, ys)) for ys in side]) for side in (wanted, found))
            return Evidence.refuted(Counterexample({"program": name, "xs": xs}, *told))
    return Evidence.holds(", ".join(SMALL))


@check("exact")
def check_models(compiler):
    """Programs of the language have the outputs of their models, which run as cells."""
    return same_on_programs(
        lambda listed, width: model_of_layers(compiler(listed), width, "Gated Linear RNN")
    )


def from_zero(program: ListedProgram) -> tuple[ListedLayer, ...]:
    """Compile a program with all first states 0."""
    return tuple(zero_start(layer) for layer in layers_of(program))


def zero_start(layer: ListedLayer) -> ListedLayer:
    """Return a layer whose state starts at 0."""
    match layer:
        case PlainLayer(entries, phi):
            return PlainLayer(tuple(Entry(e.past, e.fed, ZERO) for e in entries), phi)
        case GatedLayer(entries, phi, gamma):
            return GatedLayer(tuple(Entry(e.past, e.fed, ZERO) for e in entries), phi, gamma)


def ungated(program: ListedProgram) -> tuple[ListedLayer, ...]:
    """Compile a program, and leave the gates out."""
    return tuple(without_gate(layer) for layer in layers_of(program))


def without_gate(layer: ListedLayer) -> ListedLayer:
    """Return a layer without its gate."""
    match layer:
        case PlainLayer(_, _):
            return layer
        case GatedLayer(entries, phi, _):
            return PlainLayer(entries, phi)


def gates_of_one(program: ListedProgram) -> tuple[ListedLayer, ...]:
    """Compile a program, with a gate that is 1 behind it."""
    one = ListedNetwork((Form((), ONE),), ())
    return (*layers_of(program), GatedLayer((), one, one))


def late_in_nodes(program: ListedProgram) -> tuple[ListedLayer, ...]:
    """Compile a program of up to 1,000 nodes, and of a longer one the first."""
    if len(program.nodes) > 1000:
        return layers_of(ListedProgram(program.dim, program.nodes[:1000]))
    return layers_of(program)


def late_in_states(program: ListedProgram) -> tuple[ListedLayer, ...]:
    """Compile a program, without first states behind the 1,000th layer."""
    layers = layers_of(program)
    return (*layers[:1000], *(zero_start(layer) for layer in layers[1000:]))


to_gated = Claim(
    id="lsrl/lsrl-to-gated",
    title="Every program is a Gated Linear RNN, and one without Multi a Linear RNN",
    source=Source(PAPER, "Sec. 3, compilation"),
    statement=r"u \odot v = \gamma(x_t) \odot \phi(s_t),\ s_t = 0 s_{t-1} + x_t; \qquad"
    r" y_{\mathrm{stack}} = y_{\mathrm{program}} \text{ on all sequences}",
    assumptions=(
        "a layer without a gate is one whose gate is 1",
        "programs as data, which the language's are written as; numbers are computed exactly",
    ),
    subject=layers_of,
    says=says_same,
    checks=(
        certificate(
            says_same, proof=("program_runs.v", "stack_runs.v", "layers.v", "layer_by_layer.v")
        ).killing("from-zero", "ungated", "a-gate"),
        check_models.killing("from-zero", "ungated"),
    ),
    mutants=(
        Mutant("from-zero", from_zero, "all first states 0"),
        Mutant("ungated", ungated, "without gates"),
        Mutant("a-gate", gates_of_one, "a gate behind a program without products"),
    ),
    late=(
        Mutant("nodes", late_in_nodes, "without the nodes behind the 1,000th"),
        Mutant("states", late_in_states, "first states lost behind the 1,000th layer"),
    ),
    notes="The paper's way, over a path, need not end (lsrl/termination). The compiler is"
    " layer_by_layer of the library; what it does between the data that are read and proved and the"
    " nodes and layers of the language is tested on random programs. gated_linear_rnn makes smaller"
    " models, over the path of lsrl/new-levelised-compiler.",
)
