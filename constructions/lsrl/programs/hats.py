r"""Universal in-context approximation of continuous functions by hats.

One fixed program for given sizes: no gates, no steep steps, no large constants; every number in
it is -1, 0 or 1. Inputs are tokens $[\mathrm{flag}, \delta, c, w]$ with $c \in [0, 1]^{d}$ and
$w \in \mathbb R^{e}$. The query is $[1, 0, q, 0]$. Each further token, with flag 0, adds
$w\,h_{\delta,c}(q)$ to the output, where

$$h_{\delta,c}(q) = \mathrm{relu}\big(\delta - \max(0, x_1, \dots, x_d) + \min(0, x_1, \dots,
x_d)\big), \quad x = q - c,$$

is the hat at c of Kuhn's triangulation of the grid of width $\delta$, times $\delta$. The hats of
all nodes of a grid of $[0, 1]^d$ add up to $\delta$ everywhere. `prompts` makes the tokens.
"""

from constructions.errors import require_integer
from constructions.lsrl.helpers.operations import Value, relu
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.language.nodes import Input, LinState
from constructions.lsrl.language.program import ForEach
from constructions.lsrl.listed.hat_program import hats_written, listed_hat_program
from constructions.lsrl.listed.programs import program_of_nodes

__all__ = ["hat", "hat_program", "hat_program_gated", "kept_at_query", "weighted"]


def hat(delta: Value, x: tuple[Value, ...]) -> Value:
    r"""Return $\mathrm{relu}(\delta - \max(0, x) + \min(0, x))$ for the offsets x from the node.

    **Arguments**: nodes of size 1, exact numbers or terms.
    """
    return relu(delta - largest_or_zero(x) - largest_or_zero(tuple(-entry for entry in x)))


def largest_or_zero(x: tuple[Value, ...]) -> Value:
    """Return the largest of 0 and the entries, written with `relu`."""
    largest = relu(x[0] if len(x) > 0 else 0)
    for entry in x[1:]:
        largest = largest + relu(entry - largest)
    return largest


def kept_at_query(c: Value, flag: Value) -> Value:
    """Return c where the flag is 1, and 0 where it is 0, for 0 <= c <= 1."""
    return relu(c + flag - 1)


def weighted(height: Value, w: Value) -> Value:
    """Return the height, 0 or minus the height at w = 1, 0, -1, for 0 <= height <= 1."""
    return relu(height + w - 1) - relu(height - w - 1)


def hat_program(d_in: int, d_out: int) -> ForEach:
    r"""Return the plain program: weights $w \in \{-1, 0, 1\}^{d_{out}}$ and $0 \le \delta \le 1$.

    Exact for all such tokens: the output is the sum of the $w\,h_{\delta,c}(q)$. Prompts of such
    tokens reach every continuous function to any precision (`prompts.hat_prompt`).

    **Raises** `ArgumentError` unless both sizes are positive integers.
    """
    _require_sizes(d_in, d_out)
    listed, written = listed_hat_program(d_in, d_out), hats_written(d_in)
    names = {"q": written.query, "hat": len(written.nodes), "y": len(listed.nodes)}
    return program_of_nodes(listed, names)


def hat_program_gated(d_in: int, d_out: int) -> ForEach:
    r"""Return the program with products: any weights $w \in \mathbb R^{d_{out}}$.

    Exact for all tokens with $c, q \in [0, 1]^{d_{in}}$. With $w = f(c)/\delta$ on the nodes of one
    grid the output interpolates f at the nodes, linearly on each simplex.

    **Raises** `ArgumentError` unless both sizes are positive integers.
    """
    _require_sizes(d_in, d_out)
    x = Input(2 + d_in + d_out)
    flag, delta, c = x[0], x[1], x[2 : 2 + d_in]
    q = LinState(kept_at_query(c, flag), Matrix.eye(d_in), Matrix.eye(d_in))
    height = hat(delta, tuple(q - c))
    y = LinState(height * x[2 + d_in :], Matrix.eye(d_out), Matrix.eye(d_out))
    return ForEach(y, {"q": q, "hat": height, "y": y})


def _require_sizes(d_in: int, d_out: int) -> None:
    for name, value in (("d_in", d_in), ("d_out", d_out)):
        require_integer(name, value, 1)
