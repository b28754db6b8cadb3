"""Delay lines and the order of delays: what is proved, and what is refused.

False statements of both are in the corpus of `tests/soundness`.
"""

import pytest

from theorem_checks import (
    ArgumentError,
    AtMost,
    CheckError,
    Computes,
    Equal,
    Evidence,
    Implies,
    Verdict,
    order_of_delay,
    prove,
    required_response,
    unrolling_delays,
)
from theorem_checks.statements.arrays.element_arrays import elements_of
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.symbolic import Symbolic


class Line:
    """Moves its units by a matrix, adds the token along a column, reads by a row."""

    def __init__(self, move, into, read):
        self.move, self.into, self.read = move, into, read

    def initial_state(self):
        return 0 * self.into

    def step(self, state, x):
        after = self.move @ state + self.into * x
        return after, self.read @ after


def convolved(move, *, ahead=False, length="N"):
    """Say that a line which remembers tokens, or prepares outputs, is a convolution."""
    w = Symbolic()
    T, N = w.size("T"), w.size("N")
    steps = N if length == "N" else T
    taps, xs = w.array("L", T), w.array("xs", steps)
    first = w.entries(lambda h, j: h.delta(j, 0), T)
    into, read = (taps, first) if ahead else (first, taps)
    line = w.machine(Line(w.entries(move, T, T), into, read), w.array("x"))

    def output(h, t):
        return h.sum(lambda s, j: h.lag(t, s, j) * taps[j] * xs[s], steps, T)

    return Computes(line, xs, w.entries(output, steps))


@pytest.mark.parametrize("length", ["N", "T"])
def test_lines_of_tokens_and_of_outputs_are_a_convolution(length):
    up = unrolling_delays(convolved(lambda h, j, i: h.follows(j, i), length=length))
    down = unrolling_delays(convolved(lambda h, j, i: h.follows(i, j), ahead=True, length=length))
    assert up.verdict is down.verdict is Verdict.PROVED
    assert up.is_sealed


def test_a_machine_that_does_not_move_its_units_is_refused():
    with pytest.raises(ArgumentError, match="moves each of its units to the next one"):
        unrolling_delays(convolved(lambda h, j, i: h.delta(j, i)))


def test_that_an_index_follows_another_is_so_at_one_place():
    w = Concrete({}, seed=1)
    found = w.entries(lambda h, j, i: h.follows(j, i), 4, 4)
    assert [[int(e) for e in row] for row in elements_of(found).tolist()] == [
        [int(j == i + 1) for i in range(4)] for j in range(4)
    ]


class Late:
    """What the rule for the order of a delay is handed, for X A^j Y of an n x n matrix A."""

    def __init__(self):
        w = Symbolic()
        self.T, self.m, self.n = (w.size(name) for name in ("T", "m", "n"))
        self.X, self.Y = w.array("X", self.m, self.n), w.array("Y", self.n, self.m)
        age = w.by_age(w.matrix_powers("P", w.array("A", self.n, self.n), self.T))
        first = w.entries(lambda h, j, a, b: age[j, a, b], self.T, self.n, self.n)
        self.powers = Equal(first, first).array("P_by_age")
        self.other = w.array("Z", self.n, self.n)

    def required(self, **other):
        given = {"powers": self.powers, "right": self.Y} | other
        return required_response(self.X, given["powers"], given["right"], self.T)


def test_evidence_of_another_response_is_refused():
    late = Late()
    needed = late.required().equal
    bound = Implies(needed, AtMost(late.T * late.m, late.n))
    tautology = prove(Equal(late.X, late.X))
    with pytest.raises(CheckError, match="part"):
        order_of_delay(bound, late.X, late.powers, late.Y, late.T, tautology)


def test_unproved_evidence_of_the_response_proves_nothing():
    late = Late()
    bound = Implies(late.required().equal, AtMost(late.T * late.m, late.n))
    open_ = Evidence.undecided("nothing is known")
    found = order_of_delay(bound, late.X, late.powers, late.Y, late.T, open_)
    assert found.verdict is Verdict.UNDECIDED


def test_matrices_that_do_not_fit_and_no_powers_are_refused():
    late = Late()
    with pytest.raises(ArgumentError, match="right"):
        late.required(right=late.other)
    with pytest.raises(ArgumentError, match="powers"):
        late.required(powers=late.other)
