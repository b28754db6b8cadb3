"""Checks of statements about cells: for all sizes, and on numbers.

`Equations` has what a claim says, typed in the claim: arrays by name. Its subject runs the cells
that ship, in the same world, and has to give these.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from proofs.lsrl.any_size import (
    Stated,
    Statement,
    World,
    named_equal,
    on_numbers,
    proved_for_all_sizes,
    says_equal,
)
from theorem_checks import (
    All,
    Check,
    Evidence,
    Mutant,
    Verdict,
    all_of,
    check,
    proof_of,
)
from theorem_checks import World as WorldOfStatement

__all__ = [
    "Equations",
    "EquationsOfHalves",
    "Found",
    "all_proved",
    "check_all_depths",
    "check_and_argue",
    "check_for_all_sizes",
    "check_on_numbers",
    "late",
    "says_equal",
]

check_for_all_sizes = proof_of(says_equal, name="check_for_all_sizes")


@check("search")
def check_on_numbers(statement):
    """What is claimed is what the cells put out, in exact arithmetic, sizes 1 and 2."""
    return on_numbers(statement)


Found = Callable[[World], Mapping[str, Any]]
"""From a world to arrays by name: what cells put out there."""


class Equations:
    """What a claim says: which arrays, by name, its subject gives in every world."""

    def __init__(self, claimed: Found) -> None:
        self.claimed = claimed

    def says(self, found: Found, w: WorldOfStatement) -> All:
        """What the cells put out is what is claimed, in each array."""
        return All(tuple(named_equal(*named) for named in self._pairs(found, Stated(w))))

    def _pairs(self, found: Found, w: World) -> list[tuple[str, Any, Any]]:
        """Return each name with what the cells put out, and what is claimed."""
        wanted, given = self.claimed(w), found(w)
        return [(name, given[name], array) for name, array in wanted.items()]

    @property
    def for_all_sizes(self) -> Check:
        """The check that proves them, for all sizes."""
        return proof_of(self.says, name="check_for_all_sizes")

    def statement(self, found: Found) -> Statement:
        """What is claimed and what is found, by name, as `all_proved` takes it."""

        def pairs(w: World) -> dict[str, tuple[Any, Any]]:
            return {name: (claimed, given) for name, given, claimed in self._pairs(found, w)}

        return pairs

    @property
    def on_numbers(self) -> Check:
        """The check that they are what the cells put out, in exact arithmetic, sizes 1 and 2."""

        def check_on_numbers(found: Found) -> Evidence:
            return on_numbers(self.statement(found))

        return check("search")(check_on_numbers)

    def late(self, found: Found) -> tuple[Mutant]:
        """Return a late mutant of a subject."""

        def wide(w: World) -> Mapping[str, Any]:
            given = found(w)
            if w.zeros("n").shape[0] < 90:
                return given
            return {name: array + array for name, array in given.items()}

        return (Mutant("wide", wide, "twice as much for 90 units and more"),)


HALVES = {"first half": "I, 0", "second half": "0, I"}


def in_halves(w: World, found: Mapping[str, Any]) -> dict[str, Any]:
    """Return the two halves of each vector of 2 n entries, as vectors of n."""
    return {
        f"{name}, {half}": w.read(text, "n", "n n") @ vector
        for name, vector in found.items()
        for half, text in HALVES.items()
    }


class EquationsOfHalves(Equations):
    """The same of vectors of 2 n entries, half by half, so that a formula has no blocks."""

    def __init__(self, claimed: Found) -> None:
        super().__init__(lambda w: in_halves(w, claimed(w)))

    def says(self, found: Found, w: WorldOfStatement) -> All:
        """Both halves of what the cells put out are those of what is claimed, in each vector."""
        return super().says(found, w)

    def _pairs(self, found: Found, w: World) -> list[tuple[str, Any, Any]]:
        return super()._pairs(lambda world: in_halves(world, found(world)), w)


@dataclass(frozen=True)
class Wide:
    """A statement, of which twice as much is found where n is 90 or more."""

    statement: Statement

    def __call__(self, w):
        """Return all pairs."""
        pairs = self.statement(w)
        if w.zeros("n").shape[0] < 90:
            return pairs
        return {name: (claimed, found + found) for name, (claimed, found) in pairs.items()}


@check("proof")
def check_and_argue(statement):
    """Base and step are what is claimed, for all sizes; the rest is induction over the tokens."""
    return proved_for_all_sizes(statement)


def late(statement):
    """Return a late mutant of a statement."""
    return (Mutant("wide", Wide(statement), "twice as much for 90 units and more"),)


@check("proof")
def check_all_depths(cells):
    """Each cell puts out what it should, for all sizes; so layers of all depths, by induction."""
    return cells.proved()


def all_proved(
    statements: Mapping[str, Statement], scope: str, *, words: tuple[str, ...] = ()
) -> Evidence:
    """Prove statements one after the other, for all sizes; the first that is false ends it."""
    parts = {}
    for name, statement in statements.items():
        parts[name] = proved_for_all_sizes(statement)
        if parts[name].verdict is Verdict.REFUTED:
            break
    return all_of(parts, scope, words=words)
