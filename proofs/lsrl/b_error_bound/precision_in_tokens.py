"""App. B: how many tokens a precision takes.

The number of cells a side is the ceiling of z = L sqrt(d)/(2 eps), the integer m with m - 1 < z and
z <= m. The bound of m cells a side is at most eps as z <= m, and that of n is only if z <= n, so
that m - 1 is less than the integer n. That a finer grid has more cells is by induction over d.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Any

import sympy as sp

from proofs.lsrl import PAPER
from proofs.lsrl.b_error_bound.cells import APP_B
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
    Source,
    Verdict,
    arithmetic,
    assuming,
    check,
    given_each,
    proof_of,
    prove,
    prove_by_induction,
    sqrt,
    syllogism,
)
from theorem_checks.proving.rules.derivations import Applied, Derived, Instance, derivation


@dataclass(frozen=True)
class Tokens:
    """A rule for how many tokens it takes, from z = L sqrt(d)/(2 eps) and d.

    `per_side(z)` is its number of cells a side, k say, and `cells(k, d)` the number of tokens.
    """

    per_side: Callable[..., Any] = lambda z: -floor(-z)
    cells: Callable[..., Any] = lambda k, d: k**d

    def number(self, z, d):
        """Return the number of tokens."""
        return self.cells(self.per_side(z), d)


CASES = tuple(
    (Fraction(lip), dim, root_d, Fraction(precision))
    for lip in (1, 3)
    for dim, root_d in ((1, 1), (4, 2))
    for precision in ("1/2", "3/10", "1/4", "1/7")
)


@check("exact")
def check_tokens(tokens):
    """It is the number of cells of the coarsest grid with error at most eps, for d = 1 and 4."""
    for lip, dim, root_d, precision in CASES:
        cells = 1
        while lip * root_d / (2 * cells) > precision:
            cells += 1
        claimed = tokens.number(lip * root_d / (2 * precision), dim)
        if claimed != cells**dim:
            at = {"L": lip, "d": dim, "eps": precision}
            return Evidence.refuted(Counterexample(at, str(claimed), str(cells**dim)))
    return Evidence.holds("L = 1, 3; d = 1, 4; eps = 1/2, 3/10, 1/4, 1/7")


def says_tokens(tokens, w):
    """The rule takes ceil(z)^d tokens, which have the bound eps, and no grid of fewer has it.

    z = L sqrt(d)/(2 eps), and its ceiling is the integer m with m - 1 < z <= m. The bound of a grid
    of n cells a side, which are n^d tokens, is L sqrt(d)/(2 n).
    """
    d, m, n = (w.size(name) for name in "dmn")
    L, eps = (w.number(name, positive=True, small=True) for name in ("L", "eps"))
    root = sqrt(d)
    z = L * root / (2 * eps)
    number = w.call(tokens.number, z, d)
    enough, others = (AtMost(L * root / (2 * k), eps) for k in (m, n))
    least = All((Equal(number, m**d), enough, Implies(others, AtMost(number, n**d))))
    return Implies(All((Less(m - 1, z), AtMost(z, m))), least)


def by_ceiling_and_powers(whole):
    """The ceiling by arithmetic, the least number of cells by induction over the dimension."""
    given, (rule, enough, least) = whole.hypothesis, whole.body.parts
    m, d, n = *rule.rhs.args, least.body.rhs.args[0]
    (rounded,) = rule.lhs.atoms(sp.floor)  # of -z, so that it is -m
    ceiling, finer = Equal(rounded, -m), AtMost(m, n)
    to_power = Implies(ceiling, rule)
    rule_known = syllogism(
        Implies(given, rule),
        to_power,
        prove(Implies(given, ceiling)),
        assuming(to_power, prove(Equal(rule.rhs, rule.rhs)), ceiling),
    )
    no_less = Implies(given, Implies(least.hypothesis, finer))
    e = sp.Symbol("e", integer=True, positive=True)
    powers = ForAll(e, 1, Implies(finer, AtMost(m**e, n**e)))
    more = AtMost(rule.rhs, least.body.rhs)
    compared = Implies(All((rule, more)), least.body)
    least_known = derivation(
        Implies(given, least),
        Derived(Implies(given, rule), rule_known),
        Derived(no_less, prove(no_less)),
        Derived(powers, prove_by_induction(powers)),
        Instance(powers, d),
        Applied(Implies(finer, more)),
        Derived(compared, arithmetic(compared)),
    )
    return given_each(whole, rule_known, prove(Implies(given, enough)), least_known)


class RoundedLast(Tokens):
    """The rule that takes z cells a side, and rounds up the number of tokens."""

    def number(self, z, d):
        """Return ceil(z^d)."""
        return ceil(z**d)


WHOLE_AND_NOT = [  # z = 2 and z = 3/2, where the bounds of n = 2, 3 cells a side are at most eps
    {"d": 4, "m": 2, "n": n, "L": Fraction(L), "eps": 1} for n in (1, 2, 3) for L in ("2", "3/2")
]
PRINTED = Tokens(lambda z: z)
ROUNDED_UP = Tokens()
tokens_printed = Claim(
    id="lsrl/app-b-N",
    title="The precision eps takes (2 eps/(L sqrt d))^-d tokens",
    source=Source(PAPER, "Sec. 4.1 and App. B"),
    statement=r"N = (2\epsilon/(L \sqrt d))^{-d}",
    subject=PRINTED,
    checks=(check_tokens,),
    controls=(Control("rounded-up", ROUNDED_UP, "with the ceiling"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-app-b-N",
    notes="5/3 tokens for L = d = 1, eps = 3/10; it takes 2.",
)
tokens = Claim(
    id="lsrl/new-app-b-N",
    title="A grid of ceil(L sqrt(d)/(2 eps))^d tokens has the bound eps, and none of fewer has it",
    source=APP_B,
    statement=r"N = m^d,\ m = \lceil L \sqrt d/(2\epsilon) \rceil:\quad"
    r" \frac{L \sqrt d}{2m} \le \epsilon,\quad"
    r" \frac{L \sqrt d}{2n} \le \epsilon \implies N \le n^d",
    assumptions=(
        r"$n$ cells a side, as many tokens as cells; the bound is that of lsrl/app-b-bound",
    ),
    subject=ROUNDED_UP,
    says=says_tokens,
    checks=(
        proof_of(says_tokens, by_ceiling_and_powers, instances=WHOLE_AND_NOT),
        check_tokens,
    ),
    mutants=(
        Mutant("printed", PRINTED, "no ceiling"),
        Mutant("outer", RoundedLast(lambda z: z), "ceil of all"),
        Mutant("sides", Tokens(cells=lambda k, d: k * d), "k d for k^d"),
        Mutant("down", Tokens(floor), "rounded down"),
        Mutant("one-more", Tokens(lambda z: floor(z) + 1), "one more where z is an integer"),
    ),
    late=(
        Mutant(
            "fine",
            Tokens(cells=lambda k, d: k**d if k < 999 else k ** (d + 1)),
            "a dimension more from 999 cells a side on",
        ),
    ),
    repairs=("lsrl/app-b-N",),
    new=True,
)
