"""Section 4: a state enters R if and only if it is in the top rho of all so far."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy as sp

from proofs.sparse_attention.by_lemmas import at_all_places
from proofs.sparse_attention.s4_relevancy_screening.algorithm_1 import TEXT
from proofs.sparse_attention.s4_relevancy_screening.relevant_set import (
    arrivals,
    by_arrivals,
    each_of,
    score_lists,
    where_taken,
)
from proofs.sparse_attention.s4_relevancy_screening.sorted_places import Places, is_above
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Counterexample,
    Equal,
    Evidence,
    Implies,
    Less,
    Mutant,
    Verdict,
    arithmetic,
    check,
    given_each,
    proof_of,
)
from theorem_checks.proving.rules.derivations import Derived, Instance


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
    for rho in (1, 2):
        for betas in score_lists(3):
            n = len(betas)
            stated = criterion(betas[:-1], betas[-1], rho)
            if stated != (n - 1 in arrivals(betas, rho)):
                values = {"rho": rho, "beta": list(betas)}
                return Evidence.refuted(Counterexample(values, f"C = {stated}", f"{not stated}"))
    return Evidence.holds("rho <= 2, up to three states, three different scores")


def says_who_enters(criterion, w):
    """A state with C(i) gets a place of R, and one without it leaves R as it is.

    It arrives after t others, with any score x, of which N[t] are counted. If as many are allowed,
    its place is among the first rho: it is the place after N[t] others. Else no place of R changes;
    whether they are is 0 or 1. R stays as it is, too, where nothing is there that leaves the
    buffer. Before that, what is so of each place, at any x.

    For every nu and rho, every number of arrivals and all scores, by the step of the cell.
    """
    places, x = Places(w), w.number("x", nonnegative=True)
    N = w.recurrence("N", 0, lambda N, t: N[t] + criterion.counted(places.score(t), x))

    def held(t, p):
        reached = criterion.counted(places.rank(t, p), x + 1)
        above = Equal(reached, is_above(N[t], p))
        return All((AtMost(0, N[t]), where_taken(places, t, p), above))

    def entering(t, p):
        now, allowed = places.rows(t), criterion.allowed(N[t], places.rho)
        after, idle = places.after(t, now, score=x), places.after(t, now, present=0)
        own = places.h[t], t, x, 1

        def at(place):
            own_place = (Equal(a.at(place), b) for a, b in zip(after, own, strict=True))
            enters = All((Less(place, places.rho), *own_place))
            return All(
                (
                    Implies(All((Equal(allowed, 1), Equal(place, N[t]))), enters),
                    Implies(
                        All((Equal(allowed, 0), Less(place, places.rho))),
                        same_places(after, now, place),
                    ),
                    same_places(idle, now, place),
                )
            )

        return All((Equal(allowed * allowed, allowed), at(0), at(p + 1)))

    return All((each_of(w, held, "a", "b"), each_of(w, entering, "t", "p")))


def same_places(one, other, place):
    """Say that two sets have the same at a place: state, time, relevance and presence."""
    return All(tuple(Equal(a.at(place), b.at(place)) for a, b in zip(one, other, strict=True)))


def by_what_is_held(whole):
    """What is held at each place by induction; who enters from that at three places."""
    under, (held, entering) = whole.hypothesis, whole.body.parts
    time, place = entering.variable, entering.body.variable
    now = held.body.substituted({held.variable: time})
    places = (sp.Integer(0), place, place + 1)
    there = All(tuple(now.body.substituted({now.variable: one}) for one in places))
    said = Implies(there, entering.body.body)
    parts = [arithmetic(Implies(there, part)) for part in entering.body.body.parts]
    if missing := [part for part in parts if part.verdict is not Verdict.PROVED]:
        return missing[0]
    known = by_arrivals(Implies(under, held))
    from_there = (
        Derived(Implies(under, held), known),
        Instance(held, time),
        *(Instance(now, one) for one in places),
        Derived(said, given_each(said, *parts)),
    )
    return given_each(whole, known, at_all_places(under, entering, lambda _: from_there))


NEXT = [
    {"t": t, "p": p, "rho": rho, "a": t, "b": p, "x": x}
    for t, p, rho, x in ((1, 0, 1, 0), (1, 1, 1, 0), (1, 1, 2, 0), (2, 0, 1, 1), (2, 1, 2, 1))
]

criterion = Claim(
    id="sparse-attention/C-top-rho",
    title="A state enters R if and only if its relevance is in the top rho of all so far",
    source=TEXT,
    statement=r"C(i) \iff \#\{j < i: \beta(j) \ge \beta(i)\} < \rho",
    subject=Criterion(),
    says=says_who_enters,
    checks=(
        proof_of(says_who_enters, by_what_is_held, instances=NEXT, seconds=180).killing(
            "best-only", "one-more"
        ),
        check_who_enters,
    ),
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
