"""How many scores sparse attention computes, and how many states SAB keeps, counted exactly.

To find the best kappa states a step from t - 1 states scores all t, which sums to $T(T+1)/2$
whatever kappa is: the steps of the cell are counted, from any number of states. When every tenth
state is kept, step t has floor(t/10), and ten steps add ten times as much as one before: the sum is
a polynomial in m = T/10, by induction over m, and between $T^2/20 - 2T/5$ and $T^2/20$. So a
constant factor of ten is saved, and no order.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import sympy as sp

from constructions.arrays import FRACTIONS, stack
from constructions.cells.growing_memory_rnn import GrowingMemoryRNN
from constructions.cells.relevancy_screening import by_row
from constructions.cells.self_attentive_rnn import summed
from constructions.cells.top_kappa_rnn import TopKappaRNN
from proofs.sparse_attention import PAPER
from proofs.sparse_attention.local_jacobians import rational_network
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Counterexample,
    Equal,
    Evidence,
    Mutant,
    NamedEqual,
    Source,
    certificate,
    check,
    proof_of,
)

SCREENING = Source(PAPER, "Sec. 4")

T = sp.Symbol("T", integer=True, positive=True)
STORE = 10  # SAB keeps the state of every tenth step


def all_states(kappa, T):
    """Return how many scores are computed in T steps, if all states are scored."""
    return T * (T + 1) / 2


class GrowingSteps:
    """Steps of a cell that keeps all states, with any weights, sizes and phi, of a world.

    A state is scored by the square of s @ A @ h, and one. That is one alignment for all.
    """

    def __init__(self, w, cell=GrowingMemoryRNN, kappa=None):
        self._world, self._cell, self._kappa = w, cell, kappa
        self.n, m = w.size("n_h"), w.size("n_x")
        self._V, self._U = w.array("V_h", self.n, self.n), w.array("U_h", self.n, m)
        self._b, self._A = w.array("b_h", self.n), w.array("A_h", self.n, self.n)
        self._h, self._s, self._x = w.array("h", self.n), w.array("s", self.n), w.array("x_h", m)
        self._phi = w.function("phi_h", self.n, self.n)

    def _after(self, states, times):
        """Return the state of the cell after a step, and how many scores it computes."""
        asked = []

        def weight(s, rows):
            score = rows @ (self._A @ s)
            asked.append(self._world.count(score))
            return score * score + 1

        given = self._V, self._U, self._b, weight, self._phi, self._kappa
        state, _ = self._cell(*given).step((states, times, self._s), self._x)
        return state, sum(asked)

    def scores(self, t):
        """Return how many scores are computed at step t, from t - 1 states, all the same."""
        states = self._world.entries(lambda _, i, j: self._h[j], t - 1, self.n)
        return self._after(states, self._world.ones(t - 1))[1]

    def grow(self, t):
        """Say that a step from any t states ends with t + 1, and has as many scores as another."""
        given = self._world.array("H", t, self.n), self._world.array("times", t)
        (states, times, _), asked = self._after(*given)
        return All(
            (
                NamedEqual(self._world.count(states), (t + 1) * self.n, "entries of states kept"),
                NamedEqual(self._world.count(times), t + 1, "times kept"),
                NamedEqual(asked, self.scores(t + 1), "scores computed from t states"),
            )
        )


@dataclass(frozen=True)
class ScoresOfAll:
    """How many scores a cell computes that keeps all states: a formula in kappa and T."""

    total: Callable[[Any, Any], Any] = all_states
    cell: Callable[..., Any] = GrowingMemoryRNN


def says_scores_of_all_states(scores, w):
    """Of all that the cell asks of its alignment in T steps, which begin with no state.

    A step from any number t of states scores what it scores, and ends with t + 1.
    """
    kappa, T, t = w.size("kappa"), w.size("T"), w.size("t", least=0)
    steps = GrowingSteps(w, scores.cell, kappa)
    total = w.sum(steps.scores, "k", 1, T)
    return All((steps.grow(t), Equal(total, w.call(scores.total, kappa, T))))


@dataclass(frozen=True)
class RescoringAll(GrowingMemoryRNN):
    """Scores its own output, too, after each step; from `least` on, of kappa."""

    least: int = 1

    def step(self, state: Any, x: Any) -> Any:
        """Return what the cell does, and score the output."""
        after, s = super().step(state, x)
        if self.kappa >= self.least:
            self.weight(s, stack([s]))
        return after, s


@check("exact")
def check_scores_of_the_cell(scores):
    """Count what both cells ask of their alignment; of lists, at t = 1 there is one weight, 1."""
    network, first, inputs = rational_network(1, summed)
    for kappa in range(1, 4):
        for T in range(1, 8):
            scored, rows = [], []

            def weight(s, h, scored=scored):
                scored.append(h)
                return network.weight(s, h)

            def weights(s, states, rows=rows):
                rows.append(len(states))
                return by_row(network.weight)(s, states)

            maps = network.V, network.U, network.b
            lists = TopKappaRNN(*maps, weight, network.phi, network.combine, kappa=kappa)
            lists.run(first, inputs[: T - 1])
            cell = scores.cell(*map(FRACTIONS.array, maps), weights, network.phi, kappa)
            state = cell.initial_state()
            for x in inputs[:T]:
                state, _ = cell.step(state, FRACTIONS.array(x))
            claimed, found = scores.total(kappa, T), (1 + len(scored), sum(rows))
            if found != (claimed, claimed):
                values = {"kappa": kappa, "T": T}
                return Evidence.refuted(Counterexample(values, f"{claimed}", f"{found}"))
    return Evidence.holds("kappa <= 3, T <= 7, of lists with one for h_1 at t = 1")


all_scores = Claim(
    id="sparse-attention/kappaT-scores",
    title="To find the kappa best of all states T (T + 1)/2 scores are computed, whatever kappa",
    source=SCREENING,
    statement=r"\sum_{t \le T} t = T(T+1)/2",
    subject=ScoresOfAll(),
    says=says_scores_of_all_states,
    checks=(
        proof_of(says_scores_of_all_states),
        check_scores_of_the_cell,
    ),
    mutants=(
        Mutant("linear", ScoresOfAll(lambda kappa, T: kappa * T), "kappa scores a step"),
        Mutant("half", ScoresOfAll(lambda kappa, T: T * (T - 1) / 2), "without h_t"),
        Mutant("rescoring", ScoresOfAll(cell=RescoringAll), "the output is scored, too"),
    ),
    late=(
        Mutant(
            "wide",
            ScoresOfAll(lambda kappa, T: all_states(kappa, T) if kappa < 5000 else kappa * T),
            "kappa scores a step, if kappa is large",
        ),
        Mutant(
            "wide-cell",
            ScoresOfAll(cell=partial(RescoringAll, least=5000)),
            "the output is scored, too, from kappa = 5000 on",
        ),
    ),
    new=True,
    notes="Counted are the entries of what a step asks of its alignment. The cell keeps all states"
    " in an array that grows; it is the network of TopKappaRNN, as a test compares.",
)


def every_tenth(m):
    """Return the scores in T = 10 m steps, when one state in ten is kept."""
    return 5 * m**2 - 4 * m


@dataclass(frozen=True)
class TenthState:
    """Scores in T = 10 m steps, their order in T, and the factor saved as T grows."""

    total: Callable[[Any], Any] = every_tenth
    power: int = 2
    saved: int = 10


def says_every_tenth(sab, w):
    """Step t scores floor(t/10) states: T^2/20 in all, T = 10 m, and a tenth of all, but for O(T).

    All of the T (T + 1)/2 scores are `saved` times as many, and at most 9 T/2 more.
    """
    m = w.size("m")
    T, total = STORE * m, w.call(sab.total, m)
    leading, full = T**sab.power / (2 * STORE), T * (T + 1) / 2
    return All(
        (
            Equal(w.sum(lambda t: t // STORE, "t", 1, T), total),
            AtMost(total, leading),
            AtMost(leading - 2 * T / 5, total),
            AtMost(sab.saved * total, full),
            AtMost(full, sab.saved * total + 9 * T / 2),
        )
    )


@check("exact", kills=("no-correction", "from-the-start"))
def check_every_tenth_counted(sab):
    """Count them: at each step, the states kept so far."""
    for k in range(1, 7):
        found = sum(t // STORE for t in range(1, STORE * k + 1))
        if found != sab.total(k):
            return Evidence.refuted(Counterexample({"T": 10 * k}, f"{sab.total(k)}", f"{found}"))
    return Evidence.holds("T = 10, 20, ..., 60")


sab = Claim(
    id="sparse-attention/sab-constant-factor",
    title="Keeping every tenth state leaves about T^2/20 scores: a constant factor of ten",
    source=SCREENING,
    statement=r"S = \sum_{t \le T} \lfloor t/10 \rfloor = 5 m^2 - 4 m,\quad T = 10 m;\quad"
    r" \tfrac{T^2}{20} - \tfrac{2T}{5} \le S \le \tfrac{T^2}{20},\quad"
    r" 10 S \le \tfrac{T(T+1)}{2} \le 10 S + \tfrac{9T}{2}",
    subject=TenthState(),
    says=says_every_tenth,
    checks=(
        proof_of(says_every_tenth),
        certificate(says_every_tenth, proof="every_tenth.v", tier="deep"),
        check_every_tenth_counted,
    ),
    mutants=(
        Mutant("no-correction", TenthState(lambda m: 5 * m**2), "T^2/20 exactly"),
        Mutant("from-the-start", TenthState(lambda m: 5 * m**2 + 5 * m), "the ceiling of t/10"),
        Mutant("linear", TenthState(power=1), "O(T)"),
        Mutant("hundredth", TenthState(saved=100), "a factor of 100"),
    ),
    late=(
        Mutant(
            "kept-from-then-on",
            TenthState(lambda m: every_tenth(m) if m < 5000 else m * (10 * m + 1) * 5),
            "every state from step 50000 on",
        ),
    ),
)
