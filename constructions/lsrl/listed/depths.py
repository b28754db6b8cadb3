"""How deep programs are: the most ReLUs, products and states on a way."""

from constructions.lsrl.listed.data import (
    ConcatNode,
    LinNode,
    LinStateNode,
    ListedNode,
    ListedProgram,
    MultiNode,
    ReLUNode,
)

__all__ = ["depth", "depths", "entry", "most"]


def depth(program: ListedProgram) -> int:
    """Return the most ReLUs, products and states on a way through a program."""
    return max((n for n in depths(program.nodes)), default=0)


def depths(nodes: tuple[ListedNode, ...]) -> tuple[int, ...]:
    """Return for each value, the token first, the most units on a way to it, and with it."""
    found: tuple[int, ...] = (0,)
    for node in nodes:
        found = (*found, depth_of(node, found))
    return found


def depth_of(node: ListedNode, found: tuple[int, ...]) -> int:
    """Return the most units on a way to a node; what is not there takes none."""
    match node:
        case LinNode(source, _):
            return entry(found, source)
        case ConcatNode(sources):
            return max((entry(found, k) for k in sources), default=0)
        case ReLUNode(source):
            return 1 + entry(found, source)
        case MultiNode(source):
            return 1 + entry(found, source)
        case LinStateNode(source, _):
            return 1 + entry(found, source)


def entry(numbers: tuple[int, ...], i: int) -> int:
    """Return a number of several, and 0 for one that is not there."""
    return numbers[i] if i < len(numbers) else 0


def most(k: int) -> int:
    """Return the most stages that a program of depth k needs: 5 k/2, rounded up."""
    return (5 * k + 1) // 2
