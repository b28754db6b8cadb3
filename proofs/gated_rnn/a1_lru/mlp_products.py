"""Perceptrons in the place of gates: App. A.1 says that they cannot multiply.

Four hidden units make a product wherever the activation has a second derivative: exactly if it is
u^2, in the limit otherwise. Of piecewise linear activations what the paper says is true.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from constructions.arrays import EXACT
from constructions.cells.glu import GLU
from constructions.cells.lru import LinearRecurrentUnit
from constructions.cells.mlp import MLP
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.expressivity import Expressivity, by_parts, check_order_two
from proofs.gated_rnn.mlp_realisations import MLP_SQUARE, MLP_SWISH, in_mlp_lru, square
from proofs.gated_rnn.realisation import few
from theorem_checks import (
    All,
    Claim,
    Control,
    Counterexample,
    Equal,
    Evidence,
    Mutant,
    PiecewiseLinear,
    Source,
    Verdict,
    World,
    all_of,
    check,
    identity_function,
    instances_of,
    proof_of,
    prove_for_all,
    prove_identity,
    prove_inequality,
    reals,
    relu,
)

cannot = Claim(
    id="gated-rnn/a1-mlp-cannot",
    title="LRU In-Out (MLP) has no multiplicative interactions, so it is no gated RNN",
    source=Source(PAPER, "App. A.1"),
    statement=r"\text{one layer with a perceptron for each gate: no simplified gated RNN}",
    assumptions=("activation $u\\,\\sigma(u)$; in the limit, as the other rows of Table 3",),
    subject=Expressivity(MLP_SWISH, possible=False),
    checks=(check_order_two,),
    controls=(Control("repaired", Expressivity(MLP_SWISH), "one layer comes near"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/new-tab3-mlp-gated-bound",
    notes="phi(b+s+t) - phi(b+s-t) - phi(b-s+t) + phi(b-s-t) = 4 phi''(b) s t + ...: four hidden"
    " units multiply. For the activation u^2 the layer is exact (gated-rnn/new-mlp-square).",
)

SQUARE = Expressivity(MLP_SQUARE)


def says_squares(expressivity: Expressivity, w: World) -> All:
    """Perceptrons of squares around a recurrence, and a readout, are a gated RNN."""
    given = expressivity.realisation.stated(w)
    s, t = (w.array(name, given.sizes["n"]) for name in "st")
    corners = square(s + t) - square(s - t) - square(t - s) + square(-s - t)
    return All(
        (given.same(), given.layers(MLP, LinearRecurrentUnit, MLP), Equal(corners, 8 * s * t))
    )


squares = Claim(
    id="gated-rnn/new-mlp-square",
    title="With the activation u^2 one LRU In-Out (MLP) layer is any gated RNN, exactly",
    source=Source(PAPER, "App. A.1, beyond the text"),
    statement=r"(s + t)^2 - (s - t)^2 - (t - s)^2 + (s + t)^2 = 8\,s\,t",
    assumptions=(r"$\lambda$ of the gated RNN within the LRU's range, or in its limit",),
    subject=SQUARE,
    says=says_squares,
    checks=(proof_of(says_squares, by_parts(MLP_SQUARE.by)), instances_of(says_squares)),
    mutants=(
        Mutant("three-corners", SQUARE.without(0, "W_2", ("h", "mm")), "three hidden units"),
        Mutant(
            "curvature-one",
            Expressivity(in_mlp_lru(square, 0, 1, leak=0)),
            "phi'' = 1 for 2",
        ),
        Mutant("cubes", Expressivity(in_mlp_lru(lambda u: u * u * u, 0, 2, leak=0)), "phi = u^3"),
    ),
    late=(
        Mutant(
            "first-tokens",
            SQUARE.with_entry(
                0,
                "W_1",
                ("pp", "x"),
                lambda w, k, a: w.eps * (w.W_in_m[k, a] + w.W_in_x[k, a]) * few(a),
            ),
            "inputs beyond the fortieth are read by three hidden units",
        ),
    ),
    new=True,
)


@dataclass(frozen=True)
class Pieces:
    """That a function of K linear pieces errs on s^3 by `constant` / K^2 at least, on [1, 2].

    `pieces` bounds K for a perceptron of n hidden units with ReLU on a line.
    """

    constant: Any
    pieces: Callable[[int], int]


@check("proof", kills=("far-too-large",))
def check_one_piece(claim):
    """A piece [a, b] of length at least 1/K: the middle of a chord of s^3 lies above the curve.

    By 3/8 (a + b)(b - a)^2 >= 3/4 (b - a)^2. Where the function is linear, twice its error is at
    least that.
    """
    a, b = sp.symbols("a b")
    gap = (a**3 + b**3) / 2 - ((a + b) / 2) ** 3
    x, y = reals("x y")
    c = claim.constant
    enough = prove_for_all(
        (x + y) * (y - x) ** 2 * "3/8" >= 2 * c * (y - x) ** 2, assume=[x >= 1, y >= x, y <= 2]
    )
    if enough.verdict is Verdict.REFUTED:
        return check_against_a_line.function(claim)
    return all_of(
        {
            "the middle of a chord": prove_identity(
                gap, sp.Rational(3, 8) * (a + b) * (b - a) ** 2
            ),
            "at least twice the constant": enough,
        },
        "any number K of pieces; one of them has length 1/K at least",
        words=(
            "a stack of perceptrons and linear recurrences has a bounded number of pieces on"
            " a line, whatever its weights",
        ),
    )


@check("bound", kills=("far-too-large",))
def check_against_a_line(claim):
    """K = 1: the error of 7 s - 6 - 9/16 on s^3 over [1, 2] is below 3/5."""
    s = sp.Symbol("s")
    error, box = s**3 - 7 * s + 6 + sp.Rational(9, 16), {"s": (1, 2)}
    parts = {
        "from above": prove_inequality(error, box, "<", claim.constant),
        "from below": prove_inequality(error, box, ">", -claim.constant),
    }
    if all(part.verdict.passes for part in parts.values()):
        return Evidence.refuted(
            Counterexample(
                {"K": 1, "line": "7 s - 6 - 9/16"},
                claimed=f"an error of {claim.constant} at least",
                found="an error below that",
            ),
            parts=tuple(parts.values()),
        )
    return Evidence.holds("K = 1: this line has a larger error than the constant")


@check("exact", kills=("fewer-pieces",))
def check_pieces(claim):
    """Perceptrons of n ReLUs with different kinks, n = 1, ..., 5: pieces on a line."""
    for n in range(1, 6):
        network = sum(
            (relu(identity_function() - k) * (k + 1) for k in range(n)),
            start=identity_function() * 0,
        )
        assert isinstance(network, PiecewiseLinear)
        found = len(network.breakpoints) + 1
        if found > claim.pieces(n):
            told = f"at most {claim.pieces(n)} pieces"
            return Evidence.refuted(Counterexample({"n": n}, told, f"{found} pieces"))
    return Evidence.holds("n = 1, ..., 5")


BOUND = Pieces(sp.Rational(3, 8), lambda n: n + 1)

piecewise = Claim(
    id="gated-rnn/new-mlp-piecewise-linear",
    title="With ReLU no number of LRU In-Out (MLP) layers comes near: K pieces err by 3/(8 K^2)",
    source=Source(PAPER, "Table 3 and App. A.1, beyond the text"),
    statement=r"\max_{1 \le s \le 2} |f(s) - s^3| \ge \frac{3}{8 K^2}"
    r"\text{ for every } f \text{ of } K \text{ linear pieces}",
    assumptions=(
        "on tokens $s$, 0, 0, ...: attention with $d = 1$ and weights 1 is $s^3$ at $t = 1$",
        "numbers of layers and units fixed, weights free",
    ),
    subject=BOUND,
    checks=(check_one_piece, check_against_a_line, check_pieces),
    mutants=(
        Mutant("far-too-large", replace(BOUND, constant=sp.Integer(1)), "1/K^2"),
        Mutant("fewer-pieces", replace(BOUND, pieces=lambda n: n), "n pieces"),
    ),
    new=True,
)


def says_parameters(width: Callable[[Any], Any], w: World) -> Equal:
    """The matrices of a perceptron of so many hidden units have as many entries as a GLU's."""
    d = w.size("d")
    n = w.call(width, d)
    gate = GLU(w.array("W_m", d, d), w.array("W_x", d, d))
    perceptron = MLP(w.array("W_1", n, d), w.array("b", n), w.array("W_2", d, n))
    return Equal(
        w.count(perceptron.W_1) + w.count(perceptron.W_2), w.count(gate.W_m) + w.count(gate.W_x)
    )


@check("exact")
def check_parameters(width):
    """The numbers of entries of both arrays, for maps from d to d numbers."""
    for d in range(1, 7):
        gate = GLU(EXACT.ones((d, d)), EXACT.ones((d, d)))
        n = width(d)
        perceptron = MLP(EXACT.ones((n, d)), EXACT.zeros((n,)), EXACT.ones((d, n)))
        in_gate = sum(w.size for w in gate.weights().values())
        in_perceptron = sum(w.size for name, w in perceptron.weights().items() if name != "b")
        if in_gate != in_perceptron:
            values = {"d": d, "hidden units": n}
            return Evidence.refuted(Counterexample(values, f"{in_gate}", f"{in_perceptron}"))
    return Evidence.holds("d = 1, ..., 6; matrices, biases aside")


parameters = Claim(
    id="gated-rnn/a1-mlp-params",
    title="A perceptron with d hidden units has as many weights as a GLU, its d biases not counted",
    source=Source(PAPER, "App. A.1, 'keeping the number of parameters fixed'"),
    statement=r"2 d^2 = d\,n + n\,d \text{ for } n = d",
    assumptions=("matrices; the d biases of the perceptron are not counted",),
    subject=lambda d: d,
    says=says_parameters,
    checks=(proof_of(says_parameters), instances_of(says_parameters), check_parameters),
    mutants=(
        Mutant("twice", lambda d: 2 * d, "2d hidden units"),
        Mutant("one-more", lambda d: d + 1, "d + 1 hidden units"),
    ),
    late=(Mutant("wide", lambda d: d if d < 2000 else 2 * d, "twice as many from 2000 on"),),
    notes="A product takes four hidden units (gated-rnn/a1-mlp-cannot), so with this count a"
    " perceptron makes a quarter of a GLU's products.",
)
