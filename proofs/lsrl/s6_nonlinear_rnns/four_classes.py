r"""Sec. 6: programs, and Listings 1 and 2 among them, on the four classes of eqs. (2) to (5).

    program -> path          stage by stage (`levelised_compiler`)
    path -> layers           of a (Gated) Linear RNN, eqs. (3) and (4) (`path_to_layers`)
    layers -> with ReLUs     of an RNN or a Gated RNN, eqs. (2) and (5), by eq. (11)

Each arrow is proved for all sizes and numbers.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from constructions.lsrl import ForEach
from constructions.lsrl.programs.listing_1 import listing_1
from constructions.lsrl.programs.listing_2 import listing_2
from constructions.lsrl.programs.prompts import (
    cell_query,
    dictionary_prompt,
    grid_prompt,
    token_query,
)
from constructions.lsrl.targets import Model, gated_linear_rnn, gated_rnn, linear_rnn, rnn
from constructions.lsrl.targets.layers import Layer
from proofs.lsrl import PAPER
from proofs.lsrl.a_debranching_rules.levelised_compiler import Stages, check_stages, state_stage
from proofs.lsrl.s3_language.path_to_layers import CUT, Cut
from proofs.lsrl.s6_nonlinear_rnns.nonlinear_rnns import EQ_11, Halves
from proofs.lsrl.statements import all_proved
from theorem_checks import Claim, Counterexample, Evidence, Mutant, Source, all_of, check

__all__ = ["RUNS", "Run", "compiled_alike"]


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


def compiled_alike(targets: Mapping[str, Callable[[ForEach], Model]], runs: Mapping[str, Run]):
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
    """The compilers to the four classes, and the steps of which they are made."""

    targets: Mapping[str, Callable[[ForEach], Model]]
    stages: Stages = field(default_factory=Stages)
    cut: Cut = CUT
    halves: tuple[Halves, Halves] = (EQ_11, replace(EQ_11, gated=True))


@check("exact")
def check_listings(compilation):
    """Models of both listings put out what the programs do, on one prompt each."""
    return compiled_alike(compilation.targets, RUNS)


@check("proof")
def check_any_program(compilation):
    """Each step keeps the outputs at each token: any program, all sizes, numbers and prompts."""
    parts = {"from programs to paths": check_stages(compilation.stages)}
    if parts["from programs to paths"].verdict.passes:
        parts["from paths to layers"] = compilation.cut.proved()
        ungated, gated = compilation.halves
        halves = {"eq. (11)": ungated, "eq. (11) with gates": gated}
        parts["from layers to those with ReLUs"] = all_proved(halves, "all layers")
    return all_of(parts, "all programs and prompts; without products to eqs. (2) and (3)")


FOUR = {
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


ALL_FOUR = Compilation(FOUR)

all_four = Claim(
    id="lsrl/all-four",
    title="Any program, so Listings 1 and 2, runs on all four classes; with gates on two of them",
    source=Source(PAPER, "Sec. 6, with Secs. 4 and 5"),
    statement=r"\text{the compiled models put out what the programs put out, at each token}",
    assumptions=(
        "programs without products on Linear RNNs and RNNs, any programs on those with gates",
        "the listings themselves on one prompt each: d = d_out = 1 and n = 1, mu and lambda as"
        " printed",
    ),
    subject=ALL_FOUR,
    checks=(
        check_any_program.killing("old-state", "lost-bias", "no-fusion"),
        check_listings.killing("no-halves", "from-zero"),
    ),
    mutants=(
        Mutant(
            "old-state",
            replace(ALL_FOUR, stages=Stages(state=partial(state_stage, reads_new=False))),
            "a state reads another one of the last token",
        ),
        Mutant("lost-bias", replace(ALL_FOUR, cut=replace(CUT, bias="b")), "the bias of a Lin"),
        Mutant(
            "no-fusion",
            replace(ALL_FOUR, halves=(replace(EQ_11, A="A, 0; 0, A"), EQ_11)),
            "the halves go on by themselves",
        ),
        Mutant(
            "no-halves",
            replace(ALL_FOUR, targets={**FOUR, "RNN": without_halves}),
            "ReLUs on the states as they are",
        ),
        Mutant(
            "from-zero",
            replace(ALL_FOUR, targets={**FOUR, "Gated RNN": without_start}),
            "first states lost",
        ),
    ),
    notes="Of the step from programs to paths Rocq accepts for all programs that outputs stay the"
    " same, for a model of the compiler: see lsrl/new-levelised-compiler."
    " What the listings compute is claimed elsewhere (lsrl/lst1, lsrl/lst2). Listing 2 with"
    " positions from 0 on; as printed it finds nothing, and so do its models.",
)
