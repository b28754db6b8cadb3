"""Section 4's relevant set: which states are in it, and how one takes the place of another.

R is kept by one rule: an arriving state takes the place of the lowest, if it is higher, and a place
of its own while there is room. For any threshold of score and time, the p-th place holds a state at
it or above if and only if p states so far are; an arrival keeps that, place by place, by induction.
So R is the top rho of what has arrived, and not the set of all states that once met C(i), as
printed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

from constructions.cells.relevancy_screening import Memory, Slot, screened_step, settled
from proofs.sparse_attention.by_lemmas import by_lemmas
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
from theorem_checks.proving.rules.derivations import (
    Derived,
    Instance,
    at_any,
    derivation,
    for_any,
)
from theorem_checks.proving.rules.rewriting import hypotheses_of
from theorem_checks.statements.conclusions import symbols_of


def every_admitted(betas, rho):
    """Return {i: C(i)}, C(i) saying that beta(i) is among the top rho of beta(1..i)."""
    return [i for i, b in enumerate(betas) if sum(c >= b for c in betas[:i]) < rho]


@dataclass(frozen=True)
class FirstOf:
    """The states that R holds: so many of all that have arrived, in the order of `before`.

    `settled`: how the cell settles what a place holds after an arrival.
    """

    before: Callable[..., Any] = earlier_of_equals
    size: Callable[[Any, Any], Any] = minimum
    settled: Callable[..., Slot] = settled

    def __call__(self, betas, rho):
        """Return R after states with these scores have arrived in order."""
        size = self.size(len(betas), rho)
        return [i for i in range(len(betas)) if place_of(betas, i, self.before) < size]


def arrivals(betas, rho):
    """Return which states are in R after they left the buffer in order, with these scores."""
    memory = Memory((Slot(0, 0, 0, 0),), (Slot(0, 0, 0, 0),) * rho)
    for i, beta in enumerate(betas):
        leaving = memory._replace(buffer=(Slot(i, i, beta, 1),))
        memory, _ = screened_step(leaving, 0, 0, lambda _: 1)
    return times(memory.relevant)


def score_lists(most):
    """Yield all lists of up to so many scores out of 1, 2, 3: equal ones are among them."""
    for length in range(1, most + 1):
        yield from product((1, 2, 3), repeat=length)


@check("exact")
def check_relevant_set(members):
    """Up to four scores out of 1, 2, 3 in every order: R of the cell after all have arrived."""
    for rho in (1, 2, 3):
        for betas in score_lists(4):
            stated, found = members(betas, rho), arrivals(betas, rho)
            if stated != found or len(stated) > rho:
                values = {"rho": rho, "beta": list(betas)}
                return Evidence.refuted(Counterexample(values, f"{stated}", f"{found}"))
    return Evidence.holds("rho <= 3, up to four states, three different scores")


def says_top(members, w):
    """After t arrivals the p-th place of R holds the p-th state in the order, if there are so many.

    Said by thresholds: of a score x and a time s, what stands at the place p goes before them or is
    at them if and only if p states so far do: C[t] of them. Two slots of which this is so for all x
    and s have one score and one time, that of one state; its vector is there with it. The place 0
    is ahead of R; R has the places up to rho. A place without a state has the rank 0.

    There are no more states in R than places. So for every rho, every number of arrivals and all
    scores, by the function of the cell.
    """
    places = Places(w, members.settled)
    rho, i, s = w.size("rho"), w.size("i", least=0), w.size("s", least=0)
    x = w.number("x", nonnegative=True)

    def reaches(score, time, place):
        return 1 - members.before(x + place, s, score, time)

    C = w.recurrence("C", 0, lambda C, t: C[t] + reaches(places.score[t], t, 0))

    def said(t, p):
        rank, time = places.rank[t, p], places.time[t, p]
        is_there = All((AtMost(1, p), Less(0, rank)))
        return All(
            (
                AtMost(0, C[t]),
                AtMost(0, rank),
                Implies(Equal(p, 0), Equal(rank, places.top + 2)),
                Implies(Less(0, rank), AtMost(1, rank)),
                Equal(reaches(rank, time, 1), 1 - is_above(p, C[t])),
                Implies(
                    AtMost(p, rho),
                    Equal(is_above(rank, 0), is_above(members.size(t, rho), p - 1)),
                ),
                AtMost(members.size(t, rho), rho),
                Implies(is_there, AtMost(time + 1, t)),
                Implies(Less(s, time), AtMost(s + 1, time)),
                Implies(All((is_there, Equal(time, i))), Equal(places.state[t, p], places.h[i])),
            )
        )

    each = w.for_all("t", lambda t: w.for_all("p", lambda p: said(t, p)))
    return All((Implies(AtMost(x, places.top), each), nothing_passes(places, w)))


def nothing_passes(places, w):
    """At the first place of R what the cell takes for the place ahead does as the place 0 does."""
    u, m = w.size("u", least=0), w.number("m", nonnegative=True)
    arriving, member = places.arriving(u, places.h[u]), Slot(w.number("h_m"), w.number("t_m"), m, 0)
    ahead = Slot(0, 0, places.top + 2, 0)
    slots = (settled(one, member, arriving, higher=is_above) for one in (arriving, ahead))
    return All(tuple(Equal(*both) for both in zip(*slots, strict=True)))


def by_arrivals(whole):
    """What stands at each place, by induction; what nothing passes has more than any score."""
    hypotheses, said = hypotheses_of(whole)
    assert isinstance(said, All)
    each, ahead = said.parts
    under = whole.hypothesis
    (time,) = (symbol for symbol in symbols_of(ahead) if symbol.name == "u")
    scores = next(one for one in hypotheses if isinstance(one, ForAll))
    below = scores.body.substituted({scores.variable: time})
    from_it = Implies(below, ahead)
    same = derivation(
        Implies(under, ahead), Instance(scores, time), Derived(from_it, arithmetic(from_it))
    )
    return given_each(whole, prove_by_induction(Implies(under, each)), same)


def not_below(higher):
    """Return what is 1 for equals, too."""
    return lambda one, other: 1 - higher(other, one)


ARRIVALS = [
    {"t": t, "p": p, "rho": rho, "i": i, "s": s, "x": x, "top": top}
    for t, p, rho, i, s, x, top in (
        (2, 1, 1, 0, 0, 0, 0),  # equal scores, which are at most 0
        (2, 1, 1, 1, 1, 0, 0),
        (2, 2, 2, 1, 0, 0, 0),
        (2, 1, 2, 1, 0, 1, 2),
        (3, 2, 2, 0, 1, 0, 2),
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

BY_THE_CELL = (
    "the cell lets each place settle (`settled`) from what stood there and at the one before, as"
    " the tables of places do; the lines that call it are compared with them at small sizes"
)


relevant_set_repaired = Claim(
    id="sparse-attention/R-def-repaired",
    title="The relevant set is the top rho of all states that have left the buffer",
    source=TEXT,
    statement=r"R_t = \mathrm{top}_\rho \{\beta(i): i \le t - \nu\}",
    subject=FirstOf(),
    says=says_top,
    checks=(
        proof_of(says_top, by_arrivals, instances=ARRIVALS, words=BY_THE_CELL).killing(
            "latest", "later-of-equals", "one-less", "lets-equals-in"
        ),
        check_relevant_set.killing("admitted-once", "latest", "later-of-equals", "one-less"),
    ),
    expect=Verdict.ARGUED,
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
            FirstOf(settled=lambda *slots, higher: settled(*slots, higher=not_below(higher))),
            "a cell that puts a state ahead of an equal one",
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
                    return Evidence.refuted(Counterexample(values, f"R = {members}", f"{found}"))
    return Evidence.holds("rho <= 2, up to three states, three different scores")


def says_replaced(replacement, w):
    """An arrival adds itself to R and takes the lowest away, an empty place if there is one.

    R has n places, of which the last is the lowest, and a place without a state has the rank 0.
    Whatever numbers belong to states, such as entries of their vectors: their sum over R changes by
    that of the new state less that of the lowest. That is at each arrival, for all n and scores, by
    the function of the cell; before it, that the places are sorted, and which ranks there are.
    """
    places = Places(w)

    def ranks(t, p):
        rank = places.rank[t, p]
        of_none = Implies(Equal(p, 0), Equal(rank, places.top + 2))
        return All((AtMost(0, rank), Implies(Less(0, rank), AtMost(1, rank)), of_none))

    def is_sorted(t, p):
        return AtMost(places.rank[t, p + 1], places.rank[t, p])

    def replaced(t, n):
        lowest, score = places.rank[t, n], places.score[t]
        enters = is_above(score + 1, lowest)
        before = w.sum(lambda p: places.state[t, p], "p", 1, n)
        after = w.sum(lambda p: places.state[t + 1, p], "q", 1, n)
        taken = Equal(enters, replacement.takes_place(score, lowest - 1))
        return All(
            (
                Equal(after, before + enters * (places.h[t] - places.state[t, n])),
                Implies(
                    All((AtMost(1, n), Equal(lowest, 0))), Equal(enters, int(replacement.room))
                ),
                Implies(All((AtMost(1, n), Less(0, lowest))), taken),
            )
        )

    def each(said, t, p):
        return w.for_all(t, lambda one: w.for_all(p, lambda other: said(one, other)))

    return All((each(ranks, "a", "b"), each(is_sorted, "c", "d"), each(replaced, "t", "n")))


def by_the_order(whole):
    """The order of the places by induction; the sum at any time by one over the places."""
    under, (ranks, order, replaced) = whole.hypothesis, whole.body.parts
    of_ranks = prove_by_induction(Implies(under, ranks))
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
    {"t": t, "n": n, "a": t, "b": n, "c": t, "d": n, "top": top}
    for t, n, top in ((0, 1, 1), (1, 1, 0), *((t, 1, top) for t in (1, 2, 3, 4) for top in (2, 9)))
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
        proof_of(says_replaced, by_the_order, instances=FULL, words=BY_THE_CELL),
        check_replacement.killing("printed", "always", "never"),
    ),
    expect=Verdict.ARGUED,
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


@dataclass(frozen=True)
class Criterion:
    """C(i): whether an earlier state is counted, and whether so many are allowed; 0 or 1."""

    counted: Callable[[Any, Any], Any] = lambda other, own: 1 - is_above(own, other)
    allowed: Callable[[Any, Any], Any] = lambda count, rho: is_above(rho, count)

    def __call__(self, earlier, beta, rho):
        """Say whether beta is among the top rho of all scores so far, its own included."""
        return self.allowed(sum(self.counted(other, beta) for other in earlier), rho) == 1


@check("exact")
def check_who_enters(criterion):
    """Let scores arrive in every order: the last one is in R just then if C(i) holds."""
    for rho in (1, 2, 3):
        for betas in score_lists(4):
            n = len(betas)
            stated = criterion(betas[:-1], betas[-1], rho)
            if stated != (n - 1 in arrivals(betas, rho)):
                values = {"rho": rho, "beta": list(betas)}
                return Evidence.refuted(Counterexample(values, f"C = {stated}", f"{not stated}"))
    return Evidence.holds("rho <= 3, up to four states, three different scores")


def says_who_enters(criterion, w):
    """A state with C(i) gets a place of R, and one without it leaves R as it is.

    It arrives after t others, with any score x, of which N[t] are counted. If as many are allowed,
    its place, of its rank and time, is among the first rho: it is the place after N[t] others. Else
    no place of R changes; whether they are is 0 or 1. Before that, what is so of each place, at
    any x.

    For every rho, every number of arrivals and all scores, by the function of the cell.
    """
    places, rho, x = Places(w), w.size("rho"), w.number("x", nonnegative=True)
    N = w.recurrence("N", 0, lambda N, t: N[t] + criterion.counted(places.score[t], x))

    def held(t, p):
        rank = places.rank[t, p]
        return All(
            (
                AtMost(0, N[t]),
                AtMost(0, rank),
                Implies(Equal(p, 0), Equal(rank, places.top + 2)),
                Equal(criterion.counted(rank, x + 1), 1 - is_above(p, N[t])),
            )
        )

    def entering(t, p):
        allowed = criterion.allowed(N[t], rho)
        before, member = (places.slot(t, place) for place in (p, p + 1))
        after = settled(before, member, Slot(0, t, x, 1), higher=is_above)
        rank = after.relevance + after.present
        its_place = All((AtMost(p + 1, rho), Equal(rank, x + 1), Equal(after.time, t)))
        unchanged = All((Equal(rank, member.relevance), Equal(after.time, member.time)))
        return All(
            (
                Equal(allowed * allowed, allowed),
                Implies(All((Equal(allowed, 1), Equal(p, N[t]))), its_place),
                Implies(All((Equal(allowed, 0), AtMost(p + 1, rho))), unchanged),
            )
        )

    def each(said, t, p):
        return w.for_all(t, lambda one: w.for_all(p, lambda other: said(one, other)))

    return Implies(AtMost(x, places.top), All((each(held, "a", "b"), each(entering, "t", "p"))))


def by_what_is_held(whole):
    """What is held at each place by induction; who enters from that and one step."""
    hypotheses, (held, entering) = whole.hypothesis, whole.body.body.parts
    under = All((hypotheses, whole.body.hypothesis))
    known = prove_by_induction(Implies(under, held))
    both = Implies(under, whole.body.body)
    found = given_each(both, known, by_lemmas(under, entering, (held, known)))
    return derivation(whole, Derived(both, found))


NEXT = [
    {"t": t, "p": p, "rho": rho, "a": t, "b": p, "x": x, "top": top}
    for t, p, rho, x, top in (
        (1, 0, 1, 0, 0),  # equal scores, which are at most 0
        (1, 1, 1, 0, 0),
        (1, 1, 2, 0, 0),
        (2, 0, 1, 1, 2),
        (2, 1, 2, 1, 2),
    )
]

criterion = Claim(
    id="sparse-attention/C-top-rho",
    title="A state enters R if and only if its relevance is in the top rho of all so far",
    source=TEXT,
    statement=r"C(i) \iff \#\{j < i: \beta(j) \ge \beta(i)\} < \rho",
    subject=Criterion(),
    says=says_who_enters,
    checks=(
        proof_of(says_who_enters, by_what_is_held, instances=NEXT, words=BY_THE_CELL),
        check_who_enters,
    ),
    expect=Verdict.ARGUED,
    mutants=(
        Mutant(
            "best-only", Criterion(allowed=lambda count, rho: is_above(1, count)), "a new record"
        ),
        Mutant(
            "one-more",
            Criterion(allowed=lambda count, rho: 1 - is_above(count, rho)),
            "top rho + 1",
        ),
        Mutant("strict", Criterion(is_above), "equals do not count"),
    ),
    late=(
        Mutant(
            "wide",
            Criterion(
                allowed=lambda count, rho: is_above(rho if rho < 5000 else rho - 1, count),
            ),
            "the top rho - 1 from rho = 5000 on",
        ),
        Mutant(
            "neither",
            Criterion(
                allowed=lambda count, rho: is_above(rho, count) * (1 - is_above(rho, 5000) / 2)
            ),
            "neither 0 nor 1 from rho = 5001 on",
        ),
    ),
    notes="Of equal scores the earlier counts as the higher.",
)
