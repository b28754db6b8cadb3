"""Whether Theorem 1 depends on the alignment function a, under two readings of 'uniform attention'.

If all weights are 1/t whatever the states are, a cannot matter: scores that are equal for all
states do not change with a single one of them. If they are 1/t only along the trajectory (the
scores are equal there), the softmax still moves with the states, and adds
(h_i - mean of h) de_{i,t} / t to ds_t: a term of the same order as the one that Theorem 1 rests on,
which it may cancel.
"""

from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from constructions.cells.uniform_attention_rnn import UniformAttentionRNN
from proofs.sparse_attention import PAPER
from proofs.sparse_attention.matrices_of_any_size import (
    ForAllTimes,
    Matrices,
    column_of_derivatives,
)
from proofs.sparse_attention.s3_2_uniform_relevance.uniform_gradient import SETTING, derivatives
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Equal,
    Evidence,
    Mutant,
    PRecursive,
    Source,
    Verdict,
    agree,
    all_of,
    arrays_of,
    certificate,
    check,
    proof_of,
    prove_by_strong_induction,
    prove_growth,
    prove_identity,
    search,
    sizes,
)
from theorem_checks.certifying.lemmas import lemmas

PLACE = Source(PAPER, "Sec. 3.2, below Theorem 1")
LINEAR = SETTING[0].replace("constant weights", "weights")


def equal_for_all_states(by_output, i):
    """Return the slopes of e_{i,t} in s_{t-1} and h_i, where a(s, h) is a function of s alone."""
    return by_output, 0 * by_output


def no_part(slopes, w, weights_of=None):
    """ds_{t+k}/dh_t of the shipped network is that of constant weights, for every k, t and n.

    Column by column. The states h_i, the matrix V and the slope of the scores in s_{T-1} at each
    time T are any. `weights_of(matrices)`: those along the trajectory, if they are not 1/t.
    """
    n, t, column = w.size("n"), w.size("t"), w.size("column", least=0)
    V, h, by_output = w.table("V"), w.table("h"), w.table("e")
    matrices = Matrices(w, n)
    own = matrices(lambda a, b: V[a, b])
    states: Any = ForAllTimes(lambda i: matrices(lambda a, _: h[i, a], 1))
    weights = None if weights_of is None else weights_of(matrices)

    def slopes_at(i, T):
        return slopes(matrices(lambda _, b: by_output[T, b]), i)

    moving, constant = (
        column_of_derivatives(matrices, name, network, t, column)
        for name, network in (
            ("moving", UniformAttentionRNN(own, None, states, slopes_at, weights)),
            ("constant", UniformAttentionRNN(own, weights=weights)),
        )
    )
    same = lambda k, a: Equal(moving[k, a], constant[k, a])  # noqa: E731
    return w.for_all("k", lambda k: w.for_all("a", lambda a: same(k, a)))


def says_no_part(slopes, w):
    """ds_{t+k}/dh_t is that of constant weights 1/t; the scores are equal at all times."""
    return no_part(slopes, w)


SIZES = [
    {"n": n, "t": t, "column": column, "k": k, "a": a}
    for n, t, column, k, a in ((1, 1, 0, 1, 0), (2, 2, 1, 2, 0), (1, 3, 0, 1, 0))
]


def agrees_with_constant_weights(slopes, V, rows, by_output, start, end, weights=None):
    """Whether ds_end/dh_start on a trajectory {t: h_t} is that of constant weights."""
    network = UniformAttentionRNN(V, None, rows, lambda i, _: slopes(by_output, i), weights)
    constant = UniformAttentionRNN(V, weights=weights)
    return agree(constant.derivatives(start, end)[end], network.derivatives(start, end)[end])


@check("search")
def check_against_constant_weights(slopes):
    """Random networks of two units: the gradient is that of constant weights 1/t."""

    def holds(V, states, by_output, start, steps):
        end = start + steps
        rows = {t: states[t - 1] for t in range(1, end + 1)}
        return agrees_with_constant_weights(slopes, V, rows, by_output, start, end)

    instances = {
        "V": arrays_of(2, 2),
        "states": arrays_of(3, 2),
        "by_output": arrays_of(2),
        "start": sizes(least=1, most=2),
        "steps": sizes(least=1, most=1),
    }
    return search(instances, holds, examples=40, scope="n = 2, t <= 2, T = t + 1")


NOT_EQUAL = (
    Mutant("sees-the-state", lambda w, i: (w, w), "a depends on h_i as well"),
    Mutant("by-position", lambda w, i: (w * i, 0 * w), "a slope that differs with i"),
)
"""Slopes of scores that are not equal for all states."""

NOT_EQUAL_FAR_OUT = (
    Mutant(
        "far-positions",
        lambda w, i: (w, 0 * w) if i < 50 else (w, w),
        "a depends on the states from h_50 on",
    ),
)
"""Slopes that are equal for the first states."""

alignment = Claim(
    id="sparse-attention/thm-1-align",
    title="Where attention is uniform for all states, the alignment function does not matter",
    source=PLACE,
    statement=r"\alpha_{i,t} \equiv 1/t \implies ds_T/dh_t \text{ does not depend on } a",
    assumptions=(LINEAR, r"$\alpha_{i,t} = 1/t$ for all values of the states"),
    subject=equal_for_all_states,
    says=says_no_part,
    checks=(
        proof_of(says_no_part, prove_by_strong_induction, instances=SIZES, seconds=400),
        certificate(says_no_part, proof=(lemmas("totals"), "theorem_1_alignment.v"), tier="deep"),
        check_against_constant_weights,
    ),
    mutants=NOT_EQUAL,
    late=NOT_EQUAL_FAR_OUT,
    repairs=("sparse-attention/thm-1-align-trajectory",),
    notes="'Uniform' is read as uniform for all states. Where it is uniform only along the"
    " trajectory, see sparse-attention/thm-1-align-trajectory.",
)


def quadratic(h):
    """Return da/dh for a(s, h) = -h^2/2: the scores of h = 1 and h = -1 are equal."""
    return -h


def flat(h):
    """Return da/dh for an a that does not depend on h near the states."""
    return 0 * h


def any_alignment():
    """Return the slopes that are admitted where only the weights on the trajectory count."""
    return (flat, quadratic)


def flat_alignments():
    """Return the slopes that are admitted where attention stays uniform near the trajectory."""
    return (flat,)


HALF = Fraction(1, 2)  # V, in the middle of the condition of uniform_condition.py
STATES = {t: [Fraction((-1) ** (t + 1))] for t in range(1, 41)}  # 1, -1, 1, -1, ...


def network_of(slope):
    """Return the network with one unit, V = 1/2 and the states 1, -1, 1, ..."""
    matrix = np.array([[HALF]])
    return UniformAttentionRNN(matrix, None, STATES, lambda i, _: ([0], [slope(STATES[i][0])]))


@check("exact")
def check_short_runs(alignments):
    """T up to 40, by the linearised network: T |D_T| >= 1/2 for each alignment."""
    end = len(STATES)
    for slope in alignments():
        found = network_of(slope).derivatives(1, end)
        for T, derivative in found.items():
            if abs(T * derivative[0, 0]) < HALF:
                return Evidence.refuted(
                    Counterexample(
                        {"V": HALF, "h": "1, -1, 1, -1, ...", "da/dh": "-h", "t": 1, "T": T},
                        claimed="T |D_T| >= 1/2",
                        found=f"T |D_T| = {abs(T * derivative[0, 0])}",
                        explanation="the softmax moves with the states and cancels the path; that"
                        " no other constant does for all T is decided by check_growth",
                    )
                )
        if slope is flat and any(found[T][0, 0] != d for T, d in derivatives(HALF, 1, 8).items()):
            return Evidence.undecided("With flat scores it is not the network of Theorem 1.")
    return Evidence.holds(f"V = 1/2, states 1, -1, 1, ..., T <= {end}")


@check("bound")
def check_growth(alignments):
    """The even T: with a = -h^2/2 they solve a recurrence of order two, which decays like T^-2."""
    if quadratic not in alignments():
        return Evidence.holds("V = 1/2: no alignment with a slope is admitted")
    m, v = sp.Symbol("m"), sp.Rational(1, 2)
    coefficients = (
        (2 * m + 1) ** 2 * v**2,
        -((2 * m + 3) ** 2 * v**2 + (2 * m + 1) ** 2 + v * (v - 1)),
        (2 * m + 3) ** 2,
    )
    found = network_of(quadratic).derivatives(1, len(STATES))
    even = [found[2 * j][0, 0] for j in range(1, len(STATES) // 2 + 1)]
    sequence = PRecursive(coefficients, (even[0], even[1]), m, 1)
    if sequence.exact_values(len(even)) != even:
        return Evidence.undecided("The network does not solve the recurrence.")
    evidence = all_of(
        {"recurrence": _four_steps(coefficients, m, v), "decay": prove_growth(sequence, 1, -2)},
        "V = 1/2, t = 1",
    )
    if not evidence.verdict.passes:
        return evidence
    return Evidence.refuted(
        Counterexample(
            {"V": HALF, "h": "1, -1, 1, -1, ...", "da/dh": "-h", "t": 1},
            claimed="T |D_T| >= c > 0 for all large T",
            found=f"D_2m ~ C m^-2, C = {evidence.parts[1].figures['constant']}",
            explanation="With constant weights 1/t the same V gives D_T = 2 for every T.",
        ),
        parts=(evidence,),
    )


def _four_steps(coefficients, m, v):
    """Run the network from T = 2m to 2m + 4; B is the sum of h_i dh_i, of which D_2m needs none.

    With h_i = +-1 and the slopes -h_i attention adds (mean of h) B / T, and the mean is 0 for even
    T and 1/T for odd T.
    """
    d, B = sp.symbols("d B")
    odd = v * d + (B + v * d) / (2 * m + 1) ** 2
    following = v * odd
    later = B + v * d - following + v * following
    last = v * (v * following + later / (2 * m + 3) ** 2)
    p0, p1, p2 = coefficients
    return prove_identity(p0 * d + p1 * following + p2 * last, 0)


alignment_on_the_trajectory = Claim(
    id="sparse-attention/thm-1-align-trajectory",
    title="Where attention is uniform along the trajectory, Theorem 1 holds for every alignment",
    source=PLACE,
    statement=r"\alpha_{i,t} = 1/t \text{ along the trajectory} \implies |D_T| = \Omega(1/T)",
    assumptions=(LINEAR, r"$V = 1/2$, for which Theorem 1 is true with constant weights"),
    subject=any_alignment,
    checks=(check_short_runs, check_growth),
    controls=(Control("flat", flat_alignments, "scores that stay equal near the trajectory"),),
    expect=Verdict.REFUTED,
    repaired_by="sparse-attention/thm-1-align",
    notes="a(s, h) = -h^2/2 and states 1, -1, 1, ...: all scores are equal, and the gradient decays"
    " like T^-2 instead of staying at 2.",
)
