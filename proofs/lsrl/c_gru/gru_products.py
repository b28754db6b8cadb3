r"""A product in a GRU with ReLUs: two units do it, and one cannot.

One unit adds up, $p_t = p_{t-1} + a_t b_t$, with gate $z = a$ and candidate $b + p$; the other
holds the sum before, $q_t = p_{t-1}$. Their difference is the product.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from proofs.lsrl import PAPER
from proofs.lsrl.gated_cells import GRU_KIND
from proofs.lsrl.gated_parts import Product, products_of
from proofs.lsrl.statements import Equations
from proofs.lsrl.weight_tables import gru_table
from theorem_checks import (
    Claim,
    Counterexample,
    Engine,
    Evidence,
    ForReals,
    Mutant,
    Route,
    Source,
    check,
    instances_of,
    proof_of,
    prove_for_all,
    reals,
    witnessed,
)

__all__ = ["TWO_UNITS"]

PRODUCT = gru_table(
    inputs="n n",
    units="n n",
    W_z="I, 0; 0, 0",
    U_z="0",
    b_z="0; 1",
    W_r="0",
    U_r="0",
    b_r="1",
    W_h="0, I; 0, 0",
    U_h="I, 0; I, 0",
    b_h="0",
)
TWO_UNITS = Product(GRU_KIND, PRODUCT, read="I, - I", rows="n")


def product_and_signs(w):
    """Return a_1 a_2 at the first token and at any, and that states are nowhere below 0."""
    states = dict.fromkeys(("first state", "next state"), w.joined([[w.zeros("n")]] * 2, "n n"))
    tokens = {"first token": "first", "step": "next"}
    return products_of(w, tokens, rows="n") | states


MULTIPLIED = Equations(product_and_signs)

WEIGHTS = ("z0", "z1", "z2", "z3", "c0", "c1", "c2", "r0", "r1", "r2", "r3", "k", "d")
Polynomial = dict[tuple[int, ...], Any]
"""Coefficients by the exponents of h, a and b."""


@dataclass(frozen=True)
class OneUnit:
    r"""That no single unit has k y + d for its state, where y is its output at every token.

    `wanted`: the next state as a polynomial in the last state h and the inputs a and b. On a piece
    where all ReLUs are linear or 0, the gate is $z = z_0 + z_1 a + z_2 b + z_3 h$ and the candidate
    $c = c_0 + c_1 a + c_2 b + h (r_0 + r_1 a + r_2 b + r_3 h)$, where r comes from the reset gate.
    """

    wanted: Callable[[Any, Any], Polynomial]

    def equations(self, weights: dict[str, Any]) -> list[Any]:
        """Return the coefficients of h + z (c - h) less what is wanted."""
        z = {e: weights[f"z{n}"] for n, e in enumerate(LINEAR)}
        c = {e: weights[f"c{n}"] for n, e in enumerate(LINEAR[:3])}
        c |= {(e[0] + 1, *e[1:]): weights[f"r{n}"] for n, e in enumerate(LINEAR)}
        c[1, 0, 0] = c[1, 0, 0] - 1  # c - h
        total: Polynomial = {(1, 0, 0): 1}
        for e, one in z.items():
            for f, two in c.items():
                place = tuple(i + j for i, j in zip(e, f, strict=True))
                total[place] = total.get(place, 0) + one * two
        for place, value in self.wanted(weights["k"], weights["d"]).items():
            total[place] = total.get(place, 0) - value
        return [value for value in total.values() if not isinstance(value, int)]

    def ideal(self) -> tuple[list[Any], list[Any]]:
        """Return the same equations as SymPy expands them, with k != 0, and the unknowns."""
        unknown: dict[str, Any] = dict(zip(WEIGHTS, sp.symbols(WEIGHTS), strict=True))
        h, a, b, inverse = sp.symbols("h a b inverse")
        z, c, r = ([unknown[f"{x}{n}"] for n in range(4 - (x == "c"))] for x in "zcr")
        gate = z[0] + z[1] * a + z[2] * b + z[3] * h
        candidate = c[0] + c[1] * a + c[2] * b + h * (r[0] + r[1] * a + r[2] * b + r[3] * h)
        wanted = sum(
            value * h ** e[0] * a ** e[1] * b ** e[2]
            for e, value in self.wanted(unknown["k"], unknown["d"]).items()
        )
        difference = sp.Poly(sp.expand(h + gate * (candidate - h) - wanted), h, a, b)
        return [*difference.coeffs(), unknown["k"] * inverse - 1], [*unknown.values(), inverse]


LINEAR = ((0, 0, 0), (0, 1, 0), (0, 0, 1), (1, 0, 0))


@check("proof")
def check_impossible(unit):
    """The equations for the weights have no solution: 1 is in their ideal, and by a solver.

    If one unit did it for all positive inputs, then on some piece with an open set of a, b and of
    the last product, all three being free, and there the polynomials would be equal.
    """
    names = reals(" ".join(WEIGHTS))
    unknown: dict[str, Any] = dict(zip(WEIGHTS, names, strict=True))
    solved = unknown["k"] != 0
    for equation in unit.equations(unknown):
        solved = solved & (equation == 0)
    by_solver = prove_for_all(~solved, seconds=20)
    if by_solver.counterexample:
        weights = {n: v for n, v in by_solver.counterexample.values.items() if v != 0}
        told = Counterexample(weights, "no weights", "these do it on a piece, all others being 0")
        return Evidence.refuted(told)
    equations, variables = unit.ideal()
    basis = sp.groebner(equations, *variables, order="grevlex")
    if basis.exprs != [1]:
        return Evidence.undecided("1 is not in the ideal of the equations.")
    route = Route.deciding("1 is in the ideal of the equations: Groebner basis", Engine.SYMPY)
    by_ideal = Evidence.argued(WORDS, scope="all complex weights", routes=(route,))
    return witnessed(by_ideal, by_solver)


WORDS = "finitely many pieces cover the inputs, so that one contains an open set"


@dataclass(frozen=True)
class Bounded:
    """The first unit for inputs a in [0, M]: the gate a/M, and M b + p for the candidate."""

    gate: Callable[[Any, Any], Any]
    candidate: Callable[[Any, Any, Any], Any]


def says_bounded(unit, w):
    """The gate is in [0, 1] for a in [0, M], and p becomes p + a b."""
    a, b, p, M = w.reals("a b p M")
    w.assume((M > 0) & (a >= 0) & (a <= M))
    z, c = unit.gate(a, M), unit.candidate(b, p, M)
    return ForReals((z >= 0) & (z <= 1) & (p - z * p + z * c == p + a * b))


def _product(k, d):
    return {(0, 1, 1): k, (0, 0, 0): d}


BOUNDED = Bounded(lambda a, M: a / M, lambda b, p, M: M * b + p)

two_units = Claim(
    id="lsrl/new-gru-product",
    title="Two GRU units multiply at every token: one adds up, one holds the sum before",
    source=Source(PAPER, "App. C.3, repaired"),
    statement=r"p_t = (1 - a_t) p_{t-1} + a_t (b_t + p_{t-1}),\ q_t = p_{t-1}"
    r" \implies p_t - q_t = a_t b_t",
    assumptions=(r"$a_t, b_t \ge 0$; from any states that are not negative",),
    subject=TWO_UNITS,
    says=MULTIPLIED.says,
    checks=(
        MULTIPLIED.for_all_sizes.killing("forgets"),
        MULTIPLIED.on_numbers.killing("sums", "no-reset"),
    ),
    mutants=(
        Mutant("forgets", replace(TWO_UNITS, table=PRODUCT.but(U_h="0, 0; I, 0")), "c = b"),
        Mutant("sums", replace(TWO_UNITS, read="I, 0"), "reads p, not p - q"),
        Mutant("no-reset", replace(TWO_UNITS, table=PRODUCT.but(b_r="0")), "r = 0 as printed"),
    ),
    repairs=("lsrl/gru-gate", "lsrl/new-gru-gate-of-the-input"),
    new=True,
    notes="Factors with signs are two units each: lsrl/new-gru-layer. No single unit multiplies:"
    " lsrl/new-gru-one-unit.",
    late=MULTIPLIED.late(TWO_UNITS),
)

one_unit = Claim(
    id="lsrl/new-gru-one-unit",
    title="No single GRU unit with ReLUs has a b at every token for its output",
    source=Source(PAPER, "App. C.3, beyond the text"),
    statement=r"h_t = (1 - z_t) h_{t-1} + z_t c_t \ne k\, a_t b_t + d",
    assumptions=(
        "one unit, any weights, any affine readout with k not 0; all positive inputs a and b",
    ),
    subject=OneUnit(_product),
    checks=(check_impossible,),
    mutants=(
        Mutant("sum", OneUnit(lambda k, _d: {(1, 0, 0): 1, (0, 1, 1): k}), "the sum of products"),
        Mutant("linear", OneUnit(lambda k, d: {(0, 1, 0): k, (0, 0, 0): d}), "k a + d"),
    ),
    new=True,
    notes="So that two units are the least.",
)

bounded = Claim(
    id="lsrl/new-gru-product-bounded",
    title="For factors of at most M the gate can be kept in [0, 1]",
    source=Source(PAPER, "App. C.3, beyond the text"),
    statement=r"z = a/M,\ c = M b + p \implies (1 - z) p + z c = p + a b",
    assumptions=(r"$0 \le a \le M$",),
    subject=BOUNDED,
    says=says_bounded,
    checks=(proof_of(says_bounded), instances_of(says_bounded)),
    late=(
        Mutant(
            "far",
            replace(BOUNDED, gate=lambda a, M: a / M if M < 10**9 else a),
            "z = a for large M",
        ),
    ),
    mutants=(
        Mutant("unscaled", replace(BOUNDED, gate=lambda a, _M: a), "z = a, above 1"),
        Mutant("half", replace(BOUNDED, candidate=lambda b, p, _M: b + p), "c = b + p"),
    ),
    new=True,
)
