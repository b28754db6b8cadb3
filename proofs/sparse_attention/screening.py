"""Algorithm 1, relevancy screening: as printed, and as the cell of this project runs it."""

from fractions import Fraction

from constructions.cells.relevancy_screening import empty_memory, screened_step
from proofs.sparse_attention import PAPER
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    check,
)

ALGORITHM = Source(PAPER, "Algorithm 1")
TEXT = Source(PAPER, "Sec. 4")
SIZES = ((1, 1), (1, 2), (2, 1), (3, 2))  # nu, rho
WEIGHTS = (3, 1, 5, 2, 4, 1, 6, 2)  # of the states h_1, h_2, ..., constant in time


def numbered_states(nu, rho, length, weights=WEIGHTS):
    """Run the screening on states h_i = i with these weights; yield each memory."""
    memory = empty_memory(nu, rho, Fraction(0))
    for t in range(1, length + 1):
        memory, _ = screened_step(
            memory, Fraction(t), t, lambda h: Fraction(weights[int(h) - 1] if h else 1)
        )
        yield memory


def times(slots):
    """Return the times of the states in a buffer."""
    return sorted(int(slot.time) for slot in slots if slot.present)


def printed_lag(nu, rho):
    """Return how many steps back lines 6 and 7 look: t - rho."""
    return rho


def mended_lag(nu, rho):
    """Return nu: the state that leaves the buffer."""
    return nu


def reference(lag, nu, rho, length):
    """Algorithm 1 with dictionaries and all states kept; return {t: (S, R, context)}.

    R takes a state while there is room, and then in the place of the lowest, if it is lower.
    """
    weight, R, beta, found = dict(enumerate(WEIGHTS, start=1)), [], {}, {}
    for t in range(1, length + 1):
        S = list(range(max(1, t - nu + 1), t + 1))
        if (candidate := t - lag(nu, rho)) > 0:
            R.append(candidate)
            if len(R) > rho:
                R.remove(min(R, key=lambda i: (beta[i], -i)))
        M = [*S, *R]
        total = sum(weight[i] for i in M)
        for i in S:
            beta[i] = beta.get(i, 0) + Fraction(weight[i], total)
        found[t] = (S, sorted(R), sum(Fraction(weight[i] * i, total) for i in M))
    return found


@check("exact")
def check_each_state_once(lag):
    """A state enters R from the buffer it leaves: it is in S_{t-1}, and not in S_t."""
    for nu, rho in SIZES:
        for t in range(2, 7):
            if (candidate := t - lag(nu, rho)) <= 0:
                continue
            before = range(max(1, t - nu), t)
            now = range(max(1, t - nu + 1), t + 1)
            where = "twice in M_t" if candidate in now else "gone from memory before"
            if candidate in now or candidate not in before:
                values = {"nu": nu, "rho": rho, "t": t, "state": candidate}
                return Evidence.refuted(Counterexample(values, "it enters R from S", where))
    return Evidence.holds("nu <= 3, rho <= 2, t <= 6")


@check("exact")
def check_cell_runs_the_algorithm(lag):
    """Buffer, relevant set and context of the cell against the reference, step by step."""
    for nu, rho in SIZES:
        stated = reference(lag, nu, rho, len(WEIGHTS))
        memory = empty_memory(nu, rho, Fraction(0))
        for t, (S, R, c) in stated.items():
            memory, context = screened_step(
                memory, Fraction(t), t, lambda h: Fraction(WEIGHTS[int(h) - 1] if h else 1)
            )
            found = (times(memory.buffer), times(memory.relevant), context)
            if found != (S, R, c):
                values = {"nu": nu, "rho": rho, "t": t}
                return Evidence.refuted(
                    Counterexample(values, f"S, R, c = {S}, {R}, {c}", f"{found}")
                )
    return Evidence.holds("nu <= 3, rho <= 2, T = 8, exact weights")


algorithm = Claim(
    id="sparse-attention/alg-1",
    title="Algorithm 1: at step t the state h_{t-rho} may enter the relevant set",
    source=ALGORITHM,
    statement=r"\text{lines 6-7: if } t - \rho > 0 \text{ and } C(t - \rho):\ R_t ="
    r" R_{t-1}.\mathrm{replaceWith}(h_{t-\rho})",
    subject=printed_lag,
    checks=(check_each_state_once,),
    controls=(Control("nu", mended_lag, "h_{t-nu}, which leaves the buffer"),),
    expect=Verdict.REFUTED,
    repaired_by="sparse-attention/alg-1-repaired",
    notes="For rho < nu the state is in the buffer still: it is read twice, and its relevance is"
    " not complete. For rho > nu it has left all buffers. Right for rho = nu only.",
)

algorithm_repaired = Claim(
    id="sparse-attention/alg-1-repaired",
    title="With t - nu in lines 6 and 7 the cell runs Algorithm 1 in its fixed buffers",
    source=ALGORITHM,
    statement=r"R_t = R_{t-1}.\mathrm{replaceWith}(h_{t-\nu})",
    subject=mended_lag,
    checks=(
        check_each_state_once.killing("printed", "one-early", "one-late"),
        check_cell_runs_the_algorithm.killing("one-late"),
    ),
    mutants=(
        Mutant("printed", printed_lag, "t - rho"),
        Mutant("one-early", lambda nu, rho: nu - 1, "still in the buffer"),
        Mutant("one-late", lambda nu, rho: nu + 1, "forgotten already"),
    ),
    expect=Verdict.HOLDS,
    repairs=("sparse-attention/alg-1",),
)


def printed_buffer(nu, t):
    """Return the times of S_t as the text has it."""
    return [i for i in range(t - nu, t) if i >= 1]


def mended_buffer(nu, t):
    """Return the times of S_t as lines 3 to 5 make it."""
    return [i for i in range(t - nu + 1, t + 1) if i >= 1]


@check("exact")
def check_buffer(buffer):
    """Lines 3 to 5: add h_t, remove h_{t-nu}."""
    for nu, rho in SIZES:
        for t, memory in enumerate(numbered_states(nu, rho, 6), start=1):
            if (found := times(memory.buffer)) != buffer(nu, t):
                values = {"nu": nu, "t": t}
                return Evidence.refuted(Counterexample(values, f"{buffer(nu, t)}", f"{found}"))
    return Evidence.holds("nu <= 3, t <= 6")


buffer_printed = Claim(
    id="sparse-attention/S-def",
    title="The short-term buffer of Algorithm 1 holds h_{t-nu}, ..., h_{t-1}",
    source=TEXT,
    statement=r"S_t = \{h_{t-\nu}, \dots, h_{t-1}\}",
    subject=printed_buffer,
    checks=(check_buffer,),
    controls=(Control("algorithm", mended_buffer, "h_{t-nu+1}, ..., h_t"),),
    expect=Verdict.REFUTED,
    repaired_by="sparse-attention/S-def-repaired",
    notes="The text is one step behind Algorithm 1; its relevance score, which starts with"
    " alpha_{i,i}, agrees with the algorithm.",
)

buffer_repaired = Claim(
    id="sparse-attention/S-def-repaired",
    title="The short-term buffer of Algorithm 1 holds h_{t-nu+1}, ..., h_t",
    source=TEXT,
    statement=r"S_t = \{h_{t-\nu+1}, \dots, h_t\}",
    subject=mended_buffer,
    checks=(check_buffer,),
    mutants=(
        Mutant("text", printed_buffer, "as in the text"),
        Mutant("one-more", lambda nu, t: mended_buffer(nu + 1, t), "nu + 1 states"),
    ),
    expect=Verdict.HOLDS,
    repairs=("sparse-attention/S-def",),
)


def attention_in_buffer(alpha, i, nu):
    """Return beta(i), the sum of alpha_{i,j} over j = i, ..., i + nu - 1."""
    return sum(alpha[j][i] for j in range(i, i + nu))


@check("exact")
def check_relevance(beta):
    """The relevance that a state has when it leaves the buffer, from weights kept apart."""
    for nu, rho in SIZES:
        alpha = {}
        for t, memory in enumerate(numbered_states(nu, rho, len(WEIGHTS)), start=1):
            there = [*times(memory.buffer), *times(memory.relevant)]
            total = sum(WEIGHTS[i - 1] for i in there)
            alpha[t] = {i: Fraction(WEIGHTS[i - 1], total) for i in there}
            last = memory.buffer[-1]
            if not last.present:
                continue
            i = int(last.time)
            try:
                stated = beta(alpha, i, nu)
            except KeyError:
                stated = "a weight that is not known yet"
            if stated != last.relevance:
                values = {"nu": nu, "rho": rho, "i": i}
                return Evidence.refuted(Counterexample(values, f"{stated}", f"{last.relevance}"))
    return Evidence.holds("nu <= 3, rho <= 2, T = 8, exact weights")


relevance = Claim(
    id="sparse-attention/beta",
    title="The relevance of h_i is the attention that it gets in its nu steps in the buffer",
    source=TEXT,
    statement=r"\beta(i) = \sum_{j=i}^{i+\nu-1} \alpha_{i,j}",
    subject=attention_in_buffer,
    checks=(check_relevance,),
    mutants=(
        Mutant("one-more", lambda a, i, nu: attention_in_buffer(a, i, nu + 1), "nu + 1 terms"),
        Mutant("after-i", lambda a, i, nu: sum(a[j][i] for j in range(i + 1, i + nu)), "j > i"),
    ),
    expect=Verdict.HOLDS,
    notes="The nu terms start with alpha_{i,i}: this fits the buffer of the algorithm, and not the"
    " one of the text, which holds h_i from i + 1 to i + nu.",
)
