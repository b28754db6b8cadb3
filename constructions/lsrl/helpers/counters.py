r"""Counting modulo n, from 0 at the first token (F.7)."""

from typing import Any

from constructions.errors import require_integer
from constructions.lsrl.helpers.logic import f_larger
from constructions.lsrl.helpers.operations import Gain
from constructions.lsrl.language.cyclotomic import cos_turn, sin_turn
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.language.nodes import Lin, LinState, Node

__all__ = [
    "f_modulo_counter",
    "f_modulo_counter_by_shift",
    "one_hot_by_rotation",
    "one_hot_by_shift",
    "position_in_turn",
    "row_of_place",
    "start_of_turn",
    "turn_by",
]


def turn_by(c: Any, s: Any) -> list[list[Any]]:
    """Return the rows of the rotation by an angle, from its cosine and sine."""
    return [[c, -s], [s, c]]


def start_of_turn(c: Any, s: Any) -> list[Any]:
    """Return the vector that the rotation by an angle takes to (1, 0)."""
    return [c, -s]


def row_of_place(c: Any, s: Any) -> list[Any]:
    """Return the vector of an angle, by which the turned one is multiplied."""
    return [c, s]


def f_modulo_counter(x: Node, divisor: int, mu: Gain) -> Node:
    r"""Return the counter modulo n by a rotating vector, as printed.

    At the first token it is 0. For n >= 2 it is exact if and only if
    $\mu(1 - \cos(\pi/n)) \ge 1$: then at every token, else only where it counts 0. `x` only says
    in which program.

    Source: F.7. (The rotation matrix has lost its minus sign in some copies of the text.)
    """
    return _value(one_hot_by_rotation(x, divisor, mu))


def f_modulo_counter_by_shift(x: Node, divisor: int) -> Node:
    """Return the counter modulo n by a cyclic shift: exact for every n, with entries 0 and 1."""
    return _value(one_hot_by_shift(x, divisor))


def one_hot_by_rotation(x: Node, divisor: int, mu: Gain) -> Node:
    r"""Return the indicators of the counts 0, ..., n - 1 by thresholds on a rotating vector.

    The entry of the current count is $\min(1, \mu(1 - \cos(\pi/n)))$, the others are 0: exact if
    and only if $\mu(1 - \cos(\pi/n)) \ge 1$.
    """
    return f_larger(position_in_turn(x, divisor), cos_turn(1, 2 * divisor), mu)


def position_in_turn(x: Node, divisor: int) -> Node:
    r"""Return $\cos(2\pi(k - t)/n)$ for $k = 0, \dots, n - 1$ at token t = 0, 1, ...

    The entry of the current count is 1, the next largest $\cos(2\pi/n)$.
    """
    n = _positive(divisor)
    c, s = cos_turn(1, n), sin_turn(1, n)
    first = start_of_turn(c, s)
    cycler = LinState(x, turn_by(c, s), Matrix.zeros(2, x.dim), init_state=first)
    return Lin(cycler, [row_of_place(cos_turn(k, n), sin_turn(k, n)) for k in range(n)])


def one_hot_by_shift(x: Node, divisor: int) -> Node:
    """Return the indicators of the counts 0, ..., n - 1 by a cyclic shift, exact for every n."""
    n = _positive(divisor)
    shift = Matrix.select([(i - 1) % n for i in range(n)], n)
    last = [int(i == n - 1) for i in range(n)]
    return LinState(x, shift, Matrix.zeros(n, x.dim), init_state=last)


def _value(one_hot: Node) -> Node:
    return Lin(one_hot, [list(range(one_hot.dim))])


def _positive(divisor: int) -> int:
    require_integer("divisor", divisor, 1)
    return divisor
