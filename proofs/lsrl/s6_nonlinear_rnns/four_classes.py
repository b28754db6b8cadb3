r"""Sec. 6: programs, and Listings 1 and 2 among them, on the four classes of eqs. (2) to (5).

    program -> layers        of a (Gated) Linear RNN, eqs. (3) and (4): one for each node
    layers -> in halves      of an RNN or a Gated RNN, eqs. (2) and (5), by eq. (11)

Both arrows are pure functions of programs as data, which are read and proved: the first in
`layers.v`, beside `lsrl/lsrl-to-gated`. For the second, `four_classes.v`, each state is kept as the
ReLUs of itself and of its negative. A layer reads their difference alone, so that it puts out what
it did; by induction over the layers, and then over the tokens, so does the stack.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from constructions.lsrl import ForEach, ReLU
from constructions.lsrl.language.numbers import ONE
from constructions.lsrl.listed.data import (
    Entry,
    Form,
    GatedLayer,
    ListedLayer,
    ListedNetwork,
    ListedProgram,
    PlainLayer,
)
from constructions.lsrl.listed.halves import in_halves, layer_in_halves, relu_layers_of
from constructions.lsrl.listed.layers import are_plain, has_no_products, layers_of
from constructions.lsrl.listed.outputs import program_outputs, relu_stack_outputs, stack_outputs
from constructions.lsrl.programs.listing_1 import listing_1
from constructions.lsrl.programs.listing_2 import listing_2
from constructions.lsrl.programs.prompts import (
    cell_query,
    dictionary_prompt,
    grid_prompt,
    token_query,
)
from constructions.lsrl.targets import Model, gated_linear_rnn, gated_rnn, linear_rnn, rnn
from constructions.lsrl.targets.from_data import model_of_layers
from constructions.lsrl.targets.layers import Layer
from proofs.lsrl import PAPER, compilations
from proofs.lsrl.s3_language.compiled_listings import compilation
from proofs.lsrl.s3_language.layer_by_layer import same_on_programs, zero_start
from theorem_checks import (
    All,
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    SameValues,
    Source,
    World,
    certificate,
    check,
    proof_of,
    pure,
)

__all__ = ["RUNS", "Run", "compiled_alike"]

Pass = Callable[[ListedProgram], tuple[ListedLayer, ...]]
Targets = Mapping[str, Callable[[ForEach], Model]]
"""Compilers of programs to models, by the name of their class."""

PROOF = (
    "../s3_language/program_runs.v",
    "../s3_language/stack_runs.v",
    "../s3_language/layers.v",
    "four_classes.v",
)


@dataclass(frozen=True)
class Run:
    """A program, its tokens, and whether it multiplies."""

    program: ForEach
    tokens: list
    gated: bool = False


GRID = [cell_query(["1/10"], 1), *grid_prompt(lambda p: 1 - 3 * p[0], 1, 2)]
LOOKUP = [*token_query((2,)), *dictionary_prompt({(1,): (3,), (2,): (4,)})]
RUNS = {
    "Listing 1": Run(listing_1(1, 1), GRID),
    "Listing 1 with gates": Run(listing_1(1, 1, ifelse="multiplicative"), GRID, gated=True),
    "Listing 2": Run(listing_2(1, first_index=0), LOOKUP),
    "Listing 2 with gates": Run(
        listing_2(1, first_index=0, ifelse="multiplicative"), LOOKUP, gated=True
    ),
}


def compiled_alike(targets: Targets, runs: Mapping[str, Run]):
    """Return evidence that models put out what the programs do, exactly."""
    for name, target in targets.items():
        for title, run in runs.items():
            if run.gated and "Gated" not in name:
                continue
            found, wanted = target(run.program)(run.tokens), run.program(run.tokens)
            if (found != wanted).any():
                at: dict[str, Any] = {"model": name, "program": title, "tokens": run.tokens}
                return Evidence.refuted(Counterexample(at, str(wanted[:, 0]), str(found[:, 0])))
    return Evidence.holds(f"{', '.join(targets)}; {', '.join(runs)}; one prompt each")


@dataclass(frozen=True)
class Compilation:
    """Programs as layers with linear states and with ReLUs on them."""

    linear: Pass = layers_of
    relu: Pass = relu_layers_of


def says_same(compilation: Compilation, w) -> All:
    """Both stacks have the outputs of the program on all tokens, and gates only for products."""
    linear, relu = pure(compilation.linear, "program"), pure(compilation.relu, "program")
    wanted = pure(program_outputs, "program", "tokens")
    no_products = pure(has_no_products, "program")
    return All(
        (
            SameValues(pure(stack_outputs, linear, "tokens"), wanted),
            SameValues(pure(relu_stack_outputs, relu, "tokens"), wanted),
            SameValues(pure(are_plain, linear), no_products),
            SameValues(pure(are_plain, relu), no_products),
        )
    )


@check("exact")
def check_models(compilation):
    """Programs of the language have the outputs of models with ReLUs, which run as cells."""
    return same_on_programs(
        lambda listed, width: model_of_layers(
            compilation.relu(listed), width, "Gated RNN", relu_state=True
        )
    )


@check("exact")
def check_listings(targets: Targets):
    """Models of both listings put out what the programs do, on one prompt each."""
    return compiled_alike(targets, RUNS)


def says_listings(targets: Targets, w: World) -> All:
    """Models of both listings have the outputs of the programs, on all sequences of tokens."""
    made = (
        compilation(target, run.program)
        for name, target in targets.items()
        for run in RUNS.values()
        if "Gated" in name or not run.gated
    )
    return All(tuple(compilations.says_same(each, w) for each in made))


check_all_sequences = proof_of(says_listings, name="check_all_sequences", seconds=600)


FOUR: Targets = {
    "Linear RNN": linear_rnn,
    "Gated Linear RNN": gated_linear_rnn,
    "RNN": rnn,
    "Gated RNN": gated_rnn,
}


def without_halves(program):
    """Put ReLUs on the states of a linear RNN, and leave all else as it is."""
    model = gated_linear_rnn(program)
    layers = tuple(replace(layer, relu_state=True) for layer in _layers(model))
    return Model("RNN", layers, model.layers)


def _layers(model):
    return [part for part in model.parts if isinstance(part, Layer)]


def without_start(program):
    """Let all states start from 0."""
    model = gated_rnn(program)
    layers = tuple(replace(layer, s_0=0 * layer.s_0) for layer in _layers(model))
    return Model("Gated RNN", layers, model.layers)


def far(program):
    """Return a model that is right for tokens up to 10^9 only."""
    return gated_rnn(ForEach(program.output + ReLU(program.input[0] - 10**9)))


def restarted(program: ListedProgram) -> tuple[ListedLayer, ...]:
    """Compile a program to layers in halves, of which all states start at 0."""
    return tuple(zero_start(layer) for layer in relu_layers_of(program))


def apart(program: ListedProgram) -> tuple[ListedLayer, ...]:
    """Compile a program to layers in halves, each of which goes on from itself alone."""
    return tuple(halves_apart(layer) for layer in relu_layers_of(program))


def halves_apart(layer: ListedLayer) -> ListedLayer:
    """Return a layer in halves without what each half reads of the other."""
    match layer:
        case PlainLayer(entries, phi):
            return PlainLayer(tuple(going_on(e) for e in entries), phi)
        case GatedLayer(entries, phi, gamma):
            return GatedLayer(tuple(going_on(e) for e in entries), phi, gamma)


def going_on(entry: Entry) -> Entry:
    """Return an entry without what it reads with a negative factor."""
    return Entry(tuple((i, c) for i, c in entry.past if c >= 0), entry.fed, entry.first)


def gates_of_one(program: ListedProgram) -> tuple[ListedLayer, ...]:
    """Compile a program to layers in halves, with a gate that is 1 behind them."""
    one = ListedNetwork((Form((), ONE),), ())
    return (*relu_layers_of(program), GatedLayer((), one, one))


def late_in_halves(program: ListedProgram) -> tuple[ListedLayer, ...]:
    """Compile a program to layers of which the first 1,000 alone are in halves."""
    layers = layers_of(program)
    return (*(layer_in_halves(layer) for layer in layers[:1000]), *layers[1000:])


def late_in_starts(program: ListedProgram) -> tuple[ListedLayer, ...]:
    """Compile a program to layers in halves, without first states behind the 1,000th."""
    layers = in_halves(layers_of(program))
    return (*layers[:1000], *(zero_start(layer) for layer in layers[1000:]))


all_four = Claim(
    id="lsrl/all-four",
    title="Any program, so Listings 1 and 2, runs on all four classes; with gates on two of them",
    source=Source(PAPER, "Sec. 6, with Secs. 4 and 5"),
    statement=r"y_{\mathrm{stack}} = y_{\mathrm{program}} \text{ on all sequences}, \quad"
    r" s_t = A s_{t-1} + B x_t + b \ \text{or}\ s_t = \mathrm{ReLU}(A s_{t-1} + B x_t + b);"
    r" \quad \text{gates exactly when the program has products}",
    assumptions=(
        "a layer without a gate is one whose gate is 1",
        "programs as data, which the language's are written as; numbers are computed exactly",
    ),
    subject=Compilation(),
    says=says_same,
    checks=(
        certificate(says_same, proof=PROOF).killing("from-zero", "as-they-are", "apart", "a-gate"),
        check_models.killing("from-zero", "as-they-are", "apart"),
    ),
    mutants=(
        Mutant("from-zero", Compilation(relu=restarted), "all first states 0"),
        Mutant("as-they-are", Compilation(relu=layers_of), "ReLUs on the states as they are"),
        Mutant("apart", Compilation(relu=apart), "the halves go on by themselves"),
        Mutant("a-gate", Compilation(relu=gates_of_one), "a gate where there is no product"),
    ),
    late=(
        Mutant("halves", Compilation(relu=late_in_halves), "without halves behind layer 1,000"),
        Mutant("starts", Compilation(relu=late_in_starts), "first states lost behind layer 1,000"),
    ),
    notes="What is proved for all programs is the compiler that goes layer by layer; rnn, gated_rnn"
    " and the others make smaller models by way of paths (lsrl/new-levelised-compiler,"
    " lsrl/new-four-listings).",
)

listings = Claim(
    id="lsrl/new-four-listings",
    title="The smaller models of Listings 1 and 2, by way of paths, put out what the listings do",
    source=Source(PAPER, "Sec. 6, with Secs. 4 and 5"),
    statement=r"y_{\mathrm{model}} = y_{\mathrm{listing}} \text{ for all } t \text{ and } x_1,"
    r" x_2, \dots",
    assumptions=(
        "d = d_out = 1 and n = 1, mu and lambda as printed; all four classes, those with gates for"
        " the listings with products",
    ),
    subject=FOUR,
    says=says_listings,
    checks=(check_all_sequences, check_listings),
    mutants=(
        Mutant(
            "no-halves",
            {**FOUR, "RNN": without_halves},
            "ReLUs on the states of a model as they are",
        ),
        Mutant(
            "models-from-zero",
            {**FOUR, "Gated RNN": without_start},
            "first states of a model lost",
        ),
    ),
    late=(Mutant("far", {**FOUR, "Gated RNN": far}, "another model beyond 10^9"),),
    new=True,
    notes="The relation of the states is found, and proved: nothing of a compiler is trusted. What"
    " the listings compute is claimed elsewhere (lsrl/lst1, lsrl/lst2). Listing 2 with positions"
    " from 0 on; as printed it finds nothing, and so do its models.",
)
