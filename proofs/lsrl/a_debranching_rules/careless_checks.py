"""Checks that do not look at all that there is to be seen of a path: none is right."""

from constructions.lsrl.language.numbers import ONE
from constructions.lsrl.listed.agreement import Hints, agrees, checked, last_of, nothing_known
from constructions.lsrl.listed.data import (
    ConcatNode,
    Entry,
    Form,
    LinNode,
    LinStateNode,
    ListedNode,
    ListedProgram,
    MultiNode,
    ReLUNode,
)
from constructions.lsrl.listed.entries import products_traced, relu_view, with_relu
from constructions.lsrl.listed.facts import (
    Facts,
    Fresh,
    Hint,
    Never,
    Opposite,
    Plain,
    Same,
    Zero,
    rectified_at,
    scaled,
)
from constructions.lsrl.listed.gathering import Affine, New, reading, same_form
from constructions.lsrl.listed.in_turn import path_in_blocks
from constructions.lsrl.listed.layers import range_of
from constructions.lsrl.listed.memory import states_traced
from constructions.lsrl.listed.paths import is_path
from constructions.lsrl.listed.tracing import Traced, traced
from constructions.lsrl.listed.units import Products, ReLUs, States, Unit

__all__ = ["LATE", "MUTANTS", "forgetful", "one_start", "with_starts"]


def one_start(node: ListedNode) -> ListedNode:
    """Return a node whose state starts at 1."""
    match node:
        case LinNode(_, _):
            return node
        case ReLUNode(_):
            return node
        case MultiNode(_):
            return node
        case LinStateNode(source, entries):
            return LinStateNode(source, tuple(Entry(e.past, e.fed, ONE) for e in entries))
        case ConcatNode(_):
            return node


def forgetful(node: ListedNode) -> ListedNode:
    """Return a node whose state keeps nothing of its last values."""
    match node:
        case LinNode(_, _):
            return node
        case ReLUNode(_):
            return node
        case MultiNode(_):
            return node
        case LinStateNode(source, entries):
            return LinStateNode(source, tuple(Entry((), e.fed, e.first) for e in entries))
        case ConcatNode(_):
            return node


def with_starts(program: ListedProgram) -> ListedProgram:
    """Return a program whose states start at 1."""
    return ListedProgram(program.dim, tuple(one_start(node) for node in program.nodes))


def with_no_memory(program: ListedProgram) -> ListedProgram:
    """Return a program whose states keep nothing."""
    return ListedProgram(program.dim, tuple(forgetful(node) for node in program.nodes))


def blind(program: ListedProgram, path: ListedProgram, hints: Hints) -> ListedProgram:
    """Take any path."""
    return path if is_path(path) else path_in_blocks(program)


def whatever_start(program: ListedProgram, path: ListedProgram, hints: Hints) -> ListedProgram:
    """Do not look at first states."""
    same = agrees(with_starts(program), with_starts(path), hints)
    return path if is_path(path) and same else path_in_blocks(program)


def whatever_kept(program: ListedProgram, path: ListedProgram, hints: Hints) -> ListedProgram:
    """Do not look at what states keep."""
    same = agrees(with_no_memory(program), with_no_memory(path), hints)
    return path if is_path(path) and same else path_in_blocks(program)


def unread(program: ListedProgram, path: ListedProgram, hints: Hints) -> ListedProgram:
    """Do not look at the outputs."""
    mine = traced(program, hints.program, nothing_known(program.dim))
    theirs = traced(path, hints.path, mine.known)
    return path if is_path(path) and theirs.known.right else path_in_blocks(program)


def mirrored(program: ListedProgram, path: ListedProgram, hints: Hints) -> ListedProgram:
    """Take relu(-x) for -relu(x)."""
    mine = mirrored_traced(program, hints.program, nothing_known(program.dim))
    theirs = mirrored_traced(path, hints.path, mine.known)
    wanted, found = last_of(mine.views), last_of(theirs.views)
    same = all(same_form(one, two) for one, two in zip(wanted, found, strict=False))
    right = theirs.known.right and same and len(wanted) == len(found)
    return path if is_path(path) and right and program.dim == path.dim else path_in_blocks(program)


def mirrored_traced(
    program: ListedProgram, hints: tuple[tuple[Hint, ...], ...], known: Facts
) -> Traced:
    """Return what the nodes of a program are."""
    views: tuple[tuple[Form, ...], ...] = (range_of(0, program.dim),)
    found = known
    for node, some in zip(program.nodes, hints, strict=False):
        more = mirrored_node(node, some, views, found)
        made, found = more
        views = (*views, made)
    return Traced(views, found)


def mirrored_node(
    node: ListedNode, hints: tuple[Hint, ...], views: tuple[tuple[Form, ...], ...], known: Facts
) -> tuple[tuple[Form, ...], Facts]:
    """Return the entries of a node."""
    match reading(node, views, ()):
        case Affine(forms):
            return forms, known
        case New(unit):
            return mirrored_unit(unit, hints, known)


def mirrored_unit(
    unit: Unit, hints: tuple[Hint, ...], known: Facts
) -> tuple[tuple[Form, ...], Facts]:
    """Return the entries of a unit."""
    match unit:
        case ReLUs(forms):
            return mirrored_relus(forms, hints, known)
        case Products(factors):
            return products_traced(factors, hints, known)
        case States(entries):
            return states_traced(entries, hints, known)


def mirrored_relus(
    forms: tuple[Form, ...], hints: tuple[Hint, ...], known: Facts
) -> tuple[tuple[Form, ...], Facts]:
    """Return the entries of ReLUs."""
    views: tuple[Form, ...] = ()
    found = known
    for form, hint in zip(forms, hints, strict=False):
        views = (*views, mirrored_view(form, hint, found))
        found = with_relu(form, hint, found)
    return views, found


def mirrored_view(form: Form, hint: Hint, known: Facts) -> Form:
    """Return a ReLU as a form, that of -x as less the ReLU of x."""
    match hint:
        case Fresh(_):
            return relu_view(form, hint, known)
        case Same(_, _):
            return relu_view(form, hint, known)
        case Opposite(i):
            return scaled(-ONE, rectified_at(known, i).view)
        case Plain(_):
            return relu_view(form, hint, known)
        case Zero(_):
            return relu_view(form, hint, known)
        case Never(_, _, _, _):
            return relu_view(form, hint, known)


def late_in_paths(program: ListedProgram, path: ListedProgram, hints: Hints) -> ListedProgram:
    """Take any path of over 1,000 nodes."""
    long = is_path(path) and len(path.nodes) > 1000
    return path if long else checked(program, path, hints)


def late_in_programs(program: ListedProgram, path: ListedProgram, hints: Hints) -> ListedProgram:
    """Do not look at the outputs of programs of over 1,000 nodes."""
    return (
        unread(program, path, hints) if len(program.nodes) > 1000 else checked(program, path, hints)
    )


MUTANTS = {
    "blind": (blind, "takes any path"),
    "starts": (whatever_start, "does not look at first states"),
    "kept": (whatever_kept, "does not look at what states keep"),
    "unread": (unread, "does not look at the outputs"),
    "mirrored": (mirrored, "takes relu(-x) for -relu(x)"),
}
LATE = {
    "paths": (late_in_paths, "takes any path of over 1,000 nodes"),
    "programs": (late_in_programs, "not the outputs of programs of over 1,000 nodes"),
}
