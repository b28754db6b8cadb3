"""Programs whose weights are arrays of a world, of any sizes: nodes as written, run on arrays.

A node is written of a token and with weights that have the sizes of the world, so that a node that
asks how large they are has no trace. What a weight holds is an array of the world, and the machine
of arrays (`constructions.lsrl.array_machine`) takes that for its numbers.
"""

import operator
import sys
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from constructions.errors import ArgumentError
from constructions.lsrl import ForEach, Input, Node
from constructions.lsrl.array_machine import ArrayMachine, array_machine
from constructions.lsrl.language.matrices import Matrix

__all__ = ["Size", "Token", "Weight", "machine_of"]


class Size:
    """A symbol for a size as that of a node: compared as it is, so that it tells no more.

    All have one hash, as a symbol tells none: one that no number has at which a node is run.
    """

    __slots__ = ("size",)

    def __init__(self, size: Any) -> None:
        self.size = getattr(size, "size", size)

    def __eq__(self, other: object) -> bool:
        return self.size == Size(other).size

    def __lt__(self, other: Any) -> bool:
        return self.size < Size(other).size

    def __le__(self, other: Any) -> bool:
        return self.size <= Size(other).size

    def __gt__(self, other: Any) -> bool:
        return self.size > Size(other).size

    def __ge__(self, other: Any) -> bool:
        return self.size >= Size(other).size

    def __hash__(self) -> int:
        return sys.maxsize

    def __index__(self) -> int:
        return operator.index(self.size)

    def __bool__(self) -> bool:
        return bool(self.size > 0)

    def __add__(self, other: Any) -> "Size":
        return Size(self.size + Size(other).size)

    __radd__ = __add__

    def __mod__(self, other: int) -> Any:
        return self.size % other

    def __floordiv__(self, other: int) -> "Size":
        return Size(self.size // other)


def sizes_of(held: Any, sizes: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the sizes of an array: numbers where it has numbers, and symbols else.

    Without a jump, since a trace compares them.
    """
    pairs = zip(held.shape, sizes, strict=True)
    return tuple((Size(size), axis)[isinstance(axis, int)] for axis, size in pairs)


class Token(Input):
    """The source of a program whose tokens are as large as an array of a world, of this size."""

    __slots__ = ()

    def __init__(self, x: Any, size: Any) -> None:
        self._begin(())
        self._set((), *sizes_of(x, (size,)))

    @property
    def kind(self) -> str:
        """The name of the primitive."""
        return Input.__name__


class Weight(Matrix):
    """An array of a world as a weight of a node, a matrix or a vector, of these sizes.

    To the language it is no selection and not 0, and it tells no entry: so a node that changes it,
    as by a minus, or that asks for its numbers, is none of all weights.
    """

    __slots__ = ("held",)

    held: Any

    def __init__(self, held: Any, *sizes: Any) -> None:
        rows, columns = (*sizes_of(held, sizes), 1)[:2]
        fields = {"shape": (rows, columns), "held": held, "_hash": 0}
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    @property
    def rows(self) -> Any:  # pyright: ignore[reportIncompatibleVariableOverride]
        """**Raises** `ArgumentError`: the entries are those of an array of a world."""
        raise ArgumentError("rows", "a weight of a world", "a question that has one answer for all")

    @property
    def is_zero(self) -> bool:
        """Not so, for all weights together."""
        return False

    @property
    def selection(self) -> None:
        """None: for all weights together it does not pick entries."""
        return

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
    """Return a program that ends in a node, as a machine on the arrays of a world.

    Floats, of numbers that the program has besides, are taken for the exact numbers that they are.
    """
    system = like.__number_system__
    machine = array_machine(ForEach(node), system)
    numbers = ({name: _exact(a, system) for name, a in of.items()} for of in machine.numbers)
    return replace(machine, numbers=tuple(numbers))


def _exact(array: Any, system: Any) -> Any:
    if isinstance(array, np.ndarray) and array.dtype == float:
        return system.array(np.vectorize(Fraction, otypes=[object])(array).tolist())
    return array
