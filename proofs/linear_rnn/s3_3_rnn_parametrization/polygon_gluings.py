r"""The correction of order 1/n^2 to E L_j^2, for every lag, from gluings of a polygon.

By Wick's theorem P_jj(n) = E tr G^j (G^T)^j is a sum over the ways to glue the sides of a polygon
in pairs. Its 2j sides are arrows, j of them along the boundary (the first half) and j against it
(the second); glued are tips to tips, so two sides of one half with a twist. A gluing into a surface
with v vertices gives n^v, and n^{j+1} n^{chi-2} as chi = v - j + 1. So c_1(j) counts the gluings
with chi = 1, and c_2(j) those with chi = 0.

1. A vertex of degree 1 is a corner between two sides glued to each other. They are in different
   halves, so that the corner is one of the two *junctions* where the halves meet. Remove the two
   sides: chi stays. If m of j sides are left in each half when no such vertex is, there were
   j - m + 1 ways to have taken j - m pairs from two junctions. So c(j) = sum_m (j - m + 1) K(m),
   with K(m) the number of *cores*, gluings without a vertex of degree 1.
2. A vertex of degree 2 has no junction at its corners. For tips are glued to tips: where the first
   half comes before one corner and the second after it, so it does at the other corner, and going
   round the second half follows the first only once. So the vertex can be taken out, its two edges
   made one, unless they are one already: then the polygon has two sides, and chi = 1.
3. What is left is a *scheme*, in which edge e stands for k_e >= 1 edges of the core. All degrees
   are 3 or more, 2E >= 3V = 3(E - 1 + chi): so E = 2 or 3 if chi = 0, and E = 1 if chi = 1. The k_e
   have to make both halves m long.
"""

from collections import Counter
from collections.abc import Iterator

import sympy as sp

from theorem_checks import Counterexample, Evidence, all_of, check, prove_identity, prove_recurrence

__all__ = ["check_correction_for_all_lags", "check_gluings_one_by_one", "schemes"]

m, j = sp.symbols("m j", integer=True, positive=True)

WAYS = {
    (2, 0, 0): lambda m: m - 1,
    (3, 0, 0): lambda m: (m - 1) * (m - 2) / 2,
    (0, 1, 1): lambda m: (1 + (-1) ** m) / 2,
    (1, 1, 1): lambda m: (2 * m - 3 - (-1) ** m) / 4,
}
"""How many lengths k_e >= 1 make both halves m long, if so many edges have a side in either half,
two sides in the first, two sides in the second."""


def _pairings(sides: list[int]) -> Iterator[list[tuple[int, int]]]:
    """All ways to pair sides off."""
    if not sides:
        yield []
        return
    one, *others = sides
    for other in others:
        rest = [side for side in others if side != other]
        yield from ([(one, other), *pairs] for pairs in _pairings(rest))


def _degrees(pairs: list[tuple[int, int]], first_half: int) -> list[int]:
    """The degrees of the vertices that corners become when arrows are glued tip to tip."""
    sides = 2 * len(pairs)
    vertex = list(range(sides))

    def arrow(side: int) -> tuple[int, int]:
        after = (side + 1) % sides
        return (side, after) if side < first_half else (after, side)

    for one, other in pairs:
        for a, b in zip(arrow(one), arrow(other), strict=True):
            vertex = [vertex[a] if v == vertex[b] else v for v in vertex]
    return list(Counter(vertex).values())


def schemes(chi: int) -> Counter[tuple[int, int, int]]:
    """Count the schemes of Euler characteristic 0 or 1 by their kinds of edges.

    **Returns** how many there are for each kind: numbers of edges with a side in either half, with
    two in the first, and with two in the second.
    """
    counts: Counter[tuple[int, int, int]] = Counter()
    for edges in (1,) if chi else (2, 3):
        for first_half in range(1, 2 * edges):
            for pairs in _pairings(list(range(2 * edges))):
                degrees = _degrees(pairs, first_half)
                if len(degrees) - edges + 1 != chi or (min(degrees) < 3 and not chi):
                    continue
                in_first = Counter((a < first_half) + (b < first_half) for a, b in pairs)
                kind = (in_first[1], in_first[2], in_first[0])
                if (kind[1] == 0) == (kind[2] == 0):  # else the halves are not of one length
                    counts[kind] += 1
    return counts


def _ways():
    """Prove each number of lengths by taking the last k_e as 1, or one less."""

    def pair(kind):
        return lambda m: (WAYS[kind](m), WAYS[kind](m + 1))

    return {
        "k_1 + k_2 = m": prove_recurrence(WAYS[2, 0, 0], lambda x, _: x + 1, (1, 0), m),
        "k_1 + k_2 + k_3 = m": prove_recurrence(
            WAYS[3, 0, 0], lambda x, m: x + WAYS[2, 0, 0](m), (1, 0), m
        ),
        "2 k_1 = 2 k_2 = m": prove_recurrence(
            pair((0, 1, 1)), lambda x, _: (x[1], x[0]), (1, (0, 1)), m
        ),
        "k_1 + 2 k_2 = k_1 + 2 k_3 = m": prove_recurrence(
            pair((1, 1, 1)), lambda x, _: (x[1], x[0] + 1), (1, (0, 0)), m
        ),
    }


@check("proof")
def check_correction_for_all_lags(correction):
    """All lags: c_1 = 0, and c_2 is the sum over cores, whose second difference is their number."""
    found = schemes(0)
    if unknown := set(found) - set(WAYS):
        return Evidence.undecided(
            f"The lengths of schemes of the kinds {unknown} were not counted."
        )

    def cores(lag):
        return sum(count * WAYS[kind](lag) for kind, count in found.items())

    first, second = (cores(sp.Integer(lag)) for lag in (1, 2))
    total = prove_recurrence(
        lambda j: (correction.second(j), correction.second(j + 1)),
        lambda c, lag: (c[1], 2 * c[1] - c[0] + cores(lag + 2)),
        (1, (first, 2 * first + second)),
        j,
    )
    return all_of(
        {
            "no term in 1/n": prove_identity(sum(schemes(1).values()), 0),
            **_ways(),
            "the sum over cores": total,
        },
        "all lags j >= 1; P_jj is a polynomial in n, so that what is left is O(n^-3)",
        words=(
            "the reduction of gluings to schemes, as argued at the head of the file",
            "a moment of centred Gaussians is the sum over the pairings of products of covariances"
            " (Janson, Gaussian Hilbert Spaces, Theorem 1.28)",
        ),
    )


@check("exact")
def check_gluings_one_by_one(correction):
    """All gluings of polygons with up to 10 sides, with nothing taken out: how many have which chi.

    Those of a sphere are one, those with chi = 1 none, those with chi = 0 c_2(j).
    """
    for lag in range(1, 6):
        gluings = _pairings(list(range(2 * lag)))
        found = Counter(len(_degrees(pairs, lag)) - lag + 1 for pairs in gluings)
        claimed = correction.second(sp.Integer(lag))
        if (found[2], found[1], found[0]) != (1, 0, claimed):
            counts = f"{found[2]}, {found[1]}, {found[0]}"
            return Evidence.refuted(Counterexample({"j": lag}, f"1, 0, {claimed}", counts))
    return Evidence.holds("lags 1 to 5")
