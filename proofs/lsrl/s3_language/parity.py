r"""Is the number of ones so far even? One layer without gates needs more ReLUs for longer inputs.

A layer puts out $\phi(s_t)$, where $s_t$ is affine in the bits. Let the ReLUs of $\phi$ be taken
each after those that it reads, and fix half of the bits for each: those with the larger weights, so
that the others cannot change the sign of what it reads. Then it is affine in the others, too. From
$2^{R+1}$ bits two are left after R ReLUs, and on two bits parity is not affine.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from constructions.lsrl import ForEach, Input, LinState, Node, ReLU
from proofs.lsrl import PAPER
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    all_of,
    check,
    prove_for_all,
    prove_recurrence,
    reals,
    relu,
    to_fraction,
    where,
)

HALF = Fraction(1, 2)


def layer(k: int) -> ForEach:
    """Write the parity of up to 2^k bits: the number of ones by 2^k, and k tents."""
    u: Node = LinState(Input(1), 1, 1) / 2**k
    for _ in range(k):
        u = 2 * u - 4 * ReLU(u - HALF)
    return ForEach(u)


@dataclass(frozen=True)
class Parity:
    """What one layer with R ReLUs cannot do, and what it can.

    **Fields**: `square`, the values at 00, 01, 10, 11; `fixed(G, g)`, what is assumed of the sums
    of absolute weights of the bits that are fixed, and of the others; `bits(R)`, how many are too
    many for R ReLUs; `layer(k)`, a program with `relus(k)` ReLUs for 2^k bits, by the `tent`.
    """

    square: tuple[int, int, int, int] = (0, 1, 1, 0)
    fixed: Callable[[Any, Any], Any] = lambda G, g: g <= G
    bits: Callable[[Any], Any] = lambda R: 2 ** (R + 1)
    layer: Callable[[int], ForEach] = layer
    tent: Callable[[Any], Any] = lambda u: 2 * u - 4 * relu(u - HALF)
    relus: Callable[[Any], Any] = lambda k: k


b, low, high, G, g, a1, a2, c, h, p = reals("b low high G g a1 a2 c h p")
R = sp.Symbol("R", integer=True, nonnegative=True)


@check("proof")
def check_halving(parity):
    """With the larger weights fixed the sign of an affine form of the bits is fixed, too.

    They add `high` at most and `low` = high - G at least; the other bits add p, from 0 to g,
    counted from their least. Either the form is never negative at `high`, or never positive at
    `low`.
    """
    never_negative = b + high >= 0
    least, most = b + high + p, b + low + p
    claim = (never_negative & (least >= 0)) | (~never_negative & (most <= 0))
    return all_of(
        {
            "sign": prove_for_all(
                claim, assume=[parity.fixed(G, g), low == high - G, p >= 0, p <= g, g >= 0, G >= 0]
            )
        },
        "all affine forms of any bits",
    )


@check("proof")
def check_square(parity):
    """On two free bits no affine function has these values, or their opposites."""
    values = (b, b + a2, b + a1, b + a1 + a2)
    never = []
    for flip in (0, 1):
        wrong = [value != abs(flip - bit) for value, bit in zip(values, parity.square, strict=True)]
        never.append(wrong[0] | wrong[1] | wrong[2] | wrong[3])
    return all_of({"two bits": prove_for_all(never[0] & never[1])}, "all affine functions")


@check("proof")
def check_bits(parity):
    """Two bits are too many without ReLUs, and each ReLU takes twice as many."""
    doubled = prove_recurrence(parity.bits, lambda bits, _: 2 * bits, (0, 2), R)
    return all_of({"bits": doubled}, "all numbers of ReLUs", words=("induction over the ReLUs",))


@check("proof")
def check_fewest(parity):
    """Of 2^k bits: k - 1 ReLUs are too few, as 2^k bits are too many for them; every k from 1."""
    k = sp.Symbol("k", integer=True, positive=True)
    bits = parity.bits(parity.relus(k) - 1)
    return all_of({"fewest": prove_recurrence(bits, lambda n, _: 2 * n, (1, 2), k)}, "every k")


@check("proof")
def check_tents(parity):
    """K tents of c/2^k are the parity of c = 0, ..., 2^k: a tent keeps it, up to k = 0.

    A tent takes c/2h to c/h or (2 h - c)/h, h = 2^{k-1}; for k = 0 it is c = 0, 1 itself.
    """
    tent = parity.tent(c / (2 * h))
    zigzag = where(c <= h, c, 2 * h - c)
    return all_of(
        {
            "k = 0": prove_for_all(
                (c == 0) | (c == 1), assume=[c >= 0, c <= 1, (c <= 0) | (c >= 1)]
            ),
            "tent": prove_for_all(h * tent == zigzag, assume=[h >= 1, c >= 0, c <= 2 * h]),
            "range": prove_for_all(
                (zigzag >= 0) & (zigzag <= h), assume=[h >= 1, c >= 0, c <= 2 * h]
            ),
        },
        "every k",
        words=("induction over k: c and 2 h - c have one parity, as h is a power of 2",),
    )


@check("exact")
def check_layer(parity):
    """The program has so many ReLUs and says the parity of all strings of 2^k bits: k <= 3."""
    for k in range(4):
        program = parity.layer(k)
        relus = sum(node.dim for node in program.nodes if isinstance(node, ReLU))
        if relus != parity.relus(k) or len(program.states) != 1:
            at = {"k": k}
            return Evidence.refuted(Counterexample(at, f"{parity.relus(k)} ReLUs", str(relus)))
        for bits in product((0, 1), repeat=2**k):
            found = [to_fraction(y) for y in program([[bit] for bit in bits])[:, 0]]
            wanted = [sum(bits[: t + 1]) % 2 for t in range(len(bits))]
            if found != wanted:
                at = {"k": k, "bits": bits}
                return Evidence.refuted(Counterexample(at, str(wanted), str(list(map(str, found)))))
    return Evidence.holds("k = 0, ..., 3; all strings")


PARITY = Parity()

one_layer = Claim(
    id="lsrl/new-parity-one-layer",
    title="For the parity of up to 2^k bits one layer takes k ReLUs; so none does at all lengths",
    source=Source(PAPER, "beyond Sec. 3, expressiveness limitations"),
    statement=r"\phi(s_t) = x_1 + \dots + x_t \bmod 2 \text{ for } t \le 2^k"
    r" \implies \#\mathrm{ReLU}(\phi) \ge k,\ \text{and } k \text{ are enough}",
    assumptions=(
        "one layer of a Linear RNN: any linear state, any network of it; tokens are bits",
        "with more layers it is open",
    ),
    subject=PARITY,
    checks=(
        check_halving.killing("smaller"),
        check_square.killing("count"),
        check_bits.killing("linear"),
        check_fewest.killing("one-more"),
        check_tents.killing("flatter"),
        check_layer.killing("one-less", "one-more"),
    ),
    mutants=(
        Mutant("smaller", replace(PARITY, fixed=lambda G, g: g >= G), "fixes the smaller weights"),
        Mutant("count", replace(PARITY, square=(0, 1, 1, 2)), "the number of ones"),
        Mutant("linear", replace(PARITY, bits=lambda R: 2 * R + 2), "two bits for each ReLU"),
        Mutant("flatter", replace(PARITY, tent=lambda u: 2 * u - 3 * relu(u - HALF)), "3 for 4"),
        Mutant("one-more", replace(PARITY, relus=lambda k: k + 1), "k + 1 ReLUs"),
        Mutant("one-less", replace(PARITY, layer=lambda k: layer(max(k - 1, 0))), "a tent less"),
    ),
    new=True,
    notes="The state may hold all bits, and the network be of any depth. Two layers apply ReLUs to"
    " all beginnings of the input: their number grows with t, and the argument ends there.",
)
