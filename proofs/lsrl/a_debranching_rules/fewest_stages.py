r"""How many stages it takes to compute a program of depth d, a stage for units of one kind.

A way through a program is a word of kinds, S for states, R for ReLUs, P for products, and stages
compute it exactly when it is a part of their word, in order. States in a row are one stage, so that
SS need not occur. The block R P S R P has all other words of two letters as parts, in order; and
four letters never have all of RR, PP and SR. So each two letters of the longest way take five
stages, and there are programs for which no fewer do. `fewest_stages.v` is this proof, for all
programs, plans and depths.
"""

from constructions.lsrl import Concat, ForEach, Input, LinState, ReLU
from constructions.lsrl.compiler.forms import atoms_of
from constructions.lsrl.compiler.stages import stages_of
from constructions.lsrl.listed.data import ListedProgram
from constructions.lsrl.listed.depths import depth, most
from constructions.lsrl.listed.programs import listed_program
from proofs.lsrl import PAPER
from proofs.lsrl.a_debranching_rules.stages_of_depth import all_ways, is_enough, needs, ways
from proofs.lsrl.s3_language.layer_by_layer import PROGRAMS
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


def yes_of_program(program: ListedProgram) -> bool:
    """Return that it is so."""
    return True


def yes(d: int, kinds: tuple[int, ...], plan: tuple[int, ...]) -> bool:
    """Return that it is so."""
    return True


def same(d: int) -> int:
    """Return the depth itself."""
    return d


def says_fewest(number, w):
    """So many stages are enough for all programs of a depth, and for one of each no fewer are."""
    enough = pure(is_enough, "program", pure(number, pure(depth, "program")))
    needed = pure(needs, "d", "kinds", "plan", pure(number, "d"))
    return All(
        (
            SameValues(enough, pure(yes_of_program, "program")),
            SameValues(pure(depth, pure(all_ways, "d")), pure(same, "d")),
            SameValues(needed, pure(yes, "d", "kinds", "plan")),
        )
    )


@check("exact")
def check_programs(number):
    """Programs of the language are planned so, and the library's compiler takes no more stages."""
    for name, program in PROGRAMS.items():
        if len(program.nodes) > 200:
            continue
        listed = listed_program(program)
        n = number(depth(listed))
        found = len(stages_of(atoms_of(program)))
        if not is_enough(listed, n) or found > n:
            at = {"program": name, "depth": depth(listed)}
            return Evidence.refuted(Counterexample(at, f"at most {n}", str(found)))
    return Evidence.holds(", ".join(PROGRAMS))


@check("exact")
def check_shortest(number):
    """It is the length of the shortest word that has all ways of length d: d = 1, ..., 6.

    Of the ways that wait for a letter those count that have the fewest letters so far: a triple for
    each beginning of a word. After an S no way waits for an S.
    """
    for d in range(1, 7):
        length, reached = 0, {(0, 0, 0)}
        while not any(min(waiting) >= d for waiting in reached):
            reached = {after(old, kind, d) for old in reached for kind in range(3)}
            length += 1
        if length != number(d):
            return Evidence.refuted(Counterexample({"d": d}, str(number(d)), str(length)))
    return Evidence.holds("d = 1, ..., 6; all words")


def after(waiting, kind, d):
    """Return the fewest letters of the ways that wait for R, P and S, after one more letter."""
    passed = waiting[kind] + 1
    new = [min(old, passed, d) for old in waiting]
    new[kind] = d if kind == 2 else min(passed, d)
    return tuple(new)


def in_parallel(several):
    """Return a program with a way for each word of kinds, each from its own entry of the token."""
    source = Input(len(several))
    write = (lambda y: ReLU(3 - 2 * y), lambda y: y * y, lambda y: LinState(y, 1, 1))
    ends = []
    for i, way in enumerate(several):
        end = source[i]
        for kind in way:
            end = write[kind](end)
        ends.append(end)
    return ForEach(Concat(ends))


@check("exact")
def check_compiler(number):
    """The levelised compiler takes so many for a program with all ways of length d = 1, 2, 3."""
    for d in (1, 2, 3):
        found = len(stages_of(atoms_of(in_parallel(ways(d)))))
        if found != number(d):
            return Evidence.refuted(Counterexample({"d": d}, str(number(d)), str(found)))
    return Evidence.holds("d = 1, 2, 3")


def three_each(d: int) -> int:
    """Return three stages a level."""
    return 3 * d


def two_each(d: int) -> int:
    """Return two stages a level, and one."""
    return 2 * d + 1


def late(d: int) -> int:
    """Return 5 d/2, rounded up, and one more from a depth of 1,000 on."""
    return most(d) if d < 1000 else most(d) + 1


def late_and_few(d: int) -> int:
    """Return 5 d/2, rounded up, and two for each level from 1,000 on."""
    return most(d) if d < 1000 else 2 * d


fewest = Claim(
    id="lsrl/new-fewest-stages",
    title="Stages of one kind for every program of depth d: 5 d/2, rounded up, and no fewer",
    source=Source(PAPER, "beyond App. A"),
    statement=r"\max_{\mathrm{depth}(P) = d} \min \#\text{stages}(P) ="
    r" \lceil \tfrac52 d \rceil",
    assumptions=(
        "depth: the most ReLUs, products and states on a way through the program",
        "a stage computes any ReLUs, or any products, or any states, these also from each other;"
        " each unit is computed as what it is",
    ),
    subject=most,
    says=says_fewest,
    checks=(
        certificate(says_fewest, proof="fewest_stages.v").killing("two"),
        check_programs.killing("two"),
        check_shortest.killing("three", "two"),
        check_compiler.killing("three", "two"),
    ),
    mutants=(
        Mutant("three", three_each, "three stages a level"),
        Mutant("two", two_each, "two stages a level, and one"),
    ),
    late=(
        Mutant("more", late, "one more stage than needed from a depth of 1,000 on"),
        Mutant("few", late_and_few, "two stages a level from a depth of 1,000 on"),
    ),
    new=True,
    notes="The program that needs so many has all ways of length d side by side. The compiler takes"
    " the kinds that have the longest way to go, or, if that makes fewer, those of the block. That"
    " it takes no more, for all programs, is lsrl/new-levelised-compiler. Programs are data, as in"
    " lsrl/lsrl-to-gated.",
)
