r"""A program as affine forms of atoms.

An *atom* is one entry of the token, of a `ReLU`, of a `Multi` or of a `LinState`. All that `Lin`
and `Concat` do is to write the operands of atoms as affine forms $\sum_k c_k a_k + c$ of other
atoms, so that a program is its atoms, and a form for each entry of its output.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from constructions.lsrl.language.cyclotomic import RealCyclotomic
from constructions.lsrl.language.matrices import Matrix, Row
from constructions.lsrl.language.nodes import Concat, Input, Lin, LinState, Multi, Node, ReLU
from constructions.lsrl.language.numbers import ONE, ZERO
from constructions.lsrl.language.program import ForEach, check_program

__all__ = ["Atom", "Atoms", "Block", "Form", "atoms_of", "combined"]


class Form(NamedTuple):
    """An affine form: pairs (atom, coefficient), non-zero and in order, and a constant."""

    terms: Row
    constant: Any = ZERO


class Block(NamedTuple):
    """A `LinState`: its atoms, the matrix A by which they depend on the last ones, the first."""

    atoms: tuple[int, ...]
    A: Matrix
    init_state: Matrix


class Atom(NamedTuple):
    """One entry of a node that is not affine.

    **Fields**: `kind` of the node; `operands`, one form for a ReLU, the two factors of a product,
    B x + b for the entry of a state; `block`, the number of its state.
    """

    kind: str
    operands: tuple[Form, ...] = ()
    block: int | None = None


class Entry(NamedTuple):
    """What was read of an entry of a node that is not affine: its `operands`, and its `form`."""

    operands: tuple[Form, ...]
    form: Form


class Atoms(NamedTuple):
    """The atoms of a program in topological order, its states, and the forms of its output."""

    atoms: list[Atom]
    blocks: list[Block]
    output: list[Form]


def combined(row: Iterable[tuple[int, Any]], forms: Any, constant: Any = ZERO) -> Form:
    """Return the linear combination of forms by a row of coefficients, plus a constant."""
    totals: dict[int, Any] = {}
    for j, factor in row:
        form = forms[j]
        for atom, coefficient in form.terms:
            totals[atom] = totals.get(atom, ZERO) + factor * coefficient
        constant = constant + factor * form.constant
    return Form(
        tuple((atom, totals[atom]) for atom in sorted(totals) if totals[atom] != 0), constant
    )


class Reading(NamedTuple):
    """How a program was read.

    **Fields**: its `atoms`, those that its output depends on; which of `all_atoms` these are; for
    each node, if it is not affine, its `entries` as forms of all atoms.
    """

    atoms: Atoms
    kept: list[int]
    all_atoms: list[Atom]
    entries: list[list[Entry]]


def atoms_of(program: ForEach) -> Atoms:
    """Return the atoms of a program: those that its output depends on."""
    return read_program(program).atoms


def read_program(program: ForEach) -> Reading:
    """Return the atoms of a program, and how they were read.

    Equal operands have one ReLU or product between them, what is constant is computed, and a ReLU
    of what cannot be negative by the signs of its terms is left out. So is a product of two ReLUs
    of which one is always 0.
    """
    check_program(program)
    reader = _Reader()
    values: list[list[Form]] = []
    graph = program.graph
    for node, inputs in zip(graph.nodes, graph.inputs, strict=True):
        values.append(reader.read(node, [form for i in inputs for form in values[i]]))
    atoms, kept = _pruned(Atoms(reader.atoms, reader.blocks, values[-1]))
    return Reading(atoms, kept, reader.atoms, reader.entries)


class _Reader:
    def __init__(self) -> None:
        self.atoms: list[Atom] = []
        self.blocks: list[Block] = []
        self.known: dict[Any, Form] = {}
        self.entries: list[list[Entry]] = []

    def read(self, node: Node, x: list[Form]) -> list[Form]:
        """The forms of a node's entries, given those of its inputs."""
        entries = self.not_affine(node, x)
        self.entries.append(entries)
        if isinstance(node, Input):
            return [self.new(Atom("Input")) for _ in range(node.dim)]
        if isinstance(node, Lin):
            return _affine(node.A, node.b, x)
        return x if isinstance(node, Concat) else [entry.form for entry in entries]

    def not_affine(self, node: Node, x: list[Form]) -> list[Entry]:
        if isinstance(node, ReLU):
            return [Entry((form,), self.relu(form)) for form in x]
        if isinstance(node, Multi):
            pairs = zip(x[: node.dim], x[node.dim :], strict=True)
            return [Entry(pair, self.product(*pair)) for pair in pairs]
        if isinstance(node, LinState):
            return [Entry((), form) for form in self.state(node, x)]
        return []

    def new(self, atom: Atom) -> Form:
        self.atoms.append(atom)
        return Form(((len(self.atoms) - 1, ONE),))

    def shared(self, atom: Atom) -> Form:
        found = self.known.get(atom)
        if found is None:  # to hash an atom takes long
            self.known[atom] = found = self.new(atom)
        return found

    def relu(self, form: Form) -> Form:
        if not form.terms:
            return Form((), max(form.constant, ZERO))
        positive = all(self.atoms[k].kind == "ReLU" and c > 0 for k, c in form.terms)
        return form if positive and form.constant >= 0 else self.shared(Atom("ReLU", (form,)))

    def product(self, a: Form, b: Form) -> Form:
        for constant, form in ((a, b), (b, a)):
            if not constant.terms:
                return combined([(0, constant.constant)] if constant.constant != 0 else [], [form])
        if self.never_both(a, b):
            return Form(())
        return self.shared(Atom("Multi", (min(a, b, key=_order), max(a, b, key=_order))))

    def never_both(self, a: Form, b: Form) -> bool:
        """Whether two forms are multiples of ReLUs of which one is 0 wherever the other is not.

        So are relu(g) and relu(h) where, with factors above 0, g + h is a number that is at most 0.
        """
        operands = []
        for form in (a, b):
            if len(form.terms) != 1 or form.constant != 0:
                return False
            atom = self.atoms[form.terms[0][0]]
            if atom.kind != "ReLU":
                return False
            (operand,) = atom.operands
            first = operand.terms[0][1]
            if isinstance(first, RealCyclotomic):
                return False
            operands.append(combined([(0, 1 / abs(first))], [operand]))
        both = combined([(0, ONE), (1, ONE)], operands)
        return not both.terms and both.constant <= 0

    def state(self, node: LinState, x: list[Form]) -> list[Form]:
        forms = _affine(node.B, node.b, x)
        values = [self.new(Atom("LinState", (form,), len(self.blocks))) for form in forms]
        members = tuple(value.terms[0][0] for value in values)
        self.blocks.append(Block(members, node.A, node.init_state))
        return values


def _order(form: Form) -> Any:
    """An order of forms, for products whose factors stand the other way round."""
    return [atom for atom, _ in form.terms], str(form)


def _affine(A: Matrix, b: Matrix, x: list[Form]) -> list[Form]:
    return [combined(row, x, b[i, 0]) for i, row in enumerate(A.rows)]


def _pruned(program: Atoms) -> tuple[Atoms, list[int]]:
    """Drop what the output does not depend on, entries of states included; what is kept, too."""
    needed: set[int] = set()
    queue = [atom for form in program.output for atom, _ in form.terms]
    while queue:
        number = queue.pop()
        if number in needed:
            continue
        needed.add(number)
        atom = program.atoms[number]
        queue += [k for form in atom.operands for k, _ in form.terms]
        if atom.block is not None:
            block = program.blocks[atom.block]
            queue += [block.atoms[j] for j, _ in block.A.rows[block.atoms.index(number)]]
    kept = [k for k, atom in enumerate(program.atoms) if k in needed or atom.kind == "Input"]
    number_of = {k: new for new, k in enumerate(kept)}

    def renamed(form: Form) -> Form:
        return Form(tuple((number_of[k], c) for k, c in form.terms), form.constant)

    atoms, blocks = [], [_restricted(block, number_of) for block in program.blocks]
    for k in kept:
        atom = program.atoms[k]
        atoms.append(atom._replace(operands=tuple(map(renamed, atom.operands))))
    return Atoms(atoms, blocks, [renamed(form) for form in program.output]), kept


def _restricted(block: Block, number_of: dict[int, int]) -> Block:
    rows = [i for i, atom in enumerate(block.atoms) if atom in number_of]
    if not rows:
        return Block((), Matrix.zeros(0, 0), Matrix.zeros(0, 1))
    A = block.A.take_rows(rows).take_columns(rows)
    members = tuple(number_of[block.atoms[i]] for i in rows)
    return Block(members, A, block.init_state.take_rows(rows))
