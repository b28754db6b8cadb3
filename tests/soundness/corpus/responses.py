"""The order of a delay, how many units a response takes that comes late: `order_of_delay`.

The response is X A^j Y for j < T, of an n x n matrix A, m rows and m columns. It is said to be 0
but for the identity at some lag.
"""

from functools import partial

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import (
    AtMost,
    Equal,
    Implies,
    linear_combination,
    order_of_delay,
    required_response,
)
from theorem_checks.statements.arrays.index_relations import delta
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.worlds.symbolic import Symbolic

_case = partial(Case, "order_of_delay")


def _last(h, j, T):
    return 1 - h.sum(lambda v: h.follows(v, j), T)


def _first(h, j, T):
    return h.delta(j, 0)


def _each(h, j, T):
    return 1


def _least(units, at=_last, known="T", row=lambda h, a, b: h.delta(a, b), dimensions="n", factor=1):
    """That n is at least this number of units, by what the rule asks for under the hypothesis."""

    def asked():
        w = Symbolic()
        n, m, T, S = (w.size(name) for name in ("n", "m", "T", "S"))
        A, X, Y = w.array("A", n, n), w.array("X", m, n), w.array("Y", n, m)
        age = w.by_age(w.matrix_powers("P", A, T))
        lags = {"T": T, "S": S}[known]
        found = w.entries(
            lambda h, j, a, b: h.sum(lambda g, k: X[a, g] * age[j, g, k] * Y[k, b], n, n),
            *(lags, m, m),
        )
        wanted = w.entries(lambda h, j, a, b: factor * at(h, j, lags) * row(h, a, b), lags, m, m)
        between = {"n": n, "m": m}[dimensions]
        said = Implies(Equal(found, wanted), AtMost(units(T, m), between))
        powers = said.hypothesis.array("P_by_age")
        needed = required_response(X, powers, Y, T)
        axes = found.axes
        (j,), (a,), (b,) = (axis[0].indices(place) for place, axis in enumerate(axes))
        if j.range != needed.lag.range:
            return order_of_delay(said, X, powers, Y, S, _part(said, needed, axes, (j, a, b)))
        return order_of_delay(said, X, powers, Y, T, _part(said, needed, axes, (j, a, b)))

    return asked


def _part(said, needed, axes, own):
    j, a, b = own
    place = delta(a, needed.row) * delta(b, needed.column)
    if j.range == needed.lag.range:
        place = place * delta(j, needed.lag)
    weights = SymbolicArray(axes, {(0, 0, 0): place})
    return linear_combination(Implies(said.hypothesis, needed.equal), [], [(1, weights)])


CASES = (
    _case(
        Slip.EDGE_SIZE,
        "the identity at lag T - 1 and 0 before take T m units: they do, T = 1 included",
        Truth.TRUE,
        _least(lambda T, m: T * m),
    ),
    _case(
        Slip.EDGE_SIZE,
        "they take T m + 1 units: at T = m = 1 a number X Y = 1 is one",
        Truth.FALSE,
        _least(lambda T, m: T * m + 1),
    ),
    _case(
        Slip.CONSTANT,
        "they take T m^2 units: right at m = 1, and at T = 1, m = 2 X = Y = I are two",
        Truth.FALSE,
        _least(lambda T, m: T * m**2),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "the identity at lag 0, and 0 later, takes T m units: A = 0 does with m",
        Truth.FALSE,
        _least(lambda T, m: T * m, at=_first),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "the identity at each lag takes T m units: A = I does with m",
        Truth.FALSE,
        _least(lambda T, m: T * m, at=_each),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "ones in each row and column, at lag T - 1 alone, take T m units: T do",
        Truth.FALSE,
        _least(lambda T, m: T * m, row=lambda h, a, b: 1),
    ),
    _case(
        Slip.CONSTANT,
        "0 at every lag takes T m units: A = 0 does with one",
        Truth.FALSE,
        _least(lambda T, m: T * m, factor=0),
    ),
    _case(
        Slip.NAME,
        "known for S lags, they take T m units: at S = 1 it is m",
        Truth.FALSE,
        _least(lambda T, m: T * m, known="S"),
    ),
    _case(
        Slip.NAME,
        "the identity at lag T - 1 makes T m at most m: at T = 2, n = 2 m it is not",
        Truth.FALSE,
        _least(lambda T, m: T * m, dimensions="m"),
    ),
)
