r"""App. B.2, beyond the text: pure products can be turned into mixed ones at no cost.

Let two products with one readout add a.k beta.q + b.k alpha.q. That is the inner product of
(a.k, alpha.q) and (beta.q, b.k), which a rotation of both leaves as it is:

    (c a.k + s alpha.q)(c beta.q + s b.k) + (c alpha.q - s a.k)(c b.k - s beta.q).

If a and alpha are of one length, and beta and b, then so are all turned forms. So nothing that sees
the function and the sizes of the weights, such as a loss with weight decay, can tell the two pure
products (s = 0) from the mixed ones; their kernel has rank 2, and they are no single product.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from proofs.gated_rnn import PAPER
from proofs.gated_rnn.b2_output_gating_weights.mixed_products import (
    K11,
    K12,
    K22,
    Q1,
    Q2,
    is_attention,
    is_pure,
    network_of,
)
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    all_of,
    check,
    prove_identity,
)

Pair = tuple[Any, Any]


@dataclass(frozen=True)
class Turning:
    """How two products are turned, by the cosine and the sine of an angle.

    `first`(c, s) and `second`(c, s) are the coefficients of the turned forms: two of (a.k, alpha.q)
    and two of (beta.q, b.k), which are multiplied in turn.
    """

    first: Callable[[Any, Any], tuple[Pair, Pair]]
    second: Callable[[Any, Any], tuple[Pair, Pair]]


def rotation(c: Any, s: Any) -> tuple[Pair, Pair]:
    """Return the rows of a rotation."""
    return (c, s), (-s, c)


@check("proof")
def check_function_and_lengths(turning: Turning) -> Evidence:
    """The products add up to the same, and the forms keep their lengths, at all angles.

    c = (1 - t^2)/(1 + t^2), s = 2 t/(1 + t^2): all angles but one, and that by continuity.
    """
    t, k, q, beta, b = sp.symbols("t k q beta b", real=True)
    c, s = (1 - t**2) / (1 + t**2), 2 * t / (1 + t**2)
    first, second = turning.first(c, s), turning.second(c, s)
    added: Any = sum(
        (m[0] * k + m[1] * q) * (n[0] * beta + n[1] * b) for m, n in zip(first, second, strict=True)
    )
    lengths = {
        f"the length of form {i + 1}": prove_identity(form[0] ** 2 + form[1] ** 2, 1)
        for i, form in enumerate((*first, *second))
    }
    return all_of(
        {"the sum": prove_identity(added, k * beta + q * b), **lengths},
        "all angles, forms of any sizes",
        words=("a.k and alpha.q have no unit in common, so their squared lengths add up",),
    )


@check("exact")
def check_turned_networks(turning: Turning) -> Evidence:
    """Networks that are attention of size 2 remain it, turned by four angles, and become mixed."""
    kept = [(K12, Q1, (0, 4)), (K22, Q2, (0, 4))]
    for cosine, sine, length in ((1, 0, 1), (3, 4, 5), (5, 12, 13), (-8, 15, 17)):
        c, s = Fraction(cosine, length), Fraction(sine, length)
        first = [m * K11 + n * Q2 for m, n in turning.first(c, s)]
        second = [m * Q1 + n * K12 for m, n in turning.second(c, s)]
        turned = [(m, n, (4, 0)) for m, n in zip(first, second, strict=True)]
        values = {"c": c, "s": s}
        if not is_attention(network_of([*turned, *kept])):
            return Evidence.refuted(Counterexample(values, "attention", "another function"))
        if any(is_pure(m[:3], m[3:], n[:3], n[3:]) != (s == 0) for m, n, _ in turned):
            return Evidence.refuted(Counterexample(values, "mixed products", "pure ones"))
        if any(form @ form != 1 for form in (*first, *second)):
            return Evidence.refuted(Counterexample(values, "forms of length 1", "of another"))
    return Evidence.holds("four angles")


turned = Claim(
    id="gated-rnn/new-b2-turned",
    title="Two pure products of one readout can be mixed without a change of function or lengths",
    source=Source(PAPER, "App. B.2, beyond the text"),
    statement=r"\binom{a^\top k}{\alpha^\top q}\cdot\binom{\beta^\top q}{b^\top k}"
    r" = R\binom{a^\top k}{\alpha^\top q}\cdot R\binom{\beta^\top q}{b^\top k},\quad"
    r" |a| = |\alpha|,\; |b| = |\beta| \implies \text{lengths are kept}",
    assumptions=("the two products have the same readout; R is a rotation",),
    subject=Turning(rotation, rotation),
    checks=(check_function_and_lengths, check_turned_networks),
    mutants=(
        Mutant("against", Turning(rotation, lambda c, s: rotation(c, -s)), "the other way round"),
        Mutant("one-alone", Turning(rotation, lambda c, s: ((1, 0), (0, 1))), "one is turned"),
        Mutant(
            "stretched",
            Turning(lambda c, s: ((2, 0), (0, 1)), lambda c, s: ((Fraction(1, 2), 0), (0, 1))),
            "the same function with other lengths",
        ),
    ),
    notes="So weight decay leaves such pairs mixed. Their kernels are proportional, of rank 2, with"
    " equal singular values, and do not merge (gated-rnn/new-b2-rank). Of one product there is"
    " nothing to turn.",
    new=True,
)
