"""What two machines put out at the first tokens: what is concluded, and what is refused."""

import pytest

from theorem_checks import (
    ArgumentError,
    CheckError,
    Computes,
    Equal,
    SameFirstOutputs,
    SameOutputs,
    Verdict,
    at_first_tokens,
    by_common_outputs,
    prove,
    simulation,
    unrolling,
    unrolling_delays,
)
from theorem_checks.statements.worlds.symbolic import Symbolic


class Window:
    """A kernel on the last tokens, as many as it has matrices."""

    def __init__(self, none, kernel):
        self.none, self.kernel = none, kernel

    def initial_state(self):
        return self.none

    def step(self, state, x):
        after = state.__number_system__.shift_in(state, x)
        return after, state.__number_system__.apply_kernel(self.kernel, after)


class Linear:
    """A matrix times what was there, plus the token."""

    def __init__(self, none, A):
        self.none, self.A = none, A

    def initial_state(self):
        return self.none

    def step(self, state, x):
        after = self.A @ state + x
        return after, after


class Made:
    """Powers of A on a window of T tokens, the recurrence, and what both put out of `more`."""

    def __init__(self, more=0, kept=lambda _at, _j: 1):
        w = Symbolic()
        self.T, n = w.size("T"), w.size("n")
        steps = self.T + more
        A, self.xs, x = w.array("A", n, n), w.array("xs", steps, n), w.array("x", n)
        age = w.by_age(w.matrix_powers("P", A, self.T))
        power = w.matrix_powers("Q", A, steps)
        kernel = w.entries(lambda at, j, i, k: kept(at, j) * age[j, i, k], self.T, n, n)
        self.window = w.machine(Window(w.zeros(self.T, n), kernel), x)
        self.linear = w.machine(Linear(w.zeros(n), A), x)

        def output(at, t, i):
            return at.sum(lambda s, k: power[t, s, i, k] * self.xs[s, k], steps, n)

        self.outputs = w.entries(output, steps, n)
        self.first = SameFirstOutputs(self.window, self.linear, steps)

    def parts(self):
        one = Computes(self.window, self.xs, self.outputs)
        return unrolling_delays(one), unrolling(Computes(self.linear, self.xs, self.outputs))

    def concluded(self):
        return by_common_outputs(self.first, self.xs, self.outputs, *self.parts())


def test_powers_on_a_window_of_all_tokens_are_the_recurrence():
    found = Made().concluded()
    assert found.verdict is Verdict.PROVED
    assert found.is_sealed


@pytest.mark.parametrize(
    "made",
    [
        Made(more=1),
        Made(kept=lambda at, j: at.delta(j, 0)),
        Made(kept=lambda at, j: at.sum(lambda z, k: at.delta(z, 0) * at.lag(j, z, k), 1, 3)),
    ],
    ids=["a token more", "the first matrix alone", "three matrices"],
)
def test_on_a_token_more_and_with_a_shorter_kernel_they_are_not(made):
    assert made.concluded().verdict is not Verdict.PROVED


def test_other_evidence_is_refused():
    made = Made()
    one, two = made.parts()
    with pytest.raises(CheckError, match="one concludes"):
        by_common_outputs(made.first, made.xs, made.outputs, two, two)
    with pytest.raises(CheckError, match="one concludes"):
        by_common_outputs(made.first, made.xs, 2 * made.outputs, one, two)
    longer = SameFirstOutputs(made.window, made.linear, made.T + 1)
    with pytest.raises(ArgumentError, match="tokens"):
        by_common_outputs(longer, made.xs, made.outputs, one, two)
    with pytest.raises(ArgumentError, match="free"):
        by_common_outputs(made.first, 0 * made.xs, made.outputs, one, two)


def test_tokens_that_a_machine_has_in_it_are_not_any_ones():
    w = Symbolic()
    T, n = w.size("T"), w.size("n")
    xs, x = w.array("xs", T, n), w.array("x", n)

    class Known(Linear):
        """Puts out the sum of all tokens of one sequence, whatever it reads."""

        def step(self, state, x):
            return state, w.entries(lambda at, i: at.sum(lambda s: xs[s, i], T), n)

    known = w.machine(Known(w.zeros(n), None), x)
    outputs = w.entries(lambda at, t, i: at.sum(lambda s: xs[s, i], T), T, n)
    part = prove(Equal(outputs, outputs))
    with pytest.raises(ArgumentError, match="no machine has in it"):
        by_common_outputs(SameFirstOutputs(known, known, T), xs, outputs, part, part)


def test_what_is_so_of_all_sequences_is_so_at_first():
    w = Symbolic()
    n = w.size("n")
    A, x, none = w.array("A", n, n), w.array("x", n), w.zeros(n)
    one, other = w.machine(Linear(none, A), x), w.machine(Linear(none, A), x)
    both = simulation(SameOutputs(one, other), other.state)
    found = at_first_tokens(SameFirstOutputs(one, other, n), both)
    assert found.verdict is Verdict.PROVED
    with pytest.raises(CheckError, match="same concludes"):
        at_first_tokens(SameFirstOutputs(one, one, n), both)
