"""Listing 2 line by line, for every n, every gain from 2 on, and all integers.

Each line is its formula in the helpers, on variables: `t` is the time, `m` a counter modulo n,
`gap` the difference of two integers that are compared, and bits are 0 or 1. Of integers only this
is used: different ones differ by at least 1. What the states add up over time is then an induction
over the tokens.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

import sympy as sp

from constructions.lsrl.helpers import f_and, f_ifelse, f_larger, f_not, f_smaller
from proofs.lsrl import PAPER
from proofs.lsrl.s4_2_token_sequences.lookup_steps import apart, is_bit
from proofs.lsrl.short_circuit import short_circuit
from theorem_checks import (
    Claim,
    Index,
    Mutant,
    Source,
    Sum,
    Tensor,
    check,
    delta,
    prove_for_all,
    prove_index_identity,
    reals,
    where,
)

HALF = Fraction(1, 2)
t, n, m, mu, lam = reals("t n m mu lam")
x, gap, total, started = reals("x gap total started")
a, b = reals("a b")
BITS = [is_bit(a), is_bit(b)]


def both(*bits):
    """Return 1 where all these bits are 1, else 0."""
    condition = bits[0] == 1
    for bit in bits[1:]:
        condition = condition & (bit == 1)
    return where(condition, 1, 0)


@dataclass(frozen=True)
class Formulas:
    """The lines that a careless author may write otherwise, and the gains that are enough.

    `equal(gap, mu)` says whether two integers are equal, from their difference: line 40, and parts
    of lines 20, 24 and 26. `on(t, started, n, mu)` is the comparison of line 39; `first` is the
    first of the n positions.
    """

    equal: Callable[..., Any] = lambda gap, mu: f_and(
        f_larger(gap, -HALF, mu), f_smaller(gap, HALF, mu), mu
    )
    on: Callable[..., Any] = lambda t, started, n, mu: f_smaller(t, started + n, mu)
    gain: Callable[..., Any] = lambda mu: mu >= 2
    first: int = 0


def modes(enough):
    """Return the obligations of lines 13 to 16."""
    turned, zero_or_more = (t >= n) | (t <= n - 1), (m == 0) | (m >= 1)
    copy = f_and(a, f_not(b), mu) == where((a == 1) & (b == 0), 1, 0)
    first = f_and(a, f_smaller(m, HALF, mu), mu) == where((a == 1) & (m == 0), 1, 0)
    return {
        "13, 14": (f_larger(t, n - HALF, mu) == where(t >= n, 1, 0), [enough, turned]),
        "15": (copy, [enough, *BITS]),
        "16": (first, [enough, *BITS, zero_or_more]),
    }


def choices(enough):
    """Return the obligations of the lines with conditionals: 19, 20, 24, 35, 42, 46."""
    inside = [lam > 0, abs(x) <= lam]
    query = f_ifelse(f_smaller(a, HALF, mu), x, 0 * x, lam) == where(a == 0, x, 0 * x)
    kept = f_ifelse(a, x, 0 * x, lam) == where(a == 1, x, 0 * x)
    sharpened = f_ifelse(f_larger(a, HALF, mu), x, 0 * x, lam) == where(a == 1, x, 0 * x)
    return {
        "19": (query, [enough, *inside, is_bit(a)]),
        "20, 24, 35": (kept, [*inside, is_bit(a)]),
        "42, 46": (sharpened, [enough, *inside, is_bit(a)]),
    }


def comparisons(formulas, enough):
    """Return the obligations of lines 26, 31, 34, 39, 40 and 41."""
    same = formulas.equal(gap, mu) == where(gap == 0, 1, 0)
    whole = f_larger(total, n - HALF, mu) == where(total == n, 1, 0)
    after = formulas.on(t, started, n, mu) == where(t < started + n, 1, 0)
    return {
        "20, 24, 26, 40": (same, [enough, apart(gap, 0 * gap)]),
        "31": (whole, [enough, (total == n) | (total <= n - 1)]),
        "26, 34, 39, 41": (f_and(a, b, mu) == both(a, b), [enough, *BITS]),
        "39": (after, [enough, (t >= started + n) | (t <= started + n - 1)]),
    }


@check("solver")
def check_lines(formulas):
    """Each line is what its comment says, for all n, all gains that are enough and all integers."""
    enough = formulas.gain(mu) & (mu > 0)
    lines = comparisons(formulas, enough) | modes(enough) | choices(enough)
    i, p = (Index(name, sp.Symbol("n", integer=True, positive=True)) for name in "ip")
    v = Tensor("v", 1)
    positions = (m >= 0) & (m <= n - 1)
    covered = (m >= formulas.first) & (m <= formulas.first + n - 1)
    obligations = {
        f"line {name}": partial(prove_for_all, claim, assume=assume)
        for name, (claim, assume) in lines.items()
    }
    return short_circuit(
        {
            "positions": partial(prove_for_all, covered, assume=[n >= 1, positions]),
            **obligations,
            "lines 25, 48": partial(prove_index_identity, Sum(delta(i, p) * v[i], i), v[p]),
        },
        "every n, mu >= 2, lam at least every value; all integers",
        words=("induction over the tokens: each state adds up the values of its line",),
    )


every_line = Claim(
    id="lsrl/new-lst2-every-line",
    title="With indices from 0 every line of Listing 2 is what its comment says, for every n",
    source=Source(PAPER, "Listing 2, repaired"),
    statement=r"\text{lines 13 to 48, for all } n \ge 1,\ \mu \ge 2",
    assumptions=(
        r"$\lambda$ is at least every token and the number of tokens; exact counters",
        "how the lines work together is run and proved for small n: lsrl/new-lst2-from-zero",
    ),
    subject=Formulas(),
    checks=(check_lines,),
    mutants=(
        Mutant("from-one", Formulas(first=1), "positions 1, ..., n"),
        Mutant("gain-one", Formulas(gain=lambda mu: mu >= 1), "mu = 1 is enough"),
        Mutant("at-least", Formulas(equal=lambda gap, mu: f_larger(gap, -HALF, mu)), ">= for ="),
        Mutant("at-most", Formulas(equal=lambda gap, mu: f_smaller(gap, HALF, mu)), "<= for ="),
        Mutant(
            "one-longer",
            Formulas(on=lambda t, started, n, mu: f_smaller(t, started + n + 1, mu)),
            "copies n + 1 tokens",
        ),
    ),
    new=True,
)
