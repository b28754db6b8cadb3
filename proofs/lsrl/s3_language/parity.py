r"""Is the number of ones so far even? One layer without gates needs more ReLUs for longer inputs.

A layer puts out $\phi(s_t)$, where $s_t$ is affine in the bits. Let the ReLUs of $\phi$ be taken
each after those that it reads, and fix half of the bits for each: the half whose weights, in
absolute value, add up to more, so that the others cannot change the sign of what it reads. Then it
is affine in the others, too. From $2^k$ bits two are left after k - 1 ReLUs, and on two bits parity
is not affine. `parity.v` is this proof, of all programs of one state as data.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product

from constructions.lsrl import ReLU
from constructions.lsrl.language.numbers import ONE
from constructions.lsrl.listed.data import Form, LinNode, ListedProgram
from constructions.lsrl.listed.outputs import program_outputs
from constructions.lsrl.listed.parity import parity_program
from constructions.lsrl.listed.programs import program_of_nodes
from proofs.lsrl import PAPER
from proofs.lsrl.a_debranching_rules.stages_of_depth import doubled
from proofs.lsrl.s3_language.parity_of_bits import (
    first_bits,
    is_one_layer,
    parities,
    relus_of,
    takes,
    tokens_of,
)
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
    to_fraction,
)


def as_many(k: int) -> int:
    """Return k."""
    return k


def yes(k: int) -> bool:
    """Return that it is so."""
    return True


def yes_of_all(program: ListedProgram, k: int) -> bool:
    """Return that it is so."""
    return True


@dataclass(frozen=True)
class Parity:
    """A program of one layer for the parity of up to 2^k bits, and how many ReLUs it takes."""

    program: Callable[[int], ListedProgram] = parity_program
    relus: Callable[[int], int] = as_many


def says_fewest(parity: Parity, w) -> All:
    """The program says the parity at each of 2^k bits with so many ReLUs, and with fewer none does.

    None is one of one state, affine maps and ReLUs, in any order; it would only have to end right
    on all strings of 2^k bits.
    """
    program, n, relus = (pure(f, "k") for f in (parity.program, doubled, parity.relus))
    bits = pure(first_bits, "bits", n)
    return All(
        (
            SameValues(pure(program_outputs, program, pure(tokens_of, bits)), pure(parities, bits)),
            SameValues(pure(relus_of, program), relus),
            SameValues(pure(is_one_layer, program), pure(yes, "k")),
            SameValues(pure(takes, "any", relus, n), pure(yes_of_all, "any", "k")),
        )
    )


@check("exact")
def check_programs(parity):
    """The program of the language has so many ReLUs and one state, and is right: k <= 3."""
    for k in range(4):
        program = program_of_nodes(parity.program(k))
        relus = sum(node.dim for node in program.nodes if isinstance(node, ReLU))
        if relus != parity.relus(k) or len(program.states) != 1:
            at = {"k": k}
            return Evidence.refuted(Counterexample(at, f"{parity.relus(k)} ReLUs", str(relus)))
        for bits in product((0, 1), repeat=2**k):
            found = [to_fraction(y) for y in program([[bit] for bit in bits])[:, 0]]
            wanted = [sum(bits[: t + 1]) % 2 for t in range(len(bits))]
            if found != wanted:
                at = {"k": k, "bits": bits}
                return Evidence.refuted(Counterexample(at, str(wanted), str(list(map(str, found)))))
    return Evidence.holds("k = 0, ..., 3; all strings")


def a_tent_less(k: int) -> ListedProgram:
    """Return the program without its last tent."""
    program = parity_program(k)
    return ListedProgram(1, (*program.nodes[:1], *program.nodes[5:]))


def flatter(k: int) -> ListedProgram:
    """Return the program with c - relu(c - h) at the end."""
    program = parity_program(k)
    last = 4 * k
    tail = LinNode(last + 1, (Form(((0, ONE), (0, ONE)), -ONE),))
    return ListedProgram(1, (*program.nodes, tail))


def one_more(k: int) -> int:
    """Return k + 1."""
    return k + 1


def late_and_less(k: int) -> ListedProgram:
    """Return the program, and for k of 1,000 and more a tent less."""
    return parity_program(k) if k < 1000 else a_tent_less(k)


def late_and_more(k: int) -> int:
    """Return k, and for k of 1,000 and more one more."""
    return k if k < 1000 else k + 1


PARITY = Parity()

one_layer = Claim(
    id="lsrl/new-parity-one-layer",
    title="For the parity of up to 2^k bits one layer takes k ReLUs; so none does at all lengths",
    source=Source(PAPER, "beyond Sec. 3, expressiveness limitations"),
    statement=r"\phi(s_t) = x_1 + \dots + x_t \bmod 2 \text{ for } t \le 2^k"
    r" \implies \#\mathrm{ReLU}(\phi) \ge k,\ \text{and } k \text{ are enough}",
    assumptions=(
        "one layer of a Linear RNN: any linear state, any network of it; tokens are bits",
        "the network may read the token, too; with more layers it is open",
    ),
    subject=PARITY,
    says=says_fewest,
    checks=(
        certificate(says_fewest, proof=("program_runs.v", "parity.v")).killing(
            "one-less", "one-more", "doubled"
        ),
        check_programs.killing("one-less", "one-more", "doubled"),
    ),
    mutants=(
        Mutant("one-less", replace(PARITY, program=a_tent_less), "a tent less"),
        Mutant("one-more", replace(PARITY, relus=one_more), "k + 1 ReLUs"),
        Mutant("doubled", replace(PARITY, program=flatter), "2 c - 1 for c"),
    ),
    late=(
        Mutant("tents", replace(PARITY, program=late_and_less), "a tent less from k = 1,000 on"),
        Mutant("relus", replace(PARITY, relus=late_and_more), "k + 1 ReLUs from k = 1,000 on"),
    ),
    new=True,
    notes="The state may hold all bits, and the network be of any depth. Two layers apply ReLUs to"
    " all beginnings of the input: their number grows with t, and the argument ends there. Programs"
    " are data, as in lsrl/lsrl-to-gated.",
)
