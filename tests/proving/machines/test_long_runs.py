"""Runs of symbolic length, against sequences that are run token by token, and what is refused."""

from typing import Any

import pytest

from tests.soundness.attacks.long_runs import Cell, Delays, Silent
from theorem_checks import (
    All,
    Equal,
    Implies,
    Impulse,
    Index,
    LongRun,
    SameFirstOutputs,
    SameOutputs,
    Sum,
    Verdict,
    delta,
    long_linear_combination,
    prove,
    state_after,
)
from theorem_checks.errors import ArgumentError
from theorem_checks.statements.arrays.symbolic_arrays import SymbolicArray, concatenate, zeros
from theorem_checks.statements.worlds.symbolic import Symbolic


class Setting:
    """Units that are kept, that are not, and that a matrix B moves; and what is silent."""

    def __init__(self, tokens: Any = None) -> None:
        w = Symbolic()
        self.d, self.n, self.R = w.size("d"), w.size("n", least=0), w.size("R")
        self.B, C = w.array("B", self.n, self.n), w.array("C", self.d, self.n)
        token = w.array("x", self.d)
        one = w.identity(self.d)
        G = w.array("G", self.n, self.d)
        self.age = w.by_age(w.matrix_powers("P", self.B, self.R))
        B, d = self.B, self.d

        class Groups:
            def initial_state(self) -> Any:
                return concatenate([zeros((part,)) for part in (one.shape[0], one.shape[0])] + [
                    zeros((B.shape[0],))])  # fmt: skip

            def step(self, state: Any, x: Any) -> Any:
                kept, last, moved = (_family(state, n) for n in range(3))
                after = concatenate([kept + x, 0 * last + x, B @ moved + G @ x])
                return after, C @ moved

        class SilentGroups(Groups):
            def step(self, state: Any, x: Any) -> Any:
                after, output = super().step(state, x)
                return after, 0 * output

        self.one, self.other = (w.machine(cell(), token) for cell in (Groups, SilentGroups))
        length = self.R + 1 if tokens is None else tokens(self.R)
        powers = w.entries(
            lambda h, i, j: h.sum(lambda k: self.age[k, i, j], self.R), self.n, self.n
        )
        same = SameFirstOutputs(self.one, self.other, length)
        self.hypothesis = All((same, Equal(powers, powers)))
        self.token, self.x = token, w.array("z", d)
        self.k = Index("k", self.R)


def _family(state: Any, number: int) -> SymbolicArray:
    axis = (state.axes[0][number],)
    block = state.blocks.get((number,))
    return SymbolicArray((axis,), {} if block is None else {(0,): block})


def test_what_is_kept_stays_and_what_is_not_is_of_the_last_token():
    at = Setting()
    bound = Implies(at.hypothesis, Equal(0, 0))
    state = state_after(bound, at.one, [], Impulse(at.k, zeros(at.token.axes), at.x))
    i = Index("i", at.d)
    own = state.axes[0][0].indices(0)[0]
    kept, last = (state.blocks[(n,)].renamed([(own, i)]) for n in range(2))
    assert prove(Equal(kept, at.x[i])).verdict is Verdict.PROVED
    assert prove(Equal(last, delta(at.k, 0) * at.x[i])).verdict is Verdict.PROVED


def test_a_machine_whose_units_are_mixed_is_refused():
    w = Symbolic()
    d, R = w.size("d"), w.size("R")
    token, A, C = w.array("x", d), w.array("A", d, d), w.array("C", d, d)
    same = SameOutputs(w.machine(Cell(A, C), token), w.machine(Silent(A, C), token))
    k = Index("k", R)
    run = LongRun(token, [], Impulse(k, zeros(token.axes)), [zeros(token.axes)])
    with pytest.raises(ArgumentError, match="powers by age"):
        long_linear_combination(Implies(same, Equal(0, 0)), [run])


def test_a_run_without_a_token_after_is_refused():
    w = Symbolic()
    d, R = w.size("d"), w.size("R")
    token = w.array("x", d)
    zero = w.zeros(d, d)
    same = SameOutputs(w.machine(Delays(zero, zero), token), w.machine(Silent(zero, zero), token))
    run = LongRun(token, [], Impulse(Index("k", R), zeros(token.axes)), [])
    with pytest.raises(ArgumentError, match="a token at least"):
        long_linear_combination(Implies(same, Equal(0, 0)), [run])


@pytest.mark.parametrize(
    ("tokens", "verdict"),
    [(None, Verdict.PROVED), (lambda R: R, Verdict.UNDECIDED)],
)
def test_what_units_that_a_matrix_moves_put_out(tokens, verdict):
    """C B^k G z is 0 for k < R, where nothing is put out at R + 1 tokens; the last is read late."""
    at = Setting(tokens)
    C, G = at.hypothesis.array("C"), at.hypothesis.array("G")
    i, m, o, q = (Index(n, s) for n, s in zip("imoq", (at.d, at.n, at.n, at.d), strict=True))
    said = Equal(Sum(C[i, m] * at.age[at.k, m, o] * G[o, q] * at.x[q], m, o, q), 0)
    own = at.token.axes[0][0].indices(0)[0]
    weights = SymbolicArray(at.token.axes, {(0,): delta(own, i)})
    placed = Impulse(at.k, zeros(at.token.axes), at.x)
    run = LongRun(weights, [], placed, [zeros(at.token.axes)])
    found = long_linear_combination(Implies(at.hypothesis, said), [run])
    assert found.verdict is verdict


def test_a_token_before_all_others_is_moved_on_as_often_as_there_are_others():
    """Not as often as some later one."""
    at = Setting(lambda R: R + 2)
    C, G = at.hypothesis.array("C"), at.hypothesis.array("G")
    i, m, o, q = (Index(n, s) for n, s in zip("imoq", (at.d, at.n, at.n, at.d), strict=True))
    own = at.token.axes[0][0].indices(0)[0]
    weights = SymbolicArray(at.token.axes, {(0,): delta(own, i)})
    none = zeros(at.token.axes)
    run = LongRun(weights, [at.x], Impulse(at.k, none), [none])
    wrong = Sum(C[i, m] * at.age[at.k, m, o] * G[o, q] * at.x[q], m, o, q)
    found = long_linear_combination(Implies(at.hypothesis, Equal(wrong, 0)), [run])
    assert found.verdict is Verdict.UNDECIDED
