"""Algorithm 1, relevancy screening: as printed, and as the cell of this project runs it.

Line 3 puts h_t into the buffer and line 5 takes h_{t-nu} out, so that S_t is h_{t-nu+1}, ..., h_t,
by induction over t. What leaves it at step t is h_{t-nu}, whereas lines 6 and 7 take h_{t-rho}: the
same state for rho = nu only.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

from constructions.arrays import FRACTIONS, last_row
from constructions.cells.relevancy_screening import Slots, by_row, empty_memory, screened_step
from proofs.sparse_attention import PAPER
from proofs.sparse_attention.whole_numbers import apart, where_equal
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Control,
    Counterexample,
    Either,
    Equal,
    Evidence,
    ForReals,
    Implies,
    Less,
    Mutant,
    Source,
    Verdict,
    certificate,
    check,
    iff,
    implies,
    proof_of,
    prove_by_induction,
)

ALGORITHM = Source(PAPER, "Algorithm 1")
TEXT = Source(PAPER, "Sec. 4")
SIZES = ((1, 1), (1, 2), (2, 1), (3, 2))  # nu, rho
WEIGHTS = (3, 1, 5, 2, 4, 1, 6, 2)  # of the states h_1, h_2, ..., constant in time


@dataclass(frozen=True)
class Buffer:
    """The first and the last state of S_t, of those there are."""

    first: Callable[[Any, Any], Any]
    last: Callable[[Any, Any], Any]

    def __call__(self, nu, t, i):
        """Say whether S_t holds h_i."""
        return (i >= self.first(nu, t)) & (i <= self.last(nu, t)) & (i >= 1)


printed_buffer = Buffer(lambda nu, t: t - nu, lambda nu, t: t - 1)  # as the text has it
mended_buffer = Buffer(lambda nu, t: t - nu + 1, lambda nu, t: t)  # as lines 3 to 5 make it


def numbered_steps(nu, rho, length, weights=WEIGHTS, step=screened_step):
    """Run the screening on states h_i = i with these weights; yield each memory and context."""
    memory = empty_memory(nu, rho, FRACTIONS.zeros((1,)))
    rows = by_row(lambda _, h: Fraction(weights[int(h[0]) - 1] if h[0] else 1))
    for t in range(1, length + 1):
        time = FRACTIONS.array(t)
        memory, context = step(memory, FRACTIONS.array([t]), time, partial(rows, None))
        yield memory, context


def times(slots):
    """Return the times of the states in a buffer."""
    return sorted(int(t) for t, there in zip(slots.time, slots.present, strict=True) if there)


def printed_lag(nu, rho):
    """Return how many steps back lines 6 and 7 look: t - rho."""
    return rho


def mended_lag(nu, rho):
    """Return nu: the state that leaves the buffer."""
    return nu


def reference(lag, nu, rho, length):
    """Algorithm 1 with dictionaries and all states kept; return {t: (S, R, context)}.

    R takes a state while there is room, and then in the place of the lowest, if it is lower. A
    state that was in no buffer yet has no relevance yet, and one that is yet to come cannot enter.
    """
    weight, R, beta, found = dict(enumerate(WEIGHTS, start=1)), [], {}, {}
    for t in range(1, length + 1):
        S = list(range(max(1, t - nu + 1), t + 1))
        if 0 < (candidate := t - lag(nu, rho)) <= t:
            R.append(candidate)
            if len(R) > rho:
                R.remove(min(R, key=lambda i: (beta.get(i, 0), -i)))
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
                values = {"nu": nu, "rho": rho, "t": t, "h_(t - rho)": f"h_{candidate}"}
                values |= {f"S_{t - 1}": of_states(before), f"S_{t}": of_states(now)}
                told = "it enters R as it leaves S", where
                return Evidence.refuted(Counterexample(values, *told))
    return Evidence.holds("nu <= 3, rho <= 2, t <= 6")


def says_each_state_once(lag, w):
    """The state that enters R is in the buffer of step t - 1, and not in that of step t."""
    nu, rho, t = w.reals("nu rho t")
    candidate = t - lag(nu, rho)
    w.assume((nu >= 1) & (rho >= 1) & (t >= 2) & (candidate >= 1))
    w.assume(apart((nu, rho)))
    before, now = mended_buffer(nu, t - 1, candidate), mended_buffer(nu, t, candidate)
    return ForReals(before & implies(now, False))


check_each_state_once_for_all_sizes = proof_of(
    says_each_state_once, name="check_each_state_once_for_all_sizes"
)


@check("exact")
def check_cell_runs_the_algorithm(lag):
    """Buffer, relevant set and context of the cell against the reference, step by step."""
    for nu, rho in SIZES:
        stated = reference(lag, nu, rho, len(WEIGHTS))
        steps = numbered_steps(nu, rho, len(WEIGHTS))
        for (t, (S, R, c)), (memory, context) in zip(stated.items(), steps, strict=True):
            found = (times(memory.buffer), times(memory.relevant), context[0])
            if found != (S, R, c):
                values = {"nu": nu, "rho": rho, "t": t}
                return Evidence.refuted(
                    Counterexample(values, f"S, R, c = {S}, {R}, {c}", ", ".join(map(str, found)))
                )
    return Evidence.holds("nu <= 3, rho <= 2, T = 8, exact weights")


algorithm = Claim(
    id="sparse-attention/alg-1",
    title="Algorithm 1: at step t the state h_{t-rho} may enter the relevant set",
    source=ALGORITHM,
    statement=r"\text{lines 6-7: if } t - \rho > 0 \text{ and } C(t - \rho):\ R_t ="
    r" R_{t-1}.\mathrm{replaceWith}(h_{t-\rho})",
    subject=printed_lag,
    says=says_each_state_once,
    checks=(check_each_state_once, check_each_state_once_for_all_sizes),
    controls=(Control("nu", mended_lag, "h_{t-nu}, which leaves the buffer"),),
    expect=Verdict.REFUTED,
    repaired_by="sparse-attention/alg-1-repaired",
    notes="For rho < nu the state is in the buffer still: it is read twice, and its relevance is"
    " not complete. For rho > nu it has left all buffers. Right for rho = nu only.",
)


def buffered(w, i, nu):
    """Return 1 or 0 for each t: whether h_i is in the buffer S_t, by lines 3 to 5, S_0 being empty.

    They add h_t, and remove h_{t-nu}.
    """

    def following(in_S, t):
        return (in_S[t] + where_equal(t + 1, i)) * (1 - where_equal(t + 1 - nu, i))

    return w.recurrence("in_S", 0, following)


def is_buffer(buffer, in_S, w, i, nu, t):
    """Say that h_i is in the buffer exactly where it is between the first and the last of it."""
    first, last = (w.call(end, nu, t) for end in (buffer.first, buffer.last))
    inside, outside = (
        All((AtMost(first, i), AtMost(i, last))),
        Either((Less(i, first), Less(last, i))),
    )
    return All((Implies(inside, Equal(in_S[t], 1)), Implies(outside, Equal(in_S[t], 0))))


def says_enters_as_it_leaves(lag, w):
    """For every state h_i: step t + 1 is that of lines 6 and 7 exactly when h_i leaves the buffer.

    Leaving is to be in the buffer of step t, by lines 3 to 5, and not in that of t + 1.
    """
    nu, rho, i = w.size("nu"), w.size("rho"), w.size("i")
    in_S, behind = buffered(w, i, nu), w.call(lag, nu, rho)

    def said(t):
        leaves = All((Equal(in_S[t], 1), Equal(in_S[t + 1], 0)))
        enters = Equal(t + 1 - behind, i)
        both = Implies(enters, leaves), Implies(leaves, enters)
        return All((is_buffer(mended_buffer, in_S, w, i, nu, t), *both))

    return w.for_all("t", said)


algorithm_repaired = Claim(
    id="sparse-attention/alg-1-repaired",
    title="With t - nu in lines 6 and 7 a state may enter R just at the step it leaves the buffer",
    source=ALGORITHM,
    statement=r"h_{t-\nu} \in S_{t-1} \setminus S_t,\quad"
    r" R_t = R_{t-1}.\mathrm{replaceWith}(h_{t-\nu})",
    subject=mended_lag,
    says=says_enters_as_it_leaves,
    checks=(
        proof_of(says_enters_as_it_leaves, prove_by_induction),
        certificate(
            says_enters_as_it_leaves, proof=("buffer.v", "enters_as_it_leaves.v"), tier="deep"
        ),
        check_each_state_once,
        check_cell_runs_the_algorithm.killing("one-early", "one-late"),
    ),
    mutants=(
        Mutant("printed", printed_lag, "t - rho"),
        Mutant("one-early", lambda nu, rho: nu - 1, "still in the buffer"),
        Mutant("one-late", lambda nu, rho: nu + 1, "forgotten already"),
    ),
    late=(
        Mutant(
            "wide",
            lambda nu, rho: nu + 1 if nu >= 10**6 else nu,
            "forgotten already, if nu >= 10^6",
        ),
    ),
    repairs=("sparse-attention/alg-1",),
    notes="Proved for all nu, rho, i and t, of the lines of the algorithm. That the cell of this"
    " project runs the algorithm so mended, in buffers of fixed size, is compared at small sizes.",
)


@check("exact")
def check_buffer(buffer):
    """Lines 3 to 5 as the cell runs them: add h_t, remove h_{t-nu}.

    Where sets differ, full ones of more than one state are shown, if there are such.
    """
    different = []
    for nu, rho in SIZES:
        for t, (memory, _) in enumerate(numbered_steps(nu, rho, 6), start=1):
            stated = [i for i in range(1, 8) if buffer(nu, t, i)]
            if (found := times(memory.buffer)) != stated:
                different.append((nu, t, stated, found))
    if not different:
        return Evidence.holds("nu <= 3, t <= 6")
    nu, t, stated, found = min(different, key=lambda one: not 1 < one[0] < one[1])
    told = f"S_t = {of_states(stated)}", of_states(found)
    return Evidence.refuted(Counterexample({"nu": nu, "t": t}, *told))


def of_states(indices):
    """Write a set of states as the paper does."""
    return f"{{{', '.join(f'h_{i}' for i in indices)}}}"


def says_buffer(buffer, w):
    """The sets are those that lines 3 to 5 make: S_1 = {h_1}, and S_{t+1} from S_t, all whole i."""
    nu, t, i = w.reals("nu t i")
    w.assume((nu >= 1) & (t >= 1) & (i >= 1))
    leaving = t + 1 - nu
    after = (buffer(nu, t, i) | (i == t + 1)) & implies((leaving >= 1) & (i == leaving), False)
    whole = apart((i, t + 1), (i, leaving), (leaving, 1))
    return All(
        (
            ForReals(iff(buffer(nu, 1, i), i == 1)),
            ForReals(implies(whole, iff(buffer(nu, t + 1, i), after))),
        )
    )


check_buffer_for_all_sizes = proof_of(says_buffer, name="check_buffer_for_all_sizes")
OF_THOSE_THERE = r"of the states that there are, $h_1, h_2, \dots$: for small $t$ they are fewer"

buffer_printed = Claim(
    id="sparse-attention/S-def",
    title="The short-term buffer of Algorithm 1 holds h_{t-nu}, ..., h_{t-1}",
    source=TEXT,
    statement=r"S_t = \{h_{t-\nu}, \dots, h_{t-1}\}",
    assumptions=(OF_THOSE_THERE,),
    subject=printed_buffer,
    says=says_buffer,
    checks=(check_buffer, check_buffer_for_all_sizes),
    controls=(Control("algorithm", mended_buffer, "h_{t-nu+1}, ..., h_t"),),
    expect=Verdict.REFUTED,
    repaired_by="sparse-attention/S-def-repaired",
    notes="The text is one step behind Algorithm 1: for nu = 2 line 3 of step 3 adds h_3 to"
    " {h_1, h_2}, and line 5 removes h_1. The relevance score of the text, which starts with"
    " alpha_{i,i}, agrees with the algorithm.",
)


def says_buffer_of_lines(buffer, w):
    """Lines 3 to 5 make this buffer: it holds a state h_i exactly when stated, for every i and t.

    `in_S` at t is 1 where S_t holds h_i, and 0 elsewhere.
    """
    nu, i = w.size("nu"), w.size("i")
    in_S = buffered(w, i, nu)
    return w.for_all("t", lambda t: is_buffer(buffer, in_S, w, i, nu, t))


buffer_repaired = Claim(
    id="sparse-attention/S-def-repaired",
    title="The short-term buffer of Algorithm 1 holds h_{t-nu+1}, ..., h_t",
    source=TEXT,
    statement=r"S_t = \{h_{t-\nu+1}, \dots, h_t\}",
    assumptions=(OF_THOSE_THERE,),
    subject=mended_buffer,
    says=says_buffer_of_lines,
    checks=(
        proof_of(says_buffer_of_lines, prove_by_induction),
        certificate(says_buffer_of_lines, proof=("buffer.v", "buffer_of_lines.v"), tier="deep"),
        check_buffer,
    ),
    mutants=(
        Mutant("text", printed_buffer, "as in the text"),
        Mutant("one-more", replace(mended_buffer, first=lambda nu, t: t - nu), "nu + 1 states"),
    ),
    late=(
        Mutant(
            "wide",
            replace(mended_buffer, first=lambda nu, t: t - nu + (0 if nu >= 10**6 else 1)),
            "nu + 1 states, if nu >= 10^6",
        ),
    ),
    repairs=("sparse-attention/S-def",),
)


@dataclass(frozen=True)
class Relevance:
    """The sum of alpha_{i,j} over j from `first` to `last`."""

    first: Callable[[Any, Any], Any] = lambda i, nu: i
    last: Callable[[Any, Any], Any] = lambda i, nu: i + nu - 1

    def __call__(self, alpha, i, nu):
        """Return beta(i) from alpha[j][i]."""
        return sum(alpha[j][i] for j in range(self.first(i, nu), self.last(i, nu) + 1))


def says_relevance(beta, w):
    """The attention that h_i has got while it was in the buffer is the sum that is stated.

    Of any numbers alpha_{i,t}. The sum over the steps from `first` to `last`, which are nu, is the
    difference of two sums up to a step, `upto`; before it is complete, it has the steps so far. The
    buffer is that of lines 3 to 5.
    """
    nu, i = w.size("nu"), w.size("i")
    alpha, in_S = w.sequence("alpha"), buffered(w, i, nu)
    upto = w.recurrence("upto", 0, lambda upto, t: upto[t] + alpha[t + 1])
    got = w.recurrence("got", 0, lambda got, t: got[t] + in_S[t + 1] * alpha[t + 1])
    first, last = w.call(beta.first, i, nu), w.call(beta.last, i, nu)

    def said(t):
        during = All((AtMost(i - 1, t), AtMost(t, last)))
        return All(
            (
                Equal(last - first + 1, nu),
                is_buffer(mended_buffer, in_S, w, i, nu, t),
                Implies(AtMost(t, i - 1), Equal(got[t], 0)),
                Implies(during, Equal(got[t], upto[t] - upto[i - 1])),
                Implies(AtMost(last, t), Equal(got[t], upto[last] - upto[first - 1])),
            )
        )

    return w.for_all("t", said)


@check("exact")
def check_relevance(beta):
    """The relevance that a state has when it leaves the buffer, from weights kept apart."""
    for nu, rho in SIZES:
        alpha = {}
        for t, (memory, _) in enumerate(numbered_steps(nu, rho, len(WEIGHTS)), start=1):
            there = [*times(memory.buffer), *times(memory.relevant)]
            total = sum(WEIGHTS[i - 1] for i in there)
            alpha[t] = {i: Fraction(WEIGHTS[i - 1], total) for i in there}
            last = Slots(*map(last_row, memory.buffer))
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
    statement=r"\beta(i) = \sum_{j=i}^{i+\nu-1} \alpha_{i,j} = \sum_{j: h_i \in S_j} \alpha_{i,j}",
    subject=Relevance(),
    says=says_relevance,
    checks=(
        proof_of(says_relevance, prove_by_induction),
        certificate(says_relevance, proof=("buffer.v", "collected_relevance.v"), tier="deep"),
        check_relevance,
    ),
    mutants=(
        Mutant("one-more", Relevance(last=lambda i, nu: i + nu), "nu + 1 terms"),
        Mutant("after-i", Relevance(first=lambda i, nu: i + 1), "j > i"),
    ),
    late=(
        Mutant(
            "wide",
            Relevance(last=lambda i, nu: i + nu - (0 if nu >= 10**6 else 1)),
            "nu + 1 terms, if nu >= 10^6",
        ),
    ),
    notes="The nu terms start with alpha_{i,i}: this fits the buffer of the algorithm, and not the"
    " one of the text, which holds h_i from i + 1 to i + nu.",
)
