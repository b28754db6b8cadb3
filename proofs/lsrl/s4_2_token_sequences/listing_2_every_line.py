"""Listing 2 line by line, for every n, every gain from 2 on, and all integers.

Each line is its formula in the helpers, on variables: `t` is the time, `m` a counter modulo n,
`gap` the difference of two integers that are compared, and bits are 0 or 1. Of integers only this
is used: different ones differ by at least 1. What the states add up over time is then an induction
over the tokens.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import sympy as sp

from constructions.lsrl.helpers import f_and, f_ifelse, f_larger, f_not, f_smaller
from proofs.lsrl import PAPER
from proofs.lsrl.s4_2_token_sequences.lookup_steps import apart, is_bit
from theorem_checks import (
    All,
    Claim,
    ForReals,
    Ground,
    Index,
    Mutant,
    Source,
    Sum,
    Tensor,
    World,
    all_hold,
    all_of,
    certificate,
    check,
    delta,
    implies,
    proof_of,
    prove_index_identity,
    where,
)

HALF = Fraction(1, 2)


def both(*bits):
    """Return 1 where all these bits are 1, else 0."""
    condition = bits[0] == 1
    for bit in bits[1:]:
        condition = condition & (bit == 1)
    return where(condition, 1, 0)


@dataclass(frozen=True)
class Formulas:
    """The lines that a careless author may write otherwise.

    `equal(gap, mu)` says whether two integers are equal, from their difference: line 40, and parts
    of lines 20, 24 and 26. `on(t, started, n, mu)` is the comparison of line 39; `first` is the
    first of the n positions.
    """

    equal: Callable[..., Any] = lambda gap, mu: f_and(
        f_larger(gap, -HALF, mu), f_smaller(gap, HALF, mu), mu
    )
    on: Callable[..., Any] = lambda t, started, n, mu: f_smaller(t, started + n, mu)
    first: int = 0


def numbers(w):
    """Return the numbers of which the lines speak."""
    names = "t n m mu lam x gap total started a b"
    return SimpleNamespace(**dict(zip(names.split(), w.reals(names), strict=True)))


def modes(k, enough):
    """Return the obligations of lines 13 to 16."""
    turned, zero_or_more = (k.t >= k.n) | (k.t <= k.n - 1), (k.m == 0) | (k.m >= 1)
    copy = f_and(k.a, f_not(k.b), k.mu) == where((k.a == 1) & (k.b == 0), 1, 0)
    first = f_and(k.a, f_smaller(k.m, HALF, k.mu), k.mu) == where((k.a == 1) & (k.m == 0), 1, 0)
    bits = [is_bit(k.a), is_bit(k.b)]
    return {
        "13, 14": (f_larger(k.t, k.n - HALF, k.mu) == where(k.t >= k.n, 1, 0), [enough, turned]),
        "15": (copy, [enough, *bits]),
        "16": (first, [enough, *bits, zero_or_more]),
    }


def choices(k, enough):
    """Return the obligations of the lines with conditionals: 19, 20, 24, 35, 42, 46."""
    x, none, bit = k.x, 0 * k.x, is_bit(k.a)
    inside = [x <= k.lam, -x <= k.lam]
    query = f_ifelse(f_smaller(k.a, HALF, k.mu), x, none, k.lam) == where(k.a == 0, x, none)
    kept = f_ifelse(k.a, x, none, k.lam) == where(k.a == 1, x, none)
    sharpened = f_ifelse(f_larger(k.a, HALF, k.mu), x, none, k.lam) == where(k.a == 1, x, none)
    return {
        "19": (query, [enough, *inside, bit]),
        "20, 24, 35": (kept, [*inside, bit]),
        "42, 46": (sharpened, [enough, *inside, bit]),
    }


def comparisons(k, formulas, enough):
    """Return the obligations of lines 26, 31, 34, 39, 40 and 41."""
    ends = k.started + k.n
    same = formulas.equal(k.gap, k.mu) == where(k.gap == 0, 1, 0)
    whole = f_larger(k.total, k.n - HALF, k.mu) == where(k.total == k.n, 1, 0)
    after = formulas.on(k.t, k.started, k.n, k.mu) == where(k.t < ends, 1, 0)
    bits = [is_bit(k.a), is_bit(k.b)]
    return {
        "20, 24, 26, 40": (same, [enough, apart(k.gap, 0 * k.gap)]),
        "31": (whole, [enough, (k.total == k.n) | (k.total <= k.n - 1)]),
        "26, 34, 39, 41": (f_and(k.a, k.b, k.mu) == both(k.a, k.b), [enough, *bits]),
        "39": (after, [enough, (k.t >= ends) | (k.t <= ends - 1)]),
    }


def says_formulas(formulas: Formulas, w: World) -> All:
    """Each line is what its comment says, for all n, all gains mu >= 2 and all integers.

    At first that the counter, from 0 to n - 1, is always one of the positions.
    """
    k = numbers(w)
    w.assume(k.mu > 0)
    w.assume(k.lam > 0)
    enough = k.mu >= 2
    lines = comparisons(k, formulas, enough) | modes(k, enough) | choices(k, enough)
    covered = (k.m >= formulas.first) & (k.m <= formulas.first + k.n - 1)
    positions = implies(all_hold(k.n >= 1, k.m >= 0, k.m <= k.n - 1), covered)
    said = [positions, *(implies(all_hold(*given), line) for line, given in lines.values())]
    return All(tuple(map(ForReals, said)))


def without_shift(gap, mu):
    """Return whether two integers are equal, and for differences of a billion or more always 1."""
    equal = Formulas().equal(gap, mu)
    return equal if gap < 10**9 else equal * 0 + 1


@check("solver")
def check_lines(formulas):
    """Each line is what its comment says, for all n, all gains mu >= 2 and all integers."""
    i, p = (Index(name, sp.Symbol("n", integer=True, positive=True)) for name in "ip")
    v = Tensor("v", 1)
    return all_of(
        {
            "formulas": proof_of(says_formulas)(formulas),
            "lines 25, 48": prove_index_identity(Sum(delta(i, p) * v[i], i), v[p]),
        },
        "every n, mu >= 2, lam at least every value; all integers",
        words=("induction over the tokens: each state adds up the values of its line",),
        rests_on=(Ground.claim("lsrl/new-lst2-formulas"),),
    )


FORMULAS = Formulas()
MUTANTS = (
    Mutant("from-one", Formulas(first=1), "positions 1, ..., n"),
    Mutant("at-least", Formulas(equal=lambda gap, mu: f_larger(gap, -HALF, mu)), ">= for ="),
    Mutant("at-most", Formulas(equal=lambda gap, mu: f_smaller(gap, HALF, mu)), "<= for ="),
    Mutant(
        "one-longer",
        Formulas(on=lambda t, started, n, mu: f_smaller(t, started + n + 1, mu)),
        "copies n + 1 tokens",
    ),
)
SOURCE = Source(PAPER, "Listing 2, repaired")

formulas = Claim(
    id="lsrl/new-lst2-formulas",
    title="With indices from 0 every comparison and choice of Listing 2 is right, for every n",
    source=SOURCE,
    statement=r"\text{the formulas of lines 13 to 46, for all } n \ge 1,\ \mu \ge 2",
    assumptions=(
        r"integers, of which different ones differ by at least 1; $|x| \le \lambda$",
        "what the states add up to: lsrl/new-lst2-every-line",
    ),
    subject=FORMULAS,
    says=says_formulas,
    checks=(
        proof_of(says_formulas),
        certificate(says_formulas, proof="listing_2_formulas.v").killing(
            "from-one", "at-least", "at-most"
        ),
    ),
    late=(Mutant("far", Formulas(equal=without_shift), "far integers are equal, too"),),
    notes="The lines are written here from the helpers of the language, as the listing has them;"
    " the program itself is run in lsrl/new-lst2-from-zero. That mu >= 2 is needed:"
    " lsrl/new-lst2-gain.",
    mutants=MUTANTS,
    new=True,
)

every_line = Claim(
    id="lsrl/new-lst2-every-line",
    title="With indices from 0 every line of Listing 2 is what its comment says, for every n",
    source=SOURCE,
    statement=r"\text{lines 13 to 48, for all } n \ge 1,\ \mu \ge 2",
    assumptions=(
        r"$\lambda$ is at least every token and the number of tokens; exact counters",
        "how the lines work together is run and proved for small n: lsrl/new-lst2-from-zero",
    ),
    subject=FORMULAS,
    checks=(check_lines,),
    mutants=MUTANTS,
    new=True,
)
