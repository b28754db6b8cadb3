r"""App. E of the code as it is printed, with its kernel and $W_e$ mended: exact where b = 0.

The blocks of `appendix_e` are run beside the layers that they are made of: layers of unequal sizes,
with networks of several depths, one and several of them. Griffin is the same where its attention
sees one token. So are the blocks that the compiler makes.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from constructions.lsrl.targets.appendix_e import (
    REPAIRS,
    printed_griffin_of_layers,
    printed_hawk_of_layers,
)
from constructions.lsrl.targets.hawk import hawk_of_layers
from constructions.lsrl.targets.layers import Layer
from constructions.lsrl.targets.model import Model
from proofs.lsrl import PAPER
from proofs.lsrl.drawn_layers import drawn_layer, run
from theorem_checks import Claim, Counterexample, Evidence, Mutant, Source, Verdict, check

LOWEST = -3
"""A lower bound of all inputs."""
TOKENS = 4
SIZES = (
    (1, 1, (1,), ()),
    (1, 1, (1, 2, 1), (2, 1)),
    (3, 2, (2, 1), (1,)),
    (2, 3, (3, 2), (1, 3, 2)),
    (2, 1, (), (1, 2)),
)
"""Of a layer: its states and inputs, the sizes of what phi puts out, map by map, and of gamma."""


def stacks(rng: np.random.Generator) -> list[tuple[list[Layer], list[list[int]]]]:
    """Draw layers, one by one, and two of which one reads the other, with inputs for each."""
    one_by_one = [live([sizes], rng) for sizes in SIZES for _ in range(3)]
    return [*one_by_one, live([(2, 3, (2,), (2,)), (3, 2, (1, 2), (2, 2))], rng)]


def live(every: Sequence[Any], rng: np.random.Generator) -> tuple[list[Layer], list[list[int]]]:
    """Draw layers of some sizes, and inputs, of which none puts out zeros alone.

    Where the first has a gate, another lower bound of its inputs would be another output.
    """
    while True:
        layers = [drawn_layer(n, m, phi, gamma, rng) for n, m, phi, gamma in every]
        m = layers[0].inputs
        xs = [[LOWEST] * m, *rng.integers(LOWEST, 4, (TOKENS - 1, m)).tolist()]
        if all(map(any, run(layers, xs))) and is_clipped(layers[0]):
            return layers, xs


def is_clipped(layer: Layer) -> bool:
    """Whether the output at the lowest inputs changes with the gate's; so it is without a gate."""
    if layer.gamma is None:
        return True
    lowest, above = [LOWEST] * layer.inputs, [LOWEST + 1] * layer.inputs
    gate, other = run([layer.gamma], [lowest, above])
    (phi,) = run([replace(layer, gamma=None)], [lowest])
    return any(value * (a - b) != 0 for value, a, b in zip(phi, gate, other, strict=True))


@check("exact")
def check_blocks(compilers):
    """The blocks of each put out what the layers do, on inputs down to their bound."""
    rng = np.random.default_rng(0)
    for number, (layers, xs) in enumerate(stacks(rng)):
        bounds = [[LOWEST] * layers[0].inputs, *([0] * layer.inputs for layer in layers[1:])]
        wanted = run(layers, xs)
        for compiler in compilers:
            model = compiler(layers, TOKENS, bounds)
            if (found := model(xs).tolist()) != wanted:
                at = {"stack": number, "xs": xs, "model": model.target}
                return Evidence.refuted(Counterexample(at, str(wanted), str(found)))
    return Evidence.holds(f"layers of sizes {SIZES}, and two of them; {TOKENS} tokens")


def raised(compiler: Callable[..., Model], layers, longest, bounds) -> Model:
    """Compile layers with bounds that are too high by 1."""
    return compiler(layers, longest, [[least + 1 for least in bound] for bound in bounds])


def own(layers, longest, _bounds):
    """Compile layers to Hawk blocks, which need no bounds."""
    return hawk_of_layers(layers, longest)


HAWK = partial(printed_hawk_of_layers, repairs=REPAIRS)
GRIFFIN = partial(printed_griffin_of_layers, window=1, repairs=REPAIRS)

mended = Claim(
    id="lsrl/new-appendix-e-mended",
    title="With its kernel and W_e mended, App. E's Hawk blocks are the layer if b = 0; so are"
    " Griffin's in a window of one token, and those of the compiler",
    source=Source(PAPER, "App. E, of the code"),
    statement=r"\tilde A = \begin{bmatrix} A & 0 \\ 0 & 0 \end{bmatrix},\ W_e = 0"
    r" \implies m_t = \gamma(x_t) \odot \phi(s_t)",
    assumptions=("$b = 0$, $s_0 = 0$; networks end in ReLUs; inputs are at least their bound",),
    subject=(HAWK, GRIFFIN, own),
    checks=(check_blocks,),
    mutants=(
        Mutant(
            "kernel",
            (partial(HAWK, repairs=["W_e"]), GRIFFIN, own),
            "the printed kernel, in Hawk",
        ),
        Mutant(
            "e", (HAWK, partial(GRIFFIN, repairs=["kernel"]), own), "the printed W_e, in Griffin"
        ),
        Mutant("raised", (partial(raised, HAWK), GRIFFIN, own), "a bound too high by 1, in Hawk"),
        Mutant(
            "raised-in-griffin",
            (HAWK, partial(raised, GRIFFIN), own),
            "a bound too high by 1, in Griffin",
        ),
    ),
    expect=Verdict.HOLDS,
    new=True,
    notes="Which parts of the print are wrong, and for all sizes what is right: lsrl/hawk-state,"
    " lsrl/hawk-compose and their repairs.",
)
