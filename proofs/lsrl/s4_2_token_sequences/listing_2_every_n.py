r"""Listing 2, mended, is a dictionary for every n: any number of pairs, all keys and other queries.

It is proved of the program as pure functions of data, with its own comparisons and conditional, and
with what it holds named line by line. That the nodes of the program put out the same is a claim of
its own: `listing_2_as_data`.
"""

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
from proofs.lsrl import PAPER
from proofs.lsrl.s4_2_token_sequences.every_dictionary import says_looks_up, says_zeros
from theorem_checks import Claim, Mutant, Source, certificate


def says_every_key(outputs, w):
    """Each key of each dictionary is looked up: all n, all gains from 2 on."""
    return says_looks_up(outputs)


def says_no_key(outputs, w):
    """A query that is no key gives zeros: all n, all dictionaries, all gains from 2 on."""
    return says_zeros(outputs)


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


ASSUMED = (
    r"$n \ge 1$; tokens 0, 1, 2, ...; keys distinct; any number of pairs;"
    r" $\mu \ge 2$; $\lambda$ is at least each token and the number of tokens",
    "counters by cyclic shift and the conditional of a ReLU: `listing_2_mended` as it stands;"
    " counters by rotation need a gain that grows (lsrl/new-lst2-longest)",
    "proved of the program's formulas at exact numbers, with states and sums as functions of data;"
    " that the nodes of the program put out the same is not said: see lsrl/new-lst2-as-data",
)

every_n = Claim(
    id="lsrl/new-lst2-every-n",
    title="As formulas, Listing 2 with indices 0, ..., n - 1 looks up keys for every n",
    source=Source(PAPER, "Listing 2, repaired"),
    statement=r"(y_{T-n+1}, \dots, y_T) = \mathrm{dict}[q_1, \dots, q_n]",
    assumptions=ASSUMED,
    subject=lookup_outputs,
    says=says_every_key,
    checks=(
        certificate(
            says_every_key,
            proof=("lookup_bits.v", "lookup_runs.v", "lookup_prompts.v", "lookup_found.v"),
        ).killing("short-counter", "late-clock", "from-one", "forgetful", "early"),
    ),
    mutants=(
        Mutant("short-counter", short_counter, "modulo n for 2 n"),
        Mutant("late-clock", late_clock, "a time from -1 on"),
        Mutant("from-one", counting_from_one, "a counter from 1 on"),
        Mutant("early", ending_early, "t + 1 < started_on + n"),
        Mutant("forgetful", forgetful, "a buffer of n matches"),
    ),
    late=(
        Mutant("sizes", late_in_n, "modulo n for 2 n from n = 649 on"),
        Mutant("tokens", late_in_tokens, "1 more after 10,000 tokens"),
    ),
    new=True,
    notes="The least gain that is enough: lsrl/new-lst2-gain; that lambda has to be so large:"
    " lsrl/new-lst2-lam. The listing with the paper's own counters: lsrl/new-lst2-from-zero.",
)

no_key = Claim(
    id="lsrl/new-lst2-absent-every-n",
    title="As formulas, it gives zeros for a query that is no key, for every n",
    source=Source(PAPER, "Listing 2, not in the text"),
    statement=r"q \notin \mathrm{keys} \implies (y_{T-n+1}, \dots, y_T) = 0",
    assumptions=ASSUMED,
    subject=lookup_outputs,
    says=says_no_key,
    checks=(
        certificate(
            says_no_key,
            proof=("lookup_bits.v", "lookup_runs.v", "lookup_prompts.v", "lookup_absent.v"),
        ).killing("full"),
    ),
    mutants=(Mutant("full", already_full, "registers that begin with 1"),),
    late=(Mutant("tokens", late_in_tokens, "1 more after 10,000 tokens"),),
    new=True,
    notes="lsrl/lst2-absent says this of the gain 1000 and of counters by rotation, for n up to 4.",
)
