"""Gathered programs as nodes, and the path that the mended rules make of a program."""

from constructions.lsrl.language.numbers import ONE
from constructions.lsrl.listed.data import (
    ConcatNode,
    Form,
    LinNode,
    LinStateNode,
    ListedNode,
    ListedProgram,
    MultiNode,
    ReLUNode,
)
from constructions.lsrl.listed.fusing import finished
from constructions.lsrl.listed.gathering import gathered
from constructions.lsrl.listed.units import (
    Gathered,
    Products,
    ReLUs,
    States,
    Unit,
    size_of_unit,
)

__all__ = ["is_path", "number_of_stages", "path_of", "written"]


def path_of(program: ListedProgram) -> ListedProgram:
    """Return a path that puts out what a program does."""
    return written(finished(gathered(program)))


def written(program: Gathered) -> ListedProgram:
    """Return a gathered program as nodes: its stages one after the other, then the rest.

    A unit of the rest reads a Concat of all that is there.
    """
    nodes: tuple[ListedNode, ...] = ()
    width = program.dim
    for stage in program.stages:
        nodes = (*nodes, *unit_nodes(stage, len(nodes), len(nodes), width))
        width = size_of_unit(stage)
    sources: tuple[int, ...] = (len(nodes),)
    for unit in program.rest:
        nodes = (*nodes, *joined_nodes(sources))
        nodes = (*nodes, *unit_nodes(unit, read_from(sources, len(nodes)), len(nodes), width))
        width = width + size_of_unit(unit)
        sources = (*sources, len(nodes))
    nodes = (*nodes, *joined_nodes(sources))
    x = read_from(sources, len(nodes))
    return ListedProgram(program.dim, (*nodes, *lin_nodes(program.output, x, width)))


def joined_nodes(sources: tuple[int, ...]) -> tuple[ListedNode, ...]:
    """Return a Concat of some values, if they are more than one."""
    return (ConcatNode(sources),) if len(sources) > 1 else ()


def read_from(sources: tuple[int, ...], last: int) -> int:
    """Return what has some values one after the other: their Concat, the last one, if any."""
    return last if len(sources) > 1 else (sources[-1] if sources else 0)


def unit_nodes(unit: Unit, x: int, last: int, width: int) -> tuple[ListedNode, ...]:
    """Return the nodes of a unit of value x, of a size; `last` is the last value before them."""
    match unit:
        case ReLUs(forms):
            lin = lin_nodes(forms, x, width)
            return (*lin, ReLUNode(last + len(lin) if len(lin) > 0 else x))
        case Products(factors):
            firsts: tuple[Form, ...] = tuple(one for one, _ in factors)
            both: tuple[Form, ...] = (*firsts, *(other for _, other in factors))
            lin = lin_nodes(both, x, width)
            return (*lin, MultiNode(last + len(lin) if len(lin) > 0 else x))
        case States(entries):
            return (LinStateNode(x, entries),)


def lin_nodes(forms: tuple[Form, ...], x: int, width: int) -> tuple[ListedNode, ...]:
    """Return the Lin of value x with these forms, if it does anything."""
    return () if is_identity(forms, width) else (LinNode(x, forms),)


def is_identity(forms: tuple[Form, ...], width: int) -> bool:
    """Whether forms are those of the entries of a vector, in their order."""
    return len(forms) == width and all(is_entry(form, i) for i, form in enumerate(forms))


def is_entry(form: Form, place: int) -> bool:
    """Whether a form is that of an entry."""
    alone = len(form.row) == 1 and form.constant == 0
    return alone and all(i == place and c == ONE for i, c in form.row)


def is_path(program: ListedProgram) -> bool:
    """Whether each node reads the one before it, and nothing else."""
    return all(reads_only(node, i) for i, node in enumerate(program.nodes))


def reads_only(node: ListedNode, x: int) -> bool:
    """Whether a node reads a value, and is no Concat."""
    match node:
        case LinNode(source, _):
            return source == x
        case ReLUNode(source):
            return source == x
        case MultiNode(source):
            return source == x
        case LinStateNode(source, _):
            return source == x
        case ConcatNode(_):
            return False


def number_of_stages(path: ListedProgram) -> int:
    """Return how many ReLUs, products and states a path has."""
    return sum(1 if is_stage(node) else 0 for node in path.nodes)


def is_stage(node: ListedNode) -> bool:
    """Whether a node is a ReLU, a product or a state."""
    match node:
        case LinNode(_, _):
            return False
        case ReLUNode(_):
            return True
        case MultiNode(_):
            return True
        case LinStateNode(_, _):
            return True
        case ConcatNode(_):
            return False
