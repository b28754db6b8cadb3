"""Exact layers of (Gated) (Linear) RNNs, and how a path falls into them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from constructions.cells.recurrent_layer import RecurrentLayer
from constructions.cells.relu_network import ReLUNetwork
from constructions.errors import ArgumentError
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.language.nodes import Lin, LinState, Multi, Node, ReLU
from constructions.lsrl.language.program import ForEach

__all__ = ["Affine", "Layer", "Network", "check_linear", "layers_of_path", "with_zero_start"]


class Affine(NamedTuple):
    """The map W x + b."""

    W: Matrix
    b: Matrix

    def after(self, other: "Affine") -> "Affine":
        """Return this map of the other's value."""
        return Affine(self.W @ other.W, self.W @ other.b + self.b)

    @classmethod
    def identity(cls, n: int) -> "Affine":
        """Return the identity of vectors of size n."""
        return cls(Matrix.eye(n), Matrix.zeros(n, 1))


@dataclass(frozen=True)
class Network:
    """Affine maps with ReLUs between them, and after the last if `relu_last`."""

    maps: tuple[Affine, ...] = ()
    relu_last: bool = False

    @property
    def numbers(self) -> Mapping[str, Matrix]:
        """The weights by name."""
        return {
            f"{i}.{name}": m for i, f in enumerate(self.maps) for name, m in f._asdict().items()
        }

    def cell(self, system: Any) -> ReLUNetwork:
        """Return the network on a number system."""
        W = tuple(f.W.array(system) for f in self.maps)
        return ReLUNetwork(W, tuple(f.b.vector(system) for f in self.maps), self.relu_last)

    @property
    def state(self) -> int:
        """A network has no state."""
        return 0

    def after(self, f: Affine) -> "Network":
        """Return this network of an affine map's value."""
        if not self.maps:
            return Network((f,), self.relu_last)
        return replace(self, maps=(self.maps[0].after(f), *self.maps[1:]))


@dataclass(frozen=True)
class Layer:
    """A layer with exact weights; see `constructions.cells.recurrent_layer`."""

    A: Matrix
    B: Matrix
    b: Matrix
    s_0: Matrix
    phi: Network = Network()
    gamma: Network | None = None
    relu_state: bool = False

    @property
    def numbers(self) -> Mapping[str, Matrix]:
        """The weights by name, as the cell calls them."""
        own = {"A": self.A, "B": self.B, "b": self.b, "s_0": self.s_0}
        phi = {f"phi.{name}": m for name, m in self.phi.numbers.items()}
        gamma = self.gamma.numbers if self.gamma else {}
        return own | phi | {f"gamma.{name}": m for name, m in gamma.items()}

    @property
    def state(self) -> int:
        """The number of units."""
        return self.A.shape[0]

    @property
    def inputs(self) -> int:
        """The size of the inputs."""
        return self.B.shape[1]

    def cell(self, system: Any) -> RecurrentLayer:
        """Return the layer on a number system."""
        gamma = None if self.gamma is None else self.gamma.cell(system)
        own = self.A.array(system), self.B.array(system), self.b.vector(system)
        s_0 = self.s_0.vector(system)
        return RecurrentLayer(*own, s_0, self.phi.cell(system), gamma, self.relu_state)


def layers_of_path(path: ForEach) -> list[Layer]:
    """Cut a path into layers: one begins at each state, and at each product.

    A layer for a product has a state without memory, which holds one factor; the gate is the other.

    **Raises** `ArgumentError` if a node has two users, or for a `Concat`.
    """
    if not path.graph.is_path:
        raise ArgumentError(
            "path", path, "a program without branches", "Compile it: levelised(...)"
        )
    cutter = _Cutter(path.input.dim)
    for node in path.nodes[1:]:
        cutter.add(node)
    return cutter.ended()


class _Cutter:
    """The layers so far, the maps of the last one's network so far, and a map without its ReLU."""

    def __init__(self, dim: int) -> None:
        self.layers: list[Layer] = []
        self.maps: list[Affine] = []
        self.pending = Affine.identity(dim)
        self.is_pending = False

    def add(self, node: Node) -> None:
        if isinstance(node, Lin):
            self.pending = Affine(node.A, node.b).after(self.pending)
            self.is_pending = True
            return
        f = self.pending
        if isinstance(node, ReLU):
            if not self.layers or (self.layers[-1].gamma is not None and not self.maps):
                self.layers.append(_memoryless(Affine.identity(f.W.shape[1])))
            self.maps.append(f)
        elif isinstance(node, LinState):
            self.close()
            fed = Affine(node.B, node.b).after(f)
            self.layers.append(Layer(node.A, fed.W, fed.b, node.init_state))
        elif isinstance(node, Multi):
            self.close()
            self.layers.append(_product(f, node.dim))
        else:
            raise ArgumentError("path", node, "a path of Lin, ReLU, LinState and Multi")
        self.pending, self.is_pending = Affine.identity(node.dim), False

    def close(self) -> None:
        """End the layer that is open, in a ReLU."""
        if self.maps:
            self.layers[-1] = replace(
                self.layers[-1], phi=Network(tuple(self.maps), relu_last=True)
            )
        self.maps = []

    def ended(self) -> list[Layer]:
        """The layers, with the rest of the path in the last, or after a gate in one more."""
        if self.layers and self.layers[-1].gamma is None:
            maps = [*self.maps, *([self.pending] if self.is_pending else [])]
            phi = Network(tuple(maps), relu_last=not self.is_pending and bool(maps))
            self.layers[-1] = replace(self.layers[-1], phi=phi)
        elif self.is_pending or not self.layers:
            self.layers.append(_memoryless(self.pending))
        return self.layers


def _memoryless(f: Affine) -> Layer:
    n = f.W.shape[0]
    return Layer(Matrix.zeros(n, n), f.W, f.b, Matrix.zeros(n, 1))


def _product(f: Affine, n: int) -> Layer:
    """The layer that multiplies the first half of an affine map with the second."""
    top, bottom = range(n), range(n, 2 * n)
    state = _memoryless(Affine(f.W.take_rows(top), f.b.take_rows(top)))
    gate = Affine(f.W.take_rows(bottom), f.b.take_rows(bottom))
    return replace(state, gamma=Network((gate,)))


def check_linear(layer: Layer) -> None:
    """Check that the state of a layer is linear. **Raises** `ArgumentError`."""
    if layer.relu_state:
        raise ArgumentError("layer", layer, "a layer with a linear state, without a ReLU")


def with_zero_start(layer: Layer) -> Layer:
    r"""Return a layer with a linear state that computes the same from $s_0 = 0$.

    With $u_t = s_t - s_0$: $u_t = A u_{t-1} + B x_t + (A s_0 + b - s_0)$, and $\phi$ reads
    $u_t + s_0$.
    """
    check_linear(layer)
    if layer.s_0.is_zero:
        return layer
    shift = Affine(Matrix.eye(layer.state), layer.s_0)
    b = layer.A @ layer.s_0 + layer.b - layer.s_0
    return replace(layer, b=b, s_0=Matrix.zeros(layer.state, 1), phi=layer.phi.after(shift))
