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
    All,
    Claim,
    Conclusion,
    Counterexample,
    Equal,
    Evidence,
    Implies,
    Mutant,
    Source,
    World,
    arithmetic,
    check,
    conjunction,
    instances_of,
    proof_of,
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


def says_turned(turning: Turning, w: World) -> All:
    """Turned by any angle, the two products add up to the same, and the forms keep their lengths.

    Of two pure products (a.k)(beta.q) + (b.k)(alpha.q), of any sizes. A turned form has the squared
    length of a and what that of alpha is more, times its share of alpha; so it is that of both
    where these are the same.
    """
    n, m = w.size("n"), w.size("m")
    a, b, k = (w.array(name, n) for name in ("a", "b", "k"))
    alpha, beta, q = (w.array(name, m) for name in ("alpha", "beta", "q"))
    c, s = w.number("c"), w.number("s")
    first, second = w.call(turning.first, c, s), w.call(turning.second, c, s)
    (one, other), (two, another) = (
        [x[0] * left + x[1] * right for x in turned]
        for turned, left, right in ((first, a @ k, alpha @ q), (second, beta @ q, b @ k))
    )
    pure = (a @ k) * (beta @ q) + (alpha @ q) * (b @ k)
    lengths: list[Equal] = []
    kept: list[Conclusion] = []
    for turned, left, right in ((first, a, alpha), (second, beta, b)):
        own, theirs = left @ left, right @ right
        squared = [x[0] * x[0] * own + x[1] * x[1] * theirs for x in turned]
        lengths += [
            Equal(length, own + x[1] * x[1] * (theirs - own))
            for length, x in zip(squared, turned, strict=True)
        ]
        same = All(tuple(Equal(length, own) for length in squared))
        kept.append(Implies(Equal(own, theirs), same))
    is_rotation = Equal(c * c + s * s, 1)
    return All(
        (
            Implies(is_rotation, Equal(one * two + other * another, pure)),
            Implies(is_rotation, All((*lengths, *kept))),
        )
    )


def by_arithmetic(both: All) -> Evidence:
    """Prove it, as nothing is used of the inner products but that they are numbers."""
    return conjunction(both, *map(arithmetic, both.parts))


ANGLES = tuple(
    {"c": Fraction(cosine, length), "s": Fraction(sine, length)}
    for cosine, sine, length in ((1, 0, 1), (3, 4, 5), (5, 12, 13), (-8, 15, 17), (-1, 0, 1))
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
    says=says_turned,
    checks=(
        proof_of(says_turned, by_arithmetic, instances=ANGLES),
        instances_of(says_turned, ANGLES),
        check_turned_networks,
    ),
    mutants=(
        Mutant("against", Turning(rotation, lambda c, s: rotation(c, -s)), "the other way round"),
        Mutant("one-alone", Turning(rotation, lambda c, s: ((1, 0), (0, 1))), "one is turned"),
        Mutant(
            "stretched",
            Turning(lambda c, s: ((2, 0), (0, 1)), lambda c, s: ((Fraction(1, 2), 0), (0, 1))),
            "the same function with other lengths",
        ),
    ),
    late=(
        Mutant(
            "few-angles",
            Turning(rotation, lambda c, s: rotation(c, s if s < Fraction(99, 100) else -s)),
            "the other way round near a right angle",
        ),
    ),
    notes="So weight decay leaves such pairs mixed. Their kernels are proportional, of rank 2, with"
    " equal singular values, and do not merge (gated-rnn/new-b2-rank). Of one product there is"
    " nothing to turn.",
    new=True,
)
