r"""Residual blocks of Griffin with local attention and a gated perceptron.

$$o_t = W_o \sum_{j = t-w+1}^{t} \alpha_{tj} W_v a_j + b_o, \quad
\alpha_{tj} \propto \exp((W_q a_t)^\top W_k a_j), \quad
m_t = W_m ((W_e o_t + b_e) \odot \mathrm{relu}(W_f o_t + b_f)) + b_m.$$

In a window of w = 1 token the softmax is 1 whatever queries and keys are: `GriffinAttentionBlock`
leaves them out, and is exact. `GriffinLocalAttentionBlock` has any window. Before the first token
there is nothing to attend to.

Residuals and normalisation are left out, and ReLUs stand for other functions but the softmax, as in
Petrov et al., Universal in-context approximation by prompting fully recurrent models, App. E. There
is one head; a scale of the logits is part of `W_q`.
"""

from dataclasses import dataclass, field
from typing import Any

from constructions.arrays import Array, exp, ones, ones_like, outer, relu, shift_in, zeros
from constructions.cells.cell import Cell
from constructions.errors import ArgumentError
from constructions.shapes import check_sequence, check_shapes
from constructions.trees import STATIC

__all__ = ["GriffinAttentionBlock", "GriffinLocalAttentionBlock"]

PERCEPTRON = {
    "W_e": "k q",
    "W_f": "k q",
    "W_m": "p k",
    "b_o": "q",
    "b_e": "k",
    "b_f": "k",
    "b_m": "p",
}


@dataclass(frozen=True, eq=False)
class GriffinAttentionBlock(Cell):
    r"""A block whose window is one token, with inputs of size m and outputs of size p.

    **Fields**: `W_v` ($d \times m$), `W_o` ($q \times d$), `W_e`, `W_f` ($k \times q$), `W_m`
    ($p \times k$), and vectors of the sizes that they map to.
    """

    W_v: Array
    W_o: Array
    b_o: Array
    W_e: Array
    b_e: Array
    W_f: Array
    b_f: Array
    W_m: Array
    b_m: Array

    def check(self) -> None:
        """Check the shapes of the weights. **Raises** `ShapeError`."""
        check_shapes(self, W_v="d m", W_o="q d", **PERCEPTRON)

    def check_inputs(self, xs: Any) -> None:
        """Check the shape of a sequence, (T, m). **Raises** `ShapeError`."""
        check_sequence(self, xs, self.W_v.shape[1])

    def initial_state(self) -> tuple[()]:
        """Return the state, which is empty."""
        return ()

    def step(self, state: tuple[()], x: Any) -> tuple[tuple[()], Any]:
        """Return the empty state and $m_t$."""
        return state, _perceptron(self, self.W_o @ (self.W_v @ x) + self.b_o)


@dataclass(frozen=True, eq=False)
class GriffinLocalAttentionBlock(Cell):
    r"""A block with inputs of size m and outputs of size p, and a window of any number of tokens.

    **Fields**: `W_q`, `W_k` ($h \times m$), `W_v` ($d \times m$), `W_o` ($q \times d$), `W_e` and
    `W_f` ($k \times q$), `W_m` ($p \times k$), vectors of the sizes that they map to; `window`. The
    state has, in a row for each token of the window but the current one, the newest first, its key,
    its value, and 1 if there was one; it is empty where the window is one token.

    A window of more than one token needs a number system with exp and division: balls, floats.
    """

    W_q: Array
    W_k: Array
    W_v: Array
    W_o: Array
    b_o: Array
    W_e: Array
    b_e: Array
    W_f: Array
    b_f: Array
    W_m: Array
    b_m: Array
    window: int = field(default=1, metadata=STATIC)

    def check(self) -> None:
        """Check the shapes of the weights. **Raises** `ShapeError`, `ArgumentError`."""
        if isinstance(self.window, bool) or self.window < 1:
            raise ArgumentError(f"{type(self).__name__}.window", self.window, "1 token or more")
        check_shapes(self, W_q="h m", W_k="h m", W_v="d m", W_o="q d", **PERCEPTRON)

    def check_inputs(self, xs: Any) -> None:
        """Check the shape of a sequence, (T, m). **Raises** `ShapeError`."""
        check_sequence(self, xs, self.W_v.shape[1])

    def initial_state(self) -> tuple[Any, ...]:
        """Return no tokens: keys and values of 0, which do not count."""
        if self.window == 1:
            return ()
        before = self.window - 1
        sizes = self.W_k.shape[0], self.W_v.shape[0], 1
        keys, values, there = (zeros((before, size), like=self.W_k) for size in sizes)
        return keys, values, there

    def step(self, state: tuple[Any, ...], x: Any) -> tuple[tuple[Any, ...], Any]:
        """Return the window after the token, without its oldest one, and $m_t$."""
        query, key, value = self.W_q @ x, self.W_k @ x, self.W_v @ x
        if not state:
            return state, _perceptron(self, self.W_o @ value + self.b_o)
        keys, values, there = state
        one = ones((1,), like=self.W_k)
        # all weights are divided by that of the current token
        each = there @ one
        weights = each * exp((keys - outer(ones_like(each), key)) @ query)
        total = ones_like(value) + outer(ones_like(value), weights) @ ones_like(each)
        attended = (value + weights @ values) / total
        after = shift_in(keys, key), shift_in(values, value), shift_in(there, one)
        return after, _perceptron(self, self.W_o @ attended + self.b_o)


def _perceptron(block: GriffinAttentionBlock | GriffinLocalAttentionBlock, o: Any) -> Any:
    gated = (block.W_e @ o + block.b_e) * relu(block.W_f @ o + block.b_f)
    return block.W_m @ gated + block.b_m
