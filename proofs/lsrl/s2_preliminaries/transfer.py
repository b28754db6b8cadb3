"""Sec. 2: what Gated RNNs can do in context, GRUs and LSTMs can.

A layer of a Gated RNN is, exactly, a stack of GRUs or of LSTMs with a linear readout, so what one
puts out on a prompt the other does: a universal model stays one. The statement is about every Gated
RNN, as a chain of links each of which is a layer (`by_links`); beside it universal programs are
compiled, and run on prompts.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from constructions.lsrl import ForEach
from constructions.lsrl.programs.hats import hat_program_gated
from constructions.lsrl.programs.prompts import hat_prompt_gated, hat_query
from constructions.lsrl.targets import Model, gated_linear_rnn, gru, lstm
from constructions.lsrl.targets.gru import gru_of_layers
from constructions.lsrl.targets.layers import Layer
from proofs.lsrl import PAPER
from proofs.lsrl.gated_cells import GRU_KIND, LSTM_KIND
from proofs.lsrl.gated_depth import AnyDepth, Wide, by_links, says_both
from proofs.lsrl.s6_nonlinear_rnns.four_classes import RUNS, Run, compiled_alike
from theorem_checks import Claim, Conclusion, Mutant, Source, Verdict, World, check, proof_of

LOW = -4  # below all inputs here


Compilers = Mapping[str, Callable[[ForEach], Model]]
"""Compilers of programs to models, by name."""

Cells = Mapping[str, AnyDepth]
"""The cells of which a layer of a Gated RNN is made, by name."""

HATS = [hat_query(["3/4"], 1), *hat_prompt_gated(lambda p: 1 - 3 * p[0], 1, 2)]
UNIVERSAL = {
    "the gated hat program": Run(hat_program_gated(1, 1), HATS),
    "Listing 1 with gates": replace(RUNS["Listing 1 with gates"], gated=False),
    "Listing 2 with gates": replace(RUNS["Listing 2 with gates"], gated=False),
}


@check("exact")
def check_end_to_end(compilers: Compilers):
    """Universal programs, compiled, put out the same numbers on a prompt each, signs included."""
    return compiled_alike(compilers, UNIVERSAL)


def _printed_gru(program):
    """Return App. C as printed, on Gated Linear RNNs whose networks end in ReLUs."""
    layers = [
        replace(layer, phi=_ended(layer.phi), gamma=_ended(layer.gamma), s_0=0 * layer.s_0)
        for layer in gated_linear_rnn(program).parts
        if isinstance(layer, Layer)
    ]
    return gru_of_layers(layers, as_printed=[[LOW] * layer.inputs for layer in layers])


def _ended(network):
    return network if network is None else replace(network, relu_last=True)


def without_readout(target):
    """Return the compiler with a ReLU for its linear readout."""

    def made(program):
        model = target(program)
        return replace(model, parts=(*model.parts[:-1], replace(model.parts[-1], relu_last=True)))

    return made


def says_any_gated_rnn(cells: Cells, w: World) -> Conclusion:
    """Each Gated RNN is a stack of GRUs, and of LSTMs: what holds of one holds of the others.

    A universal one is a model g with prompts; the stack puts out the same on the same prompts.
    """
    return says_both(cells, w)


CELLS: Cells = {kind.name: AnyDepth(kind) for kind in (GRU_KIND, LSTM_KIND)}
COMPILERS: Compilers = {"GRU": gru, "LSTM": lstm}


transfer = Claim(
    id="lsrl/transfer",
    title="What a Gated RNN puts out on a prompt, a stack of GRUs and one of LSTMs put out, too",
    source=Source(PAPER, "Sec. 2, with Sec. 6"),
    statement=r"\text{each Gated RNN is, exactly, a stack of GRUs, and of LSTMs}",
    assumptions=("ReLUs for sigmoid and tanh, and a linear readout; the mended constructions",),
    subject=CELLS,
    says=says_any_gated_rnn,
    checks=(proof_of(says_any_gated_rnn, by_links, seconds=150),),
    mutants=(
        Mutant(
            "cut-off",
            {"LSTM": replace(CELLS["LSTM"], equal="I, 0")},
            "a network that is done is passed on by a ReLU of its values",
        ),
        Mutant(
            "kept-apart",
            {"GRU": replace(CELLS["GRU"], state_weights="B; I; I; 0")},
            "the positive half of the inputs twice",
        ),
    ),
    late=(
        Mutant(
            "wide",
            {**CELLS, "GRU": Wide(GRU_KIND)},
            "twice as much for 90 products and more",
        ),
    ),
    notes="So if a Gated RNN is a universal in-context approximator, a GRU and an LSTM are, by the"
    " same prompts. Compiled programs are run in lsrl/new-transfer-compiled. With sigmoid and tanh"
    " it holds for bounded lengths at most: lsrl/gru-sigmoid. Without a readout it does not hold:"
    " lsrl/lstm-universal.",
)

compiled = Claim(
    id="lsrl/new-transfer-compiled",
    title="Universal programs with gates, compiled to a GRU and an LSTM, put out what they do",
    source=Source(PAPER, "Sec. 2, with Sec. 6"),
    statement=r"y_{\mathrm{GRU}} = y_{\mathrm{LSTM}} = y_{\mathrm{program}}",
    assumptions=(
        "the hat program and both listings, with gates, at the smallest sizes, on one prompt each",
        "ReLUs for sigmoid and tanh, and a linear readout; the mended constructions",
    ),
    subject=COMPILERS,
    checks=(check_end_to_end,),
    mutants=(
        Mutant("no-readout", {"LSTM": without_readout(lstm)}, "outputs are never negative"),
        Mutant("printed", {"GRU": _printed_gru}, "App. C as printed"),
    ),
    new=True,
    expect=Verdict.HOLDS,
    notes="Of all Gated RNNs, and so of what the compilers begin with: lsrl/transfer.",
)
