r"""Sec. 2: which functions on the cube are approximated by prompts: just the continuous ones.

All models here are continuous in the query. Near a jump of height w every continuous function is
off by almost w/2 somewhere, and one is off by no more. And a continuous function is within its
variation over a cell, and half a step of the weights, of some prompt to `hat_program`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy as sp

from proofs.lsrl import PAPER
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Control,
    Counterexample,
    Evidence,
    ForAll,
    Ground,
    Implies,
    Mutant,
    Source,
    Verdict,
    all_of,
    check,
    clamp,
    maximum,
    prove_by_induction,
    prove_for_all,
    reals,
    where,
)

SEC_2 = Source(PAPER, "Sec. 2, approximation theory")
HALF = Fraction(1, 2)


def indicator(x):
    """Return 1 if x > 1/2, else 0."""
    return where(x > HALF, 1, 0)


def ramp(x):
    """Return a continuous function of that shape."""
    return maximum(0, 2 * x - 1)


@check("solver")
def check_distance_from_continuous(member):
    """No continuous h is within 1/3 of the member: its values left and right of 1/2 are near a.

    |h(1/2 - d) - a| <= e and |h(1/2 + d) - a| <= e for each e > 0 and a small d > 0.
    """
    a, left, right, d, e = reals("a left right d e")
    near = [abs(left - a) <= e, abs(right - a) <= e, e < Fraction(1, 100), d > 0, d < e]
    errors = [abs(member(HALF - d) - left), abs(member(HALF + d) - right)]
    close = (errors[0] <= Fraction(1, 3)) & (errors[1] <= Fraction(1, 3))
    evidence = prove_for_all(~close, assume=near)
    if evidence.verdict is Verdict.PROVED:
        found = "every continuous function is more than 1/3 away from it"
        at = {"f": "1 if x > 1/2, else 0", "eps": Fraction(1, 3)}
        told = ("approximated by continuous models", found)
        return Evidence.refuted(Counterexample(at, *told), routes=evidence.routes)
    return Evidence.holds("continuous within reach", routes=evidence.routes)


@dataclass(frozen=True)
class Limits:
    """How near prompts come to a function.

    **Fields**: `jump(w)`, the distance of a jump of height w from the continuous functions;
    `error(v, step)`, the bound for a continuous function that varies by at most v over a cell, with
    values that are rounded to multiples of `step`.
    """

    jump: Callable[[Any], Any] = lambda w: w / 2
    error: Callable[[Any, Any], Any] = lambda v, step: v + step / 2


w, e, x, k, left, right, h_left, h_right = reals("w e x k f_left f_right h_left h_right")


@check("solver")
def check_jump(limits):
    """Near a jump of height w no continuous h is nearer than w/2, and some is as near.

    There are points as near as one likes at which f differs by w, and h by at most e, for each
    e > 0. The continuous h with its slope k of any size is within w/2 of w times the indicator.
    """
    apart = [w > 0, e > 0, abs(left - right) >= w, abs(h_left - h_right) <= e]
    off = maximum(abs(left - h_left), abs(right - h_right))
    near = abs(w * indicator(x) - w * clamp(k * (x - HALF) + HALF, 0, 1))
    return all_of(
        {
            "not nearer": prove_for_all(off >= limits.jump(w) - e / 2, assume=apart),
            "as near": prove_for_all(near <= limits.jump(w), assume=[w > 0, k > 0]),
        },
        "all heights of jumps, all continuous functions",
        words=("compositions of affine maps, ReLUs and products are continuous",),
    )


REACHED = (
    "the hats of a grid add up to 1: lsrl/new-hat-partition",
    "each token adds a multiple of its hat: lsrl/new-hat-program",
    "a continuous function on the cube is uniformly continuous",
)
f, corner, value, step, v = reals("f f_v g_v step v")


def sum_of_hats():
    """Say that n numbers within e of f, with weights >= 0, add up to f times these, within e."""
    n, k = (sp.Symbol(name, integer=True, positive=True) for name in "nk")
    h, g = (sp.Function(name, real=True) for name in "hg")
    at, error = sp.symbols("f e", real=True)
    near = All((AtMost(-error, g(k) - at), AtMost(g(k) - at, error), AtMost(0, h(k))))
    off = sp.Sum(h(k) * g(k), (k, 1, n)) - at * sp.Sum(h(k), (k, 1, n))
    most = error * sp.Sum(h(k), (k, 1, n))
    within = All((AtMost(-most, off), AtMost(off, most)))
    return Implies(ForAll(k, 1, near), ForAll(n, 1, within))


@check("solver")
def check_continuous(limits):
    """The sum of hats times rounded values is within the bound of f: by induction over the nodes.

    Only nodes of the cell of q have h_v > 0, where |f(v) - f(q)| <= v and |g_v - f(v)| <= step/2;
    and all h_v add up to 1.
    """
    known = [v >= 0, step > 0, abs(corner - f) <= v, abs(value - corner) <= step / 2]
    one = prove_for_all(abs(value - f) <= limits.error(v, step), assume=known)
    return all_of(
        {"one node": one, "sum of hats": prove_by_induction(sum_of_hats())},
        "all continuous functions",
        words=REACHED,
        rests_on=(
            Ground.claim("lsrl/new-hat-partition"),
            Ground.claim("lsrl/new-hat-program"),
        ),
    )


LIMITS = Limits()
printed = Claim(
    id="lsrl/c-vec",
    title="C^vec is the set of all functions from the cube, and models approximate all of them",
    source=SEC_2,
    statement=r"\mathcal C^{\mathrm{vec}} = (\mathbb R^{d_\mathrm{out}})^{[0, 1]^{d_\mathrm{in}}}",
    assumptions=("read as printed: the power is the set of all functions",),
    subject=indicator,
    checks=(check_distance_from_continuous,),
    controls=(Control("continuous", ramp),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-c-vec-limits",
    notes="All models here are continuous in the query, and 1 if x > 1/2 else 0 is 1/2 away from"
    " everything continuous. The words 'all continuous functions' say what is meant.",
)

repaired = Claim(
    id="lsrl/new-c-vec-limits",
    title="Prompts approximate the continuous functions and no others; a jump w is missed by w/2",
    source=SEC_2,
    statement=r"\overline{\mathcal H^{\mathrm{vec}}} = C([0, 1]^{d_\mathrm{in}}): \quad"
    r" \inf_h \sup |f - h| \ge \tfrac w2 \text{ at a jump } w; \quad"
    r" \sup |f - h| \le \omega_f + \tfrac{1}{2n} \text{ if continuous}",
    assumptions=(
        r"$\omega_f$: how much f varies over a cell of the grid of width $1/n$, whose hats have"
        r" weights that are multiples of $1/n$",
        "each entry of the output by itself",
    ),
    subject=LIMITS,
    checks=(
        check_jump.killing("whole", "quarter"),
        check_continuous.killing("unrounded"),
    ),
    mutants=(
        Mutant("whole", replace(LIMITS, jump=lambda w: w), "w for w/2"),
        Mutant("quarter", replace(LIMITS, jump=lambda w: w / 4), "w/4 for w/2"),
        Mutant("unrounded", replace(LIMITS, error=lambda v, step: v), "exact weights"),
    ),
    repairs=("lsrl/c-vec",),
    new=True,
    notes="So C^vec cannot be larger than the set of continuous functions, for any models whose"
    " outputs are continuous, and Linear RNNs reach all of it.",
)
