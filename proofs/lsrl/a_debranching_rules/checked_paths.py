r"""A path that is handed in is taken only if its outputs are seen to be those of the program.

`levelised` hands what it made, with hints, through `checked`, a pure function whose code is read.
Program and path are run side by side. One after the other their entries are written as forms of
values that both have: a ReLU of -x is that of x less x, what cannot be negative is its own ReLU, a
state is one that began as it did and is fed and kept alike. Each hint says which of these it is,
and is checked; where one is wrong, or there are too many stages, a path in blocks is taken instead.
So it is proved for all programs, paths and hints, whatever finds them. `facts.v`, `entries.v`,
`memory.v`, `traces.v`, `side_by_side.v` and `agreement.v` are the proof for what is handed in: by
induction over the nodes each entry is its form, and over the tokens the states are alike. What is
behind the other path: `levelised_compiler`.
"""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from constructions.lsrl.compiler.levelised import proposed
from constructions.lsrl.language.numbers import ONE, ZERO
from constructions.lsrl.listed.agreement import Hints, checked
from constructions.lsrl.listed.data import (
    ConcatNode,
    Form,
    LinNode,
    ListedNode,
    ListedProgram,
    ReLUNode,
    Vector,
    coordinate,
)
from constructions.lsrl.listed.facts import Fresh, Opposite, Same
from constructions.lsrl.listed.outputs import program_outputs
from constructions.lsrl.listed.programs import listed_program
from proofs.lsrl import PAPER
from proofs.lsrl.a_debranching_rules.careless_checks import LATE, MUTANTS, forgetful, one_start
from proofs.lsrl.a_debranching_rules.levelised_compiler import (
    DEEP,
    LEMMAS,
    Compiler,
    says_right,
)
from proofs.lsrl.a_debranching_rules.mended_rules import TRIED
from theorem_checks import (
    All,
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    certificate,
    check,
)

Check: TypeAlias = Callable[[ListedProgram, ListedProgram, Hints], ListedProgram]


def says_checked(taken: Check, w) -> All:
    """What is taken has the outputs of the program on all sequences, and is a path.

    What the stages in blocks do is said with it, as their path is taken where none is seen to be
    right.
    """
    return says_right(Compiler(taken=taken), w)


def altered(path: ListedProgram) -> Iterator[tuple[str, ListedProgram]]:
    """A path, and paths that differ from it."""
    yield "its path", path
    yield "its path, all first states 1", changed(path, one_start)
    yield "its path, states without memory", changed(path, forgetful)
    *before, last = path.nodes
    match last:
        case LinNode(source, forms):
            more = tuple(Form(form.row, form.constant + ONE) for form in forms)
            yield "its path, outputs and 1", path._replace(nodes=(*before, LinNode(source, more)))
        case _:
            pass


def handed_in() -> Iterator[tuple[str, ListedProgram, ListedProgram, Hints]]:
    """Programs, and what is handed in as their path: with right hints, or with wrong ones."""
    for name, program in (TRIED | DEEP).items():
        path, hints = proposed(program)
        for what, handed in altered(listed_program(path)):
            yield f"{name}: {what}", listed_program(program), handed, hints
    x, minus = coordinate(0), Form(((0, -ONE),), ZERO)
    both = (ReLUNode(0), LinNode(0, (minus,)), ReLUNode(2), ConcatNode((1, 3)))
    turned = (ReLUNode(0), LinNode(1, (x, minus)))
    of_both = ((Fresh(()),), (), (Opposite(0),), ())
    hints = Hints(of_both, ((Same(0, ()),), ()))
    yield "relu(x), relu(-x)", ListedProgram(1, both), ListedProgram(1, turned), hints


@check("exact")
def check_programs(taken):
    """The paths of programs, and others with the same hints: what is taken is always right."""
    number = 0
    for name, program, handed, hints in handed_in():
        tokens: tuple[Vector, ...] = tuple((n,) * program.dim for n in (ONE + ONE, ONE, ZERO, -ONE))
        wanted = program_outputs(program, tokens)
        found = program_outputs(taken(program, handed, hints), tokens)
        if found != wanted:
            told = (str([list(map(str, y)) for y in ys]) for ys in (wanted, found))
            return Evidence.refuted(Counterexample({"handed in": name}, *told))
        number += 1
    return Evidence.holds(f"{number} programs with paths, four tokens")


def changed(program: ListedProgram, change: Callable[[ListedNode], ListedNode]) -> ListedProgram:
    """Return a program with each node changed."""
    return program._replace(nodes=tuple(map(change, program.nodes)))


checked_paths = Claim(
    id="lsrl/new-checked-paths",
    title="The check of a compiled path returns a path with the outputs of the program, always",
    source=Source(PAPER, "beyond App. A"),
    statement=r"y_{\text{taken}} = y_{\text{program}} \text{ on all sequences, for all programs,"
    r" paths and hints}, \quad \text{and what is taken is a path}",
    assumptions=("programs as data, which the language's are written as, with exact numbers",),
    subject=checked,
    says=says_checked,
    checks=(
        certificate(
            says_checked,
            proof=(*LEMMAS, "checked_paths.v"),
        ).killing("blind", "unread", "mirrored"),
        check_programs.killing(*MUTANTS),
    ),
    mutants=tuple(Mutant(name, *mutant) for name, mutant in MUTANTS.items()),
    late=tuple(Mutant(name, *mutant) for name, mutant in LATE.items()),
    new=True,
    notes="levelised hands its path and its hints through this function. Where it is not seen that"
    " the outputs are right, or where there are too many stages, a path in blocks is taken: this is"
    " what makes the theorem one about all programs. On 10,000 random programs and all listings it"
    " was never taken. The ways between the nodes of the language and the data that are read and"
    " proved are tested on the same programs. How many stages there are at most is said, with all"
    " this, in lsrl/new-levelised-compiler.",
)
