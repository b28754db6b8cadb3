"""Sec. 6: Listings 1 and 2 on the four classes of eqs. (2) to (5), and the transfer to more."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
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
from theorem_checks import Claim, Counterexample, Evidence, Mutant, Source, Verdict, check

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


@check("exact")
def check_listings(targets):
    """Models of both listings put out what the programs do, on one prompt each."""
    return compiled_alike(targets, RUNS)


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


all_four = Claim(
    id="lsrl/all-four",
    title="Listings 1 and 2 run on all four classes, with gates on the two that have gates",
    source=Source(PAPER, "Sec. 6, with Secs. 4 and 5"),
    statement=r"\text{the compiled models put out what the programs put out}",
    assumptions=(
        "d = d_out = 1 for Listing 1, n = 1 for Listing 2; one prompt each; mu and lambda as"
        " printed",
    ),
    subject=FOUR,
    checks=(check_listings,),
    mutants=(
        Mutant("no-halves", {**FOUR, "RNN": without_halves}, "ReLUs on the states as they are"),
        Mutant("from-zero", {**FOUR, "Gated RNN": without_start}, "first states lost"),
    ),
    expect=Verdict.HOLDS,
    notes="Listing 2 with positions from 0 on. As printed it finds nothing (lsrl/lst2), and so do"
    " its models.",
)
