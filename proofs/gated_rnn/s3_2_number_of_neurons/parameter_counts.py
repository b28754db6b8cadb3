r"""Sections 3.2, 4.1, 5.2, 6: numbers of units, products and parameters, as polynomials in d.

Counted on the built arrays: Figure 1's network has 2 d^4 + 5 d^3 + 5 d^2 + 3 d entries, of which
2 d^3 + 5 d^2 + d are not 0; attention has 3 d^2. The smallest networks have N + b hidden units and
N products, N = ab - c(c-1)/2.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from constructions.arrays import EXACT, ones
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.weights.attention_as_gated_rnn import attention_as_gated_rnn, fig1_weights
from constructions.weights.minimal_attention import minimal_attention
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.s3_2_number_of_neurons.minimal_for_any_ranks import (
    SIZES,
    WEIGHTS,
    least_hidden,
)
from proofs.gated_rnn.s3_2_number_of_neurons.minimal_products import least_products
from proofs.gated_rnn.s3_2_number_of_neurons.weights_needed import (
    by_units_and_products,
    says_weights,
    weights_of,
)
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    NamedEqual,
    Source,
    Verdict,
    World,
    check,
    instances_of,
    proof_of,
)

CLAIMED = "what is claimed"
"""What the other side of a number is called that the code gives."""


def _filled(size: int) -> LinearAttention:
    """A layer of attention without zeros among its weights, invertible V and M."""
    i, j = np.indices((size, size))
    full = EXACT.array((i == j) * size + i + 2 * j + 1)
    return LinearAttention(full, full, full)


def _nonzeros(weight: Any) -> int:
    return sum(1 for v in weight.flat if v != 0)


def _entries(weight: Any) -> int:
    return weight.size


def _in_all(counted: Callable[[Any], int], network: GatedRNN) -> int:
    """Add up what is counted in each weight of a network."""
    return sum(map(counted, network.weights().values()))


@dataclass(frozen=True)
class FigureCounts:
    """Numbers for Figure 1's network by d: all weights, those that are not 0, and of the gate."""

    entries: Callable[[Any], Any] = lambda d: 2 * d**4 + 5 * d**3 + 5 * d**2 + 3 * d
    nonzeros: Callable[[Any], Any] = lambda d: 2 * d**3 + 5 * d**2 + d
    gate_inputs: Callable[[Any], Any] = lambda d: d**2 + d
    gate_outputs: Callable[[Any], Any] = lambda d: d**2


def says_counts(counts: FigureCounts, w: World) -> All:
    """The numbers of entries of Figure 1's six weights, of those that are not 0, and of the gate.

    Of matrices A and B the weights are F(A) and F(B), and entry by entry F(A) F(B) = F(A B). So the
    entries of F(1) are 0 and 1; and for A without zeros F(A) is not 0 exactly where F(1) is 1, as
    F(A) F(1/A) = F(1) and F(A) F(1) = F(A). So the entries that are not 0 are as many as the sum of
    F(1).
    """
    weights, d = fig1_weights(), w.size("d")
    sizes = {"d": d, "d_v": d, "d_k": d}

    def network(matrices: dict[str, Any]) -> list[Any]:
        return [w.described(getattr(weights, name), sizes, matrices) for name in WEIGHTS]

    first, second = (
        {name: w.array(f"{name}_{n}", d, d) for name in weights.parameters} for n in (1, 2)
    )
    both = {name: matrix * second[name] for name, matrix in first.items()}
    every = dict.fromkeys(first, w.ones(d, d))
    built = network(first)
    factors = [
        NamedEqual(one * other, product, f"{name} of A times {name} of B", f"{name} of A B")
        for name, one, other, product in zip(
            WEIGHTS, built, network(second), network(both), strict=True
        )
    ]
    first_sum, *sums = map(_total, network(every))
    total = sum(sums, start=first_sum)
    entries = sum(map(w.count, built[1:]), start=w.count(built[0]))
    gate = built[WEIGHTS.index("W_out_m")]
    outputs, inputs = (w.count(ones((size,), like=gate)) for size in gate.shape)
    return All(
        (
            NamedEqual(entries, w.call(counts.entries, d), "entries of all weights", CLAIMED),
            AtMost(entries, 15 * d**4),
            *factors,
            NamedEqual(
                total, 0 * total + w.call(counts.nonzeros, d), "ones of all weights", CLAIMED
            ),
            NamedEqual(inputs, w.call(counts.gate_inputs, d), "inputs of the gate", CLAIMED),
            NamedEqual(outputs, w.call(counts.gate_outputs, d), "outputs of the gate", CLAIMED),
            AtMost(inputs, 2 * d**2),
        )
    )


def _total(array: Any) -> Any:
    """The sum of all entries of a vector or a matrix."""
    rows, *columns = (ones((size,), like=array) for size in array.shape)
    return rows @ (array @ columns[0] if columns else array)


@check("exact")
def check_built_arrays(counts: FigureCounts) -> Evidence:
    """Count the entries of the arrays themselves, d = 1, ..., 6, for matrices without zeros.

    Polynomials of degree 4 are equal if they agree at 5 points.
    """
    for size in range(1, 7):
        network = attention_as_gated_rnn(_filled(size))
        products, hidden = network.W_out_m.shape
        found = {
            "entries": (_in_all(_entries, network), counts.entries(size)),
            "nonzeros": (_in_all(_nonzeros, network), counts.nonzeros(size)),
            "gate inputs": (hidden, counts.gate_inputs(size)),
            "gate outputs": (products, counts.gate_outputs(size)),
        }
        for name, (counted, claimed) in found.items():
            if counted != claimed:
                values = {"d": size, "what": name}
                return Evidence.refuted(Counterexample(values, str(claimed), str(counted)))
    return Evidence.holds("d = 1, ..., 6")


parameters = Claim(
    id="gated-rnn/s3.2-params",
    title="Figure 1's network has O(d^4) parameters, its output gate O(d^2) inputs and outputs",
    source=Source(PAPER, "Secs. 3.2, 6"),
    statement=r"2d^4 + 5d^3 + 5d^2 + 3d \text{ weights},\; 2d^3 + 5d^2 + d \text{ of them not } 0;"
    r"\quad \text{gate: } d^2 + d \to d^2",
    assumptions=("$W_V, W_K, W_Q$ without zeros", "a constant 1 appended to the tokens"),
    covers=("gated-rnn/s3.2-output-entries",),
    subject=FigureCounts(),
    says=says_counts,
    checks=(proof_of(says_counts), instances_of(says_counts), check_built_arrays),
    mutants=(
        Mutant(
            "no-lambda",
            FigureCounts(entries=lambda d: 2 * d**4 + 5 * d**3 + 4 * d**2 + 2 * d),
            "lambda is not counted",
        ),
        Mutant("attention", FigureCounts(entries=lambda d: 3 * d**2), "as many as attention"),
        Mutant("all-filled", FigureCounts(nonzeros=lambda d: 2 * d**4), "no zeros"),
    ),
    late=(
        Mutant(
            "wide",
            FigureCounts(gate_outputs=lambda d: d**2 if d < 5000 else d**3),
            "d^3 products from d = 5000 on",
        ),
    ),
    notes="With the least numbers of units and products d^4/2 entries are left, in order.",
)


@dataclass(frozen=True)
class Requirement:
    """How many parameters a network for attention is said to require, and how they are counted.

    `counted`: how many there are in a weight; `of_sizes`: how many there are, by the units,
    products, inputs and outputs of a network.
    """

    least: Callable[[Any], Any]
    counted: Callable[[Any], int]
    of_sizes: Callable[..., Any] = weights_of


@check("exact")
def check_requirement(said: Requirement) -> Evidence:
    """Figure 1's and the smallest network have at least so many, d <= 6, V and M invertible."""
    for size in range(1, 7):
        layer = _filled(size)
        networks = {
            "Figure 1's": attention_as_gated_rnn(layer),
            "the smallest": minimal_attention(layer),
        }
        for name, network in networks.items():
            found = _in_all(said.counted, network)
            if found < said.least(size):
                products, units = network.W_out_m.shape
                values = {"d": size, "network": name, "hidden units": units, "products": products}
                parts = [f"{said.counted(w)} in {n}" for n, w in network.weights().items()]
                return Evidence.refuted(
                    Counterexample(
                        values,
                        claimed=f"at least {said.least(size)}",
                        found=f"{found} parameters: {', '.join(parts)}",
                    )
                )
    return Evidence.holds("d = 1, ..., 6")


def _lower_bound(size: int) -> int:
    """The entries of two gates and the readout for the least numbers of units and products."""
    units, products = least_hidden(size, size, size), least_products(size, size, size)
    return 2 * units * (size + 1) + units + 2 * products * units + size * products


squared = Claim(
    id="gated-rnn/s6-squares-params",
    title="To implement attention requires squaring its number of parameters",
    source=Source(PAPER, "Sec. 6"),
    statement=r"\#\text{weights of the network} \ge (3d^2)^2",
    subject=Requirement(lambda d: (3 * d**2) ** 2, _entries),
    checks=(check_requirement,),
    controls=(Control("bound", Requirement(_lower_bound, _entries), "the proved least numbers"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/s6-squares-params-repaired",
    notes="Read literally it fails from d = 2 on. Read as an order, it holds for dense weights of"
    " class (2), but those that are not 0 are of order d^3 (gated-rnn/new-s6-nonzeros).",
)

nonzeros_as_order = Claim(
    id="gated-rnn/new-s6-nonzeros",
    title="The parameters that are not 0 are as many as the square of attention's, in order",
    source=Source(PAPER, "Sec. 6, read as an order of magnitude"),
    statement=r"\#\{\text{weights} \ne 0\} \ge d^4",
    subject=Requirement(lambda d: d**4, _nonzeros),
    checks=(check_requirement,),
    controls=(Control("cubic", Requirement(lambda d: d**3, _nonzeros), "of order d^3"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/s6-squares-params-repaired",
    notes="Figure 1's network has 2 d^3 + 5 d^2 + d of them, by gated-rnn/s3.2-params: the order is"
    " d^3.",
)


check_dense_minimum = proof_of(
    says_weights,
    by_units_and_products,
    instances=SIZES,
    name="check_dense_minimum",
    seconds=400,
)

DENSE = Requirement(lambda d: Fraction(1, 2) * (d**4 + 7 * d**3 + 13 * d**2 + 9 * d), _entries)
AT_SIZES = ("squared", "cubic", "no-biases", "a-unit-more")

dense_minimum = Claim(
    id="gated-rnn/s6-squares-params-repaired",
    title="Class (2) needs (d^4 + 7 d^3 + 13 d^2 + 9 d)/2 dense weights for attention",
    source=Source(PAPER, "Sec. 6, mended"),
    statement=r"\#\text{weights} \ge \tfrac12(d^4 + 7d^3 + 13d^2 + 9d)",
    assumptions=(
        "$W_V$ and $W_K^\\top W_Q$ invertible",
        "all entries counted, zeros as well, and of the recurrence one for each unit",
        "a network of class (2), with biases, of any width, equal to attention at all lengths",
    ),
    subject=DENSE,
    says=says_weights,
    checks=(
        check_dense_minimum.killing(*AT_SIZES),
        instances_of(says_weights, instances=SIZES, kills=AT_SIZES),
        check_requirement.killing("squared"),
    ),
    mutants=(
        Mutant("squared", replace(DENSE, least=lambda d: 9 * d**4), "(3 d^2)^2"),
        Mutant("cubic", replace(DENSE, least=lambda d: 3 * d**3), "lower order"),
        Mutant(
            "no-biases",
            replace(DENSE, of_sizes=lambda n, p, d, o: weights_of(n, p, d, o) - 2 * n),
            "the input gate has no biases",
        ),
        Mutant(
            "a-unit-more",
            replace(DENSE, of_sizes=lambda n, p, d, o: weights_of(n + 1, p, d, o)),
        ),
    ),
    late=(
        Mutant(
            "more-from-1000-on",
            replace(DENSE, least=lambda d: DENSE.least(d) + (0 if d < 1000 else 1)),
            "a weight more from d = 1,000 on",
        ),
        Mutant(
            "a-product-more",
            replace(
                DENSE,
                of_sizes=lambda n, p, d, o: weights_of(n, p if p < 500_000 else p + 1, d, o),
            ),
            "a product more where 500,000 are needed",
        ),
    ),
    repairs=("gated-rnn/s6-squares-params", "gated-rnn/new-s6-nonzeros"),
    notes="Where V and M have other ranks, the same holds with ab - c(c-1)/2 products, and b units"
    " more. Proved are its steps, all for every size: the bound by N and b; that there are so many"
    " independent squares, and what the ranks are; the number. That these are put in the bound is"
    " read, as in gated-rnn/x2-min-products. How many do is not said.",
)
