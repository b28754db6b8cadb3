r"""Gated RNN layers as stacks of gated cells: k + 2 cells for a layer with networks of depth k.

The first cell computes the state and hands the input on, the next k compute one map each of
$\phi$ and $\gamma$ side by side, the last one multiplies. What comes out of a cell is not negative
here, so that a signed number is two units, $x = x^+ - x^-$, and a product of signed numbers four
products. The difference is read by the next cell, the last one by a linear map.

Source: Petrov et al., Universal in-context approximation by prompting fully recurrent models,
Apps. C and D.
"""

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias, runtime_checkable

from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.targets.layers import Affine, Layer, Network, with_zero_start
from constructions.lsrl.targets.model import Part, Weights
from constructions.lsrl.targets.recurrent import ImpossibleTargetError, nonlinear

__all__ = ["Bounds", "GatedCell", "gated_stack"]

Bounds: TypeAlias = Sequence[Any]
"""For each layer a vector of exact numbers, none greater than the layer's inputs."""


@runtime_checkable
class GatedCell(Protocol):
    """What a kind of cell can do in one layer."""

    def relu(self, f: Affine, U: Matrix) -> Weights:
        """Return the cell that puts out the ReLU of f(x) + U h, with h its last output."""
        ...

    def product(self, left: Matrix, right: Matrix) -> tuple[Weights, Matrix]:
        """Return a cell that multiplies, and the matrix that reads the products off its output.

        `left` and `right` pick the factors, which are not negative, from the cell's inputs.
        """
        ...


class _Branch:
    """A network on its way: where its units are in the last cell, and what is left to do.

    The value is `read` of the units `start` to `start + size`.
    """

    def __init__(self, network: Network, read: Affine, start: int) -> None:
        self.maps = list(network.maps)
        if not self.maps and network.relu_last:
            self.maps.append(Affine.identity(read.W.shape[0]))
        self.relu_last = network.relu_last
        self.read, self.start, self.size = read, start, read.W.shape[1]

    def advance(self, inputs: int, start: int) -> Affine:
        """Go on by one cell, in which the units begin at `start`.

        **Returns** the affine map of the last cell's `inputs` units whose ReLU they are.
        """
        picked = Affine(_range(self.start, self.size, inputs), Matrix.zeros(self.size, 1))
        self.start = start
        if not self.maps:
            return picked
        f = self.maps.pop(0).after(self.read).after(picked)
        n = f.W.shape[0]
        if self.maps or self.relu_last:
            self.read, self.size = Affine.identity(n), n
            return f
        self.read, self.size = _difference(n), 2 * n
        return _halves(f)

    def parts(self) -> list[int]:
        """The signs of the parts whose sum the value is: one, or a positive and a negative."""
        return [1] if self.read.W.is_identity else [1, -1]


def gated_stack(
    layers: Sequence[Layer], cell: GatedCell, *, as_printed: Bounds | None = None
) -> list[Part]:
    """Return the cells that compute what layers of a Gated Linear RNN do, and a last readout.

    **Arguments**: the layers, with linear states; the kind of cell; for the construction as
    printed, a lower bound of each input of each layer: then inputs are handed on as x - bound,
    states start from 0, and networks end in a ReLU.

    **Raises** `ImpossibleTargetError` if the printed construction does not apply.
    """
    parts: list[Part] = []
    read = Affine.identity(layers[0].inputs)
    for i, layer in enumerate(layers):
        if as_printed is None:
            wanted, bound = nonlinear(with_zero_start(layer)), None
        else:
            wanted, bound = nonlinear(layer), Matrix.of(as_printed[i])
            check_printed(wanted, i)
        read = _add_layer(parts, wanted, read, cell, bound)
    return [*parts, Network((read,))]


def _add_layer(
    parts: list[Part], layer: Layer, read: Affine, cell: GatedCell, bound: Matrix | None
) -> Affine:
    """Add the cells of a layer whose input is `read` of the last output; return how to read it."""
    n = layer.state
    state = Affine(layer.B, layer.b).after(read)
    branches = [_Branch(layer.phi, Affine.identity(n), 0)]
    first = state
    if layer.gamma is not None:
        m = layer.inputs
        if bound is None:
            handed_on, back = _halves(read), _difference(m)
        else:
            handed_on = Affine(read.W, read.b - bound)
            back = Affine(Matrix.eye(m), bound)
        branches.append(_Branch(layer.gamma, back, n))
        first = _beside(state, handed_on)
    units = first.W.shape[0]
    rest = Matrix.zeros(units - n, units - n)
    parts.append(cell.relu(first, Matrix.block_diagonal([layer.A, rest])))
    for _ in range(max(_depth(branch, gated=len(branches) > 1) for branch in branches)):
        start, maps = 0, []
        for branch in branches:
            maps.append(branch.advance(units, start))
            start += branch.size
        f = _beside(*maps)
        units = f.W.shape[0]
        parts.append(cell.relu(f, Matrix.zeros(units, units)))
    if len(branches) == 1:
        (branch,) = branches
        return branch.maps[0].after(branch.read) if branch.maps else branch.read
    return _multiply(parts, branches, units, cell)


def _depth(branch: _Branch, *, gated: bool) -> int:
    """The cells that a network takes; without a gate its last map can be read out."""
    return len(branch.maps) - (not gated and not branch.relu_last and bool(branch.maps))


def _multiply(parts: list[Part], branches: list[_Branch], units: int, cell: GatedCell) -> Affine:
    """Add the cell that multiplies the values of two branches."""
    phi, gamma = branches
    n = phi.read.W.shape[0]
    left, right, signs = [], [], []
    for i, sign in enumerate(phi.parts()):
        for j, other in enumerate(gamma.parts()):
            left.append(_range(phi.start + i * n, n, units))
            right.append(_range(gamma.start + j * n, n, units))
            signs.append(Matrix.eye(n) * (sign * other))
    part, products = cell.product(Matrix.vstack(left), Matrix.vstack(right))
    parts.append(part)
    return Affine(Matrix.hstack(signs) @ products, Matrix.zeros(n, 1))


def check_printed(layer: Layer, i: int) -> None:
    networks = [layer.phi, *([layer.gamma] if layer.gamma is not None else [])]
    if not layer.s_0.is_zero:
        raise ImpossibleTargetError(
            f"Layer {i} starts from a state other than 0, and the printed construction has no"
            " place for it. Leave out as_printed."
        )
    if layer.gamma is not None and not all(network.relu_last for network in networks):
        raise ImpossibleTargetError(
            f"A network of layer {i} does not end in a ReLU, and the printed construction makes"
            " one of it. Leave out as_printed."
        )


def _range(start: int, size: int, total: int) -> Matrix:
    return Matrix.select(range(start, start + size), total)


def _halves(f: Affine) -> Affine:
    """The map whose ReLU is [f+; f-]."""
    return _beside(f, Affine(-f.W, -f.b))


def _difference(n: int) -> Affine:
    return Affine(Matrix.hstack([Matrix.eye(n), -Matrix.eye(n)]), Matrix.zeros(n, 1))


def _beside(*maps: Affine) -> Affine:
    return Affine(Matrix.vstack([f.W for f in maps]), Matrix.vstack([f.b for f in maps]))
