r"""App. E, end: which blocks of Griffin come third, where attention stands for the recurrence.

The block of a state may come third, as the text does not see.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import sympy as sp

from proofs.lsrl import PAPER
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    all_of,
    check,
    prove_identity,
)

END_OF_APP_E = "App. E, end"


@dataclass(frozen=True)
class Places:
    """At which places, from 1 on, the blocks of states are, for L layers of networks of depth k."""

    of: Callable[[int, int], list[int]]


@check("exact")
def check_never_third(places):
    """No state has a place that is a multiple of 3; L and k up to 4, the fewest blocks first."""
    sizes = sorted(product(range(1, 5), repeat=2), key=lambda size: size[0] * (size[1] + 2))
    for L, k in sizes:
        third = [place for place in places.of(L, k) if place % 3 == 0]
        if third:
            at = {"L": L, "k": k}
            return Evidence.refuted(
                Counterexample(at, "a recurrent block", f"block {third[0]}, which has attention")
            )
    return Evidence.holds("L, k = 1, ..., 4")


def printed_places(L, k):
    """Return the places of E.6, one layer after the other."""
    return [1 + j * (k + 2) for j in range(L)]


def mended_places(L, k):
    """Return the places with a block that does nothing before a state that would come third."""
    places, used = [], 0
    for _ in range(L):
        used += (used + 1) % 3 == 0
        places.append(used + 1)
        used += k + 2
    return places


@dataclass(frozen=True)
class Residues:
    """The pairs (j mod 3, k mod 3) for which the state of layer j, from 0 on, comes third."""

    third: frozenset[tuple[int, int]]


@check("proof")
def check_residues(residues):
    """1 + j (k + 2) is a multiple of 3 for just these residues, for all j and k."""
    p, q = sp.symbols("p q", integer=True, nonnegative=True)
    parts = {}
    for a, b in product(range(3), repeat=2):
        rest = (1 + a * (b + 2)) % 3
        j, k = 3 * p + a, 3 * q + b
        whole = (1 + a * (b + 2)) // 3 + 3 * p * q + p * (b + 2) + a * q
        parts[f"j = {a}, k = {b} mod 3"] = prove_identity(1 + j * (k + 2), 3 * whole + rest)
        if (rest == 0) != ((a, b) in residues.third):
            said = ["not third", "third"]
            at = {"j": a, "k": b}
            told = said[(a, b) in residues.third], said[rest == 0]
            return Evidence.refuted(Counterexample(at, *told))
    return all_of(parts, "all layers j = 0, 1, ..., all depths k")


PRINTED_PLACES, MENDED_PLACES = Places(printed_places), Places(mended_places)
THIRD = frozenset({(1, 0), (2, 2)})

third = Claim(
    id="lsrl/griffin-third",
    title="The blocks without a recurrence are always ones that compute maps",
    source=Source(PAPER, END_OF_APP_E),
    statement=r"3 \nmid 1 + j (k + 2) \text{ for all layers } j = 0, 1, \dots",
    subject=PRINTED_PLACES,
    checks=(check_never_third,),
    controls=(Control("shifted", MENDED_PLACES, "a block that does nothing before it"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-griffin-third",
    notes="For two layers with k = 3 the second state is in block 6, for k = 2 the third in block"
    " 9. For k = 1, 4, 7, ... it never happens.",
)

residues = Claim(
    id="lsrl/new-griffin-third",
    title="A state comes third just if (j, k) is (1, 0) or (2, 2) mod 3, so never for k = 1",
    source=Source(PAPER, f"{END_OF_APP_E}, repaired"),
    statement=r"3 \mid 1 + j (k + 2) \iff (j, k) \equiv (1, 0), (2, 2) \pmod 3",
    subject=Residues(THIRD),
    checks=(check_residues,),
    mutants=(
        Mutant("one-pair", Residues(frozenset({(1, 0)})), "(2, 2) forgotten"),
        Mutant("k-1", Residues(THIRD | {(1, 1)}), "k = 1, too"),
    ),
    repairs=("lsrl/griffin-third",),
    new=True,
    notes="Where it does, one more block that does nothing goes before: lsrl/new-griffin-models."
    " How many that are: lsrl/new-griffin-count.",
)
