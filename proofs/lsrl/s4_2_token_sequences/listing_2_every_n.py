r"""Listing 2, mended, is a dictionary for every n: any number of pairs, all keys and other queries.

It is proved of the program as pure functions of data, with its own comparisons and conditional, and
with what it holds named line by line. That the nodes of the program put out the same is compared.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from constructions.lsrl.language.cyclotomic import ALGEBRAIC
from constructions.lsrl.language.numbers import ONE
from constructions.lsrl.listed.data import Vector
from constructions.lsrl.listed.lookup import (
    Gains,
    LookupState,
    before_turning,
    first_lookup_state,
    lookup_output,
    lookup_outputs,
    lookup_step,
    outputs_from,
    turned,
    zeros,
)
from constructions.lsrl.programs.listing_2 import listing_2, listing_2_mended
from constructions.lsrl.programs.prompts import dictionary_prompt, token_query
from proofs.lsrl import PAPER
from proofs.lsrl.s4_2_token_sequences.every_dictionary import (
    gains_of,
    prompt_of,
    says_looks_up,
    says_zeros,
)
from proofs.lsrl.s4_2_token_sequences.listing_2 import (
    check_absent_key,
    check_complete_maps,
    check_longer_keys,
)
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
    """The program for keys of n tokens, and what it puts out as a pure function of data."""

    program: Callable[..., Any] = listing_2_mended
    outputs: Callable[..., Any] = lookup_outputs

    def __call__(self, n):
        """Write the program for keys of n tokens."""
        return self.program(n)


def says_every_key(lookup, w):
    """Each key of each dictionary is looked up: all n, all gains from 2 on."""
    return says_looks_up(lookup.outputs)


def says_no_key(lookup, w):
    """A query that is no key gives zeros: all n, all dictionaries, all gains from 2 on."""
    return says_zeros(lookup.outputs)


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


def short_counter(n: int, gains: Gains, tokens: Vector) -> Vector:
    """Return the outputs with a counter modulo n in place of that modulo 2n."""
    a = first_lookup_state(n)
    turn = before_turning(n)
    first = LookupState(a.time, a.turn_n, turn, a.query, a.matches, a.started_on, a.registers)
    return outputs_from(first, n, gains, tokens)


def late_clock(n: int, gains: Gains, tokens: Vector) -> Vector:
    """Return the outputs with a time that is -1 at the first token."""
    a = first_lookup_state(n)
    first = LookupState(
        a.time - ONE, a.turn_n, a.turn_2n, a.query, a.matches, a.started_on, a.registers
    )
    return outputs_from(first, n, gains, tokens)


def counting_from_one(n: int, gains: Gains, tokens: Vector) -> Vector:
    """Return the outputs with a counter modulo n that is 1 at the first token."""
    a = first_lookup_state(n)
    first = LookupState(
        a.time, turned(a.turn_n), a.turn_2n, a.query, a.matches, a.started_on, a.registers
    )
    return outputs_from(first, n, gains, tokens)


def forgetful(n: int, gains: Gains, tokens: Vector) -> Vector:
    """Return the outputs with a buffer of the last n matches, not n + 1."""
    a = first_lookup_state(n)
    first = LookupState(a.time, a.turn_n, a.turn_2n, a.query, zeros(n), a.started_on, a.registers)
    return outputs_from(first, n, gains, tokens)


def earlier(last: LookupState, state: LookupState) -> LookupState:
    """Return a state in which a match started a token before."""
    same_start = state.started_on == last.started_on
    started = state.started_on if same_start else state.started_on - ONE
    return LookupState(
        state.time,
        state.turn_n,
        state.turn_2n,
        state.query,
        state.matches,
        started,
        state.registers,
    )


def ending_early(n: int, gains: Gains, tokens: Vector) -> Vector:
    """Return the outputs where the last token of a value is not kept, from two tokens on."""
    state = first_lookup_state(n)
    outputs: Vector = ()
    for x in tokens:
        found = lookup_step(n, gains, state, x)
        outputs = (*outputs, lookup_output(n, gains, found))
        state = earlier(state, found)
    return outputs


def already_full(n: int, gains: Gains, tokens: Vector) -> Vector:
    """Return the outputs with registers that hold 1 before the first token."""
    a = first_lookup_state(n)
    full = tuple(b + ONE for b in a.registers)
    first = LookupState(a.time, a.turn_n, a.turn_2n, a.query, a.matches, a.started_on, full)
    return outputs_from(first, n, gains, tokens)


def late_in_n(n: int, gains: Gains, tokens: Vector) -> Vector:
    """Return the outputs, and those with a short counter for n of 649 and more."""
    return lookup_outputs(n, gains, tokens) if n < 649 else short_counter(n, gains, tokens)


def late_in_tokens(n: int, gains: Gains, tokens: Vector) -> Vector:
    """Return the outputs, from the token 10,000 on 1 more."""
    return tuple(
        y if t < 10000 else y + ONE for t, y in enumerate(lookup_outputs(n, gains, tokens))
    )


def lax(n, *, mu=2, lam=1):
    """Write the program with lam = 1."""
    return listing_2_mended(n, mu=mu, lam=1)


MENDED = Lookup()
ASSUMED = (
    r"$n \ge 1$; tokens 0, 1, 2, ...; keys distinct; any number of pairs;"
    r" $\mu \ge 2$; $\lambda$ is at least each token and the number of tokens",
    "counters by cyclic shift and the conditional of a ReLU: `listing_2_mended` as it stands;"
    " counters by rotation need a gain that grows (lsrl/new-lst2-longest)",
    "proved of the program's formulas at exact numbers, with states and sums as functions of data;"
    " that the nodes of the program put out the same is compared for n = 1, 2, 3, 5 and 8",
)

every_n = Claim(
    id="lsrl/new-lst2-every-n",
    title="With indices 0, ..., n - 1 and exact counters, Listing 2 looks up keys for every n",
    source=Source(PAPER, "Listing 2, repaired"),
    statement=r"(y_{T-n+1}, \dots, y_T) = \mathrm{dict}[q_1, \dots, q_n]",
    assumptions=ASSUMED,
    subject=MENDED,
    says=says_every_key,
    checks=(
        certificate(
            says_every_key,
            proof=("lookup_bits.v", "lookup_runs.v", "lookup_prompts.v", "lookup_found.v"),
        ).killing("short-counter", "late-clock", "from-one", "forgetful", "early"),
        check_as_data.killing(
            "printed", "short-counter", "late-clock", "from-one", "forgetful", "early"
        ),
        check_complete_maps.killing("printed"),
        check_longer_keys.killing("printed"),
    ),
    mutants=(
        Mutant("printed", replace(MENDED, program=printed), "indices 1, ..., n"),
        Mutant("short-counter", replace(MENDED, outputs=short_counter), "modulo n for 2 n"),
        Mutant("late-clock", replace(MENDED, outputs=late_clock), "a time from -1 on"),
        Mutant("from-one", replace(MENDED, outputs=counting_from_one), "a counter from 1 on"),
        Mutant("early", replace(MENDED, outputs=ending_early), "t + 1 < started_on + n"),
        Mutant("forgetful", replace(MENDED, outputs=forgetful), "a buffer of n matches"),
    ),
    late=(
        Mutant("sizes", replace(MENDED, outputs=late_in_n), "modulo n for 2 n from n = 649 on"),
        Mutant("tokens", replace(MENDED, outputs=late_in_tokens), "1 more after 10,000 tokens"),
    ),
    repairs=("lsrl/lst2",),
    new=True,
    notes="The least gain that is enough: lsrl/new-lst2-gain; that lambda has to be so large:"
    " lsrl/new-lst2-lam. The listing with the paper's own counters: lsrl/new-lst2-from-zero.",
)

no_key = Claim(
    id="lsrl/new-lst2-absent-every-n",
    title="With these, Listing 2 gives zeros for a query that is no key, for every n",
    source=Source(PAPER, "Listing 2, not in the text"),
    statement=r"q \notin \mathrm{keys} \implies (y_{T-n+1}, \dots, y_T) = 0",
    assumptions=ASSUMED,
    subject=MENDED,
    says=says_no_key,
    checks=(
        certificate(
            says_no_key,
            proof=("lookup_bits.v", "lookup_runs.v", "lookup_prompts.v", "lookup_absent.v"),
        ).killing("full"),
        check_as_data.killing("full", "lax"),
        check_absent_key.killing("lax"),
    ),
    mutants=(
        Mutant("full", replace(MENDED, outputs=already_full), "registers that begin with 1"),
        Mutant("lax", replace(MENDED, program=lax), "lam = 1, less than the tokens"),
    ),
    late=(Mutant("tokens", replace(MENDED, outputs=late_in_tokens), "1 more after 10,000 tokens"),),
    new=True,
    notes="lsrl/lst2-absent says this of the gain 1000 and of counters by rotation, for n up to 4.",
)
