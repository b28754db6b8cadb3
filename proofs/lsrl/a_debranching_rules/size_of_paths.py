"""How many entries all matrices and vectors of a path have, that the levelised compiler makes."""

from constructions.lsrl.compiler.forms import atoms_of
from constructions.lsrl.compiler.levelised import levelised
from constructions.lsrl.compiler.stages import stages_of
from proofs.lsrl import PAPER
from proofs.lsrl.a_debranching_rules.levelised_compiler import DEEP
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
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


N, n, m = reals("N n m")


@check("solver")
def check_entries_of_a_stage(bound):
    """A stage of n units behind m values has at most the entries that the bound gives to one.

    At most N values are carried. A ReLU has two units for each at most, so that n, m <= 2N; states
    and products have at most N, and a Multi reads twice as many.
    """
    one = bound(N, 1, 0)
    wide = [n >= 0, m >= 0, n <= 2 * N, m <= 2 * N]
    return all_of(
        {
            "state": prove_for_all(n * n + n * m + 2 * n <= one, assume=[*wide, n <= N]),
            "ReLU": prove_for_all(n * m + n <= one, assume=wide),
            "Multi": prove_for_all(2 * n * m + 2 * n <= one, assume=[*wide, n <= N]),
            "output": prove_for_all(m + 1 <= bound(N, 0, 1), assume=wide),
        },
        "all numbers of units n, values m <= 2N and atoms N",
    )


@check("exact")
def check_entries(bound):
    """The paths of five programs have at most so many entries."""
    for name, program in DEEP.items():
        atoms = atoms_of(program.merged())
        most = bound(len(atoms.atoms), len(stages_of(atoms)), program.output.dim)
        found = entries(levelised(program))
        if found > most:
            at = {"program": name, "N": len(atoms.atoms)}
            return Evidence.refuted(Counterexample(at, f"at most {most}", str(found)))
    return Evidence.holds(", ".join(DEEP))


size = Claim(
    id="lsrl/size",
    title="The path has at most ceil(5 depth/2) (4 N^2 + 2 N) + e (2 N + 1) entries",
    source=Source(PAPER, "App. A (no size is stated)"),
    statement=r"\#\text{entries} \le K (4 N^2 + 2 N) + e (2 N + 1), \quad"
    r" K \le \lceil \tfrac52\,\mathrm{depth} \rceil",
    assumptions=(
        "N: entries of the token and of all ReLUs, products and states, as the levelised compiler"
        " counts them; K: its stages; e: the size of the output",
    ),
    subject=most_entries,
    checks=(check_entries_of_a_stage, check_entries.killing("one-unit")),
    mutants=(
        Mutant("half", lambda N, K, e: K * (2 * N**2 + N) + e * (N + 1), "one unit for a value"),
        Mutant("one-unit", lambda N, K, e: K * N + e * N, "not a square"),
    ),
    notes="The printed rules give no bound, and need not end: lsrl/size-printed has a family on"
    " which they do.",
)
