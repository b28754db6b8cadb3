r"""The compiler's plan in one pass: each unit in a stage of its kind, behind what it needs.

The levelised compiler plans its stages by `in_blocks`, if no shorter plan is found, and its code is
read. A unit of depth d stands within the first 5 d/2 stages, rounded up: with d = 2q + 1 in the
first three of block q, by its kind, and with d = 2q + 2 in block q. `stages_in_blocks.v` is this
proof, by induction over the units.
"""

import random
from collections.abc import Callable
from typing import TypeAlias

from constructions.lsrl.compiler.blocks import in_blocks
from constructions.lsrl.listed.depths import most
from proofs.lsrl import PAPER
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    SameValues,
    Source,
    certificate,
    check,
    pure,
)

Numbers: TypeAlias = tuple[int, ...]
Lists: TypeAlias = tuple[Numbers, ...]
Plan: TypeAlias = Callable[[Numbers, Lists], Numbers]


def kinds_of(numbers: Numbers) -> Numbers:
    """Return kinds for any numbers."""
    return tuple(n % 3 for n in numbers)


def depths_of(kinds: Numbers, needs: Lists) -> Numbers:
    """Return for each unit the most units on a way to it, and with it."""
    found: Numbers = ()
    for _, some in zip(kinds, needs, strict=False):
        most_before = max((found[i] if i < len(found) else 0 for i in some), default=0)
        found = (*found, most_before + 1)
    return found


def works(kinds: Numbers, needs: Lists, places: Numbers) -> bool:
    """Whether each unit is in a stage of its kind, behind what it needs, and early enough."""
    depths = depths_of(kinds, needs)
    right = all(
        fits(kind, place, some, kinds, places[:i]) and place < most(deep)
        for i, ((kind, some), (place, deep)) in enumerate(
            zip(zip(kinds, needs, strict=False), zip(places, depths, strict=False), strict=False)
        )
    )
    return right and len(places) == len(depths)


def fits(kind: int, place: int, some: Numbers, kinds: Numbers, before: Numbers) -> bool:
    """Whether a unit may stand in a stage, given where the units before it are."""
    there = all(
        before_it(
            kind, kinds[i] if i < len(kinds) else 0, before[i] if i < len(before) else 0, place
        )
        for i in some
        if i < len(before)
    )
    return place % 5 % 3 == kind and there


def before_it(kind: int, other: int, there: int, place: int) -> bool:
    """Whether what a unit needs is there before its stage, or in it where both are states."""
    return there < place or (there == place and kind == 2 and other == 2)


def always(numbers: Numbers, needs: Lists) -> bool:
    """Return that it is so."""
    return True


def says_plan(plan: Plan, w):
    """The plan works for all units, and takes at most 5 d/2 stages, rounded up, for a depth d."""
    kinds = pure(kinds_of, "numbers")
    places = pure(plan, kinds, "needs")
    return SameValues(pure(works, kinds, "needs", places), pure(always, "numbers", "needs"))


@check("exact")
def check_units(plan):
    """It works for units that need up to three of those before them, by chance."""
    for seed in range(300):
        source = random.Random(seed)  # noqa: S311  # no secret hangs on it
        n = source.randint(0, 12)
        kinds = tuple(source.randrange(3) for _ in range(n))
        needs = tuple(
            tuple(source.randrange(i) for _ in range(source.randint(0, 3) if i else 0))
            for i in range(n)
        )
        if not works(kinds, needs, plan(kinds, needs)):
            at = {"kinds": kinds, "needs": needs}
            return Evidence.refuted(Counterexample(at, "a plan", str(plan(kinds, needs))))
    return Evidence.holds("300 draws of up to twelve units")


def a_block_later(kinds: Numbers, needs: Lists) -> Numbers:
    """Plan each unit a block later."""
    return tuple(place + 5 for place in in_blocks(kinds, needs))


def a_stage_later(kinds: Numbers, needs: Lists) -> Numbers:
    """Plan each unit for the stage behind its own."""
    return tuple(place + 1 for place in in_blocks(kinds, needs))


def in_one_block(kinds: Numbers, needs: Lists) -> Numbers:
    """Plan all units for the first block."""
    return tuple(place % 5 for place in in_blocks(kinds, needs))


def late(kinds: Numbers, needs: Lists) -> Numbers:
    """Plan units of the 1,000th block, and of those behind, for the first ones."""
    return tuple(place % 5000 for place in in_blocks(kinds, needs))


stages_in_blocks = Claim(
    id="lsrl/new-stages-in-blocks",
    title="The compiler's plan in one pass works, and takes 5 d/2 stages at most, rounded up",
    source=Source(PAPER, "beyond App. A"),
    statement=r"\mathrm{stage}(u) < \lceil \tfrac52\,\mathrm{depth}(u) \rceil",
    assumptions=(
        "units are ReLUs, products or states that need units before them; a stage has one kind, and"
        " states may need states of their own stage",
    ),
    subject=in_blocks,
    says=says_plan,
    checks=(
        certificate(says_plan, proof="stages_in_blocks.v").killing("later", "other", "one-block"),
        check_units.killing("later", "other", "one-block"),
    ),
    mutants=(
        Mutant("later", a_block_later, "each unit a block later"),
        Mutant("other", a_stage_later, "each unit a stage later"),
        Mutant("one-block", in_one_block, "all units in the first block"),
    ),
    late=(Mutant("late", late, "the 1,000th block is the first one again"),),
    new=True,
    notes="The levelised compiler takes this plan, without stages that are empty, or a shorter one."
    " That what it makes of a plan puts out the same is lsrl/new-checked-paths; that some programs"
    " need so many stages is lsrl/new-fewest-stages.",
)
