"""The sigmoid near 0 and the gates that come of it: Sec. 2.2 and App. A.1.

The slope of the sigmoid at 0 is 1/4; the paper prints 1. A gated linear unit with small W_m is
1/2 + 1/4 W_m x times W_x x, and a second row with W_m = 0 takes the offset away.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any, cast

import numpy as np
import sympy as sp

from constructions.arrays import concatenate
from constructions.cells.cell import Cell
from constructions.cells.gated_rnn import GatedRNN
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.layer_degrees import ARCHITECTURES
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.table_3_lru import LRU_IN_OUT, LRUS
from proofs.gated_rnn.expressivity import Expressivity, check_order_two
from proofs.gated_rnn.realisation import Stated, few
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Conclusion,
    Control,
    Counterexample,
    Equal,
    Evidence,
    Mutant,
    Source,
    Verdict,
    World,
    all_of,
    arithmetic,
    check,
    conjunction,
    decide_order,
    entry_of,
    exp,
    instances_of,
    proof_of,
    prove,
    prove_identity,
    prove_inequality,
    scalar_array,
    specialise,
)
from theorem_checks.statements.conclusions import symbols_of

z = sp.Symbol("z")
SIGMOID = 1 / (1 + sp.exp(-z))


def remainder(slope: Any) -> Any:
    """What is left of the sigmoid beside its offset and a linear part."""
    return SIGMOID - sp.Rational(1, 2) - slope * z


@dataclass(frozen=True)
class LinearPart:
    """A slope of the sigmoid at 0, and what the rest is said to be at most, by the size of z."""

    slope: Fraction
    most: Callable[[Any], Any]


def says_linear_part(part: LinearPart, w: World) -> Conclusion:
    """For z >= 0 the sigmoid is 1/2 + slope z at z, and 1/2 - slope z at -z, but for so much."""
    z = w.number("z", nonnegative=True)
    most = w.call(part.most, z)
    said: list[Conclusion] = []
    for sign in (1, -1):
        sigmoid = w.call(lambda z, sign=sign: 1 / (1 + exp(-sign * z)), z)
        rest = sigmoid - Fraction(1, 2) - w.call(lambda z: part.slope * z, z) * sign
        said += [AtMost(rest, most), AtMost(-most, rest)]
    return All(tuple(said))


@check("bound")
def check_remainder(part: LinearPart) -> Evidence:
    r"""0 <= z/4 + 1/2 - sigma(z) <= z^3/48 in balls for 0 <= z <= 4; the difference is odd in z."""
    rest, box = remainder(sp.Rational(part.slope)), {"z": (0, 4)}
    upper = prove_inequality(rest, box, "<=", 0, touching=[0])
    if not upper.verdict.passes:
        return upper
    lower = prove_inequality(rest, box, ">=", -part.most(z), touching=[0])
    odd = prove_identity(rest + rest.subs(z, -z), 0)
    return all_of(
        {"from above": upper, "from below": lower, "the remainder is odd": odd}, "|z| <= 4"
    )


def _cube(divisor: int) -> Callable[[Any], Any]:
    return lambda z: z**3 / divisor


NEAR = tuple({"z": z} for z in (Fraction(1), Fraction(1, 3), Fraction(1, 10), Fraction(5)))
LINEAR_PART = LinearPart(Fraction(1, 4), _cube(48))

linearised = Claim(
    id="gated-rnn/s2.2-linearised-glu",
    title="The sigmoid of a gated linear unit is 1/2 and slope 1/4, but for |z|^3/48 at most",
    source=Source(PAPER, "Sec. 2.2"),
    statement=r"\Big|\sigma(z) - \tfrac12 - \tfrac z4\Big| \le \tfrac{|z|^3}{48}"
    r" \text{ for all } z",
    subject=LINEAR_PART,
    says=says_linear_part,
    checks=(
        proof_of(says_linear_part, instances=NEAR),
        instances_of(says_linear_part, NEAR),
        check_remainder,
    ),
    mutants=(
        Mutant("printed-slope", replace(LINEAR_PART, slope=Fraction(1)), "slope 1"),
        Mutant("constant-1-49", replace(LINEAR_PART, most=_cube(49)), "49 for 48"),
        Mutant("constant-far-too-small", replace(LINEAR_PART, most=_cube(200)), "200 for 48"),
        Mutant("square", replace(LINEAR_PART, most=lambda z: z**2 / 48), "z^2 for z^3"),
    ),
    late=(
        Mutant(
            "nothing-far-out",
            replace(LINEAR_PART, most=lambda z: z**3 / 48 if z < 10**9 else 0 * z),
            "no remainder from 10^9 on",
        ),
    ),
    repairs=("gated-rnn/a1-sigmoid-lin",),
    notes="So the gate of eq. (2) is what a small W_m leaves, times 4 and without the offset.",
)


@check("proof")
def check_slope(slope):
    """sigma(z) - 1/2 - slope z is of second order, by the leading term of its series."""
    rest = remainder(slope)
    found = decide_order(rest, 2, scale=z)
    if found.counterexample is None:
        return found
    at = sp.Rational(1, 100)
    there, rate = rest.subs(z, at), sp.limit(rest / z, z, 0)
    told = Counterexample(
        {"z": at},
        claimed=f"sigma(z) - 1/2 - {slope * z} is of order z^2 as z tends to 0",
        found=f"{rate} z, but for higher orders; there about {float(there):.4f}, and z^2 is"
        f" {float(at**2):.4f}",
    )
    return Evidence.refuted(told, routes=found.routes, parts=(found,))


@check("bound")
def check_slope_near_zero(slope):
    """The same in balls on [1/100, 1/10]: at most z^2 in size."""
    rest, box = remainder(slope), {"z": ("1/100", "1/10")}
    below = prove_inequality(rest, box, ">=", -(z**2))
    above = prove_inequality(rest, box, "<=", z**2)
    return all_of({"from below": below, "from above": above}, "z in [1/100, 1/10]")


sigmoid = Claim(
    id="gated-rnn/a1-sigmoid-lin",
    title="For small W_m a GLU is (1/2 + W_m x) times W_x x",
    source=Source(PAPER, "App. A.1"),
    statement=r"\sigma(W_m x) \odot (W_x x) \approx (\tfrac12 + W_m x) \odot (W_x x)",
    assumptions=(
        "read as: up to terms of second order in $W_m$",
        r"$z$ stands for an entry of $W_m x$, so that it says"
        r" $\sigma(z) - \tfrac12 - z = O(z^2)$",
    ),
    subject=sp.Integer(1),
    checks=(check_slope, check_slope_near_zero),
    controls=(Control("repaired", sp.Rational(1, 4), "slope 1/4"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/s2.2-linearised-glu",
    notes="The slope of sigma at 0 is 1/4: sigma(z) - 1/2 - z is z/4 - z = -3/4 z, but for terms"
    " of third order. Decoders built from the printed form are too small by a factor 4 for each"
    " gate.",
)

IN_OUT, TWO_LAYERS = Expressivity(LRU_IN_OUT), Expressivity(LRUS)


def _printed_decoder(expressivity: Expressivity) -> Expressivity:
    """The input gate's decoder that the printed slope gives: a quarter of the right one."""
    return expressivity.with_entry(
        1, "B_re", ("h", "main"), lambda w, k, k2: (1 / w.eps) * w.delta(k, k2)
    ).with_entry(1, "B_re", ("h", "half"), lambda w, k, k2: (-1 / w.eps) * w.delta(k, k2))


def _said_of_linear_parts(
    expressivity: Expressivity, w: World, layers: Sequence[type[Cell]]
) -> tuple[Stated, All]:
    """The network of linear parts has the outputs of any gated RNN; and its layers are those."""
    given = expressivity.realisation.stated(w)
    return given, All((given.same(), given.aims_at(GatedRNN), given.layers(*layers)))


def says_linear_gate(expressivity: Expressivity, w: World) -> Conclusion:
    """The network has the outputs of any gated RNN, where sigma is its linear part.

    And of the true sigma: with s and t for W_m x and W_x x, in a row, the network's own first gate,
    read as its recurrence reads it, is s t but for eps^2 |s|^3 |t| / 12 at most. It is said of a
    network of one row; and of all rows, that the first gate and what reads it are such rows.
    """
    given, linear = _said_of_linear_parts(expressivity, w, ARCHITECTURES["LRU In-Out"])
    s, t = (w.number(name, nonnegative=True) for name in ("s", "t"))
    most = s**3 * t * given.eps**2 / 12
    parts: list[Conclusion] = [linear, _rows_of_first_gate(given)]
    for one, other in product((1, -1), repeat=2):
        found = _made_by_first_gate(expressivity, s * one, t * other, given.eps)
        error = found - s * t * (one * other)
        parts += [AtMost(error, most), AtMost(-most, error)]
    return All(tuple(parts))


def _rows_of_first_gate(given: Stated) -> All:
    """Each row has eps W_m x, and 0 beside it, with W_x x; 4/eps times the difference is read."""
    w, x, eps, cells = given.world, given.token, given.eps, cast("Any", given.network.cells)
    m, once = given.weights["W_in_m"] @ x * eps, given.weights["W_in_x"] @ x
    main, half = (w.array(name, given.sizes["n"]) for name in ("main", "half"))
    read = cells[1].gamma * (cells[1].B_re @ concatenate([main, half]))
    return All(
        (
            Equal(cells[0].W_m @ x, concatenate([m, 0 * m])),
            Equal(cells[0].W_x @ x, concatenate([once, once])),
            Equal(read, (main - half) * (4 / eps)),
        )
    )


def _made_by_first_gate(expressivity: Expressivity, s: Any, t: Any, eps: Any) -> Any:
    """What one unit takes in where W_m x = s and W_x x = t, with the sigmoid as it is."""
    realisation, one = expressivity.realisation, scalar_array([1])
    sizes = {letter: 1 for letters in realisation.weights.values() for letter in letters.split()}
    weights: dict[str, Any] = {
        name: scalar_array(np.ones((1,) * len(letters.split()), dtype=int).tolist())
        for name, letters in realisation.weights.items()
    }
    weights |= {"W_in_m": scalar_array([[s]]), "W_in_x": scalar_array([[t]])}
    given = realisation.description.given(sizes, {**weights, "eps": eps, "leak": 0})
    system: Any = one.__number_system__
    network = realisation.description.built(lambda a: a.array(system, sizes, given), "real")
    cells: tuple[Any, ...] = network.cells
    gate, recurrence, *_ = cells
    _, made = gate.step((), one)
    return entry_of(recurrence.gamma * (recurrence.B_re @ made))


def by_remainder(whole: Any) -> Evidence:
    """Prove it by a relation of states, and by the remainder of the sigmoid at eps s."""
    linear, rows, *bounds = whole.parts
    same, *rest = linear.parts
    exact = conjunction(linear, IN_OUT.realisation.by(same), *map(prove, rest))
    z = sp.Symbol("z", nonnegative=True)
    lemmas: list[Conclusion] = []
    for sign in (1, -1):
        left = 1 / (1 + sp.exp(-sign * z)) - sp.Rational(1, 2) - sign * z / 4
        lemmas += [AtMost(left, z**3 / 48), AtMost(-(z**3) / 48, left)]
    symbols = {symbol.name: symbol for symbol in symbols_of(whole)}
    at = {z: symbols["eps"] * symbols["s"]}
    premises = [(lemma.substituted(at), specialise(lemma, prove(lemma), at)) for lemma in lemmas]
    return conjunction(
        whole, exact, prove(rows), *(arithmetic(bound, *premises) for bound in bounds)
    )


doubling = Claim(
    id="gated-rnn/a1-doubling",
    title="A GLU with twice the rows, half of them with W_m = 0, makes a linear gate",
    source=Source(PAPER, "App. A.1"),
    statement=r"\Big|\tfrac4\epsilon \big(\sigma(\epsilon s) - \sigma(0)\big) t - s t\Big|"
    r" \le \tfrac{\epsilon^2}{12} |s|^3 |t|,\quad s = (W_m x)_k,\; t = (W_x x)_k",
    assumptions=(
        "a gate with the true $\\sigma$; the whole network for the linear part of $\\sigma$",
    ),
    subject=IN_OUT,
    says=says_linear_gate,
    checks=(
        proof_of(says_linear_gate, by_remainder, seconds=120),
        instances_of(says_linear_gate),
        check_order_two,
    ),
    mutants=(
        Mutant("printed-slope", _printed_decoder(IN_OUT), "decodes as if the slope were 1"),
        Mutant("no-half", IN_OUT.without(0, "W_x", ("half", "x")), "the offset stays"),
        Mutant(
            "other-rows",
            IN_OUT.with_entry(0, "W_x", ("half", "x"), lambda w, k, a: w.W_in_m[k, a]),
            "W_m for W_x in the second half",
        ),
    ),
    late=(
        Mutant(
            "first-rows",
            IN_OUT.with_entry(0, "W_x", ("half", "x"), lambda w, k, a: w.W_in_x[k, a] * few(k)),
            "the offset of rows beyond the fortieth stays",
        ),
    ),
    notes="The factor 4/eps can stand in the next linear map, as here, or in W_x.",
)


def says_two_layers(expressivity: Expressivity, w: World) -> Conclusion:
    """Two LRU layers and a readout have the outputs of any gated RNN."""
    return _said_of_linear_parts(expressivity, w, ARCHITECTURES["LRU"] * 2)[1]


def by_layers(whole: Any) -> Evidence:
    """Prove it by a relation of states that each step keeps."""
    same, *rest = whole.parts
    return conjunction(whole, TWO_LAYERS.realisation.by(same), *map(prove, rest))


two_layers = Claim(
    id="gated-rnn/s2.2-two-layers-recover",
    title="Two LRU layers, each with its GLU, contain the simplified gated RNN, if sigma is linear",
    source=Source(PAPER, "Sec. 2.2; App. A.1"),
    statement=r"\mathrm{GLU}_1 = g^{in},\quad \mathrm{GLU}_2 = g^{out}",
    assumptions=(
        "$\\sigma(u) = \\frac12 + \\frac14 u$",
        r"$|\lambda| < 1$; 0 and $\pm 1$ are limits of the parametrisation, eq. (9)",
    ),
    subject=TWO_LAYERS,
    says=says_two_layers,
    checks=(
        proof_of(says_two_layers, by_layers, seconds=120),
        instances_of(says_two_layers),
        check_order_two,
    ),
    mutants=(
        Mutant("no-skip", TWO_LAYERS.without(0, "D", ("x", "x")), "layer 1 passes nothing on"),
        Mutant("no-half", TWO_LAYERS.without(1, "W_x", ("half", "x")), "the offset stays"),
        Mutant("no-memory", TWO_LAYERS.without(2, "lam_re", ("h",)), "lambda = 0"),
        Mutant(
            "one-gate",
            TWO_LAYERS.with_entry(3, "W_x", ("main", "h"), lambda w, r, k: w.W_out_m[r, k]),
            "W_m^out in both places",
        ),
    ),
    late=(
        Mutant(
            "first-units",
            TWO_LAYERS.with_entry(2, "lam_re", ("h",), lambda w, k: w.lam[k] * few(k)),
            "units beyond the fortieth forget",
        ),
    ),
    notes="With the true sigmoid a gate errs by eps^2 |s|^3 |t| / 12 at most"
    " (gated-rnn/a1-doubling); the network's error is measured.",
)
