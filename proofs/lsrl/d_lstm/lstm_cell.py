"""App. D, eqs. (21) to (26): the LSTM of the paper is that of the library.

As for the GRU: free weights, a free token, free states c and h, and two functions of which nothing
is known for sigmoid and tanh. The printed i is the library's g. The engine compares both states
entry by entry, for all sizes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from constructions.arrays import relu
from constructions.cells.lstm import LSTM, LSTMActivations
from proofs.lsrl import PAPER
from proofs.lsrl.statements import Equations
from theorem_checks import Claim, Mutant, Source


def given(w):
    """Return free weights, two different functions, a token and a state (c, h)."""
    shapes = {"W": "n m", "U": "n n", "b": "n"}
    weights = {f"{k}_{g}": w(f"{k}_{g}", shapes[k]) for k in "WUb" for g in "fioc"}
    return weights, relu, _other, w("a", "m"), w("c", "n"), w("h", "n")


@dataclass(frozen=True)
class Step:
    """One step of an LSTM, as a function of weights, functions, a token and the state (c, h)."""

    step: Callable[..., Any]

    def __call__(self, w):
        """Return both parts of the state after it."""
        return dict(zip("ch", self.step(*given(w)), strict=True))


def of_the_library(p, sigmoid, tanh, a, c, h):
    """Return c_t and h_t as the cell of the library has them."""
    names, gates = {"W": "U", "U": "V", "b": "b"}, {"f": "f", "i": "g", "o": "o", "c": "c"}
    own = {f"{names[n[0]]}_{gates[n[2]]}": array for n, array in p.items()}
    of = LSTMActivations(sigmoid, sigmoid, sigmoid, tanh, tanh)
    return LSTM(**own, activations=of).step((c, h), a)[0]


def _other(v):
    """A function other than the ReLU, in place of tanh."""
    return v + 2 * relu(v)


def eqs_21_to_26(p, sigmoid, tanh, a, c, h):
    """Return c_t and h_t as printed."""
    f, i, o = (sigmoid(p[f"W_{g}"] @ a + p[f"U_{g}"] @ h + p[f"b_{g}"]) for g in "fio")
    c = f * c + i * tanh(p["W_c"] @ a + p["U_c"] @ h + p["b_c"])
    return c, o * tanh(c)


def without_last_tanh(p, sigmoid, tanh, a, c, h):
    """Return c_t and h_t = o c."""
    c, _ = eqs_21_to_26(p, sigmoid, tanh, a, c, h)
    return c, sigmoid(p["W_o"] @ a + p["U_o"] @ h + p["b_o"]) * c


def gates_exchanged(p, sigmoid, tanh, a, c, h):
    """Return c_t and h_t with f and i exchanged."""
    flipped = {name.translate(str.maketrans("fi", "if")): array for name, array in p.items()}
    return eqs_21_to_26(flipped, sigmoid, tanh, a, c, h)


PRINTED = Equations(lambda w: dict(zip("ch", eqs_21_to_26(*given(w)), strict=True)))
LIBRARY = Step(of_the_library)

cell = Claim(
    id="lsrl/lstm-cell",
    title="Eqs. (21) to (26) are the LSTM of the library, whose g is their i",
    source=Source(PAPER, "App. D, eqs. (21) to (26)"),
    statement=r"c_t = f_t \odot c_{t-1} + i_t \odot \tilde c_t,\quad h_t = o_t \odot \tanh(c_t)",
    assumptions=("two different functions stand for sigmoid and tanh",),
    subject=LIBRARY,
    says=PRINTED.says,
    checks=(PRINTED.for_all_sizes, PRINTED.on_numbers),
    mutants=(
        Mutant("gates-exchanged", Step(gates_exchanged), "f for i"),
        Mutant("no-last-tanh", Step(without_last_tanh), "h = o c"),
    ),
    late=PRINTED.late(LIBRARY),
)
