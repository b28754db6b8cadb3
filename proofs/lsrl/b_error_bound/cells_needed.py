r"""App. B: how many cells are needed.

That so many are needed is false of every f (a flat one needs one token), and true of
$L \sum q_i/\sqrt d$, which grows most along the diagonal of a cell.
"""

from fractions import Fraction
from math import ceil

from proofs.lsrl import PAPER
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Control,
    Counterexample,
    Equal,
    Evidence,
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
    instances_of,
    largest_difference,
    ones,
    outer,
    proof_of,
    prove,
    sqrt,
    sum_of_squares,
    zeros,
)
from theorem_checks.statements.conclusions import symbols_of


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
                points = [Fraction(k, 20) for k in (0, 1, 2, 10, 20)]
                own = {"q": points, "f(q)": list(map(f, points))}
                at = {"L": 1, "d": 1, **own, "eps": precision, "n": cells}
                found = f"the error {error}, with the value of the centre on each cell"
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
