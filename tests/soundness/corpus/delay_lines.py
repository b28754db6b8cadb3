"""Machines that move their units on, and what they put out, given to `unrolling_delays`.

A line of T units holds the last T tokens: unit i goes to unit i + 1, and the token into unit 0.
"""

from functools import partial

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import Computes, Conclusion, World, unrolling_delays
from theorem_checks.statements.worlds.symbolic import Symbolic

_case = partial(Case, "unrolling_delays")


class _Line:
    """Moves by a matrix, adds the token along a column, reads by a row; begins at `first`."""

    def __init__(self, move, column, row, first):
        self.move, self.column, self.row, self.first = move, column, row, first

    def initial_state(self):
        return self.first

    def step(self, state, x):
        after = self.move @ state + self.column * x
        return after, self.row @ after


def _up(h, j, i, T):
    return h.follows(j, i)


def _down(h, j, i, T):
    return h.follows(i, j)


def _at_0(h, j):
    return h.delta(j, 0)


def _any(taps):
    return lambda h, j: taps[j]


def _none(h, j):
    return 0


def _lagged(h, t, s, j):
    return h.lag(t, s, j)


def _line(move=_up, into=_at_0, read=_any, first=_none, said=_lagged, tokens="N"):
    """What the line of a filter computes, of a matrix, a column, a row and a first state."""

    def says(w: World) -> Conclusion:
        T, N = w.size("T"), w.size("N")
        length = N if tokens == "N" else T
        taps, xs, x = w.array("L", T), w.array("xs", length), w.array("x")
        column, row = (part(taps) if part is _any else part for part in (into, read))
        matrix = w.entries(lambda h, j, i: move(h, j, i, T), T, T)
        cell = _Line(matrix, w.entries(column, T), w.entries(row, T), w.entries(first, T))

        def output(h, t):
            return h.sum(lambda s, j: said(h, t, s, j) * taps[j] * xs[s], length, T)

        return Computes(w.machine(cell, x), xs, w.entries(output, length))

    return says


def _asked(says):
    return lambda: unrolling_delays(says(Symbolic()))


def _round(h, j, i, T):
    """The last unit, after which there is none, goes to the first."""
    return h.follows(j, i) + h.delta(j, 0) * (1 - h.sum(lambda k: h.follows(k, i), T))


def _two_on(h, j, i, T):
    return h.sum(lambda two: h.lag(j, i, two), 3) - h.follows(j, i) - h.delta(j, i)


def _later(h, t, s, j):
    return h.lag(t, s, j) - h.delta(t, s) * h.delta(j, 0)


def _backwards(h, t, s, j):
    return h.lag(s, t, j)


def _no_reach(h, t, s, j):
    return h.delta(t, s) * h.delta(j, 0)


CASES = (
    _case(
        Slip.EDGE_SIZE,
        "a line of T units puts out sum_j L_j x_{t-j}: it does, T = 1 and N < T included",
        Truth.TRUE,
        _asked(_line()),
    ),
    _case(
        Slip.TRANSPOSE,
        "units that move down, with L_j x added to unit j and unit 0 read, put out the same",
        Truth.TRUE,
        _asked(_line(_down, _any, _at_0)),
    ),
    _case(
        Slip.NAME,
        "the same of sequences that are as long as the line, so that times and units are one size",
        Truth.TRUE,
        _asked(_line(tokens="T")),
    ),
    _case(
        Slip.TRANSPOSE,
        "units that move down, read like those that move up: unit 0 is lost, and at t = 1 it is"
        " L_0 x_1 and not L_0 x_1 + L_1 x_0",
        Truth.FALSE,
        _asked(_line(_down)),
    ),
    _case(
        Slip.EDGE_SIZE,
        "units that move on by two: at T = 2, t = 1 it is L_0 x_1 and not L_0 x_1 + L_1 x_0",
        Truth.FALSE,
        _asked(_line(_two_on)),
    ),
    _case(
        Slip.EDGE_SIZE,
        "units that move in a circle: at T = 1 all tokens are added up",
        Truth.FALSE,
        _asked(_line(_round)),
    ),
    _case(
        Slip.EMPTY,
        "units that stay where they are: at T = 1 all tokens are added up",
        Truth.FALSE,
        _asked(_line(lambda h, j, i, T: h.delta(j, i))),
    ),
    _case(
        Slip.ORDER_OF_EVALUATION,
        "the token is not put out at once: at t = 0 it is L_0 x_0 and not 0",
        Truth.FALSE,
        _asked(_line(said=_later)),
    ),
    _case(
        Slip.TRANSPOSE,
        "tokens to come are put out: at t = 0, N = T = 2 it is L_0 x_0 and not with L_1 x_1",
        Truth.FALSE,
        _asked(_line(said=_backwards)),
    ),
    _case(
        Slip.CONSTANT,
        "nothing but the token is put out: right at N = 1, at t = 1 there is L_1 x_0",
        Truth.FALSE,
        _asked(_line(said=_no_reach)),
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION,
        "a line that begins with 1 in each unit: at t = 0, T = 2 it puts out L_0 x_0 + L_1",
        Truth.FALSE,
        _asked(_line(first=lambda h, j: 1)),
    ),
    _case(
        Slip.CONSTANT,
        "the token goes into each unit: at t = 0, T = 2 it is (L_0 + L_1) x_0 and not L_0 x_0",
        Truth.FALSE,
        _asked(_line(into=lambda h, j: 1)),
    ),
    _case(
        Slip.CONSTANT,
        "a line that moves half of each unit: at t = 1 it is L_0 x_1 + L_1 x_0 / 2",
        Truth.FALSE,
        _asked(_line(lambda h, j, i, T: h.follows(j, i) / 2)),
    ),
    _case(
        Slip.CONSTANT,
        "each lag counts twice: at t = 0 it is L_0 x_0 and not 2 L_0 x_0",
        Truth.FALSE,
        _asked(_line(said=lambda h, t, s, j: 2 * h.lag(t, s, j))),
    ),
    _case(
        Slip.NAME,
        "of sequences as long as the line, with unit and time exchanged: at T = 2, t = 0 x_1 is"
        " weighed with L_1 in place of 0",
        Truth.FALSE,
        _asked(_line(said=lambda h, t, s, j: h.lag(j, s, t), tokens="T")),
    ),
)
