"""App. C, eqs. (12) to (15): the GRU of the paper is that of the library.

Both sides are run on free weights, a free token and a free state, with functions of which nothing
is known in the place of sigmoid and tanh, so that equality is about which function stands where.
The engine compares them entry by entry for all sizes. What other papers write, z for 1 - z and the
reset gate behind the matrix, are the mutants.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from constructions.arrays import ones_like, relu
from constructions.cells.gru import GRU, GRUActivations
from proofs.lsrl import PAPER
from proofs.lsrl.statements import Equations
from theorem_checks import Claim, Mutant, Source


def given(w):
    """Return free weights, two different functions, a token and a state."""
    shapes = {"W": "n m", "U": "n n", "b": "n"}
    weights = {
        f"{kind}_{part}": w(f"{kind}_{part}", shapes[kind]) for kind in "WUb" for part in "zrh"
    }
    return weights, relu, _other, w("a", "m"), w("h", "n")


@dataclass(frozen=True)
class Step:
    """One step of a GRU, as a function of weights, functions, a token and the state."""

    step: Callable[..., Any]

    def __call__(self, w):
        """Return the state after it."""
        return {"h": self.step(*given(w))}


def of_the_library(p, sigmoid, tanh, a, h):
    """Return h_t as the cell of the library has it."""
    names = {"W": "U", "U": "V", "b": "b"}
    own = {f"{names[name[0]]}{name[1:]}": array for name, array in p.items()}
    return GRU(**own, activations=GRUActivations(sigmoid, sigmoid, tanh)).step(h, a)[1]


def _other(v):
    """A function other than the ReLU, in place of tanh."""
    return v + 2 * relu(v)


def gates(p, sigmoid, a, h):
    """Return z_t and r_t as printed."""
    z = sigmoid(p["W_z"] @ a + p["U_z"] @ h + p["b_z"])
    r = sigmoid(p["W_r"] @ a + p["U_r"] @ h + p["b_r"])
    return z, r


def eqs_12_to_15(p, sigmoid, tanh, a, h):
    """Return h_t as printed."""
    z, r = gates(p, sigmoid, a, h)
    candidate = tanh(p["W_h"] @ a + p["U_h"] @ (r * h) + p["b_h"])
    return (ones_like(z) - z) * h + z * candidate


def kept_by_z(p, sigmoid, tanh, a, h):
    """Return h_t with z and 1 - z exchanged."""
    z, r = gates(p, sigmoid, a, h)
    candidate = tanh(p["W_h"] @ a + p["U_h"] @ (r * h) + p["b_h"])
    return z * h + (ones_like(z) - z) * candidate


def reset_after(p, sigmoid, tanh, a, h):
    """Return h_t with the reset gate after the matrix."""
    z, r = gates(p, sigmoid, a, h)
    candidate = tanh(p["W_h"] @ a + r * (p["U_h"] @ h) + p["b_h"])
    return (ones_like(z) - z) * h + z * candidate


PRINTED = Equations(lambda w: {"h": eqs_12_to_15(*given(w))})
LIBRARY = Step(of_the_library)

cell = Claim(
    id="lsrl/gru-cell",
    title="Eqs. (12) to (15) are the GRU of the library",
    source=Source(PAPER, "App. C, eqs. (12) to (15)"),
    statement=r"h_t = (1 - z_t) \odot h_{t-1} + z_t \odot"
    r" \tanh(W_h a_t + U_h (r_t \odot h_{t-1}) + b_h)",
    assumptions=("two different functions stand for sigmoid and tanh",),
    subject=LIBRARY,
    says=PRINTED.says,
    checks=(PRINTED.for_all_sizes, PRINTED.on_numbers),
    mutants=(
        Mutant("kept-by-z", Step(kept_by_z), "z keeps the state, as in other papers"),
        Mutant("reset-after", Step(reset_after), "r after the matrix, as in other papers"),
    ),
    late=PRINTED.late(LIBRARY),
)
