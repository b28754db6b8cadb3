"""Is the number of ones so far even? A program as data: one state that counts, and tents of it."""

from constructions.lsrl.language.cyclotomic import Number
from constructions.lsrl.language.numbers import ONE, ZERO
from constructions.lsrl.listed.data import (
    ConcatNode,
    Entry,
    Form,
    LinNode,
    LinStateNode,
    ListedNode,
    ListedProgram,
    ReLUNode,
    coordinate,
)

__all__ = ["parity_program"]


def parity_program(k: int) -> ListedProgram:
    """Return a program for the parity of up to 2^k bits: one state, and k tents, a ReLU for each.

    The state is the number c of ones. A tent at h = 2^{k-1}, ..., 2, 1 keeps c up to h, and makes
    2 h - c of it from there on, which is odd exactly when c is; at last it is 0 or 1.
    """
    nodes: tuple[ListedNode, ...] = (LinStateNode(0, (Entry(((0, ONE),), coordinate(0), ZERO),)),)
    for h in halves(k):
        nodes = (*nodes, *tent(h, len(nodes)))
    return ListedProgram(1, nodes)


def halves(k: int) -> tuple[Number, ...]:
    """Return the powers of 2 below 2^k, the largest first."""
    found: tuple[Number, ...] = ()
    power = ONE
    for _ in range(k):
        found = (power, *found)
        power = power + power
    return found


def tent(h: Number, c: int) -> tuple[ListedNode, ...]:
    """Return the nodes of c - 2 relu(c - h), where c is the last value before them."""
    above = LinNode(c, (Form(((0, ONE),), -h),))
    folded = LinNode(c + 3, (Form(((0, ONE), (1, -(ONE + ONE))), ZERO),))
    return (above, ReLUNode(c + 1), ConcatNode((c, c + 2)), folded)
