r"""Hawk with ReLUs, from programs (App. E): k + 2 blocks for a layer with networks of depth k.

The first block computes the state by its convolution, $s_t = \sum_i A^i (B x_{t-i} + b)$, so that
sequences have to be shorter than the kernel. The next k compute one map each of $\phi$ and
$\gamma$; the last one multiplies. A 1 is carried along, by which $b$ comes in.

**Erratum.** The printed blocks $\tilde A = [0, A; 0, 0]$, $\tilde B = [0, B; 0, 0]$ have
$\tilde A \tilde B = 0$, so that the convolution forgets: the kernel has to be $A^i B$. For e to be
1 in E.3, $W_e$ has to be 0, where I is printed. `appendix_e` has the print in all its parts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from constructions.cells.hawk import HawkBlock
from constructions.errors import require_integer
from constructions.lsrl.compiler.levelised import levelised
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.language.program import ForEach
from constructions.lsrl.targets.layers import (
    Affine,
    Layer,
    Network,
    layers_of_path,
    with_zero_start,
)
from constructions.lsrl.targets.model import Model, Part, Weights

__all__ = [
    "HawkWeights",
    "block",
    "check_longest",
    "hawk",
    "hawk_of_layers",
    "identity_block",
    "passing_block",
]


def hawk(program: ForEach, longest: int) -> Model:
    """Return Hawk blocks, and linear maps at both ends, that compute the same as a program.

    Exact on sequences of at most `longest` tokens, and refuses longer ones. **Raises**
    `ArgumentError` unless that is positive.
    """
    return hawk_of_layers(layers_of_path(levelised(program)), longest)


def hawk_of_layers(layers: Sequence[Layer], longest: int, *, as_printed: bool = False) -> Model:
    """Return Hawk blocks that compute the same as layers with linear states.

    **Arguments**: the layers; the length of the kernel; whether its matrices are as printed, which
    forgets (see above).
    """
    check_longest(longest)
    m = layers[0].inputs
    parts: list[Part] = [Network((_with_one(Affine.identity(m)),))]
    for layer in layers:
        parts += _blocks(with_zero_start(layer), longest, as_printed)
    outputs = parts[-1].numbers["W_m"].shape[0] - 1
    parts.append(Network((Affine(_pick(0, outputs, outputs + 1), Matrix.zeros(outputs, 1)),)))
    return Model("Hawk", tuple(parts), len(parts) - 2, longest)


def check_longest(longest: object) -> None:
    """Check the length of a kernel. **Raises** `ArgumentError`."""
    require_integer("longest", longest, 1, expected="a positive number of tokens")


@dataclass(frozen=True)
class HawkWeights:
    """The exact weights of a block; `passes` if its recurrent part is the identity."""

    kernel: tuple[Matrix, ...]
    rest: Weights
    passes: bool = False

    @property
    def numbers(self) -> dict[str, Matrix]:
        """The weights by name, as the cell calls them."""
        return {f"W_M.{i}": W for i, W in enumerate(self.kernel)} | dict(self.rest.numbers)

    @property
    def state(self) -> int:
        """The numbers that live on: the last inputs of the kernel, and h."""
        return (len(self.kernel) - 1) * self.kernel[0].shape[1] + self.rest.state

    def cell(self, system: Any) -> HawkBlock:
        """Return the block on a number system."""
        matrices = {name: m.array(system) for name, m in self.rest.matrices.items()}
        vectors = {name: m.vector(system) for name, m in self.rest.vectors.items()}
        return HawkBlock(tuple(W.array(system) for W in self.kernel), **matrices, **vectors)


def _blocks(layer: Layer, longest: int, as_printed: bool) -> list[HawkWeights]:
    n, m = layer.state, layer.inputs
    blocks = [_state_block(layer, longest, as_printed)]
    # what is carried is [phi so far; gamma so far; 1], with x in place of gamma at first
    networks = [layer.phi] if layer.gamma is None else [layer.phi, layer.gamma]
    sizes, total = [n, m], n + m + 1
    for number in range(max(map(_depth, networks))):
        rows, start = [], 0
        for k, network in enumerate(networks):
            f, relu = _map(network, number, sizes[k])
            rows.append((Affine(f.W @ _pick(start, sizes[k], total), f.b), relu))
            start += sizes[k]
            sizes[k] = f.W.shape[0]
        blocks.append(_map_block(rows, total))
        total = sum(sizes[: len(networks)]) + 1
    if layer.gamma is not None:
        p = sizes[0]
        blocks.append(_product_block(_pick(0, p, total), _pick(p, p, total)))
    elif len(blocks) == 1:
        state = Affine(_pick(0, n, total), Matrix.zeros(n, 1))
        blocks.append(_map_block([(state, False)], total))
    return blocks


def _depth(network: Network) -> int:
    return max(len(network.maps), int(network.relu_last))


def _map(network: Network, number: int, size: int) -> tuple[Affine, bool]:
    """The map of a network at a depth, and whether a ReLU follows; beyond its end the identity."""
    maps = network.maps or ((Affine.identity(size),) if network.relu_last else ())
    if number >= len(maps):
        return Affine.identity(size), False
    return maps[number], number < len(maps) - 1 or network.relu_last


def _state_block(layer: Layer, longest: int, as_printed: bool) -> HawkWeights:
    """Z = [s; 1; 1], g = [1; relu(x); relu(-x)], and o = [s; x; 1]; the perceptron passes it."""
    n, m = layer.state, layer.inputs
    B = Matrix.hstack([layer.B, layer.b])  # on [x; 1]
    kernel = [B]
    for _ in range(longest - 1):
        kernel.append(layer.A @ kernel[-1])
    if as_printed:
        kernel = [B, *_printed_powers(layer.A, B, longest - 1)]
    below = Matrix.zeros(2 * m, m + 1)
    eye, x = Matrix.eye(m), _pick(0, m, m + 1)
    g = Affine(
        Matrix.vstack([Matrix.zeros(n, m + 1), x, -x]),
        Matrix.vstack([Matrix.full(n, 1), Matrix.zeros(2 * m, 1)]),
    )
    read = Matrix.block_diagonal([Matrix.eye(n), Matrix.hstack([eye, -eye])])
    b_conv = Matrix.vstack([Matrix.zeros(n, 1), Matrix.full(2 * m, 1)])
    out = _with_one(Affine(read, Matrix.zeros(n + m, 1)))
    size = n + m + 1
    passed = Affine.identity(size), _constant(size, size, 1), Affine.identity(size)
    return block([Matrix.vstack([K, below]) for K in kernel], b_conv, g, out, *passed)


def _printed_powers(A: Matrix, B: Matrix, count: int) -> list[Matrix]:
    """The upper blocks of A~^i B~ for i = 1, 2, ... with the blocks of E.1."""
    n = A.shape[0]
    tilde_A = Matrix.vstack([Matrix.hstack([Matrix.zeros(n, n), A]), Matrix.zeros(n, 2 * n)])
    power = Matrix.vstack([B, Matrix.zeros(*B.shape)])
    powers = []
    for _ in range(count):
        power = tilde_A @ power
        powers.append(power.take_rows(range(n)))
    return powers


def _map_block(rows: list[tuple[Affine, bool]], total: int) -> HawkWeights:
    """A block that passes its input to a perceptron with linear maps, maps with ReLUs, and a 1."""
    e, f = [], []
    for number, relu in rows:
        ones = _constant(number.W.shape[0], total, 1)
        e.append(ones if relu else number)
        f.append(number if relu else ones)
    one = _constant(1, total, 1)
    E, F = _beside([*e, one]), _beside([*f, one])
    return passing_block(E, F, Affine.identity(E.W.shape[0]), total)


def _product_block(left: Matrix, right: Matrix) -> HawkWeights:
    """A block whose perceptron multiplies: a b = a relu(b) - a relu(-b)."""
    n, total = left.shape
    zero, one, eye = Matrix.zeros(n, 1), _constant(1, total, 1), Matrix.eye(n)
    E = _beside([Affine(left, zero), Affine(left, zero), one])
    F = _beside([Affine(right, zero), Affine(-right, zero), one])
    m = Matrix.block_diagonal([Matrix.hstack([eye, -eye]), Matrix.eye(1)])
    return passing_block(E, F, Affine(m, Matrix.zeros(n + 1, 1)), total)


def passing_block(e: Affine, f: Affine, m: Affine, total: int) -> HawkWeights:
    """Return a block whose recurrent part is the identity (E.2), by its perceptron's maps."""
    same = Affine.identity(total)
    ones = _constant(total, total, 1)
    whole = block([Matrix.eye(total)], Matrix.zeros(total, 1), ones, same, e, f, m)
    return replace(whole, passes=True)


def identity_block(size: int) -> HawkWeights:
    """Return a block that passes its input on (E.2 and E.4)."""
    same = Affine.identity(size)
    return passing_block(same, _constant(size, size, 1), same, size)


def block(
    kernel: list[Matrix], b_conv: Matrix, g: Affine, o: Affine, e: Affine, f: Affine, m: Affine
) -> HawkWeights:
    """Return a block with r = i = 1, so that h = z, by its kernel and the maps with these names."""
    n, size = kernel[0].shape
    one = _constant(n, n, 1)  # r = 1, so that nothing is kept, and i = 1
    maps = {"r": one, "i": one, "g": g, "o": o, "e": e, "f": f, "m": m}
    matrices = {"W_a": Matrix.eye(size), **{f"W_{name}": a.W for name, a in maps.items()}}
    vectors = {"b_conv": b_conv, **{f"b_{name}": a.b for name, a in maps.items()}}
    return HawkWeights(tuple(kernel), Weights(HawkBlock, matrices, vectors, n))


def _constant(n: int, total: int, value: int) -> Affine:
    return Affine(Matrix.zeros(n, total), Matrix.full(n, 1, value))


def _with_one(f: Affine) -> Affine:
    """The map with a 1 at its end."""
    return _beside([f, _constant(1, f.W.shape[1], 1)])


def _beside(maps: list[Affine]) -> Affine:
    return Affine(Matrix.vstack([f.W for f in maps]), Matrix.vstack([f.b for f in maps]))


def _pick(start: int, size: int, total: int) -> Matrix:
    return Matrix.select(range(start, start + size), total)
