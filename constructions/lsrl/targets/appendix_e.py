r"""App. E of the paper as it is printed: layers of Gated Linear RNNs as Hawk and Griffin blocks.

A layer with networks of depth k is k + 2 blocks on vectors [u; v] of twice the size of a state: the
state from [0; x] (E.1), a map each of $\phi$ and $\gamma$ (E.3), the product (E.5). In Griffin each
third block has local attention in place of its recurrent part, with identities for the matrices of
queries, keys and values.

**Errata**, each of which `repairs` can mend:

- "kernel": $\tilde A = [0, A; 0, 0]$ and $\tilde B = [0, B; 0, 0]$ have $\tilde A \tilde B = 0$, so
  that the state forgets. With $[A, 0; 0, 0]$ it does not.
- "W_e": in E.3 $W_e = I$ and $b_e = 1$ make $e = a + 1$, where e = 1 is meant: $W_e = 0$.

What no repair here mends: b does not occur in E.1, and is left out; attention over more than one
token mixes tokens, whatever the window (for one token it is the identity); and where a state's
block comes third, as in the third layer for k = 2, Griffin has no recurrent part for it. `hawk` and
`griffin` compile every program.

The paper lets state and input have the same size, and all maps be square, so that all are padded
with zeros to the largest size there is. A layer without a gate gets the constant gate 1.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from constructions.cells.griffin import GriffinLocalAttentionBlock
from constructions.errors import ArgumentError
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.targets.gates import Bounds, check_printed
from constructions.lsrl.targets.griffin import is_third
from constructions.lsrl.targets.hawk import HawkWeights, block, check_longest, passing_block
from constructions.lsrl.targets.layers import Affine, Layer, Network, check_linear
from constructions.lsrl.targets.model import Model, Part, Weights
from constructions.lsrl.targets.recurrent import ImpossibleTargetError

__all__ = ["REPAIRS", "printed_griffin_of_layers", "printed_hawk_of_layers"]

REPAIRS = frozenset({"kernel", "W_e"})
"""The errata that can be mended one by one; see the module."""


def printed_hawk_of_layers(
    layers: Sequence[Layer], longest: int, bounds: Bounds, *, repairs: Collection[str] = ()
) -> Model:
    """Return Hawk blocks as App. E prints them, or with some of its errata mended.

    **Arguments**: the layers, with linear states; the length of the kernel; for each layer a
    lower bound of each of its inputs; the `repairs`. With all of them the blocks are exact for
    layers with b = 0.

    **Raises** `ImpossibleTargetError` for a state that does not start from 0, or a network that
    does not end in a ReLU; `ArgumentError` for an unknown repair.
    """
    if not set(repairs) <= REPAIRS:
        raise ArgumentError("repairs", sorted(repairs), f"some of {sorted(REPAIRS)}")
    check_longest(longest)
    size = max(map(_largest, layers))
    m = layers[0].inputs
    parts: list[Part] = [Network((_linear(_padded(Matrix.eye(m), 2 * size, m, top=size)),))]
    for i, layer in enumerate(map(_gated, layers)):
        check_linear(layer)
        check_printed(layer, i)
        bound = _padded(Matrix.of(bounds[i]), size, 1)
        parts += _blocks(layer, size, longest, bound, frozenset(repairs))
    p = _outputs(layers[-1])
    parts.append(Network((_linear(Matrix.select(range(size, size + p), 2 * size)),)))
    return Model("Hawk", tuple(parts), len(parts) - 2)


def printed_griffin_of_layers(
    layers: Sequence[Layer],
    longest: int,
    bounds: Bounds,
    *,
    window: int,
    repairs: Collection[str] = (),
) -> Model:
    """Return Griffin blocks as App. E prints them, or with some of its errata mended.

    **Arguments**: as of `printed_hawk_of_layers`; the `window` of the local attention, in tokens,
    for which the paper has no number. More than one token takes balls or floats to run.

    **Raises** what that raises, and `ImpossibleTargetError` where the block of a state comes third.
    """
    first, *blocks, last = printed_hawk_of_layers(layers, longest, bounds, repairs=repairs).parts
    parts: list[Part] = []
    for number, part in enumerate(blocks):
        assert isinstance(part, HawkWeights)
        if is_third(number) and not part.passes:
            raise ImpossibleTargetError(
                f"Block {number} computes a state, and each third block has attention instead of"
                " a recurrent part: the printed construction does not say what to do. Use griffin."
            )
        parts.append(_attention(part, window) if is_third(number) else part)
    return Model("Griffin", (first, *parts, last), len(parts))


def _attention(part: HawkWeights, window: int) -> Weights:
    """The block with attention by identity matrices in place of its recurrent part."""
    matrices, vectors = part.rest.matrices, part.rest.vectors
    size = matrices["W_a"].shape[1]
    own = {f"W_{k}": Matrix.eye(size) for k in "qkv"}
    own |= {f"W_{k}": matrices[f"W_{k}"] for k in "oefm"}
    biases = {f"b_{k}": vectors[f"b_{k}"] for k in "oefm"}
    state = (window - 1) * (2 * size + 1)
    return Weights(GriffinLocalAttentionBlock, own, biases, state, {"window": window})


def _blocks(
    layer: Layer, size: int, longest: int, bound: Matrix, repairs: frozenset[str]
) -> list[HawkWeights]:
    assert layer.gamma is not None
    blocks = [_state_block(layer, size, longest, bound, repairs)]
    phi_maps, gamma_maps = layer.phi.maps or (None,), layer.gamma.maps or (None,)
    for j in range(max(len(phi_maps), len(gamma_maps))):
        pair = [maps[j] if j < len(maps) else None for maps in (phi_maps, gamma_maps)]
        f = _diagonal(*[_square(f, size) for f in pair])
        e = Affine(
            Matrix.zeros(2 * size, 2 * size) if "W_e" in repairs else Matrix.eye(2 * size),
            Matrix.full(2 * size, 1),
        )
        blocks.append(passing_block(e, f, Affine.identity(2 * size), 2 * size))
    crossed = _blocks_of(size, lower_left=Matrix.eye(size))
    same = Affine.identity(2 * size)
    return [*blocks, passing_block(_linear(crossed), same, same, 2 * size)]


def _state_block(
    layer: Layer, size: int, longest: int, bound: Matrix, repairs: frozenset[str]
) -> HawkWeights:
    """E.1, and the perceptron of E.4: z = [s; 1], g = [1; x - bound], o = [s; x]."""
    A, B = _padded(layer.A, size, size), _padded(layer.B, size, size)
    A = _blocks_of(size, upper_left=A) if "kernel" in repairs else _blocks_of(size, upper_right=A)
    kernel = [_blocks_of(size, upper_right=B)]
    for _ in range(longest - 1):
        kernel.append(A @ kernel[-1])
    zeros, ones, eye = Matrix.zeros(size, 1), Matrix.full(size, 1), Matrix.eye(2 * size)
    g = Affine(eye, Matrix.vstack([ones, -bound]))
    o = Affine(eye, Matrix.vstack([zeros, bound]))
    same = Affine.identity(2 * size)
    passed = Affine(Matrix.zeros(2 * size, 2 * size), Matrix.full(2 * size, 1))
    return block(kernel, Matrix.vstack([zeros, ones]), g, o, same, passed, same)


def _gated(layer: Layer) -> Layer:
    """The layer with the constant gate 1, if it has none."""
    if layer.gamma is not None:
        return layer
    one = Affine(Matrix.zeros(_outputs(layer), layer.inputs), Matrix.full(_outputs(layer), 1))
    return replace(layer, gamma=Network((one,), relu_last=True))


def _largest(layer: Layer) -> int:
    networks = [layer.phi, *([layer.gamma] if layer.gamma is not None else [])]
    widths = [f.W.shape[0] for network in networks for f in network.maps]
    return max(layer.state, layer.inputs, *widths, 1)


def _outputs(layer: Layer) -> int:
    return layer.phi.maps[-1].W.shape[0] if layer.phi.maps else layer.state


def _square(f: Affine | None, size: int) -> Affine:
    """A map padded with zeros; where a network has no map any more, the identity (eq. 59)."""
    if f is None:
        return Affine.identity(size)
    return Affine(_padded(f.W, size, size), _padded(f.b, size, 1))


def _linear(W: Matrix) -> Affine:
    return Affine(W, Matrix.zeros(W.shape[0], 1))


def _diagonal(f: Affine, g: Affine) -> Affine:
    return Affine(Matrix.block_diagonal([f.W, g.W]), Matrix.vstack([f.b, g.b]))


def _blocks_of(
    size: int,
    *,
    upper_left: Matrix | None = None,
    upper_right: Matrix | None = None,
    lower_left: Matrix | None = None,
) -> Matrix:
    """A matrix of four square blocks, zero where none is given."""
    zero = Matrix.zeros(size, size)
    upper = Matrix.hstack([upper_left or zero, upper_right or zero])
    return Matrix.vstack([upper, Matrix.hstack([lower_left or zero, zero])])


def _padded(matrix: Matrix, m: int, n: int, top: int = 0) -> Matrix:
    """The matrix in the top left corner of an m x n matrix of zeros, or below `top` rows."""
    rows = [*[()] * top, *matrix.rows]
    return Matrix((m, n), rows + [()] * (m - len(rows)))
