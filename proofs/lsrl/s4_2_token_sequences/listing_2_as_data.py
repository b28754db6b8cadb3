"""Listing 2, mended, puts out what its formulas do: proved of its nodes, for all n."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from constructions.lsrl import ForEach
from constructions.lsrl.language.cyclotomic import ALGEBRAIC
from constructions.lsrl.listed.lookup import Gains, lookup_outputs
from constructions.lsrl.listed.lookup_program import listed_lookup
from constructions.lsrl.listed.programs import program_of_nodes
from constructions.lsrl.programs.listing_2 import listing_2_mended
from proofs.lsrl import PAPER
from proofs.lsrl.s4_2_token_sequences.every_dictionary import (
    gains_of,
    prompt_of,
    says_same,
    scalar_outputs,
)
from proofs.lsrl.s4_2_token_sequences.listing_2_every_n import NODES
from proofs.lsrl.s4_2_token_sequences.lookup_formulas import (
    already_full,
    counting_from_one,
    ending_early,
    forgetful,
    late_clock,
    late_in_n,
    late_in_tokens,
    short_counter,
)
from proofs.lsrl.s4_2_token_sequences.lookup_mutants import silent, unasked
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    certificate,
    check,
    to_fraction,
)


@dataclass(frozen=True)
class Lookup:
    """The nodes of the program, and what they put out, as pure functions of n and gains."""

    listed: Callable[..., Any] = listed_lookup
    outputs: Callable[..., Any] = lookup_outputs

    def program(self, n: int, gains: Gains) -> ForEach:
        """Return the program in nodes of the language."""
        return program_of_nodes(self.listed(n, gains))


def says_as_data(lookup, w):
    """The nodes put out what the formulas do: all n, all gains, all tokens."""
    return says_same(lookup.listed, lookup.outputs)


CASES = (
    ((4,), (((7,), (2,)), ((4,), (5,)), ((0,), (4,)))),
    ((3,), (((1,), (2,)),)),
    ((0, 1), ()),
    ((0, 2), (((0, 1), (3, 3)), ((0, 2), (9, 0)), ((2, 0), (1, 1)))),
    ((1, 1, 2), (((1, 1, 2), (5, 6, 7)), ((1, 1, 1), (1, 2, 3)))),
    ((1, 2, 0), (((1, 1, 2), (5, 6, 7)),)),
    ((3, 1, 4, 1, 5), (((3, 1, 4, 1, 4), (1, 2, 3, 4, 5)), ((3, 1, 4, 1, 5), (9, 2, 6, 5, 3)))),
    (
        (0, 3, 0, 1, 0, 2, 0, 7),
        (
            ((0, 3, 0, 1, 0, 2, 0, 7), (8, 7, 6, 5, 4, 3, 2, 1)),
            ((1, 3, 0, 1, 0, 2, 0, 7), (1, 1, 1, 1, 1, 1, 1, 1)),
        ),
    ),
    ((2, 2), (((2, 2), (1, 4)), ((2, 1), (7, 7)), ((2, 2), (3, 3)))),
)
"""Queries and pairs: keys, other queries, no pairs, and a key that stands twice."""


GAINS = tuple((mu, lam) for mu, lam in ((2, 30), (5, 1000)))


def _gains(mu: int, lam: int) -> Gains:
    return gains_of(ALGEBRAIC.entry(mu), ALGEBRAIC.entry(lam), 0)


@check("exact")
def check_is_the_program(lookup):
    """What is proved of is what is shipped: equal nodes, for n = 1, 2, 3, 5 and 40."""
    for n in (1, 2, 3, 5, 40):
        for mu, lam in GAINS:
            if lookup.program(n, _gains(mu, lam)) != listing_2_mended(n, mu=mu, lam=lam):
                at = {"n": n, "mu": mu, "lam": lam}
                return Evidence.refuted(Counterexample(at, "the shipped program", "another one"))
    return Evidence.holds("n = 1, 2, 3, 5, 40; mu = 2 and 5, lam = 30 and 1000")


@check("exact")
def check_runs(lookup):
    """Equal outputs of the shipped program as it is run, at each token: n = 1, 2, 3, 5 and 8."""
    for (query, pairs), (mu, lam) in ((case, g) for case in CASES for g in GAINS):
        n, tokens, gains = len(query), prompt_of(query, pairs), _gains(mu, lam)
        program = listing_2_mended(n, mu=mu, lam=lam)
        put_out = tuple(
            ALGEBRAIC.entry(to_fraction(y)) for y in program([[x] for x in tokens])[:, 0]
        )
        as_data = scalar_outputs(lookup.listed(n, gains), tokens)
        if put_out != as_data or put_out != lookup.outputs(n, gains, tokens):
            at = {"query": query, "pairs": pairs, "mu": mu, "lam": lam}
            return Evidence.refuted(Counterexample(at, str(put_out), str(as_data)))
    return Evidence.holds(f"{len(CASES)} prompts, mu = 2 and 5, lam = 30 and 1000")


PROOF = (*NODES, "lookup_as_data.v")
FORMULAS = ("short-counter", "late-clock", "from-one", "forgetful", "early", "full")

as_data = Claim(
    id="lsrl/new-lst2-as-data",
    title="Listing 2 with indices 0, ..., n - 1 and exact counters puts out what its formulas do",
    source=Source(PAPER, "Listing 2, repaired"),
    statement=r"y_t = \mathrm{formulas}(x_1, \dots, x_t)",
    assumptions=(
        "all n, all gains, all tokens, at exact numbers; counters by cyclic shift and the"
        " conditional of a ReLU: the nodes of which `listing_2_mended` is made",
        "that they look up keys: lsrl/new-lst2-every-n, lsrl/new-lst2-absent-every-n",
    ),
    subject=Lookup(),
    says=says_as_data,
    checks=(
        certificate(says_as_data, proof=(*NODES, "lookup_as_data.v"), seconds=600).killing(
            *FORMULAS
        ),
        check_is_the_program.killing("silent", "unasked"),
        check_runs.killing(*FORMULAS, "silent", "unasked"),
    ),
    mutants=(
        Mutant("silent", Lookup(listed=silent), "lambda = 1"),
        Mutant("unasked", Lookup(listed=unasked), "each key for the query"),
        Mutant("short-counter", Lookup(outputs=short_counter), "modulo n for 2 n"),
        Mutant("late-clock", Lookup(outputs=late_clock), "a time from -1 on"),
        Mutant("from-one", Lookup(outputs=counting_from_one), "a counter from 1 on"),
        Mutant("early", Lookup(outputs=ending_early), "t + 1 < started_on + n"),
        Mutant("forgetful", Lookup(outputs=forgetful), "a buffer of n matches"),
        Mutant("full", Lookup(outputs=already_full), "registers that begin with 1"),
    ),
    late=(
        Mutant("sizes", Lookup(outputs=late_in_n), "modulo n for 2 n from n = 649 on"),
        Mutant("tokens", Lookup(outputs=late_in_tokens), "1 more after 10,000 tokens"),
    ),
    new=True,
)
