"""Section 4: how many states screened attention reads, by the places that the cell has taken.

A step of the cell takes the next place of the buffer, and the next one of R by what leaves the
buffer, as long as there are any. How many are read at most is the sparsity coefficient kappa.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy as sp

from constructions.cells.relevancy_screening import screened_step
from proofs.sparse_attention.by_lemmas import by_lemmas
from proofs.sparse_attention.s4_relevancy_screening.algorithm_1 import (
    SIZES,
    TEXT,
    numbered_steps,
    times,
)
from proofs.sparse_attention.s4_relevancy_screening.relevant_set import by_arrivals, each_of
from proofs.sparse_attention.s4_relevancy_screening.sorted_places import Taken, is_above
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Counterexample,
    Equal,
    Evidence,
    ForAll,
    Implies,
    Mutant,
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
from theorem_checks.statements.scalars import symbolic


def places(nu, rho, t):
    """Return how many states are attended to at step t."""
    return minimum(t, nu + rho)


@dataclass(frozen=True)
class Read:
    """How many states are read at a step, of nu, rho and its number; and the step of the cell."""

    number: Callable[[Any, Any, Any], Any] = places
    step: Callable[..., Any] = screened_step


def says_places(read, w):
    """After t steps of the cell so many places of both buffers are taken, of nu and of rho.

    Before that, which ones: of the buffer the first t, and of R the first t - nu. Memory is empty
    at first. All for any nu and rho, states, times and attention.
    """
    taken = Taken(w, read.step)
    nu, rho = taken.nu, taken.rho

    def in_buffer(t, p):
        return Equal(taken.in_buffer[t, p], is_above(t, p))

    def in_R(t, p):
        relevance = taken.relevance[t, p]
        there = Equal(taken.in_R[t, p], is_above(t - nu, p))
        nothing = Implies(AtMost(t - nu, p), Equal(relevance, 0))
        return All((AtMost(0, relevance), there, nothing))

    def both(t):
        in_S = w.sum(lambda p: taken.in_buffer[t, p], "u", 0, nu - 1)
        of_R = w.sum(lambda p: taken.in_R[t, p], "v", 0, rho - 1)
        found = w.call(read.number, nu, rho, t)
        return All((Equal(in_S + of_R, found), AtMost(found, nu + rho)))

    which = each_of(w, in_buffer, "a", "b"), each_of(w, in_R, "c", "d")
    return All((*which, w.for_all("t", both)))


def by_counts(whole):
    """Which places are taken, step by step; how many of the first n, by induction over n."""
    under, (in_buffer, in_R, both) = whole.hypothesis, whole.body.parts
    of_buffer = by_arrivals(Implies(under, in_buffer))
    of_R = by_lemmas(under, in_R, (in_buffer, of_buffer))
    t, counted = both.variable, both.body.parts[0].lhs
    known = [
        Derived(Implies(under, in_buffer), of_buffer),
        Derived(Implies(under, in_R), of_R),
        *(Instance(one, t) for one in (in_buffer, in_R)),
    ]
    at_t = All(tuple(one.body.substituted({one.variable: t}) for one in (in_buffer, in_R)))
    each = tuple(sorted(counted.atoms(sp.Sum), key=str))
    n = sp.Symbol("n", integer=True, nonnegative=True)
    first = ForAll(n, 0, All(tuple(_counted(one, n, in_R) for one in each)))
    known.append(Derived(Implies(at_t, first), prove_by_induction(Implies(at_t, first))))
    ends = dict.fromkeys(one.limits[0][2] for one in each)
    now = All(tuple(first.body.substituted({n: end}) for end in ends))
    said = Implies(now, both.body)
    last = *(Instance(first, end) for end in ends), Derived(said, arithmetic(said))
    found = derivation(at_any(Implies(under, both)), *known, *last)
    return given_each(whole, of_buffer, of_R, for_any(Implies(under, both), found))


def _counted(of: sp.Sum, n: sp.Symbol, in_R: Any) -> Equal:
    """Say how many of the first n + 1 places are taken: as many as states, up to all."""
    ((index, _, _),) = of.limits
    _, there, _ = in_R.body.body.parts
    is_of_R = there.lhs.func == of.function.func
    (nu,) = there.rhs.free_symbols - {in_R.variable, in_R.body.variable}
    states = symbolic(of.function.args[0]) - (symbolic(nu) if is_of_R else 0)
    stated = minimum(maximum(states, 0), symbolic(n) + 1)
    return Equal(sp.Sum(of.function, (index, 0, n)), stated)


@dataclass(frozen=True)
class Forgetting:
    """The step of a cell of which R takes nothing in, from some nu on."""

    least: int = 1

    def __call__(self, memory, state, time, weight):
        """Return memory and context; R is what it was."""
        after, context = screened_step(memory, state, time, weight)
        if memory.buffer.time.shape[0] < self.least:
            return after, context
        return after._replace(relevant=memory.relevant), context


@check("exact")
def check_sparsity(read):
    """Count the states in both buffers."""
    for nu, rho in SIZES:
        for t, (memory, _) in enumerate(numbered_steps(nu, rho, 7, step=read.step), start=1):
            found = len(set(times(memory.buffer) + times(memory.relevant)))
            stated = read.number(nu, rho, t)
            if found != stated or found > nu + rho:
                values = {"nu": nu, "rho": rho, "t": t}
                return Evidence.refuted(Counterexample(values, f"{stated} states", f"{found}"))
    return Evidence.holds("nu <= 3, rho <= 2, t <= 7")


sparsity = Claim(
    id="sparse-attention/kappa-nu-rho",
    title="Screened attention reads min(t, nu + rho) states, so that kappa = nu + rho",
    source=TEXT,
    statement=r"|S_t| + |R_t| = \min(t, \nu + \rho) \le \kappa = \nu + \rho",
    subject=Read(),
    says=says_places,
    checks=(proof_of(says_places, by_counts), check_sparsity),
    mutants=(
        Mutant("always-full", Read(lambda nu, rho, t: nu + rho + 0 * t), "from the first step on"),
        Mutant(
            "one-more",
            Read(lambda nu, rho, t: minimum(t, nu + rho + 1)),
            "the text's buffer and h_t",
        ),
        Mutant("forgetting", Read(step=Forgetting()), "R stays empty"),
    ),
    late=(
        Mutant(
            "long",
            Read(lambda nu, rho, t: minimum(t, nu + rho) + (1 if t >= 10**6 else 0)),
            "one state more from step 10^6 on",
        ),
        Mutant("wide-cell", Read(step=Forgetting(5000)), "R stays empty from nu = 5000 on"),
    ),
    notes="Counted are the places that are taken, of nu and of rho; all other weights of attention"
    " are 0. Which states they hold: sparse-attention/S-def-repaired and R-def-repaired. What"
    " attention gives to states in the buffer may be any relevance that is not negative; an empty"
    " place gets none, as its weight is multiplied by its flag.",
)
