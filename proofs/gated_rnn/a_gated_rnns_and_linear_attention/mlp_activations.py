r"""Bounds of the fourth derivatives of tanh and of u sigma(u), on the whole line.

With y = tanh u and s = sigma(u) their derivatives are polynomials, by y' = 1 - y^2, s' = s (1 - s).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from proofs.gated_rnn import PAPER
from theorem_checks import (
    Claim,
    Evidence,
    Mutant,
    Source,
    all_of,
    check,
    prove_for_all,
    prove_identity,
    prove_inequality,
    reals,
)
from theorem_checks.facts.inequalities import TANH_BELOW_ONE

u, y, s = sp.symbols("u y s")


@dataclass(frozen=True)
class Derivatives:
    """The fourth derivatives and their bounds: of tanh in y, and of u sigma(u) in u and s.

    **Fields**: `of_tanh(y)`; `of_swish(u, s)`; `tanh` and `swish`, bounds of their sizes.
    """

    of_tanh: Callable[[Any], Any] = lambda y: 8 * y * (1 - y**2) * (2 - 3 * y**2)
    of_swish: Callable[..., Any] = lambda u, s: (
        s * (1 - s) * (4 * (1 - 6 * s * (1 - s)) + u * (1 - 2 * s) * (1 - 12 * s * (1 - s)))
    )
    tanh: Any = 5
    swish: Any = 2


def _fourth(function: sp.Expr, rules: dict[sp.Symbol, sp.Expr]) -> sp.Expr:
    """The fourth derivative of a polynomial in symbols, by the chain rule."""
    for _ in range(4):
        terms = (sp.diff(function, symbol) * rule for symbol, rule in rules.items())
        function = sp.expand(sum(terms, start=sp.Integer(0)))
    return function


@check("proof")
def check_on_the_whole_line(given: Derivatives) -> Evidence:
    """The polynomials by the chain rule, and their bounds by the solvers.

    For u sigma(u) let w = s (1 - s), so that |1 - 2 s| <= 1, |1 - 12 w| <= 2 and w <= e^-|u|. With
    |u| e^-|u| <= 1/2 the part with u is at most 1, and so is 4 w (1 - 6 w).
    """
    on_box = check_in_balls.function(given)
    if not on_box.verdict.passes:
        return on_box
    t, p, v, x = reals("y s v x")
    w = p * (1 - p)
    unit, edge = [p >= 0, p <= 1], [x > 0, x <= 1]
    part = u * s * (1 - s) * (1 - 2 * s) * (1 - 12 * s * (1 - s))
    rest = 4 * s * (1 - s) * (1 - 6 * s * (1 - s))
    return all_of(
        {
            "tanh'''' in y": prove_identity(_fourth(y, {y: 1 - y**2}), given.of_tanh(y)),
            "its size": prove_for_all(
                abs(given.of_tanh(t)) <= given.tanh, assume=[t >= -1, t <= 1]
            ),
            "(u sigma)'''' in u and s": prove_identity(
                _fourth(u * s, {u: sp.Integer(1), s: s * (1 - s)}), given.of_swish(u, s)
            ),
            "its two parts": prove_identity(given.of_swish(u, s), rest + part),
            "the part without u": prove_for_all(abs(4 * w * (1 - 6 * w)) <= 1, assume=unit),
            "the factors of the part with u": prove_for_all(
                (abs(1 - 2 * p) <= 1) & (abs(1 - 12 * w) <= 2), assume=unit
            ),
            "w = x / (1 + x)^2 <= x for x = e^-|u|": prove_for_all(
                x / (1 + x) ** 2 <= x, assume=edge
            ),
            "2 v <= 1 + v + v^2/2": prove_for_all(2 * v <= 1 + v + v * v / 2, assume=v >= 0),
            "1 + 1 is within the bound": prove_for_all(
                v + x <= given.swish, assume=[v <= 1, x <= 1]
            ),
        },
        "all real u",
        words=("1 + v + v^2/2 <= e^v for v >= 0, so that v e^-v <= 1/2",),
        rests_on=(TANH_BELOW_ONE,),
    )


@check("bound")
def check_in_balls(given: Derivatives) -> Evidence:
    """The derivatives that SymPy finds of the functions themselves, for |u| <= 10."""
    functions = {"tanh": (sp.tanh(u), given.tanh), "swish": (u / (1 + sp.exp(-u)), given.swish)}
    parts = {}
    for name, (function, most) in functions.items():
        fourth, box = sp.diff(function, u, 4), {"u": (-10, 10)}
        for sign in (1, -1):
            part = prove_inequality(sign * fourth, box, "<", most)
            if not part.verdict.passes:
                return part
            parts[f"{'+' if sign == 1 else '-'}{name}''''"] = part
    return all_of(parts, "|u| <= 10")


FOURTH = Derivatives()

fourth_derivatives = Claim(
    id="gated-rnn/new-fourth-derivatives",
    title="The fourth derivative of tanh is at most 5 in size, that of u sigma(u) at most 2",
    source=Source(PAPER, "Table 3, beyond the text"),
    statement=r"|\tanh''''(u)| \le 5,\quad \Big|\frac{d^4}{du^4}\, u\,\sigma(u)\Big| \le 2"
    r"\quad\text{for all real } u",
    subject=FOURTH,
    checks=(check_on_the_whole_line, check_in_balls),
    mutants=(
        Mutant("tanh-four", replace(FOURTH, tanh=4), "the largest value is about 4.09"),
        Mutant("swish-too-small", replace(FOURTH, swish=sp.Rational(2, 5)), "at 0 it is -1/2"),
    ),
    new=True,
    notes="With these K the bounds of gated-rnn/new-tab3-mlp-gated-bound hold for both.",
)
