r"""Sec. 4.1: how many tokens any model needs, and how many the recipe takes.

A prompt of N tokens from an alphabet of A symbols is one of $A^N$. On a grid of m cells a side put
on each cell v a tent of height $\pm L/2m$: these are $2^{m^d}$ functions, L-Lipschitz, and two of
them differ by $L/m$ at some centre. If $L/m > 2\epsilon$ no output is within $\epsilon$ of both, so
that each needs a prompt of its own.
"""

from proofs.lsrl import PAPER
from theorem_checks import (
    Claim,
    Less,
    Mutant,
    Source,
    all_of,
    certificate,
    check,
    implies,
    instances_of,
    proof_of,
    prove_for_all,
    reals,
)

L, r, eps, m, out = reals("L r eps m h")
D, near, far = reals("D dist_x dist_y")
x, y, v, w = reals("x y v w")
root = reals("root_d")


def tent(L, r, distance):
    """Return the height of the tent of half-width r, at a distance from its centre up to r."""
    return L * (r - distance)


@check("solver")
def check_lipschitz(tent_at):
    """A sum of such tents with any signs is L-Lipschitz in the largest norm, in every dimension.

    D is the distance of the points, and theirs to the centres of their cells are `near` and `far`:
    for one cell these differ by at most D. For two cells, some coordinate of the centres v and w
    differs by at least 2 r.
    """
    heights = tent_at(L, r, near), tent_at(L, r, far)
    inside = [L > 0, r > 0, near >= 0, near <= r, far >= 0, far <= r]
    coordinate = [
        *(near >= x - v, near >= v - x, far >= y - w, far >= w - y, y - x <= D),
        v + 2 * r <= w,
    ]
    change = heights[0] - heights[1]
    return all_of(
        {
            "one cell": prove_for_all(
                (change <= L * D) & (-change <= L * D),
                assume=[*inside, near - far <= D, far - near <= D],
            ),
            "two cells": prove_for_all(
                heights[0] + heights[1] <= L * D, assume=[*inside, *coordinate]
            ),
            "continuous": prove_for_all(tent_at(L, r, r) == 0, assume=[L > 0, r > 0]),
        },
        "all points of the cube, every d; so it is L-Lipschitz in the Euclidean norm, too",
    )


@check("solver")
def check_told_apart(tent_at):
    """With fewer than L/(2 eps) cells a side no output is within eps of both signs of a tent."""
    top = tent_at(L, 1 / (2 * m), 0 * m)
    both = (abs(out - top) <= eps) & (abs(out + top) <= eps)
    return all_of(
        {
            "apart": prove_for_all(
                implies(m < L / (2 * eps), ~both), assume=[L > 0, eps > 0, m >= 1]
            )
        },
        "all m, L and eps",
        words=("A^N prompts give at most A^N outputs, and 2^(m^d) functions are to be met",),
    )


@check("solver")
def check_recipe_is_as_long(tent_at):
    """The recipe has at most (2 sqrt(d) + 1)^d times as many tokens as there are tents.

    With z = L/(2 eps) >= 2 it has k = ceil(sqrt(d) z) cells a side, and the bound m = ceil(z) - 1,
    the largest number below z. That is a constant: no power of 1/eps is lost.
    """
    recipe, tents, z = reals("k m z")
    top = tent_at(L, 1 / (2 * tents), 0 * tents)
    assume = [L > 0, z >= 2, root >= 1, recipe < root * z + 1, tents + 1 >= z, tents >= 1]
    told_apart = implies(tents < z, 2 * z * top > L)
    return prove_for_all((recipe <= (2 * root + 1) * tents) & told_apart, assume=assume)


def says_exponents(ours, w):
    """The exponent is below 10 + 14 d + 4 d^2 by more than 10, for all d >= 1."""
    d = w.size("d")
    return Less(w.call(ours, d) + 10, 10 + 14 * d + 4 * d**2)


SEC_41 = Source(PAPER, "Sec. 4.1")

as_good = Claim(
    id="lsrl/as-good-as-hope",
    title="No fixed model does with fewer than order eps^-d bits of prompt",
    source=SEC_41,
    statement=r"N \log_2 A \ge \big(\lceil L/2\epsilon \rceil - 1\big)^d",
    assumptions=(
        "tokens from an alphabet of A symbols, such as numbers of a fixed precision",
        r"one model for all L-Lipschitz $f: [0, 1]^d \to \mathbb R$, error at most $\epsilon$"
        " everywhere",
    ),
    subject=tent,
    checks=(
        check_lipschitz.killing("steep", "flat-top"),
        check_told_apart.killing("half"),
        check_recipe_is_as_long.killing("half"),
    ),
    mutants=(
        Mutant("steep", lambda L, r, distance: 2 * L * (r - distance), "2 L-Lipschitz"),
        Mutant("flat-top", lambda L, r, distance: L * r + 0 * distance, "boxes, not tents"),
        Mutant("half", lambda L, r, distance: L * (r - distance) / 2, "half as high"),
    ),
    notes="'As good as one can hope' is true in this sense, for every architecture. A token of real"
    " numbers of unlimited precision can hold any number of bits; but programs without Multi cannot"
    " make much of them: lsrl/new-real-tokens.",
)

comparison = Claim(
    id="lsrl/better-than-transformer",
    title="The exponent d is below 10 + 14 d + 4 d^2, that of the best bound for transformers",
    source=SEC_41,
    statement=r"d < 10 + 14 d + 4 d^2",
    assumptions=("upper bounds are compared; that on transformers is quoted, not proved here",),
    subject=lambda d: d,
    says=says_exponents,
    checks=(
        proof_of(says_exponents),
        certificate(says_exponents, proof="better_than_transformer.v", tier="deep"),
        instances_of(says_exponents),
    ),
    late=(Mutant("far", lambda d: d if d < 5000 else 5 * d**2, "5 d^2 for large d"),),
    mutants=(
        Mutant("the-other", lambda d: 10 + 14 * d + 4 * d * d, "transformers themselves"),
        Mutant("large", lambda d: 18 * d + 1, "an exponent of 18 d + 1"),
    ),
)
