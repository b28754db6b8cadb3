"""The four models that are layers s_t = sigma(A s + B x + b), y = gamma(x) phi(s)."""

from dataclasses import replace

from constructions.errors import ConstructionError
from constructions.lsrl.compiler.forms import atoms_of
from constructions.lsrl.compiler.levelised import levelised
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.language.program import ForEach
from constructions.lsrl.targets.layers import Affine, Layer, check_linear, layers_of_path
from constructions.lsrl.targets.model import Model

__all__ = [
    "ImpossibleTargetError",
    "gated_linear_rnn",
    "gated_rnn",
    "linear_rnn",
    "nonlinear",
    "rnn",
]


class ImpossibleTargetError(ConstructionError):
    """A program for which there is no model of the kind that is asked for, or none is known."""


def gated_linear_rnn(program: ForEach) -> Model:
    r"""Return a Gated Linear RNN (eq. 4) that computes the same as a program, exactly."""
    layers = _layers(program)
    return Model("Gated Linear RNN", tuple(layers), len(layers))


def linear_rnn(program: ForEach) -> Model:
    r"""Return a Linear RNN (eq. 3) that computes the same as a program, exactly.

    **Raises** `ImpossibleTargetError` for a program with products, other than with constants.
    """
    _refuse_products(program, "Linear RNN", "gated_linear_rnn")
    layers = _layers(program)
    return Model("Linear RNN", tuple(layers), len(layers))


def gated_rnn(program: ForEach) -> Model:
    r"""Return a Gated RNN (eq. 5) that computes the same as a program, by eq. (11)."""
    layers = [nonlinear(layer) for layer in _layers(program)]
    return Model("Gated RNN", tuple(layers), len(layers))


def rnn(program: ForEach) -> Model:
    r"""Return an RNN (eq. 2) that computes the same as a program, by eq. (11).

    **Raises** `ImpossibleTargetError` for a program with products, other than with constants.
    """
    _refuse_products(program, "RNN", "gated_rnn")
    layers = [nonlinear(layer) for layer in _layers(program)]
    return Model("RNN", tuple(layers), len(layers))


def nonlinear(layer: Layer) -> Layer:
    r"""Return a layer with ReLUs in its state that computes the same (eq. 11).

    Its state is $[s^+; s^-]$ with $s = s^+ - s^-$; the printed matrices, and the halves of $s_0$.
    """
    check_linear(layer)
    A, n = layer.A, layer.state
    halves = {i: layer.s_0[i, 0] for i in range(n)}
    positive = [max(value, value * 0) for value in halves.values()]
    s_0 = [*positive, *[p - value for p, value in zip(positive, halves.values(), strict=True)]]
    read = Affine(Matrix.hstack([Matrix.eye(n), -Matrix.eye(n)]), Matrix.zeros(n, 1))
    return replace(
        layer,
        A=Matrix.vstack([Matrix.hstack([A, -A]), Matrix.hstack([-A, A])]),
        B=Matrix.vstack([layer.B, -layer.B]),
        b=Matrix.vstack([layer.b, -layer.b]),
        s_0=Matrix.column(s_0),
        phi=layer.phi.after(read),
        relu_state=True,
    )


def _layers(program: ForEach) -> list[Layer]:
    return layers_of_path(levelised(program))


def _refuse_products(program: ForEach, target: str, instead: str) -> None:
    products = [atom for atom in atoms_of(program).atoms if atom.kind == "Multi"]
    if products:
        raise ImpossibleTargetError(
            f"The program multiplies variables ({len(products)} products), and a {target} is"
            f" piecewise linear in its inputs. Use {instead}, or a conditional without products."
        )
