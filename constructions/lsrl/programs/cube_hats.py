r"""Hats in turn: continuous functions by prompts of points of the cube alone.

Inputs are points of $[0, 1]^{d_{in}}$, the first one the query q. Then come groups of
$2 + d_{out}$ tokens $[\delta, 0, \dots],\ c,\ [(1 + w_1)/2, 0, \dots],\ \dots$, and each group
adds $w\,h_{\delta,c}(q)$ to the output, with the hats h and the weights $w \in \{-1, 0, 1\}$ of
`hats`. A counter by cyclic shift says where groups end, and a state holds the last tokens.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from constructions.lsrl.helpers.counters import one_hot_by_shift
from constructions.lsrl.helpers.operations import Value, relu
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.language.nodes import Concat, Input, LinState, Node
from constructions.lsrl.language.program import ForEach
from constructions.lsrl.programs.hats import hat

__all__ = ["cube_hat_program", "cube_tokens", "weighted_at_end"]


def weighted_at_end(height: Value, w: Value, end: Value) -> Value:
    """Return w times the height where `end` is 1, for w in -1, 0, 1; where it is 0, 0.

    The height lies in [0, 1], and w, where `end` is 0, in [-1, 1].
    """
    return relu(height + w + 2 * end - 3) - relu(height - w + 2 * end - 3)


def cube_hat_program(d_in: int, d_out: int) -> ForEach:
    r"""Return the plain program: all tokens in $[0, 1]^{d_{in}}$, all its numbers at most 3.

    After the query and any groups the output is that of `hat_program` on the tokens that the
    groups stand for (`cube_tokens` makes them of these).
    """
    x, size = Input(d_in), 2 + d_out
    end = one_hot_by_shift(x, size)[0]  # at the query, and then at the last token of each group
    recent = _last_tokens(x, size)
    delta, c = recent[(size - 1) * d_in], recent[(size - 2) * d_in : (size - 1) * d_in]
    w = 2 * Concat([recent[(d_out - 1 - k) * d_in] for k in range(d_out)]) - 1

    first = LinState(x, [[0, 1], [0, 0]], Matrix.zeros(2, d_in), init_state=[0, 1])
    q = _summed(relu(x + first[0] - 1))  # x lies in [0, 1]: after the first token nothing is kept
    height = hat(delta, tuple(q - c))
    y = _summed(weighted_at_end(height, w, end))
    return ForEach(y, {"recent": recent, "q": q, "hat": height, "y": y})


def cube_tokens(tokens: Sequence[Sequence[Any]], d_in: int) -> list[list[Any]]:
    """Return the groups that stand for tokens [0, delta, c, w] of `hat_prompt`."""
    rest = [0] * (d_in - 1)
    return [
        entries
        for _, delta, *c_w in tokens
        for entries in (
            [delta, *rest],
            c_w[:d_in],
            *([(1 + w) * Fraction(1, 2), *rest] for w in c_w[d_in:]),
        )
    ]


def _last_tokens(x: Node, number: int) -> Node:
    """The last tokens, one after the other, the current one first."""
    size = number * x.dim
    shift = Matrix.vstack([Matrix.zeros(x.dim, size), Matrix.select(range(size - x.dim), size)])
    return LinState(x, shift, Matrix.select(range(x.dim), size).T)


def _summed(update: Node) -> Node:
    return LinState(update, Matrix.eye(update.dim), Matrix.eye(update.dim))
