r"""App. B.2, beyond the text: the readouts of products that mix key-values and queries.

In a network that is attention the terms of two key-values and of two queries cancel among the mixed
products. With independent readouts they cannot: then each product alone is without them, and pure.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp

from constructions.arrays import EXACT, concatenate, ones, outer
from constructions.rational_spaces import rank
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.b2_output_gating_weights.mixed_products import (
    WITH_ZEROS,
    Vanishing,
    by_norms,
    says_pure,
)
from theorem_checks import (
    All,
    Claim,
    Conclusion,
    Counterexample,
    Equal,
    Evidence,
    Implies,
    Index,
    Mutant,
    Source,
    Sum,
    World,
    array_of,
    check,
    conjunction,
    given_each,
    instances_of,
    linear_combination,
    proof_of,
    prove,
)


@dataclass(frozen=True)
class Readouts:
    """The largest rank that the readouts of m mixed products can have."""

    largest: Callable[[Any], Any]


class Terms:
    """What products (a_j.k) (b_j.k) leave of two entries of k, for rows a_j and b_j."""

    def __init__(self, a: Any, b: Any) -> None:
        self.a, self.b = a, b

    def pair(self, j: Any, x: Any, y: Any) -> Any:
        """Return the coefficient of k_x k_y in product j, twice where x and y are one."""
        return self.a[j, x] * self.b[j, y] + self.a[j, y] * self.b[j, x]

    def read(self, w: World, D: Any, o: Any, p: Any, n: Any) -> Any:
        """Return the coefficients in all outputs."""

        def entry(h: Any, i: Any, x: Any, y: Any) -> Any:
            return h.sum(lambda j: D[i, j] * self.pair(j, x, y), p)

        return w.entries(entry, o, n, n)

    def length(self, w: World, e: Any, p: Any, n: Any) -> Any:
        """Return the sum of the squares of the coefficients of a combination of products."""

        def entry(h: Any) -> Any:
            return h.sum(
                lambda x, y, j, l: e[j] * self.pair(j, x, y) * e[l] * self.pair(l, x, y), n, n, p, p
            )

        return w.entries(entry)


def says_below(readouts: Readouts, w: World) -> Conclusion:
    """Readouts of p products whose terms cancel have rank below p, if mixed; p - 1 is reached.

    Where L D = I, with a row for each product, and the terms of two key-values and of two queries
    cancel, the coefficients of all combinations of products, so of each one, are 0. A product with
    such is pure, as is said last. In between, p readouts (I, -s)^T of p + 1 products have rank p,
    and the terms of the products (u.k + s_j u'.q)(s_j v.k + v'.q), s_{p+1} = 1, cancel with them.
    """
    p, o, n, m = (w.size(name) for name in ("p", "o", "N_k", "N_q"))
    D, e = w.array("D", o, p), w.array("e", p)
    L = w.right_inverse("L", D.T).T
    one = w.identity(p)
    given: list[Conclusion] = [Equal(L @ D, one)]
    lengths: list[Conclusion] = []
    s = w.array("s", p)
    single = ones((1,), like=s)
    factors = concatenate([s, single])
    every = ones((factors.shape[0],), like=s)
    readout = concatenate([one, -outer(single, s)]).T
    reached: list[Conclusion] = [Equal(readout @ concatenate([one, outer(single, s * 0)]), one)]
    for name, size in (("k", n), ("q", m)):
        scale = w.number(f"c_{name}")  # so that the terms may be 0
        terms = Terms(w.array(f"A_{name}", p, size) * scale, w.array(f"B_{name}", p, size))
        given.append(Equal(terms.read(w, D, o, p, size), w.zeros(o, size, size)))
        lengths.append(Equal(terms.length(w, e, p, size), w.entries(lambda *_: 0)))
        k, u, v = (w.array(f"{part}_{name}", size) for part in ("x", "u", "v"))
        first, second = (every, factors) if name == "k" else (factors, every)
        made = (outer(first, u) @ k) * (outer(second, v) @ k)
        reached.append(Equal(readout @ made, s * 0))
    largest = All(
        (
            Equal(w.call(readouts.largest, p + 1), w.call(lambda p: p, p)),
            Equal(w.call(readouts.largest, 1), 0),  # one mixed product never stands alone
        )
    )
    below = Implies(All(tuple(given)), All(tuple(lengths)))
    return All((below, *reached, largest, says_pure(Vanishing(), w)))


def by_left_inverse(whole: Any) -> Evidence:
    """Prove it: the rows of L make of the outputs' terms those of one product each."""
    below, *reached, pure = whole.parts
    L, e = below.hypothesis.array("L").T, below.body.array("e")
    ((products,),) = e.axes
    found = []
    for number, name in enumerate("kq"):
        a, b = (below.hypothesis.array(f"{part}_{name}") for part in "AB")
        terms, (size,) = Terms(a * sp.Symbol(f"c_{name}", real=True), b), a.axes[1][0].sizes

        def combined(x: Any, y: Any, terms: Terms = terms, name: str = name) -> Any:
            j = Index(f"of_{name}", *products.sizes)
            return Sum(e[j] * terms.pair(j, x, y), j)

        axes = below.hypothesis.parts[number + 1].lhs.axes

        def weight(i: Any, x: Any, y: Any, combined: Any = combined) -> Any:
            c = Index("c", *products.sizes)
            return Sum(e[c] * L[c, i], c) * combined(x, y)

        def inverse(c: Any, j: Any, terms: Terms = terms, combined: Any = combined,
                    size: Any = size) -> Any:  # fmt: skip
            x, y = Index("x", size), Index("y", size)
            return -e[c] * Sum(combined(x, y) * terms.pair(j, x, y), x, y)

        square = below.hypothesis.parts[0].lhs.axes
        equations = [
            (number + 2, array_of({tuple(axis[0].name for axis in axes): weight}, *axes)),
            (1, array_of({tuple(axis[0].name for axis in square): inverse}, *square)),
        ]
        part = Implies(below.hypothesis, below.body.parts[number])
        found.append(linear_combination(part, [], equations))
    return conjunction(whole, given_each(below, *found), *map(prove, reached), by_norms(pure))


@check("exact")
def check_families(readouts: Readouts) -> Evidence:
    """(k_1 + s q_1)(k_2 + q_2/s), for s = 1, ..., m, with readouts that add up to 0: rank m - 1."""
    for m in range(1, 5):
        readout = np.hstack([np.eye(m - 1, dtype=int), -np.ones((m - 1, 1), dtype=int)])
        scales = EXACT.array(list(range(1, m + 1)))
        first = [EXACT.array([1, 0, s, 0]) for s in scales]
        second = [EXACT.array([0, s, 0, 1]) / s for s in scales]
        kernels = [np.array(np.multiply.outer(u, v), dtype=object)
                   for u, v in zip(first, second, strict=True)]  # fmt: skip
        left = np.tensordot(readout.astype(object), np.array(kernels), 1)
        if left[:, :2, :2].any() or left[:, 2:, 2:].any():
            return Evidence.undecided("The terms of two key-values or two queries are left.")
        found = rank(EXACT.array(readout)) if m > 1 else 0
        if readouts.largest(m) != found:
            values = {"m": m, "D": readout}
            claimed = f"rank {readouts.largest(m)}"
            return Evidence.refuted(Counterexample(values, claimed, f"rank {found}"))
    return Evidence.holds("m = 1, ..., 4")


INSTANCES = [
    {"p": p, "o": p + 1, "c_k": 0, "c_q": 0, **zeros}
    for p, zeros in zip((1, 2, 1, 3), WITH_ZEROS, strict=False)
]

independent = Claim(
    id="gated-rnn/new-b2-readouts",
    title="Readouts of m mixed products whose terms k k' and q q' cancel have rank below m",
    source=Source(PAPER, "App. B.2, beyond the text"),
    statement=r"\max \mathrm{rank}\,(D_{ij})_{j \text{ mixed}} = m - 1",
    assumptions=(
        "the terms of two key-values, and of two queries, cancel among the mixed products, as in a"
        " network that is attention, if those that its units carry are independent",
        "mixed: not one factor of key-values alone and one of queries alone; no factor is 0",
    ),
    subject=Readouts(lambda m: m - 1),
    says=says_below,
    checks=(
        proof_of(says_below, by_left_inverse, instances=INSTANCES, seconds=120),
        instances_of(says_below, INSTANCES),
        check_families,
    ),
    mutants=(
        Mutant("any", Readouts(lambda m: m), "mixed products with independent readouts"),
        Mutant("proportional", Readouts(lambda m: 1 + 0 * m), "rank 1, as seen in Fig. 2B"),
    ),
    late=(
        Mutant(
            "many", Readouts(lambda m: m - 1 if m < 1000 else m), "independent from m = 1000 on"
        ),
    ),
    notes="One mixed product never stands alone; two have proportional kernels, so that this says"
    " nothing of them; three need not have.",
    new=True,
)
