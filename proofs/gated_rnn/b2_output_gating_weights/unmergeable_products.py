r"""App. B.2, beyond the text: why merging need not end at the least number of products.

Attention with unit matrices is y_i = sum_j s_ij q_j, with s_ij = s_ji. A pair i < j costs two
products, s_ij q_j for y_i and s_ij q_i for y_j, or a single one,

    s_ij (q_j - q_i) for y_i, and minus that for y_j,

if s_ij is added to what is read beside q_i and q_j, (s_ii + ...) q_i for y_i. With e pairs of the
second kind there are d^2 - e products. No group of them merges into one: their forms in s are
independent, but for the two products of a pair of the first kind, and these two have independent
readouts and independent forms in q.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import Any

import numpy as np
import sympy as sp

from constructions.arrays import EXACT
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.b2_output_gating_weights.criterion import sharp
from proofs.gated_rnn.s3_2_number_of_neurons.minimal_products import least_products
from proofs.gated_rnn.s4_1_teacher_identification.identification import prove_same_function
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Index,
    Mutant,
    Source,
    Sum,
    Tensor,
    all_of,
    check,
    delta,
    prove_identity,
    prove_index_identity,
)

d, e = sp.symbols("d e", integer=True, positive=True)

Products = tuple[Any, Any, Any]  # W_out_m, W_out_x and D, of integers


@dataclass(frozen=True)
class Stuck:
    """Networks in which no group of products merges into one.

    `count`(d, e) is how many products they have with e pairs of the second kind; `beside`(c) is how
    often s_ij is read beside q_i, where the pair is of the second kind (c = 1) or not (c = 0).
    """

    count: Callable[[Any, Any], Any]
    beside: Callable[[Any], Any] = lambda c: c


@check("proof")
def check_outputs_for_all_sizes(stuck: Stuck) -> Evidence:
    """The products add up to sum_j s_ij q_j, whatever pairs are of the second kind; the count."""
    i, j = Index("i", d), Index("j", d)
    s, second, q = Tensor("s", 2), Tensor("c", 2), Tensor("q", 1)
    other = 1 - delta(i, j)
    pairs = other * (second[i, j] * s[i, j] * (q[j] - q[i]) + (1 - second[i, j]) * s[i, j] * q[j])
    rows = other * stuck.beside(second[i, j]) * s[i, j] * q[i]
    return all_of(
        {
            "the outputs": prove_index_identity(
                Sum(pairs + rows, j) + s[i, i] * q[i], Sum(s[i, j] * q[j], j)
            ),
            "the count": prove_identity(d + e + 2 * (d * (d - 1) / 2 - e), stuck.count(d, e)),
        },
        "all sizes, all choices of pairs",
        words=("the forms in s are independent by their terms s_ij, as the module's docstring",),
    )


@check("exact")
def check_groups(stuck: Stuck) -> Evidence:
    """The networks of size 2 and 3 are attention, and no group of their products merges.

    At d = 4, with 11 products as in App. B.2, all pairs are tried.
    """
    groups = 0
    for size, number in ((2, 0), (2, 1), (3, 1), (3, 2), (3, 3), (4, 5)):
        products = products_of(stuck, size, number)
        values: dict[str, Any] = {"d": size, "e": number}
        one, found = EXACT.eye(size), len(products[0])
        attention = LinearAttention(one, one, one)
        if not prove_same_function(network_of(size, products), attention).verdict.passes:
            return Evidence.refuted(Counterexample(values, "attention", "another function"))
        if (claimed := stuck.count(size, number)) != found:
            return Evidence.refuted(Counterexample(values, f"{claimed} products", f"{found}"))
        largest = found if size < 4 else 2
        for group in _groups(found, largest):
            groups += 1
            if merge(products, list(group)):
                values["group"] = group
                return Evidence.refuted(Counterexample(values, "no group merges", "this one does"))
    least = least_products(4, 4, 4)
    return Evidence.holds(f"{groups} groups; at d = 4 there are 11 products, {least} are the least")


def _groups(count: int, largest: int) -> Iterator[tuple[int, ...]]:
    for length in range(2, largest + 1):
        yield from combinations(range(count), length)


def products_of(stuck: Stuck, size: int, number: int) -> Products:
    """Return W_out_m, W_out_x and D for size d, the first pairs, so many, of the second kind.

    The units are s_ij for i <= j, in the order of their indices, and then all q_i.
    """
    pairs = list(combinations_with_replacement(range(size), 2))
    unit, units = np.eye(size, dtype=int), np.eye(len(pairs) + size, dtype=int)
    s, q = dict(zip(pairs, units, strict=False)), units[len(pairs) :]
    rows, products = [s[i, i].copy() for i in range(size)], []
    for index, (i, j) in enumerate(combinations(range(size), 2)):
        second = index < number
        for row in (i, j):
            rows[row] += stuck.beside(int(second)) * s[i, j]
        if second:
            products.append((s[i, j], q[j] - q[i], unit[i] - unit[j]))
        else:
            products += [(s[i, j], q[j], unit[i]), (s[i, j], q[i], unit[j])]
    products += zip(rows, q, unit, strict=True)
    first, other, readouts = (np.array(part) for part in zip(*products, strict=True))
    return first, other, readouts.T


def network_of(size: int, products: Products) -> GatedRNN:
    """Return the network of size d with these products."""
    one = np.eye(size + 1, dtype=int)
    gates = [(one[i], one[j]) for i, j in combinations_with_replacement(range(size), 2)]
    stored = len(gates)
    gates += [(one[i], one[size]) for i in range(size)]
    return GatedRNN(
        lam=EXACT.array([1] * stored + [0] * size),
        W_in_m=EXACT.array([m for m, _ in gates]),
        W_in_x=EXACT.array([x for _, x in gates]),
        W_out_m=EXACT.array(products[0]),
        W_out_x=EXACT.array(products[1]),
        D=EXACT.array(products[2]),
        append_one=True,
    )


def merge(products: Products, group: list[int]) -> bool:
    """Whether products have kernels proportional to that of one product."""
    first, other, readouts = products
    kernels = np.einsum("op,pa,pb->oab", readouts[:, group], first[group], other[group])
    kernels = kernels + np.swapaxes(kernels, 1, 2)
    largest = kernels[np.argmax(abs(kernels).sum((1, 2)))]
    pivot = np.unravel_index(np.argmax(abs(largest)), largest.shape)
    multiples = np.multiply.outer(kernels[:, *pivot], largest)
    return np.array_equal(multiples, kernels * largest[pivot]) and sharp(largest.astype(object))


stuck = Claim(
    id="gated-rnn/new-b2-stuck",
    title="For each number from the least to d^2 a network has so many products, and none merge",
    source=Source(PAPER, "App. B.2, beyond the text"),
    statement=r"p = d^2 - e,\quad 0 \le e \le \tfrac{d(d-1)}2:\quad"
    r" \text{no group of products has the kernels of one product}",
    assumptions=("attention with invertible weights, in coordinates in which they are units",),
    subject=Stuck(lambda d, e: d * d - e),
    checks=(check_outputs_for_all_sizes, check_groups),
    mutants=(
        Mutant("first-kind", Stuck(lambda d, e: d * d), "a pair always costs two products"),
        Mutant("least", Stuck(lambda d, e: d * (d + 1) / 2), "merging ends at the least number"),
        Mutant("forgotten", Stuck(lambda d, e: d * d - e, lambda c: 0 * c), "rows without s_ij"),
        Mutant("wrong-kind", Stuck(lambda d, e: d * d - e, lambda c: 1 - c)),
    ),
    notes="So training and merging can end at 11 products for d = 4, as in App. B.2, though 10 are"
    " the least: to get there, all products of a pair and of its two rows have to change.",
    new=True,
)
