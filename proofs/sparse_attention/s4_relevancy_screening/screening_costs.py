"""What relevancy screening keeps and computes, counted on the cell that runs.

Both buffers have a fixed number of slots, and a slot so many numbers: what is carried does not grow
with T, and a step scores each slot once. The sums are proved for all sizes; that the cell does what
the lines of the algorithm say, step after step, is argued in words, and counted on the cell that
runs. So these claims are ARGUED.
"""

from fractions import Fraction

import numpy as np

from constructions.cells.rel_rnn import RelRNN
from constructions.cells.self_attentive_rnn import SelfAttentiveRNN
from proofs.sparse_attention import PAPER
from proofs.sparse_attention.s4_relevancy_screening.algorithm_1 import (
    SIZES,
    TEXT,
    numbered_states,
    times,
)
from proofs.sparse_attention.whole_numbers import where_positive
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Counterexample,
    Equal,
    Evidence,
    Ground,
    Mutant,
    Source,
    Verdict,
    argued,
    check,
    maximum,
    minimum,
    proof_of,
    prove,
    prove_by_induction,
)


def places(nu, rho, t):
    """Return how many states are attended to at step t."""
    return minimum(t, nu + rho)


def says_places(count, w):
    """|S_t| and |R_t|, by the lines of the algorithm, and what they are together; S_0, R_0 empty.

    A state enters S at each step, and one leaves it where there is an h_{t-nu}; that enters R while
    there is room, and else takes the place of another, or none.
    """
    nu, rho = w.size("nu"), w.size("rho")

    def following(in_S, in_R, t):
        leaves = where_positive(t + 1 - nu)
        return in_S[t] + 1 - leaves, in_R[t] + leaves * where_positive(rho - in_R[t])

    in_S, in_R = w.recurrence("in_S in_R", (0, 0), following)

    def said(t):
        found = w.call(count, nu, rho, t)
        return All(
            (
                Equal(in_S[t], minimum(t, nu)),
                Equal(in_R[t], minimum(maximum(t - nu, 0), rho)),
                Equal(in_S[t] + in_R[t], found),
                AtMost(found, nu + rho),
            )
        )

    return w.for_all("t", said)


def by_counts(conclusion):
    """Argue from what the lines do to the sets to what they do to the numbers of states."""
    words = (
        "A line that adds a state that was not there adds 1 to the number, and one that removes a"
        " state that was there takes 1 away: h_t is new, and h_{t-nu} was in S, by"
        " sparse-attention/S-def-repaired. No state is in both sets, so that as many are read."
    )
    sets = Ground.claim("sparse-attention/S-def-repaired")
    return argued(conclusion, words, prove_by_induction(conclusion), rests_on=(sets,))


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
    says=says_places,
    checks=(proof_of(says_places, by_counts), check_sparsity),
    expect=Verdict.ARGUED,
    mutants=(
        Mutant("always-full", lambda nu, rho, t: nu + rho + 0 * t, "from the first step on"),
        Mutant(
            "one-more", lambda nu, rho, t: minimum(t, nu + rho + 1), "the text's buffer and h_t"
        ),
    ),
    late=(
        Mutant(
            "long",
            lambda nu, rho, t: minimum(t, nu + rho) + (1 if t >= 10**6 else 0),
            "one state more from step 10^6 on",
        ),
    ),
    notes="Which states they are: sparse-attention/S-def-repaired and R-def-repaired.",
)


def numbers_kept(n, nu, rho, T):
    """Return how many numbers RelRNN carries from step to step."""
    return (nu + rho) * (n + 3) + n + 1


def scores_computed(n, nu, rho, T):
    """Return how many scores RelRNN computes in T steps."""
    return (nu + rho) * T


def says_kept(count, w):
    """Each of the nu + rho slots has as many numbers as a slot of the cell; and s_t and t.

    Of n units, for every length T.
    """
    n, nu, rho, T = (w.size(name) for name in ("n", "nu", "rho", "T"))
    V, U, b = w.array("V", n, n), w.array("U", n, 1), w.array("b", n)
    memory, s, time = RelRNN(V, U, b, lambda s, h: s @ h, 1, 1).initial_state()
    (slot,) = memory.buffer
    kept = (nu + rho) * sum(map(w.count, slot)) + w.count(s) + w.count(time)
    return Equal(kept, w.call(count, n, nu, rho, T))


def says_scores(count, w):
    """Each step scores each slot of both buffers once."""
    n, nu, rho, T = (w.size(name) for name in ("n", "nu", "rho", "T"))
    return Equal(w.sum(lambda _: nu + rho, "t", 1, T), w.call(count, n, nu, rho, T))


def _run(n, nu, rho, T):
    """Run RelRNN on n units; return the numbers in its state, the scores computed, the state."""
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
    numbers = sum(np.size(part) for slot in slots for part in slot) + np.size(s) + 1
    return numbers, len(calls), state


def _compare(which, count):
    for n, nu, rho, T in ((1, 1, 1, 2), (1, 1, 1, 6), (2, 2, 1, 4), (2, 1, 3, 5)):
        found = _run(n, nu, rho, T)[which]
        if found != (stated := count(n, nu, rho, T)):
            values = {"n": n, "nu": nu, "rho": rho, "T": T}
            return Evidence.refuted(Counterexample(values, f"{stated}", f"{found}"))
    return Evidence.holds("n <= 2, nu <= 2, rho <= 3, T <= 6")


@check("exact")
def check_numbers_kept(count):
    """Run the cell, and count the numbers in its state after the last step; and both buffers."""
    for nu, rho in SIZES:
        memory, _, time = _run(2, nu, rho, 3)[2]
        found = len(memory.buffer), len(memory.relevant), time, memory.buffer[0].time
        if found != (nu, rho, 3, 3):
            values = {"nu": nu, "rho": rho, "T": 3}
            claimed = "nu and rho slots, of which h_3 has the first"
            return Evidence.refuted(Counterexample(values, claimed, str(found)))
    return _compare(0, count)


@check("exact")
def check_scores_computed(count):
    """Run the cell, and count the calls of its alignment."""
    return _compare(1, count)


def by_slots(conclusion):
    """Argue from the numbers in a slot to those of every step."""
    words = (
        "The state has nu + rho slots at first, and after each step: one slot enters the buffer as"
        " one leaves it, and R has a fixed length. A slot's shapes do not change."
    )
    return argued(conclusion, words, prove(conclusion))


def by_scores(conclusion):
    """Argue from the sum over steps to what the cell computes."""
    words = "At each step the cell scores each of its nu + rho slots once."
    return argued(conclusion, words, prove(conclusion))


memory_constant = Claim(
    id="sparse-attention/memory-constant",
    title="RelRNN carries (nu + rho)(n + 3) + n + 1 numbers, however long the sequence is",
    source=TEXT,
    statement=r"|M_t| = (\nu + \rho)(n + 3) + n + 1 \text{ for all } t",
    subject=numbers_kept,
    says=says_kept,
    checks=(proof_of(says_kept, by_slots), check_numbers_kept),
    expect=Verdict.ARGUED,
    mutants=(
        Mutant("states-only", lambda n, nu, rho, T: (nu + rho) * n, "without the scores"),
        Mutant("cache", lambda n, nu, rho, T: T * n, "all states"),
    ),
    late=(
        Mutant(
            "long",
            lambda n, nu, rho, T: numbers_kept(n, nu, rho, T) if T < 5000 else T * n,
            "all states from T = 5000 on",
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
    subject=scores_computed,
    says=says_scores,
    checks=(proof_of(says_scores, by_scores), check_scores_computed),
    expect=Verdict.ARGUED,
    mutants=(
        Mutant("quadratic", lambda n, nu, rho, T: T * (T + 1) / 2, "all states scored"),
        Mutant("buffer-only", lambda n, nu, rho, T: nu * T, "the relevant set is not counted"),
    ),
    late=(
        Mutant(
            "long",
            lambda n, nu, rho, T: (nu + rho) * T if T < 5000 else T * (T + 1) / 2,
            "all states scored from T = 5000 on",
        ),
    ),
)


def linear_share(nu, rho, T):
    """Return the ratio of all T (T + 1)/2 scores to the screened ones."""
    return (T + 1) / (2 * (nu + rho))


def says_ratio(ratio, w):
    """Full attention scores t states at step t; screened attention the same number at each."""
    nu, rho, T = (w.size(name) for name in ("nu", "rho", "T"))
    screened = (nu + rho) * T
    return All(
        (
            Equal(w.sum(lambda _: nu + rho, "u", 1, T), screened),
            Equal(w.sum(lambda t: t, "t", 1, T), screened * w.call(ratio, nu, rho, T)),
        )
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


def by_both_sums(conclusion):
    """Argue from the two sums to what the mechanisms compute."""
    words = (
        "At step t full attention scores the t states so far; screened attention scores each slot"
        " once, as sparse-attention/O-T says."
    )
    return argued(conclusion, words, prove(conclusion))


quadratic_to_linear = Claim(
    id="sparse-attention/quadratic-to-linear",
    title="Screening lowers the number of scores from T (T + 1)/2 to (nu + rho) T",
    source=Source(PAPER, "Sec. 1"),
    statement=r"\frac{T(T+1)/2}{(\nu + \rho) T} = \frac{T + 1}{2 (\nu + \rho)}",
    assumptions=("size of the computational graph counted in scores",),
    subject=linear_share,
    says=says_ratio,
    checks=(proof_of(says_ratio, by_both_sums), check_ratio_of_scores),
    expect=Verdict.ARGUED,
    mutants=(
        Mutant("constant", lambda nu, rho, T: 10, "by a constant factor, as SAB"),
        Mutant("square", lambda nu, rho, T: T / (nu + rho), "T^2 instead of the triangle"),
    ),
    late=(
        Mutant(
            "long",
            lambda nu, rho, T: linear_share(nu, rho, T) if T < 5000 else T / (nu + rho),
            "T^2 instead of the triangle from T = 5000 on",
        ),
    ),
)
