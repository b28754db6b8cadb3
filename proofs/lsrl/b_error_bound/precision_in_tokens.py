"""App. B: how many tokens a precision takes.

The number of cells is a ceiling, of which only this is used: integers lie on one side of it or the
other.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from proofs.lsrl import PAPER
from proofs.lsrl.b_error_bound.cells import APP_B
from theorem_checks import (
    All,
    Claim,
    Control,
    Counterexample,
    Equal,
    Evidence,
    ForReals,
    Mutant,
    Source,
    Verdict,
    check,
    every,
    iff,
    implies,
    proof_of,
    where,
)


@dataclass(frozen=True)
class Tokens:
    """A rule for how many tokens it takes, from z = L sqrt(d)/(2 eps) and d.

    `per_side(k, z)` says that k is its number of cells per side, of which `cells(k, d)` are the
    tokens.
    """

    per_side: Callable[..., Any] = lambda k, z: (k - 1 < z) & (z <= k)
    cells: Callable[..., Any] = lambda k, d: k**d

    def number(self, z, d):
        """Return the number of tokens; where no integer will do, what z cells a side would be."""
        found = [k for k in range(ceil(z) + 2) if self.per_side(k, z)]
        return self.cells(found[0] if found else z, d)


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
    """With n cells a side the bound is at most eps if and only if n is at least this number k.

    For all real L, eps and sqrt(d). Of the integers n and k only this is used: n >= k or
    n <= k - 1. It is the ceiling c of z, and the tokens of m cells a side are m^d, for every d.
    """
    L, root, eps, n, k = w.reals("L root_d eps n k")
    given = every(L > 0, root > 0, eps > 0, n >= 1, (n >= k) | (n <= k - 1))
    per_side = implies(eps > 0, tokens.per_side(k, L * root / (2 * where(eps > 0, eps, 1))))
    enough = L * root <= 2 * n * eps
    m, d = w.size("m"), w.size("d")
    z, c = w.reals("z c")
    return All(
        (
            ForReals(implies((z > 0) & (c - 1 < z) & (z <= c), tokens.per_side(c, z))),
            ForReals(implies(given & per_side, iff(enough, n >= k))),
            Equal(w.call(tokens.cells, m, d), m**d),
        )
    )


class RoundedLast(Tokens):
    """The rule that takes z cells a side, and rounds up the number of tokens."""

    def number(self, z, d):
        """Return ceil(z^d)."""
        return ceil(z**d)


PRINTED = Tokens(lambda k, z: k == z)
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
    title="The grid takes ceil(L sqrt(d)/(2 eps))^d tokens for the bound eps",
    source=APP_B,
    statement=r"\tfrac{1}{2n} L \sqrt d \le \epsilon"
    r" \iff n \ge \lceil L \sqrt d/(2\epsilon) \rceil, \qquad N = n^d",
    assumptions=(r"$n$ cells a side, as many tokens as cells",),
    subject=ROUNDED_UP,
    says=says_tokens,
    checks=(proof_of(says_tokens), check_tokens),
    mutants=(
        Mutant("printed", PRINTED, "no ceiling"),
        Mutant("outer", RoundedLast(lambda k, z: k == z), "ceil of all"),
        Mutant("sides", Tokens(cells=lambda k, d: k * d), "k d for k^d"),
        Mutant("down", Tokens(lambda k, z: (k <= z) & (z < k + 1)), "rounded down"),
        Mutant(
            "one-more",
            Tokens(lambda k, z: (k - 1 <= z) & (z < k)),
            "one more where z is an integer",
        ),
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
