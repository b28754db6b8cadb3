r"""The levelised compiler: any program as a path with its outputs, in few stages for its depth.

`levelised` makes a path stage by stage (`levelised_stages`), and hands it through `checked`, a pure
function whose code is read. What is handed in is taken if it is seen to have the outputs of the
program, and at most 5 d/2 stages, rounded up, for depth d. Else a path in blocks is made: all that
is of the next kind and can be there becomes a stage, and kinds come as R P S R P, again and again.
Any two kinds, but two states, stand in this block one after the other, so that five stages take two
levels off every way; a state may stand in the stage of the states that it reads, into which these
are put as they are computed.

The proof goes on where those of the rules and of the check end (`mended_rules`, `checked_paths`):
`unfolding.v` and `stages.v` are that a stage more keeps the outputs, `planned.v` and
`unit_depths.v` that after 5 d/2 stages nothing is left: a unit of depth d = 2q + 1 is there by the
third stage of block q, one of depth 2q + 2 by the end of it, and no unit is deeper than its node.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from constructions.lsrl import Concat, ForEach, Input, LinState, Multi, Node, ReLU
from constructions.lsrl.compiler.levelised import Taken, levelised, proposed
from constructions.lsrl.language.numbers import ONE, ZERO
from constructions.lsrl.listed.agreement import Hints, checked
from constructions.lsrl.listed.data import (
    Entry,
    LinStateNode,
    ListedProgram,
    Vector,
    coordinate,
)
from constructions.lsrl.listed.depths import depth, most
from constructions.lsrl.listed.facts import Plain, Shown
from constructions.lsrl.listed.gathering import gathered
from constructions.lsrl.listed.in_turn import with_kind
from constructions.lsrl.listed.outputs import program_outputs
from constructions.lsrl.listed.paths import is_path, number_of_stages
from constructions.lsrl.listed.programs import listed_program, program_of_nodes
from constructions.lsrl.listed.units import Gathered, gathered_outputs
from constructions.lsrl.programs.hats import hat_program_gated
from constructions.lsrl.programs.listing_2 import listing_2
from constructions.lsrl.programs.majority import majority_of_ones
from proofs.lsrl import PAPER
from proofs.lsrl.a_debranching_rules import careless_blocks as careless
from proofs.lsrl.a_debranching_rules.stages_of_depth import all_ways
from proofs.lsrl.drawn_programs import random_programs
from theorem_checks import (
    All,
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    SameValues,
    Source,
    certificate,
    check,
    pure,
)


@dataclass(frozen=True)
class Compiler:
    """What the compiler takes for a path, and how that in blocks is made.

    **Fields**: `gathered`, the units of a program; `with_kind`, a stage more, of a kind; `taken`,
    the path of a program, given one and hints; `most`, how many stages it has at most for a depth.
    """

    gathered: Callable[[ListedProgram], Gathered] = gathered
    with_kind: Callable[[Gathered, int], Gathered] = with_kind
    taken: Taken = checked
    most: Callable[[int], int] = most


def within(path: ListedProgram, n: int) -> bool:
    """Whether a path has so many stages at most."""
    return number_of_stages(path) <= n


def for_all(program: ListedProgram) -> bool:
    """Return that it is so."""
    return True


def says_right(compiler: Compiler, w) -> All:
    """What is taken has the outputs of the program and is a path; a stage more has the same."""
    of_program = pure(program_outputs, "program", "tokens")
    started = pure(compiler.gathered, "program")
    after = pure(compiler.with_kind, "halfway", "kind")
    path = pure(compiler.taken, "program", "path", "hints")
    return All(
        (
            SameValues(pure(gathered_outputs, started, "tokens"), of_program),
            SameValues(
                pure(gathered_outputs, after, "tokens"),
                pure(gathered_outputs, "halfway", "tokens"),
            ),
            SameValues(pure(program_outputs, path, "tokens"), of_program),
            SameValues(pure(is_path, path), pure(for_all, "program")),
        )
    )


def says_short(compiler: Compiler, w) -> All:
    """All this, and what is taken has 5/2 stages for each level of the program at most."""
    path = pure(compiler.taken, "program", "path", "hints")
    stages = pure(compiler.most, pure(depth, "program"))
    short = SameValues(pure(within, path, stages), pure(for_all, "program"))
    return All((*says_right(compiler, w).parts, short))


x = Input(dim=2)
DEEP = {
    "a state that starts at 3": ForEach(LinState(x, 2, [[1, -1]], 1, 3) - x[0]),
    "one of each kind": ForEach(Concat(LinState(x, 2, [[1, 1]]), ReLU(x[0]), Multi(x))),
    "Figure 1": majority_of_ones(),
    "gated hats": hat_program_gated(2, 1),
    "Listing 2": listing_2(2, first_index=0),
}


def squared(node: Node) -> Node:
    """Return the square of a number."""
    return Multi(Concat(node, node))


WAYS: dict[str, Node] = {
    "states of states": LinState(LinState(LinState(x, 2, [[1, -1]], 1, 3), 1, 1), "1/2", 1),
    "four products": squared(squared(squared(squared(x[0])))),
    "two of each kind": Concat(
        ReLU(ReLU(x) - 1), squared(squared(x[0])), LinState(LinState(x, 1, [[1, 2]]), 2, 1, 0, 1)
    ),
}


def handed_in() -> Iterator[tuple[str, ListedProgram, ListedProgram, Hints]]:
    """Programs, and what is handed in as their path: with hints, without, and one that is long."""
    for name, program in (DEEP | {name: ForEach(node) for name, node in WAYS.items()}).items():
        path, hints = proposed(program)
        listed = listed_program(program)
        yield name, listed, listed_program(path), hints
        if len(listed.nodes) <= 200:
            yield f"{name}, without hints", listed, listed_program(path), Hints((), ())
    idle = LinStateNode(0, (Entry((), coordinate(0), ZERO),))
    plain = Hints((), ((Plain(Shown((), (), ())),),))
    yield "no node, and a state that does nothing", ListedProgram(1, ()), path_of_one(idle), plain


def path_of_one(node: LinStateNode) -> ListedProgram:
    """Return a path of one node, for tokens of size 1."""
    return ListedProgram(1, (node,))


TOKENS = (ONE + ONE, ONE, ZERO, -ONE)


def refuted(name: str, wanted: object, found: object) -> Evidence:
    """Evidence that what was found for a program is not what was wanted."""
    return Evidence.refuted(Counterexample({"handed in": name}, str(wanted), str(found)))


@check("exact")
def check_programs(compiler):
    """What is taken for programs is a path with the same outputs and not too many stages."""
    number = 0
    for name, program, handed, hints in handed_in():
        path = compiler.taken(program, handed, hints)
        tokens: tuple[Vector, ...] = tuple((n,) * program.dim for n in TOKENS)
        wanted, found = (program_outputs(one, tokens) for one in (program, path))
        if found != wanted:
            return refuted(name, wanted, found)
        if not is_path(path):
            return refuted(name, "a path", "branches")
        enough, stages = compiler.most(depth(program)), number_of_stages(path)
        if stages > enough:
            return refuted(name, f"at most {enough} stages", stages)
        number += 1
    return Evidence.holds(f"{number} programs with paths, four tokens")


def some_programs() -> Iterator[tuple[str, ForEach]]:
    """Random programs, and one whose ways of two units take five stages."""
    yield "all ways of two units", program_of_nodes(all_ways(2))
    yield from random_programs()


def compiled(compiler: Compiler) -> Iterator[tuple[str, ForEach, ForEach, ListedProgram]]:
    """Programs as levelised makes paths of them, and what was taken for the path.

    Of every tenth program the hints are lost as well, so that a path in blocks is taken.
    """
    found: list[ListedProgram] = []

    def with_hints(program: ListedProgram, path: ListedProgram, hints: Hints) -> ListedProgram:
        found.append(compiler.taken(program, path, hints))
        return found[-1]

    def without(program: ListedProgram, path: ListedProgram, _: Hints) -> ListedProgram:
        return with_hints(program, path, Hints((), ()))

    for number, (name, program) in enumerate(some_programs()):
        path = levelised(program, taken=with_hints)
        yield name, program, path, found[-1]
        if number % 10 == 1:
            path = levelised(program, taken=without)
            yield f"{name}, without hints", program, path, found[-1]


@check("exact")
def check_levelised(compiler):
    """Levelised returns what was taken, with outputs of 240 random programs and not too long."""
    for name, program, path, taken in compiled(compiler):
        if listed_program(path) != taken:
            return refuted(name, "the path that was taken", "another one")
        tokens = [[3 - 2 * i + k for k in range(program.input.dim)] for i in range(4)]
        wanted, found = program(tokens).tolist(), path(tokens).tolist()
        if found != wanted:
            told = (str([list(map(str, y)) for y in ys]) for ys in (wanted, found))
            return refuted(name, *told)
        if not path.graph.is_path:
            return refuted(name, "a path", "branches")
        enough, stages = (
            compiler.most(depth(listed_program(program))),
            number_of_stages(listed_program(path)),
        )
        if stages > enough:
            return refuted(name, f"at most {enough} stages", stages)
    return Evidence.holds(
        "240 random programs, some without hints, and one of all ways of two units; four tokens"
    )


@check("exact")
def check_stages(compiler):
    """Each stage of one kind after the other keeps the outputs of programs."""
    for name, program in (DEEP | {name: ForEach(node) for name, node in WAYS.items()}).items():
        listed = listed_program(program)
        if len(listed.nodes) > 200:
            continue
        tokens: tuple[Vector, ...] = tuple((n,) * listed.dim for n in TOKENS)
        wanted, made = program_outputs(listed, tokens), compiler.gathered(listed)
        for kind in (2, 0, 1, 2, 0) * 2:
            made = compiler.with_kind(made, kind)
            found = gathered_outputs(made, tokens)
            if found != wanted:
                return refuted(f"{name}, {len(made.stages)} stages", wanted, found)
    return Evidence.holds("programs of up to 200 nodes, ten stages, four tokens")


SOURCE = Source(PAPER, "beyond App. A")
MUTANTS = {
    "two-a-level": (Compiler(most=careless.two_a_level), "two stages a level"),
    "any-length": (Compiler(taken=careless.any_length), "takes a path of any length"),
    "mended": (Compiler(taken=careless.like_the_mended_rules), "kinds as the mended rules take"),
    "in-threes": (Compiler(taken=careless.same_order), "the block R P S"),
    "as-it-is": (Compiler(taken=careless.as_it_is), "takes the program for a path"),
    "from-one": (Compiler(taken=careless.started_at_one), "first states are 1"),
    "apart": (Compiler(taken=careless.states_apart), "no states of states in a stage"),
    "forgetting": (Compiler(with_kind=careless.forgetting), "states without those they read"),
    "last": (Compiler(with_kind=careless.the_last_state), "the last values of states, not the new"),
    "losing": (Compiler(with_kind=careless.losing_one), "a branch is lost"),
}
LATE = {
    "most": (Compiler(most=careless.most_late), "two stages a level from the 1,000th on"),
    "depth": (Compiler(taken=careless.late_in_depth), "any length from depth 1,000 on"),
    "stages": (Compiler(with_kind=careless.late_in_stages), "loses a branch behind stage 1,000"),
}
LEMMAS = (
    "../s3_language/program_runs.v",
    *(
        f"{name}.v"
        for name in (
            *("units", "gathering", "unfolding", "fusing", "stages", "paths", "in_turn"),
            *("planned", "unit_depths", "blocks", "facts", "entries", "memory", "traces"),
            *("side_by_side", "agreement"),
        )
    ),
)
"""What the proofs of this claim and of `lsrl/new-checked-paths` begin with."""

compiler = Claim(
    id="lsrl/new-levelised-compiler",
    title="The check of a compiled path returns one with at most five stages for two levels",
    source=SOURCE,
    statement=r"y_{\text{path}} = y_{\text{program}} \text{ on all sequences}, \quad"
    r" \text{a path}, \quad \#\text{stages} \le \lceil \tfrac52\,\mathrm{depth} \rceil",
    assumptions=(
        "depth: the most ReLUs, products and states on a way from token to output; stages: the"
        " ReLUs, products and states of the path",
        "programs as data, which the language's are written as, with exact numbers",
    ),
    subject=Compiler(),
    says=says_short,
    checks=(
        certificate(says_short, proof=(*LEMMAS, "levelised_compiler.v")).killing("losing"),
        check_programs.killing("two-a-level", "any-length", "mended", "in-threes", "apart"),
        check_stages.killing("forgetting", "last", "losing"),
        check_levelised.killing("two-a-level", "as-it-is", "from-one"),
    ),
    mutants=tuple(Mutant(name, *mutant) for name, mutant in MUTANTS.items()),
    late=tuple(Mutant(name, *mutant) for name, mutant in LATE.items()),
    new=True,
    notes="levelised hands what it made, with hints, through this function: what it takes is"
    " proved right for all programs, paths and hints. On 10,000 random programs and all listings"
    " what is made was taken, and never the path in blocks. The ways between the nodes of the"
    " language and the data that are read and proved are tested on the same programs. That no fewer"
    " stages are enough for all programs: lsrl/new-fewest-stages. What each stage does that"
    " levelised makes: lsrl/new-levelised-stages; its own plan: lsrl/new-stages-in-blocks. Of a"
    " model of how the path is made, in compiler_model beside this file, Rocq accepts that it is"
    " right and as short by itself.",
)
