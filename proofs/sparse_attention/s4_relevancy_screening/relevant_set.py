"""Section 4's relevant set: which states are in it, and how one takes the place of another.

R is kept by one rule: an arriving state takes the place of the lowest, if it is higher, and a place
of its own while there is room. For any threshold of score and time, the p-th place holds a state at
it or above if and only if p states so far are; an arrival keeps that, place by place, by induction.
So R is the top rho of what has arrived, and not the set of all states that once met C(i), as
printed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any

from constructions.arrays import FRACTIONS, exceeds, last_row, ones_like
from constructions.cells.relevancy_screening import (
    Memory,
    Slots,
    empty_memory,
    replace_lowest,
    screened_step,
)
from proofs.sparse_attention.by_lemmas import at_all_places, by_lemmas
from proofs.sparse_attention.ranks import rank as place_of
from proofs.sparse_attention.s4_relevancy_screening.algorithm_1 import TEXT, times
from proofs.sparse_attention.s4_relevancy_screening.sorted_places import (
    Places,
    earlier_of_equals,
    is_above,
)
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Control,
    Counterexample,
    Equal,
    Evidence,
    ForAll,
    Implies,
    Less,
    Mutant,
    Verdict,
    arithmetic,
    check,
    given_each,
    maximum,
    minimum,
    proof_of,
    prove_by_induction,
)
from theorem_checks.proving.effort import lemma
from theorem_checks.proving.rules.derivations import (
    Derived,
    Instance,
    at_any,
    derivation,
    for_any,
)
from theorem_checks.proving.rules.rewriting import hypotheses_of


def every_admitted(betas, rho):
    """Return {i: C(i)}, C(i) saying that beta(i) is among the top rho of beta(1..i)."""
    return [i for i, b in enumerate(betas) if sum(c >= b for c in betas[:i]) < rho]


@dataclass(frozen=True)
class FirstOf:
    """The states that R holds: so many of all that have arrived, in the order of `before`.

    `step`: that of the cell.
    """

    before: Callable[..., Any] = earlier_of_equals
    size: Callable[[Any, Any], Any] = minimum
    step: Callable[..., Any] = screened_step

    def __call__(self, betas, rho):
        """Return R after states with these scores have arrived in order."""
        size = self.size(len(betas), rho)
        return [i for i in range(len(betas)) if place_of(betas, i, self.before) < size]


def arrivals(betas, rho, step=screened_step):
    """Return which states are in R after they left the buffer in order, with these scores."""
    zero = FRACTIONS.zeros((1,))
    memory = empty_memory(1, rho, zero)
    for i, beta in enumerate(betas):
        leaving = Slots(zero[None] + i, *(FRACTIONS.array([one]) for one in (i, beta, 1)))
        full = Memory(leaving, memory.relevant)
        memory, _ = step(
            full, zero, FRACTIONS.array(len(betas)), lambda rows: ones_like(rows[:, 0])
        )
    return times(memory.relevant)


def score_lists(most):
    """Yield all lists of up to so many scores out of 1, 2, 3: equal ones are among them."""
    for length in range(1, most + 1):
        yield from product((1, 2, 3), repeat=length)


def named(numbers):
    """Return a set of states by their names, h_1 for the number 0."""
    return f"R = {{{', '.join(f'h_{i + 1}' for i in numbers)}}}"


@check("exact")
def check_relevant_set(members):
    """Up to three scores, equal ones among them: R of the cell after all have arrived."""
    for rho in (1, 2):
        for betas in score_lists(3):
            step = getattr(members, "step", screened_step)
            stated, found = members(betas, rho), arrivals(betas, rho, step)
            if stated != found or len(stated) > rho:
                values = {"rho": rho, "beta": list(betas)}
                return Evidence.refuted(Counterexample(values, named(stated), named(found)))
    return Evidence.holds("rho <= 2, up to three states, three different scores")


def says_top(members, w):
    """After t arrivals the place p of R holds the state p in the order, if there are so many.

    Said by thresholds: of a score x and a time s, what stands at the place p goes before them or is
    at them if and only if more than p states so far do: C[t] of them. Two places of which this is
    so for all x and s have one score and one time, that of one state; its vector is there with it.
    R has the places 0, ..., rho - 1; of those as many are taken as there are states, up to all.

    So for every nu and rho, every number of arrivals and all scores, by the step of the cell.
    """
    places = Places(w, members.step)
    rho, i, s = places.rho, w.size("i", least=0), w.size("s", least=0)
    x = w.number("x", nonnegative=True)

    def reaches(score, time, place):
        return 1 - members.before(x + place, s, score, time)

    C = w.recurrence("C", 0, lambda C, t: C[t] + reaches(places.score(t), t, 0))

    def ordered(t, p):
        there, time = Equal(places.present[t, p], 1), places.time[t, p]
        reached = reaches(places.rank(t, p), time, 1)
        return All(
            (
                AtMost(0, C[t]),
                where_taken(places, t, p),
                Implies(there, AtMost(time + 1, t)),
                Equal(reached, is_above(C[t], p)),
            )
        )

    def with_its_state(t, p):
        is_it = All((Equal(places.present[t, p], 1), Equal(places.time[t, p], i)))
        its_own = Implies(is_it, Equal(places.state[t, p], places.h[i]))
        return All((where_taken(places, t, p), its_own))

    def counted(t, p):
        number = members.size(t, rho)
        taken = Implies(Less(p, rho), Equal(is_above(number, p), is_above(t, p)))
        return All((AtMost(number, rho), taken))

    each = each_of(w, ordered, "t", "p"), each_of(w, with_its_state, "c", "d")
    return All((*each, each_of(w, counted, "a", "b")))


def each_of(w, said, t, p):
    """Say it for all t and p of these names."""
    return w.for_all(t, lambda one: w.for_all(p, lambda other: said(one, other)))


@lemma
def by_arrivals(said):
    """What stands at each place, from arrival to arrival."""
    return prove_by_induction(said)


def by_arrivals_and_number(whole):
    """What stands at each place by induction; how many places are taken from numbers alone."""
    under, (*each, counted) = whole.hypothesis, whole.body.parts
    number = at_all_places(under, counted, lambda said: [Derived(said, arithmetic(said))])
    if number.verdict is not Verdict.PROVED:
        return number
    return given_each(whole, *(by_arrivals(Implies(under, one)) for one in each), number)


def not_below(one, other):
    """Return what is 1 for equals, too."""
    return 1 - exceeds(other, one)


@dataclass(frozen=True)
class WithEquals:
    """The step of a cell that puts a state ahead of an equal one, from some nu on."""

    least: int = 1

    def __call__(self, memory, state, time, weight):
        """Return memory and context, R by that rule."""
        after, context = screened_step(memory, state, time, weight)
        if memory.buffer.time.shape[0] < self.least:
            return after, context
        leaving = Slots(*map(last_row, memory.buffer))
        return after._replace(relevant=replace_lowest(memory.relevant, leaving, not_below)), context


ARRIVALS = [
    {"t": t, "p": p, "a": t, "b": p, "c": t, "d": p, "rho": rho, "i": i, "s": s, "x": x}
    for t, p, rho, i, s, x in (
        (2, 0, 1, 0, 0, 0),
        (2, 0, 1, 1, 1, 0),
        (2, 1, 2, 1, 0, 0),
        (2, 0, 2, 0, 1, 2),
        (3, 1, 2, 0, 1, 1),
    )
]

relevant_set = Claim(
    id="sparse-attention/R-def",
    title="The relevant set is all states with C(i) = True, and has at most rho members",
    source=TEXT,
    statement=r"R_t = \{h_i: i < t \wedge C(i)\},\quad |R_t| \le \rho",
    subject=every_admitted,
    checks=(check_relevant_set,),
    controls=(Control("top", FirstOf(), "the top rho of all that have left the buffer"),),
    expect=Verdict.REFUTED,
    repaired_by="sparse-attention/R-def-repaired",
    notes="C(i) compares h_i with what came before it. With rising scores every C(i) is true, and"
    " the set so defined has t - 1 members. (Also, i <= t - nu: beta(i) needs nu"
    " steps.)",
)

relevant_set_repaired = Claim(
    id="sparse-attention/R-def-repaired",
    title="The relevant set is the top rho of all states that have left the buffer",
    source=TEXT,
    statement=r"R_t = \mathrm{top}_\rho \{\beta(i): i \le t - \nu\}",
    subject=FirstOf(),
    says=says_top,
    checks=(
        proof_of(says_top, by_arrivals_and_number, instances=ARRIVALS, seconds=180).killing(
            "latest", "one-less"
        ),
        check_relevant_set,
    ),
    mutants=(
        Mutant("admitted-once", every_admitted, "never removed"),
        Mutant("latest", FirstOf(lambda b, i, c, j: is_above(i, j)), "the last rho states"),
        Mutant(
            "later-of-equals",
            FirstOf(lambda b, i, c, j: earlier_of_equals(b, j, c, i)),
            "of equals the later",
        ),
        Mutant("one-less", FirstOf(size=lambda n, rho: minimum(n, rho - 1)), "rho - 1 states"),
        Mutant(
            "lets-equals-in",
            FirstOf(step=WithEquals()),
            "a cell that puts a state before its equal",
        ),
    ),
    late=(
        Mutant(
            "wide",
            FirstOf(size=lambda n, rho: minimum(n, rho) if rho < 5000 else minimum(n, rho - 1)),
            "rho - 1 states from rho = 5000 on",
        ),
        Mutant(
            "no-limit",
            FirstOf(size=lambda n, rho: minimum(n, rho + maximum(0, rho - 5000))),
            "more than rho states from rho = 5001 on",
        ),
        Mutant(
            "wide-cell",
            FirstOf(step=WithEquals(5000)),
            "a cell that puts a state before its equal from nu = 5000 on",
        ),
    ),
    repairs=("sparse-attention/R-def",),
    notes="So 'C(i) is satisfied if beta(i) is in the top rho of all observed' does what it says:"
    " replacing the lowest whenever C(i) holds keeps the top rho. Of equals the earlier stays.",
)


@dataclass(frozen=True)
class Replacement:
    """When an arriving score takes the place of the lowest, and whether R is filled up first."""

    takes_place: Callable[[Any, Any], Any] = is_above
    room: bool = True

    def __call__(self, members, arriving, rho):
        """Return the scores in R, sorted, after one more has arrived."""
        if self.room and len(members) < rho:
            return sorted([*members, arriving])
        if members and self.takes_place(arriving, members[0]) == 1:
            return sorted([*members[1:], arriving])
        return members


def always(arriving, lowest):
    """Take the place whatever the scores are."""
    return 1


def never(arriving, lowest):
    """Take no place whatever the scores are."""
    return 0


@check("exact")
def check_replacement(replacement):
    """Let scores arrive in every order, and compare the scores in R after each."""
    for rho in (1, 2):
        for betas in score_lists(3):
            members: list = []
            for n in range(1, len(betas) + 1):
                members = replacement(members, betas[n - 1], rho)
                found = sorted(betas[i] for i in arrivals(betas[:n], rho))
                if members != found:
                    values = {"rho": rho, "beta": list(betas[:n])}
                    told = f"the scores {members} in R", f"{found}, as the state has entered"
                    return Evidence.refuted(Counterexample(values, *told))
    return Evidence.holds("rho <= 2, up to three states, three different scores")


def says_replaced(replacement, w):
    """An arrival adds itself to R and takes the lowest away, an empty place if there is one.

    R has n + 1 places, of which the last is the lowest. Whatever numbers belong to states, such as
    entries of their vectors: their sum over R changes by that of the new state less that of the
    lowest. That is at each arrival, for all n and scores, by the step of the cell; before it, that
    the places are sorted, and at which of them a state is.
    """
    places = Places(w)

    def is_sorted(t, p):
        return AtMost(places.rank(t, p + 1), places.rank(t, p))

    def replaced(t, n):
        lowest, score = places.rank(t, n), places.score(t)
        enters = is_above(score + 1, lowest)
        before = w.sum(lambda p: places.state[t, p], "p", 0, n)
        after = w.sum(lambda p: places.state[t + 1, p], "q", 0, n)
        taken = replacement.takes_place(score, places.relevance[t, n])
        is_empty, is_taken = (Equal(places.present[t, n], there) for there in (0, 1))
        return All(
            (
                Equal(after, before + enters * (places.h[t] - places.state[t, n])),
                Implies(is_empty, Equal(enters, int(replacement.room))),
                Implies(is_taken, Equal(enters, taken)),
            )
        )

    taken = partial(where_taken, places)
    return All(
        (
            each_of(w, taken, "a", "b"),
            each_of(w, is_sorted, "c", "d"),
            each_of(w, replaced, "t", "n"),
        )
    )


def where_taken(places, t, p):
    """Say that the first t places are taken, by states of no negative relevance, and no others."""
    return All(
        (
            AtMost(0, places.relevance[t, p]),
            Equal(places.present[t, p], is_above(t, p)),
            Implies(AtMost(t, p), Equal(places.relevance[t, p], 0)),
        )
    )


def by_the_order(whole):
    """The order of the places by induction; the sum at any time by one over the places."""
    under, (ranks, order, replaced) = whole.hypothesis, whole.body.parts
    of_ranks = by_arrivals(Implies(under, ranks))
    of_order = by_lemmas(under, order, (ranks, of_ranks))
    time, hypotheses = replaced.variable, hypotheses_of(whole)[0]
    steps = [one for one in hypotheses if isinstance(one, ForAll) and _is_of_steps(one)]
    general = [*steps, ranks, order]
    now = [one.body.substituted({one.variable: time}) for one in general]
    at_a_time = Implies(All(tuple(now)), replaced.body)
    found = derivation(
        at_any(Implies(under, replaced)),
        Derived(Implies(under, ranks), of_ranks),
        Derived(Implies(under, order), of_order),
        *(Instance(one, time) for one in general),
        Derived(at_a_time, prove_by_induction(at_a_time)),
    )
    return given_each(whole, of_ranks, of_order, for_any(Implies(under, replaced), found))


def _is_of_steps(said):
    """Whether what is assumed for all times is of scores, or of all places after a step."""
    return not isinstance(said.body, Equal)


FULL = [
    {"t": t, "n": n, "a": t, "b": n, "c": t, "d": n}
    for t, n in ((0, 0), (1, 0), *((t, 0) for t in (1, 2, 3, 4)), (2, 1), (3, 1))
]

PRINTED_REPLACEMENT = Replacement(always, room=False)

replacement = Claim(
    id="sparse-attention/replaceWith",
    title="replaceWith puts the new state in the place of the one with the lowest relevance",
    source=TEXT,
    statement=r"R.\mathrm{replaceWith}(h) = R \setminus \{\arg\min \beta\} \cup \{h\}",
    subject=PRINTED_REPLACEMENT,
    checks=(check_replacement,),
    controls=(Control("room", Replacement(), "adds while there is room"),),
    expect=Verdict.REFUTED,
    repaired_by="sparse-attention/replaceWith-repaired",
    notes="R_0 is empty, and an empty set has nothing to replace: R would stay empty.",
)

replacement_repaired = Claim(
    id="sparse-attention/replaceWith-repaired",
    title="A state enters R while there is room, and later in the place of a lower one",
    source=TEXT,
    statement=r"R' = \mathrm{top}_\rho (R \cup \{h\})",
    subject=Replacement(),
    says=says_replaced,
    checks=(
        proof_of(says_replaced, by_the_order, instances=FULL, seconds=180),
        check_replacement.killing("printed", "always", "never"),
    ),
    mutants=(
        Mutant("printed", PRINTED_REPLACEMENT, "never adds"),
        Mutant("always", Replacement(always), "in the place of a higher one, too"),
        Mutant("never", Replacement(never), "R stays as it was when it was full"),
    ),
    late=(
        Mutant(
            "far",
            Replacement(lambda one, other: is_above(one, other if one - other < 5000 else one)),
            "not where the new score is higher by 5000",
        ),
    ),
    repairs=("sparse-attention/replaceWith",),
)
