"""Programs whose weights are arrays of a world, of any sizes: nodes as written, run on arrays.

A node is written with weights of one row, as its sizes are numbers; what it holds is an array of
the world. The machine of arrays (`constructions.lsrl.array_machine`) takes that for its numbers.
"""

from typing import Any

from constructions.lsrl import ForEach, Node
from constructions.lsrl.array_machine import ArrayMachine, array_machine
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.language.numbers import ONE

__all__ = ["Weight", "machine_of"]


class Weight(Matrix):
    """An array of a world as a weight of a node, a matrix or a vector.

    To the language it is the matrix of the one entry 1; so a node that changes it, as by a minus,
    has another one, which fits no array of the world.
    """

    __slots__ = ("held",)

    held: Any

    def __init__(self, held: Any) -> None:
        super().__init__((1, 1), [((0, ONE),)])
        object.__setattr__(self, "held", held)

    def array(self, system: Any) -> Any:
        """Return the array, in the form in which machines read theirs."""
        return _Dense(self.held)


class _Dense:
    """An array as NumPy has it: matrices with two axes, vectors with one column."""

    def __init__(self, held: Any) -> None:
        self.held = held

    def astype(self, _dtype: Any) -> Any:
        """Return it of another type: it has that of its world."""
        return self

    @property
    def T(self) -> Any:
        """The transpose."""
        return self.held.T

    def __getitem__(self, _column: Any) -> Any:
        """Return the only column."""
        return self.held


def machine_of(node: Node, like: Any) -> ArrayMachine:
    """Return a program that ends in a node, as a machine on the arrays of a world."""
    return array_machine(ForEach(node), like.__number_system__)
