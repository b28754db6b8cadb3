r"""App. B: the error of a grid of cells, for every dimension.

In a cell of side $\delta$ no point is further than $\delta \sqrt d/2$ from the centre, and f
changes by at most L times that; the sum over the d coordinates is by induction, so that d is any
number. $L |y - c|$ attains the bound at a corner.
"""

from proofs.lsrl import PAPER
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Equal,
    ForReals,
    Implies,
    Mutant,
    Source,
    certificate,
    iff,
    instances_of,
    proof_of,
    prove_by_induction,
)


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
