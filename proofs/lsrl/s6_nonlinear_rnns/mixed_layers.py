"""Sec. 6, of the code: layers with networks of all kinds as LSTM, GRU, Hawk and Griffin models.

Of each layer one network may end in a ReLU, and the other in none; both have biases, and states
start anywhere. What is compiled is run beside the layers.
"""

from dataclasses import replace
from itertools import product

import numpy as np

from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.targets.griffin import griffin_of_layers
from constructions.lsrl.targets.gru import gru_of_layers
from constructions.lsrl.targets.hawk import hawk_of_layers
from constructions.lsrl.targets.layers import Layer, Network
from constructions.lsrl.targets.lstm import lstm_of_layers
from proofs.lsrl import PAPER
from proofs.lsrl.drawn_layers import drawn_layer, run
from theorem_checks import Claim, Counterexample, Evidence, Mutant, Source, Verdict, check

STATES, INPUTS, OUTPUTS, TOKENS = 2, 2, 2, 3


def drawn(phi_ends: bool, gamma_ends: bool, rng: np.random.Generator) -> Layer:
    """Draw a layer of which networks end in ReLUs or not, with any b and first states."""
    maps, ends = (3, OUTPUTS), (phi_ends, gamma_ends)
    return drawn_layer(STATES, INPUTS, maps, maps, rng, ends=ends, from_zero=False)


@check("exact")
def check_layers(compile_):
    """Each model puts out what the layers do, which is not 0 at all tokens."""
    rng = np.random.default_rng(0)
    for phi, gamma in product((False, True), repeat=2):
        alive = 0
        while alive < 3:
            layers = [drawn(phi, gamma, rng), drawn(gamma, phi, rng)]
            xs = rng.integers(-3, 4, (TOKENS, INPUTS)).tolist()
            wanted = run(layers, xs)
            if not any(map(any, wanted)):
                continue
            alive += 1
            for name, model in compile_(layers).items():
                if (found := model(xs).tolist()) != wanted:
                    at = {"ReLUs behind phi, gamma": f"{phi}, {gamma}", "model": name, "xs": xs}
                    return Evidence.refuted(Counterexample(at, str(wanted), str(found)))
    return Evidence.holds(f"twelve stacks of two layers, {TOKENS} tokens, four models of each")


def models(layers):
    """Compile layers to models of four architectures."""
    return {
        "LSTM": lstm_of_layers(layers),
        "GRU": gru_of_layers(layers),
        "Hawk": hawk_of_layers(layers, TOKENS),
        "Griffin": griffin_of_layers(layers, TOKENS),
    }


def all_end(layers):
    """Compile layers as if all gates ended in a ReLU."""
    return models([replace(one, gamma=Network(one.gamma.maps, relu_last=True)) for one in layers])


def from_zero(layers):
    """Compile layers as if their states started at 0."""
    return models([replace(one, s_0=Matrix.zeros(STATES, 1)) for one in layers])


def without_biases(layers):
    """Compile layers without the constants of their states."""
    return models([replace(one, b=Matrix.zeros(STATES, 1)) for one in layers])


mixed = Claim(
    id="lsrl/new-mixed-layers",
    title="Layers whose networks end in ReLUs or not are LSTM, GRU, Hawk and Griffin models",
    source=Source(PAPER, "Sec. 6 and Apps. C to E, of the code"),
    statement=r"y_t = \gamma(x_t) \odot \phi(s_t),\quad s_t = A s_{t-1} + B x_t + b",
    assumptions=("any $b$ and $s_0$; as many tokens as Hawk's kernel is long",),
    subject=models,
    checks=(check_layers,),
    mutants=(
        Mutant("all-end", all_end, "a ReLU behind each gate"),
        Mutant("from-zero", from_zero, "states that start at 0"),
        Mutant("without-biases", without_biases, "b = 0"),
    ),
    expect=Verdict.HOLDS,
    new=True,
    notes="What one layer is in each class is proved for all sizes (lsrl/new-gru-layer, "
    "lsrl/new-lstm-layer, lsrl/new-hawk-layer); this is said of the compiler, which makes "
    "layers of objects, and is run.",
)
