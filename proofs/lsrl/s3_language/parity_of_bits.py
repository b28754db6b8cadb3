"""Parities of bits, and programs of one layer, as pure functions of data."""

from typing import TypeAlias

from constructions.lsrl.language.cyclotomic import Number
from constructions.lsrl.language.numbers import ONE, ZERO
from constructions.lsrl.listed.data import (
    ConcatNode,
    LinNode,
    LinStateNode,
    ListedNode,
    ListedProgram,
    MultiNode,
    ReLUNode,
    Vector,
)
from constructions.lsrl.listed.layers import dim_at, dim_of
from constructions.lsrl.listed.outputs import entry_of, program_outputs

__all__ = ["all_bits", "first_bits", "is_one_layer", "parities", "relus_of", "takes", "tokens_of"]

Bits: TypeAlias = tuple[bool, ...]


def number_of(bit: bool) -> Number:
    """Return a bit as a number."""
    return ONE if bit else ZERO


def tokens_of(bits: Bits) -> tuple[Vector, ...]:
    """Return bits as tokens."""
    return tuple((number_of(bit),) for bit in bits)


def first_bits(bits: Bits, n: int) -> Bits:
    """Return the first n bits, or all if there are fewer."""
    return bits[:n]


def parities(bits: Bits) -> tuple[Vector, ...]:
    """Return after each bit 1 if the number of ones so far is odd, else 0."""
    odd = False
    found: tuple[Vector, ...] = ()
    for bit in bits:
        odd = not odd if bit else odd
        found = (*found, (number_of(odd),))
    return found


def all_bits(n: int) -> tuple[Bits, ...]:
    """Return all strings of n bits."""
    found: tuple[Bits, ...] = ((),)
    for _ in range(n):
        found = tuple((*bits, bit) for bits in found for bit in (False, True))
    return found


def is_one_layer(program: ListedProgram) -> bool:
    """Whether a program has one state at most, which reads the token, and no products."""
    return all(is_in_place(i, node) for i, node in enumerate(program.nodes))


def is_in_place(i: int, node: ListedNode) -> bool:
    """Whether node i may stand in a program of one layer."""
    match node:
        case LinNode(_, _):
            return True
        case ReLUNode(_):
            return True
        case MultiNode(_):
            return False
        case LinStateNode(source, _):
            return i == 0 and source == 0
        case ConcatNode(_):
            return True


def relus_of(program: ListedProgram) -> int:
    """Return how many ReLUs of numbers a program has."""
    dims = (program.dim,)
    relus = 0
    for node in program.nodes:
        relus = relus + relus_in(node, dims)
        dims = (*dims, dim_of(node, dims))
    return relus


def relus_in(node: ListedNode, dims: tuple[int, ...]) -> int:
    """Return how many ReLUs a node has, given the sizes of those before it."""
    match node:
        case LinNode(_, _):
            return 0
        case ReLUNode(source):
            return dim_at(dims, source)
        case MultiNode(_):
            return 0
        case LinStateNode(_, _):
            return 0
        case ConcatNode(_):
            return 0


def ends_right(program: ListedProgram, bits: Bits) -> bool:
    """Whether the first entry of the last output is the parity of all bits."""
    outputs = program_outputs(program, tokens_of(bits))
    wanted = parities(bits)
    found = entry_of(outputs[-1] if outputs else (), 0)
    return found == entry_of(wanted[-1] if wanted else (), 0)


def takes(program: ListedProgram, relus: int, n: int) -> bool:
    """Whether a program has so many ReLUs, if it is one layer that ends right on all n bits."""
    right = is_one_layer(program) and all(ends_right(program, bits) for bits in all_bits(n))
    return relus <= relus_of(program) or not right
