"""Listing 2, mended, puts out what its formulas do; that these look up keys is proved for all n."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from constructions.lsrl.language.cyclotomic import ALGEBRAIC
from constructions.lsrl.listed.lookup import lookup_outputs
from constructions.lsrl.programs.listing_2 import listing_2, listing_2_mended
from constructions.lsrl.programs.prompts import dictionary_prompt, token_query
from proofs.lsrl import PAPER
from proofs.lsrl.s4_2_token_sequences.every_dictionary import gains_of, prompt_of
from proofs.lsrl.s4_2_token_sequences.listing_2 import (
    check_absent_key,
    check_complete_maps,
    check_longer_keys,
)
from proofs.lsrl.s4_2_token_sequences.listing_2_every_n import (
    already_full,
    counting_from_one,
    ending_early,
    forgetful,
    late_clock,
    short_counter,
)
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    check,
    to_fraction,
)


@dataclass(frozen=True)
class Lookup:
    """The program for keys of n tokens, and what it puts out as a pure function of data."""

    program: Callable[..., Any] = listing_2_mended
    outputs: Callable[..., Any] = lookup_outputs

    def __call__(self, n):
        """Write the program for keys of n tokens."""
        return self.program(n)


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


@check("exact")
def check_as_data(lookup):
    """The program is what is proved of: equal outputs at each token, for n = 1, 2, 3, 5 and 8."""
    for (query, pairs), (mu, lam) in ((case, g) for case in CASES for g in ((2, 30), (5, 1000))):
        n = len(query)
        pieces = [dictionary_prompt({key: value}) for key, value in pairs]
        tokens = [*token_query(query), *(token for piece in pieces for token in piece)]
        program = lookup.program(n, mu=mu, lam=lam)
        put_out = tuple(_exact(to_fraction(y)) for y in program(tokens)[:, 0])
        gains = gains_of(_exact(mu), _exact(lam), 0)
        as_data = lookup.outputs(n, gains, prompt_of(query, pairs))
        if put_out != as_data:
            at = {"query": query, "pairs": pairs, "mu": mu, "lam": lam}
            return Evidence.refuted(Counterexample(at, str(put_out), str(as_data)))
    return Evidence.holds(f"{len(CASES)} prompts, mu = 2 and 5, lam = 30 and 1000")


def _exact(number):
    return ALGEBRAIC.entry(number)


def printed(n, *, mu=2, lam=10**4):
    """Write the listing with positions 1, ..., n."""
    return listing_2(n, mu=mu, lam=lam, ifelse="optimised", counters="shift")


def lax(n, *, mu=2, lam=1):
    """Write the program with lam = 1."""
    return listing_2_mended(n, mu=mu, lam=1)


MENDED = Lookup()

as_data = Claim(
    id="lsrl/new-lst2-as-data",
    title="Listing 2 with indices 0, ..., n - 1 and exact counters puts out what its formulas do",
    source=Source(PAPER, "Listing 2, repaired"),
    statement=r"y_t = \mathrm{formulas}(x_1, \dots, x_t), \quad n \in \{1, 2, 3, 5, 8\}",
    assumptions=(
        "counters by cyclic shift and the conditional of a ReLU: `listing_2_mended` as it stands",
        "at each token of these prompts; that the formulas look up keys for every n is proved:"
        " lsrl/new-lst2-every-n, lsrl/new-lst2-absent-every-n",
    ),
    subject=MENDED,
    checks=(
        check_as_data.killing(
            *("printed", "lax", "short-counter", "late-clock", "from-one"),
            *("forgetful", "early", "full"),
        ),
        check_complete_maps.killing("printed"),
        check_longer_keys.killing("printed"),
        check_absent_key.killing("lax"),
    ),
    mutants=(
        Mutant("printed", replace(MENDED, program=printed), "indices 1, ..., n"),
        Mutant("lax", replace(MENDED, program=lax), "lam = 1, less than the tokens"),
        Mutant("short-counter", replace(MENDED, outputs=short_counter), "modulo n for 2 n"),
        Mutant("late-clock", replace(MENDED, outputs=late_clock), "a time from -1 on"),
        Mutant("from-one", replace(MENDED, outputs=counting_from_one), "a counter from 1 on"),
        Mutant("early", replace(MENDED, outputs=ending_early), "t + 1 < started_on + n"),
        Mutant("forgetful", replace(MENDED, outputs=forgetful), "a buffer of n matches"),
        Mutant("full", replace(MENDED, outputs=already_full), "registers that begin with 1"),
    ),
    expect=Verdict.HOLDS,
    new=True,
)
