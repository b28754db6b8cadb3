"""What relevancy screening keeps and computes, counted on the cell that runs."""

from fractions import Fraction

import numpy as np
import sympy as sp

from constructions.cells.rel_rnn import RelRNN
from constructions.cells.relevancy_screening import Slot
from constructions.cells.self_attentive_rnn import SelfAttentiveRNN
from proofs.sparse_attention import PAPER
from proofs.sparse_attention.s4_relevancy_screening.algorithm_1 import (
    SIZES,
    TEXT,
    numbered_states,
    times,
)
from proofs.sparse_attention.whole_numbers import prove_for_whole_numbers
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    all_of,
    check,
    maximum,
    minimum,
    prove_identity,
    prove_recurrence,
    reals,
    symbolic,
)

n, nu, rho, T = sp.symbols("n nu rho T", integer=True, positive=True)


def places(nu, rho, t):
    """Return how many states are attended to at step t."""
    return minimum(t, nu + rho)


@check("solver")
def check_sparsity_for_all_sizes(count):
    """|S_t| = min(t, nu), and of the max(t - nu, 0) states that have left R holds rho at most."""
    nu, rho, t = reals("nu rho t")
    buffer, relevant = minimum(t, nu), minimum(maximum(t - nu, 0), rho)
    return prove_for_whole_numbers(
        count(nu, rho, t) == buffer + relevant,
        "all nu, rho, t",
        assume=[nu >= 1, rho >= 1, t >= 1],
    )


@check("exact")
def check_sparsity(count):
    """Count the states in both buffers."""
    for nu, rho in SIZES:
        for t, memory in enumerate(numbered_states(nu, rho, 7), start=1):
            found = len(set(times(memory.buffer) + times(memory.relevant)))
            if found != count(nu, rho, t) or found > nu + rho:
                values = {"nu": nu, "rho": rho, "t": t}
                return Evidence.refuted(
                    Counterexample(values, f"{count(nu, rho, t)} states", f"{found}")
                )
    return Evidence.holds("nu <= 3, rho <= 2, t <= 7")


sparsity = Claim(
    id="sparse-attention/kappa-nu-rho",
    title="Screened attention reads min(t, nu + rho) states, so that kappa = nu + rho",
    source=TEXT,
    statement=r"|S_t| + |R_t| = \min(t, \nu + \rho) \le \kappa = \nu + \rho",
    subject=places,
    checks=(check_sparsity_for_all_sizes, check_sparsity),
    mutants=(
        Mutant("always-full", lambda nu, rho, t: nu + rho + 0 * t, "from the first step on"),
        Mutant(
            "one-more", lambda nu, rho, t: minimum(t, nu + rho + 1), "the text's buffer and h_t"
        ),
    ),
    notes="By sparse-attention/S-def-repaired and sparse-attention/R-def-repaired.",
)


def numbers_kept(n, nu, rho, T):
    """Return how many numbers RelRNN carries from step to step."""
    return (nu + rho) * (n + 3) + n + 1


def scores_computed(n, nu, rho, T):
    """Return how many scores RelRNN computes in T steps."""
    return (nu + rho) * T


@check("proof")
def check_numbers_kept_at_every_step(count):
    """A slot has a state of n numbers and three more; a step keeps the number of slots."""
    slot = n + len(Slot._fields) - 1
    start = (nu + rho) * slot + n + 1  # with s and the time
    return all_of(
        {
            "every step": prove_recurrence(
                lambda T: count(symbolic(n), symbolic(nu), symbolic(rho), T),
                lambda kept, _: kept,
                (1, count(n, nu, rho, 1)),
                T,
            ),
            "the slots, s_t and t": prove_identity(start, count(n, nu, rho, 1)),
        },
        "all n, nu, rho, T",
        words=("one slot enters the buffer as one leaves it, and R has a fixed length",),
    )


@check("proof")
def check_scores_computed_for_all_lengths(count):
    """Each step scores each slot of both buffers once."""
    return prove_recurrence(
        lambda T: count(symbolic(n), symbolic(nu), symbolic(rho), T),
        lambda done, _: done + nu + rho,
        (1, nu + rho),
        T,
    )


def _run(n, nu, rho, T):
    """Run RelRNN on n units; return the numbers in its state and the scores it computed."""
    calls = []

    def weight(s, h):
        calls.append(1)
        return Fraction(1) + h[0] * h[0]

    half = np.array([[Fraction(1, 2 + i + j) for j in range(n)] for i in range(n)], dtype=object)
    net = RelRNN(half, half[:, :1], half[0], weight, nu, rho, lambda u: u * Fraction(1, 4))
    state = net.initial_state()
    for t in range(T):
        state, _ = net.step(state, np.array([Fraction(t % 3)], dtype=object))
    memory, s, _ = state
    slots = (*memory.buffer, *memory.relevant)
    return sum(np.size(part) for slot in slots for part in slot) + np.size(s) + 1, len(calls)


def _compare(which, count):
    for n, nu, rho, T in ((1, 1, 1, 2), (1, 1, 1, 6), (2, 2, 1, 4), (2, 1, 3, 5)):
        found = _run(n, nu, rho, T)[which]
        if found != (stated := count(n, nu, rho, T)):
            values = {"n": n, "nu": nu, "rho": rho, "T": T}
            return Evidence.refuted(Counterexample(values, f"{stated}", f"{found}"))
    return Evidence.holds("n <= 2, nu <= 2, rho <= 3, T <= 6")


@check("exact")
def check_numbers_kept(count):
    """Run the cell, and count the numbers in its state after the last step."""
    return _compare(0, count)


@check("exact")
def check_scores_computed(count):
    """Run the cell, and count the calls of its alignment."""
    return _compare(1, count)


memory_constant = Claim(
    id="sparse-attention/memory-constant",
    title="RelRNN carries (nu + rho)(n + 3) + n + 1 numbers, however long the sequence is",
    source=TEXT,
    statement=r"|M_t| = (\nu + \rho)(n + 3) + n + 1 \text{ for all } t",
    subject=numbers_kept,
    checks=(check_numbers_kept_at_every_step, check_numbers_kept),
    mutants=(
        Mutant("states-only", lambda n, nu, rho, T: (nu + rho) * n, "without the scores"),
        Mutant("cache", lambda n, nu, rho, T: T * n, "all states"),
    ),
    notes="To run the network. Training by back-propagation through time keeps what each step needs"
    " for its derivative, T times as much; the paper's own Figure 2 shows it growing with T.",
)

linear_cost = Claim(
    id="sparse-attention/O-T",
    title="RelRNN computes (nu + rho) T scores, so its cost is linear in T",
    source=TEXT,
    statement=r"(\nu + \rho)\, T = O(T)",
    subject=scores_computed,
    checks=(check_scores_computed_for_all_lengths, check_scores_computed),
    mutants=(
        Mutant("quadratic", lambda n, nu, rho, T: T * (T + 1) / 2, "all states scored"),
        Mutant("buffer-only", lambda n, nu, rho, T: nu * T, "the relevant set is not counted"),
    ),
)


def linear_share(nu, rho, T):
    """Return the ratio of all T (T + 1)/2 scores to the screened ones."""
    return (T + 1) / (2 * (nu + rho))


@check("proof")
def check_ratio_for_all_lengths(ratio):
    """Full attention scores t + 1 states at step t + 1; screened attention the same at each."""
    screened = scores_computed(n, nu, rho, T)
    return all_of(
        {
            "full": prove_recurrence(
                screened * ratio(nu, rho, T), lambda done, t: done + t + 1, (1, 1), T
            ),
            "screened": check_scores_computed_for_all_lengths(scores_computed),
        },
        "all nu, rho, T",
    )


@check("exact")
def check_ratio_of_scores(ratio):
    """Run both cells, and count the calls of their alignment; at t = 1 there is one."""
    for nu, rho, T in ((1, 1, 3), (1, 1, 6), (2, 1, 4), (1, 2, 5)):
        screened = _run(1, nu, rho, T)[1]
        full = 1 + _full_scores(T)
        stated = ratio(Fraction(nu), Fraction(rho), T)
        if Fraction(full, screened) != stated:
            values = {"nu": nu, "rho": rho, "T": T}
            return Evidence.refuted(Counterexample(values, f"{stated}", f"{full}/{screened}"))
    return Evidence.holds("nu, rho <= 2, T <= 6")


def _full_scores(T):
    """Count the scores of full attention in the steps t = 2..T; step 1 needs none."""
    calls = []

    def weight(s, h):
        calls.append(1)
        return 1 + h[0] * h[0]

    one = np.array([[Fraction(1, 2)]], dtype=object)
    cell = SelfAttentiveRNN(one, one, one[0], weight, lambda u: u * Fraction(1, 4))
    cell.run(one[0], [one[0]] * (T - 1))
    return len(calls)


quadratic_to_linear = Claim(
    id="sparse-attention/quadratic-to-linear",
    title="Screening lowers the number of scores from T (T + 1)/2 to (nu + rho) T",
    source=Source(PAPER, "Sec. 1"),
    statement=r"\frac{T(T+1)/2}{(\nu + \rho) T} = \frac{T + 1}{2 (\nu + \rho)}",
    assumptions=("size of the computational graph counted in scores",),
    subject=linear_share,
    checks=(check_ratio_for_all_lengths, check_ratio_of_scores),
    mutants=(
        Mutant("constant", lambda nu, rho, T: 10, "by a constant factor, as SAB"),
        Mutant("square", lambda nu, rho, T: T / (nu + rho), "T^2 instead of the triangle"),
    ),
)
