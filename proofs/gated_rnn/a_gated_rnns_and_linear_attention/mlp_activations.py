r"""Bounds of the fourth derivatives of tanh and of u sigma(u), on the whole line.

With y = tanh u and s = sigma(u) their derivatives are polynomials, by y' = 1 - y^2, s' = s (1 - s).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from operator import add, mul
from typing import Any

import sympy as sp

from proofs.gated_rnn import PAPER
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Conclusion,
    Equal,
    Evidence,
    Implies,
    Mutant,
    Source,
    World,
    all_of,
    arithmetic,
    check,
    conjunction,
    exp,
    instances_of,
    modus_ponens,
    proof_of,
    prove,
    prove_inequality,
    specialise,
    tanh,
)
from theorem_checks.statements.conclusions import symbols_of

v = sp.Symbol("v", real=True)
FOURTHS = tuple(sp.diff(f, v, 4) for f in (sp.tanh(v), v / (1 + sp.exp(-v))))
"""The fourth derivatives of both functions, as SymPy finds them."""


@dataclass(frozen=True)
class Derivatives:
    """The fourth derivatives and their bounds: of tanh in y, and of u sigma(u) in u and s.

    **Fields**: `of_tanh(y)`; `of_swish(u, s)`; `tanh` and `swish`, bounds of their sizes by u.
    """

    of_tanh: Callable[[Any], Any] = lambda y: 8 * y * (1 - y**2) * (2 - 3 * y**2)
    of_swish: Callable[..., Any] = lambda u, s: (
        s * (1 - s) * (4 * (1 - 6 * s * (1 - s)) + u * (1 - 2 * s) * (1 - 12 * s * (1 - s)))
    )
    tanh: Callable[[Any], Any] = lambda u: 5
    swish: Callable[[Any], Any] = lambda u: 2


def _function(e: Any) -> Callable[[Any], Any]:
    """Return an expression in v as a function of numbers of all sorts."""
    if e == v:
        return lambda at: at
    if e.is_Rational:
        constant = Fraction(int(e.p), int(e.q))
        return lambda _: constant
    parts = tuple(map(_function, e.args))
    if e.is_Add or e.is_Mul:
        joined = add if e.is_Add else mul
        return lambda at: reduce(joined, [part(at) for part in parts])
    if e.is_Pow and e.exp.is_Integer:
        power = int(e.exp)
        return lambda at: parts[0](at) ** power
    named = {sp.exp: exp, sp.tanh: tanh}[e.func]
    return lambda at: named(parts[0](at))


AT_NUMBERS = tuple(map(_function, FOURTHS))


def says_bounds(given: Derivatives, w: World) -> Conclusion:
    """The fourth derivatives are these, at tanh(u) and at sigma(u), and have these bounds."""
    at = w.number("u", small=True)
    sigma = w.call(lambda u: 1 / (1 + exp(-u)), at)
    found = (
        (AT_NUMBERS[0], given.of_tanh(w.call(tanh, at)), w.call(given.tanh, at)),
        (AT_NUMBERS[1], given.of_swish(at, sigma), w.call(given.swish, at)),
    )
    parts: list[Conclusion] = []
    for fourth, said, most in found:
        parts += [Equal(fourth(at), said), AtMost(said, most), AtMost(-most, said)]
    return All(tuple(parts))


def by_products(whole: Any) -> Evidence:
    """Prove it: tanh by one variable, and u sigma(u) as |u s (1 - s)| is at most 1/2.

    Then |1 - 2 s| <= 1 and |1 - 12 w| <= 2 for w = s (1 - s), so that the part with u is at most 1,
    and so is 4 w (1 - 6 w).
    """
    *of_tanh, is_swish, _, _ = whole.parts
    p, x = sp.symbols("p x", real=True)
    (at,) = symbols_of(whole)
    part, half = x * p * (1 - p), sp.Rational(1, 2)
    known = All((AtMost(0, p), AtMost(p, 1), AtMost(-half, part), AtMost(part, half)))
    here = {p: 1 / (1 + sp.exp(-at)), x: at}
    of_swish = FOURTH.of_swish(x, p)
    found = []
    for bound in (AtMost(of_swish, 2), AtMost(-2, of_swish)):
        general = Implies(known, bound)
        special: Any = general.substituted(here)
        evidence = specialise(general, arithmetic(general), here)
        found.append(modus_ponens(special, evidence, prove(special.hypothesis)))
    return conjunction(whole, *map(prove, (*of_tanh, is_swish)), *found)


@check("bound")
def check_in_balls(given: Derivatives) -> Evidence:
    """The derivatives that SymPy finds of the functions themselves, for |u| <= 10."""
    functions = {
        "tanh": (FOURTHS[0], given.tanh(1)),
        "swish": (FOURTHS[1], given.swish(1)),
    }
    parts = {}
    for name, (fourth, most) in functions.items():
        box = {"v": (-10, 10)}
        for sign in (1, -1):
            part = prove_inequality(sign * fourth, box, "<", most)
            if not part.verdict.passes:
                return part
            parts[f"{'+' if sign == 1 else '-'}{name}''''"] = part
    return all_of(parts, "|u| <= 10")


FOURTH = Derivatives()
NEAR = tuple({"u": Fraction(tenths, 10)} for tenths in (0, 3, 4, -20, 70))

fourth_derivatives = Claim(
    id="gated-rnn/new-fourth-derivatives",
    title="The fourth derivative of tanh is at most 5 in size, that of u sigma(u) at most 2",
    source=Source(PAPER, "Table 3, beyond the text"),
    statement=r"|\tanh''''(u)| \le 5,\quad \Big|\frac{d^4}{du^4}\, u\,\sigma(u)\Big| \le 2"
    r"\quad\text{for all real } u",
    subject=FOURTH,
    says=says_bounds,
    checks=(
        proof_of(says_bounds, by_products, instances=NEAR, seconds=120),
        instances_of(says_bounds, NEAR),
        check_in_balls.killing("tanh-four", "swish-too-small"),
    ),
    mutants=(
        Mutant("tanh-four", replace(FOURTH, tanh=lambda u: 4), "the largest value is about 4.09"),
        Mutant(
            "swish-too-small",
            replace(FOURTH, swish=lambda u: Fraction(2, 5)),
            "at 0 it is -1/2",
        ),
        Mutant(
            "one-sign",
            replace(FOURTH, of_tanh=lambda y: 8 * y * (1 - y**2) * (2 + 3 * y**2)),
            "2 + 3 y^2 for 2 - 3 y^2",
        ),
    ),
    late=(
        Mutant(
            "far-out",
            replace(FOURTH, tanh=lambda u: 5 if u < 1000 else 0 * u),
            "0 from u = 1000 on",
        ),
    ),
    new=True,
    notes="With these K the bounds of gated-rnn/new-tab3-mlp-gated-bound hold for both.",
)
