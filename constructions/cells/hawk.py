r"""A residual block of Hawk with ReLUs in place of its other functions, and without its residuals.

A recurrent block and a gated perceptron, on an input $a_t$:

$$z_t = \sum_i W_M[i]\, W_a a_{t-i} + b_{conv}, \quad
r_t = \mathrm{relu}(W_r z_t + b_r), \quad i_t = \mathrm{relu}(W_i z_t + b_i),$$
$$h_t = \alpha_t \odot h_{t-1} + \sqrt{1 - \alpha_t^2} \odot i_t \odot z_t, \quad
\alpha_t = \mathrm{relu}(\Lambda)^{8 r_t},$$
$$o_t = W_o (\mathrm{relu}(W_g a_t + b_g) \odot h_t) + b_o, \quad
m_t = W_m ((W_e o_t + b_e) \odot \mathrm{relu}(W_f o_t + b_f)) + b_m.$$

Here $\Lambda = 0$, so that $\alpha_t$ is 1 where $r_t = 0$ and 0 where $r_t > 0$. The cell has
relu(1 - 8 r) for it, which is the same for r = 0 and for $r \ge 1/8$.

Source: De et al., Griffin: mixing gated linear recurrences with local attention; Petrov et al.,
Universal in-context approximation by prompting fully recurrent models, App. E.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from constructions.arrays import (
    Array,
    apply_kernel,
    as_array,
    ones_like,
    relu,
    shift_in,
    stack,
    zeros,
    zeros_like,
)
from constructions.cells.cell import Cell
from constructions.errors import ArgumentError, ShapeError
from constructions.shapes import check_sequence, check_shapes

__all__ = ["HawkBlock"]


@dataclass(frozen=True, eq=False)
class HawkBlock(Cell):
    r"""A block with inputs of size m, n units, and outputs of size p; see the module.

    **Fields**: `W_M`, the kernel, $d_{conv} \times n \times m'$, the matrix of the current token
    first; it may be given as a tuple of matrices. `W_a` ($m' \times m$); the others with their
    vectors of the size that they map to: `W_r`, `W_i` ($n \times n$), `W_g` ($n \times m$), `W_o`
    ($q \times n$), `W_e`, `W_f` ($k \times q$), `W_m` ($p \times k$). The state is the window,
    with the last $d_{conv}$ values of $W_a a$ as its rows, the newest first, which start from 0
    and of which the next token pushes out the last one; and h.
    """

    W_M: Any  # a tuple of matrices becomes one array
    W_a: Array
    b_conv: Array
    W_r: Array
    b_r: Array
    W_i: Array
    b_i: Array
    W_g: Array
    b_g: Array
    W_o: Array
    b_o: Array
    W_e: Array
    b_e: Array
    W_f: Array
    b_f: Array
    W_m: Array
    b_m: Array

    def __post_init__(self) -> None:
        own = _without_kernel(self._own())
        for name, weight in own.items():
            object.__setattr__(self, name, as_array(weight, *own.values()))
        object.__setattr__(self, "W_M", _kernel(self.W_M, own))
        self.check()

    def _own(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def weights(self) -> dict[str, Any]:
        """Return the weights by name; the matrices of the kernel are 'W_M.0' and so on.

        A kernel of symbolic length is 'W_M'.
        """
        own = self._own()
        length = self.W_M.shape[0]
        if not isinstance(length, int):
            return own
        return {f"W_M.{i}": self.W_M[i] for i in range(length)} | _without_kernel(own)

    def check(self) -> None:
        """Check the shapes of the weights. **Raises** `ShapeError`, `ArgumentError`."""
        matrices = {"W_a": "d m", "W_r": "n n", "W_i": "n n", "W_g": "n m", "W_o": "q n"}
        vectors = {"b_conv": "n", "b_r": "n", "b_i": "n", "b_g": "n", "b_o": "q"}
        gated = {"W_e": "k q", "W_f": "k q", "W_m": "p k", "b_e": "k", "b_f": "k", "b_m": "p"}
        check_shapes(self, W_M="T n d", **matrices, **vectors, **gated)
        if getattr(self.W_M, "shape", (1,))[0] == 0:
            raise ArgumentError("HawkBlock.W_M", self.W_M, "at least one matrix")

    def check_inputs(self, xs: Any) -> None:
        """Check the shape of a sequence, (T, m). **Raises** `ShapeError`."""
        check_sequence(self, xs, self.W_a.shape[1])

    def initial_state(self) -> tuple[Any, Any]:
        """Return zeros: the window before the first token, and h."""
        rows, _, width = self.W_M.shape
        return zeros((rows, width), like=self.W_M), zeros_like(self.b_conv)

    def kept(self, r: Any) -> Any:
        r"""Return $\alpha_t$ from $r_t$."""
        return relu(ones_like(r) - 8 * r)

    def step(self, state: tuple[Any, Any], x: Any) -> tuple[Any, Any]:
        """Return the state after the token, and $m_t$."""
        window, h = state
        window = shift_in(window, self.W_a @ x)
        z = apply_kernel(self.W_M, window) + self.b_conv
        r, i = relu(self.W_r @ z + self.b_r), relu(self.W_i @ z + self.b_i)
        kept = self.kept(r)
        h = kept * h + (ones_like(r) - kept) * (i * z)
        o = self.W_o @ (relu(self.W_g @ x + self.b_g) * h) + self.b_o
        gated = (self.W_e @ o + self.b_e) * relu(self.W_f @ o + self.b_f)
        return (window, h), self.W_m @ gated + self.b_m


def _without_kernel(weights: dict[str, Any]) -> dict[str, Any]:
    return {name: weight for name, weight in weights.items() if name != "W_M"}


def _kernel(given: Any, own: Mapping[str, Any]) -> Any:
    """The kernel as one array. **Raises** `ArgumentError`, `ShapeError`."""
    if not isinstance(given, list | tuple):
        return as_array(given, *own.values())
    if not given:
        raise ArgumentError("HawkBlock.W_M", given, "at least one matrix")
    matrices = [as_array(W, *own.values()) for W in given]
    for i, W in enumerate(matrices):
        if tuple(W.shape) != tuple(matrices[0].shape):
            shapes = f"W_M[{i}] has shape {tuple(W.shape)}, W_M[0] {tuple(matrices[0].shape)}"
            raise ShapeError(f"HawkBlock: {shapes}; expected matrices of one shape.")
    return stack(matrices)
