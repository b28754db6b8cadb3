r"""Counting modulo n, from 0 at the first token (F.7).

The counter by a rotating vector is one text, `count_by_rotation`, over what it is written in: the
nodes of a program (`OnNodes`), or numbers at any n, as proofs read it.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, runtime_checkable

from constructions.errors import require_integer
from constructions.lsrl.helpers.logic import f_larger
from constructions.lsrl.helpers.operations import Gain
from constructions.lsrl.language.cyclotomic import cos_turn, sin_turn
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.language.nodes import Lin, LinState, Node

__all__ = [
    "OnNodes",
    "Writing",
    "count_by_rotation",
    "f_modulo_counter",
    "f_modulo_counter_by_shift",
    "indicators_by_rotation",
    "one_hot_by_rotation",
    "one_hot_by_shift",
    "places_in_turn",
    "position_in_turn",
    "row_of_place",
    "start_of_turn",
    "turn_by",
]


@runtime_checkable
class Writing(Protocol):
    """In what a counter is written; a vector is what `turned`, `places` and `each` return."""

    def cosine(self, k: Any, order: Any, /) -> Any:
        """Return the cosine of k of the `order` parts of a turn."""
        ...

    def sine(self, k: Any, order: Any, /) -> Any:
        """Return the sine of k of the `order` parts of a turn."""
        ...

    def turned(self, rows: Sequence[Sequence[Any]], first: Sequence[Any]) -> Any:
        """Return the vector of 2 entries that each token multiplies by a matrix."""
        ...

    def places(self, vector: Any, number: Any, row: Callable[[Any], Sequence[Any]]) -> Any:
        """Return the products with `row(k)`, for k = 0, ..., number - 1."""
        ...

    def each(self, vector: Any, function: Callable[[Any], Any]) -> Any:
        """Return a function of each entry."""
        ...

    def weighted(self, vector: Any, number: Any, weight: Callable[[Any], Any]) -> Any:
        """Return the sum of the entries k = 0, ..., number - 1, times `weight(k)`."""
        ...


def turn_by(c: Any, s: Any) -> list[list[Any]]:
    """Return the rows of the rotation by an angle, from its cosine and sine."""
    return [[c, -s], [s, c]]


def start_of_turn(c: Any, s: Any) -> list[Any]:
    """Return the vector that the rotation by an angle takes to (1, 0)."""
    return [c, -s]


def row_of_place(c: Any, s: Any) -> list[Any]:
    """Return the vector of an angle, by which the turned one is multiplied."""
    return [c, s]


def places_in_turn(w: Writing, divisor: Any) -> Any:
    r"""Write the vector that turns by 1/n at each token, multiplied by those of the n places."""
    c, s = w.cosine(1, divisor), w.sine(1, divisor)

    def row(k: Any) -> list[Any]:
        return row_of_place(w.cosine(k, divisor), w.sine(k, divisor))

    return w.places(w.turned(turn_by(c, s), start_of_turn(c, s)), divisor, row)


def indicators_by_rotation(w: Writing, divisor: Any, mu: Gain) -> Any:
    r"""Write for each place whether the turned vector is nearer to it than halfway to the next."""
    least = w.cosine(1, 2 * divisor)
    return w.each(places_in_turn(w, divisor), lambda product: f_larger(product, least, mu))


def count_by_rotation(w: Writing, divisor: Any, mu: Gain) -> Any:
    r"""Write the counter modulo n: the sum of the counts, each times its indicator."""
    return w.weighted(indicators_by_rotation(w, divisor, mu), divisor, lambda k: k)


class OnNodes:
    """The nodes of a program in which a counter is written; `x` only says in which program."""

    def __init__(self, x: Node) -> None:
        self._x = x

    cosine = staticmethod(cos_turn)
    sine = staticmethod(sin_turn)

    def turned(self, rows: Sequence[Sequence[Any]], first: Sequence[Any]) -> Node:
        """Return a state that reads no token."""
        return LinState(self._x, rows, Matrix.zeros(2, self._x.dim), init_state=first)

    def places(self, vector: Node, number: int, row: Callable[[int], Sequence[Any]]) -> Node:
        """Return the node of the products."""
        return Lin(vector, [row(k) for k in range(number)])

    def each(self, vector: Node, function: Callable[[Node], Node]) -> Node:
        """Return what the function makes of the node, as it works entry by entry."""
        return function(vector)

    def weighted(self, vector: Node, number: int, weight: Callable[[int], Any]) -> Node:
        """Return the node of the sum."""
        return Lin(vector, [[weight(k) for k in range(number)]])


def f_modulo_counter(x: Node, divisor: int, mu: Gain) -> Node:
    r"""Return the counter modulo n by a rotating vector, as printed.

    At the first token it is 0. For n >= 2 it is exact if and only if
    $\mu(1 - \cos(\pi/n)) \ge 1$: then at every token, else only where it counts 0. `x` only says
    in which program.

    Source: F.7. (The rotation matrix has lost its minus sign in some copies of the text.)
    """
    return count_by_rotation(OnNodes(x), _positive(divisor), mu)


def f_modulo_counter_by_shift(x: Node, divisor: int) -> Node:
    """Return the counter modulo n by a cyclic shift: exact for every n, with entries 0 and 1."""
    one_hot = one_hot_by_shift(x, divisor)
    return OnNodes(x).weighted(one_hot, divisor, lambda k: k)


def one_hot_by_rotation(x: Node, divisor: int, mu: Gain) -> Node:
    r"""Return the indicators of the counts 0, ..., n - 1 by thresholds on a rotating vector.

    The entry of the current count is $\min(1, \mu(1 - \cos(\pi/n)))$, the others are 0: exact if
    and only if $\mu(1 - \cos(\pi/n)) \ge 1$.
    """
    return indicators_by_rotation(OnNodes(x), _positive(divisor), mu)


def position_in_turn(x: Node, divisor: int) -> Node:
    r"""Return $\cos(2\pi(k - t)/n)$ for $k = 0, \dots, n - 1$ at token t = 0, 1, ...

    The entry of the current count is 1, the next largest $\cos(2\pi/n)$.
    """
    return places_in_turn(OnNodes(x), _positive(divisor))


def one_hot_by_shift(x: Node, divisor: int) -> Node:
    """Return the indicators of the counts 0, ..., n - 1 by a cyclic shift, exact for every n."""
    n = _positive(divisor)
    shift = Matrix.select([(i - 1) % n for i in range(n)], n)
    last = [int(i == n - 1) for i in range(n)]
    return LinState(x, shift, Matrix.zeros(n, x.dim), init_state=last)


def _positive(divisor: int) -> int:
    require_integer("divisor", divisor, 1)
    return divisor
