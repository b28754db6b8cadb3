r"""App. D of the code as it is printed: LSTM cells with a lower bound of all inputs.

The cells of `lstm_of_layers` are run beside the layers that they are made of: inputs are handed on
as x - bound, which is not negative. GRU cells do not multiply as they are printed
(`lsrl/new-gru-product`).
"""

from functools import partial

from constructions.lsrl.targets.gru import gru_of_layers
from constructions.lsrl.targets.lstm import lstm_of_layers
from proofs.lsrl import PAPER
from proofs.lsrl.e_hawk_griffin.mended_blocks import check_blocks, raised
from theorem_checks import Claim, Mutant, Source, Verdict


def printed(layers, _longest, bounds):
    """Compile layers to the LSTM cells of App. D."""
    return lstm_of_layers(layers, as_printed=bounds)


def unbounded(layers, longest, bounds):
    """Compile layers as if no input were negative."""
    return printed(layers, longest, [[0] * len(bound) for bound in bounds])


def of_grus(layers, _longest, bounds):
    """Compile layers to the GRU cells of App. C."""
    return gru_of_layers(layers, as_printed=bounds)


as_printed = Claim(
    id="lsrl/new-appendix-d-printed",
    title="App. D's LSTM cells are the layer, for inputs that are at least their bounds",
    source=Source(PAPER, "App. D, of the code"),
    statement=r"x_t \ge x_{\min} \implies y_t = \gamma(x_t) \odot \phi(s_t)",
    assumptions=("$s_0 = 0$, $b = 0$; networks end in ReLUs",),
    subject=(printed,),
    checks=(check_blocks,),
    mutants=(
        Mutant("unbounded", (unbounded,), "0 for all bounds"),
        Mutant("raised", (partial(raised, printed),), "bounds that are too high by 1"),
        Mutant("of-grus", (of_grus,), "GRU cells, which do not multiply"),
    ),
    expect=Verdict.HOLDS,
    new=True,
    notes="That the print needs the bounds, and what does without them, is proved for all sizes "
    "(lsrl/new-lstm-compose, lsrl/new-lstm-layer); this is said of the shipped blocks with "
    "bounds of their own.",
)
