r"""The layers of Table 3 with their true functions, as machines of any size, and both targets.

An activation of perceptrons is any function of linear growth, $\phi(u) = b(u) (1 + |u|)$ with
$|b| < c$. Such a b is $c\,(2 \sigma(\beta(u)) - 1)$ for some function $\beta$; here that is any
function of the arguments of all units.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from constructions.activations import Activation
from constructions.arrays import relu, sigmoid
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.glu import GLU
from constructions.cells.gru import GRU, GRUActivations
from constructions.cells.linear import Linear
from constructions.cells.linear_attention import LinearAttention
from constructions.cells.lru import LinearRecurrentUnit
from constructions.cells.lstm import LSTM, LSTMActivations
from constructions.cells.mlp import MLP
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.layer_degrees import ARCHITECTURES
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.token_degrees import ATTENTION, GATED
from theorem_checks import World
from theorem_checks.statements.machines import Machine

__all__ = ["at_most_linear", "layers_of", "targets"]

_GATE = {"U": "n m", "V": "n n", "b": "n"}
_SHAPES: Mapping[type, Mapping[str, str]] = {
    Linear: {"W": "p m"},
    GLU: {"W_m": "p m", "W_x": "p m"},
    MLP: {"W_1": "n m", "b": "n", "W_2": "p n"},
    LinearRecurrentUnit: {
        **dict.fromkeys(("lam_re", "lam_im", "gamma"), "n"),
        **dict.fromkeys(("B_re", "B_im"), "n m"),
        **dict.fromkeys(("C_re", "C_im"), "p n"),
        "D": "p m",
    },
    LSTM: {f"{kind}_{gate}": sizes for gate in "fcgo" for kind, sizes in _GATE.items()},
    GRU: {f"{kind}_{gate}": sizes for gate in "rzh" for kind, sizes in _GATE.items()},
}
"""The weights of each cell, with the letters of their sizes; m is that of a token."""

Growth = Callable[[Any, Any], Any]
"""What becomes of an argument u and of bounded numbers in an activation."""


def at_most_linear(u: Any, bounded: Any) -> Any:
    """Return b (1 + |u|), entry by entry."""
    return bounded * (relu(u) + relu(-u) + 1)


def layers_of(
    architecture: str, sigma: Activation, tanh: Activation, growth: Growth, w: World
) -> tuple[Machine, ...]:
    """Return the kinds of cells of an architecture, and linear maps, with free weights and sizes.

    **Arguments**: the functions of the gates and of the states; what makes activations of
    perceptrons from their argument and bounded numbers; the world.
    """
    found = []
    for cell in dict.fromkeys((*ARCHITECTURES[architecture], Linear)):
        row = "".join(filter(str.isalnum, architecture))
        named = f"{row}_{cell.__name__}".lower()
        sizes: dict[str, Any] = {}
        for letter in sorted({one for shape in _SHAPES[cell].values() for one in shape.split()}):
            sizes[letter] = w.size(f"{letter}_{named}")
        weights = {
            name: w.array(f"{name}_{named}", *(sizes[letter] for letter in shape.split()))
            for name, shape in _SHAPES[cell].items()
        }
        choices: dict[str, Any] = _choices(cell, sigma, tanh)
        if cell is MLP:
            of, c = w.function(f"beta_{named}", sizes["n"], sizes["n"]), w.number(f"c_{named}")
            choices = {"activation": partial(_activation, growth, of, c)}
        token = w.array(f"x_{named}", sizes["m"])
        made: Any = cell
        found.append(w.machine(made(**weights, **choices), token))
    return tuple(found)


def _activation(growth: Growth, of: Any, c: Any, u: Any) -> Any:
    return growth(u, c * (2 * sigmoid(of(u)) - 1))


def _choices(cell: type, sigma: Activation, tanh: Activation) -> dict[str, Any]:
    return {
        GLU: {"gate": sigma},
        LSTM: {"activations": LSTMActivations(sigma, sigma, sigma, tanh, tanh)},
        GRU: {"activations": GRUActivations(sigma, sigma, tanh)},
    }.get(cell, {})


def targets(w: World) -> Iterator[tuple[str, Any, Callable[[Any], Any]]]:
    """Yield each target: its name, the size of its tokens, and its output at the first token."""
    d, k, v = w.size("d"), w.size("d_k"), w.size("d_v")
    yield (
        ATTENTION,
        d,
        _first(LinearAttention(w.array("W_V", v, d), w.array("W_K", k, d), w.array("W_Q", k, d))),
    )
    n, p, o = w.size("n"), w.size("p"), w.size("o")
    into = [w.array(f"W_in_{letter}", n, d) for letter in "mx"]
    out = [w.array(f"W_out_{letter}", p, n) for letter in "mx"]
    weights = w.array("lam", n), *into, *out, w.array("D", o, p)
    yield GATED, d, _first(GatedRNN(*weights))


def _first(cell: Any) -> Callable[[Any], Any]:
    return lambda x: cell.step(cell.initial_state(), x)[1]
