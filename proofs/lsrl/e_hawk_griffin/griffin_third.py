r"""App. E, end: which blocks of Griffin come third, where attention stands for the recurrence.

The block of a state may come third, as the text does not see.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

from proofs.lsrl import PAPER
from theorem_checks import (
    All,
    Claim,
    Control,
    Counterexample,
    Either,
    Equal,
    Evidence,
    Mutant,
    Source,
    Verdict,
    arithmetic,
    check,
    conjunction,
    instances_of,
    proof_of,
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


def place_of_state(j, k):
    """Return the place of the state of layer j, after j layers of k + 2 blocks."""
    return 1 + j * (k + 2)


def printed_places(L, k):
    """Return the places of E.6, one layer after the other."""
    return [place_of_state(j, k) for j in range(L)]


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
    place: Callable[[Any, Any], Any] = place_of_state


def says_third(residues, w):
    """The place of a state is a multiple of 3 for just these residues, for all j and k from 0 on.

    With j = 3 p + a and k = 3 q + b it is three times an integer for such a pair (a, b), and that
    and 1 or 2 for any other one.
    """
    p, q = w.size("p", least=0), w.size("q", least=0)
    parts = []
    for a, b in product(range(3), repeat=2):
        integer = 3 * p * q + p * (b + 2) + a * q + (1 + a * (b + 2)) // 3
        rest = w.call(residues.place, 3 * p + a, 3 * q + b) - 3 * integer
        some = Either((Equal(rest, 1), Equal(rest, 2)))
        parts.append(Equal(rest, 0) if (a, b) in residues.third else some)
    return All(tuple(parts))


def by_rests(conclusion):
    """Prove each by arithmetic."""
    return conjunction(conclusion, *map(arithmetic, conclusion.parts))


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
    title="A state comes third exactly when (j, k) is (1, 0) or (2, 2) mod 3, so never for k = 1",
    source=Source(PAPER, f"{END_OF_APP_E}, repaired"),
    statement=r"3 \mid 1 + j (k + 2) \iff (j, k) \equiv (1, 0), (2, 2) \pmod 3",
    subject=Residues(THIRD),
    says=says_third,
    checks=(proof_of(says_third, by_rests), instances_of(says_third)),
    mutants=(
        Mutant("one-pair", Residues(frozenset({(1, 0)})), "(2, 2) forgotten"),
        Mutant("k-1", Residues(THIRD | {(1, 1)}), "k = 1, too"),
        Mutant("k-1-blocks", Residues(THIRD, lambda j, k: 1 + j * (k + 1)), "k + 1 blocks a layer"),
    ),
    late=(
        Mutant(
            "late",
            Residues(THIRD, lambda j, k: place_of_state(j, k) + (0 if j < 5000 else 1)),
            "a block more from layer 5000 on",
        ),
    ),
    repairs=("lsrl/griffin-third",),
    new=True,
    notes="Where it does, one more block that does nothing goes before: lsrl/new-griffin-models."
    " How many that are: lsrl/new-griffin-count.",
)
