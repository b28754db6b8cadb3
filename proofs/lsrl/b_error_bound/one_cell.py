"""App. B and Sec. 4.1: each point of the cube is in one cell."""

from fractions import Fraction

from proofs.lsrl.b_error_bound.cells import SEC_41
from theorem_checks import (
    All,
    Claim,
    Control,
    Counterexample,
    Evidence,
    ForReals,
    Mutant,
    Verdict,
    all_hold,
    check,
    implies,
    proof_of,
)


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
    places = all_hold(k >= 0, j >= k + 1, j <= n - 1)
    floor_of = all_hold(k <= q * n, q * n < k + 1, (k >= 0) | (k <= -1), (k <= n - 1) | (k >= n))
    some = ((k >= 0) & (k <= n - 1) & contains(k, n, q)) | contains(n - 1, n, q)
    return All((ForReals(implies(places & both, False)), ForReals(implies(floor_of, some))))


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
