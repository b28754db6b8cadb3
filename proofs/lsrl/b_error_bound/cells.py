r"""App. B: the error of a grid of cells, and how many cells it takes, for every dimension.

In a cell of side $\delta$ no point is further than $\delta \sqrt d/2$ from the centre, and f
changes by at most L times that; the sum over the d coordinates is by induction, so that d is any
number. $L |y - c|$ attains the bound at a corner. The number of cells is a ceiling, of which only
this is used: integers lie on one side of it or the other. That so many are needed is false of every
f (a flat one needs one token), and true of $L \sum q_i/\sqrt d$, which grows most along the
diagonal of a cell.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from proofs.lsrl import PAPER
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Control,
    Counterexample,
    Equal,
    Evidence,
    ForReals,
    Implies,
    Less,
    Mutant,
    Source,
    Verdict,
    arithmetic,
    certificate,
    check,
    clamp,
    conjunction,
    every,
    iff,
    implies,
    instances_of,
    largest_difference,
    ones,
    outer,
    proof_of,
    prove,
    prove_by_induction,
    sqrt,
    sum_of_squares,
    where,
    zeros,
)
from theorem_checks.statements.conclusions import symbols_of


def says_bound(square, w):
    """For every dimension d: the chain of inequalities in a cell, and a function that attains it.

    x = q - c has |x_i| <= delta/2, and v = f(q) - f(c) has e entries. f = L |y - c| is L-Lipschitz,
    as with r = |y|, s = |z| it differs by L r - L s at y and z; and at a corner by L r from c.
    """
    side, L = w.number("delta", positive=True), w.number("L", positive=True)
    r, s, e = w.number("r", nonnegative=True), w.number("s", nonnegative=True), w.size("e")
    x = w.sequence(
        "x", lambda x, i: All((AtMost(-side / 2, x[i]), AtMost(x[i], side / 2))), start=1
    )
    v, y, z = (w.sequence(name, start=1) for name in "vyz")

    def in_a_cell(d):
        distance = w.sum(lambda i: x[i] ** 2, "i", 1, d)
        difference = w.sum(lambda j: v[j] ** 2, "j", 1, e)
        corner = w.sum(lambda _: (side / 2) ** 2, "k", 1, d)
        most = w.call(square, d, side)
        chain = All((AtMost(difference, L**2 * distance), AtMost(L**2 * distance, L**2 * most)))
        at_the_corner = Equal((L * r) ** 2, L**2 * most)
        return All(
            (
                AtMost(distance, most),
                Implies(AtMost(difference, L**2 * distance), chain),
                Equal(corner, most),
                Implies(Equal(r**2, corner), at_the_corner),
            )
        )

    def lipschitz(n):
        y_y, z_z = (
            w.sum(lambda i, u=u: u[i] ** 2, name, 1, n) for u, name in ((y, "i1"), (z, "i2"))
        )
        y_z = w.sum(lambda i: y[i] * z[i], "i3", 1, n)
        apart = w.sum(lambda i: (y[i] - z[i]) ** 2, "i4", 1, n)
        norms = All((Equal(r**2, y_y), Equal(s**2, z_z)))
        return All(
            (
                AtMost(0, y_y),
                AtMost(0, z_z),
                AtMost(y_z**2, y_y * z_z),
                Equal(apart, y_y + z_z - 2 * y_z),
                Implies(norms, AtMost((L * r - L * s) ** 2, L**2 * apart)),
            )
        )

    return All((w.for_all("d", in_a_cell, start=1), w.for_all("n", lipschitz, start=1)))


def says_side(side, w):
    """Delta L sqrt(d)/2 <= eps if and only if delta is at most this side."""
    delta, L, eps, root = w.reals("delta L eps root_d")
    w.assume((delta > 0) & (L > 0) & (eps > 0) & (root > 0))
    return ForReals(iff(delta <= side(eps, L, root), delta * L * root / 2 <= eps))


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


def error_of_grid(f, cells):
    """Return the largest error over [0, 1] of the values at the centres of the cells."""
    errors = []
    for number in range(cells):
        at_centre = f(Fraction(2 * number + 1, 2 * cells))
        ends = (Fraction(number, cells), Fraction(number + 1, cells))
        errors.append(largest_difference(lambda x, y=at_centre: abs(f(x) - y), on=ends).value)
    return max(errors)


@check("exact")
def check_needed(f):
    """With fewer than L/(2 eps) cells the error for this 1-Lipschitz f exceeds eps."""
    for precision in (Fraction(1, 10), Fraction(1, 5), Fraction(1, 4)):
        for cells in range(1, ceil(1 / (2 * precision))):
            if (error := error_of_grid(f, cells)) <= precision:
                at = {"L": 1, "d": 1, "eps": precision, "n": cells}
                found = f"the error {error}"
                return Evidence.refuted(Counterexample(at, f"more than {precision}", found))
    return Evidence.holds("d = L = 1; eps = 1/10, 1/5, 1/4; all smaller n")


@check("exact")
def check_needed_on_the_line(slope):
    """With fewer than L/(2 eps) cells the error for the linear f of one variable exceeds eps."""
    return check_needed.function(lambda x: slope(Fraction(1), Fraction(1)) * x)


@check("exact")
def check_lipschitz_at_corners(slope):
    """For d = 4 and L = 1 it does not differ by more than 2 at 0 and (1, 1, 1, 1), 2 apart."""
    found = 4 * slope(Fraction(1), Fraction(2))
    if abs(found) > 2:
        return Evidence.refuted(Counterexample({"d": 4, "L": 1}, "at most 2", str(found)))
    return Evidence.holds("d = 4, L = 1, two corners")


def says_worst_case(slope, w):
    """f(q) = a (q_1 + ... + q_d) is L-Lipschitz, and no value is within eps of all of a cell.

    L = c sqrt(d), for any c > 0; x is the difference of any two points. A value v of a cell of side
    1/n that differs from f at its lower corner by e, at most eps, differs from f at its upper
    corner by more than eps.
    """
    d, n = w.size("d"), w.size("n")
    c, e = w.number("c", positive=True), w.number("e", small=True)
    eps = w.number("eps", positive=True, small=True)
    root = sqrt(d)
    L = c * root
    a = w.call(slope, L, root)
    x, corner = w.array("x", d), w.array("l", d)
    apart = w.entries(lambda at: at.sum(lambda i: x[i] * x[i], d))
    squared = w.entries(lambda at: at.sum(lambda i, j: x[i] * x[j], d, d)) * a**2
    lower = w.entries(lambda at: at.sum(lambda i: corner[i], d)) * a
    upper = w.entries(lambda at: at.sum(lambda i: corner[i] + 1 / n, d)) * a
    value = lower + e
    near = All((AtMost(lower - value, eps), AtMost(value - lower, eps)))
    few = Less(n, L * root / (2 * eps))
    far = Less(eps, upper - value)
    return All((AtMost(squared, apart * L**2), Implies(All((few, near)), far)))


def by_squares_and_corners(whole):
    r"""By $d \sum x_i^2 - (\sum x_i)^2 = \frac12 \sum_{ij} (x_i - x_j)^2$, and by arithmetic."""
    lipschitz, needed = whole.parts
    known = {symbol.name: symbol for symbol in symbols_of(whole)}
    x, c = whole.array("x"), known["c"]
    spread = outer(x, ones(x.axes)) - outer(ones(x.axes), x)
    rise = Equal(needed.body.rhs, zeros(()) + (c * known["d"] / known["n"] - known["e"]))
    squares = sum_of_squares(lipschitz, (c**2 / 2, spread))
    return conjunction(whole, squares, arithmetic(needed, (rise, prove(rise)), seconds=2))


@check("exact")
def check_one_cell(contains):
    """Each multiple of 1/2n in [0, 1] lies in just one of the n cells, n = 1, 2, 3."""
    for cells in (1, 2, 3):
        for point in (Fraction(number, 2 * cells) for number in range(2 * cells + 1)):
            found = [number for number in range(cells) if contains(number, cells, point)]
            if len(found) != 1:
                at = {"n": cells, "q": point}
                return Evidence.refuted(Counterexample(at, "one cell", f"the cells {found}"))
    return Evidence.holds("n = 1, 2, 3; one dimension, and so for each coordinate")


def says_one_cell(contains, w):
    """For all n and real q in [0, 1]: two cells have no common q, and some cell contains q.

    That is the cell k with k <= n q < k + 1, or the last one. Of integers only this is used:
    different ones differ by at least 1, and each real number lies between two that follow.
    """
    n, q, k, j = w.reals("n q k j")
    w.assume((n >= 1) & (q >= 0) & (q <= 1))
    both = contains(k, n, q) & contains(j, n, q)
    places = every(k >= 0, j >= k + 1, j <= n - 1)
    floor_of = every(k <= q * n, q * n < k + 1, (k >= 0) | (k <= -1), (k <= n - 1) | (k >= n))
    some = ((k >= 0) & (k <= n - 1) & contains(k, n, q)) | contains(n - 1, n, q)
    return All((ForReals(implies(places & both, False)), ForReals(implies(floor_of, some))))


APP_B = Source(PAPER, "App. B")
SEC_41 = Source(PAPER, "Sec. 4.1")

bound = Claim(
    id="lsrl/app-b-bound",
    title="In a cell a value differs from that at the centre by at most delta L sqrt(d)/2",
    source=APP_B,
    statement=r"\|f(q) - f(c)\|_2^2 \le L^2 \|q - c\|_2^2 \le \tfrac14 \delta^2 L^2 d",
    assumptions=("f is L-Lipschitz; attained by f = L |x - c| at a corner",),
    subject=lambda d, side: d * side * side / 4,
    says=says_bound,
    checks=(
        proof_of(says_bound, prove_by_induction, seconds=300),
        certificate(says_bound, proof="cells.v", tier="deep"),
        instances_of(says_bound),
    ),
    mutants=(
        Mutant("no-d", lambda d, side: side * side / 4, "without sqrt(d)"),
        Mutant("loose", lambda d, side: d * side * side, "delta for delta/2"),
    ),
    late=(
        Mutant(
            "high-dimensions",
            lambda d, side: d * side * side / 4 if d < 1000 else side * side / 4,
            "without sqrt(d) from d = 1000 on",
        ),
    ),
    notes="It bounds the scheme. The program of Listing 1 does not attain it at any query with a"
    " zero coordinate (lsrl/lst1).",
)

side = Claim(
    id="lsrl/app-b-delta",
    title="A side of 2 eps/(L sqrt d) is the largest with this bound at most eps",
    source=APP_B,
    statement=r"\tfrac12 \delta L \sqrt d \le \epsilon \iff \delta \le 2\epsilon/(L\sqrt d)",
    subject=lambda eps, L, root: 2 * eps / (L * root),
    says=says_side,
    checks=(proof_of(says_side), instances_of(says_side)),
    late=(
        Mutant(
            "far",
            lambda eps, L, root: 2 * eps / (L * root) if L < 10**9 else eps / (L * root),
            "eps for large L",
        ),
    ),
    mutants=(
        Mutant("half", lambda eps, L, root: eps / (L * root), "eps for 2 eps"),
        Mutant("d", lambda eps, L, root: 2 * eps / (L * root * root), "d for sqrt(d)"),
    ),
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

needed_printed = Claim(
    id="lsrl/app-b-necessary",
    title="Every L-Lipschitz f needs (L sqrt(d)/(2 eps))^d tokens for the error eps",
    source=Source(PAPER, "App. B, last sentence, read for each f"),
    statement=r"N < (L \sqrt d/2\epsilon)^d \implies \sup_q |f(q) - f(c)| > \epsilon",
    subject=lambda x: clamp(x, 0, Fraction(1, 10)),
    checks=(check_needed,),
    controls=(Control("identity", lambda x: 1 * x, "the worst case, f = x"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-app-b-worst-case",
    notes="What is shown is that so many are enough. min(x, 1/10) needs one token for eps = 1/10.",
)

needed = Claim(
    id="lsrl/new-app-b-worst-case",
    title="For f = L (q_1 + ... + q_d)/sqrt(d) a grid does need L sqrt(d)/(2 eps) cells a side",
    source=Source(PAPER, "App. B, last sentence, read for the class of all f"),
    statement=r"n < L \sqrt d/(2 \epsilon) \implies \sup_q |f(q) - v(q)| > \epsilon"
    r" \text{ for every } v \text{ that is constant on the cells}",
    assumptions=("a grid of n cells a side; the values may be any, not just those at the centres",),
    subject=lambda L, root: L / root,
    says=says_worst_case,
    checks=(
        proof_of(says_worst_case, by_squares_and_corners).killing("twice"),
        certificate(says_worst_case, proof="worst_case.v", tier="deep").killing("twice"),
        instances_of(says_worst_case).killing("twice"),
        check_needed_on_the_line.killing("slow"),
        check_lipschitz_at_corners.killing("steep", "twice"),
    ),
    mutants=(
        Mutant("slow", lambda L, root: L / (2 * root), "half as steep"),
        Mutant("steep", lambda L, root: L + 0 * root, "L for L/sqrt(d): not L-Lipschitz"),
        Mutant("twice", lambda L, root: 2 * L / root, "twice as steep: not L-Lipschitz"),
    ),
    late=(
        Mutant(
            "far",
            lambda L, root: L / root if root < 10**3 else L / (2 * root),
            "half as steep from dimension 10^6 on",
        ),
    ),
    repairs=("lsrl/app-b-necessary",),
    new=True,
)


def in_closed(k, n, q):
    """Say whether q lies in the closed cell."""
    return (k <= q * n) & (q * n <= k + 1)


def in_half_open(k, n, q):
    """Say whether q lies in the cell with its lower wall, the last one with both."""
    return ((k <= q * n) & (q * n < k + 1)) | ((k == n - 1) & (q == 1))


unique_printed = Claim(
    id="lsrl/lst1-unique-cell",
    title="A query lies in only one of the cells [l, l + delta]",
    source=SEC_41,
    statement=r"q \in [0, 1]^d \implies |\{k : q \in [l_k, l_k + \delta]\}| = 1",
    assumptions=("cells with both walls, as the text does not say",),
    subject=in_closed,
    checks=(check_one_cell,),
    controls=(Control("half-open", in_half_open, "without the upper walls but the last"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-lst1-unique-cell",
)

unique = Claim(
    id="lsrl/new-lst1-unique-cell",
    title="A query lies in just one cell, if cells have their lower walls, and the last ones both",
    source=SEC_41,
    statement=r"|\{k : q \in C_k\}| = 1",
    assumptions=("the cells of [0, 1]; a cell of the cube is one for each coordinate",),
    subject=in_half_open,
    says=says_one_cell,
    checks=(proof_of(says_one_cell), check_one_cell),
    mutants=(
        Mutant("closed", in_closed, "both walls"),
        Mutant("no-last", lambda k, n, q: (k <= q * n) & (q * n < k + 1), "q = 1 is in none"),
    ),
    late=(
        Mutant(
            "fine",
            lambda k, n, q: (in_half_open if n < 10**9 else in_closed)(k, n, q),
            "both walls on a fine grid",
        ),
    ),
    repairs=("lsrl/lst1-unique-cell",),
    new=True,
)
