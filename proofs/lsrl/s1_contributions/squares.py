r"""Sec. 1, contribution iv: a map for which gates are more compact than any model without them.

With gates the square of a token takes ten numbers. Without, the output is linear on pieces of the
first token, and one more ReLU at most doubles their number: at most $2^R$ pieces for R ReLUs. No
piece has three integers on which it is the square. So on $0, 1, \dots, 2^s$ it takes s ReLUs, and
s are enough: $4^{-s} x^2 = f_s(2^{-s} x)$ with $f_0(u) = u$, $f_s(u) = u - v/2 + f_{s-1}(v)/4$ and
the tent $v = 2 u - 4\,\mathrm{relu}(u - 1/2)$.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy as sp

from constructions.lsrl import ForEach, Input, Multi, Node, ReLU
from constructions.lsrl.targets import gated_linear_rnn
from proofs.lsrl import PAPER
from proofs.lsrl.one_token import at_one_token
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    all_of,
    check,
    prove_for_all,
    prove_recurrence,
    reals,
    relu,
    to_fraction,
)

HALF = Fraction(1, 2)


def with_gates(token):
    """Write the square as a product."""
    return token * token


def tent(u: Any) -> Any:
    """Return 2 u up to 1/2, and 2 - 2 u from there on: one ReLU."""
    return 2 * u - 4 * relu(u - HALF)


def refined(u: Any, v: Any, coarse: Any) -> Any:
    """Return f_s(u) from v = tent(u) and f_{s-1}(v)."""
    return u - v / 2 + coarse / 4


def without_gates(s: int) -> ForEach:
    """Write the square of 0, ..., 2^s with s ReLUs: f_s(u) = u - g_1/4 - ... - g_s/4^s."""
    x = Input(1)
    u: Node = x / 2**s
    total: Node = u
    for k in range(1, s + 1):
        u = 2 * u - 4 * ReLU(u - HALF)
        total = total - u / 4**k
    return ForEach(4**s * total)


@dataclass(frozen=True)
class Squares:
    """The square of the first token: on 0, ..., 2^s, without gates and with them.

    **Fields**: `more(P)`, the most pieces after one more ReLU, from P of them, and `most(R)` after
    R; `points`, how many integers a piece may have; `fewest(s)`, the fewest ReLUs, of which
    `plain(s)` has as many; `gated`, and its `numbers`, all and those that are not 0.
    """

    more: Callable[[Any], Any] = lambda P: 2 * P
    most: Callable[[Any], Any] = lambda R: 2**R
    points: int = 2
    fewest: Callable[[int], int] = lambda s: s
    step: Callable[[Any, Any, Any], Any] = refined
    plain: Callable[[int], ForEach] = without_gates
    gated: Callable[[Any], Any] = with_gates
    numbers: tuple[int, int] = (10, 3)


B, E, a, b, x, u, p, q = reals("B E a b x u p q")
R = sp.Symbol("R", integer=True, nonnegative=True)


@check("proof")
def check_pieces(squares):
    """R ReLUs make at most 2^R pieces, on however many levels and in whatever order.

    Take the ReLUs in an order in which each reads earlier ones. Between B breakpoints what it reads
    is affine, so that it adds at most one on each of the B + 1 pieces. Lin, Concat and a LinState
    at the first token are affine maps and add none.
    """
    return all_of(
        {
            "one more": prove_for_all(squares.more(B + 1) >= B + (B + 1) + 1, assume=B >= 0),
            "R of them": prove_recurrence(
                squares.most, lambda P, _: squares.more(P), (0, squares.most(0)), R
            ),
            "none": prove_for_all(squares.most(0) + 0 * B <= 1),
        },
        "all numbers of ReLUs",
        words=("a ReLU of an affine function has at most one breakpoint",),
    )


@check("solver")
def check_points(squares):
    """On a piece the output is the square at so many integers at most.

    If it were at more, then at some three points x < x + p < x + p + q; and p (p + q) q > 0.
    """
    at = [x, x + p, x + p + q][: squares.points + 1]
    claim = ~((a * at[0] + b == at[0] * at[0]) & (a * at[1] + b == at[1] * at[1]))
    for point in at[2:]:
        claim = claim | ~(a * point + b == point * point)
    return prove_for_all(claim, assume=[p > 0, q > 0])


@check("proof")
def check_fewest(squares):
    """For every s: with s - 1 ReLUs 2 E integers have room, E = 2^{s-1}, and there are 2 E + 1."""
    s = sp.Symbol("s", integer=True, positive=True)
    relus = squares.fewest(s) - 1
    return all_of(
        {
            "pieces": prove_recurrence(
                squares.most(relus), lambda P, _: squares.more(P), (1, 1), s
            ),
            "room": prove_for_all(squares.points * E < 2 * E + 1, assume=E >= 1),
        },
        "every s from 1 on; for s = 0 it says that no ReLU is needed",
    )


@check("proof")
def check_enough(squares):
    """If f_{s-1}(v) = v^2 for v = tent(u) then f_s(u) = u^2; and f_0(u) = u = u^2 at 0 and 1.

    tent maps [0, 1] to itself, and multiples of 2^-s to multiples of 2^-(s-1).
    """
    v = tent(u)
    inside = [u >= 0, u <= 1]
    return all_of(
        {
            "s = 0": prove_for_all(u == u * u, assume=(u == 0) | (u == 1)),
            "square": prove_for_all(squares.step(u, v, v * v) == u * u, assume=inside),
            "range": prove_for_all((v >= 0) & (v <= 1), assume=inside),
            "multiples": prove_for_all((v == 2 * u) | (v == 2 - 2 * u), assume=inside),
        },
        "every s, all multiples of 2^-s in [0, 1]",
        words=("induction over s: f_{s-1} is the square at the multiple tent(u) of 2^-(s-1)",),
    )


@check("exact")
def check_plain(squares):
    """The program without gates has `fewest(s)` ReLUs, and is the square on 0, ..., 2^s."""
    for s in range(6):
        program = squares.plain(s)
        relus = sum(node.dim for node in program.nodes if isinstance(node, ReLU))
        if relus != squares.fewest(s) or program.count(Multi):
            at = {"s": s}
            told = (f"{squares.fewest(s)} ReLUs", f"{relus}, {program.count(Multi)} products")
            return Evidence.refuted(Counterexample(at, *told))
        for number in range(2**s + 1):
            found = to_fraction(program([[number]])[0, 0])
            if found != number**2:
                at = {"s": s, "x": number}
                return Evidence.refuted(Counterexample(at, str(number**2), str(found)))
    return Evidence.holds("s = 0, ..., 5; all tokens")


@check("proof")
def check_gated_square(squares):
    """With gates the program is the square, for all real tokens."""
    model = gated_linear_rnn(ForEach(squares.gated(Input(1))))
    found = (model.parameters, model.nonzero_parameters)
    if found != squares.numbers:
        return Evidence.refuted(Counterexample({}, str(squares.numbers), str(found)))
    y = at_one_token(squares.gated)(x)
    return prove_for_all(y == x * x)


SQUARES = Squares()


def cubed(token):
    """Write a cube."""
    return token * token * token


compact = Claim(
    id="lsrl/new-gates-more-compact",
    title="Squares on 0, ..., 2^s: ten numbers with gates, whatever s is; without, s ReLUs",
    source=Source(PAPER, "Sec. 1, contribution iv, repaired"),
    statement=r"\#\text{numbers with gates} = 10; \qquad"
    r" \min \#\text{ReLUs without} = s \text{ on } \{0, 1, \dots, 2^s\}",
    assumptions=(
        "the output at the first token; every Linear RNN, of any number of layers and levels",
        "a ReLU takes a number that is not 0 in its row, else it is a constant",
    ),
    subject=SQUARES,
    checks=(
        check_pieces.killing("one-piece"),
        check_points.killing("one-point"),
        check_fewest.killing("one-more", "three-points"),
        check_enough.killing("half"),
        check_plain.killing("one-less", "gates"),
        check_gated_square.killing("cube", "eight"),
    ),
    mutants=(
        Mutant(
            "one-piece",
            replace(SQUARES, more=lambda P: P + 1, most=lambda R: R + 1),
            "a piece more for each ReLU",
        ),
        Mutant("one-point", replace(SQUARES, points=1), "a piece has one integer"),
        Mutant("three-points", replace(SQUARES, points=3), "a piece has three integers"),
        Mutant("one-more", replace(SQUARES, fewest=lambda s: s + 1), "s + 1 ReLUs are needed"),
        Mutant("half", replace(SQUARES, step=lambda u, v, f: u - v / 4 + f / 4), "v/4 for v/2"),
        Mutant(
            "one-less",
            replace(SQUARES, plain=lambda s: without_gates(max(s - 1, 0))),
            "s - 1 steps",
        ),
        Mutant(
            "gates", replace(SQUARES, plain=lambda s: ForEach(with_gates(Input(1)))), "a product"
        ),
        Mutant("cube", replace(SQUARES, gated=cubed), "x^3"),
        Mutant("eight", replace(SQUARES, numbers=(8, 3)), "the first states not counted"),
    ),
    repairs=("lsrl/contrib-iv-compact",),
    new=True,
    notes="So with gates the model is smaller than every model without from s = 11 on, and from"
    " s = 4 on if zeros are not counted. On all real tokens no number of ReLUs is enough"
    " (lsrl/constants). It is one map: Listing 1 takes fewer numbers without gates.",
)
