"""How many entries all matrices and vectors of a path have, that the levelised compiler makes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from constructions.lsrl import ForEach, Lin, ReLU
from constructions.lsrl.compiler.forms import atoms_of
from constructions.lsrl.compiler.levelised import levelised
from constructions.lsrl.listed.depths import depth, most
from constructions.lsrl.listed.in_turn import path_in_blocks
from constructions.lsrl.listed.paths import number_of_stages
from constructions.lsrl.listed.programs import listed_program, program_of_nodes
from constructions.lsrl.programs.listing_2 import listing_2
from proofs.lsrl import PAPER
from proofs.lsrl.a_debranching_rules.levelised_compiler import DEEP
from proofs.lsrl.drawn_programs import random_programs
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    all_of,
    check,
    prove_for_all,
    reals,
)


def entries(program):
    """Return the number of entries of all matrices and vectors of a program."""
    return sum(m.shape[0] * m.shape[1] for node in program.nodes for m in node.numbers.values())


def most_entries(atoms, stages, outputs):
    """Return the bound: N atoms, tokens included; each stage is 2N wide at most."""
    return stages * (4 * atoms**2 + 2 * atoms) + outputs * (2 * atoms + 1)


@dataclass(frozen=True)
class Size:
    """A compiler of programs to paths, and the most entries that its paths have.

    **Fields**: `most(N, K, e)` for N atoms, K stages and e outputs; `compiled`, the compiler.
    """

    most: Callable[[Any, Any, Any], Any] = most_entries
    compiled: Callable[[ForEach], ForEach] = levelised


N, n, m = reals("N n m")


@check("solver")
def check_entries_of_a_stage(size):
    """A stage of n units behind m values has at most the entries that the bound gives to one.

    At most N values are carried. A ReLU has two units for each at most, so that n, m <= 2N; states
    and products have at most N, and a Multi reads twice as many.
    """
    one = size.most(N, 1, 0)
    wide = [n >= 0, m >= 0, n <= 2 * N, m <= 2 * N]
    return all_of(
        {
            "state": prove_for_all(n * n + n * m + 2 * n <= one, assume=[*wide, n <= N]),
            "ReLU": prove_for_all(n * m + n <= one, assume=wide),
            "Multi": prove_for_all(2 * n * m + 2 * n <= one, assume=[*wide, n <= N]),
            "output": prove_for_all(m + 1 <= size.most(N, 0, 1), assume=wide),
        },
        "all numbers of units n, values m <= 2N and atoms N",
        words=(
            "the stages of a path are so wide at most, and there are no more of them than K; of"
            " the paths of 245 programs it is counted",
        ),
    )


def compiled_by(size: Size) -> Iterator[tuple[str, ForEach, ForEach, int]]:
    """Five programs and 240 random ones, by name, with their paths and how many atoms they have."""
    for name, program in (*DEEP.items(), *random_programs()):
        yield name, program, size.compiled(program), len(atoms_of(program.merged()).atoms)


@check("exact")
def check_entries(size):
    """The paths of 245 programs have at most so many entries, for K from the depth."""
    for name, program, path, atoms in compiled_by(size):
        enough = size.most(atoms, most(depth(listed_program(program))), program.output.dim)
        found = entries(path)
        if found > enough:
            at = {"program": name, "N": atoms}
            return Evidence.refuted(Counterexample(at, f"at most {enough}", str(found)))
    return Evidence.holds(f"{', '.join(DEEP)}, and 240 random programs")


@check("exact")
def check_widths(size):
    """Stages of 245 paths are as wide as the bound has it, and no more than 5/2 for each level."""
    for name, program, path, atoms in compiled_by(size):
        *stages, _output = path.nodes
        for node in stages:
            wide = 2 * atoms if isinstance(node, Lin | ReLU) else atoms
            if node.dim > wide:
                at = {"program": name, "N": atoms, "node": node.kind}
                return Evidence.refuted(Counterexample(at, f"at most {wide}", str(node.dim)))
        enough, found = (
            most(depth(listed_program(program))),
            number_of_stages(listed_program(path)),
        )
        if found > enough:
            at = {"program": name}
            return Evidence.refuted(Counterexample(at, f"at most {enough} stages", str(found)))
    return Evidence.holds(f"{', '.join(DEEP)}, and 240 random programs")


def in_blocks(program: ForEach) -> ForEach:
    """Make the path in blocks, in which no two equal values are one."""
    return program_of_nodes(path_in_blocks(listed_program(program)))


SIZE = Size()

size = Claim(
    id="lsrl/size",
    title="The path has at most ceil(5 depth/2) (4 N^2 + 2 N) + e (2 N + 1) entries",
    source=Source(PAPER, "App. A (no size is stated)"),
    statement=r"\#\text{entries} \le K (4 N^2 + 2 N) + e (2 N + 1), \quad"
    r" K = \lceil \tfrac52\,\mathrm{depth} \rceil",
    assumptions=(
        "N: entries of the token and of all ReLUs, products and states, equal ones counted once, as"
        " the levelised compiler counts them; e: the size of the output",
        "of the paths that levelised makes; the path in blocks, which no program was found to"
        " need, may be wider",
    ),
    subject=SIZE,
    checks=(
        check_entries_of_a_stage.killing("half"),
        check_entries.killing("one-unit"),
        check_widths.killing("in-blocks"),
    ),
    mutants=(
        Mutant(
            "half",
            replace(SIZE, most=lambda N, K, e: K * (2 * N**2 + N) + e * (N + 1)),
            "one unit for a value",
        ),
        Mutant("one-unit", replace(SIZE, most=lambda N, K, e: K * N + e * N), "not a square"),
        Mutant("in-blocks", replace(SIZE, compiled=in_blocks), "equal values stay several"),
    ),
    notes="The printed rules give no bound, and need not end: lsrl/size-printed has a family on"
    " which they do. That K stages are enough for all programs is lsrl/new-levelised-compiler.",
)


@check("exact")
def check_listing_2(size):
    """The path of Listing 2 has no more entries than that for each token of a word, n = 1 to 4."""
    found = {}
    for tokens in range(1, 5):
        found[tokens] = entries(size.compiled(listing_2(tokens, first_index=0)))
        if found[tokens] > PER_TOKEN * tokens:
            at = {"n": tokens}
            told = f"at most {PER_TOKEN * tokens}", str(found[tokens])
            return Evidence.refuted(Counterexample(at, *told))
    return Evidence.holds("; ".join(f"n = {tokens}: {count}" for tokens, count in found.items()))


PER_TOKEN = 3_000

of_listing_2 = Claim(
    id="lsrl/new-listing-2-size",
    title=f"The path of Listing 2 has at most {PER_TOKEN} n entries, for words of n <= 4 tokens",
    source=Source(PAPER, "App. A and Listing 2, of the code"),
    statement=rf"\#\text{{entries}} \le {PER_TOKEN}\, n, \quad n \le 4",
    assumptions=("with the original conditional, and positions 0, ..., n - 1",),
    subject=SIZE,
    checks=(check_listing_2,),
    mutants=(Mutant("in-blocks", replace(SIZE, compiled=in_blocks), "equal values stay several"),),
    expect=Verdict.HOLDS,
    new=True,
    notes="Of larger n nothing is said: rows of the buffer's length come to outweigh the rest.",
)
