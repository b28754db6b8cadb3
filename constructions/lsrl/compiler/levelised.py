"""The levelised compiler: any program as a path, stage by stage.

The atoms of the program (`forms`) are computed in stages of one kind each (`stages`). What later
stages need of the earlier ones runs past a stage: through a state with A = 0 and B = I, through one
ReLU if it cannot be negative and else through two, as x = relu(x) - relu(-x), through a product
with 1. Only what is needed runs past: values, or the combinations of them that are used, whichever
are fewer. There are as many stages as `stages_of` makes, so that it always ends.

Nothing rests on all this being right. What is made is handed through `checked`, with hints, and
taken if it is seen that it puts out what the program does, in 5/2 stages for each level of it at
most. Else a path in blocks would be made (`listed.in_turn`). That what is taken is always so is
proved (`lsrl/new-levelised-compiler`).
"""

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar, overload

from constructions.lsrl.compiler.forms import Atoms, Form, combined, read_program
from constructions.lsrl.compiler.hinting import Hinting
from constructions.lsrl.compiler.signs import Signs
from constructions.lsrl.compiler.stages import Stage, stages_of
from constructions.lsrl.compiler.wires import Cable
from constructions.lsrl.language.graphs import merged
from constructions.lsrl.language.matrices import Matrix, Row
from constructions.lsrl.language.nodes import Input, Lin, LinState, Multi, Node, ReLU
from constructions.lsrl.language.numbers import ONE, ZERO
from constructions.lsrl.language.program import ForEach, check_program
from constructions.lsrl.listed.agreement import Hints, checked
from constructions.lsrl.listed.data import ListedProgram
from constructions.lsrl.listed.facts import Hint
from constructions.lsrl.listed.programs import listed_program, program_of_nodes

__all__ = ["Taken", "levelised", "proposed"]


Proof = TypeVar("Proof")
Taken: TypeAlias = Callable[[ListedProgram, ListedProgram, Hints], ListedProgram]
"""From a program, a path and hints to the path that is taken."""


@overload
def levelised(program: ForEach, *, taken: Taken = checked) -> ForEach: ...
@overload
def levelised(
    program: ForEach, *, proof: Callable[[ForEach, ForEach], Proof], taken: Taken = checked
) -> tuple[ForEach, Proof]: ...
def levelised(
    program: ForEach,
    *,
    proof: Callable[[ForEach, ForEach], Proof] | None = None,
    taken: Taken = checked,
) -> ForEach | tuple[ForEach, Proof]:
    """Return a path that computes the same as a program: no node has two users.

    Its nodes are one `Input`; for each stage a `LinState`, or a `Lin` and a `ReLU`, or a `Lin` and
    a `Multi`; and at last a `Lin`. It has products only if the program has. There are at most 5 d/2
    stages, rounded up, where a way through the program has d ReLUs, products and states at most.

    **Arguments**: a `proof` that two programs have the same outputs on all sequences, such as
    `proofs.lsrl.compilations.validated`; then what it says of program and path is returned, too.
    What is `taken` for a path, given the one that is made; all this is proved of `checked`.
    """
    check_program(program)
    path = _taken(program, *proposed(program), taken)
    return path if proof is None else (path, proof(program, path))


def proposed(program: ForEach) -> tuple[ForEach, Hints]:
    """Return the path that is made of a program, and hints of why it has the same outputs."""
    sink, stands = merged(program.output)
    whole = ForEach(sink)
    reading = read_program(whole)
    signs = Signs(reading.atoms)
    hinting = Hinting(reading, signs)
    of_program = hinting.of_program(program.graph, whole.graph, stands)
    builder = _Builder(reading.atoms, signs, hinting, Input(program.input.dim))
    path = ForEach(builder.build())
    return path, Hints(of_program, tuple(builder.hints))


def _taken(program: ForEach, path: ForEach, hints: Hints, taken: Taken) -> ForEach:
    """The path, if it is seen to be right and short, and else one in blocks."""
    listed = listed_program(path)
    found = taken(listed_program(program), listed, hints)
    return path if found is listed else program_of_nodes(found)


class _Builder:
    """The path so far: its last node, and how the values that it carries are read off it."""

    def __init__(self, program: Atoms, signs: Signs, hinting: Hinting, source: Input) -> None:
        self.program, self.hinting = program, hinting
        self.hints: list[tuple[Hint, ...]] = []
        self.node: Node = source
        inputs = [k for k, atom in enumerate(program.atoms) if atom.kind == "Input"]
        self.cable = Cable(program, signs, inputs)
        self.reads: dict[int, Row] = {k: ((i, ONE),) for i, k in enumerate(inputs)}

    def build(self) -> Node:
        for stage in stages_of(self.program):
            operands = {
                k: [self.cable.form(k, i) for i in range(len(self.program.atoms[k].operands))]
                for k in stage.atoms
            }
            passed = self.cable.advance(stage)
            {"LinState": self.state, "ReLU": self.relu, "Multi": self.multi}[stage.kind](
                stage, operands, passed
            )
        A, b = self.affine(self.cable.output())
        self.hints.append(())
        return Lin(self.node, A, b)

    def affine(self, forms: list[Form]) -> tuple[Matrix, Matrix]:
        """The matrix and the vector that compute these forms of the carried values."""
        reads = {k: Form(row) for k, row in self.reads.items()}
        rows = [combined(form.terms, reads).terms for form in forms]
        b = Matrix.column([form.constant for form in forms])
        return Matrix((len(forms), self.node.dim), rows), b

    def relu(self, stage: Stage, operands: dict[int, list[Form]], passed: dict[int, Form]) -> None:
        forms, reads = [], {}
        for k in stage.atoms:
            reads[k] = ((len(forms), ONE),)
            forms += operands[k]
        hints = [*self.hinting.computed(stage, operands)]
        for symbol, form in passed.items():
            both = not self.cable.nonnegative(symbol)
            hints += self.hinting.passed_relu(self.cable.meaning(symbol), both=both)
            start = len(forms)
            reads[symbol] = ((start, ONE), (start + 1, -ONE)) if both else ((start, ONE),)
            forms += [form, combined([(0, -ONE)], [form])] if both else [form]
        self.node = ReLU(Lin(self.node, *self.affine(forms)))
        self.hints += [(), tuple(hints)]
        self.reads = reads

    def multi(self, stage: Stage, operands: dict[int, list[Form]], passed: dict[int, Form]) -> None:
        one = Form((), ONE)
        pairs = [operands[k] for k in stage.atoms] + [[form, one] for form in passed.values()]
        A, b = self.affine([pair[0] for pair in pairs] + [pair[1] for pair in pairs])
        self.node = Multi(Lin(self.node, A, b))
        self.hints += [(), self.plain(stage, operands, passed)]
        self.reads = _in_order([*stage.atoms, *passed])

    def state(self, stage: Stage, operands: dict[int, list[Form]], passed: dict[int, Form]) -> None:
        """States may use states of their own stage: these are put in as they are computed."""
        place = {k: i for i, k in enumerate(stage.atoms)}
        numbers = dict.fromkeys(self.program.atoms[k].block for k in stage.atoms)
        blocks = [self.program.blocks[number] for number in numbers if number is not None]
        A_rows: list[Form] = []  # each entry of the state as a form of the last state,
        x_forms: list[Form] = []  # and of the values before the stage
        init: list[Any] = []
        for block in blocks:
            own_A, own_x = [], []
            for i, k in enumerate(block.atoms):
                (form,) = operands[k]
                inside = [(place[j], c) for j, c in form.terms if j in place]
                outside = Form(
                    tuple((j, c) for j, c in form.terms if j not in place), form.constant
                )
                before = Form(tuple((place[block.atoms[j]], c) for j, c in block.A.rows[i]))
                own_A.append(combined([(-1, ONE), *inside], _Or(A_rows, before)))
                own_x.append(combined([(-1, ONE), *inside], _Or(x_forms, outside)))
                init.append(block.init_state[i, 0])
            A_rows += own_A
            x_forms += own_x
        n = len(stage.atoms) + len(passed)
        A = Matrix((n, n), [form.terms for form in A_rows] + [()] * len(passed))
        B, b = self.affine([*x_forms, *passed.values()])
        s_0 = Matrix.column([*init, *[ZERO] * len(passed)])
        self.node = LinState(self.node, A, B, b, s_0)
        self.hints.append(self.plain(stage, operands, passed))
        self.reads = _in_order([*stage.atoms, *passed])

    def plain(
        self, stage: Stage, operands: dict[int, list[Form]], passed: dict[int, Form]
    ) -> tuple[Hint, ...]:
        """Hints where one entry is enough for each value that runs past."""
        return (*self.hinting.computed(stage, operands), *(self.hinting.passed() for _ in passed))


class _Or:
    """A list of forms, with one more at index -1."""

    def __init__(self, forms: list[Form], last: Form) -> None:
        self.forms, self.last = forms, last

    def __getitem__(self, index: int) -> Form:
        return self.last if index == -1 else self.forms[index]


def _in_order(symbols: list[int]) -> dict[int, Row]:
    return {symbol: ((i, ONE),) for i, symbol in enumerate(symbols)}
