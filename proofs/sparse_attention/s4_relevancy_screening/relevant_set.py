"""Section 4's relevant set: which states are in it, and how one takes the place of another.

R is kept by one rule: an arriving state takes the place of the lowest, if it is higher, and a place
of its own while there is room. The invariant is that each state in R goes before each that was
forgotten; an arrival keeps it, which is decided for R of any size with the lowest, any other
member, any forgotten state and the arrival as real scores. So R is the top rho of what has arrived,
and not the set of all states that once met C(i), as printed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

from constructions.cells.relevancy_screening import Memory, Slot, screened_step
from proofs.sparse_attention.ranks import higher_or_earlier, rank
from proofs.sparse_attention.s4_relevancy_screening.algorithm_1 import TEXT, times
from proofs.sparse_attention.whole_numbers import prove_for_whole_numbers
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Ground,
    Mutant,
    Verdict,
    all_of,
    check,
    implies,
    minimum,
    prove_for_all,
    reals,
)


def every_admitted(betas, rho):
    """Return {i: C(i)}, C(i) saying that beta(i) is among the top rho of beta(1..i)."""
    return [i for i, b in enumerate(betas) if sum(c >= b for c in betas[:i]) < rho]


@dataclass(frozen=True)
class FirstOf:
    """The states that R holds: so many of all that have arrived, in the order of `before`."""

    before: Callable[..., Any] = higher_or_earlier
    size: Callable[[Any, Any], Any] = minimum

    def __call__(self, betas, rho):
        """Return R after states with these scores have arrived in order."""
        size = self.size(len(betas), rho)
        return [i for i in range(len(betas)) if rank(betas, i, self.before) < size]


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


@check("solver", kills=("latest", "one-less", "later-of-equals"))
def check_every_arrival(members):
    """One arrival at a full R of any size, and at one with room, by induction over arrivals.

    Invariant: R holds `size` states, and each of them goes before each that was forgotten. Let l
    be the last of R in the order, k any other member, f any that was forgotten, a the arriving
    one: it takes the place of l if its score is higher.
    """
    before = members.before
    (k, i_k), (l, i_l), (f, i_f), (a, i_a) = (reals(f"{x} i_{x}") for x in "klfa")
    n, rho = reals("n rho")
    order = [i_l < i_a, i_k < i_a, i_f < i_a, i_k != i_l, i_f != i_l, i_f != i_k]
    invariant = [before(l, i_l, f, i_f), before(k, i_k, l, i_l), before(k, i_k, f, i_f)]
    sizes = [n >= 0, rho >= 1]
    grown = members.size(n + 1, rho)
    return all_of(
        {
            "it enters": prove_for_all(
                implies(a > l, before(a, i_a, l, i_l) & before(a, i_a, f, i_f)),
                assume=[*order, *invariant],
            ),
            "it is forgotten": prove_for_all(
                implies(a <= l, before(l, i_l, a, i_a) & before(k, i_k, a, i_a)),
                assume=[*order, *invariant],
            ),
            "it is added while there is room": prove_for_whole_numbers(
                implies(n < rho, grown == members.size(n, rho) + 1)
                & implies(n >= rho, grown == members.size(n, rho)),
                "all n, rho",
                assume=sizes,
                apart=[(n, rho)],
            ),
            "at first": prove_for_whole_numbers(
                members.size(0, rho) == 0, "all rho", assume=[rho >= 1]
            ),
        },
        "every rho, every number of arrivals, all scores",
        words=(
            "a set of this size, all of which go before all others, is the set of the first ones",
            "induction over arrivals",
        ),
    )


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
    checks=(check_every_arrival, check_relevant_set),
    mutants=(
        Mutant("admitted-once", every_admitted, "never removed"),
        Mutant("latest", FirstOf(lambda b, i, c, j: i > j), "the last rho states"),
        Mutant(
            "later-of-equals",
            FirstOf(lambda b, i, c, j: (b > c) | ((b == c) & (i > j))),
            "of equals the later",
        ),
        Mutant("one-less", FirstOf(size=lambda n, rho: minimum(n, rho - 1)), "rho - 1 states"),
    ),
    repairs=("sparse-attention/R-def",),
    notes="So 'C(i) is satisfied if beta(i) is in the top rho of all observed' does what it says:"
    " replacing the lowest whenever C(i) holds keeps the top rho. Of equals the earlier stays.",
)


@dataclass(frozen=True)
class Replacement:
    """When an arriving score takes the place of the lowest, and whether R is filled up first."""

    takes_place: Callable[[Any, Any], Any] = lambda arriving, lowest: arriving > lowest
    room: bool = True

    def __call__(self, members, arriving, rho):
        """Return the scores in R, sorted, after one more has arrived."""
        if self.room and len(members) < rho:
            return sorted([*members, arriving])
        if members and self.takes_place(arriving, members[0]):
            return sorted([*members[1:], arriving])
        return members


def always(arriving, lowest):
    """Take the place whatever the scores are."""
    return arriving == arriving  # noqa: PLR0124 (a formula that is true)


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


@check("solver", kills=("always", "never"))
def check_what_is_left_out(replacement):
    """R of any size, full: what is left out of R and h is no higher than what is kept."""
    arriving, lowest, other = reals("arriving lowest other")
    enters = replacement.takes_place(arriving, lowest)
    return prove_for_all(
        implies(enters, (lowest <= other) & (lowest <= arriving))
        & implies(~enters, (arriving <= lowest) & (arriving <= other)),
        assume=[other >= lowest],
    )


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
    checks=(check_what_is_left_out, check_replacement.killing("printed", "always")),
    mutants=(
        Mutant("printed", PRINTED_REPLACEMENT, "never adds"),
        Mutant("always", Replacement(always), "in the place of a higher one, too"),
        Mutant("never", Replacement(lambda arriving, lowest: ~always(arriving, lowest))),
    ),
    repairs=("sparse-attention/replaceWith",),
)


@dataclass(frozen=True)
class Criterion:
    """C(i): which earlier states are counted, and how many of them are allowed."""

    counted: Callable[[Any, Any], Any] = lambda other, own: other >= own
    allowed: Callable[[Any, Any], Any] = lambda count, rho: count < rho

    def __call__(self, earlier, beta, rho):
        """Say whether beta is among the top rho of all scores so far, its own included."""
        return self.allowed(sum(self.counted(other, beta) for other in earlier), rho)


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


@check("solver")
def check_who_enters_for_all_sizes(criterion):
    """R of any size: it has the top rho of the earlier states, the lowest of them l.

    A score above l is let in. Then no forgotten f is counted, nor l, and rho - 1 members are left;
    a score of at most l has all rho members counted. While there is room, all enter.
    """
    b, l, k, f, count, n, rho = reals("b l k f count n rho")
    counted, allowed = criterion.counted, criterion.allowed
    members = [k >= l, f <= l]
    sizes = [rho >= 1, count >= 0]
    return all_of(
        {
            "those not counted": prove_for_all(
                implies(b > l, ~counted(f, b) & ~counted(l, b)), assume=members
            ),
            "so it may enter": prove_for_whole_numbers(
                allowed(count, rho), "all rho", assume=[*sizes, count <= rho - 1]
            ),
            "those counted": prove_for_all(
                implies(b <= l, counted(k, b) & counted(l, b)), assume=members
            ),
            "so it may not": prove_for_whole_numbers(
                ~allowed(count, rho), "all rho", assume=[*sizes, count >= rho]
            ),
            "while there is room": prove_for_whole_numbers(
                allowed(count, rho), "all rho", assume=[*sizes, count <= n, n <= rho - 1]
            ),
        },
        "every rho, every number of states, all scores",
        words=("sparse-attention/R-def-repaired: R is the top rho of the earlier states",),
        rests_on=(Ground.claim("sparse-attention/R-def-repaired"),),
    )


criterion = Claim(
    id="sparse-attention/C-top-rho",
    title="A state enters R if and only if its relevance is in the top rho of all so far",
    source=TEXT,
    statement=r"C(i) \iff \#\{j < i: \beta(j) \ge \beta(i)\} < \rho",
    subject=Criterion(),
    checks=(check_who_enters_for_all_sizes, check_who_enters),
    mutants=(
        Mutant("best-only", Criterion(allowed=lambda count, rho: count < 1), "a new record"),
        Mutant("one-more", Criterion(allowed=lambda count, rho: count <= rho), "top rho + 1"),
        Mutant("strict", Criterion(lambda other, own: other > own), "equals are not counted"),
    ),
    notes="Of equal scores the earlier counts as the higher.",
)
