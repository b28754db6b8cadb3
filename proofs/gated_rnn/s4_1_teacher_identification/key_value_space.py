"""Section 4.1: what the linear decoding of keys and values rests on.

All d^2 products of a value and a key lie in the space of quadratics of the token.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint
import numpy as np

from constructions.indexed import IndexedArray, family
from proofs.gated_rnn import PAPER
from theorem_checks import (
    All,
    Claim,
    Conclusion,
    Counterexample,
    Equal,
    Evidence,
    Mutant,
    Source,
    World,
    check,
    instances_of,
    proof_of,
)

_VALUES = (family("vk", i="d_v", j="d_k"),)
_PAIRS = (family("pair", a="d", b="d", increasing=True),)


@dataclass(frozen=True)
class Quadratics:
    """The dimension of the quadratics of a token, and how key-values are made of the x_a x_b.

    `weight` is by how much v_i k_j has x_a x_b, a <= b.
    """

    dimension: Callable[[Any], Any] = lambda d: d * (d + 1) * Fraction(1, 2)
    weight: Callable[..., Any] = lambda w, i, j, a, b: (
        (w.V[i, a] * w.K[j, b] + w.V[i, b] * w.K[j, a]) * (1 - w.delta(a, b) * Fraction(1, 2))
    )


def says_space(quadratics: Quadratics, w: World) -> Conclusion:
    """All v_i k_j are combinations of the x_a x_b, a <= b, which are independent and so many.

    Independent as d(d+1)/2 combinations of their values at tokens are the unit vectors: at
    e_a + e_b less those at e_a and e_b. And for W_V and W_K invertible they are combinations of the
    v_i k_j, which then span this space.
    """
    d, d_v, d_k = (w.size(name) for name in ("d", "d_v", "d_k"))
    sizes, x = {"d": d, "d_v": d_v, "d_k": d_k}, w.array("x", d)
    V, K = w.array("W_V", d_v, d), w.array("W_K", d_k, d)
    (V_1, V_inverse), (K_1, K_inverse) = (w.invertible(name, d) for name in ("V", "K"))

    def described(axes: Any, entry: Any, **arrays: Any) -> Any:
        names = tuple(axis[0].name for axis in axes)
        at = {**sizes, **arrays.pop("at", {})}
        return w.described(IndexedArray(axes, {names: entry}), at, arrays)

    def at_a_pair(w: Any, a: Any, b: Any, c: Any, e: Any) -> Any:
        """x_a x_b at e_c + e_e, less that at e_c and at e_e; half of it if these are one."""
        both = (w.delta(a, c) + w.delta(a, e)) * (w.delta(b, c) + w.delta(b, e))
        alone = w.delta(a, c) * w.delta(b, c) + w.delta(a, e) * w.delta(b, e)
        return (both - alone) * (1 - w.delta(c, e) * Fraction(1, 2))

    products = described((_PAIRS,), lambda w, a, b: w.x[a] * w.x[b], x=x)
    weights = described((_VALUES, _PAIRS), quadratics.weight, V=V, K=K)
    made = described((_VALUES,), lambda w, i, j: w.v[i] * w.k[j], v=V @ x, k=K @ x)
    square = {"d_v": d, "d_k": d}
    again = described(
        (_PAIRS, _VALUES),
        lambda w, a, b, i, j: w.V[a, i] * w.K[b, j],
        V=V_inverse,
        K=K_inverse,
        at=square,
    )
    of_all = described((_VALUES,), lambda w, i, j: w.v[i] * w.k[j], v=V_1 @ x, k=K_1 @ x, at=square)
    one = described((_PAIRS, _PAIRS), lambda w, a, b, c, e: w.delta(a, c) * w.delta(b, e))
    return All(
        (
            Equal(made, weights @ products),
            Equal(described((_PAIRS, _PAIRS), at_a_pair), one),
            Equal(products, again @ of_all),
            Equal(w.count(products), w.call(quadratics.dimension, d)),
        )
    )


@check("exact")
def check_spans(quadratics: Quadratics) -> Evidence:
    """The rank of x -> (v_i k_j)_ij over tokens is at most this, and this for invertible V, K."""
    for size in (1, 2, 3, 4):
        i, j = np.indices((size, size))
        V, K = (i >= j) * 1, (i <= j) * (i + 1)
        tokens = [*np.eye(size, dtype=int), *_pairs(size)]
        rows = [np.multiply.outer(V @ x, K @ x).ravel().tolist() for x in tokens]
        found, said = flint.fmpz_mat(rows).rank(), quadratics.dimension(size)
        if said != found or len(tokens) != size * (size + 1) // 2:
            return Evidence.refuted(Counterexample({"d": size}, str(said), str(found)))
    return Evidence.holds("d = 1, ..., 4; at d = 4: 16 key-values in a space of 10 dimensions")


def _pairs(size: int) -> list[np.ndarray]:
    unit = np.eye(size, dtype=int)
    return [unit[i] + unit[j] for i in range(size) for j in range(i)]


SPACE = Quadratics()

linear_decoding = Claim(
    id="gated-rnn/s4.1-linear-decode",
    title="The d^2 key-values lie in the d(d+1)/2-dimensional space of quadratics of the token",
    source=Source(PAPER, "Sec. 4.1"),
    statement=r"\mathrm{span}\{v_ik_j\} \subseteq \mathrm{span}\{x_ax_b : a \le b\},\quad"
    r" \dim = \tfrac{d(d+1)}2 \;(16 \to 10 \text{ for } d = 4)",
    subject=SPACE,
    says=says_space,
    checks=(
        proof_of(says_space),
        instances_of(says_space),
        check_spans.killing("all", "strict"),
    ),
    mutants=(
        Mutant("all", Quadratics(dimension=lambda d: d**2), "no symmetry"),
        Mutant("strict", Quadratics(dimension=lambda d: d * (d - 1) * Fraction(1, 2))),
        Mutant(
            "one-order", Quadratics(weight=lambda w, i, j, a, b: w.V[i, a] * w.K[j, b]), "a <= b"
        ),
    ),
    late=(
        Mutant(
            "large",
            Quadratics(dimension=lambda d: SPACE.dimension(d) if d < 1000 else d**2),
            "no symmetry from d = 1000 on",
        ),
    ),
    notes="So they are linear in any d(d+1)/2 accumulators with independent forms: for such units"
    " the regression of Table 1 has to fit, whatever the teacher is.",
)
