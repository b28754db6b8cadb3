r"""Steps, comparisons and logic on bits (Sec. 3, F.1 to F.6).

$\mu > 0$ is the gain of the step throughout. All work entry by entry, on nodes and on numbers.
"""

from typing import Any

from constructions.lsrl.helpers.operations import Gain, Value, constant, gain, relu
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.language.nodes import Lin, Node

__all__ = [
    "f_and",
    "f_bump",
    "f_constant",
    "f_larger",
    "f_not",
    "f_or",
    "f_relu_identity",
    "f_smaller",
    "f_step",
    "overlap",
    "ramp",
]


def f_constant(x: Node, value: Any, dim: int = 1) -> Node:
    """Return the node that is `value` at every token; `x` only says in which program.

    **Arguments**: `value`, one number, or `dim` of them. Exact for every x.
    """
    return Lin(x, Matrix.zeros(dim, x.dim), value)


def f_step(x: Value, mu: Gain) -> Value:
    r"""Return $\mathrm{relu}(\mu x) - \mu\,\mathrm{relu}(x - 1/\mu) = \min(1, \max(0, \mu x))$.

    Equals the indicator of $x > 0$ if and only if $x \notin (0, 1/\mu)$. Source: Sec. 3.
    """
    mu = gain(mu, "mu", x)
    return ramp(x, mu, 1 / mu)


def ramp(x: Value, mu: Gain, width: Gain) -> Value:
    r"""Return $\mathrm{relu}(\mu x) - \mu\,\mathrm{relu}(x - w)$: the step, for $w = 1/\mu$."""
    return relu(mu * x) - mu * relu(x - width)


def f_bump(x: Value, lower: Value, upper: Value, mu: Gain) -> Value:
    r"""Return `f_step(x - lower) - f_step(x - upper)`.

    For $l + 1/\mu \le u$ it is 1 on $[l + 1/\mu, u]$, 0 for $x \le l$ and $x \ge u + 1/\mu$, and
    strictly between elsewhere. Bumps of adjacent cells add up to the bump of their union.
    Source: Sec. 3.
    """
    return f_step(x - lower, mu) - f_step(x - upper, mu)


def f_not(x: Value) -> Value:
    """Return 1 - x: negation on bits, for x in {0, 1}. Source: F.1."""
    return 1 - x


def f_and(x: Value, y: Value, mu: Gain) -> Value:
    r"""Return `relu(f_step(x) + f_step(y) - 1)`.

    Conjunction on bits if and only if $\mu \ge 1$; off bits it is 1 if and only if both are at
    least $1/\mu$, and 0 wherever one is at most 0. Source: F.2.
    """
    return overlap(f_step(x, mu), f_step(y, mu))


def overlap(x: Value, y: Value) -> Value:
    """Return relu(x + y - 1): conjunction on bits."""
    return relu(x + y - 1)


def f_or(x: Value, y: Value, mu: Gain) -> Value:
    r"""Return `f_step(x + y)`: disjunction on bits if and only if $\mu \ge 1$. Source: F.3."""
    return f_step(x + y, mu)


def f_larger(x: Value, y: Value, mu: Gain) -> Value:
    r"""Return `f_step(x - y)`: 1 where x > y, else 0, if and only if $x - y \notin (0, 1/\mu)$.

    `y` may be a number. Source: F.5.
    """
    return f_step(x - constant(y, x), mu)


def f_smaller(x: Value, y: Value, mu: Gain) -> Value:
    r"""Return `f_step(y - x)`: 1 where x < y, else 0, if and only if $y - x \notin (0, 1/\mu)$.

    `y` may be a number. Source: F.4.
    """
    return f_step(constant(y, x) - x, mu)


def f_relu_identity(x: Value) -> Value:
    """Return x as ReLU(x) - ReLU(-x): the identity, for every x. Source: F.6."""
    return relu(x) - relu(-x)
