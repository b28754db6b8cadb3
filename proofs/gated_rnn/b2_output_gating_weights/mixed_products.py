r"""App. B.2, beyond the text: products that mix key-values and queries, and what they leave.

A product (a.k + alpha.q)(b.k + beta.q) of a network that is attention is **pure** if one factor
reads key-values k alone and the other queries q alone, and **mixed** otherwise. The outputs of
attention have no terms k k' and no terms q q', so those of its mixed products cancel. What then is
left of them is k^T R_i q for output i.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import sympy as sp

from constructions.arrays import EXACT, ones, outer
from constructions.cells.gated_rnn import GatedRNN
from constructions.cells.linear_attention import LinearAttention
from constructions.rational_spaces import rank
from proofs.gated_rnn import PAPER
from proofs.gated_rnn.b2_output_gating_weights.products_by_rank import (
    Merged,
    by_symmetric_forms,
    says_number,
)
from proofs.gated_rnn.s4_1_teacher_identification.identification import prove_same_function
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Control,
    Counterexample,
    Either,
    Equal,
    Evidence,
    Implies,
    Index,
    Mutant,
    Source,
    Sum,
    Tensor,
    Unequal,
    Verdict,
    World,
    all_of,
    arithmetic,
    check,
    conjunction,
    instances_of,
    proof_of,
    prove,
    prove_index_identity,
    sum_of_squares,
)

N, d, r = sp.symbols("N d r", integer=True, positive=True)
PLACE = Source(PAPER, "App. B.2, beyond the text")


@dataclass(frozen=True)
class Vanishing:
    """Which blocks of a product's kernel are 0, and the squared norm of a block a b^T + b a^T.

    `norm` is a function of |a|^2, |b|^2 and a.b, for the symmetric block (a b^T + b a^T)/2.
    """

    key_values: bool = True
    queries: bool = True
    norm: Callable[[Any, Any, Any], Any] = lambda aa, bb, ab: (aa * bb + ab * ab) / 2


def says_pure(vanishing: Vanishing, w: World) -> All:
    """The squared norm of a block is what is said; a product whose blocks are 0 is pure.

    Of (a.k + alpha.q)(b.k + beta.q), of any sizes, that is not 0: no factor is. The block that key-
    values make is (a b^T + b a^T)/2, that of queries likewise. What has length 0 is 0. Each vector
    is any one times any number, so that it may be 0.
    """
    sizes = {"k": w.size("n"), "q": w.size("m")}
    forms: dict[str, Any] = {
        name: w.array(name, sizes[reads]) * w.number(f"c_{name}")
        for name, reads in (("a", "k"), ("b", "k"), ("alpha", "q"), ("beta", "q"))
    }
    lengths = {name: form @ form for name, form in forms.items()}

    def block(one: str, other: str) -> Any:
        first, second = forms[one], forms[other]
        half = (outer(first, second) + outer(second, first)) / 2
        every = ones(first.shape, like=first)
        return every @ ((half * half) @ every)

    def is_zero(name: str) -> Equal:
        return Equal(lengths[name], 0 * lengths[name])

    a, b = forms["a"], forms["b"]
    norm = vanishing.norm(lengths["a"], lengths["b"], a @ b)
    blocks = {"a b": vanishing.key_values, "alpha beta": vanishing.queries}
    empty = [block(*names.split()) for names, is_empty in blocks.items() if is_empty]
    some = [
        Either(tuple(Unequal(lengths[name], 0 * lengths[name]) for name in names))
        for names in (("a", "alpha"), ("b", "beta"))
    ]
    given = All((*(Equal(norm, 0 * norm) for norm in empty), *some))
    pure = (All(tuple(map(is_zero, names))) for names in (("a", "beta"), ("b", "alpha")))
    return All((Equal(block("a", "b"), norm), Implies(given, Either(tuple(pure)))))


def by_norms(both: Any) -> Evidence:
    """Prove it by the norms of the blocks, in which nothing is negative."""
    norm, purity = both.parts
    premises = []
    zero = purity.hypothesis.parts[0].rhs
    for (one, other), empty in zip(PAIRS, purity.hypothesis.parts, strict=False):
        first, second = (
            both.array(name) * sp.Symbol(f"c_{name}", real=True) for name in (one, other)
        )
        aa, bb, ab = first @ first, second @ second, first @ second
        known = Equal(empty.lhs, (aa * bb + ab * ab) / 2)
        premises.append((known, prove(known)))
        for length, form in ((aa, first), (bb, second)):
            least = AtMost(zero, length)
            premises.append((least, sum_of_squares(least, (1, form))))
    return conjunction(both, prove(norm), arithmetic(purity, *premises))


PAIRS = ("a", "b"), ("alpha", "beta")
NAMES = ("a", "b", "alpha", "beta")
WITH_ZEROS = tuple(
    {f"c_{name}": int(name not in zeros) for name in NAMES}
    for zeros in ((), ("a", "beta"), ("b", "alpha"), ("a",), ("beta",), ("a", "b"), ("a", "alpha"))
)


@check("exact")
def check_all_small_products(vanishing: Vanishing) -> Evidence:
    """Of two key-values and two queries, with coefficients -1, 0, 1: those without the terms.

    Factors up to sign, the first coefficient that is not 0 is 1.
    """
    forms = [np.array(form) for form in product((-1, 0, 1), repeat=4) if form > (0, 0, 0, 0)]
    seen = 0
    for m, n in product(forms, repeat=2):
        kernel = np.outer(m, n) + np.outer(n, m)
        (a, alpha), (b, beta) = np.split(m, 2), np.split(n, 2)
        block = int((kernel[:2, :2] ** 2).sum())
        said = 4 * vanishing.norm(*(Fraction(int(v)) for v in (a @ a, b @ b, a @ b)))
        if said != block:
            return Evidence.refuted(
                Counterexample({"a": a, "b": b}, f"squared norm {said}/4", f"{block}/4")
            )
        empty = not (vanishing.key_values and block) and not (
            vanishing.queries and kernel[2:, 2:].any()
        )
        if empty and kernel.any():
            seen += 1
            if not is_pure(a, alpha, b, beta):
                return Evidence.refuted(
                    Counterexample({"m": m, "n": n}, "a pure product", "a mixed one")
                )
    return Evidence.holds(f"all {len(forms) ** 2} products, {seen} of them without the terms")


def is_pure(a: Any, alpha: Any, b: Any, beta: Any) -> bool:
    """Whether one factor reads key-values alone, and the other queries alone."""
    mine, theirs = (np.any(a), np.any(alpha)), (np.any(b), np.any(beta))
    return {mine, theirs} == {(True, False), (False, True)}


cross = Claim(
    id="gated-rnn/new-b2-cross",
    title="A product that leaves no two key-values and no two queries reads one of each",
    source=PLACE,
    statement=r"\|\tfrac12(ab^\top + ba^\top)\|^2 = \tfrac12(|a|^2|b|^2 + (a^\top b)^2);\quad"
    r" \text{no } kk', qq' \implies a = \beta = 0 \text{ or } b = \alpha = 0",
    assumptions=("the product is not 0", "real coefficients"),
    subject=Vanishing(),
    says=says_pure,
    checks=(
        proof_of(says_pure, by_norms, instances=WITH_ZEROS),
        instances_of(says_pure, WITH_ZEROS),
        check_all_small_products,
    ),
    mutants=(
        Mutant("key-values-only", Vanishing(queries=False), "terms q q' are left"),
        Mutant("queries-only", Vanishing(key_values=False), "terms k k' are left"),
        Mutant("lost-term", Vanishing(norm=lambda aa, bb, ab: aa * bb / 2), "(a.b)^2 is lost"),
        Mutant("halved", Vanishing(norm=lambda aa, bb, ab: (aa * bb + ab * ab) / 4)),
    ),
    late=(
        Mutant(
            "long",
            Vanishing(norm=lambda aa, bb, ab: (aa * bb + ab * ab) / (2 if aa < 10**12 else 4)),
            "half of it for long forms",
        ),
    ),
    notes="So if products that were mixed merge into one, it has the structure of the construction"
    " because the network is attention. For trained networks: what is left in the blocks bounds"
    " how far the product is from a pure one.",
    new=True,
)


@check("proof")
def check_inertia_for_all_sizes(merged: Merged) -> Evidence:
    """A form of rank r between k and q is r products, and has r squares of each sign.

    sum_j (a_j.k)(b_j.q) = sum_j ((a_j.k + b_j.q)^2 - (a_j.k - b_j.q)^2)/4 with independent forms,
    and p products have at most p squares of each sign.
    """
    if merged.count(r) != r:
        return _at_rank_two(merged)
    j, x, y = Index("j", r), Index("x", N), Index("y", d)
    a, b, k, q = Tensor("a", 2), Tensor("b", 2), Tensor("k", 1), Tensor("q", 1)
    first, second = Sum(a[j, x] * k[x], x), Sum(b[j, y] * q[y], y)
    plus, minus = first + second, first - second
    form = Sum(Sum(a[j, x] * b[j, y], j) * k[x] * q[y], x, y)
    return all_of(
        {
            "r products": prove_index_identity(form, Sum(first * second, j)),
            "r squares of each sign": prove_index_identity(
                form, Sum((plus * plus - minus * minus) / 4, j)
            ),
        },
        "all sizes and ranks",
        words=(
            "P^T S P has as many positive and negative eigenvalues as S, for P invertible (Horn and"
            " Johnson, Matrix Analysis, Theorem 4.5.8)",
        ),
    )


def _at_rank_two(merged: Merged) -> Evidence:
    said = merged.count(2)
    if said == 2:
        return Evidence.undecided("The count differs from r, and not at r = 2.")
    values = {"form": "k_1 q_1 + k_2 q_2"}
    return Evidence.refuted(
        Counterexample(values, f"{said} products", "2: it has two squares of each sign")
    )


@check("exact")
def check_networks_with_mixed_products(merged: Merged) -> Evidence:
    """Two networks that are attention of size 2; their mixed products leave ranks 2 and 1."""
    for network, pure in mixed_networks():
        kernels, left = remaining_products(network)
        proportional = rank(EXACT.array(kernels.reshape(2, -1))) == 1
        if not (proportional and is_attention(network) and is_attention(pure)):
            return Evidence.undecided("An example is not what it is meant to be.")
        found = rank(EXACT.array(max(kernels, key=lambda kernel: kernel.any())))
        if pure.D.shape[1] - (network.D.shape[1] - left) != found:
            return Evidence.undecided("The pure products are not as many as the rank.")
        if merged.count(found) != found:
            kept = {f"R_{i + 1}": kernel for i, kernel in enumerate(kernels)}
            return Evidence.refuted(
                Counterexample(
                    network.weights() | kept,
                    claimed=f"the {left} mixed products become {merged.count(found)}",
                    found="attention with unit matrices, of inputs (x, 1), and what mixed products"
                    f" leave of key-values and queries, R_i, proportional and of rank {found}",
                )
            )
    return Evidence.holds("two networks of size 2")


K11, K12, K22, Q1, Q2 = (np.array([int(i == j) for j in range(5)]) for i in range(5))
Products = list[tuple[Any, Any, tuple[int, int]]]


def network_of(products: Products) -> GatedRNN:
    """Return a network on the units x_1^2, x_1 x_2, x_2^2 (lambda = 1) and x_1, x_2 (lambda = 0).

    Each product has two forms in these, and four times what it adds to the two outputs.
    """
    first, second, readout = (np.array(part) for part in zip(*products, strict=True))
    return GatedRNN(
        lam=EXACT.array([1, 1, 1, 0, 0]),
        W_in_m=EXACT.array([[1, 0, 0], [1, 0, 0], [0, 1, 0], [1, 0, 0], [0, 1, 0]]),
        W_in_x=EXACT.array([[1, 0, 0], [0, 1, 0], [0, 1, 0], [0, 0, 1], [0, 0, 1]]),
        W_out_m=EXACT.array(first),
        W_out_x=EXACT.array(second),
        D=EXACT.array(readout.T) / 4,
        append_one=True,
    )


@cache
def mixed_networks() -> list[tuple[GatedRNN, GatedRNN]]:
    """Return networks with two mixed products, and the same with pure ones in their place.

    y_1 = k_11 q_1 + k_12 q_2 and y_2 = k_12 q_1 + k_22 q_2, as attention with unit matrices has it;
    2 k_11 q_1 + 2 k_12 q_2 = (k_11 + q_2)(k_12 + q_1) - ... and 4 k_11 q_1 = (k_11 + q_1)^2 - ...
    """
    first: Products = [(K11, Q1, (4, 0)), (K12, Q2, (4, 0))]
    second: Products = [(K12, Q1, (0, 4)), (K22, Q2, (0, 4))]
    rank_2: Products = [(K11 + Q2, K12 + Q1, (2, 0)), (K11 - Q2, K12 - Q1, (-2, 0))]
    rank_1: Products = [(K11 + Q1, K11 + Q1, (1, 0)), (K11 - Q1, K11 - Q1, (-1, 0))]
    pure = network_of(first + second)
    return [(network_of(rank_2 + second), pure), (network_of(rank_1 + first[1:] + second), pure)]


def is_attention(network: GatedRNN) -> bool:
    """Whether a network is attention with unit matrices, at all lengths."""
    one = EXACT.eye(2)
    return prove_same_function(network, LinearAttention(one, one, one)).verdict.passes


def remaining_products(network: GatedRNN) -> tuple[Any, int]:
    """Return what the mixed products leave, k^T R_i q for output i, and how many they are."""
    forms = np.array([network.W_out_m, network.W_out_x], dtype=object)
    mixed = [j for j, (m, n) in enumerate(zip(*forms, strict=True))
             if not is_pure(m[:3], m[3:], n[:3], n[3:])]  # fmt: skip
    readout = np.array(network.D, dtype=object)
    pairs = np.array([np.outer(m, n) + np.outer(n, m) for m, n in forms.swapaxes(0, 1)[mixed]])
    kernels = np.tensordot(readout[:, mixed], pairs, 1)
    return kernels[:, :3, 3:], len(mixed)


forced = Claim(
    id="gated-rnn/new-b2-forced",
    title="Where a network is attention, mixed products with proportional kernels merge into one",
    source=PLACE,
    statement=r"R_i = c_i R \implies \mathrm{rank}\,R = 1",
    assumptions=("what was seen in Fig. 2B taken for a law",),
    subject=Merged(lambda _: 1),
    checks=(check_inertia_for_all_sizes, check_networks_with_mixed_products),
    controls=(Control("rank", Merged(lambda rank: rank), "as many as the rank"),),
    expect=Verdict.REFUTED,
    repaired_by="gated-rnn/new-b2-rank",
    notes="(k_11 + q_2)(k_12 + q_1) - (k_11 - q_2)(k_12 - q_1) = 2 k_11 q_1 + 2 k_12 q_2. That the"
    " rank is 1 is a finding about the trained network, not a consequence of its function.",
    new=True,
)

as_many_as_the_rank = Claim(
    id="gated-rnn/new-b2-rank",
    title="Products with proportional kernels between key-values and queries become rank-many",
    source=PLACE,
    statement=r"y_i = c_i\, k^\top R q: \quad p_{\min} = \mathrm{rank}\,R",
    assumptions=("some c_i is not 0; k and q are independent variables; products of any kind",),
    subject=Merged(lambda rank: rank),
    says=says_number,
    checks=(
        proof_of(says_number, by_symmetric_forms),
        instances_of(says_number),
        check_networks_with_mixed_products,
    ),
    mutants=(
        Mutant("twice", Merged(lambda rank: 2 * rank), "the rank of the symmetric kernel"),
        Mutant("half", Merged(lambda rank: rank / 2), "the kernel of a product has rank 2"),
        Mutant("one-more", Merged(lambda rank: rank + 1)),
    ),
    late=(
        Mutant(
            "large-ranks",
            Merged(lambda rank: rank if rank < 1000 else 2 * rank),
            "twice as many from rank 1,000 on",
        ),
    ),
    repairs=("gated-rnn/new-b2-forced",),
    notes="So three products that leave a kernel of rank 1 become one, 13 become 11.",
    new=True,
)
