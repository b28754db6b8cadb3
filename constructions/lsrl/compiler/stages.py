"""In which order the atoms of a program are computed: stages of one kind each."""

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from constructions.lsrl.compiler.blocks import in_blocks
from constructions.lsrl.compiler.forms import Atoms

__all__ = ["Stage", "stages_of"]

KINDS = ("LinState", "ReLU", "Multi")
NUMBERS = {"ReLU": 0, "Multi": 1, "LinState": 2}
"""The kinds as `in_blocks` numbers them."""


class Stage(NamedTuple):
    """Atoms of one kind that are computed side by side; states may feed states of their stage."""

    kind: str
    atoms: tuple[int, ...]


class _Unit(NamedTuple):
    """What can only be placed as a whole: an atom, or all atoms of a state."""

    kind: str
    atoms: tuple[int, ...]
    needs: frozenset[int]


Choice: TypeAlias = Callable[[dict[str, list[_Unit]]], list[_Unit]]
"""Which of the units that can be computed are computed next: those of one kind."""


def stages_of(program: Atoms) -> list[Stage]:
    r"""Return stages that compute all atoms of a program but its token.

    Each stage takes all atoms of its kind that can be computed by then. The kinds are those that
    have the longest way to go or, where these make more stages, those of blocks (`in_blocks`).

    There are at most $\lceil 5 d / 2 \rceil$ stages for a program of depth d, the most ReLUs,
    products and states on a way through it: after each block every way has d less by two, or by
    more. Some programs take no fewer.
    """
    units = list(_units(program))
    heights = _heights(units)
    stages = _staged(program, units, _longest_first(heights))
    if len(stages) > max(heights.values(), default=0):
        return min(stages, _in_blocks(units), key=len)
    return stages


def _staged(program: Atoms, units: list[_Unit], choose: Choice) -> list[Stage]:
    left = list(units)
    done = {k for k, atom in enumerate(program.atoms) if atom.kind == "Input"}
    stages = []
    while left:
        chosen = choose({kind: _placeable(kind, left, done) for kind in KINDS})
        if chosen:
            atoms = tuple(k for unit in chosen for k in unit.atoms)
            stages.append(Stage(chosen[0].kind, atoms))
            done.update(atoms)
            left = [unit for unit in left if unit not in chosen]
    return stages


def _longest_first(heights: dict[tuple[int, ...], int]) -> Choice:
    """The kind that has the longest way to go."""
    return lambda units: max(
        units.values(), key=lambda some: max((heights[u.atoms] for u in some), default=0)
    )


def _in_blocks(units: list[_Unit]) -> list[Stage]:
    """The stages of `in_blocks`, but those that are empty."""
    number_of = {k: i for i, unit in enumerate(units) for k in unit.atoms}
    needs = (tuple(number_of[k] for k in unit.needs if k in number_of) for unit in units)
    places = in_blocks(tuple(NUMBERS[unit.kind] for unit in units), tuple(needs))
    stages: dict[int, list[_Unit]] = {}
    for unit, place in zip(units, places, strict=True):
        stages.setdefault(place, []).append(unit)
    return [
        Stage(some[0].kind, tuple(k for unit in some for k in unit.atoms))
        for _, some in sorted(stages.items())
    ]


def _units(program: Atoms) -> Iterator[_Unit]:
    for number, atom in enumerate(program.atoms):
        members = (number,) if atom.block is None else program.blocks[atom.block].atoms
        if atom.kind != "Input" and members[0] == number:
            operands = [form for k in members for form in program.atoms[k].operands]
            needs = frozenset(k for form in operands for k, _ in form.terms)
            yield _Unit(atom.kind, members, needs)


def _heights(units: list[_Unit]) -> dict[tuple[int, ...], int]:
    """For each unit the most stages that a way from it to the end takes, by itself included."""
    of_atom: dict[int, int] = {}  # the stages after an atom
    state: dict[int, int] = {}  # the same, where a state in its own stage uses it
    heights = {}
    for unit in reversed(units):
        after = max((of_atom.get(k, 0) for k in unit.atoms), default=0)
        beside = max((state.get(k, 0) for k in unit.atoms), default=0)
        heights[unit.atoms] = height = max(
            after + 1, beside if unit.kind == "LinState" else beside + 1
        )
        for k in unit.needs:
            table = state if unit.kind == "LinState" else of_atom
            table[k] = max(table.get(k, 0), height)
    return heights


def _placeable(kind: str, units: list[_Unit], done: set[int]) -> list[_Unit]:
    """The units of a kind whose operands are there; for states also through states among them."""
    there, chosen = set(done), []
    for unit in units:
        if unit.kind == kind and unit.needs <= there:
            chosen.append(unit)
            if kind == "LinState":
                there.update(unit.atoms)
    return chosen
