"""Section 3.2: how much of the weights the function determines.

Attention's 3 d^2 numbers are determined up to d^2 + 1 dimensions, the weights of class (2) up to
2n + 2p at least.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import flint
import numpy as np

from constructions.arrays import EXACT, polynomials
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.weights.attention_as_gated_rnn import attention_as_gated_rnn
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.s3_2_number_of_neurons.invariances import TEACHER
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    check,
)


@dataclass(frozen=True)
class Dimensions:
    """Numbers of parameters, and how many of them the function determines, by d."""

    parameters: Callable[[int], int] = lambda d: 3 * d**2
    determined: Callable[[int], int] = lambda d: 2 * d**2 - 1


@check("exact")
def check_rank_of_the_jacobian(stated: Dimensions) -> Evidence:
    """The rank of the derivative of the outputs of the cell on two tokens by its weights, d <= 3.

    On two tokens attention is determined (it has no products of two past tokens).
    """
    for size in (1, 2, 3):
        count, found = _jacobian(size)
        claimed = stated.parameters(size), stated.determined(size)
        if claimed != (count, found):
            return Evidence.refuted(
                Counterexample(
                    {"d": size},
                    claimed=f"{claimed[0]} parameters, {claimed[1]} determined",
                    found=f"{count} parameters, rank {found}",
                )
            )
    return Evidence.holds(
        "d = 1, 2, 3, at one point with integers",
        words=(
            "the rank at a point is at most the generic one: a minor that is not 0 there is not 0",
        ),
    )


def _jacobian(size: int) -> tuple[int, int]:
    """The number of weights, and the rank of d(coefficients of y_1, y_2) / d(weights)."""
    square = (size, size)
    ring = polynomials(V=square, K=square, Q=square, x=(2, size))
    layer = LinearAttention(*(ring.symbols(name) for name in "VKQ"))
    outputs = layer(ring.symbols("x")).ravel()
    names = [str(v) for v in ring.context.gens()]
    weights = [k for k, name in enumerate(names) if name[0] != "x"]
    point = {names[k]: flint.fmpq((7 * k * k + 3 * k) % 11 - 5) for k in weights}
    rows, monomials = [], {}
    for k in weights:
        row = {}
        for place, output in enumerate(outputs):
            for powers, coefficient in output.derivative(k).subs(point).terms():
                row[monomials.setdefault((place, tuple(map(int, powers))), len(monomials))] = (
                    coefficient
                )
        rows.append(row)
    entries = [row.get(j, flint.fmpq(0)) for row in rows for j in range(len(monomials))]
    return len(weights), flint.fmpq_mat(len(rows), len(monomials), entries).rank()


attention_parameters = Claim(
    id="gated-rnn/s3.2-attn-params",
    title="Attention has 3 d^2 parameters, of which its function determines 2 d^2 - 1",
    source=Source(PAPER, "Sec. 3.2"),
    statement=r"3d^2 \text{ parameters};\quad"
    r" \mathrm{rank}\,\partial(\text{function})/\partial(W_V, W_K, W_Q) = 2d^2 - 1",
    assumptions=("the rank is taken for $d = 1, 2, 3$; the notes have the argument for all $d$",),
    subject=Dimensions(),
    checks=(check_rank_of_the_jacobian,),
    mutants=(
        Mutant("all", Dimensions(determined=lambda d: 3 * d**2), "all can be retrieved"),
        Mutant("no-scale", Dimensions(determined=lambda d: 2 * d**2), "V and M without the scale"),
    ),
    expect=Verdict.HOLDS,
    notes="For all d: the map is a function of V and M = K^T Q up to scale. At V = M = I,"
    " S dM + dV S = 0 for all symmetric S gives dM = -dV = c I, so the scale is all that is left."
    " A proof would have to say that as a rank of the derivative by three matrices, for weights"
    " that are not special; statements have ranks of matrices that are given.",
)


@dataclass(frozen=True)
class Fibre:
    """The least dimension of the set of weights with one function, by numbers of n and p."""

    dimension: Callable[[int, int], int] = lambda n, p: 2 * n + 2 * p


@check("exact")
def check_free_directions(fibre: Fibre) -> Evidence:
    """Scalings of gate rows, hidden units and products are independent directions without effect.

    For n units and p products without zero rows: each is a direction in which the derivative of
    the outputs on three tokens vanishes; the directions have the stated rank. Figure 1 at d = 1, 2.
    """
    for layer in (LinearAttention(*(EXACT.array([[k]]) for k in (1, 2, 3))), TEACHER):
        network = attention_as_gated_rnn(layer)
        directions = _scalings(network)
        size = sum(value.size for value in network.weights().values())
        entries = [value for row in directions for value in row]
        found = flint.fmpq_mat(len(directions), size, entries).rank()
        units, products = network.lam.shape[0], network.D.shape[1]
        if fibre.dimension(units, products) != found:
            values = {"n": units, "p": products, "parameters": size}
            claimed = f"{fibre.dimension(units, products)} dimensions"
            return Evidence.refuted(Counterexample(values, claimed, f"{found} by scalings"))
        if any(not _without_effect(network, row) for row in directions):
            return Evidence.undecided("A scaling changes the function.")
    return Evidence.holds("Figure 1 at d = 1 and 2")


def _scalings(network: GatedRNN) -> list[list[Any]]:
    """The tangent directions of all scalings, as lists of changes of all weights."""
    found = []
    units, products = network.lam.shape[0], network.D.shape[1]
    plans = [({"W_in_m": (k, 0, 1), "W_in_x": (k, 0, -1)}) for k in range(units)]
    plans += [({"W_out_m": (k, 0, 1), "W_out_x": (k, 0, -1)}) for k in range(products)]
    plans += [({"W_out_m": (k, 0, 1), "D": (k, 1, -1)}) for k in range(products)]
    plans += [
        ({"W_in_m": (k, 0, 1), "W_out_m": (k, 1, -1), "W_out_x": (k, 1, -1)}) for k in range(units)
    ]
    for plan in plans:
        row = []
        for name, weight in network.weights().items():
            change = np.zeros(weight.shape, dtype=int)
            if name in plan:
                place, axis, sign = plan[name]
                change[(slice(None),) * axis + (place,)] = sign
            row += list((EXACT.array(change) * weight).flat)
        found.append(row)
    return found


def _without_effect(network: GatedRNN, direction: list[Any]) -> bool:
    """Whether the outputs on three tokens have derivative 0 in a direction, as polynomials."""
    ring = polynomials(eps=(), x=(3, network.W_in_m.shape[1] - 1))
    eps = ring.symbols("eps")
    moved, start = {}, 0
    for name, weight in network.weights().items():
        part = EXACT.array(direction[start : start + weight.size]).reshape(weight.shape)
        moved[name], start = ring.array(weight) + part * eps, start + weight.size
    outputs = replace(network, **moved)(ring.symbols("x"))[-1]
    place = [str(v) for v in ring.context.gens()].index("eps")
    at_zero = [output.derivative(place).subs({"eps": flint.fmpq(0)}) for output in outputs]
    return all(value == 0 for value in at_zero)


nonidentifiable = Claim(
    id="gated-rnn/s3.2-nonidentifiable",
    title="Weights cannot be retrieved: scalings alone leave 2n + 2p dimensions free",
    source=Source(PAPER, "Sec. 3.2"),
    statement=r"\dim\{\text{weights of one function}\} \ge 2n + 2p",
    assumptions=(
        "a network of class (2), n hidden units, p products, no row or column is 0",
        "counted for Figure 1's networks of $d = 1, 2$",
    ),
    subject=Fibre(),
    checks=(check_free_directions,),
    mutants=(
        Mutant("gates-only", Fibre(lambda n, p: n + p), "without units and readout"),
        Mutant("all-free", Fibre(lambda n, p: 3 * n + 2 * p), "one direction too many per unit"),
    ),
    expect=Verdict.HOLDS,
    notes="And discrete changes besides. 'Nearly impossible' is exact in this sense: the weights"
    " of a function are never isolated. That each scaling leaves the function is proved for all"
    " sizes (gated-rnn/s3.2-inv-scale); that they are independent at most weights is a rank of a"
    " derivative, which statements do not have.",
)
