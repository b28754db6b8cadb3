"""App. C, eqs. (12) to (15): the GRU of the paper is that of the library."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from constructions.arrays import ones_like, relu
from constructions.cells.gru import GRU, GRUActivations
from proofs.lsrl import PAPER
from proofs.lsrl.statements import check_for_all_sizes, check_on_numbers, late, says_equal
from theorem_checks import Claim, Mutant, Source


@dataclass(frozen=True)
class Definition:
    """Eqs. (12) to (15), as a function of weights, functions, a token and the state."""

    equations: Callable[..., Any]

    def __call__(self, w):
        """Compare them with the cell of the library, with two different functions."""
        weights = {
            f"{kind}_{part}": w(f"{kind}_{part}", {"W": "n m", "U": "n n", "b": "n"}[kind])
            for kind in "WUb"
            for part in "zrh"
        }
        a, h = w("a", "m"), w("h", "n")
        names = {"W": "U", "U": "V", "b": "b"}
        own = {f"{names[name[0]]}{name[1:]}": array for name, array in weights.items()}
        cell = GRU(**own, activations=GRUActivations(relu, relu, _other))
        return {"h": (self.equations(weights, relu, _other, a, h), cell.step(h, a)[1])}


def _other(v):
    """A function other than the ReLU, in place of tanh."""
    return v + 2 * relu(v)


def eqs_12_to_15(p, sigmoid, tanh, a, h):
    """Return h_t as printed."""
    z = sigmoid(p["W_z"] @ a + p["U_z"] @ h + p["b_z"])
    r = sigmoid(p["W_r"] @ a + p["U_r"] @ h + p["b_r"])
    candidate = tanh(p["W_h"] @ a + p["U_h"] @ (r * h) + p["b_h"])
    return (ones_like(z) - z) * h + z * candidate


def kept_by_z(p, sigmoid, tanh, a, h):
    """Return h_t with z and 1 - z exchanged."""
    z = sigmoid(p["W_z"] @ a + p["U_z"] @ h + p["b_z"])
    r = sigmoid(p["W_r"] @ a + p["U_r"] @ h + p["b_r"])
    candidate = tanh(p["W_h"] @ a + p["U_h"] @ (r * h) + p["b_h"])
    return z * h + (ones_like(z) - z) * candidate


def reset_after(p, sigmoid, tanh, a, h):
    """Return h_t with the reset gate after the matrix."""
    z = sigmoid(p["W_z"] @ a + p["U_z"] @ h + p["b_z"])
    r = sigmoid(p["W_r"] @ a + p["U_r"] @ h + p["b_r"])
    candidate = tanh(p["W_h"] @ a + r * (p["U_h"] @ h) + p["b_h"])
    return (ones_like(z) - z) * h + z * candidate


cell = Claim(
    id="lsrl/gru-cell",
    title="Eqs. (12) to (15) are the GRU of the library",
    source=Source(PAPER, "App. C, eqs. (12) to (15)"),
    statement=r"h_t = (1 - z_t) \odot h_{t-1} + z_t \odot"
    r" \tanh(W_h a_t + U_h (r_t \odot h_{t-1}) + b_h)",
    assumptions=("two different functions stand for sigmoid and tanh",),
    subject=Definition(eqs_12_to_15),
    says=says_equal,
    checks=(check_for_all_sizes.killing("kept-by-z"), check_on_numbers.killing("reset-after")),
    mutants=(
        Mutant("kept-by-z", Definition(kept_by_z), "z keeps the state, as in other papers"),
        Mutant("reset-after", Definition(reset_after), "r after the matrix, as in other papers"),
    ),
    late=late(Definition(eqs_12_to_15)),
)
