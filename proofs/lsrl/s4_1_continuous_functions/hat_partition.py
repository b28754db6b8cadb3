r"""Kuhn's hats: they add up to 1 and interpolate, in every dimension.

Let $1 = q_0 \ge q_1 \ge \dots \ge q_d \ge q_{d+1} = 0$ be the coordinates of q in the unit cell, in
falling order. The corners $v_k = e_1 + \dots + e_k$ have hats of height $q_k - q_{k+1}$; all others
have height 0. So the heights add up to 1, those with $v_i = 1$ to $q_i$, and the mean of
$(q_i - v_i)^2$ is $q_i (1 - q_i) \le 1/4$.
"""

from fractions import Fraction
from itertools import pairwise, permutations, product
from typing import Any

from constructions.lsrl.helpers.operations import relu
from constructions.lsrl.programs.hats import hat
from proofs.lsrl import PAPER
from proofs.lsrl.in_turn import in_turn
from theorem_checks import (
    Claim,
    Mutant,
    Source,
    all_of,
    check,
    prove_for_all,
    reals,
)

HALF = Fraction(1, 2)


def points(d):
    """Return d variables."""
    return [reals(f"q{i}") for i in range(d)]


@check("solver")
def check_partition(hat_at):
    """The hats at the corners of the unit cell add up to 1, for all q in the cell; d = 1, 2.

    Hats at other nodes are 0 there (the next check); the grid of width delta is this one scaled.
    """
    parts = {}
    for d in (1, 2):
        q = points(d)
        hats = [hat_at(1, [x - c for x, c in zip(q, node, strict=True)]) for node in corners(d)]
        inside = [(x >= 0) & (x <= 1) for x in q]
        total: Any = sum(hats)
        parts[f"d = {d}"] = prove_for_all(total == 1, assume=inside)
    return all_of(parts, "all q in a cell; d = 1, 2")


@check("solver")
def check_support(hat_at):
    """A hat is 0 unless all offsets and their differences are in (-1, 1); d = 1, 2."""
    parts = {}
    for d in (1, 2):
        x = points(d)
        outside = [(a >= 1) | (a <= -1) for a in x]
        outside += [a - b >= 1 for a, b in permutations(x, 2)]
        for number, one in enumerate(outside):
            parts[f"d = {d}, {number}"] = prove_for_all(hat_at(1, x) == 0, assume=one)
    return all_of(parts, "all offsets; d = 1, 2")


def corners(d):
    """Iterate over the corners of the unit cell."""
    return product((0, 1), repeat=d)


@check("solver", tier="deep")
def check_interpolation_error(hat_at):
    r"""On each simplex sum_v h_v(q) |q - v|^2 <= d/4, so that the error is at most L sqrt(d)/2.

    For an L-Lipschitz f the error is at most sum h_v |f(v) - f(q)| <= L sum h_v |q - v|, which by
    Cauchy and Schwarz is at most L (sum h_v |q - v|^2)^{1/2}, as the h_v add up to 1.
    """
    parts = {}
    for d in (1, 2):
        q = points(d)
        for order in permutations(range(d)):
            sorted_ = [(q[i] >= q[j]) for i, j in pairwise(order)]
            total: Any = sum(
                hat_at(1, offsets(q, node)) * sum(y * y for y in offsets(q, node))
                for node in corners(d)
            )
            inside = [(x >= 0) & (x <= 1) for x in q]
            parts[f"d = {d}, order {order}"] = prove_for_all(
                4 * total <= d, assume=inside + sorted_
            )
    return all_of(parts, "all q in a cell; d = 1, 2")


def offsets(q, node):
    """Return q - node."""
    return [x - c for x, c in zip(q, node, strict=True)]


largest, smallest, first, second = reals("largest smallest first second")
before, after, sum_so_far, at, mean = reals("before after sum q_i mean")


@check("solver")
def check_every_dimension(hat_at):
    """The heights at the corners of a cell are those of the text above, for every d.

    A hat depends on the largest of 0 and the offsets, and on the smallest, so that two offsets
    stand for all: at v_k these are q_{k+1} and q_k - 1. At any other corner v there are i in v and
    j not in v with q_i <= q_j, so the largest is at least q_j and the smallest at most q_i - 1.
    """
    order = [before <= 1, after >= 0, after <= before]
    chain = hat_at(1, [after, before - 1]) == before - after
    others = [largest >= second, smallest <= first - 1, first >= 0, first <= second, second <= 1]
    step = sum_so_far + hat_at(1, [after, before - 1]) == 1 - after
    variance = at * (1 - at) ** 2 + (1 - at) * at**2
    return in_turn(
        {
            "v_k": lambda: prove_for_all(chain, assume=order),
            "other corners": lambda: prove_for_all(
                hat_at(1, [largest, smallest]) == 0, assume=others
            ),
            "sum, v_0": lambda: prove_for_all(
                hat_at(1, [after, 0 * after]) == 1 - after, assume=order
            ),
            "sum, one more": lambda: prove_for_all(step, assume=[*order, sum_so_far == 1 - before]),
            "variance": lambda: prove_for_all(4 * variance <= 1),
        },
        "every d, all q in a cell",
        words=(
            "induction over k: the heights at v_0, ..., v_k add up to 1 - q_{k+1}",
            "the sum over i of at most 1/4 is at most d/4",
        ),
    )


def _positive_part(x):
    largest = relu(x[0])
    for entry in x[1:]:
        largest = largest + relu(entry - largest)
    return largest


partition = Claim(
    id="lsrl/new-hat-partition",
    title="The hats of a grid add up to 1 and interpolate to within L sqrt(d) delta/2",
    source=Source(PAPER, "Sec. 4.1, beyond the text"),
    statement=r"\sum_v h_v = 1,\quad \sum_v h_v(q)\,|q - v|_2^2 \le d/4 \quad (\delta = 1)",
    assumptions=(
        r"every d; for L-Lipschitz f it says"
        r" $|\sum h f(v) - f(q)| \le L (\sum h |q - v|^2)^{1/2} \le L \sqrt d/2$",
    ),
    subject=hat,
    checks=(
        check_every_dimension,
        check_partition,
        check_support.killing("no-minimum"),
        check_interpolation_error.killing("twice"),
    ),
    mutants=(
        Mutant("no-minimum", lambda r, x: relu(r - _positive_part(x)), "without the minimum"),
        Mutant("twice", lambda r, x: 2 * hat(r, x), "twice as high"),
        Mutant("product", lambda r, x: hat(r, x[:1]), "of the first coordinate alone"),
    ),
    new=True,
)
