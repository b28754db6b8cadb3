"""A path that is handed in, if it is seen to put out what a program does, and else another one.

Program and path are taken as one, which runs both side by side. By hints, each entry of both is
written as a form of values that both have; where hints are wrong, they are not followed.
"""

from typing import NamedTuple

from constructions.lsrl.listed.data import Form, ListedProgram
from constructions.lsrl.listed.depths import depth, most
from constructions.lsrl.listed.facts import Facts, Hint
from constructions.lsrl.listed.gathering import same_form
from constructions.lsrl.listed.in_turn import path_in_blocks
from constructions.lsrl.listed.paths import is_path, number_of_stages
from constructions.lsrl.listed.tracing import traced

__all__ = ["Hints", "agrees", "checked"]


class Hints(NamedTuple):
    """Hints for the entries of the nodes of a program, and of a path."""

    program: tuple[tuple[Hint, ...], ...]
    path: tuple[tuple[Hint, ...], ...]


def checked(program: ListedProgram, path: ListedProgram, hints: Hints) -> ListedProgram:
    """Return a path with the outputs of a program, in 5/2 stages for each level at most.

    It is the one that is handed in, if that is seen to be one.
    """
    short = is_path(path) and number_of_stages(path) <= most(depth(program))
    return path if short and agrees(program, path, hints) else path_in_blocks(program)


def agrees(program: ListedProgram, other: ListedProgram, hints: Hints) -> bool:
    """Whether it is seen that two programs have the same outputs."""
    mine = traced(program, hints.program, nothing_known(program.dim))
    theirs = traced(other, hints.path, mine.known)
    wanted, found = last_of(mine.views), last_of(theirs.views)
    same = all(same_form(one, two) for one, two in zip(wanted, found, strict=False))
    right = theirs.known.right and len(wanted) == len(found) and same
    return right and program.dim == other.dim


def nothing_known(dim: int) -> Facts:
    """Return what is known of a token."""
    return Facts(dim, (), (), (), (), (), (), True)


def last_of(views: tuple[tuple[Form, ...], ...]) -> tuple[Form, ...]:
    """Return the last of some entries."""
    return views[-1] if views else ()
