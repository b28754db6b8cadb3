"""Sec. 6, of the code: how many numbers live on in a model from one token to the next.

They are counted one by one in the states that the cells of models begin with, but for the oldest
row in a window of Hawk, which falls out of it before anything reads it.
"""

from collections.abc import Iterator

from constructions.cells.hawk import HawkBlock
from constructions.lsrl import Concat, ForEach, Input, LinState, ReLU
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.targets import (
    Model,
    gated_linear_rnn,
    gated_rnn,
    griffin,
    gru,
    hawk,
    linear_rnn,
    lstm,
    rnn,
)
from constructions.lsrl.targets.appendix_e import printed_griffin_of_layers
from constructions.lsrl.targets.layers import Layer, Network
from constructions.trees import flatten
from proofs.lsrl import PAPER
from theorem_checks import Claim, Counterexample, Evidence, Mutant, Source, Verdict, check

x = Input(2)
STATES = LinState(ReLU(x), A=[[2, 0, 1], [1, -1, 0], [0, 0, 1]], B=[[1, 0], [0, 1], [1, 1]])
PLAIN = ForEach(Concat(LinState(STATES, [[1, 0], [1, 1]], [[1, 0, 0], [0, 1, 1]]), ReLU(STATES)))
PRODUCTS = ForEach(Concat(PLAIN.output, LinState(STATES * STATES, 1, [[1, 1, 1]])))


def models() -> Iterator[tuple[str, Model]]:
    """Yield models of two programs in all architectures, and Griffin's with wider attention."""
    for compiler in (linear_rnn, rnn):
        yield compiler.__name__, compiler(PLAIN)
    for compiler in (gated_linear_rnn, gated_rnn, gru, lstm):
        yield compiler.__name__, compiler(PRODUCTS)
    for longest in (1, 3):
        yield f"hawk, {longest} tokens", hawk(PRODUCTS, longest)
        yield f"griffin, {longest} tokens", griffin(PRODUCTS, longest)
    one, zero = Matrix.eye(3), Matrix.zeros(3, 1)
    layer = Layer(one, one, zero, zero, Network((), relu_last=True))
    for window in (1, 2, 4):
        made = printed_griffin_of_layers([layer], 3, [[0, 0, 0]], window=window)
        yield f"printed Griffin, attention over {window}", made


@check("exact")
def check_numbers(state):
    """What the cells of each model begin with has so many numbers that are read."""
    names = []
    for name, model in models():
        cells = model.exact.cells
        found = sum(leaf.size for cell in cells for leaf in flatten(cell.initial_state())[0])
        found -= sum(cell.W_M.shape[2] for cell in cells if isinstance(cell, HawkBlock))
        if state(model) != found:
            at = {"model": name}
            return Evidence.refuted(Counterexample(at, str(state(model)), str(found)))
        names.append(f"{name}: {found}")
    return Evidence.holds("; ".join(names))


def of_model(model: Model) -> int:
    """Return how many numbers live on, as a model tells it."""
    return model.state


def alike(model: Model) -> int:
    """Count what a model has in one of its layers, times their number."""
    return model.layers * model.parts[1].state


kept = Claim(
    id="lsrl/new-numbers-kept",
    title="As many numbers live on in a model between tokens as it tells",
    source=Source(PAPER, "Sec. 6 and Apps. C to E, of the code"),
    statement=r"\dim(s_t) = \mathrm{model.state}",
    assumptions=("of a window of K tokens the last K - 1 live on",),
    subject=of_model,
    checks=(check_numbers,),
    mutants=(
        Mutant("alike", alike, "all layers as the first"),
        Mutant("one-less", lambda model: model.state - 1, "one number less"),
        Mutant("layers", lambda model: model.layers, "one number a layer"),
    ),
    expect=Verdict.HOLDS,
    new=True,
    notes="Counted in models of all classes. What a proof would have to speak of is the "
    "compiler, which makes cells of objects.",
)
