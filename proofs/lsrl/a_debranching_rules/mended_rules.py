r"""App. A, mended: the rules keep the outputs and end in a path, whatever the program.

The rules are pure functions of programs as data, which the compiler runs, and their code is read.
First Lin and Concat are gathered: what a ReLU, a product or a state reads is an affine form of all
values before it. Then a step makes one stage of all that is ready of one kind, and passes what the
others read of the last stage. The measure is what is left: the number of ReLUs, products and states
that are in no stage yet. It falls at each step, since the first of them is ready; when nothing is
left, the stages are a path. `units.v`, `gathering.v`, `fusing.v`, `steps.v`, `paths.v` and
`mended_rules.v` are the proof: what a value was is what its form is of the values behind the stage.
"""

from collections.abc import Callable
from dataclasses import dataclass

from constructions.lsrl import ForEach
from constructions.lsrl.language.numbers import ZERO, exact_number
from constructions.lsrl.listed.data import Entry, ListedProgram
from constructions.lsrl.listed.fusing import chosen, fused, with_stage
from constructions.lsrl.listed.gathering import gathered
from constructions.lsrl.listed.outputs import program_outputs
from constructions.lsrl.listed.paths import is_path, path_of, written
from constructions.lsrl.listed.programs import listed_program, program_of_nodes
from constructions.lsrl.listed.units import (
    Gathered,
    Products,
    ReLUs,
    States,
    Unit,
    gathered_outputs,
    width_of,
)
from proofs.lsrl import PAPER
from proofs.lsrl.a_debranching_rules.termination import EXAMPLES, PROGRAMS
from proofs.lsrl.s3_language.layer_by_layer import SMALL
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
class Rules:
    """The rules, and the path that they make.

    **Fields**: `gathered`, the rule for Lin and Concat; `fused`, a step of the others; `path_of`,
    the path of a program.
    """

    gathered: Callable[[ListedProgram], Gathered] = gathered
    fused: Callable[[Gathered], Gathered] = fused
    path_of: Callable[[ListedProgram], ListedProgram] = path_of


def falls(before: Gathered, after: Gathered) -> bool:
    """Whether less is left after a step, if there was any."""
    return len(before.rest) == 0 or len(after.rest) < len(before.rest)


def always(program: Gathered) -> bool:
    """Return that it is so."""
    return True


def for_all(program: ListedProgram) -> bool:
    """Return that it is so."""
    return True


def says_end(rules: Rules, w) -> All:
    """Each rule keeps the outputs, each step leaves less, and the end is a path that keeps them."""
    of_program = pure(program_outputs, "program", "tokens")
    started, after = pure(rules.gathered, "program"), pure(rules.fused, "halfway")
    path = pure(rules.path_of, "program")
    return All(
        (
            SameValues(pure(gathered_outputs, started, "tokens"), of_program),
            SameValues(
                pure(gathered_outputs, after, "tokens"),
                pure(gathered_outputs, "halfway", "tokens"),
            ),
            SameValues(pure(falls, "halfway", after), pure(always, "halfway")),
            SameValues(pure(program_outputs, path, "tokens"), of_program),
            SameValues(pure(is_path, path), pure(for_all, "program")),
        )
    )


TRIED = (
    SMALL
    | PROGRAMS
    | {f"{case}, {i}": ForEach(node) for case in EXAMPLES for i, node in enumerate(EXAMPLES[case])}
)


def steps_of(rules, listed):
    """Return what there is after each step, up to the first one that leaves no less."""
    made = [rules.gathered(listed)]
    while made[-1].rest and (len(made) == 1 or falls(*made[-2:])):
        made.append(rules.fused(made[-1]))
    return made


@check("exact")
def check_programs(rules):
    """Programs have their outputs after each step, less is left each time, the end is a path."""
    for name, program in TRIED.items():
        tokens = [[3 - 2 * i] * program.input.dim for i in range(4)]
        wanted, listed = program(tokens).tolist(), listed_program(program)
        made = steps_of(rules, listed)
        path = program_of_nodes(rules.path_of(listed))
        exact = tuple(tuple(exact_number(x, "token") for x in token) for token in tokens)
        found = [[list(y) for y in gathered_outputs(one, exact)] for one in made]
        for number, outputs in enumerate([*found, path(tokens).tolist()]):
            if outputs != wanted:
                at = {"program": name, "step": number, "tokens": tokens}
                told = (str([list(map(str, ys)) for ys in side]) for side in (wanted, outputs))
                return Evidence.refuted(Counterexample(at, *told))
        if made[-1].rest or not path.graph.is_path:
            at = {"program": name, "steps": len(made)}
            return Evidence.refuted(Counterexample(at, "a path", f"{len(made[-1].rest)} left"))
    return Evidence.holds(f"{len(TRIED)} programs, four tokens")


def from_zero(program: ListedProgram) -> Gathered:
    """Gather a program with all first states 0."""
    found = gathered(program)
    units = tuple(zero_start(unit) for unit in found.rest)
    return Gathered(found.dim, found.stages, units, found.output)


def zero_start(unit: Unit) -> Unit:
    """Return a unit whose state starts at 0."""
    match unit:
        case ReLUs(_):
            return unit
        case Products(_):
            return unit
        case States(entries):
            return States(tuple(Entry(e.past, e.fed, ZERO) for e in entries))


def unsigned(program: Gathered) -> Gathered:
    """Let all values pass ReLUs without a second half."""
    if len(program.rest) == 0:
        return program
    return with_stage(program, chosen(program.rest, width_of(program.stages, program.dim)), True)


def losing(program: Gathered) -> Gathered:
    """Lose the first unit that is left after a step."""
    after = fused(program)
    return Gathered(after.dim, after.stages, after.rest[1:], after.output)


def idle(program: Gathered) -> Gathered:
    """Pass all values, and take nothing, where no product is ready."""
    ready = chosen(program.rest, width_of(program.stages, program.dim))
    units: tuple[Unit, ...] = tuple(
        unit for unit, is_now in zip(program.rest, ready, strict=False) if is_now
    )
    if all(is_product(unit) for unit in units):
        return fused(program)
    return with_stage(program, (False,) * len(program.rest), False)


def is_product(unit: Unit) -> bool:
    """Whether a unit has products."""
    match unit:
        case ReLUs(_):
            return False
        case Products(_):
            return True
        case States(_):
            return False


def branched(program: ListedProgram) -> ListedProgram:
    """Return what there is before the last step."""
    return written(gathered(program))


def late_in_units(program: ListedProgram) -> Gathered:
    """Gather a program, without the units behind the 1,000th."""
    found = gathered(program)
    return Gathered(found.dim, found.stages, found.rest[:1000], found.output)


def late_in_stages(program: Gathered) -> Gathered:
    """Lose a unit in steps behind the 1,000th stage."""
    return losing(program) if len(program.stages) > 1000 else fused(program)


def late_in_width(program: Gathered) -> Gathered:
    """Let more than 1,000 values pass ReLUs without a second half."""
    wide = width_of(program.stages, program.dim) > 1000
    return unsigned(program) if wide else fused(program)


MUTANTS = {
    "from-zero": (Rules(gathered=from_zero), "all first states 0"),
    "unsigned": (Rules(fused=unsigned), "a bypass of ReLUs without the negative parts"),
    "losing": (Rules(fused=losing), "a branch is lost"),
    "idle": (Rules(fused=idle), "nothing falls but where products are ready"),
    "branched": (Rules(path_of=branched), "the program before the steps for the path"),
}
LATE = {
    "units": (Rules(gathered=late_in_units), "without the units behind the 1,000th"),
    "stages": (Rules(fused=late_in_stages), "a branch is lost behind the 1,000th stage"),
    "width": (Rules(fused=late_in_width), "no negative parts of more than 1,000 values"),
}

mended = Claim(
    id="lsrl/new-mended-rules",
    title="Mended, the rules keep the outputs, and end in a path: a measure falls at each step",
    source=Source(PAPER, "App. A"),
    statement=r"\mu = \#\{\text{ReLUs, products, states behind the stages}\},\ "
    r" \mu_{k+1} < \mu_k, \quad y_{k+1} = y_k \text{ on all sequences}, \quad"
    r" \mu_n = 0 \text{: a path}",
    assumptions=(
        "Lin and Concat gathered first; then bypass and fusion in one step",
        "programs as data, which the language's are written as; numbers are computed exactly",
    ),
    subject=Rules(),
    says=says_end,
    checks=(
        certificate(
            says_end,
            proof=(
                "../s3_language/program_runs.v",
                "units.v",
                "gathering.v",
                "unfolding.v",
                "fusing.v",
                "stages.v",
                "steps.v",
                "paths.v",
                "mended_rules.v",
            ),
        ).killing(*MUTANTS),
        check_programs.killing(*MUTANTS),
    ),
    mutants=tuple(Mutant(name, *mutant) for name, mutant in MUTANTS.items()),
    late=tuple(Mutant(name, *mutant) for name, mutant in LATE.items()),
    repairs=("lsrl/termination", "lsrl/termination-prepared-once"),
    new=True,
    notes="The rules are those that path_normal_form of the library runs. What it does between the"
    " data that are read and proved and the nodes of the language is tested on 10,000 random"
    " programs. Of the paper's preparation and of its cases for Lin and Concat one rule is made,"
    " which gathers all of them at once; each of the other rules is a bypass and the fusion for"
    " which it is made.",
)
