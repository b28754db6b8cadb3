r"""The program of hats for all sizes: its outputs come near functions, and its numbers are small.

The program is the list of nodes of which `hat_program` is made. Each function that writes nodes
computes its formula at the last of them, whatever nodes there were before (`program_writing.v`). So
a token moves the two states as the formulas say (`hats_as_nodes.v`), and what is proved of these
(`hat_bounds.v`) is true of the program.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from constructions.lsrl import ForEach
from constructions.lsrl.language.cyclotomic import ALGEBRAIC, Number
from constructions.lsrl.language.numbers import ONE, ZERO
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
    Row,
    Vector,
    coordinate,
)
from constructions.lsrl.listed.hat_program import (
    hat_written,
    hats_written,
    kept_written,
    left_written,
    listed_hat_program,
    weighted_written,
)
from constructions.lsrl.listed.hats import Vectors, grid_nodes, hat_tokens, one_over
from constructions.lsrl.listed.outputs import program_outputs
from constructions.lsrl.listed.programs import program_of_nodes
from constructions.lsrl.listed.writing import Nodes, added_up, chosen, less, relu_of
from proofs.lsrl.s4_1_continuous_functions.hat_error import always, bounds
from theorem_checks import All, SameValues, pure, to_fraction
from theorem_checks.statements.pure.conclusions import PureCall


@dataclass(frozen=True)
class AsNodes:
    """The program of hats as a list of nodes, and its prompt, as pure functions of data."""

    program: Callable[..., Any] = listed_hat_program
    tokens: Callable[..., Any] = hat_tokens

    def in_nodes(self, d_in: int, d_out: int) -> ForEach:
        """Return the program in nodes of the language."""
        return program_of_nodes(self.program(d_in, d_out))


def exact(numbers: Iterable[Any]) -> Vector:
    """Return numbers as they stand in data."""
    return tuple(ALGEBRAIC.entry(to_fraction(a)) for a in numbers)


def tokens_of(f: Callable[..., Any], dim: int, levels: int, outs: int) -> Vectors:
    """Return the prompt of a function of points, for grids of 1, 2, ..., 2^levels cells."""
    grids = [grid_nodes(one_over(2**j), 2**j, dim) for j in range(levels + 1)]
    values = tuple(
        tuple(exact(f([to_fraction(a) for a in node])) for node in nodes) for nodes in grids
    )
    return hat_tokens(values, levels, dim, outs, 9)


def from_one_on(size: int) -> int:
    """Return a size from 1 on: so any."""
    return size if size >= 1 else 1


def last_of(outputs: Vectors) -> Vector:
    """Return the last output; none has no entries."""
    return outputs[-1] if outputs else ()


def is_small(a: Number) -> bool:
    """Whether a number is -1, 0 or 1."""
    return a == 0 or a * a == ONE


def is_small_row(row: Row) -> bool:
    """Whether the factors of a row are -1, 0 or 1."""
    return all(is_small(a) for _, a in row)


def is_small_form(form: Form) -> bool:
    """Whether the numbers of a form are -1, 0 or 1."""
    return is_small_row(form.row) and is_small(form.constant)


def is_small_entry(entry: Entry) -> bool:
    """Whether the numbers of an entry of a state are -1, 0 or 1."""
    return is_small_row(entry.past) and is_small_form(entry.fed) and is_small(entry.first)


def is_small_node(node: ListedNode) -> bool:
    """Whether a node is no product, and its numbers are -1, 0 or 1."""
    match node:
        case LinNode(_, forms):
            return all(is_small_form(form) for form in forms)
        case ReLUNode(_):
            return True
        case MultiNode(_):
            return False
        case LinStateNode(_, entries):
            return all(is_small_entry(entry) for entry in entries)
        case ConcatNode(_):
            return True


def is_small_program(program: ListedProgram) -> bool:
    """Whether a program has no products, and its numbers are -1, 0 or 1."""
    return all(is_small_node(node) for node in program.nodes)


def says_universal(hats: AsNodes, w) -> All:
    r"""The outputs of the program are within (L sqrt(d) + 1)/2n of the function, by short prompts.

    For all numbers of inputs from 1 on and of outputs, all n = 2^levels, all queries of the cube,
    and all functions, as in `says_error`. The program has no products and the numbers -1, 0, 1.
    """
    dim = pure(from_one_on, "dim")
    program = pure(hats.program, dim, "outs")

    def last_output(prompt: PureCall) -> PureCall:
        return pure(last_of, pure(program_outputs, program, prompt))

    small = SameValues(pure(is_small_program, program), pure(always, "point"))
    return All((*bounds(dim, hats.tokens, last_output), small))


def starting_at_one(dim: int, outs: int) -> ListedProgram:
    """Return the program with a last state that starts at 1."""
    nodes = weighted_written(hats_written(dim).nodes, 2 + dim, outs)
    entries = tuple(Entry(((i, ONE),), coordinate(i), ONE) for i in range(outs))
    return ListedProgram(2 + dim + outs, (*nodes, LinStateNode(len(nodes), entries)))


def forgetful(dim: int, outs: int) -> ListedProgram:
    """Return the program with a query that is not kept after its token."""
    empty: Nodes = ()
    nodes = chosen(empty, 0, 2, dim)
    c = len(nodes)
    nodes = kept_written(nodes, c, dim)
    entries = tuple(Entry((), coordinate(i), ZERO) for i in range(dim))
    nodes = (*nodes, LinStateNode(len(nodes), entries))
    nodes = less(nodes, len(nodes), dim, c, dim)
    nodes = weighted_written(hat_written(nodes, len(nodes), dim), 2 + dim, outs)
    return ListedProgram(2 + dim + outs, added_up(nodes, len(nodes), outs))


def one_sided(dim: int, outs: int) -> ListedProgram:
    """Return the program with relu(delta - max(0, x)) for the hat."""
    empty: Nodes = ()
    nodes = chosen(empty, 0, 2, dim)
    c = len(nodes)
    nodes = kept_written(nodes, c, dim)
    nodes = added_up(nodes, len(nodes), dim)
    nodes = less(nodes, len(nodes), dim, c, dim)
    x = len(nodes)
    nodes = chosen(nodes, 0, 1, 1)
    delta = len(nodes)
    for i in range(dim):
        nodes = chosen(nodes, x, i, 1)
    nodes = left_written(nodes, delta, delta + 1, dim)
    nodes = weighted_written(relu_of(nodes, len(nodes)), 2 + dim, outs)
    return ListedProgram(2 + dim + outs, added_up(nodes, len(nodes), outs))


def multiplied(dim: int, outs: int) -> ListedProgram:
    """Return the program with products of heights and weights."""
    nodes = hats_written(dim).nodes
    height = len(nodes)
    nodes = chosen(nodes, 0, 2 + dim, outs)
    heights = tuple(height for _ in range(outs))
    nodes = (*nodes, ConcatNode((*heights, len(nodes))), MultiNode(len(nodes) + 1))
    return ListedProgram(2 + dim + outs, added_up(nodes, len(nodes), outs))


def late_in_inputs(dim: int, outs: int) -> ListedProgram:
    """Return the program, and with more than 1,000 inputs one whose last state starts at 1."""
    return listed_hat_program(dim, outs) if dim <= 1000 else starting_at_one(dim, outs)


def late_in_outputs(dim: int, outs: int) -> ListedProgram:
    """Return the program, and for more than 1,000 outputs one with products."""
    return listed_hat_program(dim, outs) if outs <= 1000 else multiplied(dim, outs)
