"""Sec. 2, eq. (1): sequence maps are causal.

Of the code that runs programs, as data: the outputs at the first tokens are those on these tokens
alone. It takes the tokens one after the other, and puts an output behind those so far, so that
later tokens find them as they are (`causal.v`). What stands in a program does not matter.
"""

from collections.abc import Callable
from itertools import product

from constructions.lsrl.language.numbers import ONE, ZERO
from constructions.lsrl.listed.data import ListedProgram, Vector
from constructions.lsrl.listed.outputs import program_outputs
from constructions.lsrl.listed.programs import listed_program
from constructions.lsrl.programs.majority import majority_of_ones
from proofs.lsrl import PAPER
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

Run = Callable[[ListedProgram, tuple[Vector, ...]], tuple[Vector, ...]]


def followed_by(tokens: tuple[Vector, ...], later: tuple[Vector, ...]) -> tuple[Vector, ...]:
    """Return some tokens, and later ones behind them."""
    return (*tokens, *later)


def at_first(tokens: tuple[Vector, ...], outputs: tuple[Vector, ...]) -> tuple[Vector, ...]:
    """Return the outputs at the first tokens."""
    return outputs[: len(tokens)]


def how_many(vectors: tuple[Vector, ...]) -> int:
    """Return how many vectors there are."""
    return len(vectors)


def says_causal(run: Run, w) -> All:
    """The outputs at some tokens are the same, whichever tokens follow, or none; one for each."""
    alone = pure(run, "program", "tokens")
    longer = pure(run, "program", pure(followed_by, "tokens", "later"))
    return All(
        (
            SameValues(pure(at_first, "tokens", longer), alone),
            SameValues(pure(how_many, alone), pure(how_many, "tokens")),
        )
    )


@check("exact")
def check_causal(run):
    """Change the tokens after t: Figure 1's program, as it runs and as data, on strings of 4 bits.

    The outputs up to t stay, and are those of the program of the language.
    """
    figure = majority_of_ones()
    listed = listed_program(figure)
    numbers = {0: ZERO, 1: ONE}
    for bits in product((0, 1), repeat=4):
        wanted = [str(y) for y in figure([[b] for b in bits])[:, 0]]
        for t in range(1, 5):
            changed = [*bits[:t], *(1 - b for b in bits[t:])]
            outputs = run(listed, tuple((numbers[b],) for b in changed))
            found = [str(y[0]) for y in outputs[:t]]
            if found != wanted[:t]:
                at = {"x": bits, "changed": changed}
                return Evidence.refuted(Counterexample(at, str(wanted[:t]), str(found)))
    return Evidence.holds("Figure 1's program, all strings of 4 bits")


def backwards(program: ListedProgram, tokens: tuple[Vector, ...]) -> tuple[Vector, ...]:
    """Run a program from the last token to the first one."""
    turned: tuple[Vector, ...] = ()
    for token in tokens:
        turned = (token, *turned)
    return program_outputs(program, turned)


def one_early(program: ListedProgram, tokens: tuple[Vector, ...]) -> tuple[Vector, ...]:
    """Put out at each token what belongs to the next one."""
    return program_outputs(program, tokens)[1:]


def late_in_nodes(program: ListedProgram, tokens: tuple[Vector, ...]) -> tuple[Vector, ...]:
    """Run programs of over 1,000 nodes backwards."""
    if len(program.nodes) > 1000:
        return backwards(program, tokens)
    return program_outputs(program, tokens)


def late_in_tokens(program: ListedProgram, tokens: tuple[Vector, ...]) -> tuple[Vector, ...]:
    """Run over 1,000 tokens backwards."""
    if len(tokens) > 1000:
        return backwards(program, tokens)
    return program_outputs(program, tokens)


causal = Claim(
    id="lsrl/causal",
    title="Outputs of programs, as data, do not depend on later tokens",
    source=Source(PAPER, "Sec. 2, eq. (1)"),
    statement=r"y_t = g(x_1, \dots, x_t)",
    assumptions=("programs as data, which the language's are written as, with exact numbers",),
    subject=program_outputs,
    says=says_causal,
    checks=(
        certificate(says_causal, proof="causal.v"),
        check_causal,
    ),
    mutants=(
        Mutant("backwards", backwards, "reads from the end"),
        Mutant("one-early", one_early, "the output of the next token"),
    ),
    late=(
        Mutant("nodes", late_in_nodes, "backwards through programs of over 1,000 nodes"),
        Mutant("tokens", late_in_tokens, "backwards through over 1,000 tokens"),
    ),
    notes="Every stack of layers is such a program (lsrl/any-linear-rnn-is-lsrl).",
)
