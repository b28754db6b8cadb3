"""What relevancy screening keeps and computes, counted on the cell that runs.

Both buffers have a fixed number of places, and a place so many numbers: what is carried does not
grow with T, and a step scores each place once. Numbers and scores are counted in a step of the cell
itself, for all sizes, and so are those of a cell that attends to all states.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from constructions.arrays import FRACTIONS, concatenate, stack, zeros
from constructions.cells.growing_memory_rnn import GrowingMemoryRNN
from constructions.cells.rel_rnn import RelRNN
from constructions.cells.relevancy_screening import by_row
from constructions.trees import flatten
from proofs.sparse_attention import PAPER
from proofs.sparse_attention.s4_relevancy_screening.algorithm_1 import (
    SIZES,
    TEXT,
)
from proofs.sparse_attention.s4_relevancy_screening.sparse_attention_costs import GrowingSteps
from theorem_checks import (
    All,
    Claim,
    Counterexample,
    Equal,
    Evidence,
    Mutant,
    Source,
    StateSize,
    certificate,
    check,
    conjunction,
    induction,
    proof_of,
    prove,
)
from theorem_checks.proving.rules.inductions import obligations


def numbers_kept(n, nu, rho, T):
    """Return how many numbers RelRNN carries from step to step."""
    return (nu + rho) * (n + 3) + n + 1


def scores_computed(n, nu, rho, T):
    """Return how many scores RelRNN computes in T steps."""
    return (nu + rho) * T


@dataclass(frozen=True)
class Cost:
    """How much of something a cell takes in T steps: by a formula in n, nu, rho and T."""

    number: Callable[[Any, Any, Any, Any], Any]
    cell: Callable[..., Any] = RelRNN

    def of_any(self, w):
        """Return the cell with any weights and sizes and any phi, and its sizes.

        A state is scored by the square of s @ A @ h, and one. That is one alignment for all.
        """
        n, m, nu, rho = (w.size(name) for name in ("n", "m", "nu", "rho"))
        V, U, b, A = w.array("V", n, n), w.array("U", n, m), w.array("b", n), w.array("A", n, n)
        phi = w.function("phi", n, n)
        weight = lambda s, rows: (rows @ (A @ s)) * (rows @ (A @ s)) + 1  # noqa: E731
        return self.cell(V, U, b, weight, nu, rho, phi), (n, m, nu, rho)


@dataclass(frozen=True)
class Counting:
    """A cell whose state has, beside, how many scores it has computed and in how many steps.

    It is handed a weight that counts what it is asked for: `entries` counts those of an array.
    """

    cell: Any
    entries: Callable[[Any], Any]

    def initial_state(self):
        """Return the first state of the cell, and two zeros."""
        first = self.cell.initial_state()
        none = zeros((), like=self.cell.b)
        return first, none, none

    def step(self, state, x):
        """Return the cell's own state and output, with what its step has scored added."""
        inner, scores, steps = state
        asked = []

        def weight(s, rows):
            found = self.cell.weight(s, rows)
            asked.append(self.entries(found))
            return found

        inner, output = replace(self.cell, weight=weight).step(inner, x)
        return (inner, scores + sum(asked), steps + 1), output


def says_kept(cost, w):
    """The state of the cell has so many numbers, before the first token and after each one."""
    cell, (n, m, nu, rho) = cost.of_any(w)
    machine = w.machine(cell, w.array("x", m))
    return StateSize(machine, w.call(lambda *sizes: cost.number(*sizes, T=None), n, nu, rho))


def says_scores(cost, w):
    """After each token the cell has computed so many scores, T being the number of tokens."""
    cell, (n, m, nu, rho) = cost.of_any(w)
    machine = w.machine(Counting(cell, w.count), w.array("x", m))
    return w.always(machine, lambda state: Equal(state[1], cost.number(n, nu, rho, state[2])))


def by_one_step(always):
    """None before the first token; and each token adds what is scored in one step."""
    base, step = obligations(always)
    return induction(always, prove(base), prove(step))


@dataclass(frozen=True)
class CachingRNN(RelRNN):
    """Keeps all outputs besides, in a row that grows."""

    def initial_state(self) -> Any:
        """Return the first state, and no outputs but the first, 0."""
        first = super().initial_state()
        return first, first[1]

    def step(self, state: Any, x: Any) -> Any:
        """Return the state after the token and all outputs."""
        inner, outputs = state
        inner, s = super().step(inner, x)
        return (inner, concatenate([outputs, s])), s


@dataclass(frozen=True)
class WideRNN(CachingRNN):
    """Keeps the last output besides, from nu = 5000 on."""

    def initial_state(self) -> Any:
        """Return the first state, and from nu = 5000 on the first output, 0."""
        return super().initial_state() if self.nu >= 5000 else RelRNN.initial_state(self)

    def step(self, state: Any, x: Any) -> Any:
        """Return the state after the token, and from nu = 5000 on the output."""
        if self.nu < 5000:
            return RelRNN.step(self, state, x)
        inner, s = RelRNN.step(self, state[0], x)
        return (inner, s), s


@dataclass(frozen=True)
class RescoringRNN(RelRNN):
    """Scores its own output, too, after each step; from `least` on, of nu."""

    least: int = 1

    def step(self, state: Any, x: Any) -> Any:
        """Return what the cell does, and score the output."""
        after, s = super().step(state, x)
        if self.nu >= self.least:
            self.weight(s, stack([s]))
        return after, s


def _run(cell, n, nu, rho, T):
    """Run a cell on n units; return the numbers in its state, the scores computed, the state."""
    weight = by_row(lambda _, h: Fraction(1) + h[0] * h[0])
    half = FRACTIONS.array([[Fraction(1, 2 + i + j) for j in range(n)] for i in range(n)])
    quarter = lambda u: u * Fraction(1, 4)  # noqa: E731
    made = cell(half, half[:, :1], half[0], weight, nu, rho, quarter)
    net = Counting(made, np.size)
    state = net.initial_state()
    for t in range(T):
        state, _ = net.step(state, FRACTIONS.array([t % 3]))
    inner, scores, _ = state
    return sum(map(np.size, flatten(inner)[0])), int(scores), inner


def _compare(which, cost):
    for n, nu, rho, T in ((1, 1, 1, 2), (1, 1, 1, 6), (2, 2, 1, 4), (2, 1, 3, 5)):
        found = _run(cost.cell, n, nu, rho, T)[which]
        if found != (stated := cost.number(n, nu, rho, T)):
            values = {"n": n, "nu": nu, "rho": rho, "T": T}
            return Evidence.refuted(Counterexample(values, f"{stated}", f"{found}"))
    return Evidence.holds("n <= 2, nu <= 2, rho <= 3, T <= 6")


@check("exact")
def check_numbers_kept(cost):
    """Run the cell, and count the numbers in its state after the last step; and both buffers."""
    for nu, rho in SIZES:
        memory, _, time = _run(RelRNN, 2, nu, rho, 3)[2]
        found = len(memory.buffer.time), len(memory.relevant.time), time, memory.buffer.time[0]
        if found != (nu, rho, 3, 3):
            values = {"nu": nu, "rho": rho, "T": 3}
            claimed = "nu and rho slots, of which h_3 has the first"
            return Evidence.refuted(Counterexample(values, claimed, str(found)))
    return _compare(0, cost)


@check("exact")
def check_scores_computed(cost):
    """Run the cell, and count the calls of its alignment."""
    return _compare(1, cost)


memory_constant = Claim(
    id="sparse-attention/memory-constant",
    title="RelRNN carries (nu + rho)(n + 3) + n + 1 numbers, however long the sequence is",
    source=TEXT,
    statement=r"|M_t| = (\nu + \rho)(n + 3) + n + 1 \text{ for all } t",
    subject=Cost(numbers_kept),
    says=says_kept,
    checks=(proof_of(says_kept), check_numbers_kept),
    mutants=(
        Mutant("states-only", Cost(lambda n, nu, rho, T: (nu + rho) * n), "without the scores"),
        Mutant("cache", Cost(numbers_kept, CachingRNN), "all outputs"),
        Mutant(
            "one-output",
            Cost(lambda n, nu, rho, T: numbers_kept(n, nu, rho, T) + n, CachingRNN),
            "the outputs are as many as steps, and not one",
        ),
    ),
    late=(
        Mutant(
            "wide",
            Cost(lambda n, nu, rho, T: numbers_kept(n, nu, rho, T) + (0 if nu < 5000 else n)),
            "a state more from nu = 5000 on",
        ),
        Mutant(
            "wide-cell", Cost(numbers_kept, WideRNN), "a cell with an output more from there on"
        ),
    ),
    notes="To run the network. Training by back-propagation through time keeps what each step needs"
    " for its derivative, T times as much; the paper's own Figure 2 shows it growing with T.",
)

linear_cost = Claim(
    id="sparse-attention/O-T",
    title="RelRNN computes (nu + rho) T scores, so its cost is linear in T",
    source=TEXT,
    statement=r"(\nu + \rho)\, T = O(T)",
    subject=Cost(scores_computed),
    says=says_scores,
    checks=(
        proof_of(says_scores, by_one_step),
        certificate(says_scores, proof="scores_computed.v", tier="deep"),
        check_scores_computed,
    ),
    mutants=(
        Mutant("quadratic", Cost(lambda n, nu, rho, T: T * (T + 1) / 2), "all states scored"),
        Mutant(
            "buffer-only", Cost(lambda n, nu, rho, T: nu * T), "the relevant set is not counted"
        ),
        Mutant("rescoring", Cost(scores_computed, RescoringRNN), "the output is scored, too"),
    ),
    late=(
        Mutant(
            "wide",
            Cost(lambda n, nu, rho, T: (nu + rho) * T if nu < 5000 else T * (T + 1) / 2),
            "all states scored from nu = 5000 on",
        ),
        Mutant(
            "wide-cell",
            Cost(scores_computed, partial(RescoringRNN, least=5000)),
            "the output is scored, too, from nu = 5000 on",
        ),
    ),
    notes="Counted are the entries of what the cell asks of its alignment, on all sequences of all"
    " lengths; phi may be any function, and the alignment is one for all.",
)


def linear_share(nu, rho, T):
    """Return the ratio of all T (T + 1)/2 scores to the screened ones."""
    return (T + 1) / (2 * (nu + rho))


@dataclass(frozen=True)
class Share:
    """The ratio of scores, full to screened, in nu, rho and T; and both cells."""

    ratio: Callable[[Any, Any, Any], Any] = linear_share
    screened: Callable[..., Any] = RelRNN
    full: Callable[..., Any] = GrowingMemoryRNN


def says_ratio(share, w):
    """What both cells score: the screened one after each of its tokens, the full one in T steps.

    A step of the full one from any number t of states scores what it scores, and ends with t + 1.
    """
    T, t = w.size("T"), w.size("t", least=0)
    cell, (_, m, nu, rho) = Cost(scores_computed, share.screened).of_any(w)
    machine = w.machine(Counting(cell, w.count), w.array("x", m))
    steps = GrowingSteps(w, share.full)
    total = w.sum(steps.scores, "k", 1, T)
    return All(
        (
            w.always(machine, lambda state: Equal(state[1], (nu + rho) * state[2])),
            steps.grow(t),
            Equal(total, (nu + rho) * T * w.call(share.ratio, nu, rho, T)),
        )
    )


def by_both_counts(whole):
    """The screened scores from token to token, and the sum of the others."""
    screened, *others = whole.parts
    return conjunction(whole, by_one_step(screened), *map(prove, others))


@check("exact")
def check_ratio_of_scores(share):
    """Run both cells, and count what they ask of their alignment."""
    for nu, rho, T in ((1, 1, 3), (1, 1, 6), (2, 1, 4), (1, 2, 5)):
        screened = _run(share.screened, 1, nu, rho, T)[1]
        full = _full_scores(share.full, T)
        stated = share.ratio(Fraction(nu), Fraction(rho), T)
        if Fraction(full, screened) != stated:
            values = {"nu": nu, "rho": rho, "T": T}
            return Evidence.refuted(Counterexample(values, f"{stated}", f"{full}/{screened}"))
    return Evidence.holds("nu, rho <= 2, T <= 6")


def _full_scores(cell, T):
    """Count the scores of full attention in T steps."""
    asked = []

    def weight(_, rows):
        asked.append(len(rows))
        return rows[:, 0] * rows[:, 0] + 1

    one = FRACTIONS.array([[Fraction(1, 2)]])
    made = cell(one, one, one[0], weight, lambda u: u * Fraction(1, 4))
    state = made.initial_state()
    for _ in range(T):
        state, _ = made.step(state, one[0])
    return sum(asked)


quadratic_to_linear = Claim(
    id="sparse-attention/quadratic-to-linear",
    title="Screening lowers the number of scores from T (T + 1)/2 to (nu + rho) T",
    source=Source(PAPER, "Sec. 1"),
    statement=r"\frac{T(T+1)/2}{(\nu + \rho) T} = \frac{T + 1}{2 (\nu + \rho)}",
    assumptions=("size of the computational graph counted in scores",),
    subject=Share(),
    says=says_ratio,
    checks=(proof_of(says_ratio, by_both_counts, seconds=180), check_ratio_of_scores),
    mutants=(
        Mutant("constant", Share(lambda nu, rho, T: 10), "by a constant factor, as SAB"),
        Mutant("square", Share(lambda nu, rho, T: T / (nu + rho)), "T^2 instead of the triangle"),
        Mutant("rescoring", Share(screened=RescoringRNN), "the output is scored, too"),
    ),
    late=(
        Mutant(
            "long",
            Share(lambda nu, rho, T: linear_share(nu, rho, T) if T < 5000 else T / (nu + rho)),
            "T^2 instead of the triangle from T = 5000 on",
        ),
        Mutant(
            "wide-cell",
            Share(screened=partial(RescoringRNN, least=5000)),
            "the output is scored, too, from nu = 5000 on",
        ),
    ),
    notes="Counted are the entries of what the cells ask of their alignment. Full attention is that"
    " of the cell that keeps all states in an array that grows.",
)
